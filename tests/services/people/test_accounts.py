"""Names, passwords, sessions and guests."""

import re
import sys
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from time import sleep

import argon2
import pytest

from app.kernel.refusal import Refused
from app.services.errors import TooOften
from app.services.people import account_rules, accounts, password_hashes
from app.services.watch import game_view

WORD = "correct horse battery"


def rules_of(refused):
    return [refusal.rule for refusal in refused.value.refusals]


def test_register_log_in_and_out(services):
    user = accounts.register(services, "  Inés   María ", WORD, "es")
    assert (user.name, user.language, user.is_guest) == ("Inés María", "es", False)
    login = accounts.log_in(services, "INÉS MARÍA", WORD)
    assert accounts.visitor_of_session(services, login.token).user == user
    assert accounts.visitor_of_session(services, login.token).csrf == login.csrf
    accounts.log_out(services, login.token)
    assert accounts.visitor_of_session(services, login.token) is None
    assert accounts.visitor_of_session(services, "") is None


def test_a_token_is_not_in_the_database(services):
    login = accounts.start_login(services, accounts.register(services, "Ana", WORD).id)
    with services.store.read() as work:
        assert work.logins.find_login(login.token) is None


def test_wrong_name_and_wrong_password_get_the_same_answer(services):
    accounts.register(services, "Ana", WORD)
    answers = []
    for name, word in (("Ana", "wrong password"), ("Eva", WORD), ("", "")):
        with pytest.raises(Refused) as refused:
            accounts.log_in(services, name, word)
        answers.append(str(refused.value))
    assert set(answers) == {"Name and password do not go together. [CAR-ACC-03]"}


def test_guessing_is_slowed_down(services):
    accounts.register(services, "Ana", WORD)
    for _ in range(accounts.PER_NAME):
        with pytest.raises(Refused):
            accounts.log_in(services, "Ana", "wrong password")
    with pytest.raises(TooOften) as too_often:
        accounts.log_in(services, "ana", WORD)
    assert 0 < too_often.value.seconds <= 900


@pytest.mark.parametrize("name", ["Ana\u1160", "\u3164\u3164", "A\u200bna", "Ana\u00ad"])
def test_a_sign_that_cannot_be_seen_is_named_as_the_reason(services, name):
    with pytest.raises(Refused, match="cannot be seen"):
        accounts.register(services, name, WORD)


def test_many_guesses_at_one_moment_are_counted_one_by_one(services, monkeypatch):
    accounts.register(services, "Ana", WORD)
    monkeypatch.setattr(password_hashes, "password_matches", lambda *_: sleep(0.2))
    with ThreadPoolExecutor(30) as all_of_them:
        answers = list(
            all_of_them.map(lambda _: answer_to(services, "Ana", "wrong password"), range(30))
        )
    assert sorted(answers) == ["CAR-ACC-03"] * accounts.PER_NAME + ["too often"] * (
        30 - accounts.PER_NAME
    )


def test_failed_log_ins_are_counted_by_address_too(services):
    answers = [
        answer_to(services, f"Nobody {number}", "wrong password", f"2001:db8::{number + 1:x}:1")
        for number in range(accounts.PER_ADDRESS + 1)
    ]
    assert answers == ["CAR-ACC-03"] * accounts.PER_ADDRESS + ["too often"]
    assert answer_to(services, "Nobody", "wrong password", "2001:db8:0:1::1") == "CAR-ACC-03"


def test_a_successful_log_in_is_not_counted(services):
    accounts.register(services, "Ana", WORD)
    for _ in range(accounts.PER_ADDRESS + 1):
        assert answer_to(services, "Ana", WORD, "192.0.2.1") == "in"


