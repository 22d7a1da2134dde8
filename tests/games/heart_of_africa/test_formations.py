"""Drills for whole units: on any table the result is legal, and each drill does its purpose."""

import math
import random
import time

import msgspec
import pytest

from app.games.heart_of_africa.board import board
from app.games.heart_of_africa.events import Activated, AmbushRevealed, FigureMoved
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import (
    bases_touch,
    distance_between,
    is_attendant,
    pairs_in_contact,
    placed,
    radius,
)
from app.games.heart_of_africa.land import Land, Piece, Work
from app.games.heart_of_africa.movement import formations, guides, moves, planned_moves, previews
from app.games.heart_of_africa.movement.cohesion import is_in_cohesion
from app.games.heart_of_africa.movement.layouts import SHAPES
from app.games.heart_of_africa.movement.walking import plan
from app.games.heart_of_africa.orders import EndActivation, Guide, Manoeuvre, Move
from app.games.heart_of_africa.pieces import AMBUSH, COLUMN, SCOUT, Figure, Unit
from app.games.heart_of_africa.state import UNIT_MOVES, Activation, Battle
from app.kernel.dice import LoadedDice, Roll, SeededDice
from app.kernel.refusal import Refused
from app.kernel.space.plane import (
    ellipse_path,
    inches_to,
    mean_of,
    on_grid,
    path_length,
    rect_path,
    turned_by,
)
from tests.games.heart_of_africa.battles import with_facts

KINDS = (
    "jungle",
    "long_grass",
    "village",
    "low_hill",
    "rocky_ground",
    "ravine",
    "kopje",
    "road",
    "marsh",
    "river",
    "sea_or_lake",
    "stream",
)
TYPES = (
    "spearman",
    "askari",
    "white_man",
    "horseman",
    "mounted_musketeer",
    "artillery",
    "warrior",
    "agile_warrior",
    "archer",
)
DRILLS = ("displace", "wheel", *SHAPES, "charge")


def position(figures, pieces=(), works=(), hand=None, **facts):
    units = {}
    for figure in figures:
        if figure.unit:
            units.setdefault(figure.unit, Unit(figure.unit, figure.side))
    count = {key: sum(figure.unit == key for figure in figures) for key in units}
    units = {
        key: msgspec.structs.replace(unit, original=count[key], start=count[key])
        for key, unit in units.items()
    }
    battle = Battle(
        Land(pieces=tuple(pieces), works=tuple(works)),
        figures={figure.id: figure for figure in figures},
        units=units,
        turn=3,
        step=UNIT_MOVES,
        to_act="A",
        seats={"A": "A", "B": "B"},
        wind=90,
    )
    return with_facts(battle, hand=hand, **facts)


def rank(key, kind, side, count, at, step=(1.0, 0.0), facing=90.0):
    return [
        Figure(
            f"{key}{n}",
            kind,
            side,
            unit=key,
            at=on_grid((at[0] + n * step[0], at[1] + n * step[1])),
            facing=facing,
        )
        for n in range(count)
    ]


def country(chance):
    pieces = []
    for n in range(chance.randint(2, 20)):
        kind, x, y, wide, deep = (
            chance.choice(KINDS),
            chance.uniform(4, 68),
            chance.uniform(4, 44),
            chance.uniform(2, 7),
            chance.uniform(1.5, 5),
        )
        outline = ellipse_path(x, y, wide, deep)
        if kind in ("road", "river", "stream"):
            outline = rect_path(
                round(x - 12, 2), round(y - 1.2, 2), round(x + 12, 2), round(y + 1.2, 2)
            )
        facts = {
            "kopje": {
                "high": ellipse_path(x, y, wide / 3, deep / 3),
                "variant": chance.choice(("climbable", "closed")),
            },
            "low_hill": {"crest": ((x - wide, y), (x + wide, y))},
        }.get(kind, {})
        pieces.append(Piece(f"p{n}", kind, outline, **facts))
    return pieces


