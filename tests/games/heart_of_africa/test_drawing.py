"""The drawing of the table: the same view gives the same bytes, everything has a picture and words,
nothing hidden is shown.
"""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
import zlib

import msgspec
import pytest

from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.drawing import country, drawing, figures, place_of, places, ways
from app.games.heart_of_africa.drawing import ground as painted
from app.games.heart_of_africa.drawing.slopes import slope_strokes
from app.games.heart_of_africa.drawing.store import NAMES
from app.games.heart_of_africa.drawing.ways_and_lines import (
    LABEL_HIGH,
    label_spot,
    standing_discs,
)
from app.games.heart_of_africa.events import WindRolled
from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.land import Fire, Land, Piece, Work
from app.games.heart_of_africa.pieces import AMBUSH, Figure, Unit
from app.games.heart_of_africa.shooting.fires import WIND
from app.games.heart_of_africa.sight import smoke
from app.games.heart_of_africa.state import Activation, Battle
from app.games.heart_of_africa.tables import PROFILES, REGIONS, SCENARIOS, TERRAIN
from app.games.heart_of_africa.terrain.generator import generate
from app.games.heart_of_africa.terrain.library import TABLES
from app.kernel.arrows import covers_none
from app.kernel.contract import Marks
from app.kernel.say import say
from app.kernel.scene import Scene
from app.kernel.seats import SPECTATOR, Viewer
from app.kernel.space.plane import angle_to, compass, ellipse_path, rect_path
from app.kernel.strokes import part_way
from app.web import svg
from tests.games.heart_of_africa.battles import with_facts

LANGUAGES = ("en", "es")
MOST_GROUND_BYTES = 60_000
STRIP = ((10.0, 20.0), (62.0, 20.0))
SHAPES = {
    "low_hill": Piece("x", "low_hill", ellipse_path(30, 20, 8, 5), crest=((25, 20), (35, 20))),
    "escarpment": Piece(
        "x",
        "escarpment",
        rect_path(0, 30, 72, 38),
        top_edge=((0, 38), (72, 38)),
        high=rect_path(0, 38, 72, 48),
    ),
    "kopje": Piece(
        "x",
        "kopje",
        ellipse_path(30, 20, 8, 8),
        top_edge=ellipse_path(30, 20, 3, 3),
        high=ellipse_path(30, 20, 3, 3),
        variant="climbable",
        path=((22, 20), (27, 20)),
    ),
    **{
        kind: Piece("x", kind, rect_path(10, 18, 62, 22), path=STRIP)
        for kind in ("stream", "river", "ravine", "road")
    },
    "sea_or_lake": Piece("x", "sea_or_lake", rect_path(60, 0, 72, 48)),
}


def piece(kind):
    return SHAPES.get(kind) or Piece(
        "x", kind, ellipse_path(30, 20, 8, 8), crocodiles=kind == "marsh"
    )


def battle(**facts):
    men = {
        f"A1-{n}": Figure(
            f"A1-{n}",
            "askari",
            "A",
            "A1",
            at=(10.0 + n, 10.0),
            facing=45.0 * n,
            smoke=2 if n == 1 else None,
        )
        for n in range(4)
    }
    foes = {
        f"B1-{n}": Figure(f"B1-{n}", "warrior", "B", "B1", at=(12.0 + n, 30.0), facing=270.0)
        for n in range(3)
    }
    single = {
        "leader": Figure(
            "leader", "white_man", "B", role="leader", traits=("eloquent",), at=(20.0, 33.0)
        ),
        "boat": Figure("boat", "dhow", "A", at=(66.0, 20.0), facing=90.0),
    }
    land = Land(
        72,
        48,
        "coast",
        (piece("jungle"), SHAPES["sea_or_lake"]),
        (
            Work("w", "field_fortification", "B", line=((20, 20), (30, 20))),
            Work("T", "temba", "B", rect=(40, 30, 50, 38), gate="west", roof_holes=("north",)),
            Work("t", "trap", "A", at=(5, 5)),
        ),
        name="Kirando",
    )
    units = {
        "A1": Unit("A1", "A", original=5, marker=True, activation="moved"),
        "B1": Unit("B1", "B", original=3),
    }
    position = Battle(
        land,
        seats={"a": "A", "b": "B"},
        figures={**men, **foes, **single},
        units=units,
        turn=3,
        step="shooting",
        fires=(Fire("f", "x", 2, (30.0, 20.0), burning=ellipse_path(30, 20, 4, 4)),),
        wind=60,
    )
    return with_facts(position, **facts)


