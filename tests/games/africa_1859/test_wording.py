"""Log lines of the cases: every kind of event, every die, in both languages."""

from __future__ import annotations

import pytest

from app.games.africa_1859 import events as e
from app.games.africa_1859.adjudicate import Referee
from app.games.africa_1859.case_position import war_of
from app.games.africa_1859.evolve import evolve
from app.games.africa_1859.wording import DECISIONS, TOLD, wording
from app.games.africa_1859.wording_dice import PURPOSES
from app.kernel.contract import Event, Line
from tests.case_files import cases


@pytest.fixture(scope="module")
def told() -> list[tuple[Event, tuple[Line, ...]]]:
    """Every event of the cases with its lines."""
    found = []
    for _, case in cases(__file__):
        referee = Referee(case)
        referee.played()
        war = war_of(case)
        for event in referee.told:
            if not isinstance(event, e.EVENTS):
                continue  # of the platform, such as a concession
            found.append((event, tuple(wording(war, event))))
            war = evolve(war, event)
    return found


def test_each_kind_of_event_has_its_lines():
    assert set(TOLD) == set(e.EVENTS) - {e.Began}


def test_every_die_and_question_of_the_cases_has_a_name(told):
    dice = {event.purpose for event, _ in told if isinstance(event, e.Rolled)}
    asked = {event.decision for event, _ in told if isinstance(event, e.Asked)}
    assert dice <= PURPOSES.keys() and asked <= DECISIONS.keys()
    assert len(dice) >= 15 and len(asked) >= 8, "the cases roll and ask too little to show anything"


def test_lines_are_whole_sentences_in_both_languages(told):
    for event, lines in told:
        for line in lines:
            for language in ("en", "es"):
                text = line.says.in_(language)
                assert text and "{" not in text and "  " not in text, (event, text)
                assert text[0] == text[0].upper(), text
                assert line.rules, f"a line without a rule: {text}"


def test_a_roll_names_each_of_its_lines(told):
    rolls = [(event, lines) for event, lines in told if isinstance(event, e.Rolled) and event.mods]
    assert rolls
    for event, (line,) in rolls:
        text = line.says.in_("en")
        assert text.endswith(f"= {event.total}."), text
        assert text.count("(") == len(event.mods) + text.split(":")[0].count("("), text
