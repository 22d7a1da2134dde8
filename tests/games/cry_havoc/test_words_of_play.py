"""Words about a battle beside its board: the phase with the last turn, the key of a die."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from app.games.cry_havoc import orders
from app.games.cry_havoc.box import GAME
from app.games.cry_havoc.combat_odds import attack_assessment
from app.games.cry_havoc.dice_rows import throws_of
from app.games.cry_havoc.evolve import evolve, fold
from app.games.cry_havoc.reach import way_of
from app.games.cry_havoc.sequence import decide
from app.games.cry_havoc.state import FIRST_FIRE, MOVEMENT
from app.games.cry_havoc.wording_fights import shot_reasons
from app.kernel.contract import Setup
from app.kernel.dice import LoadedDice
from app.kernel.event_summary import Met
from app.kernel.seats import Viewer
from tests.games.cry_havoc.test_combat import position, two_with_one_way_out


@pytest.mark.parametrize(
    ("scenario", "english", "spanish"),
    [
        ("first_blood", "Turn 1 of 5, ", "Turno 1 de 5, "),
        ("emboscada", "Turn 1 of 20, ", "Turno 1 de 20, "),
        ("knight_errant", "Turn 1, ", "Turno 1, "),
    ],
)
def test_the_phase_names_the_last_turn_of_the_scenario(scenario, english, spanish):
    sides = [side.key for one in GAME.card.scenarios if one.key == scenario for side in one.sides]
    begun = GAME.new_game(Setup(scenario, {side: side for side in sides}), LoadedDice.faces())
    battle = fold(evolve(None, begun[0]), begun[1:])
    phase = GAME.moment(replace(battle, turn=1, step=MOVEMENT)).phase
    assert phase.in_("en").startswith(english) and phase.in_("es").startswith(spanish)


def test_a_row_of_dice_tells_the_meaning_of_its_letters():
    battle = position([("m", "Mark", "red", "0404", {}), ("b", "Ben", "blue", "0505", {})])
    events = decide(battle, orders.Attack(("m",), ("b",)), "red", LoadedDice.faces(8))
    (row,) = throws_of([Met(1, "red", 1, battle, events[0])])
    shown = {cell.result for cell in row.cells} - {"–"}
    assert {letter for letter, _ in row.key} == shown
    words = dict(row.key)
    assert words["B"].in_("en") == "the attackers retreat"
    assert all(one.in_("es") for one in words.values())


@pytest.mark.parametrize(
    ("state", "reasons"),
    [
        ("healthy", ["+1 medium range"]),
        ("wounded", ["+1 medium range", "+1 wounded shooter"]),
    ],
)
def test_the_log_names_each_number_added_to_the_die(state, reasons):
    battle = position(
        [
            ("f", "Fletcher", "red", "0404", {"state": state}),
            ("b", "Ben", "blue", "1808", {}),
        ]
    )
    battle = replace(battle, step=FIRST_FIRE)
    events = decide(battle, orders.Shoot("f", "b"), "red", LoadedDice.faces(10))
    said = [words.in_("en") for words, rule in shot_reasons(events[0]) if rule == "CH-MIS-01"]
    assert said == reasons


@pytest.mark.parametrize(("terrain", "ground"), [({}, []), ({"bush": ["1008"]}, ["drawback"])])
def test_the_preview_of_an_attack_names_ground_that_is_not_neutral(terrain, ground):
    battle = position(
        [("a", "Arnim", "red", "1008", {}), ("g", "Giles", "blue", "1009", {})], terrain=terrain
    )
    found = attack_assessment(battle, orders.Attack(("a",), ("g",)), "red")
    told = [tally.reasons[0].why.in_("en") for title, tally in found.tallies[2:]]
    assert told == [f"attackers: {one}; defenders: neutral" for one in ground]


def test_the_draft_of_a_retreat_shows_its_hex_on_the_board():
    battle = two_with_one_way_out()
    battle = fold(
        battle, decide(battle, orders.Attack(("h", "p"), ("b",)), "red", LoadedDice.faces(8))
    )
    assert way_of(battle, orders.RetreatTo("p", "0403")) == ("0504", "0403")


def test_the_end_of_a_deployment_tells_what_is_fixed_then():
    sides = [
        side.key for one in GAME.card.scenarios if one.key == "emboscada" for side in one.sides
    ]
    setup = Setup("emboscada", {side: side for side in sides})
    begun = GAME.new_game(setup, LoadedDice.faces())
    battle = fold(evolve(None, begun[0]), begun[1:])
    seat = GAME.waiting_for(battle)[0].seat
    chance = random.Random(1)
    while True:
        seen = GAME.view(battle, Viewer(seat, battle.seats[seat]))
        (end,) = [one for one in GAME.offers(seen) if isinstance(one.order, orders.Pass)]
        if end.is_live:
            break
        assert end.leaves_undone is None
        battle = fold(battle, GAME.decide(battle, GAME.bot(seen, chance), seat, LoadedDice.faces()))
    assert "do not change any more" in end.leaves_undone.in_("en")
