"""Orders ahead: their effects, their stops, and their secrecy."""

from __future__ import annotations

import random

import msgspec
import pytest

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa import orders
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.conditional_orders import answering, marching
from app.games.heart_of_africa.conditional_orders.plans import Plans, Policies
from app.games.heart_of_africa.conditional_orders.words import (
    FEW_VISITS,
    STOPS,
    TOPICS,
    march_words,
)
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import radius
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.pieces import AMBUSH, CHARGED, Figure, Unit
from app.games.heart_of_africa.sequence import owing
from app.games.heart_of_africa.state import (
    INDEPENDENT_MOVES,
    MORALE,
    RALLY,
    REVEAL,
    SHOOTING,
    UNIT_MOVES,
    Battle,
    CaptureWhich,
    Charge,
    TakeHit,
)
from app.games.heart_of_africa.state import Test as Owed
from app.games.heart_of_africa.turn_order import still_to_act
from app.kernel import headless_games, undo
from app.kernel.contract import Setup
from app.kernel.dice import SeededDice
from app.kernel.record import Move, to_json
from app.kernel.refusal import Refused
from app.kernel.seats import SPECTATOR, Viewer
from tests.games.heart_of_africa.battles import with_facts

replace = msgspec.structs.replace
A, B = Viewer("a", "A"), Viewer("b", "B")
ALL = tuple(STOPS)


def men(unit, kind, x, y, number=3, **facts):
    return {
        f"{unit}.{n}": Figure(
            f"{unit}.{n}",
            kind,
            unit[0],
            unit,
            at=(x + n, y),
            facing=90.0 if unit[0] == "A" else 270.0,
            **facts,
        )
        for n in range(number)
    }


def battle(*more, step=UNIT_MOVES, **facts):
    """Three units of A along the south, two of B along the north; A is to move."""
    figures = {
        **men("A1", "warrior", 10.0, 6.0),
        **men("A2", "warrior", 30.0, 6.0),
        **men("A3", "musketeer", 50.0, 6.0),
        **men("B1", "warrior", 10.0, 42.0),
        **men("B2", "warrior", 50.0, 42.0),
    }
    for some in more:
        figures |= some
    units = {
        key: Unit(key, key[0], original=3, start=3)
        for key in dict.fromkeys(figure.unit for figure in figures.values() if figure.unit)
    }
    units |= facts.pop("units", {})
    known = {
        "seats": {"a": "A", "b": "B"},
        "figures": figures,
        "units": units,
        "turn": 2,
        "step": step,
        "to_act": "A" if step in (UNIT_MOVES, INDEPENDENT_MOVES) else "",
        "turn_limit": 9,
    }
    return with_facts(Battle(Land()), **(known | facts))


def decided(position, order, seat="a", seed=1):
    happened = GAME.decide(position, order, seat, SeededDice(b"plans", seed))
    return fold(position, happened), list(happened)


def refused(position, order, seat="a"):
    with pytest.raises(Refused) as why:
        GAME.decide(position, order, seat, SeededDice(b"plans", 1))
    rules = {one.rule for one in why.value.refusals}
    assert rules & {
        one.rule for one in GAME.assess(GAME.view(position, A if seat == "a" else B), order).no
    }
    return rules


def given(position, side, **facts):
    """The battle with orders ahead of a side."""
    return replace(position, plans={**position.plans, side: Plans(**facts)})


def standing(position, side="A", **words):
    return given(position, side, policies=Policies(**words))


def answer(position, side="A"):
    """Answer of a side's orders ahead, from its view."""
    known = GAME.view(position, A if side == "A" else B).battle
    return answering.answer(known, side, still_to_act(known, side))


def acted(happened):
    """Units activated, in turn."""
    return [event.hand.who for event in happened if isinstance(event, e.Activated)]


def of(happened, kind):
    return [event for event in happened if isinstance(event, kind)]


MARCH = orders.PlanMarch({"A1": (12.0, 20.0), "A2": (31.0, 20.0, 45.0)}, rest="stand", stops=ALL)


