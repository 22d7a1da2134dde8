"""No battle ends by inactivity; a limit of turns is agreed, told before the battle, and kept."""

import msgspec
import pytest
from msgspec.structs import replace

from app.games.heart_of_africa import digest, sequence, victory_conditions, victory_progress
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.cases import positions
from app.games.heart_of_africa.events import BattleEnded
from app.games.heart_of_africa.evolve import evolve
from app.games.heart_of_africa.game_setup import words
from app.games.heart_of_africa.game_setup.clauses import term_fields as clauses
from app.games.heart_of_africa.game_setup.terms import read_terms
from app.games.heart_of_africa.orders import Pass
from app.games.heart_of_africa.setup.scenarios import AMBUSH, ENCOUNTER, PLANNED_ATTACK
from app.games.heart_of_africa.state import DEPLOYMENT, SIDES_STEP, VICTORY
from app.kernel import headless_games
from app.kernel.contract import Setup
from app.kernel.dice import SeededDice
from app.kernel.refusal import Refused
from app.kernel.seats import Viewer

SEATS = {"A": "A", "B": "B"}


def stock(scenario, **more):
    people = {"A": {"list": "zanzibaris"}, "B": {"list": "native_kingdom"}}
    attacker = {} if scenario == ENCOUNTER else {"attacker": "A"}
    return {
        "points": 200,
        "year": 1876,
        "peoples": people,
        "table": {"region": "savannah", "seed": 3},
        **attacker,
        **more,
    }


def standing_still(game, view, chance):
    """Armies that are put down and then do nothing."""
    return (
        game.bot(view, chance)
        if view.battle.step in (SIDES_STEP, DEPLOYMENT)
        else still(game, view, chance)
    )


def still(game, view, chance):
    seal = [
        offer.order
        for offer in game.offers(view)
        if offer.is_live and offer.main and not offer.asks
    ]
    return next(iter(seal), None) or (
        Pass() if not game.assess(view, Pass()).no else game.bot(view, chance)
    )


def quiet(scenario, turn, **table):
    case = {
        "table": {
            "scenario": scenario,
            "edges": {"A": "west", "B": "east"},
            "order_of_march": ["A1"],
            **table,
        },
        "start": {"turn": turn, "step": "rally"},
        "units": [{"id": "A1", "side": "A"}, {"id": "B1", "side": "B"}],
        "figures": [
            {
                "id": "a",
                "unit": "A1",
                "type": "spearman",
                "count": 8,
                "step": [1, 0],
                "x": 20,
                "y": 5,
            },
            {
                "id": "b",
                "unit": "B1",
                "type": "spearman",
                "count": 8,
                "step": [1, 0],
                "x": 50,
                "y": 44,
            },
        ],
    }
    return positions.battle_of({"id": "quiet", "title": "quiet", "orders": [], **case})


def test_two_armies_that_do_nothing_fight_on_until_both_agree_to_a_draw():
    played = headless_games.play_game(
        GAME, Setup(ENCOUNTER, SEATS, stock=stock(ENCOUNTER)), standing_still, "still", 900
    )
    assert played.outcome is not None and (played.outcome.ending, played.outcome.winners) == (
        "agreed",
        (),
    )
    assert played.tables[-1].state.ending == ""


def test_a_limit_that_was_agreed_ends_the_battle():
    played = headless_games.play_game(
        GAME,
        Setup(ENCOUNTER, SEATS, stock=stock(ENCOUNTER, turn_limit=3)),
        standing_still,
        "still",
        400,
    )
    assert (played.outcome.ending, played.outcome.winners) == (victory_conditions.NIGHTFALL, ())
    assert played.tables[-1].state.turn == 3


@pytest.mark.parametrize(
    ("scenario", "turn", "is_quiet"),
    [
        (ENCOUNTER, 9, False),
        (ENCOUNTER, 10, True),
        (AMBUSH, 18, False),
        (AMBUSH, 19, True),
        (PLANNED_ATTACK, 40, False),
    ],
)
def test_a_column_is_given_more_time_than_a_pitched_battle(scenario, turn, is_quiet):
    assert {victory_conditions.is_quiet(quiet(scenario, turn), side) for side in SEATS} == {
        is_quiet
    }


def test_an_ambush_with_a_limit_is_never_called_quiet():
    assert not any(
        victory_conditions.is_quiet(quiet(AMBUSH, 40, turn_limit=60), side) for side in SEATS
    )


