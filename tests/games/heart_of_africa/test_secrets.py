"""Secrets of the view and the log about the other side, and of the dice before a battle."""

from __future__ import annotations

import msgspec
import pytest

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa import fog, state, victory_conditions, wording
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import base, figure_of, other_side
from app.games.heart_of_africa.land import Fire, Land, Piece
from app.games.heart_of_africa.melee_and_morale import pairing
from app.games.heart_of_africa.movement import discovery
from app.games.heart_of_africa.orders import FirstOpponent, Pair, Pass, Rally
from app.games.heart_of_africa.pieces import AMBUSH, LEADER, ON_TABLE, RESERVE, Figure, Unit
from app.games.heart_of_africa.sequence import owing
from app.games.heart_of_africa.setup.beginning import new_game
from app.games.heart_of_africa.state import Battle, Morale
from app.kernel.contract import Marks, Setup
from app.kernel.dice import LoadedDice, SeededDice
from app.kernel.event_summary import Met
from app.kernel.offers import Decision
from app.kernel.refusal import Refused
from app.kernel.seats import SPECTATOR, Viewer
from app.kernel.space.plane import Base, bases_overlap, rect_path, touching_spots
from tests.games.heart_of_africa.battles import with_facts

SEATS = {"a": "A", "b": "B"}
UNITS = {
    "A1": Unit("A1", "A", original=1, where=AMBUSH, marker=True),
    "A2": Unit("A2", "A", original=1),
    "B1": Unit("B1", "B", original=1),
}
FIGURES = {
    one.id: one
    for one in (
        Figure("L", "warrior", "A", "A1", role=LEADER, traits=("charismatic",), at=(30.0, 20.0)),
        Figure("a", "warrior", "A", "A1", at=(31.0, 20.0)),
        Figure("t", "attendant", "A", of="L", at=(30.0, 21.0)),
        Figure("g", "gun_bearer", "A", of="L", at=(31.0, 21.0)),
        Figure("s", "warrior", "A", "A2", at=(10.0, 20.0)),
        Figure("b", "warrior", "B", "B1", at=(60.0, 20.0)),
    )
}
BATTLE = Battle(
    Land(),
    seats=SEATS,
    figures=FIGURES,
    units=UNITS,
    turn=3,
    step="morale",
    context={"order of A": ("A1", "A2"), "order of B": ("B1",)},
    morale=Morale(cancelled=("A1", "A2"), cancels=(("A2", "s"), ("B1", "b"))),
)


def test_the_view_keeps_the_orders_of_the_morale_step():
    known = fog.view(BATTLE, Viewer("b", "B")).battle
    assert known.context == {"order of B": ("B1",)}
    assert known.morale.cancels == (("B1", "b"),)
    assert known.morale.cancelled == ("A2",)
    own = fog.view(BATTLE, Viewer("a", "A")).battle
    assert own.context == {"order of A": ("A1", "A2")}
    assert own.morale.cancelled == ("A1", "A2")


@pytest.mark.parametrize(
    "event",
    [
        e.Rallied("L", "A1", 4, 4, True),
        e.Joined("L", "A1"),
        e.Deployed("A", "L", {"L": (30.0, 20.0, 0.0)}),
    ],
    ids=lambda event: type(event).__name__,
)
def test_the_log_says_nothing_of_a_hidden_unit(event):
    assert not wording.wording(BATTLE, event, Viewer("b", "B"))
    assert wording.wording(BATTLE, event, Viewer("a", "A"))


def test_of_a_fire_the_log_names_only_the_dead_that_were_seen():
    event = e.Removed(("a", "s"), "fire")
    heard, own = (
        wording.wording(BATTLE, event, viewer) for viewer in (Viewer("b", "B"), Viewer("a", "A"))
    )
    assert [line.places for line in heard] == [("s",)]
    assert {place for line in own for place in line.places} == {"a", "s"}


def moved(figures, **places):
    return {
        key: msgspec.structs.replace(figure, at=places.get(key, figure.at))
        for key, figure in figures.items()
    }


TWINS = [
    msgspec.structs.replace(BATTLE, figures=moved(FIGURES, **places))
    for places in (
        {},
        {"L": (45.0, 20.0), "a": (46.0, 20.0), "t": (45.0, 21.0), "g": (46.0, 21.0)},
        {"L": (58.0, 20.0), "a": (59.0, 21.0), "t": (58.0, 21.0), "g": (57.0, 20.0)},
    )
]
"""Other places of the ambush: anywhere, in the middle of a line, close to an enemy."""
PLACES = (
    "A1",
    "A2",
    "B1",
    "L",
    "a",
    "t",
    "g",
    "s",
    "b",
    "45,20",
    "58,20,180",
    "b@46,20",
    "b@59,21,180",
    "s@45.5,20",
    "a@1,1",
    "t@1,1",
    "invented",
    "invented@1,1",
)