def test_many_activations_are_filed_at_once():
    """All of A moves in a single order while B, who has moved, waits; and B is asked next."""
    position = battle(passed=("B",))
    after, happened = decided(position, MARCH)
    assert acted(happened) == ["A1", "A2"]
    assert [(event.side, event.who) for event in of(happened, e.StoodStill)] == [("A", ("A3",))]
    assert after.turn == 3
    assert after.figures["A1.1"].at[1] > 6
    assert {after.figures[f"A2.{n}"].facing for n in range(3)} == {45.0}


def test_the_sides_take_turns_by_their_plans():
    position = given(
        battle(),
        "B",
        march=marching.read(
            battle(), orders.PlanMarch({"B1": (11.0, 30.0), "B2": (51.0, 30.0)}, rest="stand"), "B"
        ),
    )
    after, happened = decided(position, MARCH)
    assert acted(happened) == ["A1", "B1", "A2", "B2"]
    assert after.turn == 3


def test_without_a_plan_the_other_side_is_asked():
    after, happened = decided(battle(), MARCH)
    assert acted(happened) == ["A1"]
    assert owing(after) == ("B",)
    later, happened = decided(after, orders.NoMove(("B1", "B2")), "b")
    assert acted(happened) == ["A2"]
    assert later.turn == 3


def test_the_order_of_the_tasks_is_the_players():
    _, happened = decided(battle(passed=("B",)), replace(MARCH, order=("A3", "A2", "A1")))
    assert acted(happened) == ["A2", "A1"]


def test_all_the_others_are_asked_about_if_so_it_was_said():
    after, happened = decided(battle(passed=("B",)), replace(MARCH, rest="ask"))
    assert acted(happened) == ["A1", "A2"]
    assert owing(after) == ("A",)
    assert still_to_act(after, "A") == ("A3",)


def test_a_leader_moves_with_a_unit_and_keeps_its_place():
    leader = Figure("L", "warrior", "A", role="leader", at=(11.0, 4.0), facing=90.0)
    position = battle({"L": leader}, passed=("B",))
    order = orders.PlanMarch({"A1": (11.0, 20.0)}, after={"L": "A1"}, rest="stand")
    after, happened = decided(position, order)
    assert acted(happened) == ["A1", "L"]
    went = after.figures["A1.1"].at[1] - 6
    assert after.figures["L"].at[1] > 4
    assert after.figures["L"].at[1] - 4 <= went + 0.01
    assert after.figures["L"].at[0] == pytest.approx(11, abs=0.3)


def test_a_charge_by_plan():
    position = battle(men("B3", "spearman", 11.0, 8.5, 2), passed=("B",))
    _, happened = decided(position, orders.PlanMarch(target={"A1": "B3"}, rest="stand", stops=ALL))
    assert acted(happened) == ["A1"]
    assert any(event.charges for event in of(happened, e.FigureMoved))
    assert not of(happened, e.PlanStopped)


def test_a_march_for_several_turns_goes_on_until_it_is_there():
    march = marching.read(battle(), replace(MARCH, turns=3), "A")
    assert (march.first, march.last) == (2, 4)
    position = given(battle(), "A", march=march)
    for turn, kept in ((2, True), (3, True), (4, False)):
        over = fold(replace(position, turn=turn), [e.TurnOver({})])
        assert (over.plans["A"].march is not None) == kept
    there = replace(
        battle(),
        figures={
            key: replace(one, at=(one.at[0] + 1, 20.0)) if one.unit == "A1" else one
            for key, one in battle().figures.items()
        },
    )
    assert marching.due(there, march, ("A1", "A2")).who == "A2"


def test_a_march_given_after_the_moves_is_for_the_next_turn():
    position = battle(step=SHOOTING, to_act="")
    march = marching.read(position, MARCH, "A")
    assert march.first == march.last == 3
    assert not marching.is_on(position, march)


