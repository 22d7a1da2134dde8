"""Surroundings of the rules: seats, options, hints, proposed draws, endings."""

from pathlib import Path

import msgspec
import pytest

from app.games.cry_havoc import GAME, plans
from app.games.cry_havoc.events import AmmunitionRolled, StepBegan
from app.games.cry_havoc.evolve import evolve
from app.games.cry_havoc.orders import Pass
from app.games.cry_havoc.state import CLOSE_COMBAT, FIRST_FIRE, MOVEMENT, RECOVERY, SECOND_FIRE
from app.kernel.contract import Setup
from app.kernel.data_tables import read_yaml
from app.kernel.dice import LoadedDice, Roll, SeededDice
from app.kernel.record import read_written
from app.kernel.seats import SPECTATOR, Viewer

CASES = Path(__file__).with_name("cases")


def begun(scenario, seats=None, options=(), dice=None):
    seats = seats or {side.key: side.key for side in plans.PLANS[scenario].sides}
    events = GAME.new_game(Setup(scenario, seats, options), dice or LoadedDice())
    battle = None
    for event in events:
        battle = evolve(battle, event)
    return battle, events


def test_every_declared_ending_stands_in_a_case():
    told = {
        row["expect"]["facts"].get("ending")
        for book in CASES.glob("*.yaml")
        for row in read_yaml(book)["cases"]
        if (row.get("expect") or {}).get("facts")
    }
    assert set(GAME.card.endings) <= told


def test_two_seats_share_the_units_and_a_horse_goes_with_its_knight():
    battle, _ = begun("lady_edith", {"a": "gilbert", "b": "gilbert", "c": "richard"})
    mine = {unit.name: unit.seat for unit in battle.units.values() if unit.side == "gilbert"}
    assert mine == {
        "Sir Gilbert": "a",
        "Favel": "a",
        "A'Wood": "b",
        "Frederick": "a",
        "Fletcher": "b",
        "Alard": "a",
    }


def test_quivers_are_filled_before_the_game():
    _, events = begun(
        "first_blood",
        options=("limited_ammunition",),
        dice=LoadedDice(
            Roll("ammunition", who, 10, face)
            for who, face in [
                ("eudo", 4),
                ("eudo", 10),
                ("eudo", 7),
                ("francisco", 1),
                ("francisco", 1),
                ("francisco", 1),
            ]
        ),
    )
    assert {event.unit: event.ammo for event in events if isinstance(event, AmmunitionRolled)} == {
        "eudo": 21,
        "francisco": 3,
    }


def test_idle_steps_are_skipped_with_the_option():
    battle, _ = begun("knight_errant", options=("skip_idle_steps",))
    dice = SeededDice(b"idle", 1)
    for unit in list(battle.units.values()):
        if plans.PLANS["knight_errant"].zone(unit):
            battle = msgspec.structs.replace(
                battle, units={**battle.units, unit.id: msgspec.structs.replace(unit, hex="0101")}
            )
    battle = msgspec.structs.replace(battle, turn=3, active="mercenaries", step=FIRST_FIRE)
    steps = [
        event.step
        for event in GAME.decide(battle, Pass(), "mercenaries", dice)
        if isinstance(event, StepBegan)
    ]
    assert steps == [MOVEMENT]
    battle = msgspec.structs.replace(battle, step=MOVEMENT)
    steps = [
        event.step
        for event in GAME.decide(battle, Pass(), "mercenaries", dice)
        if isinstance(event, StepBegan)
    ]
    assert steps[:3] == [SECOND_FIRE, CLOSE_COMBAT, RECOVERY]


@pytest.mark.parametrize(
    ("turn", "last_blow", "is_put"), [(10, 0, False), (11, 0, True), (13, 3, False), (14, 3, True)]
)
def test_a_draw_is_put_to_both_sides_after_ten_quiet_turns(turn, last_blow, is_put):
    battle, _ = begun("first_blood")
    battle = msgspec.structs.replace(battle, turn=turn, last_blow=last_blow)
    asked = GAME.waiting_for(battle)[0].says
    assert ("draw" in asked.in_("en")) == ("tablas" in asked.in_("es")) == is_put
    assert (len(GAME.summary(GAME.view(battle, SPECTATOR)).victory) > 2) == is_put


