"""Second factor: codes of an app, recovery codes, half log-ins, and deactivation."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from app.kernel.refusal import Refused
from app.services.errors import BadLink, TooOften
from app.services.notify import outbox
from app.services.people import (
    account_deletion,
    account_export,
    accounts,
    api_tokens,
    email_verification,
    moderation,
    second_factor,
)
from app.store import login_tables, notification_tables
from tests.services.mailbox import give_address, sending
from tests.services.phone import code, shown

WORD, OTHER = "correct horse battery", "another good sentence"
HALF_MINUTE = 30


class Hands(datetime):
    """Clock that a test sets."""

    ahead = 0.0

    @classmethod
    def now(cls, tz=None):
        return super().now(tz) + timedelta(seconds=cls.ahead)


@pytest.fixture
def later(monkeypatch):
    """Function that advances the time of server and app: later(30) is half a minute."""
    monkeypatch.setattr(Hands, "ahead", 0.0)
    monkeypatch.setattr(second_factor, "current_datetime", lambda: Hands.now(UTC))

    def on(seconds):
        Hands.ahead += seconds

    return on


@pytest.fixture
def ana(services):
    """Member with an address and a second factor."""
    user = accounts.register(services, "Ana", WORD)
    give_address(services, user)
    return user


@pytest.fixture
def codes(services, ana, later):
    """Recovery codes of Ana; the code of the activation is half a minute old."""
    second_factor.offer_key(services, ana.id, WORD)
    codes = second_factor.switch_on(services, ana.id, of_now(services, ana), "")
    later(HALF_MINUTE)
    return codes


def of_now(services, user, ago=0.0):
    return shown(services, user.id, time.time() + Hands.ahead - ago)


def refused(rule, call, *given, **named):
    with pytest.raises(Refused) as found:
        call(*given, **named)
    assert [refusal.rule for refusal in found.value.refusals] == [rule]


def told(services):
    """Titles of the waiting mails."""
    return [
        outbox.decode_message(row).title.in_("en")
        for row in sorted(sending(services, "waiting"), key=lambda row: row.id)
        if row.kind == "factor"
    ]


def half(services, **more):
    begun = accounts.log_in(services, "Ana", WORD, **more)
    assert isinstance(begun, accounts.HalfLogin)
    return begun.token


def test_the_app_of_the_tests_follows_the_standard():
    """RFC 6238, appendix B: key of its test, eight digits."""
    key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    known = {
        59: "94287082",
        1111111109: "07081804",
        1111111111: "14050471",
        1234567890: "89005924",
        2000000000: "69279037",
        20000000000: "65353130",
    }
    assert {moment: code(key, moment, 8) for moment in known} == known


# ---------------------------------------------------------------------- on
def test_a_key_counts_only_when_a_code_has_shown_that_the_app_has_it(services, ana):
    refused("CAR-ACC-03", second_factor.offer_key, services, ana.id, "wrong password")
    refused("CAR-ACC-10", second_factor.switch_on, services, ana.id, "123456", "")
    second_factor.offer_key(services, ana.id, WORD)
    offered = second_factor.load_factor(services, ana.id)
    assert (
        len(offered.key) == 32
        and f"secret={offered.key}" in offered.link
        and offered.link.startswith("otpauth://totp/Caracole:Ana?")
    )
    assert isinstance(
        accounts.log_in(services, "Ana", WORD), accounts.Login
    )  # the server does not demand it yet
    wrong = f"{(int(shown(services, ana.id)) + 1) % 10**6:06}"
    refused("CAR-ACC-10", second_factor.switch_on, services, ana.id, wrong, "")
    here, there = (accounts.start_login(services, ana.id) for _ in range(2))
    codes = second_factor.switch_on(
        services, ana.id, shown(services, ana.id), accounts.session_handle(here.token)
    )
    assert len(set(codes)) == 10 and all(len(one.replace("-", "")) == 24 for one in codes)
    assert (
        accounts.visitor_of_session(services, here.token)
        and accounts.visitor_of_session(services, there.token) is None
    )  # the others end
    on = second_factor.load_factor(services, ana.id)
    assert on.since and on.left == 10 and not on.key and not on.link  # the key is told no more
    refused("CAR-ACC-09", second_factor.offer_key, services, ana.id, WORD)
    refused("CAR-ACC-09", second_factor.switch_on, services, ana.id, "123456", "")
    assert told(services) == ["Codes are asked at your log-in"]


def test_a_guest_has_no_second_factor(services, people):
    refused("CAR-ACC-09", second_factor.offer_key, services, people[0].id, "")
    refused("CAR-ACC-09", second_factor.switch_on, services, people[0].id, "123456", "")


# ---------------------------------------------------------------------- logging in
def test_after_the_password_comes_the_code_and_before_it_there_is_no_log_in(services, ana, codes):
    token = half(services)
    assert (
        accounts.visitor_of_session(services, token) is None
        and accounts.list_sessions(services, ana.id) == []
    )
    assert (
        services.store.engine.connect()
        .execute(sa.select(login_tables.half_logins.c.token_hash))
        .scalar()
        == accounts.token_hash(token)
        != token
    )
    login = second_factor.log_in(services, token, of_now(services, ana), browser="Firefox, Linux")
    assert accounts.visitor_of_session(services, login.token).user == ana
    assert [(one.browser, one.proof) for one in accounts.list_sessions(services, ana.id)] == [
        ("Firefox, Linux", "code")
    ]
    with pytest.raises(BadLink):  # one half makes one log-in
        second_factor.log_in(services, token, codes[0])


def test_a_code_counts_once_and_no_older_one_after_it(services, ana, codes, later):
    used = of_now(services, ana)
    second_factor.log_in(services, half(services), used)
    refused("CAR-ACC-10", second_factor.log_in, services, half(services), used)
    refused(
        "CAR-ACC-10",
        second_factor.log_in,
        services,
        half(services),
        of_now(services, ana, ago=HALF_MINUTE),
    )
    later(HALF_MINUTE)
    refused("CAR-ACC-10", second_factor.log_in, services, half(services), used)
    assert second_factor.log_in(services, half(services), of_now(services, ana)).user == ana


def test_a_code_is_valid_half_a_minute_longer(services, ana, codes, later):
    later(3 * HALF_MINUTE)
    for ago in (2 * HALF_MINUTE, -HALF_MINUTE):
        refused(
            "CAR-ACC-10",
            second_factor.log_in,
            services,
            half(services),
            of_now(services, ana, ago=ago),
        )
    spaced = of_now(services, ana, ago=HALF_MINUTE)
    assert (
        second_factor.log_in(services, half(services), f" {spaced[:3]} {spaced[3:]} ").user == ana
    )


def test_invalid_codes_are_refused(services, ana, codes):
    for given in (
        "",
        "12345",
        "1234567",
        "abcdef",
        "١٢٣٤٥٦",
        "0x1234",
        "00000-",
        "\x00" * 6,
        "a" * 5000,
    ):
        refused("CAR-ACC-10", second_factor.log_in, services, half(services), given)
        services.attempts.forget(f"code:{ana.id}")


def test_a_recovery_code_counts_once_and_its_owner_is_told(services, ana, codes):
    assert second_factor.log_in(services, half(services), codes[3].upper()).user == ana
    refused("CAR-ACC-10", second_factor.log_in, services, half(services), codes[3])
    assert second_factor.log_in(services, half(services), codes[4].replace("-", " ")).user == ana
    assert (
        second_factor.load_factor(services, ana.id).left == 8
        and [one.proof for one in accounts.list_sessions(services, ana.id)] == ["recovery"] * 2
    )
    assert told(services)[1:] == ["A recovery code was used"] * 2
    with services.store.engine.connect() as connection:
        kept = str(connection.execute(sa.select(login_tables.recovery_codes)).all())
    assert not any(one in kept or one.replace("-", "") in kept for one in codes)


def test_codes_of_another_account_are_refused(services, ana, codes):
    eva = accounts.register(services, "Eva", WORD)
    second_factor.offer_key(services, eva.id, WORD)
    hers = second_factor.switch_on(services, eva.id, of_now(services, eva), "")
    refused("CAR-ACC-10", second_factor.log_in, services, half(services), hers[0])
    refused("CAR-ACC-10", second_factor.log_in, services, half(services), of_now(services, eva))


def test_a_half_log_in_expires_after_ten_minutes_and_with_a_new_password(services, ana, codes):
    token, other = half(services), half(services)
    with services.store.write() as work:
        work._connection.execute(
            login_tables.half_logins.update()
            .where(login_tables.half_logins.c.token_hash == accounts.token_hash(token))
            .values(expires=accounts.current_time())
        )
        work.commit()
    with pytest.raises(BadLink):
        second_factor.log_in(services, token, of_now(services, ana))
    accounts.set_password(services, ana, OTHER)
    for gone in (other, "never begun"):
        with pytest.raises(BadLink):
            second_factor.log_in(services, gone, of_now(services, ana))


def test_a_suspended_account_stays_out_half_way(services, ana, codes):
    token = half(services)
    moderation.act_as_administrator(services, ana.id, "suspend")
    refused("CAR-ACC-05", second_factor.log_in, services, token, codes[0])


def test_guessing_is_slowed_down_for_account_and_address_and_its_owner_is_told(
    services, ana, codes
):
    for _ in range(accounts.PER_NAME):
        refused(
            "CAR-ACC-10", second_factor.log_in, services, half(services), "000000", "198.51.100.7"
        )
    with pytest.raises(TooOften) as often:
        second_factor.log_in(services, half(services), codes[0], "203.0.113.9")
    assert 0 < often.value.seconds <= 900
    for call, given in (
        (second_factor.switch_off, (WORD, codes[0], "")),
        (second_factor.renew_codes, (WORD, codes[0])),
    ):
        with pytest.raises(TooOften):
            call(services, ana.id, *given)
    assert told(services)[1:] == ["Your password is known to another person"]
    services.attempts.forget(f"code:{ana.id}")
    for _ in range(accounts.PER_NAME):
        refused(
            "CAR-ACC-10", second_factor.log_in, services, half(services), "000000", "198.51.100.7"
        )
    assert told(services)[1:] == ["Your password is known to another person"]  # once a day
    services.attempts.forget(f"code:{ana.id}")
    for _ in range(accounts.PER_ADDRESS - 2 * accounts.PER_NAME):
        services.attempts.take({"address:198.51.100.7": accounts.PER_ADDRESS})
    with pytest.raises(TooOften):
        second_factor.log_in(
            services, half(services, address="203.0.113.9"), codes[0], "198.51.100.7"
        )
    assert second_factor.log_in(services, half(services), codes[0], "203.0.113.9").user == ana


# ---------------------------------------------------------------------- off
def test_password_and_code_switch_it_off(services, ana, codes):
    here, there = accounts.start_login(services, ana.id), accounts.start_login(services, ana.id)
    refused(
        "CAR-ACC-03", second_factor.switch_off, services, ana.id, "wrong password", codes[0], ""
    )
    refused("CAR-ACC-10", second_factor.switch_off, services, ana.id, WORD, "000000", "")
    token = half(services)
    second_factor.switch_off(services, ana.id, WORD, codes[0], accounts.session_handle(here.token))
    assert (
        accounts.visitor_of_session(services, here.token)
        and accounts.visitor_of_session(services, there.token) is None
    )
    assert second_factor.load_factor(services, ana.id) == second_factor.SecondFactor()
    with pytest.raises(BadLink):
        second_factor.log_in(services, token, codes[1])
    assert isinstance(accounts.log_in(services, "Ana", WORD), accounts.Login)
    assert told(services)[-1] == "No codes are asked at your log-in any more"
    refused("CAR-ACC-10", second_factor.switch_off, services, ana.id, WORD, codes[1], "")


def test_new_recovery_codes_take_the_place_of_the_old_ones(services, ana, codes):
    refused("CAR-ACC-03", second_factor.renew_codes, services, ana.id, "wrong password", codes[0])
    fresh = second_factor.renew_codes(services, ana.id, WORD, of_now(services, ana))
    assert not {*fresh} & {*codes} and second_factor.load_factor(services, ana.id).left == 10
    refused("CAR-ACC-10", second_factor.log_in, services, half(services), codes[1])
    assert second_factor.log_in(services, half(services), fresh[1]).user == ana


def test_a_link_for_a_forgotten_password_does_not_switch_it_off(services, ana, codes):
    email_verification.mail_password_reset(services, "Ana")
    with services.store.engine.connect() as connection:
        [message] = connection.execute(
            sa.select(notification_tables.outbox.c.message).where(
                notification_tables.outbox.c.kind == "password"
            )
        ).scalars()
    begun = email_verification.reset_password(
        services, json.loads(message)["link"].split("link=")[1], OTHER
    )
    assert isinstance(begun, accounts.HalfLogin) and accounts.list_sessions(services, ana.id) == []
    assert second_factor.log_in(services, begun.token, codes[0]).user == ana


def test_the_administrator_can_deactivate_the_second_factor(services, ana, codes):
    login = accounts.start_login(services, ana.id)
    second_factor.switch_off_by_administrator(services, ana.id)
    assert accounts.visitor_of_session(services, login.token) is None and isinstance(
        accounts.log_in(services, "Ana", WORD), accounts.Login
    )
    refused("CAR-ACC-09", second_factor.switch_off_by_administrator, services, ana.id)


# ---------------------------------------------------------------------- around it
def test_tokens_go_on_without_codes(services, ana, codes):
    secret = api_tokens.create_token(services, ana.id, "phone", ("read",)).secret
    assert api_tokens.user_of_token(services, secret).user == ana


def test_it_is_named_in_the_export_and_gone_with_the_account(services, ana, codes):
    second_factor.log_in(services, half(services), codes[0])
    kept = json.loads(account_export.export_account(services, ana.id))
    assert (
        kept["second_factor"]["recovery_codes_left"] == 9
        and kept["second_factor"]["since"]
        and kept["log_ins"][0]["proof"] == "recovery"
    )
    half(services)
    with services.store.read() as work:
        assert work.second_factors.app_key(ana.id) not in json.dumps(kept)
    account_deletion.delete_own_account(services, ana.id, WORD)
    with services.store.engine.connect() as connection:
        assert [
            connection.execute(sa.select(table)).all()
            for table in (
                login_tables.second_factors,
                login_tables.recovery_codes,
                login_tables.half_logins,
            )
        ] == [[], [], []]


@pytest.mark.parametrize(
    ("demands", "of"), [("offered", ()), ("moderators", ("judge",)), ("members", ("judge", "eva"))]
)
def test_the_server_can_demand_a_second_factor(services, people, demands, of):
    eva, judge = (
        accounts.register(services, "Eva", WORD),
        accounts.register(services, "Leire", WORD),
    )
    moderation.act_as_administrator(services, judge.id, "name")
    services.demands = demands
    everybody = {"guest": people[0], "eva": eva, "judge": accounts.load_user(services, judge.id)}
    assert {
        who for who, user in everybody.items() if second_factor.is_missing(services, user)
    } == set(of)
    second_factor.offer_key(services, judge.id, WORD)
    assert second_factor.is_missing(services, everybody["judge"]) == (
        "judge" in of
    )  # an offer is none yet
    second_factor.switch_on(services, judge.id, shown(services, judge.id), "")
    assert not second_factor.is_missing(services, everybody["judge"])
