"""Battles on the page in words alone: no board, no script, only text and forms."""

from __future__ import annotations

import re

import pytest

from tests.drivers.page_reader import FIELD, LINK
from tests.games.heart_of_africa.text_player import ENGLISH, SPANISH, HeartOfAfricaTextPlayer
from tests.web.conftest import Battle
from tests.web.in_words import Attentive, app, play_to_the_end  # noqa: F401 - fixture
from tests.web.reading import form_to, forms_on, of_another_language, words_on

PASS = "%7B%22kind%22%3A%22pass%22%7D"
PEOPLES = {"t.people_a": "native_kingdom/hehe", "t.people_b": "pastoralist_warriors/masai"}
TERMS = {
    "seat": "encounter/A",
    "t.region": "steppe",
    "t.size": "48x36",
    "t.lot": "12",  # neither village nor kopje, which stop every march of these players
    "t.points": "200",
    **PEOPLES,
}


class Table:
    """Two players at a small encounter, one in English, one in Spanish."""

    def __init__(self, visitor, **terms: str):
        self.people = Battle(
            visitor().register("Maite"),
            visitor("es").register("Ander"),
            box="heart_of_africa",
            **{**TERMS, **terms},
        )
        self.path = self.people.path
        assert self.people.opponent.post(f"{self.path}/join", seat="B").status_code == 303
        self.a, self.b = (
            HeartOfAfricaTextPlayer(Attentive(who), phrases, self.path)
            for who, phrases in ((self.people.opener, ENGLISH), (self.people.opponent, SPANISH))
        )


@pytest.fixture
def lesson(visitor) -> Table:
    """First lesson, with all units deployed."""
    return Table(visitor, seat="first_steps/A")


@pytest.mark.proof
def test_a_battle_by_screen_reader_from_the_deployment_to_the_victory(visitor):
    table = Table(visitor)
    play_to_the_end(table.a, table.b)
    for player in (table.a, table.b):
        assert (
            player.did["put down"] >= 3 and player.did["marched"] > 3 and player.did["charged"] > 0
        ), player.did
    assert table.a.did["shot"] > 0
    results = (table.a.reader.asked, table.b.reader.asked)
    assert results in (("You won", "Has perdido"), ("You lost", "Has ganado"))
    winner = table.a.reader.told(r"[^:]+: victory \((\w+)\)", table.a.reader.decision)
    assert table.b.reader.told(re.escape(f": victoria ({winner[1]})"), table.b.reader.decision)
    assert table.a.reader.told(
        "no unit left on the table", table.a.reader.decision
    ) and table.b.reader.told("no tiene unidades en la mesa", table.b.reader.decision)


def test_a_march_by_bearing_and_inches(lesson):
    """A march by compass direction and inches; unreadable input gets a sentence and is kept."""
    player, reader = lesson.a, lesson.a.reader
    player.hear()
    player.take_in_hand("Orders for Ruga-Ruga A1")
    x, y = map(float, reader.told(r"Its middle at ([\d.]+), ([\d.]+)", reader.decision).groups())
    bearing, inches = reader.named(FIELD, ENGLISH.bearing), reader.named(FIELD, ENGLISH.inches)
    reader.write(bearing, "east")
    reader.press("Preview: March")
    assert (
        reader.told(r"“east” cannot be read\. Write a number")
        and {one.name: one.says for one in reader.heard}[bearing] == "east"
    )
    reader.write(bearing, "0")
    reader.write(inches, "1")
    reader.press("Preview: March")
    reader.press("Confirm")
    player.hear()
    assert reader.told(rf"Its middle at {x:g}, {y + 1:g}", reader.under("Ruga-Ruga A1"))