def scene(marks=None, language="en", **facts) -> Scene:
    return drawing(View(battle(**facts), Viewer("a", "A"), "A"), marks or Marks(), language)


def whole(it: Scene) -> str:
    return svg.symbol_store(it) + svg.board_markup(it)


EVERYTHING = Marks(
    piece="A1-0",
    target="B1-0",
    path=("A1-0:10,10", "12,12"),
    reach={"14,14": 6},
    piece_links={"A1": "?unit", "B1-0": "?at"},
    place_links={"15,15": "?to"},
    targets={"B1-0": "50 %"},
    lines=(("A1-0", "B1-0", False, say("jungle", "jungla")),),
    trail=("5,5", "6,6"),
)


def test_the_same_view_gives_the_same_bytes():
    first = whole(scene(EVERYTHING))
    painted._paint_ground.cache_clear()
    figures.figure_body.cache_clear()
    assert whole(scene(EVERYTHING)) == first


@pytest.mark.parametrize("kind", sorted({*TERRAIN, "camp", "kraal"} - {"open_ground", "smoke"}))
def test_every_kind_of_country_draws_as_well_formed_markup(kind):
    land = Land(72, 48, "", (piece(kind),))
    ink = country.terrain(land)
    assert kind in str(ink)
    ET.fromstring(f"<page>{svg.ink_markup(ink)}</page>")  # noqa: S314 our own markup
    assert country.terrain(land) == ink


def ground_bytes(land):
    markup = "".join(svg.ink_markup(layer.ink) for layer in painted.painting(land, "es").layers)
    return len(zlib.compress(markup.encode()))


@pytest.mark.parametrize("table", sorted(TABLES))
def test_the_ground_of_every_table_is_at_most_60_kb_compressed(table):
    assert ground_bytes(TABLES[table].land) <= MOST_GROUND_BYTES


@pytest.mark.parametrize(
    ("region", "number"),
    [
        pytest.param(region, number, marks=pytest.mark.proof if number else ())
        for region in REGIONS
        for number in range(12)
    ],
)
def test_the_ground_of_a_new_table_is_at_most_60_kb_compressed(region, number):
    scenario = sorted(SCENARIOS)[number % len(SCENARIOS)]
    land = generate(region, scenario, random.Random(f"{region} {number}"))
    assert ground_bytes(land) <= MOST_GROUND_BYTES


def marked(kind, mark):
    """Number of strokes of a kind of mark in the drawing of one piece."""
    ink = svg.ink_markup(country.terrain(Land(72, 48, "", (piece(kind),))))
    return len(re.findall(rf'class="[^"]*\b{mark}\b', ink))


def test_stream_river_and_road_have_marks_of_their_own():
    own = {"stream": "thread", "river": "deep", "road": "rut"}
    for kind, sign in own.items():
        assert [mark for mark in own.values() if marked(kind, mark)] == [sign]


def arrows_of(flow):
    river = msgspec.structs.replace(SHAPES["river"], flow=flow)
    ink = svg.ink_markup(country.terrain(Land(72, 48, "", (river,))))
    return re.findall(r'd="(M[^"]+)" class="current"|class="current" d="(M[^"]+)"', ink)