def random_position(seed):
    """Two sides near each other in random country: units of one to thirty, a Leader with
    attendants, works and a temba.
    """
    chance = random.Random(seed)
    works = [
        Work(
            f"w{n}",
            chance.choice(("barricade", "fence")),
            "B",
            line=((x, y), (x + 6, y + chance.uniform(-3, 3))),
            height="man_high",
        )
        for n in range(chance.randint(0, 2))
        for x, y in [(chance.uniform(6, 60), chance.uniform(6, 40))]
    ]
    if chance.random() < 0.3:
        works.append(Work("T", "temba", "B", rect=(30.0, 20.0, 40.0, 28.0), gate="south"))
    cx, cy = chance.uniform(14, 58), chance.uniform(12, 36)
    figures = []

    def put(figure):
        x, y = figure.at
        if (
            0 <= x <= 72
            and 0 <= y <= 48
            and all(
                inches_to(figure.at, one.at) >= radius(figure) + radius(one) + 0.001
                for one in figures
            )
        ):
            figures.append(figure)

    for n in range(chance.randint(2, 5)):
        kind, side = chance.choice(TYPES), "AB"[n % 2]
        wide = chance.choice((0.95, 1.1, 1.6)) * (
            1.5 if kind in ("horseman", "mounted_musketeer", "artillery") else 1
        )
        x, y, turn, files = (
            cx + chance.uniform(-12, 12),
            cy + chance.uniform(-8, 8),
            chance.uniform(0, 360),
            chance.randint(2, 10),
        )
        for man in range(2 if kind == "artillery" else chance.randint(1, 30)):
            put(
                Figure(
                    f"u{n}m{man}",
                    kind,
                    side,
                    unit=f"u{n}",
                    facing=chance.uniform(0, 360),
                    at=on_grid(
                        turned_by((x + man % files * wide, y + man // files * wide), (x, y), turn)
                    ),
                )
            )
    put(
        Figure(
            "L",
            "white_man",
            "A",
            role="leader",
            unit="u0" if chance.random() < 0.5 else "",
            traits=("charismatic",),
            at=on_grid((cx, cy)),
        )
    )
    put(Figure("att", "attendant", "A", of="L", at=on_grid((cx + 1.1, cy))))
    if not any(figure.unit == "u0" for figure in figures):
        put(Figure("u0m0", "spearman", "A", unit="u0", at=(1.0, 1.0)))
    if not any(figure.id == "L" for figure in figures):
        figures = [figure for figure in figures if figure.id != "att"]
    return position(
        figures, country(chance), works, dark=(3, 4) if chance.random() < 0.1 else None
    ), chance


def order_for(battle, chance, drill):
    men = placed(battle, "u0")
    x, y = mean_of(man.at for man in men)
    to = (x + chance.uniform(-9, 9), y + chance.uniform(-9, 9))
    if drill == "charge":
        foes = [figure for figure in battle.figures.values() if figure.side == "B"]
        return (
            Manoeuvre("u0", drill, target=chance.choice(foes).unit)
            if foes
            else Manoeuvre("u0", "displace", to)
        )
    angle = (
        chance.uniform(-90, 90)
        if drill == "wheel"
        else chance.choice((None, chance.uniform(0, 360)))
    )
    return Manoeuvre("u0", drill, to, angle)


def overlaps(battle):
    men = [
        figure
        for figure in battle.figures.values()
        if figure.at is not None and not figure.fate and not is_attendant(figure)
    ]
    return {
        (one.id, two.id)
        for n, one in enumerate(men)
        for two in men[n + 1 :]
        if one.room == two.room and inches_to(one.at, two.at) < radius(one) + radius(two) - 0.0101
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    "seeds",
    [range(7), pytest.param(range(7, 14), marks=pytest.mark.proof)],
    ids=["few", "many"],
)
@pytest.mark.parametrize("drill", DRILLS)
def test_every_drill_on_any_table_is_a_lawful_move(drill, seeds):
    for seed in seeds:
        battle, chance = random_position(f"{drill}{seed}")
        order = order_for(battle, chance, drill)
        try:
            happened = formations.manoeuvre(battle, order, "A", SeededDice(b"key", seed))
        except Refused:
            continue
        hand = next(event.hand for event in happened if isinstance(event, Activated))
        for event in happened:
            if isinstance(event, FigureMoved):
                rates = (
                    hand.own.get(event.figure)
                    or hand.own.get(battle.figures[event.figure].of)
                    or (hand.open, hand.difficult)
                )
                assert event.length <= rates[event.rate == "difficult"] + 0.011, (seed, event)
        after = fold(battle, happened)
        assert overlaps(after) <= overlaps(battle), (seed, order)
        if is_in_cohesion(battle, "u0") and not any(
            pair[0].startswith("u0") for pair in pairs_in_contact(battle)
        ):
            assert is_in_cohesion(
                after, [man for man in placed(after, "u0") if not is_attendant(man)]
            ), (seed, order)


def test_a_draft_is_a_move_that_nothing_speaks_against():
    for seed in range(12):
        battle, chance = random_position(f"draft{seed}")
        battle = msgspec.structs.replace(battle, hand=Activation("u0", "A", 7.0, 3.0))
        order = order_for(battle, chance, chance.choice(DRILLS))
        draft = formations.drafted(battle, order, "A")
        assert (
            draft.refusals or planned_moves.move_refusals(battle, draft.move(order), "A") == ()
        ), (
            seed,
            order,
        )


def test_a_nearest_lawful_path_is_lawful():
    for seed in range(25):
        battle, chance = random_position(f"near{seed}")
        battle = msgspec.structs.replace(battle, hand=Activation("u0", "A", 7.0, 3.0))
        figure = chance.choice(placed(battle, "u0"))
        path = (
            figure.at,
            *(
                (figure.at[0] + chance.uniform(-9, 9), figure.at[1] + chance.uniform(-9, 9))
                for _ in range(chance.randint(1, 2))
            ),
        )
        best = previews.nearest_legal(battle, figure, path)
        if plan(battle, figure, (figure.at,)).refusals:
            assert best == (figure.at,)
        else:
            assert plan(battle, figure, best, grid=board(battle, "A")).refusals == (), (
                seed,
                path,
                best,
            )


def test_thirty_among_two_hundred_are_drilled_at_once():
    chance = random.Random(5)
    figures = [
        man
        for n in range(7)
        for row in range(3)
        for man in rank(
            f"{'ab'[n % 2]}{n}r{row}",
            "spearman",
            "AB"[n % 2],
            10,
            (2 + 10 * n, (8 if n % 2 == 0 else 24) + row),
        )
    ]
    figures = [msgspec.structs.replace(figure, unit=figure.unit[:2]) for figure in figures]
    battle = position(figures, country(chance), hand=Activation("a2", "A", 9.0, 4.0))
    taken = []
    for drill, facts in (
        ("displace", {"to": (30.0, 18.0)}),
        ("line", {"to": (26.0, 15.0), "angle": 90.0}),
        ("charge", {"target": "b3"}),
    ):
        order = Manoeuvre("a2", drill, **facts)
        for _ in range(3):
            begun = time.process_time()
            draft = formations.drafted(battle, order, "A", explain=False)
            spent = time.process_time() - begun
            assert draft.paths
            taken.append((drill, spent))
    for drill in {drill for drill, _ in taken}:
        assert min(spent for one, spent in taken if one == drill) < 0.12, (
            taken
        )  # a tenth of a second on a busy machine; 15 to 30 ms on a free one


def test_a_displacement_keeps_the_formation():
    battle = position(rank("a", "askari", "A", 8, (10, 10)), hand=Activation("a", "A", 6.0, 3.0))
    draft = formations.drafted(battle, Manoeuvre("a", "displace", (13.5, 14.0)), "A")
    assert {key: path[-1] for key, path in draft.paths.items()} == {
        f"a{n}": (10.0 + n, 14.0) for n in range(8)
    }
    assert set(draft.facing.values()) == {90.0}
    assert draft.notes == {}


def test_beyond_the_roll_they_go_as_far_as_it_takes_them():
    battle = position(rank("a", "askari", "A", 8, (10, 10)), hand=Activation("a", "A", 6.0, 3.0))
    draft = formations.drafted(battle, Manoeuvre("a", "displace", (13.5, 30.0)), "A")
    assert all(path_length(path) == pytest.approx(6.0, abs=0.01) for path in draft.paths.values())
    assert len(draft.notes) == 8


def test_those_in_the_jungle_go_slowly_and_the_others_wait_for_them():
    jungle = Piece("j", "jungle", rect_path(9, 5, 12.5, 11))
    battle = position(
        rank("a", "askari", "A", 6, (10, 10)), [jungle], hand=Activation("a", "A", 9.0, 1.0)
    )
    draft = formations.drafted(battle, Manoeuvre("a", "displace", (12.5, 19.0)), "A")
    lengths = {key: path_length(path) for key, path in draft.paths.items()}
    assert all(lengths[key] <= 1.01 for key in ("a0", "a1", "a2"))
    assert lengths["a5"] > 2
    assert planned_moves.move_refusals(battle, draft.move(Manoeuvre("a", "displace")), "A") == ()


def test_they_go_round_a_pond():
    pond = Piece("s", "sea_or_lake", rect_path(9, 12, 14, 13))
    battle = position(
        rank("a", "askari", "A", 1, (10, 10)), [pond], hand=Activation("a", "A", 9.0, 3.0)
    )
    draft = formations.drafted(battle, Manoeuvre("a", "displace", (10.0, 15.0)), "A")
    assert draft.paths["a0"][-1] == (10.0, 15.0)
    assert len(draft.paths["a0"]) > 2


def test_a_wheel_keeps_the_line_straight():
    battle = position(rank("a", "askari", "A", 6, (10, 10)), hand=Activation("a", "A", 9.0, 3.0))
    draft = formations.drafted(battle, Manoeuvre("a", "wheel", (10.0, 10.0), 90.0), "A")
    assert draft.paths["a5"][-1] == pytest.approx((10.0, 15.0), abs=0.01)
    assert draft.facing["a5"] == 180.0
    assert draft.facing["a0"] == 180.0  # turns on the pivot


@pytest.mark.parametrize(
    ("shape", "wide", "deep"),
    [
        ("line", 9.5, 1.5),
        ("rank", 18.5, 0.9),
        ("column", 1.9, 9.5),
        ("close_up", 6.0, 5.0),
        ("loose", 18.0, 8.0),
    ],
)
def test_shapes(shape, wide, deep):
    battle = position(
        rank("a", "askari", "A", 20, (20, 20), (0.95, 0.0)), hand=Activation("a", "A", 30.0, 3.0)
    )
    draft = formations.drafted(battle, Manoeuvre("a", shape, (30.0, 30.0), 90.0), "A")
    ends = [draft.paths[f"a{n}"][-1] for n in range(20)]
    assert max(x for x, _ in ends) - min(x for x, _ in ends) <= wide
    assert max(y for _, y in ends) - min(y for _, y in ends) <= deep
    if shape == "loose":
        assert min(inches_to(a, b) for n, a in enumerate(ends) for b in ends[n + 1 :]) > 1.8


def test_a_charge_brings_about_two_to_each_enemy():
    battle = position(
        rank("a", "warrior", "A", 8, (10, 10))
        + rank("b", "askari", "B", 4, (10.5, 15), (2.0, 0.0), 270),
        hand=Activation("a", "A", 8.0, 4.0),
    )
    order = Manoeuvre("a", "charge", target="b")
    draft = formations.drafted(battle, order, "A")
    assert len(draft.attack) >= 7
    assert all(1 <= list(draft.attack.values()).count(f"b{n}") <= 3 for n in range(4))
    after = fold(battle, formations.manoeuvre(battle, order, "A", SeededDice(b"k", 1)))
    assert all(
        bases_touch(after.figures[one], after.figures[two]) for one, two in draft.attack.items()
    )
    assert "charged" in after.figures["a0"].did


def test_a_charge_at_an_enemy_in_cover_stops_an_inch_short():
    jungle = Piece("j", "jungle", rect_path(5, 15, 20, 20))
    battle = position(
        [
            *rank("a", "warrior", "A", 1, (10, 9)),
            *rank("b", "askari", "B", 1, (10, 15.5), facing=270),
        ],
        [jungle],
        hand=Activation("a", "A", 9.0, 2.0),
    )
    draft = formations.drafted(battle, Manoeuvre("a", "charge", target="b"), "A")
    assert draft.attack == {}
    assert 15 - draft.paths["a0"][-1][1] - 0.4 == pytest.approx(1.0, abs=0.05)


def test_a_charge_over_a_barricade_takes_the_difficult_roll():
    wall = Work("w", "barricade", "B", line=((5, 12.4), (15, 12.4)))
    figures = [
        *rank("a", "warrior", "A", 2, (9.5, 9)),
        *rank("b", "askari", "B", 1, (10, 12.8), facing=270),
    ]
    slow = formations.drafted(
        position(figures, works=[wall], hand=Activation("a", "A", 9.0, 2.0)),
        Manoeuvre("a", "charge", target="b0"),
        "A",
    )
    fast = formations.drafted(
        position(figures, works=[wall], hand=Activation("a", "A", 9.0, 4.0)),
        Manoeuvre("a", "charge", target="b0"),
        "A",
    )
    assert slow.attack == {}
    assert len(fast.attack) == 1


def test_corrections_stand_and_the_others_make_room():
    battle = position(rank("a", "askari", "A", 4, (10, 10)), hand=Activation("a", "A", 6.0, 3.0))
    order = Manoeuvre(
        "a",
        "displace",
        (11.5, 14.0),
        paths={"a3": ((13.0, 10.0), (12.0, 14.0))},
        facing={"a0": 180.0},
    )
    draft = formations.drafted(battle, order, "A")
    assert draft.paths["a3"][-1] == (12.0, 14.0)
    assert draft.facing["a0"] == 180.0
    assert inches_to(draft.paths["a2"][-1], (12.0, 14.0)) >= 0.79
    wrong = msgspec.structs.replace(order, paths={"a3": ((13.0, 10.0), (13.0, 30.0))})
    with pytest.raises(Refused):
        formations.manoeuvre(battle, wrong, "A", SeededDice(b"k", 1))


def test_men_in_close_combat_stay_unless_the_unit_goes_back():
    figures = [
        *rank("a", "askari", "A", 3, (10, 10)),
        *rank("b", "spearman", "B", 1, (10, 10.8), facing=270),
    ]
    figures = [
        msgspec.structs.replace(
            figure, contact_at_start={"a0": ("b0",), "b0": ("a0",)}.get(figure.id, ())
        )
        for figure in figures
    ]
    battle = position(figures, hand=Activation("a", "A", 6.0, 3.0))
    assert set(formations.drafted(battle, Manoeuvre("a", "displace", (11.5, 12.0)), "A").paths) == {
        "a1",
        "a2",
    }
    assert set(formations.drafted(battle, Manoeuvre("a", "displace", (11.0, 7.0)), "A").paths) == {
        "a0",
        "a1",
        "a2",
    }


def test_attendants_go_with_their_leader():
    figures = [
        *rank("a", "askari", "A", 3, (10, 10)),
        Figure("L", "askari", "A", unit="a", role="leader", at=(13, 10)),
        Figure("t", "attendant", "A", of="L", at=(14, 10)),
    ]
    draft = formations.drafted(
        position(figures, hand=Activation("a", "A", 6.0, 3.0)),
        Manoeuvre("a", "displace", (11.5, 13.0)),
        "A",
    )
    assert draft.paths["t"][-1] == (14.0, 13.0)


def test_a_roll_of_zero_allows_turns_and_no_moves():
    jungle = Piece("j", "jungle", rect_path(5, 5, 30, 30))
    battle = position(
        rank("a", "askari", "A", 3, (10, 10)), [jungle], hand=Activation("a", "A", 6.0, 0.0)
    )
    draft = formations.drafted(battle, Manoeuvre("a", "displace", (11, 14)), "A")
    assert draft.paths == {}
    assert {refusal.rule for refusal in draft.refusals} & {"HOA-TRP-24", "HOA-MOV-02"}
    turn = formations.drafted(battle, Manoeuvre("a", "displace", angle=180.0), "A")
    assert set(turn.facing.values()) == {180.0}


def test_a_wrong_manoeuvre_is_refused_before_the_dice():
    battle = position(
        [*rank("a", "askari", "A", 3, (10, 10)), *rank("b", "spearman", "B", 2, (40, 40))]
    )
    for order in (
        Manoeuvre("a", "dance", (1, 1)),
        Manoeuvre("x", "displace", (1, 1)),
        Manoeuvre("a", "wheel", (1, 1)),
        Manoeuvre("a", "charge", target="a"),
        Manoeuvre("b", "displace", (1, 1)),
    ):
        with pytest.raises(Refused):
            formations.manoeuvre(battle, order, "A", LoadedDice([]))


def test_a_hidden_enemy_is_no_target_and_no_obstacle():
    figures = [*rank("a", "askari", "A", 1, (10, 10)), *rank("b", "spearman", "B", 1, (10, 15))]
    battle = position(figures, hand=Activation("a", "A", 9.0, 3.0))
    battle = msgspec.structs.replace(
        battle,
        units={**battle.units, "b": msgspec.structs.replace(battle.units["b"], where=AMBUSH)},
    )
    assert formations.drafted(battle, Manoeuvre("a", "charge", target="b"), "A").refusals
    assert formations.drafted(battle, Manoeuvre("a", "displace", (10.0, 17.0)), "A").paths[
        "a0"
    ] == ((10, 10), (10.0, 17.0))


def test_the_column_marches_in():
    men = [
        msgspec.structs.replace(man, at=None, where=COLUMN)
        for man in rank("a", "askari", "A", 9, (0, 0))
    ]
    battle = position(
        men,
        hand=Activation("a", "A", 6.0, 3.0),
        scenario="ambush",
        march=("a",),
        edges={"A": "west", "B": "east"},
        turn=1,
    )
    order = Manoeuvre("a", "displace", (8.0, 24.0))
    draft = formations.drafted(battle, order, "A")
    assert len(draft.paths) == 9
    assert planned_moves.move_refusals(battle, draft.move(order), "A") == ()
    assert max(path[-1][0] for path in draft.paths.values()) > 4


def test_towards_a_goal_round_the_marsh():
    marsh = Piece("m", "marsh", rect_path(14, 4, 18, 16))
    figures = rank("a", "horseman", "A", 6, (8, 8), (0.0, 1.3), 0)
    battle = position(figures, [marsh])
    order = formations.toward(battle, "a", (30.0, 10.0))
    assert order.drill == "displace"
    assert order.to[1] > 13 or order.to[1] < 7
    straight = formations.toward(battle, "a", (9.0, 30.0), stop_short=3.0, facing=(9.0, 40.0))
    assert straight.to[1] == pytest.approx(27.0, abs=0.1)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_unit_is_laid_out_on_free_ground(shape):
    lake = Piece("s", "sea_or_lake", rect_path(20, 10, 30, 12))
    figures = [
        *rank("a", "askari", "A", 25, (60, 40), (0.0, 0.0)),
        *rank("b", "spearman", "A", 6, (22, 14)),
    ]
    figures = [
        msgspec.structs.replace(figure, at=None) if figure.unit == "a" else figure
        for figure in figures
    ]
    battle = position(figures, [lake])
    spots = formations.deploy_block(battle, "a", (24.0, 13.0), 45.0, shape)
    assert len(spots) == 25
    after = msgspec.structs.replace(
        battle,
        figures={
            key: msgspec.structs.replace(figure, at=spots[key][:2]) if key in spots else figure
            for key, figure in battle.figures.items()
        },
    )
    assert overlaps(after) == set()
    assert is_in_cohesion(after, "a")
    assert not any(20 < x < 30 and 10 < y < 12 for x, y, _ in spots.values())


def test_reach_is_a_circle_in_the_open_and_stops_at_enemies():
    battle = position(
        [*rank("a", "askari", "A", 1, (20, 20)), *rank("b", "spearman", "B", 1, (24, 20))],
        hand=Activation("a", "A", 6.0, 3.0),
    )
    reach = previews.reach(battle, "a0")
    assert len(reach.open) == 24
    assert inches_to(reach.open[6], (20, 20)) == pytest.approx(6.0, abs=0.01)
    assert inches_to(reach.open[0], (20, 20)) == pytest.approx(3.14, abs=0.03)
    assert previews.reach(battle, "a0", headings=8).inches == (6.0, 3.0)


def test_a_preview_says_how_far_and_why_not():
    battle = position(rank("a", "askari", "A", 2, (20, 20)), hand=Activation("a", "A", 6.0, 3.0))
    outlook = previews.preview(
        battle, Move("a", {"a0": ((20, 20), (20, 25)), "a1": ((21, 20), (21, 40))}), "A"
    )
    assert outlook.figures["a0"].length == 5.0
    assert outlook.figures["a0"].refusals == ()
    assert outlook.figures["a1"].refusals[0].rule == "HOA-MOV-01"
    assert outlook.figures["a1"].best[-1] == pytest.approx((21.0, 26.0), abs=0.02)
    drilled = previews.preview(battle, Manoeuvre("a", "displace", (20.5, 24.0)), "A")
    assert {one.length for one in drilled.figures.values()} == {4.0}


def column(**facts):
    figures = [
        Figure("S", SCOUT, "A", at=(20.0, 20.0)),
        *rank("a", "askari", "A", 5, (18, 20), (-1.0, 0.0), 0),
        *rank("b", "spearman", "B", 2, (20, 40)),
    ]
    return position(figures, **facts)


def dice_of(faces):
    return LoadedDice(
        [
            *(Roll("open", "S", 6, face) for face in faces[:4]),
            *(Roll("difficult", "S", 6, face) for face in faces[4:]),
        ]
    )


def test_a_column_goes_in_file_along_a_bent_way():
    battle = column()
    happened = guides.guide(
        battle, Guide("S", "a", ((20, 20), (26, 20), (26, 24))), "A", dice_of((4, 4, 4, 4, 1, 1))
    )
    after = fold(battle, happened)
    assert after.figures["S"].at == (26, 24)
    assert after.figures["a0"].at == (26.0, 23.0)
    assert after.figures["a4"].at == (25.0, 20.0)
    assert "guided" in after.figures["a4"].did
    assert after.units["a"].activation == "moved"
    assert after.figures["S"].activated
    assert after.hand is None


@pytest.mark.parametrize(
    ("way", "may"),
    [(((20, 20), (26, 20)), True), (((20, 20), (20, 36)), False), (((20, 20), (20, 20)), False)],
)
def test_an_offered_column_stops_at_the_first_refusal(way, may, monkeypatch):
    battle, order = column(), Guide("S", "a", way)
    assert guides.may_march(battle, order, "A") is may
    assert bool(guides.guide_refusals(battle, order, "A")) is not may
    planned = []
    monkeypatch.setattr(guides, "plan", lambda *given, **more: planned.append(1))
    if not may:
        assert not guides.may_march(battle, order, "A") and planned == []


def test_a_preview_drafts_its_drill_once(monkeypatch):
    bodies, make = [], formations.GroupMove
    monkeypatch.setattr(
        formations, "GroupMove", lambda *given: bodies.append(given) or make(*given)
    )
    battle, order = column(), Manoeuvre("a", "displace", (14.0, 30.0))
    drafts = [
        formations.drafted(battle, order, "A", explain=explain) for explain in (False, True, False)
    ]
    assert len(bodies) == 1 and drafts[0] == drafts[2] and drafts[1].paths == drafts[0].paths
    formations.drafted(battle, Manoeuvre("a", "displace", (15.0, 30.0)), "A")
    formations.drafted(msgspec.structs.replace(battle), order, "A")
    assert len(bodies) == 3


def test_too_long_a_way_leaves_the_scout_in_hand():
    battle = column()
    happened = guides.guide(
        battle, Guide("S", "a", ((20, 20), (40, 20))), "A", dice_of((2, 2, 2, 2, 1, 1))
    )
    assert [type(event) for event in happened] == [Activated]
    after = fold(battle, happened)
    assert after.hand.who == "S"
    with pytest.raises(Refused):
        guides.guide(after, Guide("S", "a", ((20, 20), (40, 20))), "A", LoadedDice([]))
    again = fold(
        after, guides.guide(after, Guide("S", "a", ((20, 20), (26, 20))), "A", LoadedDice([]))
    )
    assert again.figures["a0"].at == (25.0, 20.0)
    assert (
        fold(after, moves.end_activation(after, EndActivation(), "A", LoadedDice([])))
        .units["a"]
        .activation
        == ""
    )


def test_an_ambush_on_the_way_stops_the_column():
    battle = column()
    hidden = Unit("h", "B", where=AMBUSH, original=1, start=1)
    battle = msgspec.structs.replace(
        battle,
        units={**battle.units, "h": hidden},
        figures={**battle.figures, "h0": Figure("h0", "spearman", "B", unit="h", at=(33.0, 20.0))},
        land=Land(pieces=(Piece("j", "jungle", rect_path(31, 15, 36, 25)),)),
    )
    happened = guides.guide(
        battle, Guide("S", "a", ((20, 20), (30, 20))), "A", dice_of((4, 4, 4, 4, 1, 1))
    )
    after = fold(battle, happened)
    assert any(isinstance(event, AmbushRevealed) for event in happened)
    assert distance_between(after.figures["S"], after.figures["h0"]) == pytest.approx(8.0, abs=0.02)
    assert math.isclose(after.figures["S"].at[0] - after.figures["a0"].at[0], 1.0, abs_tol=0.01)


def test_guiding_is_refused_for_guns_other_guides_and_long_ways():
    battle = column()
    guns = position(
        [Figure("S", SCOUT, "A", at=(20.0, 20.0)), *rank("a", "machine_gun", "A", 1, (18, 20))]
    )
    for board_now, order in (
        (guns, Guide("S", "a", ((20, 20), (26, 20)))),
        (battle, Guide("a0", "a", ((18, 20), (26, 20)))),
        (battle, Guide("S", "a", ((20, 20), (20, 36)))),
    ):
        with pytest.raises(Refused) as refused:
            guides.guide(board_now, order, "A", LoadedDice([]))
        assert refused.value.refusals[0].rule == "HOA-SPC-17"
