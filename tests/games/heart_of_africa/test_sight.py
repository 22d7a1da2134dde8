"""Sight: both ends see alike, turning the table changes nothing, and a second test that shares no
code agrees.
"""

import math
import random

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from shapely import LineString

from app.games.heart_of_africa.land import Fire, Land, Piece, Work
from app.games.heart_of_africa.pieces import Figure, Unit
from app.games.heart_of_africa.shooting import aim
from app.games.heart_of_africa.sight import cover, ground, impassable, lines, smoke, visibility
from app.games.heart_of_africa.state import SHOOTING, Battle, Conditions, Shooting
from app.kernel.space.plane import ellipse_path, on_grid, rect_path, turned_by
from tests.games.heart_of_africa import slow_sight
from tests.games.heart_of_africa.battles import with_facts

WIDE, DEEP = 40.0, 30.0
HILLY = ("low_hill", "escarpment", "kopje", "ravine")
TYPES = (
    "soldier",
    "askari",
    "askari",
    "warrior",
    "spearman",
    "lancer",
    "artillery",
    "machine_gun",
    "baggage",
    "attendant",
    "dhow",
    "canoe",
    "gunboat",
)


def man(key, kind, x, y, side="A", **facts):
    return Figure(key, kind, side, at=(x, y), **facts)


def table(*figures, pieces=(), works=(), **facts):
    units = {one.unit: Unit(one.unit, one.side) for one in figures if one.unit}
    battle = Battle(
        Land(WIDE, DEEP, pieces=tuple(pieces), works=tuple(works)),
        figures={one.id: one for one in figures},
        units=units,
        turn=5,
        step=SHOOTING,
    )
    return with_facts(battle, **facts)


def blockers(battle, a="a", b="b", **how):
    look = visibility.line_of_sight(battle, battle.figures[a], battle.figures[b], **how)
    assert look.free == (not look.blockers)
    return [(one.rule, one.id) for one in look.blockers]


def facing_each_other(kind, first, last, **facts):
    """a at (10, 15) and b at (30, 15), the piece from x = first to x = last."""
    return table(
        man("a", "soldier", 10, 15),
        man("b", "spearman", 30, 15, "B"),
        pieces=[Piece("p", kind, rect_path(first, 10, last, 20), **facts)],
    )


@pytest.mark.parametrize(
    ("kind", "limit", "rule"),
    [("jungle", 1, "HOA-TER-12"), ("long_grass", 4, "HOA-TER-14"), ("village", 3, "HOA-TER-21")],
)
def test_growth_up_to_its_limit(kind, limit, rule):
    assert blockers(facing_each_other(kind, 15, 15 + limit)) == []
    assert blockers(facing_each_other(kind, 15, 15.1 + limit)) == [(rule, "p")]


def test_every_patch_is_named_and_proved():
    battle = table(
        man("a", "soldier", 10, 15),
        man("b", "spearman", 30, 15, "B"),
        pieces=[
            Piece("p", "jungle", rect_path(15, 10, 15.6, 20)),
            Piece("q", "jungle", rect_path(20, 10, 20.6, 20)),
        ],
    )
    look = visibility.line_of_sight(battle, battle.figures["b"], battle.figures["a"])
    assert [(one.id, one.at) for one in look.blockers] == [("q", (20.6, 15.0)), ("p", (15.6, 15.0))]
    assert "1.2 in of jungle" in str(
        look.blockers[0].says
    ) and "1,2 pulgadas de jungla" in look.blockers[0].says.in_("es")
    assert look.line.depths == {"jungle": 1.2} and [one.inches for one in look.line.stretches] == [
        0.6,
        0.6,
    ]


def test_a_road_is_cut_out_of_jungle():
    battle = table(
        man("a", "soldier", 10, 15),
        man("b", "spearman", 30, 15, "B"),
        man("c", "spearman", 30, 19, "B"),
        pieces=[
            Piece("p", "jungle", rect_path(5, 5, 35, 25)),
            Piece("r", "road", rect_path(0, 14, 40, 16)),
        ],
    )
    assert blockers(battle) == []
    assert blockers(battle, "a", "c") == [("HOA-TER-12", "p")]


def test_low_hills():
    hill = Piece("h", "low_hill", ellipse_path(20, 15, 8, 5), crest=((12, 15), (28, 15)))
    battle = table(
        man("a", "soldier", 20, 12),
        man("b", "spearman", 20, 23, "B"),
        man("c", "soldier", 16, 15.3),
        man("d", "spearman", 16, 25, "B"),
        man("e", "spearman", 16, 5, "B"),
        man("f", "spearman", 20, 5, "B"),
        man("g", "soldier", 24.8, 12),
        man("k", "soldier", 15, 12),
        pieces=[hill],
    )
    assert blockers(battle, "a", "b") == [("HOA-TER-03", "h"), ("HOA-TER-04", "h")]
    assert blockers(battle, "c", "d") == [] == blockers(battle, "c", "e")
    assert blockers(battle, "a", "f") == []
    assert blockers(battle, "a", "g") == [] and blockers(battle, "a", "k") == [("HOA-TER-05", "h")]
    assert ("HOA-TER-04", "h") in blockers(battle, "f", "b")


