"""Drawing of the boards: the same data give the same bytes, and every mark has words in both
languages.
"""

from __future__ import annotations

import ast
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import msgspec
import pytest

from app.games.cry_havoc import drawing
from app.games.cry_havoc.drawing import BoardPosition, FireLine, Piece, board, card, draw, legend
from app.games.cry_havoc.drawing.position import STATES
from app.games.cry_havoc.drawing.sheet import Sheet, centre
from app.games.cry_havoc.drawing.words import WORDS, hex_words, marks
from app.kernel.scene import Scene
from app.kernel.space.hexes import hex_beside
from app.kernel.strokes import num, tag
from app.web import svg
from tests.one_by_one import one_by_one

MAPS = {entry["id"]: entry for entry in board.DATA["maps"]["list"]}
PLAIN = {"id": "plain", "cols": 4, "rows": 3}
LANGUAGES = ("en", "es")

MEN = (
    Piece("frederick", "Frederick", "halberdier", "a", "0709", figures=(9, 7, 6)),
    Piece("richard", "Sir Richard", "knight", "b", "1207", "1308", (24, 10, 12), did="fought"),
    Piece("cedric", "Cedric", "peasant", "b", "1006", figures=(4, 3, 6), state="wounded"),
    Piece("gam", "Gam", "peasant", "b", "0910", figures=(None, 2, 0), state="stunned"),
    Piece("giles", "Giles", "peasant", "b", "0408", state="dead"),
    Piece("horse", "", "horse", at="1712", rear="1713", owner="Sir Gunter"),
    Piece("mule", "1", "mule", at="1711"),
    Piece("baker", "Baker", "peasant", "b", "1003", figures=(4, 3, 6)),
)


def everything() -> BoardPosition:
    return BoardPosition(
        MAPS["aldea"],
        MEN,
        ropes=(("cedric", "horse", "mule"),),
        able=frozenset({"cedric"}),
        selected="frederick",
        targets={"gam": "2-1"},
        reach={"0708": 1, "0808": 2},
        zone=frozenset({"0101"}),
        path=("0709", "0808", "0807"),
        trail=("0609", "0709"),
        lines=(
            FireLine("0709", "1006", "5 hexes"),
            FireLine("0709", "0910", "wall", False, "0808"),
        ),
        piece_links={"gam": "?target=gam"},
        hex_links={"0808": "?to=0808", "0101": "?to=0101"},
        hex_offer="move to",
    )


def whole(scene: Scene) -> str:
    return svg.symbol_store(scene) + svg.board_markup(scene)


def test_the_same_position_gives_the_same_bytes():
    first = whole(draw(everything(), "en"))
    board._painting.cache_clear()
    board.draw_symbols.cache_clear()
    assert whole(draw(everything(), "en")) == first


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("entry", [*MAPS.values(), PLAIN], ids=lambda entry: entry["id"])
def test_every_map_draws_as_well_formed_markup(entry, language):
    ET.fromstring(f"<page>{whole(draw(BoardPosition(entry), language))}</page>")  # noqa: S314 our own markup


def test_every_drawing_that_is_used_lies_in_the_store_or_in_the_view():
    for entry in MAPS.values():
        markup = whole(draw(msgspec.structs.replace(everything(), map=entry), "en"))
        ids = set(re.findall(r' id="([^"]+)"', markup))
        assert (
            set(re.findall(r'href="#([^"]+)"', markup))
            | set(re.findall(r"url\(#([^)]+)\)", markup))
            <= ids
        )


def test_no_inline_style_and_no_script_that_runs():
    markup = whole(draw(everything(), "en"))
    assert " style=" not in markup
    assert "<style" not in markup
    assert re.findall(r"<script(?! type=\"application/json\")", markup) == []
    assert re.findall(r"\son\w+=", markup) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hex_has_words(language):
    for entry in MAPS.values():
        sheet = Sheet(entry)
        scene = draw(BoardPosition(entry), language)
        assert {spot.key for spot in scene.spots} == set(sheet.labels)
        for spot in scene.spots:
            assert spot.words, spot.key
            assert "{" not in spot.words, spot


def test_hexes_name_their_contents():
    aldea, bosque = Sheet(MAPS["aldea"]), Sheet(MAPS["bosque"])
    assert hex_words(aldea, "1004", "es") == "puerta de la herrería"
    assert hex_words(aldea, "1613", "en") == "gate of the yard"
    assert hex_words(aldea, "0610", "es") == "matorral"
    assert hex_words(aldea, "1204", "en") == "open, corner of the smithy"
    assert hex_words(bosque, "1807", "en") == "high ground, bush"
    assert hex_words(bosque, "1504", "en") == "embankment, crest to the north-east, south-east"


def test_both_languages_have_the_same_words():
    def keys(words: dict, above: str = "") -> set[str]:
        return {
            path
            for name, value in words.items()
            for path in (
                keys(value, f"{above}/{name}") if isinstance(value, dict) else {f"{above}/{name}"}
            )
        }

    spanish = {path for path in keys(WORDS["es"]) if not path.startswith("/states_of_")}
    assert spanish == keys(WORDS["en"])


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("side", ["a", "b", ""])
@one_by_one("kind", WORDS["en"]["kinds"])
def test_every_state_of_every_kind_draws_and_speaks(kind, state, side):
    name = "Sir Nobody" if kind == "knight" else "Nobody"
    piece = Piece("x", name, kind, side, "0202", figures=(1, 2, 3), state=state)
    for language in LANGUAGES:
        live = svg.live_markup(draw(BoardPosition(PLAIN, (piece,)), language))
        assert 'id="p-x"' in live
        assert re.search(r'id="p-x"[^>]*aria-label="[^"]+"', live)
    assert svg.single_drawing(card(piece).ink, card(piece).box)


