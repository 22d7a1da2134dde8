"""Deployment of vessels: by one place, with or without a heading, by the server; refusals of
impossible places.
"""

import math
import random
from functools import cache

import pytest

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.buildings_and_boats import berths, vessels
from app.games.heart_of_africa.evolution import changes
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.setup import deployment, ground_to_deploy
from app.games.heart_of_africa.setup.auto_deployment import next_order
from app.kernel.contract import Marks, Setup
from app.kernel.dice import SeededDice
from app.kernel.refusal import Refused
from app.kernel.seats import Viewer
from tests.games.heart_of_africa import playthrough

GUNBOAT, CANOE = ("A6", "A6-01"), ("A-canoe1", "A-canoe1")
NORTH, EAST = 90.0, 0.0
CROOKED = {
    **playthrough.TABLE,
    "pieces": [
        {
            "id": "river",
            "kind": "river",
            "outline": [[12, 0], [22, 0], [0, 24], [0, 13]],
            "path": [[17, 0], [0, 18.5]],
            "flow": [-1, 1],
        },
        *playthrough.TABLE["pieces"][1:],
    ],
}


def begun(table=playthrough.TABLE, boats=None):
    """The Portuguese are to put their men down along the south edge; they have a Gunboat and
    canoes."""
    stock = {**playthrough.SETUP.stock, "table": table}
    if boats:
        stock["armies"] = {**stock["armies"], "A": {**playthrough.PORTUGUESE, "boats": boats}}
    play = playthrough.Script(Setup("planned_attack", {"A": "A", "B": "B"}, stock=stock), trait=1)
    playthrough.villagers_make_ready(play, play.side("A"), play.side("B"))
    return play.battle


@cache
def straight():
    return begun()


def view_of(battle, side):
    return GAME.view(battle, Viewer(side, side))


def dry_run(battle, who, **fields):
    return GAME.assess(view_of(battle, "A"), orders.Deploy(who, {}, **fields))


def put(battle, order):
    events = GAME.decide(battle, order, "A", SeededDice(b"boats", 1))
    for event in events:
        battle = GAME.evolve(battle, event)
    return battle


def rules(answer):
    return [refusal.rule for refusal in answer.no]


# ------------------------------------------------------------------------------------- by one place
@pytest.mark.parametrize("vessel", [GUNBOAT, CANOE])
@pytest.mark.parametrize("facing", [None, 85.0])
def test_a_vessel_is_put_down_at_the_place_named_with_the_heading_named(vessel, facing):
    who, key = vessel
    answer = dry_run(straight(), who, to=(4.5, 5), facing=facing)
    assert answer.no == () and answer.way == (f"{key}@{facing or NORTH:g}:4.5,5",)
    lies = put(straight(), orders.Deploy(who, {}, to=(4.5, 5), facing=facing)).figures[key]
    assert (lies.at, lies.facing) == ((4.5, 5), facing or NORTH)


def test_a_canoe_may_lie_across_the_river_where_that_is_asked():
    lies = put(straight(), orders.Deploy("A-canoe1", {}, to=(4, 4), facing=EAST)).figures[
        "A-canoe1"
    ]
    assert (lies.at, lies.facing) == ((4, 4), EAST)


@pytest.mark.parametrize("to", [(0.3, 3), (9.5, 2), (7.9, 5)])
def test_a_tap_near_the_water_puts_the_hull_at_the_nearest_place_that_carries_it(to):
    battle = straight()
    for who, key in (GUNBOAT, CANOE):
        answer = dry_run(battle, who, to=to)
        lies = put(battle, orders.Deploy(who, {}, to=to)).figures[key]
        assert answer.no == () and vessels.unfit(battle, lies, lies.at, lies.facing) is None
        assert 0.4 < math.dist(to, lies.at) < berths.NEAR and lies.facing == NORTH
        assert [
            note
            for note in answer.notes
            if f"{round(math.dist(to, lies.at), 1):g} in from the place named" in str(note)
        ]
        nearer = [
            (to[0] + x / 10, to[1] + y / 10)
            for x in range(-60, 61, 3)
            for y in range(-60, 61, 3)
            if math.hypot(x, y) / 10 < math.dist(to, lies.at) - 0.5
        ]
        zone = deployment.zone_of(battle, "A")
        assert not [
            spot
            for spot in nearer
            if vessels.unfit(battle, lies, spot, NORTH) is None
            and ground_to_deploy.touches_zone(
                battle, zone, deployment.Stand(battle.figures[key], spot, NORTH)
            )
            is None
        ]


