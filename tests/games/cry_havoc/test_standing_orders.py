"""Conditional orders by topic: answers in both languages, and their preview."""

from contextlib import suppress

import msgspec
import pytest

from app.games.cry_havoc import orders
from app.games.cry_havoc.box import GAME
from app.games.cry_havoc.events import Shot
from app.games.cry_havoc.fog import view
from app.games.cry_havoc.retreats import train_options
from app.games.cry_havoc.state import (
    DEAD,
    STUNNED,
    WOUNDED,
    Advance,
    Combat,
    Fall,
    Retreat,
    TrainRetreat,
    Victim,
)
from app.games.cry_havoc.tables import new_animal
from app.kernel.dice import LoadedDice
from app.kernel.headless_games import plain_setup
from app.kernel.refusal import Refused
from app.kernel.seats import Viewer
from tests.games.cry_havoc.test_combat import position

RED = Viewer("red", "red")
BLUE = Viewer("blue", "blue")


def answered(battle, given, viewer=BLUE):
    """Order of the answer and its text in both languages; the rules accept it."""
    found = GAME.conditional_orders.answer(view(battle, viewer), given)
    if found is None:
        return None
    GAME.decide(battle, found.order, viewer.seat, LoadedDice())
    return found.order, found.says.in_("en"), found.says.in_("es")


def asked(battle, *owed, combat=None):
    return msgspec.structs.replace(battle, pending=owed, combat=combat)


def foreseen(battle, given, language="en", viewer=BLUE):
    return [
        says.in_(language) for says in GAME.conditional_orders.foreseen(view(battle, viewer), given)
    ]


# ---------------------------------------------------------------------- who takes a blow
def struck(letter="E", **states):
    """Hal attacks Ben, Arnim and Odo; their side owes the choice of the victim."""
    battle = position(
        [
            ("h", "Hal", "red", "0505", {}),
            ("b", "Ben", "blue", "0504", states.get("b", {})),
            ("a", "Arnim", "blue", "0404", {}),
            ("o", "Odo", "blue", "0604", states.get("o", {})),
        ]
    )
    return asked(battle, Victim("blue", ("b", "a", "o"), letter, False, "red"))


def defence(battle, unit):
    return battle.units[unit].foot[1]


def test_the_weakest_takes_the_blow():
    battle = struck()
    weakest = min(
        ("a", "b", "o"), key=lambda unit: (defence(battle, unit), battle.units[unit].foot[0], unit)
    )
    order, english, spanish = answered(battle, {"victim": "weakest"})
    assert order == orders.ChooseVictim(weakest)
    assert (
        english == f"{battle.units[weakest].name} takes the result"
        and spanish == f"{battle.units[weakest].name} recibe el resultado"
    )


def test_a_spared_unit_takes_the_result_only_if_alone():
    first = answered(struck(), {"victim": "weakest"})[0].unit
    second = answered(struck(), {"victim": "weakest", "spared": first})[0].unit
    third = answered(struck(), {"victim": "weakest", "spared": f"{first} {second}"})[0].unit
    assert len({first, second, third}) == 3
    assert (
        answered(struck(), {"victim": "weakest", "spared": f"{third} {first} {second}"})[0].unit
        == first
    )


def test_the_weakest_survivor_takes_the_result():
    weakest = answered(struck(), {"victim": "weakest"})[0].unit
    hurt = {"b": {"state": WOUNDED}} if weakest == "b" else {"o": {"state": WOUNDED}}
    battle = struck(**hurt)
    [already] = hurt
    assert answered(battle, {"victim": "weakest"})[0].unit == already
    assert answered(battle, {"victim": "survivor"})[0].unit != already
    assert (
        answered(struck("F", **hurt), {"victim": "survivor"})[0].unit == already
    )  # no unit survives that


def test_the_cheapest_unit_takes_the_result():
    assert answered(struck(), {"victim": "cheapest"})[0].unit in ("a", "b", "o")
    assert answered(struck(), {"victim": "cheapest", "spared": "a b"})[0].unit == "o"


