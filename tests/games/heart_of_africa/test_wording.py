"""Log: every event has lines or none by design, in both languages, and no line tells a hidden
fact.
"""

from __future__ import annotations

import re

import pytest

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa import hints, wording
from app.games.heart_of_africa.box import CARD, GAME
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.pieces import AMBUSH, Figure, Unit
from app.games.heart_of_africa.presentation.naming import FATES, ONE, TRAITS
from app.games.heart_of_africa.presentation.play_sheet import sheets
from app.games.heart_of_africa.presentation.reason_names import CAUSES, MODS
from app.games.heart_of_africa.state import Activation, Battle, Shot
from app.games.heart_of_africa.tables import MORALE, PROFILES, TERRAIN_DATA
from app.kernel.seats import Viewer
from app.kernel.table import PLATFORM_RULES
from tests.games.heart_of_africa.battles import fought, view_of
from tests.games.heart_of_africa.test_hints import begun

A, B = Viewer("a", "A"), Viewer("b", "B")
BATTLES = ("encounter", "ambush", "raid")
GOOD = re.compile(r"^[^{}]*\S[^{}]*$")


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "The Hehe win the roll."), ("es", "Los Hehe ganan la tirada.")],
)
def test_a_roll_of_both_sides_names_the_winner(language, words):
    event = e.SetupRolled("roll_off", (("A", 2), ("B", 3)), {}, "B")
    line = GAME.wording(begun("first_steps"), event, A)[0]
    assert line.says.in_(language).endswith(words)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "6 in over open ground (dice 1 and 5), 1 in over difficult ground (die 1)."),
        ("es", "6 pulgadas en terreno abierto (dados 1 y 5), 1 en terreno difícil (dado 1)."),
    ],
)
def test_a_roll_to_move_names_the_dice_of_each_column(language, words):
    dice = (("open", "A1", 1), ("open", "A1", 5), ("difficult", "A1", 1), ("open", "L", 6))
    event = e.Activated(Activation("A1", "A", 6.0, 1.0), dice)
    line = GAME.wording(begun("first_steps"), event, A)[0]
    assert line.says.in_(language).endswith(words)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "a tie at 5 and 2, then Mirambo 4 and Hehe 6. The Hehe win"),
        ("es", "empate a 5 y 2 y, después, Mirambo 4 y Hehe 6. Los Hehe ganan"),
    ],
)
def test_a_roll_of_both_sides_tells_the_ties_before(language, words):
    dice = tuple(
        (side, face)
        for pair in ((5, 5), (2, 2), (4, 6))
        for side, face in zip("AB", pair, strict=True)
    )
    line = GAME.wording(begun("first_steps"), e.SetupRolled("roll_off", dice, {}, "B"), A)[0]
    assert words in line.says.in_(language)


def test_every_event_is_told():
    assert {kind for kind in e.EVENTS if kind is not e.BattleBegan} == set(wording.TOLD)


@pytest.mark.parametrize("battle", BATTLES)
def test_a_battle_is_told_in_both_languages_with_rules_that_exist(battle):
    for before, _, _, happened in fought(battle):
        met = before
        for event in happened:
            for line in GAME.wording(met, event, A):
                for language in ("en", "es"):
                    assert GOOD.match(line.says.in_(language)), line
                    assert all(GOOD.match(why.in_(language)) for why, _ in line.reasons)
                assert all(
                    rule in GAME.rulebook or rule in PLATFORM_RULES
                    for rule in (*line.rules, *(rule for _, rule in line.reasons))
                ), line
            met = GAME.evolve(met, event)


def test_secrets_are_told_to_their_owner_alone():
    men = {
        "b": Figure("b", "warrior", "B", "B1", at=(9.0, 9.0)),
        "a": Figure("a", "askari", "A", "A1", at=(1.0, 1.0)),
    }
    battle = Battle(
        Land(), figures=men, units={"A1": Unit("A1", "A"), "B1": Unit("B1", "B", where=AMBUSH)}
    )
    secret = (
        e.Deployed("B", "B1", {"b": (9.0, 9.0, 0.0)}, ambush=True),
        e.HeldBack("B", "B1"),
        e.FireWritten("B", (Shot("b", ("a",)),), ()),
        e.ActivationEnded("B1", "declined"),
    )
    for event in secret:
        assert GAME.wording(battle, event, A) == ()
        assert GAME.wording(battle, event, B)


def test_names_cover_the_tables():
    assert set(PROFILES) == set(ONE)
    assert {
        row["id"]
        for row in (*TERRAIN_DATA["shooting"]["additions"], *TERRAIN_DATA["shooting"]["deductions"])
    } <= set(MODS)
    assert {row["id"] for row in TERRAIN_DATA["close_combat"]["modifiers"]} <= set(MODS)
    assert {row["id"] for row in MORALE["causes"]} <= set(CAUSES)
    for words in (CAUSES, FATES, MODS, ONE, TRAITS):
        assert all(word.en and word.es for word in words.values())


def test_hints_speak_for_every_step():
    for battle in BATTLES:
        for before, seat, *_ in fought(battle)[::7]:
            hint = hints.hint(view_of(before, seat))
            assert hint is not None
            assert all(GOOD.match(hint.says.in_(language)) for language in ("en", "es"))
            assert hint.rule in GAME.rulebook


def test_the_summary_names_every_unit_and_the_victory_of_each_side():
    before, seat, *_ = fought(BATTLES[0])[40]
    summary = GAME.summary(view_of(before, seat))
    assert set(before.units) <= {line.id for line in summary.pieces}
    assert {side for side, _ in summary.victory} == {"A", "B"}
    for line in summary.pieces:
        assert all(
            GOOD.match(words.in_(language))
            for words in (line.title, line.says)
            for language in ("en", "es")
        )


def test_the_sheets_are_full_and_their_rules_exist():
    for sheet in sheets():
        assert all(len(row) == len(sheet.head) for row in sheet.rows)
        assert all(rule in GAME.rulebook for rule in sheet.rules)
        assert all(
            cell.in_(language).strip()
            for row in sheet.rows
            for cell in row
            for language in ("en", "es")
        )


def test_the_card_names_every_chapter():
    assert {rule.chapter for rule in GAME.rulebook} == set(CARD.chapters)
    assert all(rule in GAME.rulebook for option in CARD.options for rule in option.rules)