@pytest.mark.parametrize(
    "viewer", [Viewer("b", "B"), SPECTATOR], ids=["the other side", "a spectator"]
)
def test_looking_measuring_and_the_table_in_words_do_not_depend_on_an_ambush(viewer):
    outlets = []
    for battle in TWINS:
        view = GAME.view(battle, viewer)
        surveys = [GAME.survey(view, place) for place in PLACES]
        drawn = [
            GAME.drawing(
                view,
                Marks(piece=one.piece, lines=one.lines, eyes=one.place, blockers=one.blockers),
                "en",
            )
            for one in surveys
            if one
        ]
        ruler = [GAME.measured(view, one, two) for one in PLACES for two in PLACES]
        outlets.append([surveys, drawn, ruler, GAME.battlefield(view)])
    assert outlets[0] == outlets[1] == outlets[2]
    assert not any(
        outlets[0][0][PLACES.index(hidden)]
        for hidden in ("A1", "L", "a", "t", "g", "a@1,1", "t@1,1", "invented", "invented@1,1")
    )
    own = [GAME.survey(GAME.view(battle, Viewer("a", "A")), "a") for battle in TWINS]
    assert own[0] != own[1]


def test_companions_of_a_leader_in_ambush_are_hidden_and_revealed_with_it():
    known = fog.view(BATTLE, Viewer("b", "B"))
    assert set(known.battle.figures) == {"s", "b"}
    assert dict(known.hidden) == {"A": 4}
    for key in ("t", "g", "nobody"):
        with pytest.raises(Refused) as refused:
            figure_of(BATTLE, key, "B")
        assert [one.rule for one in refused.value.refusals] == ["CAR-TAB-06"]
    assert not wording.wording(BATTLE, e.Removed(("t", "g"), "fire"), Viewer("b", "B"))
    in_the_way = msgspec.structs.replace(BATTLE, figures=moved(FIGURES, b=(31.0, 21.3)))
    [event] = discovery.reveal(in_the_way, "A1", "b", "found")
    assert set(event.at) == {"L", "a", "t", "g"}
    after = fold(in_the_way, [event])
    assert set(fog.view(after, Viewer("b", "B")).battle.figures) == set(FIGURES)
    assert not bases_overlap(base(after.figures["g"]), base(after.figures["b"]))


def knot(side, at, enemy):
    """Three unlike men of a side round one enemy."""
    men = [
        Figure(f"{side.lower()}{n}", kind, side, f"{side}{n}", at=spot)
        for n, (kind, spot) in enumerate(
            zip(
                ("warrior", "spearman", "musketeer"),
                touching_spots(0.4, Base(at, 0.4), 3),
                strict=True,
            ),
            start=1,
        )
    ]
    return [*men, Figure(enemy, "warrior", other_side(side), f"{other_side(side)}9", at=at)]


BRAWL = [*knot("A", (20.0, 20.0), "b9"), *knot("B", (50.0, 20.0), "a9")]
PAIRING = Battle(
    Land(),
    seats=SEATS,
    figures={one.id: one for one in BRAWL},
    units={one.unit: Unit(one.unit, one.side, original=1) for one in BRAWL},
    turn=3,
    step="close_combat",
)
CHOSEN = [
    (),
    (e.Paired("A", (("a3", "b9"),)),),
    (e.Paired("A", (("a2", "b9"), ("a3", "b9"))), e.FirstNamed("a9", "b2")),
]
"""Choices of A about the fights, before the dice."""


def told_of_the_fights(battle, viewer):
    view = GAME.view(battle, viewer)
    asked = [
        Pair((("a9", "b3"),)),
        Pair((("a1", "b9"),)),
        *(FirstOpponent("b9", one) for one in ("a1", "a2", "a3")),
        FirstOpponent("a9", "b1"),
    ]
    answers = []
    for order in asked if viewer.seat else ():
        try:
            GAME.decide(battle, order, viewer.seat, LoadedDice())
            answers.append(())
        except Refused as refused:
            answers.append(refused.refusals)
    return [
        view,
        GAME.offers(view),
        [GAME.assess(view, order) for order in (*asked, Pass())],
        answers,
        GAME.drawing(view, Marks(), "en"),
        GAME.summary(view),
        [one for one in GAME.waiting_for(battle) if one.seat == viewer.seat],
    ]