def answer_to(services, name, word, address=""):
    try:
        accounts.log_in(services, name, word, address)
    except TooOften:
        return "too often"
    except Refused as refused:
        return refused.refusals[0].rule
    return "in"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "A",
        "x" * 31,
        "-Ana",
        "Ana.",
        "A\u202ena",
        "<b>Ana</b>",
        "Ana@home",
        "_x",
        "🐎🐎",
        "\u3164\u3164",
        "Ana\u115f",
        "A\u1160na",
        "\uffa0Ana",
        "An\u00ada",
        "An\u200ba",
        "An\u2800a",
        "An\ufe0fa",
        "Z\u0335\u0336\u0337o",
        "\u0410na",
        "Mаite",
        "\u0391na",
        "Ωmega",
        "\u1d00\u0456",
    ],
)
def test_invalid_names_are_refused(services, name):
    with pytest.raises(Refused) as refused:
        accounts.register(services, name, WORD)
    assert rules_of(refused) == ["CAR-ACC-01"]


@pytest.mark.parametrize(
    "name",
    [
        "Jo",
        "Ñandú 7",
        "O'Neill",
        "J.-P. Dupont",
        "Ωμέγα",
        "Анна-7",
        "x" * 30,
        "a_b",
        "한길",
        "愛子",
    ],
)
def test_valid_names_are_accepted(services, name):
    assert accounts.register(services, name, WORD).name == name


@pytest.mark.slow
def test_invisible_letters_in_names_are_refused():
    """Fillers, joiners and similar characters are refused."""
    signs = [
        sign
        for sign in map(chr, range(sys.maxunicode + 1))
        if account_rules.name_refusal(f"a{sign}a") is None and not sign.isascii()
    ]
    silent = [
        sign
        for sign in signs
        if re.search(
            "FILLER|JOINER|INVISIBLE|BLANK|ZERO WIDTH|VARIATION SELECTOR|COMBINING",
            unicodedata.name(sign, ""),
        )
    ]
    assert len(signs) > 100_000 and silent == []
    assert {unicodedata.category(sign)[0] for sign in signs} <= {"L", "N", "P"}


@pytest.mark.parametrize("word", ["", "1234567", "x" * 201, "aaaaaaaaaa", "anastasia"])
def test_weak_passwords_are_refused(services, word):
    with pytest.raises(Refused) as refused:
        accounts.register(services, "Anastasia", word)
    assert rules_of(refused) == ["CAR-ACC-04"]


def test_all_errors_of_a_registration_are_refused_together(services):
    with pytest.raises(Refused) as refused:
        accounts.register(services, "A", "short")
    assert rules_of(refused) == ["CAR-ACC-01", "CAR-ACC-04"]


@pytest.mark.parametrize("name", ["Ana", "ANA", "ａｎａ", "  ana "])
def test_a_name_is_taken_once(services, name):
    accounts.register(services, "ana", WORD)
    with pytest.raises(Refused) as refused:
        accounts.register(services, name, WORD)
    assert rules_of(refused) == ["CAR-ACC-02"]


def test_a_guest_keeps_the_seat_by_registering(services, started, people):
    game = started("parry")
    user = accounts.register(services, "Ana", WORD, keep=people[0].id)
    assert (user.id, user.is_guest) == (people[0].id, False)
    seen = game_view.load_view(services, game.id, user.id)
    assert (seen.seat, seen.seats[0].name) == ("red", "Ana")
    assert accounts.log_in(services, "Ana", WORD).user.id == user.id


def test_a_member_cannot_be_taken_over_by_registering(services):
    ana = accounts.register(services, "Ana", WORD)
    eva = accounts.register(services, "Eva", WORD, keep=ana.id)
    assert eva.id != ana.id


def test_guests_have_names_in_their_language_and_no_password(services):
    assert accounts.create_guest(services).name.startswith("Guest ")
    guest = accounts.create_guest(services, "es")
    assert guest.name.startswith("Invitado ")
    with pytest.raises(Refused):
        accounts.log_in(services, guest.name, "")


def test_a_new_password_ends_all_log_ins(services):
    user = accounts.register(services, "Ana", WORD)
    login = accounts.log_in(services, "Ana", WORD)
    with pytest.raises(Refused):
        accounts.change_password(services, user.id, "wrong", "another word")
    accounts.change_password(services, user.id, WORD, "another word")
    assert accounts.visitor_of_session(services, login.token) is None
    assert accounts.log_in(services, "Ana", "another word")


