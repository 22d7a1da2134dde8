"""Board: ground once per map, live markers, stacks, fan, words in both languages."""

import math
import re
import zlib
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.games.africa_1859.beginning import set_up
from app.games.africa_1859.board import drawing, mark_of, ribbon_of
from app.games.africa_1859.data_file import NEWEST, VERSIONS
from app.games.africa_1859.drawing.board import CLEAR, NUMBER, painting, told_points
from app.games.africa_1859.drawing.fans import LARGEST
from app.games.africa_1859.drawing.legend import legend
from app.games.africa_1859.drawing.names import shared_area, title_rooms
from app.games.africa_1859.drawing.names_afar import labels_afar, strayed_by
from app.games.africa_1859.drawing.odds import odds_places, pill_room
from app.games.africa_1859.drawing.sheet import PLATE, sheet_of
from app.games.africa_1859.drawing.terrain_rings import trace_of_works
from app.games.africa_1859.state import Terms
from app.kernel.event_summary import Arrow
from app.kernel.marks import Marks
from app.web.svg import ground_markup, ink_markup, live_markup, symbol_store
from tests.area_drawings import drawing_faults
from tests.games.africa_1859 import positions

COUNTER_REACH = 35  # from the middle of a counter to its corners
MOST_GROUND_BYTES = 60_000
MOST_LIVE_BYTES = 8_000
LETTER_EDGE = 10
"""Area of a parapet that the room of a name may touch; its letters do not fill the room."""
MAPS = sorted(VERSIONS[NEWEST].maps)
SCENARIOS = sorted(VERSIONS[NEWEST].scenarios)


def war_of(scenario):
    found = VERSIONS[NEWEST].scenarios[scenario]
    return set_up(Terms(NEWEST, found.map, scenario))


def layer(scene, key):
    return next(ink_markup(one.ink) for one in scene.layers if one.key == key)


@pytest.mark.parametrize("key", MAPS)
def test_spaces_of_a_map_are_drawn_without_crossings(key):
    sheet = sheet_of(NEWEST, key)
    assert drawing_faults(sheet.map.graph, sheet.drawing) == []
    assert all(sheet.is_land(at) for at in sheet.at.values())


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_africa_ground_and_view_stay_within_their_budgets(scenario, language):
    scene = drawing(war_of(scenario), Marks(), language)
    assert len(zlib.compress(ground_markup(scene).encode())) <= MOST_GROUND_BYTES
    assert len(zlib.compress(live_markup(scene).encode())) <= MOST_LIVE_BYTES


def test_africa_ground_is_the_same_after_a_change_of_control():
    war = war_of("tetuan")
    ground = replace(war.ground, control={**war.ground.control, "t_ahmed": "S"}, works=())
    before, after = drawing(war, Marks(), "es"), drawing(replace(war, ground=ground), Marks(), "es")
    assert before.ground_key == after.ground_key
    assert layer(before, "markers") != layer(after, "markers")
    assert "af-works" in layer(before, "markers")
    assert "af-works" not in layer(after, "markers")


def test_flag_stands_on_bare_spaces_only():
    war = war_of("morabito")
    bare = len(VERSIONS[NEWEST].maps["castillejos"].spaces) - 5
    markers = layer(drawing(war, Marks(), "en"), "markers")
    assert markers.count("#af-flag-") == bare


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_africa_spots_say_names_and_never_keys(scenario):
    for language in ("en", "es"):
        scene = drawing(war_of(scenario), Marks(), language)
        for spot in scene.spots:
            assert spot.name
            assert "_" not in spot.name + spot.words
            assert spot.joined


def test_open_stack_shows_each_counter_with_its_link():
    war = war_of("morabito")
    links = {"s_principe": "/one", "prim": "/two"}
    marks = Marks(place="c_camino", piece_links=links, group=("s_principe",))
    fan = layer(drawing(war, marks, "es"), "fan")
    for counter in ("s_principe", "s_luchana", "s_vergara", "s_art5", "prim"):
        assert f'id="p-{counter}"' in fan
    assert fan.count("<a ") == len(links)
    assert fan.count('class="ui-select"') == 1
    assert "Regimiento del Príncipe, Infantería de línea, España, 4 de 4 pasos" in fan


