"""Second factor on the pages: set-up, log-in, wrong codes, deactivation, demand by the server."""

from __future__ import annotations

import html
import re

import pytest

from app.services.people import accounts, api_tokens, email_verification, moderation, second_factor
from app.store import login_tables
from tests.services.phone import code, shown

WORD = "a long enough sentence"
PATH = "/account/second-factor"


@pytest.fixture
def services(app):
    return app.state.services


@pytest.fixture
def maite(visitor):
    return visitor().register("Maite")


def number_of(services, name):
    with services.store.read() as work:
        return work.users.find_by_name(name.lower())[0].id


def switched_on(services, user):
    """Recovery codes, by the forms of the page."""
    assert user.post(PATH, password=WORD).headers["location"] == PATH
    page = user.get(PATH).text
    key = html.unescape(re.search(r'id="key">([^<]+)<', page)[1])
    assert (
        f"secret={key.replace(' ', '')}"
        in html.unescape(re.search(r'href="(otpauth:[^"]+)"', page)[1])
        and 'src="data:image/svg+xml' in page
    )
    assert user.post(PATH + "/on", code="000000x").status_code == 422
    on = user.post(PATH + "/on", code=code(key))
    assert (
        on.status_code == 200 and on.headers["cache-control"] == "no-store" and key not in on.text
    )
    codes = re.findall(r"<code>([a-z2-7-]+)</code>", on.text)
    assert len(codes) == 10 and not set(codes) & set(
        re.findall(r"<code>([a-z2-7-]+)</code>", user.get(PATH).text)
    )
    with services.store.write() as work:  # as if that code were long ago
        work._connection.execute(login_tables.second_factors.update().values(step=0))
        work.commit()
    return codes


def test_it_is_set_up_with_the_password_and_a_first_code(services, maite):
    assert maite.post(PATH, password="wrong").status_code == 422
    assert "Set it up" in maite.get("/account").text
    switched_on(services, maite)
    account = maite.get("/account").text
    assert "10 recovery codes are left." in account and maite.get(PATH).text.count("otpauth") == 0


def test_the_code_is_asked_after_the_password_and_opens_nothing_before(services, maite, visitor):
    codes, other = switched_on(services, maite), visitor()
    sent = other.post("/login", name="Maite", password=WORD, next="/my-games")
    assert sent.status_code == 303 and sent.headers["location"] == "/login/code?next=%2Fmy-games"
    assert (
        "caracole" not in other.client.cookies
        and "HttpOnly" in sent.headers["set-cookie"]
        and "Max-Age=600" in sent.headers["set-cookie"]
    )
    assert other.get("/account").status_code == 403
    half = other.client.cookies["caracole_half"]
    thief = visitor()
    thief.client.cookies.set("caracole", half)
    assert thief.get("/account").status_code == 403  # half a log-in is none, in whichever cookie
    assert 'autocomplete="one-time-code"' in other.get("/login/code?next=/my-games").text
    wrong = other.post("/login/code", code="000000", next="/my-games")
    assert (
        wrong.status_code == 422
        and "This code is not right" in html.unescape(wrong.text)
        and 'value="/my-games"' in wrong.text
    )
    right = other.post(
        "/login/code",
        code=shown(services, number_of(services, "Maite")),
        next="/my-games",
    )
    assert right.headers["location"] == "/my-games" and "caracole_half" not in other.client.cookies
    page = other.get("/account").text
    assert "with a code" in page and "with a recovery code" not in page
    another = visitor()
    another.post("/login", name="Maite", password=WORD)
    assert another.post("/login/code", code=codes[0]).headers["location"] == "/"
    assert "with a recovery code" in another.get("/account").text
    assert (
        another.post("/login/code", code=codes[1]).headers["location"] == "/login?next=%2F"
    )  # half a log-in is used once