def test_the_guided_battle_has_a_hint_for_every_step():
    battle, _ = begun("first_blood")
    for step in (FIRST_FIRE, MOVEMENT, SECOND_FIRE, CLOSE_COMBAT):
        now = msgspec.structs.replace(battle, step=step)
        hints = [GAME.hint(GAME.view(now, Viewer(seat, seat))) for seat in ("watch", "raiders")]
        assert all(hint is not None and hint.rule in GAME.rulebook for hint in hints)
        assert all(
            words.in_("en") != words.in_("es")
            for hint in hints
            for words in (hint.says, hint.do)
            if words is not None
        )
        assert GAME.hint(GAME.view(now, SPECTATOR)) is None


def test_no_other_scenario_gives_hints():
    battle, _ = begun("emboscada")
    assert GAME.hint(GAME.view(battle, Viewer("ambushers", "ambushers"))) is None


def test_every_scenario_is_told_in_both_languages():
    for plan in plans.PLANS.values():
        words = [plan.title, plan.plot, *(side.wants for side in plan.sides)]
        assert all(it.in_("en").strip() and it.in_("es").strip() for it in words)
        assert plan.plot.in_("en") != plan.plot.in_("es")


def test_the_four_scenarios_of_the_data_file_have_their_forces():
    counts = {
        key: [
            len([unit for unit in side.units if unit.kind not in ("horse", "mule")])
            for side in plan.sides
        ]
        for key, plan in plans.PLANS.items()
    }
    assert counts == {
        "first_blood": [4, 4],
        "lady_edith": [5, 5],
        "emboscada": [7, 6],
        "tres_mulas": [5, 10],
        "knight_errant": [11, 15],
    }


def test_bots_agree_to_a_draw_proposed_by_the_rules():
    """CH-SUM-08: after ten turns without combat the rules propose a draw to both sides."""
    from app.games.cry_havoc import orders
    from app.games.cry_havoc.box import GAME
    from app.kernel import headless_games

    played = headless_games.play_game(
        GAME,
        headless_games.plain_setup(GAME.card.scenarios[0], ()),
        lambda game, view, chance: idle(game, view),
        "quiet",
        400,
    )
    assert played.outcome is not None
    scenario = next(one for one in GAME.card.scenarios if one.key == "knight_errant")
    played = headless_games.play_game(
        GAME,
        headless_games.plain_setup(scenario, ()),
        lambda game, view, chance: idle(game, view),
        "quiet",
        400,
    )
    assert played.outcome is not None and played.outcome.ending == "agreed"
    assert 10 < played.tables[-1].state.turn <= 12
    given = [read_written(GAME, move.order) for move in played.moves]
    assert not any(isinstance(order, orders.Shoot | orders.Attack) for order in given)


def idle(game, view):
    """Deploy, then only pass."""
    from app.games.cry_havoc import orders

    live = [offer.order for offer in game.offers(view) if offer.is_live]
    return next(
        (
            order
            for order in live
            if isinstance(order, orders.Deploy) and view.battle.units[order.unit].hex is None
        ),
        orders.Pass(),
    )


def test_three_mules_ended_by_agreement_go_to_the_higher_total():
    """CH-SUM-03: where the scenario says so, an agreed end is no draw."""
    import msgspec

    from app.games.cry_havoc import victory
    from app.games.cry_havoc.box import GAME
    from app.kernel import headless_games

    won = set()
    for key in ("tres_mulas", "emboscada"):
        scenario = next(one for one in GAME.card.scenarios if one.key == key)
        battle = (
            headless_games.play_game(
                GAME,
                headless_games.plain_setup(scenario),
                lambda game, view, chance: idle(game, view),
                "agreed",
                40,
            )
            .tables[-1]
            .state
        )
        rebel = next(unit for unit in battle.units.values() if unit.side == battle.sides[1])
        fallen = msgspec.structs.replace(rebel, state="dead", killed_by=battle.sides[0])
        won.add(
            (
                key,
                victory.agreed(
                    msgspec.structs.replace(battle, units={**battle.units, rebel.id: fallen})
                ),
            )
        )
    assert won == {("tres_mulas", ("lord",)), ("emboscada", ())}
