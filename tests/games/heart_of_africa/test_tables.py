"""Tables: random and ready-made ones obey their region and can be played on; faults are named."""

import random
from pathlib import Path

import msgspec
import pytest

from app.games.heart_of_africa.game_setup.terms import SIZES, possible_answers
from app.games.heart_of_africa.land import Land, Piece, Work
from app.games.heart_of_africa.tables import REGIONS, SCENARIOS
from app.games.heart_of_africa.terrain import cases, shapes
from app.games.heart_of_africa.terrain.chart import DEFENDED
from app.games.heart_of_africa.terrain.findings import findings
from app.games.heart_of_africa.terrain.generator import generate, is_playable
from app.games.heart_of_africa.terrain.library import LIBRARY, TABLES, tables_for
from app.kernel.data_tables import read_yaml
from app.kernel.space.plane import ellipse_path, rect_path

BOOK = Path(__file__).with_name("cases") / "tables.yaml"
CASES = [pytest.param(case, id=case["id"]) for case in read_yaml(BOOK)["cases"]]
SEEDS = [
    pytest.param(*(region, scenario, n), marks=pytest.mark.proof if n >= len(SCENARIOS) else ())
    for region in REGIONS
    for n, scenario in enumerate([*SCENARIOS, *SCENARIOS, "encounter", "raid"])
]


@pytest.mark.parametrize("case", CASES)
def test_case(case):
    differences = cases.run(case)
    assert not differences, (
        f"{case['title']}\n  " + "\n  ".join(differences) + f"\nwhy: {case.get('why', '')}"
    )


@pytest.mark.slow
@pytest.mark.parametrize(("region", "scenario", "n"), SEEDS)
def test_chance_lays_out_lawful_tables(region, scenario, n):
    land = generate(region, scenario, random.Random(f"{region} {n}"))
    assert [str(refusal) for refusal in findings(land, region, scenario)] == []
    assert is_playable(land, scenario)
    assert len({piece.id for piece in land.pieces}) == len(land.pieces)
    assert all(
        0 <= x <= land.width and 0 <= y <= land.depth
        for piece in land.pieces
        for x, y in piece.outline
    )
    assert all(shapes.area(piece.outline).is_valid for piece in land.pieces)
    kinds = [piece.kind for piece in land.pieces]
    assert kinds.count("ford") >= 2 or "river" not in kinds
    assert msgspec.json.decode(msgspec.json.encode(land), type=Land) == land


@pytest.mark.parametrize("region", ["savannah", "forest"])
def test_the_same_seed_gives_the_same_table(region):
    one, same, other = (generate(region, "raid", random.Random(seed)) for seed in (7, 7, 8))
    assert one == same != other


@pytest.mark.parametrize("edge", ["south", "north", "west", "east"])
def test_the_village_stands_in_its_owners_half(edge):
    land = generate("savannah", "planned_attack", random.Random(5), owner="A", attacker_edge=edge)
    village = next(piece for piece in land.pieces if piece.kind == "village")
    far = {
        "south": lambda x, y: y >= 24,
        "north": lambda x, y: y <= 24,
        "west": lambda x, y: x >= 36,
        "east": lambda x, y: x <= 36,
    }[edge]
    assert village.owner == "A" and all(far(x, y) for x, y in village.outline)
    assert {work.owner for work in land.works} <= {"A"}


SIZED = [
    (size, region, scenario)
    for n, region in enumerate(REGIONS)
    for m, scenario in enumerate(SCENARIOS)
    for k, size in enumerate(possible_answers(scenario, "size"))
    if (n + m + k) % 6 == 0 or (size, region, scenario) == ("96x72", "forest", "encounter")
]


@pytest.mark.slow
@pytest.mark.parametrize(("size", "region", "scenario"), SIZED)
def test_tables_of_every_size_that_can_be_agreed(size, region, scenario):
    width, depth = SIZES[size]
    land = generate(region, scenario, random.Random(f"{size} {region}"), width=width, depth=depth)
    assert (
        (land.width, land.depth) == (width, depth)
        and findings(land, region, scenario) == ()
        and is_playable(land, scenario)
    )
    assert all(
        0 <= x <= width and 0 <= y <= depth for piece in land.pieces for x, y in piece.outline
    )
    assert (
        max(x for piece in land.pieces for x, _ in piece.outline) > 0.8 * width
        and max(y for piece in land.pieces for _, y in piece.outline) > 0.8 * depth
    )


