"""Titles of the chapters of the chronicle."""

from __future__ import annotations

import msgspec
import pytest

from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.campaign.state import Posting, War
from tests.games.heart_of_africa.campaign.seasons import player, season, seen

FIRST = War("b1", "p1", "p2", "closed", turn=3, points={"p1": 300, "p2": 600}, winner="p2")
SECOND = War("b2", "p3", "p4", "closed", turn=3, points={"p3": 600, "p4": 600}, winner="p3")
UNDECIDED = msgspec.structs.replace(SECOND, status="no_decision", winner=None)


def people(**changes):
    """Four players; a change replaces fields of the player with that key."""
    kinds = {"p1": "native", "p2": "native", "p3": "explorer", "p4": "colonial"}
    names = {"p1": "Wa-simba", "p2": "Wa-tembo", "p3": "Aldana", "p4": ""}
    return [
        player(number, kinds[key], people=names[key], **changes.get(key, {}))
        for number, key in enumerate(kinds, 1)
    ]


def title(after, before=None, language="en"):
    return CAMPAIGN.chapter_title(
        seen(before or season("between_turns", *people()), ""), seen(after, "")
    ).in_(language)


@pytest.mark.parametrize(
    ("changes", "english", "spanish"),
    [
        (
            {"p1": {"status": "conquered", "master": "p4"}},
            "The British conquer the Wa-simba",
            "Los británicos someten a los Wa-simba",
        ),
        ({"p2": {"status": "eliminated"}}, "The end of the Wa-tembo", "El final de los Wa-tembo"),
        (
            {"p3": {"completed_in": 3, "explored": ("p1", "p2")}},
            "The expedition Aldana completes the exploration",
            "La expedición Aldana completa la exploración",
        ),
        (
            {"p3": {"explored": ("p2",)}},
            "The expedition Aldana crosses the land of the Wa-tembo",
            "La expedición Aldana cruza la tierra de los Wa-tembo",
        ),
        ({}, "A quiet half year", "Un semestre tranquilo"),
    ],
)
def test_a_chapter_is_named_by_its_most_important_change(changes, english, spanish):
    after = season("between_turns", *people(**changes))
    assert (title(after), title(after, language="es")) == (english, spanish)


def test_a_revolt_names_the_chapter():
    before = season("between_turns", *people(p1={"status": "conquered", "master": "p4"}))
    assert title(season("between_turns", *people()), before) == "The Wa-simba revolt"


def test_the_won_battle_with_the_most_points_comes_first():
    after = season("between_turns", *people(), battles=(FIRST, SECOND))
    assert title(after) == "The expedition Aldana beats the British"
    undecided = season("between_turns", *people(), battles=(FIRST, UNDECIDED))
    assert title(undecided, language="es") == "Los Wa-tembo vencen a los Wa-simba"
    only = season("between_turns", *people(), battles=(UNDECIDED,))
    assert title(only) == "The expedition Aldana and the British fight without a decision"


def test_battles_of_earlier_turns_name_no_chapter():
    both = season("between_turns", *people(), battles=(FIRST,))
    paid = (Posting(3, "p2", "p1", 2, "agreement", "HOA-CMP-19"),)
    after = season("between_turns", *people(), battles=(FIRST,), ledger=paid)
    assert title(after, both) == "The Wa-tembo pay the Wa-simba"
    assert title(after, both, "es") == "Los Wa-tembo pagan a los Wa-simba"