def test_top_edges():
    cliff = Piece(
        "e",
        "escarpment",
        rect_path(0, 10, 40, 15),
        top_edge=((0, 15), (40, 15)),
        high=rect_path(0, 15, 40, 30),
    )
    battle = table(
        man("a", "soldier", 10, 17.4),
        man("b", "spearman", 10, 5, "B"),
        man("c", "soldier", 20, 17.7),
        man("d", "spearman", 20, 12, "B"),
        man("f", "soldier", 30, 25),
        pieces=[cliff],
    )
    assert blockers(battle, "a", "b") == []
    assert blockers(battle, "c", "d") == [("HOA-TER-08", "e")]
    assert blockers(battle, "a", "f") == [] == blockers(battle, "b", "d")


def test_a_kopje_hides_those_at_its_foot_from_each_other():
    rocks = Piece("k", "kopje", rect_path(15, 10, 25, 20), high=rect_path(18, 13, 22, 17))
    battle = table(
        man("a", "soldier", 10, 15),
        man("b", "spearman", 30, 15, "B"),
        man("c", "soldier", 20, 16),
        man("d", "soldier", 10, 11),
        man("e", "spearman", 30, 11, "B"),
        pieces=[rocks],
    )
    assert blockers(battle) == [("HOA-TER-09", "k")]
    assert blockers(battle, "a", "c") == [] == blockers(battle, "d", "e")
    closed = replace(battle, land=replace(battle.land, pieces=(replace(rocks, variant="closed"),)))
    assert blockers(closed, "d", "e") == [("HOA-TER-09", "k")]


def test_ravines():
    ravine = Piece("v", "ravine", ((10, 10), (20, 10), (20, 5), (23, 5), (23, 13), (10, 13)))
    battle = table(
        man("a", "soldier", 12, 11),
        man("b", "spearman", 12, 15.4, "B"),
        man("c", "spearman", 14, 15.9, "B"),
        man("d", "soldier", 22, 6),
        man("e", "soldier", 18, 12),
        man("f", "soldier", 17, 2, "B"),
        man("g", "soldier", 17, 20, "B"),
        pieces=[ravine],
    )
    assert blockers(battle, "a", "b") == []
    assert blockers(battle, "a", "c") == [("HOA-TER-29", "v")]
    assert blockers(battle, "a", "e") == [] and blockers(battle, "a", "d") == [("HOA-TER-29", "v")]
    assert blockers(battle, "f", "g") == []


def test_gaps():
    def through(y, x=25.0, **how):
        return blockers(
            table(
                man("a", "regular", 16, 15),
                man("f", "askari", x, 15 + y),
                man("g", "askari", x, 15 - y),
                man("b", "spearman", 34, 15, "B"),
            ),
            **how,
        )

    assert through(1.9, shooting=True) == [] and through(1.85, shooting=True) == [
        ("HOA-VIS-05", "f")
    ]
    assert through(0.8, 17.0, shooting=True) == [] and through(0.75, 17.0, shooting=True) == [
        ("HOA-VIS-05", "f")
    ]
    assert through(0.5) == [] and through(0.4) == [("HOA-VIS-04", "f"), ("HOA-VIS-04", "g")]


def test_figures_that_block_sight_and_shots():
    battle = table(
        man("a", "soldier", 10, 15, unit="u"),
        man("m", "soldier", 20, 15, unit="u"),
        man("b", "spearman", 30, 15, "B"),
    )
    assert blockers(battle) == [] and blockers(battle, shooting=True) == [("HOA-VIS-04", "m")]
    for kind, rules in (("attendant", []), ("baggage", [("HOA-VIS-04", "m")])):
        assert (
            blockers(
                table(
                    *(
                        one if one.id != "m" else man("m", kind, 20, 15)
                        for one in battle.figures.values()
                    )
                )
            )
            == rules
        )
    assert blockers(
        table(
            man("a", "soldier", 10, 15),
            man("m", "canoe", 20, 15, "B", facing=90),
            man("b", "spearman", 30, 15, "B"),
        )
    ) == [("HOA-VIS-04", "m")]