def test_arrows_of_a_river_follow_its_current_and_are_missing_without_one():
    def first_run(flow):
        shaft = re.match(r"M([\d.]+) [\d.]+L([\d.]+) ", "".join(arrows_of(flow)[0]))
        return float(shaft[2]) - float(shaft[1])

    assert first_run((1.0, 0.0)) > 0 > first_run((-1.0, 0.0))
    assert not any("".join(found) for found in arrows_of(None))


def test_a_slope_away_from_the_light_has_the_bold_strokes():
    foot = [(float(x), y) for y in (0.0, 200.0) for x in range(0, 300, 9)]
    bold, fine = slope_strokes(foot, [(x, 100.0) for x, _ in foot], random.Random(1))
    rows = [float(y) for y in re.findall(r"M[\d.]+ ([\d.]+)", bold)]
    assert rows and min(rows) > 100
    assert all(float(y) < 100 for y in re.findall(r"M[\d.]+ ([\d.]+)", fine))


def test_everything_that_is_used_lies_in_the_store_or_in_the_view():
    markup = whole(scene(EVERYTHING))
    ET.fromstring(f"<page>{markup}</page>")  # noqa: S314 our own markup
    ids = set(re.findall(r' id="([^"]+)"', markup))
    assert (
        set(re.findall(r'href="#([^"]+)"', markup)) | set(re.findall(r"url\(#([^)]+)\)", markup))
        <= ids
    )


def test_every_type_has_a_picture_and_a_base():
    for kind in PROFILES:
        figure = Figure("x", kind, "A", at=(5.0, 5.0))
        assert f"v-{kind}" in NAMES or figures.glyph_of(figure), kind
        assert f"b-{figures.base_of(figure)}" in NAMES


def test_no_inline_style_and_no_script_that_runs():
    markup = whole(scene(EVERYTHING))
    assert " style=" not in markup
    assert "<style" not in markup
    assert re.findall(r"<script(?! type=\"application/json\")", markup) == []


def test_only_offers_are_links():
    live = svg.live_markup(scene(EVERYTHING))
    assert set(re.findall(r'href="(\?[^"]+)"', live)) == {"?unit", "?at", "?to"}


@pytest.mark.parametrize(
    "marks", [Marks(piece="A1"), Marks(piece_links={"A1": "/here"})], ids=["chosen", "able"]
)
def test_all_figures_of_a_unit_lie_in_the_needed_part_of_the_board(marks):
    position = battle()
    x, y, w, h = GAME.drawing(GAME.view(position, SPECTATOR), marks, "en").need
    men = [places.page(position, one.at) for one in position.figures.values() if one.unit == "A1"]
    assert len(men) > 1 and w > 0
    assert all(x <= a <= x + w and y <= b <= y + h for a, b in men)


def test_the_ground_does_not_depend_on_the_view_and_changes_with_the_country():
    bare, marked = scene(), scene(EVERYTHING, figures={})
    assert (bare.ground_key, bare.ground) == (marked.ground_key, marked.ground)
    other = msgspec.structs.replace(battle().land, pieces=(piece("marsh"),))
    assert scene(land=other).ground_key != bare.ground_key
    broken = msgspec.structs.replace(battle().land, works=())
    assert scene(land=broken).ground_key == bare.ground_key


@pytest.mark.parametrize("language", LANGUAGES)
def test_units_and_places_have_words(language):
    it = scene(language=language)
    assert all(spot.words and "{" not in spot.words for spot in it.spots)
    labels = re.findall(r'aria-label="([^"]+)"', svg.live_markup(it))
    assert any("Askaris" in label for label in labels)
    assert any(
        ("failed morale" if language == "en" else "marcador de moral") in label for label in labels
    )


def test_ambushers_are_drawn_for_their_own_side_alone():
    hidden = battle(
        units={"A1": Unit("A1", "A", original=4), "B1": Unit("B1", "B", original=3, where=AMBUSH)}
    )
    own = svg.live_markup(GAME.drawing(GAME.view(hidden, Viewer("b", "B")), Marks(), "en"))
    assert "p-B1-0" in own
    assert "is-hidden" in own
    for viewer in (Viewer("a", "A"), SPECTATOR):
        assert "B1-0" not in svg.live_markup(GAME.drawing(GAME.view(hidden, viewer), Marks(), "en"))