def test_offered_space_is_a_link_with_its_odds():
    war = war_of("morabito")
    marks = Marks(place_links={"c_loma": "/loma"}, reach={"c_loma": 1}, targets={"c_loma": "57 %"})
    scene = drawing(war, marks, "en")
    places = layer(scene, "places")
    assert places.count("<a ") == 1
    assert 'aria-label="Go to Knapsack Hill, target, 57 %"' in places
    assert "57 %" in layer(scene, "labels")


def test_reduced_and_demoralised_unit_shows_its_state():
    war = war_of("morabito")
    unit = replace(war.units["m_anyera1"], steps=2, dem=True)
    scene = drawing(
        replace(war, units={**war.units, unit.id: unit}), Marks(place="c_morabito"), "en"
    )
    fan = layer(scene, "fan")
    assert "2 of 4 steps, reduced, combat 1, fire 0, morale 3, demoralised" in fan
    assert "is-demoralised is-wounded" in fan


@pytest.mark.parametrize(
    ("name", "mark"),
    [
        ("II Cuerpo: Saboya y León", "II"),
        ("III Corps: engineers", "III"),
        ("Reserva: Príncipe y Luchana", "R"),
        ("Cabila 3", "3"),
        ("Regimiento de León", ""),
    ],
)
def test_mark_of_a_counter_comes_from_its_name(name, mark):
    assert mark_of(name) == mark


def campaign_war(*stack, **more):
    return positions.war_of(*stack, scenario="campana", **more)


def test_the_overlay_of_the_campaign_shows_supply_hunger_and_disease():
    """AFB-CMP-02, AFB-CMP-04: five fighters at Wad-Ras are out of supply; those at Ceuta are
    not.
    """
    away = [positions.unit(f"s_{number}", "line", "wad_ras") for number in range(5)]
    war = campaign_war(*away, positions.unit("s_home", "line", "serrallo"))
    scene = drawing(war, Marks(), "en")
    words = {spot.key: spot.words for spot in scene.spots}
    assert "out of Spanish supply, loses 1 step at the end of the turn" in words["wad_ras"]
    assert "disease at the end of the turn with chance 1/6" in words["wad_ras"]
    assert "in Spanish supply" in words["serrallo"] and "loses" not in words["serrallo"]
    assert "source of Spanish supply" in words["ceuta"]
    dangers = layer(scene, "dangers")
    assert dangers.count("is-hunger") == dangers.count("is-disease") == 1
    supplied = sum("in Spanish supply" in one or "source" in one for one in words.values())
    assert layer(scene, "supply").count('class="af-supply"') == supplied
    assert [one.key for one in scene.switches] == ["supply-off"]


def test_a_storm_is_drawn_and_takes_supply_from_the_coast():
    """AFB-CMP-02, AFB-CMP-03."""
    stack = [positions.unit("s_far", "line", "martin")]
    calm, storm = (campaign_war(*stack, storm=blows) for blows in (False, True))
    before, after = (drawing(war, Marks(), "es") for war in (calm, storm))
    assert "Temporal" not in layer(before, "dangers") and "Temporal" in layer(after, "dangers")
    assert after.label.endswith(", hay temporal") and not before.label.endswith("temporal")
    words = [{spot.key: spot.words for spot in scene.spots}["martin"] for scene in (before, after)]
    assert "fuente de suministro español" in words[0] and "sin suministro español" in words[1]


def test_a_battle_has_no_overlay():
    scene = drawing(war_of("tetuan"), Marks(), "en")
    assert layer(scene, "supply") == layer(scene, "dangers") == ""
    assert scene.switches == ()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("key", MAPS)
def test_the_odds_of_a_target_cover_no_name(key, language):
    """Each space is a target alone, and with all of its neighbours."""
    painted = painting(NEWEST, key, language)
    rooms = {space: label.room for space, label in painted.labels.items()}
    for odds in ("5 %", "57 %", "100 %"):
        for space, at in painted.sheet.at.items():
            near = painted.sheet.map.graph.neighbours(space)
            for targets in ((space,), near):
                names = painted.labels, painted.afar
                found = odds_places(painted.sheet, *names, dict.fromkeys(targets, odds))
                pills = [pill_room(painted.sheet.at[one], found[one], odds) for one in targets]
                for pill in pills:
                    hidden = [one for one, room in rooms.items() if shared_area(pill, [room])]
                    assert hidden == [], (space, at, odds)
                for number, pill in enumerate(pills):
                    assert not shared_area(pill, pills[:number]), (space, odds)