def test_works_and_the_second_rank():
    wall = Work("w", "field_fortification", "A", line=((20.5, 10), (20.5, 20)))
    battle = table(
        man("a", "askari", 20.1, 15, unit="u"),
        man("c", "askari", 19.3, 15, unit="u"),
        man("b", "spearman", 27, 15, "B"),
        man("l", "lancer", 19.9, 18),
        man("d", "soldier", 18, 12),
        works=[wall],
    )
    assert blockers(battle, shooting=True) == [] == blockers(battle, "c", "b", shooting=True)
    assert blockers(battle, "b", "c", shooting=True) == [("HOA-VIS-04", "a")]
    assert blockers(battle, "l", "b") == [("HOA-FRT-03", "w")] == blockers(battle, "b", "d")
    figures = battle.figures
    assert lines.is_same_file(battle, figures["a"], figures["c"]) and not lines.is_same_file(
        battle, figures["a"], figures["d"]
    )
    assert (
        ground.behind_work(battle, figures["c"], (27, 15))
        == wall
        == ground.behind_work(battle, figures["a"], (27, 15))
    )
    assert (
        ground.behind_work(battle, figures["d"], (27, 15)) is None
        and ground.behind_work(battle, figures["a"], (5, 15)) is None
    )
    for height, rules in (("man_high", []), ("higher", [("HOA-TER-20", "w")])):
        fence = replace(
            battle,
            land=replace(
                battle.land, works=(Work("w", "fence", "A", line=wall.line, height=height),)
            ),
        )
        assert blockers(fence) == rules


def test_a_standard_is_seen_over_figures_grass_and_works():
    battle = table(
        man("a", "soldier", 10, 15),
        man("m", "lancer", 20, 15, "B"),
        man("b", "standard_bearer", 30, 15),
        pieces=[Piece("g", "long_grass", rect_path(12, 10, 20, 20))],
        works=[Work("w", "barricade", "A", line=((25, 10), (25, 20)))],
    )
    assert blockers(battle, standard=True) == [] and len(blockers(battle)) == 3
    jungle = replace(
        battle, land=replace(battle.land, pieces=(Piece("j", "jungle", rect_path(12, 10, 14, 20)),))
    )
    assert blockers(jungle, standard=True) == [("HOA-TER-12", "j")]


def test_guns_shoot_over_heads_from_a_height():
    hill = Piece("h", "low_hill", ellipse_path(4, 15, 4, 3), crest=((0, 15), (8, 15)))
    battle = table(
        man("a", "artillery", 4, 15),
        man("m", "soldier", 18, 15),
        man("b", "spearman", 38, 15, "B"),
        pieces=[hill],
    )
    assert (
        blockers(battle, shooting=True)[1:] == []
    )  # nothing but the hill's own middle could be in the way
    assert blockers(
        replace(battle, figures=battle.figures | {"m": man("m", "soldier", 14, 15)}), shooting=True
    ) == [("HOA-VIS-04", "m")]
    assert blockers(
        replace(battle, figures=battle.figures | {"a": man("a", "machine_gun", 4, 15)}),
        shooting=True,
    ) == [("HOA-VIS-04", "m")]


def test_a_gunboat_shoots_over_canoes_on_its_water():
    sea = Piece("s", "sea_or_lake", rect_path(0, 0, 40, 20))

    def over(kind):
        return blockers(
            table(
                man("a", "gunboat", 5, 15),
                man("m", kind, 20, 15),
                man("b", "dhow", 33, 15, "B"),
                pieces=[sea],
            ),
            shooting=True,
        )

    assert over("canoe") == [] and over("dhow") == [("HOA-VIS-04", "m")]


def test_darkness_and_fires():
    battle = table(
        man("a", "soldier", 10, 15),
        man("b", "spearman", 16.8, 15, "B"),
        man("c", "spearman", 24.4, 15, "B"),
        dark=(1, 9),
    )
    assert blockers(battle) == [] and ("HOA-VIS-11", "") in blockers(battle, "a", "c")
    far = table(
        man("a", "soldier", 10, 15),
        man("b", "spearman", 24.4, 15, "B"),
        dark=(1, 9),
        fires=(Fire("f", "v", 5, (30, 15), rect_path(27.4, 10, 34, 20)),),
    )
    assert blockers(far, shooting=True) == [] and blockers(far) == [("HOA-VIS-11", "")]
    assert blockers(far, "b", "a", shooting=True) == [("HOA-VIS-11", "")]
    smoky = replace(far, turn=6, wind=180, fires=(replace(far.fires[0], origin=(29, 15)),))
    assert blockers(smoky, shooting=True) == [("HOA-VIS-11", "")] and smoke.smoke_axis(
        smoky, smoky.fires[0]
    ) == {"length": 4.0, "end": (25.0, 15.0)}


def in_arc(battle, shooter, spot):
    return aim.out_of_arc(battle, shooter, aim.aim_at_point(battle, shooter, spot)) is None