@pytest.mark.parametrize(
    "viewer", [Viewer("b", "B"), SPECTATOR], ids=["the other side", "a spectator"]
)
def test_pairs_of_a_side_are_hidden_from_the_other_until_the_fights_are_rolled(viewer):
    first, *others = [told_of_the_fights(fold(PAIRING, said), viewer) for said in CHOSEN]
    assert all(one == first for one in others)
    assert not any(wording.wording(PAIRING, event, viewer) for event in CHOSEN[2])
    assert all(wording.wording(PAIRING, event, Viewer("a", "A")) for event in CHOSEN[2])


def test_sides_choose_pairs_in_secret_and_all_viewers_see_them_in_the_end():
    battle = fold(PAIRING, CHOSEN[2])
    offered = [
        offer.order
        for offer in GAME.offers(GAME.view(battle, Viewer("b", "B")))
        if isinstance(offer.order, Pair) and offer.is_live
    ]
    assert Pair((("a9", "b3"),)) in offered
    assert GAME.view(battle, Viewer("a", "A")).battle.melee.pairs == CHOSEN[2][0].pairs
    battle = fold(battle, GAME.decide(battle, Pair((("a9", "b3"),)), "b", LoadedDice()))
    assert GAME.view(battle, Viewer("b", "B")).battle.melee.pairs == (("a9", "b3"),)
    assert set(pairing.fights_of(battle)) >= {("a2", "b9"), ("a3", "b9"), ("a9", "b3")}
    begun = fold(battle, [e.FightsSet(pairing.in_order(battle, pairing.fights_of(battle)))])
    assert {
        side: len(GAME.view(begun, Viewer(seat, side)).battle.melee.pairs)
        for seat, side in SEATS.items()
    } == {"A": 3, "B": 3}


IN_THE_GRASS = ((30.0, 20.0), (31.0, 20.0), (32.0, 20.0), (33.0, 20.0))
BURNING = Fire(
    "fire1",
    "grass",
    2,
    (30.0, 20.0),
    ((27.0, 18.0), (34.0, 18.0), (34.0, 22.0), (27.0, 22.0)),
    by="B",
)


def ambushed(spots, **facts):
    """Ten men of A with their Leader in ambush at some places, the last six and an attendant beside
    the fire; B has the last move before it is burnt out.
    """
    men = [
        Figure(f"m{n}", "warrior", "A", "A1", at=spot, role="" if n else LEADER)
        for n, spot in enumerate((*spots, *((36.0 + n, 20.0) for n in range(6))))
    ]
    men += [Figure("t", "attendant", "A", of="m0", at=(36.0, 21.0)), FIGURES["s"], FIGURES["b"]]
    battle = Battle(
        Land(pieces=(Piece("grass", "long_grass", rect_path(26, 15, 50, 25)),)),
        seats=SEATS,
        figures={one.id: one for one in men},
        units={**UNITS, "A1": Unit("A1", "A", original=10, start=10, where=AMBUSH)},
        turn=3,
        step="independent_moves",
        to_act="B",
        fires=(BURNING,),
        passed=("A",),
    )
    return with_facts(battle, **facts)


ELSEWHERE = ((40.0, 23.0), (41.0, 23.0), (42.0, 23.0), (43.0, 23.0))
FIRES = [
    ambushed(spots)
    for spots in (
        ELSEWHERE,
        IN_THE_GRASS,
        (*IN_THE_GRASS[:1], *ELSEWHERE[1:]),
        (*ELSEWHERE[:3], IN_THE_GRASS[0]),
    )
]
"""Figures in the burning grass: none; four with the Leader; the Leader alone; one."""


def heard_of(battle, orders, viewer):
    """View and log of a viewer while the sides give these orders, and the battle after them."""
    told = []
    for seat, order in orders:
        events = GAME.decide(battle, order, seat, EndlessDice())
        for event in events:
            told += wording.wording(battle, event, viewer)
            battle = fold(battle, [event])
        view = GAME.view(battle, viewer)
        told += [
            view,
            GAME.summary(view),
            GAME.battlefield(view),
            GAME.drawing(view, Marks(), "en"),
            GAME.waiting_for(battle),
            GAME.moment(battle),
        ]
    return told, battle


