"""Counters and grounds alone: for the card of a character and for the legend."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from app.games.cry_havoc.drawing import counters, ground
from app.games.cry_havoc.drawing.heraldry import Coat
from app.games.cry_havoc.drawing.position import NOW, Moment, Piece
from app.games.cry_havoc.drawing.sheet import Sheet
from app.games.cry_havoc.drawing.words import WORDS, marks
from app.kernel.legend import LegendRow, Specimen, square
from app.kernel.scene import in_layers
from app.kernel.strokes import tag, use


def card(piece: Piece, coat: Coat | None = None) -> Specimen:
    """Counter of a character as on its card; a rider as its plate."""
    shown = msgspec.structs.replace(
        piece,
        id="",
        did="",
        mark=piece.mark or marks([piece.name])[piece.name],
        **({} if piece.kind == "horse" else {"at": "", "rear": ""}),
    )
    return Specimen(
        counters.draw_counter(shown, coat=coat, place=(0, 0)),
        square(130 if piece.kind == "horse" else 54),
    )


FIGURES = (9, 7, 6)
MAN = Piece("", "Ben", "halberdier", "b", figures=FIGURES, mark="B")
PEOPLE = {
    "side_a": (msgspec.structs.replace(MAN, side="a"), NOW, 70),
    "side_b": (MAN, NOW, 70),
    "knight": (Piece("", "Sir Thomas", "knight", "b", figures=(13, 8, 6)), NOW, 70),
    "rider": (Piece("", "Sir Richard", "knight", "b", "1008", "1009", (24, 10, 12)), NOW, 134),
    "sergeant": (Piece("", "Arnim", "sergeant", "b", figures=(12, 8, 6), mark="A"), NOW, 70),
    "peasant": (Piece("", "Farmer", "peasant", "b", figures=(4, 3, 6), mark="F"), NOW, 70),
    "civilian": (Piece("", "Edith", "civilian", "b", figures=(1, 2, 4), mark="E"), NOW, 70),
    "horse": (Piece("", "", "horse", at="1008", rear="1009", owner="Sir Gunter"), NOW, 134),
    "mule": (Piece("", "", "mule"), NOW, 70),
}
MARKS = {
    "wounded": (msgspec.structs.replace(MAN, state="wounded", figures=(5, 4, 3)), NOW, 70),
    "stunned": (msgspec.structs.replace(MAN, state="stunned", figures=(None, 4, 0)), NOW, 70),
    "ransom": (Piece("", "Sir Thomas", "knight", "b", figures=(6, 6, 5), state="ransom"), NOW, 70),
    "dead": (msgspec.structs.replace(MAN, state="dead"), NOW, 70),
    "can": (MAN, Moment(can=True), 78),
    "moved": (msgspec.structs.replace(MAN, did="moved"), NOW, 78),
    "shot": (
        Piece("", "Fletcher", "archer", "b", figures=(5, 4, 7), did="shot", quiver=8, mark="F"),
        NOW,
        78,
    ),
    "fought": (msgspec.structs.replace(MAN, did="fought"), NOW, 78),
    "selected": (MAN, Moment(selected=True), 78),
    "target": (msgspec.structs.replace(MAN, side="a"), Moment(target=True, odds="2-1"), 96),
}
HOUSE = {"id": "molino", "rooms": [{"id": "sala", "hexes": ["0202", "0203", "0302"]}]}
GROUNDS: dict[
    str, dict[str, Any]
] = {  # a sheet of three by three; the specimen shows its middle hex, or the side it names
    "clear": {},
    "road": {"terrain": {"road": ["0101", "0202", "0302"]}},
    "bush": {"terrain": {"bush": ["0202"]}},
    "trees": {"terrain": {"trees": ["0202"]}},
    "water": {"terrain": {"water": ["0202"]}},
    "embankment": {
        "terrain": {"embankment": ["0202", "0203"]},
        "high_ground": ["0301", "0302", "0303"],
    },
    "high": {
        "high_ground": ["0202", "0201", "0301", "0302", "0101", "0102", "0103", "0203", "0303"]
    },
    "gentle": {"high_ground": ["0202", "0201", "0301", "0302", "0101", "0102"]},
    "house": {"buildings": [HOUSE]},
    "interior": {"buildings": [HOUSE]},
    "door": {"buildings": [{**HOUSE, "doors": [{"hex": "0202", "side": "NW"}]}]},
    "window": {"buildings": [{**HOUSE, "windows": [{"hex": "0202", "side": "NW"}]}]},
    "gate": {
        "courtyards": [
            {"id": "corral", "hexes": ["0202", "0302"], "gates": [{"hex": "0202", "side": "S"}]}
        ]
    },
}


def _ground(key: str) -> Specimen:
    sheet = Sheet({"id": f"legend-{key}", "cols": 3, "rows": 3, **GROUNDS[key]})
    ink = ground.draw_layers(sheet) + tag("defs", ground.draw_overlay(sheet, {}))
    if key == "house":
        ink += in_layers(use(f"{sheet.id}-roof-{house['id']}") for house in sheet.houses)
    return Specimen(ink + use(f"{sheet.id}-fittings"), ground.window_on("0202", 8))


@lru_cache(maxsize=4)
def legend(language: str) -> tuple[LegendRow, ...]:
    """Marks of the board with their words in that language."""
    words = WORDS[language]["legend"]
    out = []
    for part, rows in (("pieces", PEOPLE), ("marks", MARKS)):
        for key, (piece, now, size) in rows.items():
            ink = counters.draw_counter(piece, now, place=(0, 0))
            if key == "dead":
                ink += tag("g", counters.draw_weight(1), transform="translate(23 20)")
            out.append(LegendRow(key, part, words[key], Specimen(ink, square(size))))
    out += [LegendRow(key, "ground", words[key], _ground(key)) for key in GROUNDS]
    return tuple(out)