def test_loopholes():
    house = Work("T", "temba", "B", rect=(15, 10, 25, 18), gate="west", roof_holes=("west",))
    battle = table(
        man("a", "regular", 5, 14),
        man("k", "askari", 15.4, 14, "B", unit="u", room="T/west"),
        man("c", "askari", 20, 13, room="T/courtyard"),
        man("n", "askari", 18.5, 16.4, "B", room="T/north"),
        man("r", "warrior", 16, 14, roof="T/west"),
        works=[house],
    )
    assert blockers(battle, "a", "k") == [("HOA-FRT-24", "T")] == blockers(battle, "k", "a")
    assert blockers(battle, "a", "c") == [("HOA-VIS-04", "T")] * 2
    assert (
        blockers(battle, "r", "a") == [] == blockers(battle, "r", "c") == blockers(battle, "r", "k")
    )
    assert blockers(battle, "r", "n") == [("HOA-FRT-31", "T/north")]
    open_ = battle.with_shooting(shooters=("k", "n"))
    assert (
        blockers(open_, "a", "k", shooting=True) == [] == blockers(open_, "n", "c", shooting=True)
    )
    assert in_arc(open_, open_.figures["n"], (19, 13)) and not in_arc(
        open_, open_.figures["n"], (24, 13)
    )
    breached = replace(
        battle,
        land=replace(
            battle.land, works=(replace(house, breaches=(((15.0, 13.6), (15.0, 14.4)),)),)
        ),
    )
    assert (
        blockers(breached, "a", "k") == []
        and ground.behind_work(breached, breached.figures["k"], (5, 14)).id == "T"
    )
    assert len(lines.loopholes_of(house, "north")) == 7


def test_arcs():
    battle = table(man("a", "soldier", 10, 15))
    shooter = battle.figures["a"]
    at = {angle: turned_by((20, 15), (10, 15), angle) for angle in (22.5, 23, 45, 46)}
    assert [in_arc(battle, shooter, spot) for spot in at.values()] == [True, False, False, False]
    assert [
        in_arc(replace(battle, options=("wide_arc",)), shooter, spot) for spot in at.values()
    ] == [True, True, True, False]
    assert in_arc(battle, man("z", "archer", 10, 15), (0, 15))


def test_slow_ground_along_a_path():
    pieces = (
        Piece("j", "jungle", rect_path(10, 10, 20, 20)),
        Piece("r", "road", rect_path(0, 14, 40, 16)),
        Piece("v", "ravine", rect_path(25, 0, 28, 30)),
        Piece("m", "marsh", rect_path(30, 10, 35, 20)),
    )
    battle = table(man("a", "soldier", 5, 15), pieces=pieces)
    found = lambda *path: {piece.id: inches for piece, inches in ground.slow_pieces(battle, path)}  # noqa: E731 - a short name in one test
    assert found((5, 15), (22, 15)) == {}
    assert found((5, 18), (22, 18)) == {"j": 10.0}
    assert (
        found((24, 20), (29, 20)) == {"v": 3.0}
        and found((26, 2), (27, 25)) == {}
        and found((24, 15), (29, 15)) == {}
    )
    assert found((29, 15), (36, 15)) == {"m": 5.0}
    assert (
        impassable.first_obstacle(battle, man("l", "lancer", 29, 15), ((29, 15), (36, 15))).rule
        == "HOA-TER-24"
    )
    assert (
        impassable.first_obstacle(battle, man("l", "soldier", 29, 15), ((29, 15), (36, 15))) is None
    )


def test_rivers_and_steep_kopjes():
    pieces = (
        Piece("w", "river", rect_path(10, 0, 15, 30)),
        Piece("f", "ford", rect_path(10, 20, 15, 24)),
        Piece(
            "k",
            "kopje",
            rect_path(20, 5, 30, 15),
            variant="path_only",
            high=rect_path(23, 8, 27, 12),
            path=((20, 10), (23, 10)),
        ),
    )
    battle = table(man("a", "soldier", 5, 15), pieces=pieces)

    def rule(kind, *path):
        refusal = impassable.first_obstacle(battle, man("x", kind, *path[0]), path)
        return refusal and refusal.rule

    assert (
        rule("soldier", (9, 15), (16, 15)) == "HOA-TER-30"
        and rule("soldier", (9, 15), (10.9, 15)) is None
    )
    assert (
        rule("lancer", (9, 15), (10.9, 15)) == "HOA-TER-30"
        and rule("lancer", (9, 22), (16, 22)) is None
    )
    assert (
        rule("soldier", (19, 10), (25, 10)) is None
        and rule("lancer", (19, 10), (25, 10)) == "HOA-TER-10"
    )
    assert (
        rule("soldier", (19, 12), (25, 12)) == "HOA-TER-10"
        and rule("soldier", (25, 10), (26, 11)) is None
    )


def test_burning_ground_may_only_be_left():
    battle = table(
        man("a", "soldier", 5, 15), fires=(Fire("f", "v", 5, (12, 15), rect_path(10, 10, 20, 20)),)
    )
    rule = lambda *path: getattr(  # noqa: E731 - a short name in one test
        impassable.first_obstacle(battle, man("x", "soldier", *path[0]), path), "rule", None
    )
    assert rule((5, 15), (11, 15)) == "HOA-FIR-06" and rule((12, 15), (5, 15)) is None
    assert rule((12, 15), (5, 15), (12, 15)) == "HOA-FIR-06"