def test_looking_from_the_page_in_words_and_from_the_board(lesson, visitor):
    """Survey for a player and a spectator, now and in the replay; meaningless queries get a
    sentence.
    """
    mine, other = lesson.people.opener, lesson.people.opponent
    reader = lesson.a.reader
    lesson.a.hear()
    sees = [
        name for name in reader.names_of(LINK, everywhere=True) if name.startswith(ENGLISH.sees)
    ]
    assert len(sees) > 4
    reader.follow(sees[0])
    assert (
        reader.told(r" cm\)", reader.under("Who is where, the nearest first"))
        and reader.lands == "look"
    )
    key = reader.address.params["look"]
    stranger = visitor("es")
    mine.send(
        form_to(
            mine.get(f"{lesson.path}?order={PASS}").text,
            f"{lesson.path}/steps/unit_moves",
            "Confirm",
        )
    )
    then = f"{lesson.path}/at/{lesson.people.last() - 1}"
    for who, address in (
        (mine, lesson.path),
        (stranger, lesson.path),
        (other, then),
        (stranger, f"{then}/text"),
    ):
        read = who.get(f"{address}?look={key}")
        assert read.status_code == 200
        assert ("hoa-line" in read.text) == (not address.endswith("text"))
    assert "Quién está dónde" in read.text
    assert (
        of_another_language(
            words_on(stranger.get(f"{lesson.path}/text?look={key}").text),
            "es",
            but=("Maite", "Ander", "Caracole", "English"),
        )
        == []
    )
    ruler = stranger.get(f"{lesson.path}?measure=0,0;3,4")
    assert ruler.status_code == 200 and "5 pulgadas (12,7 cm)" in ruler.text
    form = next(form for form in forms_on(ruler.text) if "one_at" in form.fields)
    again = stranger.send(form, one_at="0 0", two_at="6, 8")
    assert "10 pulgadas (25,4 cm)" in again.text
    for query, kept in (
        ("look=unknown", ""),
        ("look=99,99", ""),
        ("look=&at=here", "here"),
        ("measure=1,2;nowhere", ""),
        ("one_at=here&two_at=1,2", "here"),
        ("look=" + "x" * 500, ""),
        (f"look={key}&at=1,2&facing=north", "north"),
        ("look=a@1,2@3,4", ""),
    ):
        wrong = mine.get(f"{lesson.path}?{query}")
        assert (
            wrong.status_code == 422 and 'role="alert"' in wrong.text and "CAR-TAB-06" in wrong.text
        ), query
        assert not kept or f'value="{kept}"' in wrong.text, query
    for query in ("look=", "measure=", "measure=;"):
        assert mine.get(f"{lesson.path}?{query}").status_code == 200, query


def test_orders_that_are_refused_or_come_too_late_are_answered_in_words(lesson):
    asked, page = lesson.people.opener, f"{lesson.path}/text"
    form = form_to(
        asked.get(f"{page}?order={PASS}").text,
        f"{lesson.path}/steps/unit_moves#decision",
        "Confirm",
    )
    refused = asked.send(form, order='{"kind":"activate","who":"B1"}')
    assert (
        refused.status_code == 422
        and 'id="board"' not in refused.text
        and 'role="alert"' in refused.text
    )
    assert "<title>Refused" in refused.text
    late = asked.send(form, after="0")
    assert (
        late.status_code == 409
        and 'id="board"' not in late.text
        and "Another player moved meanwhile" in late.text
    )
    messages = next(form for form in forms_on(asked.get(page).text) if "/messages" in form.action)
    assert asked.send(messages, text="Good luck").headers["location"] == f"{page}#messages"
    assert "Good luck" in asked.get(page).text


def test_the_links_of_a_finished_battle_have_names_of_their_own(lesson):
    mine = lesson.people.opener
    question = mine.get(f"{lesson.path}?confirm=concede").text
    mine.send(next(one for one in forms_on(question) if "concede" in one.fields.get("order", "")))
    lesson.a.hear()
    assert lesson.a.is_over
    seen_by = [name for name in lesson.a.reader.names_of(LINK) if name.startswith("Seen by: ")]
    assert len(seen_by) == 2, lesson.a.reader.names_of(LINK)