def test_a_link_for_a_forgotten_password_asks_for_the_code_too(services, maite, visitor):
    me, codes, stranger = number_of(services, "Maite"), switched_on(services, maite), visitor()
    with services.store.write() as work:
        link = email_verification._add_link(
            work, me, "password", "maite@example.org", email_verification.HOUR
        )
        work.commit()
    answer = stranger.post("/password", link=link, new="another good sentence")
    assert answer.headers["location"] == "/login/code?next=%2Faccount%3Fdone%3Dpassword"
    assert stranger.get("/account").status_code == 403 and maite.get("/account").status_code == 403
    assert (
        stranger.post("/login/code", code=codes[0], next="/account?done=password").headers[
            "location"
        ]
        == "/account?done=password"
    )


def test_too_many_wrong_codes_say_when_to_come_again(services, maite, visitor):
    codes, other = switched_on(services, maite), visitor()
    other.post("/login", name="Maite", password=WORD)
    services.attempts.forget(f"code:{number_of(services, 'Maite')}")
    for _ in range(accounts.PER_NAME):
        assert other.post("/login/code", code="000000").status_code == 422
    late = other.post("/login/code", code=codes[0])
    assert (
        late.status_code == 429
        and 0 < int(late.headers["retry-after"]) <= 900
        and codes[0] not in late.text
    )


def test_password_and_code_switch_it_off_or_make_new_recovery_codes(services, maite, visitor):
    codes, other = switched_on(services, maite), visitor()
    other.post("/login", name="Maite", password=WORD)
    other.post("/login/code", code=codes[0])
    for path in ("/off", "/codes"):
        assert maite.post(PATH + path, password="wrong", code=codes[1]).status_code == 422
        assert maite.post(PATH + path, password=WORD, code=codes[0]).status_code == 422  # used
    fresh = re.findall(
        r"<code>([a-z2-7-]+)</code>",
        maite.post(PATH + "/codes", password=WORD, code=codes[1]).text,
    )
    assert len(fresh) == 10 and not set(fresh) & set(codes)
    assert maite.post(PATH + "/off", password=WORD, code=fresh[0]).status_code == 303
    assert other.get("/account").status_code == 403 and "Show me the key" in maite.get(PATH).text
    assert visitor().post("/login", name="Maite", password=WORD).headers["location"] == "/"


def test_tokens_are_asked_for_no_code(services, maite):
    secret = api_tokens.create_token(
        services, number_of(services, "Maite"), "phone", ("read",)
    ).secret
    switched_on(services, maite)
    services.demands = "members"
    assert (
        maite.client.get(
            "/api/v1/account", headers={"authorization": f"Bearer {secret}"}
        ).status_code
        == 200
    )


@pytest.mark.parametrize(("demands", "who"), [("moderators", "judge"), ("members", "member")])
def test_a_missing_demanded_second_factor_blocks_all_other_pages(services, visitor, demands, who):
    judge, member, guest = visitor().register("Leire"), visitor().register("Maite"), visitor()
    guest.post("/play-now")
    moderation.act_as_administrator(services, number_of(services, "Leire"), "name")
    services.demands = demands
    user, name = {"judge": (judge, "Leire"), "member": (member, "Maite")}[who]
    for path in (
        "/",
        "/my-games",
        "/moderation",
        "/account",
        "/account/tokens",
        "/account/export",
        "/games/1",
    ):
        answer = user.get(path, follow_redirects=False)
        assert (answer.status_code, answer.headers.get("location")) == (303, PATH), path
    assert user.post("/play-now").headers["location"] == PATH
    assert (
        "This server requires it" in user.get(PATH).text and user.get("/rules").status_code == 200
    )
    assert guest.get("/my-games").status_code == 200 and visitor().get("/").status_code == 200
    assert (member.get("/my-games", follow_redirects=False).status_code == 200) == (
        demands == "moderators"
    )
    switched_on(services, user)
    assert user.get("/my-games").status_code == 200
    second_factor.switch_off_by_administrator(services, number_of(services, name))
    user = visitor()
    user.post("/login", name=name, password=WORD)
    assert user.get("/my-games", follow_redirects=False).status_code == 303
    assert user.post("/logout").status_code == 303