class EndlessDice:
    """Every die shows the same."""

    rolls = ()

    def __init__(self, face=4):
        self.face = face

    def roll(self, sides, purpose, of=""):
        return self.face


@pytest.mark.parametrize(
    "viewer", [Viewer("b", "B"), SPECTATOR], ids=["the other side", "a spectator"]
)
def test_a_fire_does_not_reveal_figures_in_it(viewer):
    outlets = [heard_of(battle, [("b", Pass())], viewer) for battle in FIRES]
    assert all(told == outlets[0][0] for told, _ in outlets)
    lost = [sum(bool(one.fate) for one in battle.figures.values()) for _, battle in outlets]
    assert lost == [0, 5, 2, 1]
    assert dict(GAME.view(outlets[1][1], viewer).hidden)["A"] == 11
    assert [bool(GAME.view(battle, Viewer("a", "A")).battle.happened) for _, battle in outlets] == [
        False,
        True,
        True,
        False,
    ]


def test_figures_burnt_in_ambush_are_known_when_the_ambush_appears():
    burnt = heard_of(FIRES[1], [("b", Pass())], SPECTATOR)[1]
    shown = fog.view(fold(burnt, discovery.reveal(burnt, "A1", "", "shoots")), Viewer("b", "B"))
    assert [one.by for one in shown.battle.happened if one.kind == "key_figure_lost"] == ["m0"]
    assert {"m0", "m1", "t"} <= set(shown.battle.figures)
    assert not dict(shown.hidden).get("A")


SERVES = (
    Figure("lead", "warrior", "A", role=LEADER, traits=("disciplinarian",), at=(40.0, 25.0)),
    Figure("flag", "standard_bearer", "A", at=(45.0, 24.0)),
)
LEADS = (
    Figure("lead", "warrior", "A", "A1", role=LEADER, traits=("disciplinarian",), at=(39.0, 21.0)),
)
KEPT_BACK = (msgspec.structs.replace(LEADS[0], unit="", at=None, where=RESERVE),)


def shaken(spots=ELSEWHERE, more=SERVES, marker=False, faces=4):
    """Same ambush without its Leader, with the leading figure, a marker or none, and fixed dice."""
    battle = ambushed(spots)
    figures = {
        key: msgspec.structs.replace(one, role="")
        for key, one in battle.figures.items()
        if key != "t"
    } | {one.id: one for one in more}
    units = {
        **battle.units,
        "A1": msgspec.structs.replace(
            battle.units["A1"], marker=marker, original=10 + any(one.unit for one in more)
        ),
    }
    return msgspec.structs.replace(battle, figures=figures, units=units), EndlessDice(faces)


def a_turn(position, viewer, *said):
    """View and log of a viewer for the rest of a turn with passes only, except orders of A; and the
    battle after it.
    """
    (battle, dice), left, told = position, list(said), []
    while battle.turn == 3 and not battle.ending:
        asked = GAME.waiting_for(battle)
        told += [asked, GAME.moment(battle)]
        known = GAME.view(battle, viewer)
        assert owing(known.battle) == owing(battle)
        order = left.pop(0) if left and asked[0].seat == "a" and battle.step == "rally" else Pass()
        for event in GAME.decide(battle, order, asked[0].seat, dice):
            told += wording.wording(battle, event, viewer) if battle.turn == 3 else ()
            battle = fold(battle, [event])
        if battle.turn > 3:
            break
        view = GAME.view(battle, viewer)
        told += [view, GAME.offers(view), GAME.summary(view), GAME.battlefield(view)]
    assert not left
    return told, battle


A_FEW = (*IN_THE_GRASS[:2], *ELSEWHERE[2:])
WORLDS = {
    "in the open": [
        shaken(),
        shaken(marker=True),
        shaken(IN_THE_GRASS),
        shaken(A_FEW, faces=2),
        shaken(IN_THE_GRASS, marker=True),
        shaken(((48.0, 16.0), (48.0, 17.0), (48.0, 18.0), (48.0, 19.0)), marker=True),
    ],
    "out of sight": [
        shaken(more=LEADS),
        shaken(more=LEADS, marker=True),
        shaken(IN_THE_GRASS, LEADS),
        shaken(more=KEPT_BACK),
        shaken(A_FEW, KEPT_BACK, faces=2),
    ],
}
"""Battles by the place of the Leader of A. The ambush has no losses or has lost half of its
figures. It has passed its test or failed it, and bears a marker or none.
"""