def covering(kind, figure, shooter, **facts):
    battle = table(figure, shooter, pieces=[Piece("p", kind, rect_path(10, 10, 20, 13), **facts)])
    return [rule for rule, _ in cover.covers(battle, figure, figure.at, shooter)]


def test_cover():
    foot, horse, gun = (
        man("t", "spearman", 15, 11.5),
        man("t", "lancer", 15, 11.5),
        man("s", "artillery", 30, 11.5, "B"),
    )
    near, far = man("s", "soldier", 23.7, 11.5, "B"), man("s", "soldier", 24.4, 11.5, "B")
    assert (
        covering("jungle", horse, near) == ["HOA-TER-11"]
        and covering("long_grass", foot, far) == []
    )
    assert (
        covering("rocky_ground", foot, near) == ["HOA-TER-16"]
        and covering("rocky_ground", horse, near) == []
    )
    assert (
        covering("village", foot, near) == ["HOA-TER-22"] and covering("village", foot, gun) == []
    )
    assert (
        covering("cultivation", foot, far) == ["HOA-TER-18"] and covering("marsh", foot, near) == []
    )
    assert covering("cultivation", replace(foot, did=("turned",)), far) == ["HOA-TER-18"]
    assert covering("marsh", replace(foot, did=("moved",)), far) == []


def test_cover_at_the_bank():
    still = man("t", "spearman", 15, 12.6, facing=90)
    north, south = man("s", "soldier", 15, 20, "B"), man("s", "soldier", 15, 2, "B")
    assert (
        covering("stream", still, north) == ["HOA-TER-27"]
        and covering("stream", still, south) == []
    )
    assert covering("river", still, north) == ["HOA-TER-32"]
    assert (
        covering("stream", replace(still, did=("turned",)), north)
        == []
        == covering("stream", replace(still, facing=270), south)
    )
    assert covering("stream", replace(still, at=(15, 11.5)), north) == []


def any_scene(chance):
    """A small crowded table: every kind of country, works, sometimes a building, a fire, night; men
    in rows, at walls, in pairs.
    """
    pieces = [any_piece(chance, n) for n in range(chance.randrange(2, 8))]
    works = [any_work(chance, n) for n in range(chance.choice((0, 0, 1, 2)))]
    figures = []
    for n in range(chance.randrange(2, 7)):
        figures += any_men(chance, n, works, pieces)
    shooters = ()
    if chance.random() < 0.15:
        house = Work(
            "T",
            "temba",
            "B",
            rect=(15.0, 10.0, 25.0, 18.0) if chance.random() < 0.6 else (16.0, 9.0, 24.0, 19.0),
            roof_holes=("west",) if chance.random() < 0.3 else (),
        )
        house = replace(
            house, breaches=tuple(any_breach(chance, house) for _ in range(chance.randrange(3)))
        )
        works.append(house)
        inside = list(any_inmates(chance, house))
        figures += inside
        shooters = tuple(
            one.id
            for one in inside
            if one.room and not one.room.endswith("courtyard") and chance.random() < 0.6
        )
    fires = ()
    dark = chance.random() < 0.15
    if dark or chance.random() < 0.3:
        x, y = spot(chance)
        fires = (
            Fire(
                "fire", "v", chance.randrange(1, 6), (x, y), rect_path(x - 2, y - 3, x + 3, y + 2)
            ),
        )
    return Battle(
        Land(WIDE, DEEP, pieces=tuple(pieces), works=tuple(works)),
        figures={one.id: one for one in figures},
        units={one.unit: Unit(one.unit, one.side) for one in figures if one.unit},
        turn=5,
        step=SHOOTING,
        fires=fires,
        wind=chance.choice((60, 120, 180, 240, 300, 360)),
        conditions=Conditions(dark=(1, 9) if dark else None),
        shooting=Shooting(shooters=shooters),
    )


def spot(chance, margin=2.0):
    return on_grid((chance.uniform(margin, WIDE - margin), chance.uniform(margin, DEEP - margin)))


def blob(chance, x, y, size):
    """A crooked outline round a place, not always convex."""
    corners = chance.randrange(4, 12)
    return tuple(
        on_grid(turned_by((x + size * chance.uniform(0.45, 1.2), y), (x, y), 360 * n / corners))
        for n in range(corners)
    )


def band(chance, width):
    x, y = spot(chance)
    path = [(x, y)]
    for _ in range(chance.randrange(1, 4)):
        path.append(
            turned_by(
                (path[-1][0] + chance.uniform(5, 12), path[-1][1]),
                path[-1],
                chance.uniform(-50, 50),
            )
        )
    ring = (
        LineString(path)
        .buffer(width / 2, cap_style="flat", join_style="mitre")
        .exterior.coords[:-1]
    )
    return tuple(on_grid(one) for one in ring)


