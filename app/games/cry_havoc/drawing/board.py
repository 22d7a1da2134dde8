"""Board for one viewer: the cached ground of its map and the layers of this view."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from app.games.cry_havoc.drawing import counters, grid, ground, heraldry, margin, plants
from app.games.cry_havoc.drawing.heraldry import Coat
from app.games.cry_havoc.drawing.lines_on_map import (
    draw_aims,
    draw_cross,
    draw_labels,
    draw_line,
    draw_reach,
    draw_results,
    draw_told,
    draw_way,
)
from app.games.cry_havoc.drawing.position import BoardPosition, Moment, Piece
from app.games.cry_havoc.drawing.sheet import (
    Sheet,
    centre,
    corners,
    units,
)
from app.games.cry_havoc.drawing.words import (
    WORDS,
    board_words,
    hex_words,
    marks,
    name_of,
    spoken,
)
from app.kernel.data_tables import read_yaml
from app.kernel.scene import NOTHING, Box, Ink, Layer, Point, Scene, Spot, in_layers
from app.kernel.space.hexes import CORNERS
from app.kernel.strokes import moved, part_way, path, poly, tag, text, use

DATA: Mapping[str, Any] = read_yaml(Path(__file__).parent.parent / "data" / "cry_havoc_data.yaml")
WEIGHTS: Mapping[str, int] = DATA["corpses"]["weight"]
CLOSED_FROM: int = DATA["corpses"]["closed"]["from_weight"]
MARGIN_FROM_ROWS = 8  # a lower sheet has no room for the vine
RULER_ROOM = (38, 30, 76, 62)  # left, top, and together, for frame and rulers


# ---------------------------------------------------------------------- the ground, once for a map
class Painting(msgspec.Struct, frozen=True):
    """Parts of a map that no move changes, in one language."""

    sheet: Any
    layers: tuple[Layer, ...]
    symbols: Ink
    key: str
    spots: tuple[Spot, ...]
    core: Box
    box: Box


@lru_cache(maxsize=1)
def draw_symbols() -> Ink:
    """Drawings that every map shares."""
    return plants.draw_symbols() + margin.symbols() + counters.draw_definitions()


@lru_cache(maxsize=64)
def _painting(map_data: bytes, language: str) -> Painting:
    sheet = Sheet(msgspec.json.decode(map_data))
    x0, y0, x1, y1 = sheet.edges
    left, top, across, down = RULER_ROOM
    core = box = (x0 - left, y0 - top, x1 - x0 + across, y1 - y0 + down)
    decoration = NOTHING
    if sheet.rows >= MARGIN_FROM_ROWS:
        decoration = margin.margin(core[0] - margin.WIDTH - 24, y0 - 9, y1 + 9, sheet.id)
        box = (core[0] - margin.WIDTH - 34, core[1], core[2] + margin.WIDTH + 34, core[3])
    layers = (
        Layer("margin", decoration),
        Layer("ground", ground.draw_layers(sheet)),
        Layer("border", grid.draw_border(sheet)),
        Layer("rulers", grid.draw_rulers(sheet)),
    )
    own = ground.draw_overlay(sheet, WORDS[language]["places"])
    key = hashlib.sha256(msgspec.json.encode((layers, draw_symbols(), own))).hexdigest()[:16]
    spots = tuple(Spot(h, centre(h), hex_words(sheet, h, language), h) for h in sheet.labels)
    return Painting(
        sheet,
        layers,
        draw_symbols() + own,
        f"cry_havoc-{sheet.id}-{language}-{key}",
        spots,
        core,
        box,
    )


def painting_of_map(map_entry: Mapping[str, Any], language: str) -> Painting:
    return _painting(msgspec.json.encode(map_entry, order="deterministic"), language)


# ---------------------------------------------------------------------- one view
def draw(position: BoardPosition, language: str) -> Scene:
    """The board as one viewer sees it, in English ("en") or Spanish ("es")."""
    painted = painting_of_map(position.map, language)
    sheet: Sheet = painted.sheet
    pieces = _named(position.pieces)
    knights = heraldry.coats(piece.name for piece in pieces if piece.kind == "knight")
    living = sorted(
        (p for p in pieces if p.state != "dead"),
        key=lambda p: (p.id == position.selected, _height(p), p.id),
    )
    layers = _layers(position, language, sheet, knights, pieces, living)
    return Scene(
        kind="ch-board",
        label=board_words(sheet, language),
        box=painted.box,
        core=painted.core,
        focus=_focus(position, living, painted.core),
        need=_need(position, living, painted.core),
        ground=painted.layers,
        ground_key=painted.key,
        layers=layers,
        symbols=painted.symbols,
        spots=painted.spots,
        cursor=path(poly([units(c) for c in CORNERS]), "ui-cursor"),
    )


def _layers(
    position: BoardPosition,
    language: str,
    sheet: Sheet,
    knights: Mapping[str, Coat],
    pieces: list[Piece],
    living: list[Piece],
) -> tuple[Layer, ...]:
    """Layers above the ground, from bottom to top."""
    return (
        Layer("arms", _unlisted_arms(knights)),
        Layer("roofs", _roofs(sheet, position)),
        Layer("fittings", use(f"{sheet.id}-fittings") + draw_cross(position)),
        Layer("names", use(f"{sheet.id}-names")),
        Layer("corpses", _corpses([p for p in pieces if p.state == "dead"], position, language)),
        Layer("reach", draw_reach(position, living, sheet, language)),
        Layer("draft", draw_way(position.trail, "trail") + draw_way(position.path, "way")),
        Layer("lines", in_layers(draw_line(row, sheet, language) for row in position.lines)),
        Layer(
            "pieces",
            _living(living, position, knights, language)
            + _ghost(position, pieces, knights)
            + in_layers(_planned(piece, knights, position) for piece in position.plan),
        ),
        Layer("ropes", _ropes(position, pieces)),
        Layer("labels", draw_aims(position) + draw_labels(position, living)),
        Layer("told", draw_told(position)),
        Layer("results", draw_results(position)),
    )


def _named(pieces: tuple[Piece, ...]) -> list[Piece]:
    """Pieces with the short forms of their names."""
    short = marks(sorted({p.name for p in pieces if not p.is_animal}))
    return [
        p if p.mark or p.is_animal else msgspec.structs.replace(p, mark=short[p.name])
        for p in pieces
    ]


def _height(piece: Piece) -> float:
    return counters.piece_middle(piece)[1]


def _unlisted_arms(knights: Mapping[str, heraldry.Coat]) -> Ink:
    own = {name: coat for name, coat in knights.items() if name not in heraldry.ARMS["knights"]}
    return tag("defs", heraldry.symbols(own)) if own else NOTHING


def _roofs(sheet: Sheet, position: BoardPosition) -> Ink:
    """Roofs of the houses without a character that the viewer sees."""
    opened = _opened(sheet, position)
    return in_layers(
        use(f"{sheet.id}-roof-{house['id']}") for house in sheet.houses if house["id"] not in opened
    )


def _opened(sheet: Sheet, position: BoardPosition) -> set[str]:
    """Ids of the houses drawn without roof: a unit is inside, or may go inside now."""
    hexes = {h for piece in position.pieces for h in piece.hexes}
    hexes |= {*position.reach, *position.zone, *position.path, *position.hex_links}
    return {sheet.house_of(h) for h in hexes}


# ---------------------------------------------------------------------- pieces
def _moment(piece: Piece, position: BoardPosition) -> Moment:
    return Moment(
        can=piece.id in position.able and piece.id != position.selected,
        selected=piece.id == position.selected,
        target=piece.id in position.targets,
        odds=position.targets.get(piece.id, ""),
    )


def _leaders(position: BoardPosition) -> dict[str, str]:
    return {led: rope[0] for rope in position.ropes for led in rope[1:]}


def _living(
    living: list[Piece],
    position: BoardPosition,
    knights: Mapping[str, heraldry.Coat],
    language: str,
) -> Ink:
    names = {piece.id: name_of(piece, language) for piece in living}
    led_by = {led: names.get(leader, "") for led, leader in _leaders(position).items()}
    out = []
    for piece in living:
        now = _moment(piece, position)
        label = spoken(piece, language, position.sides, now, led_by.get(piece.id, ""))
        out.append(
            counters.draw_counter(
                piece, now, label, position.piece_links.get(piece.id, ""), knights.get(piece.name)
            )
        )
    return in_layers(out)


def _ghost(
    position: BoardPosition, pieces: list[Piece], knights: Mapping[str, heraldry.Coat]
) -> Ink:
    """Chosen piece, drawn at the end of the drafted path."""
    ghost = position.ghost
    if ghost is None and len(position.path) > 1:
        chosen = next((p for p in pieces if p.id == position.selected and not p.rear), None)
        ghost = chosen and msgspec.structs.replace(chosen, at=position.path[-1])
    if ghost is None:
        return NOTHING
    return _pale(ghost, knights)


def _planned(piece: Piece, knights: Mapping[str, heraldry.Coat], position: BoardPosition) -> Ink:
    """Piece of a drafted deployment, which its player may drag to another hex. Its hexes are marked
    if it cannot be deployed there.
    """
    fault = NOTHING
    if piece.id in position.faults:
        fault = in_layers(path(poly(corners(h, 4)), "ui-fault") for h in piece.hexes)
        x, y = counters.piece_middle(piece)
        sign = tag("circle", cx="0", cy="0", r="11") + text("!", None, 0, 6)
        fault += tag("g", sign, klass="ui-fault-sign", transform=moved((x + 24, y - 24)))
    return _pale(piece, knights, piece.hexes, fault)


def _pale(
    piece: Piece,
    knights: Mapping[str, heraldry.Coat],
    hexes: tuple[str, ...] = (),
    fault: Ink = NOTHING,
) -> Ink:
    """Counter without links; with the hexes of a plan it may be dragged."""
    bare = msgspec.structs.replace(
        piece, id="", did="", mark=piece.mark or marks([piece.name])[piece.name]
    )
    return tag(
        "g",
        counters.draw_counter(bare, coat=knights.get(piece.name)) + fault,
        klass="ui-ghost is-planned" if hexes else "ui-ghost",
        data_planned=piece.id if hexes else None,
        data_hexes=" ".join(hexes) or None,
        aria_hidden="true",
    )


SHIFTS = ((0, 0), (-7, -9), (8, 8), (-9, 9), (9, -10))  # corpses that share a hex


def _corpses(dead: list[Piece], position: BoardPosition, language: str) -> Ink:
    """Corpses and their weight in each hex; a dead horse weighs in both of its hexes."""
    lying: dict[str, int] = {}
    loads: dict[str, int] = {}
    out = []
    for piece in dead:
        shift = SHIFTS[lying.get(piece.at, 0) % len(SHIFTS)]
        lying[piece.at] = lying.get(piece.at, 0) + 1
        load = piece.weight or WEIGHTS["person" if not piece.is_animal else piece.kind]
        for h in piece.hexes:
            loads[h] = loads.get(h, 0) + load
        x, y = counters.piece_middle(piece)
        words = (
            f"{spoken(piece, language, position.sides)}, {WORDS[language]['weight'].format(n=load)}"
        )
        out.append(
            counters.draw_counter(
                piece,
                _moment(piece, position),
                words,
                position.piece_links.get(piece.id, ""),
                place=(x + shift[0], y + shift[1]),
            )
        )
    for h, load in sorted(loads.items()):
        x, y = centre(h)
        out.append(
            tag(
                "g",
                counters.draw_weight(load, load >= CLOSED_FROM),
                transform=moved((x + 29, y + 18)),
            )
        )
    return in_layers(out)


def _ropes(position: BoardPosition, pieces: list[Piece]) -> Ink:
    places = {piece.id: counters.piece_middle(piece) for piece in pieces}
    out = []
    for rope in position.ropes:
        stops = [places[ident] for ident in rope if ident in places]
        out += [counters.draw_rope(shortened(a, b)) for a, b in pairwise(stops)]
    return in_layers(out)


def shortened(a: Point, b: Point) -> tuple[Point, Point]:
    """Ends of a rope between two counters, shortened so that it crosses neither."""
    return part_way(a, b, 0.22), part_way(a, b, 0.8)


# ---------------------------------------------------------------------- where to look
def _wanted(position: BoardPosition, living: list[Piece]) -> list[Point]:
    """Points to show: a plan with its zone, or the chosen piece with its targets, draft and hexes.

    Without them these are all pieces able to act; else all.
    """
    if position.plan:
        return [
            *(counters.piece_middle(p) for p in position.plan),
            *map(centre, sorted(position.zone)),
        ]
    now = [
        counters.piece_middle(p)
        for p in living
        if p.id == position.selected or p.id in position.targets
    ]
    now += [centre(h) for h in position.path]
    now += [centre(h) for h in position.aims]
    able = [
        counters.piece_middle(p)
        for p in living
        if p.id in position.able or p.id in position.piece_links
    ]
    offered = [centre(h) for h in {**position.hex_links, **dict.fromkeys(position.zone)}]
    if now and not position.path:
        now += [centre(h) for h in position.hex_links]
    return now or able or offered or [counters.piece_middle(p) for p in living]


def _focus(position: BoardPosition, living: list[Piece], core: Box) -> Point:
    chosen = [counters.piece_middle(p) for p in living if p.id == position.selected] or _wanted(
        position, living
    )
    return _mean(chosen) if chosen else (core[0] + core[2] / 2, core[1] + core[3] / 2)


def _mean(points: Iterable[Point]) -> Point:
    xs, ys = zip(*points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _need(position: BoardPosition, living: list[Piece], core: Box) -> Box:
    points = _wanted(position, living)
    if not points:
        return core
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