@pytest.mark.parametrize(
    "viewer", [Viewer("b", "B"), SPECTATOR], ids=["the other side", "a spectator"]
)
@pytest.mark.parametrize("leader", WORLDS)
def test_decisions_do_not_reveal_tests_and_markers_of_an_ambush(leader, viewer):
    (first, _), *others = [a_turn(position, viewer) for position in WORLDS[leader]]
    assert all(told == first for told, _ in others)
    asked = [
        (one.seat, one.step)
        for said in first
        if isinstance(said, tuple)
        for one in said
        if isinstance(one, Decision)
    ]
    assert ("a", "rally") in asked
    assert (("a", "morale") in asked) == (leader == "in the open")


def test_an_attempt_to_rally_an_ambush_looks_like_none():
    viewer, marked = Viewer("b", "B"), shaken(marker=True)
    rallied, battle = a_turn(marked, viewer, Rally("lead", "A1"))
    assert rallied == a_turn(shaken(), viewer)[0]
    assert not battle.units["A1"].marker
    own = fog.view(
        marked[0].with_morale(rallied=("lead",), standards_used=("flag",)),
        Viewer("a", "A"),
    ).battle
    assert (own.morale.rallied, own.morale.standards_used) == (("lead",), ("flag",))
    its = fog.view(
        marked[0].with_morale(rallied=("lead",), standards_used=("flag",)), viewer
    ).battle
    assert (its.morale.rallied, its.morale.standards_used) == ((), ())


def test_no_morale_decision_for_an_ambush_without_a_cause_of_a_test():
    battle, dice = shaken()
    quiet = msgspec.structs.replace(battle, fires=()), dice
    asked = [
        one.step
        for said in a_turn(quiet, SPECTATOR)[0]
        if isinstance(said, tuple)
        for one in said
        if isinstance(one, Decision)
    ]
    assert not {"morale", "rally"} & set(asked)


def test_tests_that_may_have_been_taken_are_not_taken_back():
    battle = msgspec.structs.replace(shaken()[0], step="morale", to_act="", passed=())
    twins = [
        GAME.decide(one, Pass(), "a", EndlessDice(4))
        for one in (battle, fold(battle, [e.TestsOwed((state.Test("A1", "losses"),))]))
    ]
    assert all(any(event.reveals for event in happened) for happened in twins)


def to_come(kind):
    """A unit of A and a single figure, both still off the table."""
    figures = FIGURES | {
        "r": Figure("r", kind, "A", "A3"),
        "A-one": Figure(
            "A-one", "scout" if kind == "askari" else "witch_doctor", "A", where=RESERVE
        ),
    }
    return msgspec.structs.replace(
        BATTLE,
        figures=figures,
        units={**UNITS, "A3": Unit("A3", "A", original=1, where=RESERVE)},
        step="arrivals",
    )


COMING = [
    e.ArrivalRolled("A3", 3, 5, False),
    e.ArrivalRolled("A3", 5, 5, True),
    e.ArrivalRolled("A-one", 2, 5, False),
    e.Joined("L", "A3"),
]


@pytest.mark.parametrize(
    "viewer", [Viewer("b", "B"), SPECTATOR], ids=["the other side", "a spectator"]
)
@pytest.mark.parametrize(
    "event", COMING, ids=lambda event: f"{type(event).__name__} {getattr(event, 'who', '')}"
)
def test_log_and_view_name_units_off_the_table_alike(event, viewer):
    one, other = (
        [
            GAME.wording(battle, event, viewer),
            GAME.summary_items([Met(9, "a", 3, battle, event)], viewer),
        ]
        for battle in map(to_come, ("askari", "archer"))
    )
    assert one == other
    key = getattr(event, "who", "A3")
    listed = [
        line.title.in_("en")
        for line in GAME.summary(GAME.view(to_come("askari"), viewer)).pieces
        if line.id == key
    ]
    assert all(name.lower() in one[0][0].says.in_("en").lower() for name in listed)
    assert (
        GAME.wording(to_come("askari"), event, Viewer("a", "A"))
        != GAME.wording(to_come("archer"), event, Viewer("a", "A"))
        or event.who == "A-one"
    )