def test_along_a_crooked_river_the_hull_lies_along_the_channel():
    lies = put(begun(CROOKED), orders.Deploy("A6", {}, to=(13, 4.5))).figures["A6-01"]
    assert (
        lies.facing == pytest.approx(math.degrees(math.atan2(18.5, -17)), abs=0.01)
        and math.dist(lies.at, (13, 4.5)) < 0.5
    )


def test_a_place_typed_for_the_hull_alone_takes_the_heading_of_the_form_or_of_the_channel():
    for facing, lies in ((80.0, 80.0), (None, NORTH)):
        order = orders.Deploy("A-canoe1", {"A-canoe1": (4, 4)}, facing=facing)
        assert put(straight(), order).figures["A-canoe1"].facing == lies


def test_men_placed_singly_face_where_the_form_says():
    order = orders.Deploy("A7", {"A7-01": (50.0, 5.0)}, facing=45.0)
    assert put(straight(), order).figures["A7-01"].facing == 45.0


def test_the_ghost_of_a_draft_lies_as_the_vessel_will_and_can_be_dragged():
    battle, answer = straight(), dry_run(straight(), "A6", to=(4, 5), facing=80.0)
    scene = GAME.drawing(view_of(battle, "A"), Marks(piece="A6", path=answer.way), "en")
    ghosts = [
        one
        for layer in scene.layers
        if layer.key == "draft"
        for group in layer.ink.elements
        for one in group.children
    ]
    assert [dict(one.attrs)["transform"] for one in ghosts] == ["translate(40 430)rotate(-80)"]
    assert (
        scene.drag is not None
        and scene.drag.free
        and [mover.key for mover in scene.drag.pieces] == ["A6-01"]
        and scene.drag.middle == (40, 430)
    )
    assert (
        GAME.drawing(
            view_of(battle, "A"),
            Marks(piece="A1", path=dry_run(battle, "A1", to=(50, 4)).way),
            "en",
        ).drag
        is None
    )


# ----------------------------------------------------------------------------------------- refusals
@pytest.mark.parametrize(
    ("who", "to", "rule", "numbers"),
    [
        ("A6", (20, 4), "HOA-ART-15", ("20 / 4", "8 by 2.5")),
        ("A-canoe1", (20, 4), "HOA-STR-05", ("20 / 4", "3 by 1")),
        ("A6", (4, 30), "HOA-SCN-19", ("4 / 30", "20 in outside")),
        ("A-canoe1", (4, 30), "HOA-SCN-19", ("4 / 30", "22.5 in outside")),
    ],
)
def test_a_refusal_names_the_cause_the_place_asked_for_and_a_lawful_one(who, to, rule, numbers):
    answer = dry_run(straight(), who, to=to)
    assert rules(answer)[0] == rule and all(number in str(answer.no[0]) for number in numbers)
    assert "The nearest lawful place" in str(
        answer.no[0]
    ) and "El lugar permitido más cercano" in answer.no[0].says.in_("es")
    with pytest.raises(Refused, match=rule):
        put(straight(), orders.Deploy(who, {}, to=to))


def test_a_heading_that_does_not_fit_is_refused_and_not_changed():
    answer = dry_run(straight(), "A6", to=(4, 4), facing=45.0)
    assert rules(answer) == ["HOA-ART-15"] and answer.way == ("A6-01@45:4,4",)
    assert "north-east (45 degrees)" in str(
        answer.no[0]
    ) and "4 / 4, bow to the north (0 degrees)" in str(answer.no[0])


def test_a_hull_lies_over_no_other():
    battle = put(straight(), orders.Deploy("A6", {}, to=(4, 4)))
    assert rules(
        GAME.assess(view_of(battle, "A"), orders.Deploy("A-canoe1", {"A-canoe1": (4, 4, 90)}))
    ) == ["HOA-MOV-05"]
    beside = put(battle, orders.Deploy("A-canoe1", {}, to=(4, 4)))
    assert (
        berths.lies_over(
            beside,
            beside.figures["A-canoe1"],
            beside.figures["A-canoe1"].at,
            beside.figures["A-canoe1"].facing,
        )
        is None
    )


def test_a_vessel_is_offered_no_ambush_and_refused_one_by_its_rule():
    offered = [
        offer.order
        for offer in GAME.offers(view_of(straight(), "A"))
        if offer.piece in ("A6", "A-canoe1")
    ]
    assert offered and not [order for order in offered if getattr(order, "ambush", False)]
    assert rules(dry_run(straight(), "A6", to=(4, 4), ambush=True))[0] == "HOA-DEP-06"


# -------------------------------------------------------------------------------------------- crews
def aboard(battle, who, *hulls):
    return GAME.assess(view_of(battle, "A"), orders.Deploy(who, {}, aboard=" ".join(hulls)))