def test_no_style_of_the_site_reaches_a_shape_of_the_board():
    """A rule such as `.pip { height }` of the pages would resize a rectangle of a drawing. Marks
    of all boards begin with `ui-`.
    """
    frame = {"side-a", "side-b", "brd", "store", "map-cursor"}
    site = {
        name
        for sheet in (Path(__file__).parents[3] / "static" / "css").glob("*.css")
        for name in re.findall(r"(?m)(?:^|[},])\s*\.([\w-]+)\s*(?=[,{])", sheet.read_text("utf-8"))
    }
    assert "pip" in site
    for scenario in SCENARIOS:
        war = war_of(scenario)
        place = next(iter(war.units.values())).at
        scene = drawing(war, Marks(place=place, targets={place: "5 %"}), "en")
        markup = symbol_store(scene) + ground_markup(scene) + live_markup(scene)
        used = {name for one in re.findall(r'class="([^"]+)"', markup) for name in one.split()}
        assert {name for name in used & site if not name.startswith("ui-")} <= frame


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_legend_has_all_grounds_and_ways(language):
    rows = {row.key for row in legend(language).part("ground")}
    data = VERSIONS[NEWEST]
    edges = {edge.kind for one in data.maps.values() for edge in one.graph.edges}
    assert rows == {f"terrain-{key}" for key in data.terrain} | {f"way-{kind}" for kind in edges}


def test_the_number_of_an_event_in_one_space_covers_no_counter():
    sheet = sheet_of(NEWEST, "castillejos")
    [(x, y)] = told_points(sheet, ("c_otero",))
    assert math.dist((x, y), sheet.at["c_otero"]) > COUNTER_REACH
    both = told_points(sheet, ("c_otero", "c_camino", "nowhere"))
    for end, key in zip(both, ("c_otero", "c_camino"), strict=True):
        assert math.dist(end, sheet.at[key]) == pytest.approx(CLEAR)


SIGN = re.compile(r'<g transform="translate\(([-\d.]+)[ ,]([-\d.]+)\)"><rect class="told-disc"')


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("space", ["t_samsa", "t_geleli", "t_ribera"])
def test_the_number_of_an_event_covers_no_name_and_no_ribbon(space, language):
    """Of a single space, and of a march from a neighbour and back."""
    war, painted = war_of("tetuan"), painting(NEWEST, "tetuan", language)
    beside = painted.sheet.map.graph.neighbours(space)[0]
    arrows = (Arrow(1, (space,)), Arrow(2, (beside, space)), Arrow(3, (space, beside)))
    told = layer(drawing(war, Marks(arrows=arrows), language), "told")
    signs = [(float(x), float(y)) for x, y in SIGN.findall(told)]
    assert len(signs) == len(arrows)
    led = {one.at for one in war.leaders.values()}
    kept = [label.room for label in painted.labels.values()]
    kept += [
        (x - 40, y - 58, x + 40, y - 36) for key, (x, y) in painted.sheet.at.items() if key in led
    ]
    for x, y in signs:
        sign = (x - NUMBER + 2, y - NUMBER + 2, x + NUMBER - 2, y + NUMBER - 2)
        assert shared_area(sign, kept) < 0.2 * (2 * NUMBER) ** 2, (x, y)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("key", MAPS)
