"""Choice of the tests that the quick run leaves out on Postgres."""

import re

from tests.postgres_repeats import THREADS, TOP, chosen, form_of, list_of, repeats


def test_every_listed_test_exists():
    for listed in repeats():
        file, _, name = listed.partition("::")
        text = (TOP / file).read_text(encoding="utf-8")
        assert re.search(rf"^def {name}\(", text, re.MULTILINE), f"{listed}: write the list again"


def test_tests_of_a_game_have_their_own_list():
    general = (TOP / list_of("tests/services/play/test_lobby.py")).read_text(encoding="utf-8")
    assert "tests/games" not in general
    for listed in repeats():
        file, _, name = listed.partition("::")
        text = (TOP / list_of(file)).read_text(encoding="utf-8")
        assert f"{file}:\n" in text and f"- {name}\n" in text, listed


def test_the_choice_sends_every_statement():
    sent = {"long": {"a", "b", "c"}, "same": {"b", "c"}, "more": {"c", "d"}}
    assert chosen(sent) == {"long", "more"}


def test_errors_and_threads_are_always_chosen():
    sent = {"all": {"a", "b"}, "refused": {"a", "error UniqueViolation"}, "race": {"b", THREADS}}
    assert chosen(sent) == {"refused", "race"}
    assert chosen(sent | {"c": {"c"}}) == {"refused", "race", "c"}


def test_values_and_their_number_do_not_matter():
    asked = "SELECT users.id FROM users WHERE users.id IN ({}) AND name = %(name)s::VARCHAR"
    one, three = ("%(id_1)s::INTEGER", "%(id_1)s::INTEGER, %(id_2)s::INTEGER, %(id_3)s::INTEGER")
    assert form_of(asked.format(one)) == form_of(asked.format(three))
    assert form_of(asked.format(one)) != form_of(asked.replace("users.id IN", "users.name IN"))
    rows = "INSERT INTO marks (a, b) VALUES (%(a__0)s, %(b__0)s)"
    assert form_of(rows) == form_of(f"{rows}, (%(a__1)s, %(b__1)s)")