def test_log_out_everywhere(services):
    user = accounts.register(services, "Ana", WORD)
    logins = [accounts.start_login(services, user.id) for _ in range(3)]
    accounts.log_out_everywhere(services, user.id)
    assert [accounts.visitor_of_session(services, login.token) for login in logins] == [None] * 3


def test_an_old_log_in_is_forgotten_and_one_in_use_is_not(services):
    user = accounts.register(services, "Ana", WORD)
    old, used = accounts.start_login(services, user.id), accounts.start_login(services, user.id)
    for login, ago in ((old, timedelta(days=61)), (used, timedelta(days=59))):
        with services.store.write() as work:
            work.logins.mark_used(
                accounts.token_hash(login.token), accounts._utc_text(datetime.now(UTC) - ago)
            )
            work.commit()
    assert accounts.visitor_of_session(services, old.token) is None
    assert accounts.visitor_of_session(services, used.token)
    with services.store.read() as work:
        assert work.logins.find_login(accounts.token_hash(used.token))[2] > accounts._utc_text(
            datetime.now(UTC) - timedelta(minutes=1)
        )


def test_no_log_in_lasts_longer_than_a_year_however_much_it_is_used(services):
    login = accounts.start_login(services, accounts.register(services, "Ana", WORD).id)
    with services.store.write() as work:
        work.logins.remove_all(login.user.id)
        work.logins.add_login(
            accounts.token_hash(login.token),
            login.user.id,
            "x",
            accounts._utc_text(datetime.now(UTC) - timedelta(days=366)),
        )
        work.logins.mark_used(accounts.token_hash(login.token), accounts.current_time())
        work.commit()
    assert accounts.visitor_of_session(services, login.token) is None


@pytest.mark.parametrize(
    "word",
    ["Caracole", "caracole-2026!", "1859 AFRICA 60", "CryHavoc!", "Ana María 123", "99anamaria"],
)
def test_a_word_of_the_platform_or_a_disguised_name_is_no_password(services, word):
    with pytest.raises(Refused) as refused:
        accounts.register(services, "Ana María", word)
    assert rules_of(refused) == ["CAR-ACC-04"]


def test_figures_alone_are_not_the_letters_of_a_name_without_any(services):
    assert account_rules.password_refusal("73 19 5527", "47") is None


def test_a_password_is_used_unchanged(services):
    """A password is neither trimmed nor cut, and case counts."""
    for name, word in (
        ("Ana", " a long Sentence "),
        ("Eva", "x1" * 100),
        ("Ona", "ñandú ☃ año 七転び八起き"),
    ):
        accounts.register(services, name, word)
        assert accounts.log_in(services, name, word)
        for other in (
            word.strip() if word != word.strip() else word[:-1],
            word.swapcase() if word != word.swapcase() else word + " ",
        ):
            with pytest.raises(Refused):
                accounts.log_in(services, name, other)


def test_a_password_is_rehashed_when_the_costs_have_changed(services, monkeypatch):
    user = accounts.register(services, "Ana", WORD)
    monkeypatch.setattr(
        password_hashes,
        "password_hasher",
        argon2.PasswordHasher(time_cost=2, memory_cost=16, parallelism=1),
    )
    with services.store.read() as work:
        before = work.users.password_of(user.id)
    assert accounts.log_in(services, "Ana", WORD)
    with services.store.read() as work:
        after = work.users.password_of(user.id)
    assert (
        before.startswith("$argon2id$")
        and before != after
        and "t=2" in after
        and accounts.log_in(services, "Ana", WORD)
    )


def test_preferences_are_saved(services):
    user = accounts.create_guest(services)
    assert (
        accounts.save_preferences(
            services, user.id, language="es", theme="dark", palette="okabe-ito"
        ).palette
        == "okabe-ito"
    )
    kept = accounts.save_preferences(services, user.id, language="xx", theme="<b>", palette="a b")
    assert (kept.language, kept.theme, kept.palette) == ("es", "dark", "okabe-ito")