def test_no_name_lies_on_the_parapet_of_works(key, language):
    """Names of a near view, and of a whole map on a phone."""
    painted = painting(NEWEST, key, language)
    sheet = painted.sheet
    parapets = [
        (x - 6, y - 6, x + 6, y + 6)
        for space, one in sheet.spaces.items()
        if one.works
        for x, y in trace_of_works(sheet.at[space], sheet.front_of(space))
    ]
    for found in (painted.labels, labels_afar(sheet, language)):
        hidden = {space: shared_area(label.room, parapets) for space, label in found.items()}
        assert max(hidden.values()) < LETTER_EDGE, hidden


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("key", ["castillejos", "tetuan"])
def test_no_name_lies_under_the_sign_of_a_stack_that_can_act(key, language):
    painted = painting(NEWEST, key, language)
    signs = [(x - 7, y - 74, x + 7, y - 58) for x, y in painted.sheet.at.values()]
    for found in (painted.labels, labels_afar(painted.sheet, language)):
        hidden = {space: shared_area(one.room, signs) for space, one in found.items()}
        assert max(hidden.values()) < LETTER_EDGE, hidden


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("key", MAPS)
def test_no_name_lies_under_the_tents_of_a_camp(key, language):
    painted = painting(NEWEST, key, language)
    spaces, at = painted.sheet.spaces, painted.sheet.at
    tents = [(x - 60, y + 28, x - 24, y + 50) for space, (x, y) in at.items() if spaces[space].camp]
    hidden = {space: shared_area(one.room, tents) for space, one in painted.labels.items()}
    assert max(hidden.values()) < 2 * LETTER_EDGE, hidden


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("key", MAPS)
def test_no_name_lies_on_the_title_of_a_whole_map(key, language):
    painted = painting(NEWEST, key, language)
    title = title_rooms(painted.sheet, language)
    found = labels_afar(painted.sheet, language)
    hidden = {space: shared_area(one.room, title) for space, one in found.items()}
    assert max(hidden.values()) < LETTER_EDGE, hidden


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("key", MAPS)
def test_names_of_a_whole_map_can_be_read_on_a_phone(key, language):
    """Names at 390 pixels: about nine pixels high, and none covers a great part of another."""
    painted = painting(NEWEST, key, language)
    sheet, found = painted.sheet, labels_afar(painted.sheet, language)
    pixels = 390 / painted.core[2]
    rooms = {space: label.room for space, label in found.items()}
    assert all(label.size * pixels >= 8.8 for label in found.values())
    for space, room in rooms.items():
        left, top, right, bottom = room
        others = [one for other, one in rooms.items() if other != space]
        plates = [
            (x - PLATE, y - PLATE, x + PLATE, y + PLATE)
            for one, (x, y) in sheet.at.items()
            if one != space
        ]
        area = (right - left) * (bottom - top)
        assert shared_area(room, others + plates) <= 0.06 * area, space
        assert sheet.box[0] < left and right < sheet.box[2]
        assert strayed_by(sheet, space, room) < 24, "nearer to another plate"


@pytest.mark.parametrize(
    ("key", "name", "ribbon"),
    [
        ("repl_s1", "Acting commander 1", "Commander"),
        ("repl_m2", "Acting caid 2", "Caid"),
        ("repl_s1", "Jefe accidental 1", "Jefe"),
        ("c_rif", "Caid of the Rif", "Caid"),
        ("prim", "Juan Prim", "Prim"),
    ],
)
def test_a_ribbon_shows_the_name_or_the_office_of_a_leader(key, name, ribbon):
    assert ribbon_of(key, name) == ribbon


def paper_of(fan: str, times: float) -> tuple[float, ...]:
    """Left, top, width and height of an open fan that the style enlarges."""
    paper = re.search(r"<rect[^>]*fan-paper[^>]*>", fan)[0]
    end = re.search(r'translate\(([-\d.]+)[ ,]([-\d.]+)\)"><g class="fan-size"><rect', fan)
    left, top, wide, high = (
        times * float(re.search(rf' {name}="([-\d.]+)"', paper)[1])
        for name in ("x", "y", "width", "height")
    )
    return float(end[1]) + left, float(end[2]) + top, wide, high


def hidden_neighbours(scenario: str, language: str) -> int:
    """Neighbours under the fans of a scenario, each stack of the set-up opened alone."""
    war = war_of(scenario)
    sheet, hidden = sheet_of(NEWEST, war.terms.map), 0
    for space in {one.at for one in war.units.values()} & set(sheet.at):
        fan = layer(drawing(war, Marks(place=space), language), "fan")
        left, top, wide, high = paper_of(fan, LARGEST)
        hidden += sum(
            left < x < left + wide and top < y < top + high
            for x, y in map(sheet.at.get, sheet.map.graph.neighbours(space))
        )
    return hidden


def test_a_fan_lies_beside_the_spaces_next_to_its_stack():
    hidden = sum(hidden_neighbours(scenario, "es") for scenario in SCENARIOS)
    assert hidden <= 30  # of 236 neighbours; large stacks of close spaces leave no free place