def stopped(position, order=MARCH):
    """The reason for which a march order, given on the plain table, stops on this one."""
    march = marching.read(battle(), order, "A")
    enemies = tuple(key for key, unit in position.units.items() if unit.side == "B")
    _, happened = decided(given(position, "A", march=march), orders.NoMove(enemies), "b")
    return [(event.why, event.who, event.by) for event in of(happened, e.PlanStopped)]


def for_b(*more, **facts):
    return battle(*more, to_act="B", **facts)


def test_an_enemy_near_the_unit_or_its_way_stops_it():
    assert stopped(for_b()) == []
    assert stopped(for_b(men("B3", "warrior", 18.0, 7.0, 2))) == [("near", "A1", "B3")]
    assert stopped(for_b(men("B3", "warrior", 13.0, 22.0, 2))) == [("near", "A1", "B3")]
    assert stopped(for_b(men("B3", "warrior", 18.0, 7.0, 2)), replace(MARCH, within=2)) == []
    assert stopped(for_b(men("B3", "warrior", 18.0, 7.0, 2)), replace(MARCH, stops=("lost",))) == []


def test_an_enemy_near_a_standing_unit_stops_a_march():
    assert stopped(for_b(men("B3", "warrior", 50.0, 9.0, 2))) == [("near", "A3", "B3")]


def test_an_enemy_that_was_near_already_does_not_stop_a_march():
    here = battle(men("B3", "warrior", 18.0, 7.0, 2))
    march = marching.read(here, MARCH, "A")
    assert ("A1", "B3") in march.watch.near
    _, happened = decided(
        given(replace(here, to_act="B"), "A", march=march), orders.NoMove(("B1", "B2", "B3")), "b"
    )
    assert not of(happened, e.PlanStopped)


def test_a_lost_unit_a_sprung_ambush_and_a_charge_stop_it():
    units = {"B3": Unit("B3", "B", where=AMBUSH, original=2, start=2)}
    lurking = men("B3", "warrior", 60.0, 30.0, 2)
    march = marching.read(battle(lurking, units=units), MARCH, "A")
    assert march.watch.hidden == 1
    out = given(for_b(lurking), "A", march=march)
    _, happened = decided(out, orders.NoMove(("B1", "B2", "B3")), "b")
    assert of(happened, e.PlanStopped) == [e.PlanStopped("A", "ambush")]

    fallen = for_b()
    fallen = replace(
        fallen,
        figures={
            key: replace(one, fate="shot", at=None) if one.unit == "A3" else one
            for key, one in fallen.figures.items()
        },
    )
    assert stopped(fallen) == [("lost", "A3", "")]

    reach = radius(battle().figures["A3.0"]) + radius(battle().figures["A1.0"]) + 0.02
    touched = for_b(men("B3", "warrior", 50.0, 6.0 + reach, 1))
    assert stopped(touched)[0][:2] == ("contact", "A3")


def test_a_stopped_march_waits_and_goes_on_when_told():
    position = for_b(men("B3", "warrior", 18.0, 7.0, 2))
    march = marching.read(battle(), MARCH, "A")
    after, _ = decided(given(position, "A", march=march), orders.NoMove(("B1", "B2", "B3")), "b")
    assert owing(after) == ("A",)
    assert after.plans["A"].march.stopped == "near"
    goes_on = next(
        offer
        for offer in GAME.offers(GAME.view(after, A))
        if offer.label.en == "Continue the march order"
    )
    _, happened = decided(after, goes_on.order)
    assert acted(happened) == ["A1", "A2"]
    assert not of(happened, e.PlanStopped)