def any_piece(chance, n):
    kind = chance.choice(
        (
            "jungle",
            "jungle",
            "long_grass",
            "long_grass",
            "village",
            "low_hill",
            "low_hill",
            "escarpment",
            "kopje",
            "ravine",
            "road",
            "rocky_ground",
            "sea_or_lake",
        )
    )
    x, y = spot(chance)
    size = chance.uniform(2, 7)
    if kind == "low_hill":
        size *= chance.choice((1, 1.6))
        angle = chance.uniform(0, 180)
        ring = tuple(
            on_grid(turned_by(one, (x, y), angle))
            for one in ellipse_path(x, y, size, size * 0.7, 24)
        )
        return Piece(f"p{n}", kind, ring, crest=(ring[0], ring[12]))
    if kind == "kopje":
        high = blob(chance, x, y, size / 2) if chance.random() < 0.8 else ()
        return Piece(
            f"p{n}",
            kind,
            ellipse_path(x, y, size * 1.3, size * 1.3, 20),
            high=high,
            variant=chance.choice(("climbable", "path_only", "closed")),
        )
    if kind == "escarpment":
        edge = tuple(on_grid((x + 3 * step, y + chance.uniform(-1.5, 1.5))) for step in range(4))
        up = chance.choice((1, -1))
        return Piece(
            f"p{n}",
            kind,
            (*edge, (edge[-1][0], edge[-1][1] - up * 5), (edge[0][0], edge[0][1] - up * 5)),
            top_edge=edge,
            high=(*edge, (edge[-1][0], edge[-1][1] + up * 6), (edge[0][0], edge[0][1] + up * 6)),
        )
    if kind in ("ravine", "road"):
        return Piece(f"p{n}", kind, band(chance, 2 if kind == "road" else chance.uniform(2, 6)))
    return Piece(f"p{n}", kind, blob(chance, x, y, size))


def any_work(chance, n):
    x, y = spot(chance, 4)
    angle = chance.uniform(0, 180)
    corner = on_grid(turned_by((x + 5, y), (x, y), angle))
    line = (
        ((x, y), corner)
        if chance.random() < 0.5
        else ((x, y), corner, on_grid(turned_by((corner[0] + 4, corner[1]), corner, angle + 70)))
    )
    kind = chance.choice(("field_fortification", "barricade", "fence"))
    return Work(
        f"w{n}",
        kind,
        "A",
        line=line,
        height=chance.choice(("man_high", "higher")) if kind == "fence" else "",
    )


def any_men(chance, n, works, pieces):
    side, kind, unit = (
        chance.choice("AB"),
        chance.choice(TYPES),
        f"u{n}" if chance.random() < 0.8 else "",
    )
    count = chance.randrange(1, 5) if kind not in ("dhow", "gunboat", "artillery") else 1
    step, angle = chance.uniform(0.8, 3.5), chance.uniform(0, 360)
    x, y = spot(chance)
    if chance.random() < 0.5:
        corner = chance.choice(
            chance.choice([one for one in pieces if one.kind in HILLY] or pieces).outline
        )
        x, y = on_grid((corner[0] + chance.gauss(0, 3), corner[1] + chance.gauss(0, 3)))
    if works and kind in ("askari", "soldier", "lancer", "machine_gun") and chance.random() < 0.6:
        (x0, y0), (x1, y1) = chance.choice(works).line[:2]
        share, off = chance.uniform(0.1, 0.6), {"lancer": 0.6, "machine_gun": 0.8}.get(kind, 0.4)
        along = math.degrees(math.atan2(y1 - y0, x1 - x0))
        x, y = turned_by((x0 + (x1 - x0) * share + 0.0, y0 + (y1 - y0) * share), (x0, y0), 0)
        x, y = turned_by((x, y + off), (x, y), along)
        step, angle = chance.choice(((0.8, along + 90), (0.9, along), (1.7, along)))
    for m in range(count):
        at = on_grid(turned_by((x + step * m, y), (x, y), angle))
        yield Figure(
            f"f{n}m{m}", kind, side, unit=unit, at=at, facing=round(chance.uniform(0, 360), 1)
        )


def any_breach(chance, house):
    wall = chance.choice(lines.walls_of(house))
    length = math.dist(wall.a, wall.b)
    from_ = chance.uniform(0.1, length - 0.9)
    on = lambda inches: on_grid(  # noqa: E731 - a short name in one test
        (
            wall.a[0] + (wall.b[0] - wall.a[0]) * inches / length,
            wall.a[1] + (wall.b[1] - wall.a[1]) * inches / length,
        )
    )
    return on(from_), on(from_ + 0.8)