@pytest.mark.parametrize("state", ["healthy", "wounded"])
@pytest.mark.parametrize("side", ["a", "b"])
def test_a_rider_faces_all_six_ways(side, state):
    for way in ("N", "NE", "SE", "S", "SW", "NW"):
        rider = Piece(
            "x", "Sir Thomas", "knight", side, hex_beside("0302", way), "0302", (20, 9, 13), state
        )
        assert svg.live_markup(
            draw(BoardPosition({"id": "six", "cols": 6, "rows": 5}, (rider,)), "en")
        )


def test_only_offers_are_links():
    live = svg.live_markup(draw(everything(), "en"))
    links = re.findall(r'<a [^>]*href="([^"]+)"', live)
    assert sorted(links) == ["?target=gam", "?to=0101", "?to=0808"]
    assert "move to 0808 road, 2 points" in live
    assert "legal target, 2-1" in live


def test_links_carry_the_attributes_of_the_page():
    live = svg.live_markup(
        draw(everything(), "en"), links={"hx-get": "{href}", "hx-target": "#panel"}
    )
    assert 'hx-get="?target=gam" hx-target="#panel"' in live


def test_houses_with_units_or_reachable_hexes_have_no_roof():
    def roofs(position: BoardPosition) -> set[str]:
        return set(re.findall(r'"#aldea-roof-(\w+)"', svg.live_markup(draw(position, "en"))))

    assert roofs(BoardPosition(MAPS["aldea"])) == {"molino", "herreria", "casona"}
    assert roofs(everything()) == {"molino", "casona"}
    assert roofs(BoardPosition(MAPS["aldea"], hex_links={"0404": "?to=0404"})) == {
        "herreria",
        "casona",
    }


def test_corpses_add_up_in_their_hex():
    dead = (
        Piece("a", "Odo", "spearman", "a", "0202", state="dead"),
        Piece("b", "Hal", "spearman", "a", "0202", state="dead"),
        Piece("h", "", "horse", at="0202", rear="0203", state="dead"),
    )
    live = svg.live_markup(draw(BoardPosition(PLAIN, dead), "en"))
    loads = re.findall(r'class="weight[^"]*">.*?<text[^>]*>(\d+)</text>', live)
    assert loads == ["5", "3"]


def test_the_ground_does_not_depend_on_the_view():
    bare, full = draw(BoardPosition(MAPS["aldea"]), "en"), draw(everything(), "en")
    assert (bare.ground_key, bare.ground, bare.symbols) == (
        full.ground_key,
        full.ground,
        full.symbols,
    )
    assert bare.ground_key != draw(BoardPosition(MAPS["aldea"]), "es").ground_key
    moved_bush = {**MAPS["aldea"], "terrain": {**MAPS["aldea"]["terrain"], "bush": ["0101"]}}
    assert bare.ground_key != draw(BoardPosition(moved_bush), "en").ground_key


def test_the_needed_part_of_the_board_is_in_the_middle():
    scene = draw(everything(), "en")
    assert scene.focus == centre("0709")
    x, y, w, h = scene.need
    assert x <= centre("0709")[0] <= x + w
    assert y <= centre("0910")[1] <= y + h


def test_the_cross_of_a_scenario_and_a_hex_that_is_pointed_out_are_drawn():
    position = everything()
    assert "ch-stone" not in whole(draw(position, "en"))
    at, aim = position.map["cols"] - 1, "0203"
    crossed = msgspec.structs.replace(position, cross=f"{at:02d}05", targets={aim: "+2"})
    live = svg.live_markup(draw(crossed, "en"))
    x, y = (num(value) for value in centre(crossed.cross))
    assert re.search(rf'translate\({x} {y}\)"><path class="ch-stone"', live)
    assert live.count("ui-aim") == 1 and "+2</text>" in live


def test_short_names_are_unique():
    people = [
        person["name"] for person in board.DATA["characters"]["list"] if person["type"] != "knight"
    ]
    short = marks(people)
    assert short["Baker"] != short["Bertin"]
    assert all(len(mark) <= 3 for mark in short.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_has_words_and_pictures(language):
    rows = legend(language)
    assert len({row.key for row in rows}) == len(rows) == len(WORDS[language]["legend"])
    for row in rows:
        ET.fromstring(svg.single_drawing(row.specimen.ink, row.specimen.box, label=row.words))  # noqa: S314 our own markup


def test_words_are_escaped():
    evil = "\"><script>alert(1)</script>&'"
    piece = Piece("x", evil, "peasant", "a", "0202", figures=(1, 1, 1), quiver=3)
    entry = {**PLAIN, "title_en": evil}
    scene = draw(
        BoardPosition(entry, (piece,), piece_links={"x": "?a=1&b=" + evil}, hex_offer=evil), "en"
    )
    markup = svg.board_markup(scene, keep=evil) + svg.symbol_store(scene)
    assert "<script>" not in markup
    assert "alert(1)</script>" not in markup
    assert markup.count("<script") == 1
    assert (
        svg.ink_markup(tag("text", "a < b & c", klass='"q"'))
        == '<text class="&quot;q&quot;">a &lt; b &amp; c</text>'
    )


def test_lengths_are_short_and_never_minus_nothing():
    assert [num(value) for value in (1.0, -0.04, 2.35, 10)] == ["1", "0", "2.4", "10"]


def test_drawing_is_pure():
    """Drawing opens no file and reads no clock; its only chance is seeded with the name of a
    thing.
    """
    for source in sorted(Path(drawing.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert {name.name for name in node.names} <= {"math", "hashlib", "msgspec"}, (
                    source.name
                )
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"open", "print", "id", "hash"}, source.name
