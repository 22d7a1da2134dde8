"""Passwords are checked few at a time; waiting requests hold neither a place nor a thread."""

from __future__ import annotations

import asyncio
import threading
import time

import argon2
import httpx
import pytest

from app.services.errors import Busy, TooOften
from app.services.people import email_verification
from app.services.people.password_hashing import AT_ONCE
from app.web.password_queue import MOST, PER_CLIENT

PROOF = "x" * 40
SITE = "http://127.0.0.1:8000"


class Counting:
    """Fake Argon2 runs: each lasts until released, and simultaneous ones are counted."""

    def __init__(self, seconds: float | None = 0.02):
        self.now, self.most, self.runs, self._lock = 0, 0, 0, threading.Lock()
        self.begun, self.let_go, self._seconds = threading.Event(), threading.Event(), seconds

    def run(self, *_) -> bool:
        with self._lock:
            self.now, self.runs = self.now + 1, self.runs + 1
            self.most = max(self.most, self.now)
        self.begun.set()
        if self._seconds is None:
            self.let_go.wait(30)
        else:
            time.sleep(self._seconds)
        with self._lock:
            self.now -= 1
        raise argon2.exceptions.VerifyMismatchError


def wrong_log_ins(app, clients: int) -> list:
    """Hundred simultaneous log-ins with unknown names, each from its own address."""

    async def log_in(number: int) -> httpx.Response:
        wire = httpx.ASGITransport(app, client=(f"198.51.100.{number % clients}", 1))
        async with httpx.AsyncClient(
            transport=wire,
            base_url=SITE,
            cookies={"caracole_form": PROOF},
            headers={"accept-language": "es"},
        ) as client:
            return await client.post(
                "/login", data={"csrf": PROOF, "name": f"Nadie {number}", "password": "wrong"}
            )

    return [log_in(number) for number in range(100)]


@pytest.mark.parametrize(
    ("clients", "answered", "refusal"), [(1, PER_CLIENT, 429), (20, MOST, 503)]
)
def test_of_a_hundred_wrong_log_ins_at_once_few_are_hashed_at_a_time(
    app, web, visitor, monkeypatch, clients, answered, refusal
):
    visitor().post(
        "/login", name="Nobody", password="wrong"
    )  # the hash for unknown names exists now
    counting = Counting()
    monkeypatch.setattr(argon2.PasswordHasher, "verify", counting.run)

    async def played():
        return await asyncio.gather(*wrong_log_ins(app, clients))

    answers = asyncio.run(played())
    refused = [answer for answer in answers if answer.status_code == refusal]
    assert 0 < counting.most <= AT_ONCE and {answer.status_code for answer in answers} == {
        422,
        refusal,
    }
    assert len(refused) >= 100 - answered - counting.runs and refused
    assert all(
        answer.headers["retry-after"] == "3"
        and "Vuelve a intentarlo dentro de 3 segundos" in answer.text
        for answer in refused
    )
    pages = [answer for answer in refused if "Nadie" in answer.text]
    assert len(pages) in (10, len(refused))  # after ten pages a client gets the refusal as a line
    assert not app.state.passwords._clients


def test_pages_are_answered_while_log_ins_wait(app, web, visitor, monkeypatch):
    """The log-ins outnumber the threads for pages and the places."""
    member = visitor().register("Maite")
    visitor().post("/login", name="Nobody", password="wrong")
    counting = Counting(seconds=None)
    monkeypatch.setattr(argon2.PasswordHasher, "verify", counting.run)

    async def played() -> int:
        coming = [asyncio.ensure_future(one) for one in wrong_log_ins(app, 20)]
        assert await asyncio.to_thread(counting.begun.wait, 30)
        wire = httpx.ASGITransport(app)
        async with httpx.AsyncClient(
            transport=wire, base_url=SITE, cookies=dict(member.client.cookies)
        ) as maite:
            try:
                return (await asyncio.wait_for(maite.get("/lobby"), 15)).status_code
            finally:
                counting.let_go.set()
                await asyncio.gather(*coming)

    assert asyncio.run(played()) == 200


FORMS = {
    "/login": {"name": "Maite", "password": "x"},
    "/register": {"name": "Nerea", "password": "a long enough sentence"},
    "/account/password": {"old": "x", "new": "another long sentence"},
    "/account/sessions": {"password": "x", "everywhere": "1"},
    "/account/address": {"email": "maite@example.org", "password": "x"},
    "/account/delete": {"password": "x"},
    "/account/second-factor": {"password": "x"},
    "/account/second-factor/codes": {"password": "x", "code": "123456"},
    "/account/second-factor/off": {"password": "x", "code": "123456"},
    "/password": {"link": "abc", "new": "another long sentence"},
}


@pytest.mark.parametrize(("path", "fields"), FORMS.items(), ids=FORMS)
@pytest.mark.parametrize(("problem", "status"), [(Busy(3), 503), (TooOften(3), 429)])
def test_a_form_that_cannot_be_taken_now_is_kept_but_for_its_passwords(
    app, web, visitor, monkeypatch, path, fields, problem, status
):
    maite = visitor().register("Maite")

    async def run(*_):
        raise problem

    monkeypatch.setattr(app.state.passwords, "run", run)
    answer = maite.client.post(path, data={"csrf": maite.proof(), **fields}, follow_redirects=False)
    assert (
        answer.status_code == status
        and answer.headers["retry-after"] == "3"
        and "Try again in 3 seconds." in answer.text
    )
    for name, value in fields.items():
        assert f'name="{name}"' in answer.text
        assert (
            name in ("name", "email", "link", "everywhere") or f'value="{value}"' not in answer.text
        )
    for kept in {"name", "email", "link"} & set(fields):
        assert fields[kept] in answer.text


def test_a_reset_hashes_outside_the_transaction(app, web, visitor, monkeypatch):
    """Other writers do not wait for a password hash."""
    visitor().register("Maite")
    services, written = app.state.services, []
    with services.store.write() as work:
        me = work.users.find_by_name("maite")[0].id
        work.users.update_user(me, email="maite@example.org")
        work.commit()
    token = "t" * 43
    monkeypatch.setattr(email_verification.secrets, "token_urlsafe", lambda _: token)
    email_verification.mail_password_reset(services, "Maite")
    monkeypatch.undo()

    def write(*_) -> str:
        with services.store.write() as work:  # would wait for a transaction that is open
            work.users.update_user(me, theme="dark")
            work.commit()
        written.append(1)
        return "a hash"

    monkeypatch.setattr(argon2.PasswordHasher, "hash", write)
    assert email_verification.reset_password(services, token, "another long sentence") and written
