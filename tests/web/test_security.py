"""What every answer carries, and what a form must prove."""
from __future__ import annotations

import re

import pytest

from app.main import create_app
from app.settings import Settings

PAGES = ["/", "/lobby", "/tables/new", "/login", "/register", "/rules", "/rules/cry_havoc", "/dice", "/nowhere"]


@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_an_inline_script_or_style(visitor, path):
    answer = visitor().get(path)
    policy = answer.headers["content-security-policy"]
    assert "unsafe-inline" not in policy and "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)", answer.text)
    assert not re.search(r"\sstyle=|<style|\son\w+=", answer.text)


def test_a_form_without_proof_is_refused(visitor):
    somebody = visitor()
    somebody.get("/")
    assert somebody.client.post("/play-now", data={}).status_code == 403
    assert somebody.client.post("/play-now", data={"csrf": "x" * 40}).status_code == 403


def test_the_proof_of_another_visitor_is_refused(visitor):
    one, other = visitor(), visitor()
    assert one.client.post("/play-now", data={"csrf": other.proof()}).status_code == 403


def test_a_form_from_another_site_is_refused(visitor):
    somebody = visitor()
    proof = somebody.proof()
    for headers in ({"sec-fetch-site": "cross-site"}, {"origin": "https://elsewhere.example"}):
        assert somebody.client.post("/play-now", data={"csrf": proof}, headers=headers).status_code == 403


def test_the_proof_changes_with_the_log_in(visitor):
    somebody = visitor()
    before = somebody.proof()
    somebody.register("Maite")
    assert somebody.client.post("/logout", data={"csrf": before}).status_code == 403


def test_cookies_on_the_open_net_are_bound_to_the_host(tmp_path):
    from tests.web.conftest import Visitor

    app = create_app(Settings(database_url=f"sqlite:///{tmp_path}/club.db", base_url="https://club.example"))
    answer = Visitor(app).client.get("https://club.example/login")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-caracole_form=") and "Secure" in cookie and "HttpOnly" in cookie and "SameSite=lax" in cookie
    assert "max-age" in answer.headers["strict-transport-security"]


def test_log_in_leads_only_to_this_site(visitor):
    somebody = visitor().register("Maite")
    somebody.post("/logout", "/account")
    for target in ("https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example"):
        answer = somebody.post("/login", "/login", name="Maite", password="a long enough sentence", next=target)
        assert answer.headers["location"] == "/"
        somebody.post("/logout", "/account")


def test_a_body_that_is_too_long_is_refused(visitor):
    somebody = visitor()
    assert somebody.client.post("/login", data={"csrf": somebody.proof(), "name": "x" * 300_000}).status_code == 413


def test_personal_pages_are_kept_in_no_cache(visitor):
    somebody = visitor().register("Maite")
    assert somebody.get("/account").headers["cache-control"] == "no-store"