def test_a_unit_that_discovers_an_ambush_waits_for_its_player():
    units = {"B3": Unit("B3", "B", where=AMBUSH, original=2, start=2)}
    position = battle(men("B3", "warrior", 11.0, 9.5, 2), units=units, passed=("B",))
    after, happened = decided(position, MARCH)
    assert of(happened, e.AmbushRevealed)
    assert of(happened, e.PlanStopped) == [e.PlanStopped("A", "ambush")]
    assert after.hand.who == "A1"
    assert owing(after) == ("A",)


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (orders.PlanMarch({"B1": (20.0, 20.0)}), "CAR-TAB-06"),
        (orders.PlanMarch({"nobody": (20.0, 20.0)}), "CAR-TAB-06"),
        (orders.PlanMarch({"A1": (90.0, 20.0)}), "CAR-TAB-08"),
        (orders.PlanMarch({"A1": (9.0,)}), "CAR-TAB-08"),
        (orders.PlanMarch(target={"A1": "nobody"}), "CAR-TAB-06"),
        (orders.PlanMarch(target={"A1": "A2"}), "CAR-TAB-06"),
        (orders.PlanMarch(after={"A1": "A1"}), "CAR-PLN-02"),
        (orders.PlanMarch(), "CAR-PLN-02"),
        (replace(MARCH, turns=9), "CAR-PLN-02"),
        (replace(MARCH, within=99), "CAR-PLN-02"),
        (replace(MARCH, rest="dance"), "CAR-PLN-02"),
        (replace(MARCH, stops=("rain",)), "CAR-PLN-02"),
        (orders.Recall(), "CAR-PLN-02"),
        (orders.SetPolicies(Policies(fire="often")), "CAR-PLN-02"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_a_plan_that_can_never_be_carried_out_is_refused(order, rule):
    assert rule in refused(battle(), order)


def test_hidden_units_and_immobile_guns_get_no_march():
    hidden = battle(
        men("A4", "warrior", 30.0, 30.0), units={"A4": Unit("A4", "A", where=AMBUSH, original=3)}
    )
    assert refused(hidden, orders.PlanMarch({"A4": (30.0, 32.0)})) == {"CAR-PLN-02"}
    gun = battle(men("A5", "muzzle_loading_cannon", 60.0, 6.0, 1))
    rules = {rule.id for rule in GAME.rulebook}
    assert refused(gun, orders.PlanMarch({"A5": (60.0, 12.0)})) <= rules


def test_a_hidden_enemy_and_one_that_does_not_exist_get_the_same_answer():
    hidden = battle(
        men("B3", "warrior", 30.0, 30.0), units={"B3": Unit("B3", "B", where=AMBUSH, original=3)}
    )
    said = []
    for key in ("B3", "B9", "B3.1"):
        with pytest.raises(Refused) as why:
            decided(hidden, orders.PlanMarch(target={"A1": key}))
        said.append(why.value.refusals)
    assert said[0] == said[1] == said[2]


def test_a_plan_is_taken_only_from_a_side_that_is_asked():
    for order in (orders.SetPolicies(FEW_VISITS), orders.PlanMarch({"B1": (11.0, 30.0)})):
        assert refused(battle(), order, "b")


def test_every_policy_has_words_for_each_of_its_answers():
    assert set(TOPICS) == {field.name for field in msgspec.structs.fields(Policies)}
    for key, topic in TOPICS.items():
        assert "ask" in topic.options
        assert getattr(FEW_VISITS, key) in topic.options
        for word in (topic.title, *topic.options.values()):
            assert word.in_("en").strip()
            assert word.in_("es").strip()


def test_nothing_is_answered_unless_it_was_said():
    assert answer(battle()) is None
    assert answer(given(battle(step=SHOOTING), "A")) is None


def shooting():
    return battle(men("B3", "warrior", 51.0, 12.0, 3), step=SHOOTING)


def test_all_fire_at_their_first_target_and_seal():
    found = answer(standing(shooting(), fire="first"))
    assert found.what == "fire"
    assert {shot.figure for shot in found.orders[0].shots} == {"A3.0", "A3.1", "A3.2"}
    assert found.orders[0].seal
    assert answer(standing(shooting(), fire="hold")).orders == [orders.Pass()]


def test_fire_is_answered_as_soon_as_the_other_side_has_sealed():
    """The whole step runs by itself when one side has its standing orders and the other writes."""
    position = standing(replace(shooting(), units={**shooting().units}), fire="first")
    position = replace(
        position,
        figures={
            key: replace(one, type="musketeer") if one.unit == "B3" else one
            for key, one in position.figures.items()
        },
    )
    assert set(owing(position)) == {"A", "B"}
    after, happened = decided(position, orders.Pass(), "b")
    assert len(of(happened, e.ShotFired)) == 3
    assert after.step != SHOOTING


def test_a_leader_is_saved_as_was_said():
    leader = Figure("L", "white_man", "A", role="leader", at=(40.0, 6.0))
    attendant = Figure("T", "attendant", "A", of="L", at=(40.5, 6.0))
    owed = TakeHit("A", "L", "shot", "B1.0", 4, ("T",))
    position = battle({"L": leader, "T": attendant}, step=SHOOTING, pending=(owed,))
    assert answer(standing(position, hits="attendant")).orders[0] == orders.MeetHit(
        "L", "attendant"
    )
    assert answer(standing(position, hits="save")).orders[0] == orders.MeetHit("L", "save")
    assert answer(position) is None
    no_save = replace(position, pending=(replace(owed, save=None),))
    done = standing(no_save, hits="save")
    known = GAME.view(done, A).battle
    assert orders.MeetHit("L", "attendant") in answering.answer(known, "A", ()).orders


def test_baggage_is_taken():
    position = battle(step=SHOOTING, pending=(CaptureWhich("A", "A1.0", ("x", "y")),))
    assert answer(standing(position, baggage="first")).orders == [orders.Capture("A1.0", "x")]


def shaken():
    """A unit with a marker and one without owe tests, a Disciplinarian beside both."""
    leader = Figure("L", "warrior", "A", role="leader", traits=("disciplinarian",), at=(20.0, 6.0))
    position = battle(
        {"L": leader},
        men("A4", "warrior", 16.0, 6.0),
        step=MORALE,
        owed=(Owed("A4", "losses"), Owed("A5", "losses")),
        units={
            "A4": Unit("A4", "A", original=3, start=3),
            "A5": Unit("A5", "A", original=3, start=3, marker=True),
        },
    )
    return replace(position, figures={**position.figures, **men("A5", "warrior", 22.0, 6.0)})


def test_tests_are_ignored_as_was_said():
    position = shaken()
    assert "A" in owing(position)
    assert answer(standing(position, tests="dice")).orders == [orders.Pass()]
    assert answer(standing(position, tests="shaken")).orders[0] == orders.Cancel("A5", "L")
    assert answer(standing(position, tests="house")).orders[0] == orders.Cancel("A5", "L")
    spared = position.with_morale(cancels=(("A5", "L"),))
    assert answer(standing(spared, tests="shaken")).orders == [orders.Pass()]


def test_a_unit_is_rallied():
    leader = Figure("L", "warrior", "A", role="leader", at=(9.0, 6.0))
    position = battle(
        {"L": leader}, step=RALLY, units={"A1": Unit("A1", "A", original=3, start=3, marker=True)}
    )
    assert owing(position) == ("A",)
    assert answer(standing(position, rally="house")).orders[0] == orders.Rally("L", "A1")
    assert answer(standing(position, rally="none")).orders == [orders.Pass()]
    after, happened = decided(position, orders.SetPolicies(Policies(rally="house")))
    assert of(happened, e.Rallied)
    assert after.step != RALLY


def test_ambushers_are_not_shown():
    position = battle(
        men("A4", "archer", 30.0, 30.0),
        units={"A4": Unit("A4", "A", where=AMBUSH, original=3)},
        step=REVEAL,
    )
    assert owing(position) == ("A",)
    assert answer(standing(position, reveal="lie")).orders == [orders.Pass()]
    assert answer(standing(position, loopholes="everybody")) is None


def hidden_spears(at):
    """A's spearmen in ambush, all other units of A done; B is about to move."""
    position = battle(
        men("A4", "warrior", 30.0, 30.0),
        units={"A4": Unit("A4", "A", where=AMBUSH, original=3, start=3)},
        to_act="B",
        activated=1,
    )
    position = replace(
        position,
        units={
            key: replace(one, activation="no_move") if key in ("A1", "A2", "A3") else one
            for key, one in position.units.items()
        },
    )
    return replace(
        position,
        figures={
            key: replace(one, at=(at[0] + float(key[-1]), at[1])) if one.unit == "B1" else one
            for key, one in position.figures.items()
        },
    )


def test_an_ambush_attacks_a_near_enemy_between_two_enemy_moves():
    position = standing(hidden_spears((30.0, 35.0)), ambushes="6")
    after, happened = decided(position, orders.NoMove(("B2",)), "b")
    assert acted(happened) == ["A4"]
    assert of(happened, e.AmbushRevealed)[0].unit == "A4"
    assert after.units["A4"].activation
    assert owing(after) == ("B",)
    assert (
        any(CHARGED in after.figures[f"A4.{n}"].did for n in range(3))
        or after.figures["A4.0"].at[1] > 30
    )


def test_an_ambush_stays_hidden_without_a_near_enemy():
    position = standing(hidden_spears((30.0, 44.0)), ambushes="6")
    after, happened = decided(position, orders.NoMove(("B1", "B2")), "b")
    assert not acted(happened)
    assert after.units["A4"].where == AMBUSH
    assert after.step != UNIT_MOVES


def charged_riders():
    """B's riders have just been contacted by men of A on foot; B is to move next."""
    riders = {"B3.0": Figure("B3.0", "horseman", "B", "B3", at=(20.0, 30.0), facing=270.0)}
    foot = {
        "A4.0": Figure(
            "A4.0", "warrior", "A", "A4", at=(20.0, 29.0), facing=90.0, did=("moved", CHARGED)
        )
    }
    reach = radius(riders["B3.0"]) + radius(foot["A4.0"]) + 0.02
    foot = {"A4.0": replace(foot["A4.0"], at=(20.0, round(30.0 - reach, 3)))}
    units = {
        "A4": Unit("A4", "A", original=1, start=1, activation="moved"),
        "B3": Unit("B3", "B", original=1, start=1),
    }
    return battle(
        riders,
        foot,
        units=units,
        to_act="A",
        charges=(Charge("A4.0", "B3.0", (20.0, 24.0), 270.0),),
    )


def test_charged_riders_evade():
    position = standing(charged_riders(), "B", riders="evade")
    after, happened = decided(position, orders.NoMove(("A1",)))
    assert acted(happened) == ["B3"]
    assert after.figures["B3.0"].at[1] > 32
    assert owing(after) == ("A",)
    asked, happened = decided(charged_riders(), orders.NoMove(("A1",)))
    assert not acted(happened)
    assert owing(asked) == ("B",)


def test_a_march_order_is_drawn_out_beforehand():
    view = GAME.view(battle(men("B3", "warrior", 10.0, 10.0, 2)), A)
    assessment = GAME.assess(
        view, replace(MARCH, target={"A1": "B3"}, to={"A2": (31.0, 8.0), "A3": (51.0, 40.0)})
    )
    assert not assessment.no
    said = [note.in_("en") for note in assessment.notes]
    assert any("reach" in words and "in contact" in words for words in said)
    assert any("arrive with an average roll" in words for words in said)
    assert any("are left" in words for words in said)
    assert any(words.startswith("Enemies that are near already") for words in said)
    assert len(assessment.way) >= 3
    assert all(note.in_("es").strip() for note in assessment.notes)


def test_a_preview_moves_followers_after_their_units():
    leader = Figure("L", "warrior", "A", role="leader", at=(11.0, 4.0), facing=90.0)
    order = orders.PlanMarch(
        {"A1": (11.0, 20.0)}, after={"L": "A1", "A2": "A3"}, order=("L", "A1", "A2"), rest="stand"
    )
    assessment = GAME.assess(GAME.view(battle({"L": leader}), A), order)
    said = {note.in_("en") for note in assessment.notes}
    assert any(words.startswith(("Leader A comes", "Leader A arrives")) for words in said), said
    assert "Warriors A2 stays with Musketeers A3" in said
    assert not any("No figure can move that way" in words for words in said)
    assert any(word.startswith("L:") for word in assessment.way)


def test_a_stopped_march_names_the_enemy_and_the_distances():
    for more, near in (
        (men("B3", "warrior", 18.0, 7.0, 2), "5.3 in from the Warriors A1"),
        (
            men("B3", "warrior", 13.0, 22.0, 2),
            "15.2 in from the Warriors A1, but at most 8 in from the way",
        ),
    ):
        march = marching.read(battle(), MARCH, "A")
        position = given(for_b(more), "A", march=march)
        after, happened = decided(position, orders.NoMove(("B1", "B2", "B3")), "b")
        event = next(iter(of(happened, e.PlanStopped)))
        waits = " ".join(words.in_("en") for words in march_words(after, after.plans["A"].march))
        for said in (str(next(iter(GAME.wording(position, event, A))).says), waits):
            assert f"Warriors B3 are {near}" in said


def test_standing_orders_show_their_answers_in_the_present_position():
    view = GAME.view(shooting(), A)
    now = GAME.assess(view, orders.SetPolicies(Policies(fire="first")))
    said = " ".join(note.in_("en") for note in now.notes)
    assert "all at their first target" in said
    assert "answered at once" in said
    assert "3 would fire" in said
    assert "still yours to decide" in " ".join(
        note.in_("en")
        for note in GAME.assess(view, orders.SetPolicies(Policies(rally="none"))).notes
    )


def test_orders_in_force_are_shown_to_their_owner_with_offers_to_revoke_them():
    after, _ = decided(battle(), MARCH)
    after = standing(replace(after, to_act="A"), fire="hold")
    after = replace(
        after, plans={"A": replace(after.plans["A"], march=marching.read(battle(), MARCH, "A"))}
    )
    shown = " ".join(says.in_("en") for says in GAME.summary(GAME.view(after, A)).plans)
    assert "March order, turn 2" in shown
    assert "the other units do not move" in shown
    assert "hold fire" in shown
    kinds = {
        type(offer.order)
        for offer in GAME.offers(GAME.view(after, A))
        if offer.ahead and offer.is_live
    }
    assert kinds == {orders.PlanMarch, orders.Recall, orders.SetPolicies}
    gone, _ = decided(after, orders.Recall())
    gone, _ = decided(gone, orders.SetPolicies())
    assert GAME.summary(GAME.view(gone, A)).plans == ()


def worlds():
    """The same battle with different orders ahead of B, and with none."""
    plain = battle()
    march = marching.read(
        plain, orders.PlanMarch({"B1": (11.0, 30.0)}, rest="stand", stops=ALL), "B"
    )
    yield plain
    yield given(plain, "B", march=march)
    yield given(
        plain,
        "B",
        march=replace(march, stopped="near", who="B1", by="A1"),
        policies=FEW_VISITS,
        led="B1",
        why="march",
    )
    yield standing(plain, "B", fire="first", rally="house")


def test_no_plan_is_seen_by_the_other_side_or_by_a_spectator():
    outlets = []
    for position in worlds():
        for viewer in (A, SPECTATOR):
            view = GAME.view(position, viewer)
            outlets.append(
                (
                    viewer,
                    view,
                    to_json(view.battle),
                    GAME.offers(view),
                    GAME.summary(view),
                    tuple(GAME.waiting_for(position)),
                    GAME.assess(view, MARCH),
                )
            )
    for viewer in (A, SPECTATOR):
        assert len({repr(row[1:]) for row in outlets if row[0] is viewer}) == 1
    assert len({to_json(GAME.view(position, B).battle) for position in worlds()}) == 4


def test_the_log_tells_of_plans_to_their_owner_alone():
    march = marching.read(battle(), orders.PlanMarch({"B1": (11.0, 30.0)}), "B")
    for event in (
        e.MarchPlanned("B", march),
        e.MarchPlanned("B", None),
        e.PoliciesSet("B", FEW_VISITS),
        e.PoliciesSet("B", Policies()),
        e.PlanStopped("B", "near", "B1", "A1"),
        e.PlanStopped("B", "ambush"),
        e.DoneByPlan("B", "fire"),
        e.DoneByPlan("B", "march", "B1"),
    ):
        own = GAME.wording(battle(), event, B)
        assert own
        assert all(line.says.in_(language).strip() for line in own for language in ("en", "es"))
        assert not GAME.wording(battle(), event, A)
        assert not GAME.wording(battle(), event, SPECTATOR)


def test_a_plan_may_be_taken_back_until_it_has_acted():
    def may(happened, rolls=()):
        begun = Move(1, "", None, (), (), "x", "")
        return (
            undo.may_take_back("a", [Move(2, "a", None, tuple(happened), rolls, "y", ""), begun])
            is None
        )

    _, silent = decided(
        battle(step=SHOOTING, orders={}, units=shooting().units, figures=shooting().figures),
        orders.SetPolicies(Policies(rally="none")),
    )
    assert may(silent)
    _, spoken = decided(shooting(), orders.SetPolicies(Policies(fire="hold")))
    assert not may(spoken)


@pytest.fixture(scope="module")
def played():
    """Bots who order ahead, at random among all standing orders, and file a march order each
    turn.
    """
    whims = random.Random(5)
    wanted = {
        side: Policies(
            **{key: whims.choice(list(topic.options)[1:]) for key, topic in TOPICS.items()}
        )
        for side in ("A", "B")
    }
    wanted["B"] = replace(wanted["B"], fire="ask", combat="ask", deployment="ask")

    def choose(game, view, chance):
        plans = view.battle.plans.get(view.side, Plans())
        if plans.policies != wanted[view.side] and not view.battle.pending:
            return orders.SetPolicies(wanted[view.side])
        if view.battle.step == UNIT_MOVES and view.battle.hand is None and plans.march is None:
            sheet = next(
                (
                    offer
                    for offer in game.offers(view)
                    if isinstance(offer.order, orders.PlanMarch) and offer.asks
                ),
                None,
            )
            if sheet is not None:
                rows = sheet.asks[0].choices
                half = {row.value: (36.0, 24.0) for row in rows[::2]}
                return replace(sheet.order, to=half, stops=ALL, turns=chance.randint(1, 2))
        return game.bot(view, chance)

    stock = {
        "scenario": "encounter",
        "points": 200,
        "year": 1876,
        "peoples": {"A": {"list": "zanzibaris"}, "B": {"list": "native_kingdom"}},
        "table": {"region": "savannah", "seed": 3},
    }
    return headless_games.play_game(
        GAME, Setup("encounter", {"A": "A", "B": "B"}, (), stock), choose, "plans", 110
    )


@pytest.mark.slow
def test_a_battle_with_plans_stands_on_record(played):
    """Replay is the state, the dice are true, each order decided again with its own dice brings
    about the same.
    """
    assert headless_games.record_faults(GAME, "plans", played) == []
    happened = [event for move in played.moves for event in move.events]
    assert of(happened, e.DoneByPlan)
    assert {event.side for event in of(happened, e.DoneByPlan)} == {"A", "B"}


@pytest.mark.slow
def test_views_do_not_depend_on_plans_of_the_other_side(played):
    for position in played.tables[10::12]:
        state = position.state
        for seat, side in state.seats.items():
            other = "B" if side == "A" else "A"
            viewer = Viewer(seat, side)
            twin = replace(
                state, plans={one: plans for one, plans in state.plans.items() if one != other}
            )
            if not state.ending:
                assert GAME.view(state, viewer) == GAME.view(twin, viewer)
                assert to_json(GAME.view(state, viewer).battle) == to_json(
                    GAME.view(twin, viewer).battle
                )
                assert GAME.view(state, SPECTATOR) == GAME.view(replace(state, plans={}), SPECTATOR)


def test_orders_ahead_do_not_answer_questions_to_their_own_side(played):
    """Orders ahead of a side give no answer to its questions, or none that the rules accept."""
    for position in played.tables[2:]:
        state = position.state
        if state.ending:
            continue
        for side in owing(state):
            found = answer(state, side) if side in state.plans else None
            assert found is None or (found.what != "march" and not found.stop), (state.step, found)