def any_inmates(chance, house):
    for room in ("north", "south", "east", "west"):
        for n, hole in enumerate(
            chance.sample(lines.loopholes_of(house, room), chance.randrange(3))
        ):
            yield Figure(
                f"{room}{n}",
                "askari",
                "B",
                unit="in",
                at=on_grid(turned_by((hole.at[0] - 0.4, hole.at[1]), hole.at, hole.facing)),
                facing=hole.facing,
                room=f"T/{room}",
            )
    u0, v0, u1, v1 = (
        house.rect[0] + 2.5,
        house.rect[1] + 2.5,
        house.rect[2] - 2.5,
        house.rect[3] - 2.5,
    )
    if chance.random() < 0.5:
        yield Figure(
            "yard",
            "askari",
            "B",
            at=on_grid((chance.uniform(u0, u1), chance.uniform(v0, v1))),
            room="T/courtyard",
        )
    if chance.random() < 0.5:
        yield Figure(
            "roof",
            "warrior",
            "A",
            at=on_grid((house.rect[0] + 1.0, chance.uniform(v0, v1))),
            roof="T/west",
        )


def disagreements(battle, chance, looks):
    """Differences between the fast and the slow test for pairs of a scene, in the three ways of
    looking.
    """
    figures, scene = list(battle.figures.values()), slow_sight.Scene(battle)
    if len(figures) < 2:
        return
    shots, all_round = (
        visibility.sees_many(battle, figures, figures),
        visibility.sees_all_round(battle, figures, figures),
    )
    for _ in range(looks):
        one, two = chance.sample(range(len(figures)), 2)
        a, b = figures[one], figures[two]
        for how in ({"shooting": True}, {}, {"standard": True}):
            fast = visibility.line_of_sight(battle, a, b, **how)
            many = {0: fast.free, 1: (shots if how else all_round)[one, two]}["standard" not in how]
            slow = slow_sight.free(battle, a, b, scene=scene, **how)
            if not fast.free == many == slow:
                yield a, b, how, fast, many, slow


def agree(seeds, looks):
    free = count = 0
    for seed in seeds:
        chance = random.Random(seed)
        battle = any_scene(chance)
        for a, b, how, fast, many, slow in disagreements(battle, chance, looks):
            pytest.fail(
                f"seed {seed}: {a.id} {a.type} {a.at} - {b.id} {b.type} {b.at} {how}: fast "
                f"{fast.free}, many {many}, slow {slow}; "
                f"{[(one.rule, one.id, one.other, one.at) for one in fast.blockers]}"
            )
        figures = list(battle.figures.values())
        seen = visibility.sees_all_round(battle, figures, figures)
        assert (seen == seen.T).all()
        free, count = free + int(seen.sum()), count + seen.size
    assert 0.1 < free / count < 0.9


@pytest.mark.slow
def test_a_second_sight_test_agrees():
    agree(range(120), 2)


@pytest.mark.proof
@pytest.mark.parametrize("part", range(100))
def test_a_second_sight_test_agrees_on_100_000_scenes(part):
    agree(range(1000 + part * 1000, 2000 + part * 1000), 2)


def moved_table(battle, move, facing):
    """The whole scene with every point moved."""

    def points(path):
        return tuple(move(one) for one in path)

    pieces = tuple(
        replace(
            one,
            outline=points(one.outline),
            high=points(one.high),
            top_edge=points(one.top_edge),
            crest=points(one.crest) if one.crest else None,
        )
        for one in battle.land.pieces
    )
    works = tuple(replace(one, line=points(one.line)) for one in battle.land.works)
    figures = {
        key: replace(one, at=move(one.at), facing=facing(one.facing))
        for key, one in battle.figures.items()
    }
    fires = tuple(
        replace(one, origin=move(one.origin), burning=points(one.burning)) for one in battle.fires
    )
    return replace(
        battle,
        land=replace(battle.land, pieces=pieces, works=works),
        figures=figures,
        fires=fires,
        wind=facing(battle.wind) if battle.wind is not None else None,
    )


def verdicts(battle):
    """Visibility between all pairs of figures, for shots and all round; no figure looks at
    itself.
    """
    figures = list(battle.figures.values())
    others = ~np.eye(len(figures), dtype=bool)
    return visibility.sees_many(battle, figures, figures)[
        others
    ].tolist(), visibility.sees_all_round(battle, figures, figures)[others].tolist()


GRID = st.integers(0, 12).map(float)
SPOT = st.tuples(GRID, GRID)