def test_an_arrived_unit_is_named_by_its_troops_again():
    battle, roll, place = (
        to_come("askari"),
        e.ArrivalRolled("A3", 5, 5, True),
        e.Arrived("A3", {"r": (5.0, 1.0, 90.0)}),
    )
    arriving = fold(battle, [roll])
    [item] = GAME.summary_items(
        [Met(9, "a", 3, battle, roll), Met(9, "a", 3, arriving, place)], Viewer("b", "B")
    )
    assert "Askari" in item.says.in_("en")
    [line] = GAME.wording(battle, COMING[2], Viewer("b", "B"))
    assert line.says.in_("en").startswith("Single figure A (Side A) does not arrive")
    assert line.says.in_("es").startswith("Figura independiente A")


def test_a_leader_that_joins_an_ambush_does_not_change_its_known_size():
    hidden = msgspec.structs.replace(
        BATTLE,
        figures={
            **FIGURES,
            "L": msgspec.structs.replace(FIGURES["L"], unit="", at=None, where=RESERVE),
        },
    )
    joined = fold(hidden, [e.Joined("L", "A1")])
    one, other = (fog.view(battle, Viewer("b", "B")) for battle in (hidden, joined))
    assert one.battle.units == other.battle.units
    assert joined.units["A1"].original == hidden.units["A1"].original + 1


def test_a_loss_in_ambush_does_not_end_idle_turns():
    fallen = {
        key: msgspec.structs.replace(one, at=None, fate="fire", fell_in="9:independent_moves")
        if key == "a"
        else one
        for key, one in FIGURES.items()
    }
    quiet, burnt = (
        msgspec.structs.replace(BATTLE, turn=12, figures=figures) for figures in (FIGURES, fallen)
    )
    assert victory_conditions.idle_turns(quiet) == victory_conditions.idle_turns(burnt)


@pytest.mark.parametrize("seed", range(6))
def test_a_limit_agreed_for_scenarios_that_take_it_does_not_bind_a_raid(seed):
    happened = new_game(
        Setup("diced", SEATS, stock={"attacker": "A", "turn_limit": 14}),
        SeededDice(bytes([seed]), 1),
    )
    battle = fold(None, happened)
    assert battle.conditions.turn_limit == (10 if battle.scenario == "raid" else 14)


def army(trait_rolled=True, **more):
    return {
        "list": "native_kingdom",
        "nation": "luba",
        "year": 1880,
        "points": 300,
        "scenario": "encounter",
        "role": "none",
        "leader": {"type": "spearman", "traits": ["charismatic"], "trait_rolled": trait_rolled},
        "units": [{"spearman": 20}, {"spearman": 20}, {"archer": 20}],
        **more,
    }


def begun(*, a, b, **stock):
    return new_game(
        Setup("encounter", SEATS, stock={"armies": {"A": a, "B": b}, **stock}),
        SeededDice(b"review", 1),
    )


def test_a_trait_left_to_the_die_is_rolled_at_the_start():
    happened = begun(a=army(), b=army(nation="buganda"))
    thrown = [
        event for event in happened if isinstance(event, e.SetupRolled) and event.purpose == "trait"
    ]
    leaders = {
        figure.side: figure.traits for figure in happened[0].figures if figure.role == LEADER
    }
    assert [event.dice[0][0] for event in thrown] == ["A"]
    assert leaders == {"A": (thrown[0].says,), "B": ("disciplinarian",)}
    assert wording.wording(Battle(Land()), thrown[0], Viewer("a", "A"))


def test_an_unknown_list_is_refused():
    with pytest.raises(Refused):
        begun(a=army(list="nobody"), b=army(), attacker="dice")


def test_a_new_unit_at_works_survives_the_record():
    unit = Unit("B2", "B", at_works=True)
    assert msgspec.json.decode(msgspec.json.encode(unit), type=Unit) == unit


@pytest.mark.parametrize(("where", "owed"), [(AMBUSH, ()), (ON_TABLE, ("B",))])
def test_a_unit_in_ambush_makes_no_enemy_owe_a_spell(where, owed):
    """HOA-DEP-08 the decision would tell of the ambush, and no offer would answer it."""
    witch = Figure("w", "witch_doctor", "B", at=(40.0, 20.0))
    near = msgspec.structs.replace(UNITS["A1"], where=where)
    figures = {key: one for key, one in FIGURES.items() if one.role != LEADER and one.of != "L"}
    battle = msgspec.structs.replace(
        BATTLE,
        step="spells",
        units=UNITS | {"A1": near},
        figures=figures | {"w": witch},
        morale=Morale(),
    )
    assert owing(battle) == owed
    assert owing(fog.view(battle, Viewer("b", "B")).battle) == owed