# ---------------------------------------------------------------------- where to
def driven_back(*friends, **more):
    battle = position(
        [("h", "Hal", "red", "0505", {}), ("b", "Ben", "blue", "0504", {}), *friends], **more
    )
    return asked(battle, Retreat("blue", "b", ()))


def test_as_far_from_the_enemy_as_possible():
    order, english, spanish = answered(driven_back(), {"retreat": "away"})
    assert order.to in ("0403", "0503", "0603")
    assert english == f"Ben retreats to {order.to}" and spanish == f"Ben retrocede a {order.to}"


@pytest.mark.parametrize(("friend", "to"), [("0303", "0403"), ("0703", "0603")])
def test_as_near_to_own_units_as_possible(friend, to):
    battle = driven_back(("o", "Odo", "blue", friend, {}))
    assert answered(battle, {"retreat": "home"})[0].to == to
    lying = driven_back(("o", "Odo", "blue", friend, {"state": STUNNED}))
    assert answered(lying, {"retreat": "home"}) == answered(driven_back(), {"retreat": "home"})


def test_only_where_there_is_one_way():
    assert answered(driven_back(), {"retreat": "only"}) is None
    assert (
        answered(driven_back(terrain={"water": ["0503", "0603"]}), {"retreat": "only"})[0].to
        == "0403"
    )


def test_as_the_bot_chooses():
    assert answered(driven_back(), {"retreat": "house"})[0] == GAME.bot(
        view(driven_back(), BLUE), None
    )


def test_a_train_goes_back_as_one():
    battle = position(
        [("h", "Hal", "red", "0708", {}), ("b", "Ben", "blue", "0506", {"leads": "n"})]
    )
    mules = {
        key: msgspec.structs.replace(new_animal("mule", key), hex=hex_, tied_to=tied)
        for key, hex_, tied in (("m", "0706", ("n",)), ("n", "0606", ("m",)))
    }
    battle = msgspec.structs.replace(battle, units={**battle.units, **mules})
    options = train_options(battle, [battle.units["m"], battle.units["n"]])
    battle = asked(battle, TrainRetreat("blue", ("m", "n"), options))
    for how in ("away", "home", "house"):
        order, english, _ = answered(battle, {"retreat": how})
        assert (
            order.places in options
            and english == f"the train retreats to {order.places[0]} and {order.places[1]}"
        )
    assert (answered(battle, {"retreat": "only"}) is None) == (len(options) > 1)


def test_a_thrown_rider_falls_far_from_enemies_or_near_friends():
    battle = position(
        [
            ("h", "Hal", "red", "0505", {}),
            ("b", "Ben", "blue", "0504", {}),
            ("o", "Odo", "blue", "0605", {}),
        ]
    )
    battle = asked(battle, Fall("blue", "b", STUNNED, ("0404", "0503", "0604"), "red"))
    assert GAME.conditional_orders.answer(
        view(battle, BLUE), {"fall": "away"}
    ).order == orders.FallAt("b", "0503")
    found = GAME.conditional_orders.answer(view(battle, BLUE), {"fall": "home"})
    assert found.order == orders.FallAt("b", "0604")
    assert (found.says.in_("en"), found.says.in_("es")) == ("Ben falls to 0604", "Ben cae en 0604")


# ---------------------------------------------------------------------- the ground that was won
def won(*others):
    """Mark attacked Ben and Odo and had to retreat."""
    battle = position(
        [
            ("m", "Mark", "red", "0507", {}),
            ("b", "Ben", "blue", "0504", {}),
            ("o", "Odo", "blue", "0404", {}),
            *others,
        ]
    )
    return asked(
        battle,
        Advance("blue", ("b", "o"), ("0505",)),
        combat=Combat(("m",), ("b", "o"), "blue", ("0505",)),
    )


def test_no_advance():
    assert answered(won(), {"advance": "never"}) == (
        orders.DeclineAdvance(),
        "no advance",
        "sin avance",
    )