@st.composite
def coarse_scenes(draw):
    """Scenes on a grid, full of lines along edges, through corners and exactly on limits."""
    pieces = []
    for n in range(draw(st.integers(1, 4))):
        kind = draw(
            st.sampled_from(
                (
                    "jungle",
                    "long_grass",
                    "village",
                    "low_hill",
                    "kopje",
                    "ravine",
                    "road",
                    "escarpment",
                )
            )
        )
        x, y = draw(SPOT)
        w, d = draw(st.integers(1, 6)), draw(st.integers(1, 6))
        ring = rect_path(x, y, x + w, y + d)
        pieces.append(
            Piece(
                f"p{n}",
                kind,
                ring,
                crest=((x, y + d / 2), (x + w, y + d / 2)) if kind == "low_hill" else None,
                high=rect_path(x + w / 4, y + d / 4, x + w / 2, y + d / 2)
                if kind in ("kopje", "escarpment")
                else (),
            )
        )
    works = []
    if draw(st.booleans()):
        x, y = draw(SPOT)
        works.append(
            Work(
                "w",
                draw(st.sampled_from(("barricade", "field_fortification", "fence"))),
                "A",
                line=((x, y), (x + 3, y), (x + 3, y + 2)),
            )
        )
    spots = draw(st.lists(SPOT, min_size=2, max_size=6, unique=True))
    figures = {
        f"f{n}": Figure(
            f"f{n}",
            draw(st.sampled_from(("askari", "soldier", "lancer", "artillery"))),
            "A",
            unit=draw(st.sampled_from(("", "u"))),
            at=at,
        )
        for n, at in enumerate(spots)
    }
    fires = (Fire("f", "v", 3, draw(SPOT)),) if draw(st.booleans()) else ()
    return Battle(
        Land(WIDE, DEEP, pieces=tuple(pieces), works=tuple(works)),
        figures=figures,
        units={"u": Unit("u", "A")},
        turn=5,
        step=SHOOTING,
        fires=fires,
        wind=draw(st.sampled_from((60, 180, 360))),
        conditions=Conditions(dark=(1, 9) if draw(st.integers(0, 4)) == 0 else None),
    )


@pytest.mark.parametrize("seed", range(6))
def test_lines_judged_together_are_those_judged_alone(seed):
    battle = any_scene(random.Random(seed))
    figures = list(battle.figures.values())
    ones: list[Figure | tuple[float, float]] = [*figures[::2], (3.0, 3.0)]
    pairs = [(one, other) for one in ones for other in figures if other is not one]
    looks = visibility.lines_of_sight(battle, *zip(*pairs, strict=True))
    for (one, other), look in zip(pairs, looks, strict=True):
        if isinstance(one, Figure):
            assert look == visibility.line_of_sight(battle, one, other)
        else:
            assert look == visibility.lines_of_sight(battle, [one], [other])[0]
            assert look.free == bool(
                visibility.seen_from_many(battle, (one,), (other,), bases=True)[0, 0]
            )
    assert visibility.lines_of_sight(battle, [], []) == []


@settings(max_examples=60, deadline=None)
@given(coarse_scenes())
def test_both_see_or_neither_does(battle):
    figures = list(battle.figures.values())
    seen = visibility.sees_all_round(battle, figures, figures)
    assert (seen == seen.T).all()
    for n, a in enumerate(figures):
        for m, b in enumerate(figures[:n]):
            one, two = (
                visibility.line_of_sight(battle, a, b),
                visibility.line_of_sight(battle, b, a),
            )
            assert one.free == two.free == seen[n, m]
            assert sorted((x.rule, x.id) for x in one.blockers) == sorted(
                (x.rule, x.id) for x in two.blockers
            )


@settings(max_examples=60, deadline=None)
@given(
    coarse_scenes(),
    st.sampled_from((90, 180, 270)),
    st.booleans(),
    st.tuples(st.integers(-5, 5), st.integers(-5, 5)),
)
def test_turning_mirroring_and_shifting_the_table_change_nothing(battle, angle, mirror, by):
    def move(point):
        x, y = on_grid(turned_by(point, (6, 6), angle))
        return ((12 - x if mirror else x) + by[0], y + by[1])

    def facing(degrees):
        return (180 - degrees - angle if mirror else degrees + angle) % 360

    assert verdicts(moved_table(battle, move, facing)) == verdicts(battle)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.floats(1, 359))
def test_turning_by_any_angle_changes_nothing(seed, angle):
    battle = any_scene(random.Random(seed))
    battle = replace(
        battle.with_shooting(shooters=()),
        land=replace(battle.land, works=tuple(one for one in battle.land.works if one.line)),
        figures={key: one for key, one in battle.figures.items() if not one.room and not one.roof},
    )
    assert verdicts(
        moved_table(
            battle,
            lambda point: turned_by(point, (20, 15), angle),
            lambda degrees: (degrees + angle) % 360,
        )
    ) == verdicts(battle)


def test_cached_verdicts_are_not_part_of_a_recorded_battle():
    battle = any_scene(random.Random(3))
    verdicts(battle)
    assert msgspec.json.decode(msgspec.json.encode(battle), type=Battle) == battle