def test_a_side_twice_as_strong_does_not_agree_to_a_draw_before_turn_24():
    battle = quiet(ENCOUNTER, 12)
    few = {key: one for key, one in battle.figures.items() if key not in ("b5", "b6", "b7", "b8")}
    uneven = replace(battle, figures=few)
    assert not victory_conditions.is_quiet(uneven, "A") and victory_conditions.is_quiet(uneven, "B")
    assert victory_conditions.is_quiet(replace(uneven, turn=24), "A"), (
        "in the end the bot gives up looking for them"
    )


def test_a_recorded_game_that_ended_by_inactivity_still_shows_its_result():
    battle = evolve(quiet(AMBUSH, 20), BattleEnded("B", "stalled"))
    ended = GAME.outcome(battle)
    assert (ended.winners, ended.ending) == (("B",), "stalled")
    assert ended.says.in_("en") != ended.says.in_("es") != ""


@pytest.mark.parametrize(
    ("scenario", "then"),
    [(ENCOUNTER, "draw"), (AMBUSH, "defender"), (PLANNED_ATTACK, "defender"), ("diced", "draw")],
)
def test_the_form_asks_for_the_limit_and_names_its_consequence(scenario, then):
    clause = next(one for one in clauses(scenario, {}) if one.name == "turn_limit")
    assert then in clause.hint.in_("en")
    assert ("tablas" if then == "draw" else "defensor") in clause.hint.in_("es")
    assert clause.rare is (scenario in (PLANNED_ATTACK, "diced"))


def test_a_raid_has_its_own_limit():
    assert not any(one.name == "turn_limit" for one in clauses("raid", {}))


@pytest.mark.parametrize(
    ("scenario", "english", "spanish"),
    [
        (ENCOUNTER, "15 turns at most, then a draw", "15 turnos como mucho; después, tablas"),
        (
            AMBUSH,
            "15 turns at most, then the defender wins",
            "15 turnos como mucho; después gana el defensor",
        ),
        ("diced", "15 turns at most", "15 turnos como mucho"),
    ],
)
def test_the_invitation_tells_the_limit_and_its_result(scenario, english, spanish):
    told = words.terms_in_words(scenario, read_terms(scenario, {"turn_limit": "15"}))
    assert told[-1].in_("en") == english and told[-1].in_("es") == spanish
    assert len(words.terms_in_words(scenario, read_terms(scenario, {}))) == len(told) - 1


@pytest.mark.parametrize(
    ("scenario", "turns", "rule"),
    [
        (ENCOUNTER, "100", "HOA-SCN-08"),
        (AMBUSH, "0", "HOA-SCN-16"),
        (PLANNED_ATTACK, "7", "HOA-SCN-22"),
        ("diced", "7", "HOA-SCN-22"),
    ],
)
def test_a_limit_out_of_bounds_is_refused(scenario, turns, rule):
    with pytest.raises(Refused) as refused:
        read_terms(scenario, {"turn_limit": turns})
    assert [one.rule for one in refused.value.refusals] == [rule]


def test_the_phase_tells_the_turn_and_the_last_one_and_the_score_does_not():
    battle = quiet(ENCOUNTER, 9, turn_limit=15)
    phase = digest.turn_and_step(battle)
    assert phase.in_("en").startswith("Turn 9 of 15: ")
    assert phase.in_("es").startswith("Turno 9 de 15: ")
    assert digest.turn_and_step(quiet(ENCOUNTER, 9)).in_("en").startswith("Turn 9: ")
    later = victory_progress.standing(quiet(ENCOUNTER, 10, turn_limit=15))
    assert {side: one.in_("en") for side, one in later.items()} == {
        side: one.in_("en") for side, one in victory_progress.standing(battle).items()
    }


def test_the_log_of_the_battle_begins_with_the_limit_and_its_result():
    lines, battle = [], None
    for event in GAME.new_game(
        Setup(AMBUSH, SEATS, stock=stock(AMBUSH, turn_limit=15)), SeededDice(b"limit", 1)
    ):
        lines += GAME.wording(battle, event, Viewer(finished=True)) if battle is not None else []
        battle = GAME.evolve(battle, event)
    line = next(line for line in lines if "HOA-SCN-16" in line.rules)
    assert (
        "15" in line.says.in_("en")
        and "defender" in line.says.in_("en")
        and "defensor" in line.says.in_("es")
    )


def test_a_battle_in_which_no_side_can_act_stops_instead_of_running_for_ever():
    battle = replace(
        quiet(AMBUSH, 9).with_conditions(fighting={"A": 0, "B": 0}), figures={}, step=VICTORY
    )
    held = msgspec.structs.replace(battle, scenario=ENCOUNTER)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(victory_conditions.VERDICTS, ENCOUNTER, lambda battle, since: None)
        with pytest.raises(RuntimeError, match="owed a decision since turn 9"):
            sequence.onward(held, SeededDice(b"idle", 1))