def test_the_strongest_advances_one_hex():
    battle = won()
    order, english, spanish = answered(battle, {"advance": "always"})
    strongest = max(
        ("b", "o"), key=lambda unit: (defence(battle, unit), battle.units[unit].foot[0], unit)
    )
    assert order.unit == strongest and order.path[1:] == ("0505",)
    assert (english, spanish) == (
        f"{battle.units[strongest].name} advances to 0505",
        f"{battle.units[strongest].name} avanza a 0505",
    )


def test_the_advance_only_to_a_hex_next_to_no_enemy():
    assert isinstance(answered(won(), {"advance": "safe"})[0], orders.AdvanceTo)
    assert (
        answered(won(("h", "Hal", "red", "0506", {})), {"advance": "safe"})[0]
        == orders.DeclineAdvance()
    )
    assert isinstance(
        answered(won(("h", "Hal", "red", "0506", {})), {"advance": "always"})[0], orders.AdvanceTo
    )
    assert isinstance(
        answered(won(("h", "Hal", "red", "0506", {"state": STUNNED})), {"advance": "safe"})[0],
        orders.AdvanceTo,
    )
    assert answered(won(), {"advance": "house"})[0] == GAME.bot(view(won(), BLUE), None)


# ---------------------------------------------------------------------- when
def test_answers_count_in_the_other_sides_phase_by_default():
    battle = asked(
        position([("h", "Hal", "red", "0505", {}), ("b", "Ben", "blue", "0504", {})]),
        Retreat("red", "h", ()),
    )
    assert GAME.conditional_orders.answer(view(battle, RED), {"retreat": "away"}) is None
    assert (
        GAME.conditional_orders.answer(
            view(battle, RED), {"retreat": "away", "own_phase": "yes"}
        ).topic
        == "retreat"
    )
    assert (
        GAME.conditional_orders.answer(view(battle, BLUE), {"retreat": "away", "own_phase": "yes"})
        is None
    )


def test_an_unanswered_topic_is_asked():
    assert (
        answered(struck(), {}) is None
        and answered(struck(), {"retreat": "away", "spared": "b"}) is None
    )


# ---------------------------------------------------------------------- on offer
def topics(battle, viewer=BLUE):
    return {topic.key: topic for topic in GAME.conditional_orders.topics(view(battle, viewer))}


def test_offered_answers():
    found = topics(struck())
    assert list(found) == ["victim", "spared", "retreat", "advance", "own_phase"]
    assert [choice.title.in_("es") for choice in found["spared"].choices] == [
        "Ben en 0504",
        "Arnim en 0404",
        "Odo en 0604",
    ]
    assert (
        found["spared"].is_valid_answer("a o")
        and not found["spared"].is_valid_answer("a a")
        and not found["spared"].is_valid_answer("h")
    )
    assert topics(struck(), Viewer()) == {}


def test_the_covered_side_in_a_doorway_is_set_on_the_map():
    setup = plain_setup(next(one for one in GAME.card.scenarios if one.key == "knight_errant"))
    battle = GAME.evolve(None, GAME.new_game(setup, LoadedDice())[0])
    door = next(hex_ for building in battle.map.buildings for hex_, _ in building.doors)
    man = next(
        unit for unit in battle.units.values() if unit.side == "village" and unit.name != "mule"
    )
    battle = msgspec.structs.replace(
        battle,
        units={**battle.units, man.id: msgspec.structs.replace(man, hex=door)},
        step="first_fire",
    )
    seat = man.seat or next(seat for seat, side in battle.seats.items() if side == "village")
    its = view(battle, Viewer(seat, "village"))
    key = f"cover:{man.id}"
    topic = next(one for one in GAME.conditional_orders.topics(its) if one.key == key)
    assert (
        topic.on_record
        and topic.is_open
        and topic.given == ""
        and {choice.value for choice in topic.choices} >= {"outside", "inside"}
    )
    assert GAME.conditional_orders.ordered(its, {key: "inside"}) == (
        orders.SetCover(man.id, "inside"),
    )
    assert GAME.conditional_orders.ordered(its, {key: "", "retreat": "away"}) == ()
    said = [says.in_("en") for says in GAME.conditional_orders.foreseen(its, {key: "inside"})]
    assert any(
        "covered from inside: cover against 0 of 0 shooters with a free line now." in one
        for one in said
    )
    for event in GAME.decide(battle, orders.SetCover(man.id, "inside"), seat, LoadedDice()):
        battle = GAME.evolve(battle, event)
    assert GAME.conditional_orders.ordered(view(battle, Viewer(seat, "village")), {key: ""}) == (
        orders.SetCover(man.id, None),
    )


