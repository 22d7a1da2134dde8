"""Security headers of every answer, and CSRF checks of forms."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from tests.any_game import BOX

PAGES = [
    "/",
    "/lobby",
    "/tables/new",
    "/login",
    "/register",
    "/rules",
    f"/rules/{BOX}",
    "/dice",
    "/changelog",
    "/nowhere",
]


@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_an_inline_script_or_style(visitor, path):
    answer = visitor().get(path)
    policy = answer.headers["content-security-policy"]
    assert (
        "unsafe-inline" not in policy
        and "default-src 'none'" in policy
        and "frame-ancestors 'none'" in policy
    )
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)", answer.text)
    assert not re.search(r"\sstyle=|<style|\son\w+=", answer.text)


def test_a_form_without_proof_is_refused(visitor):
    user = visitor()
    user.get("/")
    assert user.client.post("/play-now", data={}).status_code == 403
    assert user.client.post("/play-now", data={"csrf": "x" * 40}).status_code == 403


def test_the_proof_of_another_visitor_is_refused(visitor):
    one, other = visitor(), visitor()
    assert one.client.post("/play-now", data={"csrf": other.proof()}).status_code == 403


def test_a_form_from_another_site_is_refused(visitor):
    user = visitor()
    proof = user.proof()
    for headers in ({"sec-fetch-site": "cross-site"}, {"origin": "https://elsewhere.example"}):
        assert (
            user.client.post("/play-now", data={"csrf": proof}, headers=headers).status_code == 403
        )


def test_the_proof_changes_with_the_log_in(visitor):
    user = visitor()
    before = user.proof()
    user.register("Maite")
    assert user.client.post("/logout", data={"csrf": before}).status_code == 403


def test_cookies_of_a_public_server_are_bound_to_the_host(tmp_path):
    from tests.web.conftest import Visitor

    app = create_app(
        Settings(database_url=f"sqlite:///{tmp_path}/club.db", base_url="https://club.example")
    )
    answer = Visitor(app).client.get("https://club.example/login")
    cookie = answer.headers["set-cookie"]
    assert (
        cookie.startswith("__Host-caracole_form=")
        and "Secure" in cookie
        and "HttpOnly" in cookie
        and "SameSite=lax" in cookie
    )


OF_ALL_KINDS = [
    "/",
    "/nowhere",
    "/moment",
    "/open-game/1",
    "/health",
    "/dice",
    "/verify_dice.py",
    "/sw.js",
    "/games.atom",
    "/games/1/number",
    "/api/v1/boxes",
    "/api/v1/nowhere",
    "/static/css/site.css",
    "/static/nowhere",
    "/static/favicon.svg",
]


def test_every_answer_has_the_security_headers(tmp_path):
    from tests.web.conftest import Visitor

    user = Visitor(
        create_app(
            Settings(database_url=f"sqlite:///{tmp_path}/club.db", base_url="https://club.example")
        )
    ).client
    answers = [
        user.get(f"https://club.example{path}", follow_redirects=False) for path in OF_ALL_KINDS
    ]
    answers += [
        user.post("https://club.example/play-now"),
        user.post("https://club.example/login", content="x" * 300_000),
    ]
    assert {answer.status_code for answer in answers} >= {200, 303, 403, 404, 413}
    for answer in answers:
        carries_what_it_has_to(answer, answer.status_code)


def carries_what_it_has_to(answer, status: int) -> None:
    headers = answer.headers
    assert (
        answer.status_code == status
        and headers["strict-transport-security"] == "max-age=31536000; includeSubDomains"
    ), answer.url
    assert headers["x-content-type-options"] == "nosniff", answer.url
    assert (
        "default-src 'none'" in headers["content-security-policy"]
        and "frame-ancestors 'none'" in headers["content-security-policy"]
    ), answer.url
    assert (
        headers["cache-control"]
        and headers["referrer-policy"]
        and "access-control-allow-origin" not in headers
    ), answer.url
    assert headers["content-type"] if answer.content else True


def test_an_unexpected_error_has_the_security_headers(tmp_path, monkeypatch):
    def broken(*_, **__):
        raise ZeroDivisionError

    app = create_app(
        Settings(database_url=f"sqlite:///{tmp_path}/club.db", base_url="https://club.example")
    )
    monkeypatch.setattr("app.services.watch.game_lists.list_finished", broken)
    user = TestClient(app, base_url="https://club.example", raise_server_exceptions=False)
    for path in ("/lobby", "/api/v1/games?which=over"):
        carries_what_it_has_to(user.get(path), 500)


def test_a_local_server_does_not_require_https(visitor):
    assert "strict-transport-security" not in visitor().get("/").headers


def test_text_files_declare_their_encoding(visitor):
    for path in ("favicon.svg", "css/shell.css", "js/site.js", "icons.svg"):
        assert visitor().get(f"/static/{path}").headers["content-type"].endswith("charset=utf-8"), (
            path
        )


def test_folders_and_odd_methods_are_not_found(visitor):
    user = visitor().client
    assert {
        user.get(path).status_code
        for path in (
            "/static/",
            "/static/js",
            "/static/js/",
            "/.git/config",
            "/static/../app/main.py",
            "/static/%2e%2e/pyproject.toml",
            "/docs",
            "/openapi.json",
            "/redoc",
        )
    } == {404}
    for method in ("TRACE", "OPTIONS", "PUT", "DELETE", "CONNECT"):
        for path in ("/", "/login", "/api/v1/boxes", "/static/css/site.css"):
            assert user.request(method, path).status_code in (403, 405), (method, path)


def test_log_in_leads_only_to_this_site(visitor):
    user = visitor().register("Maite")
    user.post("/logout")
    for target in (
        "https://elsewhere.example/",
        "//elsewhere.example",
        "/\\elsewhere.example",
        "/\t/elsewhere.example",
        "/\n/elsewhere.example",
    ):
        answer = user.post("/login", name="Maite", password="a long enough sentence", next=target)
        assert answer.headers["location"] == "/"
        user.post("/logout")


def test_a_body_that_is_too_long_is_refused(visitor):
    user = visitor()
    assert (
        user.client.post("/login", data={"csrf": user.proof(), "name": "x" * 300_000}).status_code
        == 413
    )
    unmeasured = user.client.post(
        "/login",
        content=iter([b"name=", *[b"x" * 10_000] * 30]),
        headers={"content-type": "application/x-www-form-urlencoded"},
    )
    assert unmeasured.status_code == 413


def test_personal_pages_are_kept_in_no_cache(visitor):
    user = visitor().register("Maite")
    assert user.get("/account").headers["cache-control"] == "no-store"


NUL = "\x00"


@pytest.mark.parametrize(
    ("address", "status"), [("/games/%00", 404), ("/armies/a%00", 404), ("/rules?q=%00", 400)]
)
def test_an_address_with_a_null_character_is_not_found(visitor, address, status):
    answer = visitor().get(address)
    assert answer.status_code == status and ("U+0000" in answer.text) == (status == 400)


def test_a_field_with_a_null_character_is_refused(visitor):
    """Postgres accepts no U+0000 in a text; SQLite would store it."""
    user = visitor()
    for fields in (
        {"name": f"Ana{NUL}", "password": "a long enough sentence"},
        {"name": "Ana", "password": "x", "next": NUL},
    ):
        answer = user.post("/login", **fields)
        assert answer.status_code == 400 and "U+0000" in answer.text