@pytest.mark.proof
@pytest.mark.parametrize("region", REGIONS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_chance_fails_with_no_size_that_can_be_agreed(region, scenario):
    for size in possible_answers(scenario, "size"):
        for n in range(4):
            land = generate(
                region,
                scenario,
                random.Random(f"{size} {n}"),
                width=SIZES[size][0],
                depth=SIZES[size][1],
            )
            assert is_playable(land, scenario), f"{size} {n}"


@pytest.mark.parametrize("key", LIBRARY)
def test_ready_made_tables_are_lawful_and_playable(key):
    table = TABLES[key]
    assert findings(table.land, table.land.region, table.scenario) == ()
    assert is_playable(table.land, table.scenario)
    assert table.title.en != table.title.es and table.about.en != table.about.es


def test_there_are_ready_made_tables_for_every_scenario_and_region():
    assert all(len(tables_for(scenario)) >= 2 for scenario in SCENARIOS)
    assert {land.region for land in LIBRARY.values()} == set(REGIONS)
    assert all(
        any(piece.kind == "village" and piece.owner == "B" for piece in table.land.pieces)
        for table in TABLES.values()
        if table.scenario in DEFENDED
    )


STONES = (
    Piece("r1", "rocky_ground", rect_path(2, 2, 32, 26)),
    Piece("r2", "rocky_ground", rect_path(38, 2, 62, 26)),
)
VILLAGE = Piece("v", "village", rect_path(10, 30, 24, 44), owner="B")
RING = ((16, 30), (10, 30), (10, 44), (24, 44), (24, 30))


def fence(*line, height="man_high"):
    return Work(f"f{len(line)}{line[0]}", "fence", "B", line, height)


@pytest.mark.parametrize(
    ("works", "faults"),
    [
        ((), 0),
        ((fence(*RING, (18, 30)),), 0),
        ((fence(*RING, (16.5, 30)),), 1),
        ((fence(*RING, (16, 30)),), 1),
        ((fence(*RING, (19.5, 30)),), 1),
        (
            (
                fence((16, 30), (10, 30), (10, 44), (15, 44)),
                fence((17, 44), (24, 44), (24, 30), (18, 30)),
            ),
            0,
        ),
    ],
)
def test_gates(works, faults):
    found = findings(Land(pieces=(*STONES, VILLAGE), works=works), "steppe")
    assert {refusal.rule for refusal in found} == ({"HOA-TER-19"} if faults else set())


@pytest.mark.parametrize(
    ("pieces", "edge", "rules"),
    [
        (
            (Piece("s", "stream", rect_path(0, 30, 40, 34), path=((0, 32), (40, 32))),),
            "",
            {"HOA-TER-26", "HOA-TAB-12"},
        ),
        (
            (Piece("v", "ravine", rect_path(0, 30, 30, 31), path=((0, 30.5), (30, 30.5))),),
            "",
            {"HOA-TER-28"},
        ),
        (
            (Piece("v", "ravine", rect_path(0, 30, 30, 37), path=((0, 33.5), (30, 33.5))),),
            "",
            {"HOA-TER-28"},
        ),
        ((Piece("e", "escarpment", rect_path(10, 34, 40, 40)),), "", {"HOA-TER-06"}),
        ((), "east", {"HOA-TAB-14"}),
        ((), "above", {"HOA-TAB-14", "HOA-TER-33"}),
        (
            (Piece("l", "sea_or_lake", ellipse_path(36, 38, 8, 5)),),
            "",
            {"HOA-TAB-14", "HOA-TER-33"},
        ),
        (
            (Piece("l", "sea_or_lake", rect_path(0, 40, 72, 48)),),
            "south",
            {"HOA-TAB-14", "HOA-TER-33"},
        ),
        (
            (
                Piece("k", "kopje", ellipse_path(36, 38, 9, 8)),
                Piece("g", "long_grass", rect_path(2, 30, 22, 44)),
                VILLAGE,
            ),
            "",
            {"HOA-TAB-07"},
        ),
    ],
)
def test_faults(pieces, edge, rules):
    found = findings(Land(pieces=(*STONES, *pieces), water_edge=edge), "steppe")
    assert {refusal.rule for refusal in found} == rules


def test_everything_is_said_at_once_and_in_both_languages():
    land = Land(
        pieces=(
            Piece("j", "jungle", rect_path(0, 0, 60, 6)),
            Piece("c", "cultivation", rect_path(30, 20, 34, 24)),
            Piece("s", "stream", rect_path(10, 10, 12, 40)),
            Piece("t", "stream", rect_path(50, 10, 52, 40)),
            Piece("v", "ravine", rect_path(20, 20, 24, 34)),
        ),
        water_edge="east",
    )
    found = findings(land, "steppe")
    assert {refusal.rule for refusal in found} == {
        "HOA-TER-17",
        "HOA-TAB-06",
        "HOA-TAB-08",
        "HOA-TAB-09",
        "HOA-TAB-11",
        "HOA-TAB-12",
        "HOA-TAB-13",
        "HOA-TAB-14",
        "HOA-TAB-15",
    }
    for refusal in found:
        english, spanish = refusal.says.in_("en"), refusal.says.in_("es")
        assert english != spanish and "{" not in english + spanish


def test_a_winding_strip_without_a_middle_line_is_measured_along_its_outline():
    line = shapes.winding(random.Random(3), (0, 10), (60, 40), 4.0, 12.0)
    table = shapes.area(rect_path(0, 0, 72, 48))
    bare = Piece("r", "road", shapes.outline(shapes.strip(line, 2.0, table)))
    found = findings(Land(pieces=(*STONES, bare)), "steppe")
    assert [refusal.rule for refusal in found] == ["HOA-TAB-09"]