def test_a_way_is_read_as_it_was_written():
    assert ways(("A1-0:1,2", "3,4", "B:5,6")) == (
        ("A1-0", ((1.0, 2.0), (3.0, 4.0))),
        ("B", ((5.0, 6.0),)),
    )
    assert place_of(battle(), "A1-1") == (11.0, 10.0)
    assert place_of(battle(), "nowhere") is None


def test_a_unit_in_hand_may_move_up_to_visible_enemies_within_its_roll():
    hand = Activation("A1", "A", open=8.0, difficult=4.0)
    units = {"A1": Unit("A1", "A"), "B1": Unit("B1", "B"), "B2": Unit("B2", "B", where=AMBUSH)}
    men = {
        key: Figure(key, "askari" if key[0] == "a" else "warrior", key[0].upper(), unit, at=at)
        for key, unit, at in (
            ("a1", "A1", (30.0, 10.0)),
            ("b1", "B1", (37.0, 10.0)),
            ("b2", "B1", (49.0, 10.0)),
            ("b3", "B2", (30.0, 16.0)),
        )
    }
    told = GAME.view(
        battle(figures=men, units=units, hand=hand, step="unit_moves", fires=()), Viewer("a", "A")
    )
    held = drawing(told, Marks(), "en").drag
    assert [(one.key, one.at, one.radius) for one in held.targets] == [("b1", (370, 380), 4)]
    assert [one.radius for one in held.pieces] == [4]


@pytest.mark.parametrize(
    ("die", "north", "name", "nombre"),
    [
        (1, 30, "north-east", "nordeste"),
        (2, 330, "north-west", "noroeste"),
        (3, 270, "west", "oeste"),
        (4, 210, "south-west", "suroeste"),
        (5, 150, "south-east", "sureste"),
        (6, 90, "east", "este"),
    ],
)
def test_the_wind_is_told_by_one_compass_which_arrow_and_smoke_follow(die, north, name, nombre):
    rolled, blowing = WindRolled(die, WIND * die), battle(wind=WIND * die)
    told = next(iter(GAME.wording(blowing, rolled, Viewer("a", "A"))))
    words = (f"{name} ({north} degrees)", f"{nombre} ({north} grados)")
    weather = next(
        fact
        for fact in GAME.battlefield(View(blowing, Viewer("a", "A"), "A")).table
        if fact.rule == "HOA-FIR-07"
    )
    for said in (told.says, weather.says):
        assert (words[0] in said.in_("en"), words[1] in said.in_("es")) == (True, True)
    layers = {layer.key: layer.ink for layer in scene(wind=WIND * die).layers}
    turn = float(re.search(r"rotate\(([-\d.]+)\)", str(layers["zones"])).group(1))
    (x, y), length = smoke.smoke_of(blowing.fires[0], blowing.wind, 4)
    blown = angle_to(blowing.fires[0].origin, (x, y))
    assert (turn + 90) % 360 == north == pytest.approx(compass(blown), abs=0.01) and length == 8


def test_labels_of_distances_and_numbers_of_events_cover_no_figure():
    it = battle()
    a, b = (places.page(it, it.figures[key].at) for key in ("A1-0", "B1-0"))
    standing = standing_discs(it)
    half = 30.0
    spot = label_spot(a, b, half, (), standing)
    assert spot is not None and covers_none(spot, half, LABEL_HIGH / 2, standing)
    crowd = [(part_way(a, b, share), 8.0) for share in (0.2, 0.35, 0.5, 0.65, 0.8, 0.9)]
    beside = label_spot(a, b, half, (), crowd)
    assert beside is not None and covers_none(beside, half, LABEL_HIGH / 2, crowd)