def test_a_refusal_to_embark_names_the_rule():
    battle = put(
        put(begun(boats={"canoe": 2}), orders.Deploy("A6", {}, to=(4, 4))),
        orders.Deploy("A-canoe1", {}, to=(6.8, 4)),
    )
    assert aboard(battle, "A7", "A6-01").no == ()  # a gun on a Gunboat, five places
    assert rules(aboard(battle, "A7", "A-canoe1")) == ["HOA-STR-08"]
    assert rules(aboard(battle, "A3", "A6-01")) == ["HOA-STR-07"]
    assert rules(aboard(battle, "A-baggage", "A-canoe1")) == ["HOA-STR-06"]
    assert rules(aboard(battle, "A5", "A-canoe1")) == ["HOA-STR-06"]
    assert rules(aboard(battle, "A-canoe2", "A6-01")) == ["CAR-TAB-06"]
    assert rules(
        aboard(put(straight(), orders.Deploy("A-canoe1", {}, to=(4, 4))), "A6", "A-canoe1")
    ) == ["CAR-TAB-06"]


def test_a_unit_too_large_for_one_canoe_is_offered_all_of_them():
    battle = begun(boats={"canoe": 2})
    for key in ("A-canoe1", "A-canoe2"):
        battle = put(battle, orders.Deploy(key, {}, to=(4, 4)))
    offers = {
        offer.piece: offer
        for offer in GAME.offers(view_of(battle, "A"))
        if getattr(offer.order, "aboard", "")
    }
    assert [choice.value for choice in offers["A5"].asks[0].choices] == [
        "A-canoe1 A-canoe2"
    ] and offers["A5"].is_live
    assert [choice.value for choice in offers["A1"].asks[0].choices] == ["A-canoe1", "A-canoe2"]
    assert rules(offers["A7"]) == ["HOA-STR-08"] and "A6" not in offers
    afloat = put(battle, offers["A5"].order)
    assert {figure.aboard for figure in afloat.figures.values() if figure.unit == "A5"} == {
        "A-canoe1",
        "A-canoe2",
    }


def test_a_unit_in_several_boats_keeps_together():
    battle = begun(boats={"canoe": 2})
    far = put(battle, orders.Deploy("A-canoe1", {}, to=(4, 1.6)))
    far = put(far, orders.Deploy("A-canoe2", {"A-canoe2": (7, 7.4, NORTH)}))
    assert aboard(far, "A5", "A-canoe1", "A-canoe2").no == ()
    gone = changes.figure_changed(far, "A-canoe2", at=(7.0, 20.0))
    assert rules(aboard(gone, "A5", "A-canoe1", "A-canoe2")) == ["HOA-DEP-12"]


# ------------------------------------------------------------------------------------- by the house
@pytest.mark.parametrize("seed", range(3))
def test_the_bot_puts_boats_on_the_water(seed):
    battle, chance = begun(boats={"canoe": 3}), random.Random(seed)
    while (order := next_order(battle, "A", chance)) is not None and not isinstance(
        order, orders.Pass
    ):
        battle = put(battle, order)
    hulls = [figure for figure in battle.figures.values() if figure.type in ("gunboat", "canoe")]
    assert len(hulls) == 4 and all(
        figure.at is not None and vessels.unfit(battle, figure, figure.at, figure.facing) is None
        for figure in hulls
    )
    assert not [
        figure for figure in hulls if berths.lies_over(battle, figure, figure.at, figure.facing)
    ]


def test_the_bot_leaves_boats_ashore_without_water_in_the_zone():
    table = {
        **playthrough.TABLE,
        "pieces": [
            {
                "id": "far",
                "kind": "river",
                "outline": [[0, 13], [72, 13], [72, 20], [0, 20]],
                "path": [[0, 16], [72, 16]],
            },
            *playthrough.TABLE["pieces"][1:],
        ],
    }
    battle = begun(table)
    ordered = []
    while (order := next_order(battle, "A", random.Random(1))) is not None and not isinstance(
        order, orders.Pass
    ):
        ordered.append(order)
        battle = put(battle, order)
    assert isinstance(order, orders.Pass) and battle.figures["A-canoe1"].at is None
    assert orders.Hold("A6") in ordered
    assert "No water of your zone" in str(dry_run(begun(table), "A6", to=(6, 17)).no[0])


def test_the_places_asked_for_are_those_of_a_hull():
    assert berths.is_hull([Figure("c", "canoe", "A")]) and not berths.is_hull(
        [Figure("a", "warrior", "A")]
    )