def in_crossfire():
    """Arnim in the door 1004. Nicholas and Fletcher shoot from outside, Francisco from the room.

    Alard is hidden by the wall, Eudo is stunned.
    """
    return position(
        [
            ("a", "Arnim", "blue", "1004", {}),
            ("n", "Nicholas", "red", "1008", {}),
            ("l", "Fletcher", "red", "0907", {}),
            ("f", "Francisco", "red", "1102", {}),
            ("d", "Alard", "red", "1504", {}),
            ("e", "Eudo", "red", "1006", {"state": STUNNED}),
        ],
        map="aldea",
        start={"side": "red", "step": 1},
    )


def shots_that_meet_cover(battle, side):
    """Shots by the rules at a unit with that covered side: number that meet cover, and number of
    all.
    """
    for event in GAME.decide(battle, orders.SetCover("a", side), "blue", LoadedDice()):
        battle = GAME.evolve(battle, event)
    met = []
    for archer in "nlfde":
        with suppress(Refused):
            met += [
                event.cover
                for event in GAME.decide(
                    battle, orders.Shoot(archer, "a"), "red", LoadedDice.faces(1)
                )
                if isinstance(event, Shot)
            ]
    return sum(cover != "none" for cover in met), len(met)


@pytest.mark.parametrize(("side", "covered"), [("outside", 2), ("inside", 1)])
def test_the_number_of_shots_with_cover_is_shown_before_saving(side, covered):
    battle = in_crossfire()
    english, spanish = (foreseen(battle, {"cover:a": side}, language) for language in ("en", "es"))
    assert (
        f"Arnim covered from {side}: cover against {covered} of 3 shooters with a free line now."
        in english
    )
    assert any(
        f"cobertura contra {covered} de 3 tiradores con línea libre ahora" in one for one in spanish
    )
    assert shots_that_meet_cover(battle, side) == (covered, 3)


# ---------------------------------------------------------------------- before it comes
def test_each_kind_is_tried_on_the_position_as_it_is():
    battle = asked(struck())
    said = foreseen(battle, {"victim": "weakest", "retreat": "away", "advance": "never"})
    assert any(
        one.startswith("Hal wounds one of ") and one.endswith("takes the result.") for one in said
    )
    assert any("must retreat from 0504: Ben retreats to" in one for one in said)
    assert "Ben kills Hal: no advance." in said
    assert said[-1] == "The answers count in the other side's phase; in my own I am asked."
    assert (
        foreseen(battle, {"retreat": "only", "own_phase": "yes"}, "es")[-1]
        == "Las respuestas valen también en mi propia fase."
    )
    assert any(
        one.endswith("se te pregunta.") for one in foreseen(battle, {"retreat": "only"}, "es")
    )
    assert foreseen(battle, {}) == []


def test_a_unit_without_a_retreat_is_reported():
    battle = position(
        [("h", "Hal", "red", "0505", {}), ("b", "Ben", "blue", "0504", {})],
        terrain={"water": ["0403", "0404", "0503", "0603", "0604"]},
    )
    assert "Ben must retreat from 0504: no hex is free, so a wound instead." in foreseen(
        battle, {"retreat": "away"}
    )
    assert "Victim of a result: the question cannot come in this position." in foreseen(
        battle, {"victim": "weakest"}
    )


def test_previews_equal_the_answers():
    """The same question raised by the rules gets the same answer."""
    battle = driven_back()
    told = foreseen(asked(battle), {"retreat": "away"})
    assert f"Ben must retreat from 0504: {answered(battle, {'retreat': 'away'})[1]}." in told


def test_the_dead_are_not_asked_about():
    battle = struck(o={"state": DEAD})
    assert "o" not in {choice.value for choice in topics(battle)["spared"].choices}
