"""Board for one viewer: the cached ground of its map and the layers of this view."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

import msgspec

from app.games.africa_1859.data_file import VERSIONS
from app.games.africa_1859.drawing import counters, vignettes
from app.games.africa_1859.drawing.campaign_overlay import draw_dangers, draw_supply, switches
from app.games.africa_1859.drawing.fans import draw_fan
from app.games.africa_1859.drawing.kept_free import kept_free
from app.games.africa_1859.drawing.markers import draw_markers
from app.games.africa_1859.drawing.names import Label, draw_names, draw_names_afar, labels
from app.games.africa_1859.drawing.names_afar import labels_afar
from app.games.africa_1859.drawing.odds import draw_odds
from app.games.africa_1859.drawing.position import SHAPES, BoardPosition
from app.games.africa_1859.drawing.relief import draw_relief
from app.games.africa_1859.drawing.sea import (
    draw_frame,
    draw_ornaments,
    draw_rivers,
    draw_sea,
    draw_sea_names,
)
from app.games.africa_1859.drawing.sheet import PLATE, Sheet, sheet_of
from app.games.africa_1859.drawing.stacks import draw_stack
from app.games.africa_1859.drawing.terrain_rings import draw_rings
from app.games.africa_1859.drawing.ways import draw_ways
from app.games.africa_1859.drawing.words import (
    WORDS,
    board_words,
    named_space,
    space_words,
    stack_words,
)
from app.kernel.arrows import Drawn, draw_numbered_arrows
from app.kernel.scene import NOTHING, Box, Ink, Layer, Point, Scene, Spot, in_layers
from app.kernel.strokes import group, line, moved, part_way, path, tag, use

BORDER = 22.0
"""Room round the neat line for the frame."""
TOUCH = 42.0
"""Radius of a space for touch."""
NUMBER = 13.0
ARROW_GAP = 40.0
CLEAR = 40.0
"""Distance of the ends of an arrow from the middle of their spaces, clear of the counters."""
BELOW = (0.0, 52.0)
"""Place of the numbers of the events in one space, clear of its counters and their flags."""


class Painting(msgspec.Struct, frozen=True):
    """Parts of a map that no move changes, in one language."""

    sheet: Sheet
    labels: dict[str, Label]
    afar: dict[str, Label]
    layers: tuple[Layer, ...]
    symbols: Ink
    key: str
    core: Box


@lru_cache(maxsize=16)
def painting(version: int, map_key: str, language: str) -> Painting:
    """Ground of a map. Names leave room for the points of every scenario on it."""
    sheet = sheet_of(version, map_key)
    scoring = frozenset(
        space
        for scenario in VERSIONS[version].scenarios.values()
        if scenario.map == map_key
        for space in scenario.control
    )
    placed, afar = labels(sheet, language, scoring), labels_afar(sheet, language)
    layers = (
        Layer("ground", draw_ground(sheet, language, placed, afar)),
        Layer("border", draw_frame(sheet)),
    )
    symbols = vignettes.draw_symbols() + counters.draw_definitions(tuple(VERSIONS[version].kinds))
    digest = hashlib.sha256(msgspec.json.encode((layers, symbols))).hexdigest()[:16]
    x0, y0, x1, y1 = sheet.box
    core = (x0 - BORDER, y0 - BORDER, x1 - x0 + 2 * BORDER, y1 - y0 + 2 * BORDER)
    key = f"africa_1859-{map_key}-{language}-{digest}"
    return Painting(sheet, placed, afar, layers, symbols, key, core)


def draw_ground(
    sheet: Sheet, language: str, placed: dict[str, Label], afar: dict[str, Label]
) -> Ink:
    """Everything that no move changes, inside the neat line."""
    x0, y0, x1, y1 = sheet.box
    clip = f"af-{sheet.key}-sheet"
    drawn = draw_sea(sheet) + draw_relief(sheet) + draw_rings(sheet) + draw_rivers(sheet, language)
    drawn += draw_sea_names(sheet, language) + draw_ornaments(sheet, language)
    drawn += draw_ways(sheet) + draw_plates(sheet) + draw_names(sheet, placed)
    drawn += draw_names_afar(sheet, afar)
    edge = tag("rect", x=x0, y=y0, width=x1 - x0, height=y1 - y0)
    return tag("clipPath", edge, id=clip) + group(drawn, clip_path=f"url(#{clip})")


def draw_plates(sheet: Sheet) -> Ink:
    """Plate of each space, with an engraving of its ground."""
    out = NOTHING
    for key, (x, y) in sheet.at.items():
        space = sheet.spaces[key]
        kind = "fort" if space.fort else space.terrain
        out += tag("circle", klass="af-plate", cx=x, cy=y, r=PLATE)
        out += use(f"vg-{kind}", round(x), round(y), "af-vignette")
    return group(out, "af-plates")


def draw(position: BoardPosition, language: str) -> Scene:
    """The board as one viewer sees it, in English ("en") or Spanish ("es")."""
    painted = painting(position.data, position.map, language)
    sheet = painted.sheet
    wanted = wanted_points(sheet, position)
    return Scene(
        kind="af-board",
        label=board_words(sheet, position, language),
        box=painted.core,
        core=painted.core,
        focus=mean(wanted),
        need=around(wanted),
        ground=painted.layers,
        ground_key=painted.key,
        layers=live_layers(painted, position, language),
        symbols=painted.symbols,
        spots=spots(sheet, position, language),
        has_moving_spots=True,
        reach=TOUCH,
        cursor=tag("circle", klass="ui-cursor", r=PLATE + 7),
        switches=switches(position, language),
    )


def live_layers(painted: Painting, position: BoardPosition, language: str) -> tuple[Layer, ...]:
    """Layers above the ground, from bottom to top."""
    sheet, marks = painted.sheet, position.marks
    return (
        Layer("markers", draw_markers(sheet, position, painted.labels)),
        Layer("supply", draw_supply(sheet, position)),
        Layer("reach", draw_reach(sheet, marks.reach)),
        Layer("draft", draw_way(sheet, marks.trail, "trail") + draw_way(sheet, marks.path, "way")),
        Layer("stacks", draw_stacks(sheet, position, language)),
        Layer("dangers", draw_dangers(sheet, position, language)),
        Layer("labels", draw_odds(sheet, painted.labels, painted.afar, position)),
        Layer("places", draw_places(sheet, position, language)),
        Layer("told", draw_told(painted, position)),
        Layer("fan", draw_fan(sheet, position, language)),
    )


def spots(sheet: Sheet, position: BoardPosition, language: str) -> tuple[Spot, ...]:
    """All spaces with their names, words and neighbours."""
    return tuple(
        Spot(
            key,
            at,
            space_words(sheet, position, key, language),
            sheet.spaces[key].title.in_(language),
            sheet.map.graph.neighbours(key),
        )
        for key, at in sheet.at.items()
    )


def draw_reach(sheet: Sheet, reach: Iterable[str]) -> Ink:
    """Rings round the spaces in reach."""
    return in_layers(
        tag("circle", klass="ui-reach", cx=x, cy=y, r=PLATE + 6)
        for x, y in (sheet.at[key] for key in reach if key in sheet.at)
    )


def draw_way(sheet: Sheet, places: tuple[str, ...], kind: str) -> Ink:
    """Planned or past way from plate to plate."""
    out = NOTHING
    for one, other in pairwise(place for place in places if place in sheet.at):
        a, b = sheet.at[one], sheet.at[other]
        long = max(abs(a[0] - b[0]) + abs(a[1] - b[1]), 1)
        share = min(ARROW_GAP / long, 0.4)
        d = line(part_way(a, b, share), part_way(a, b, 1 - share))
        out += path(d, f"ui-{kind}-gap") + path(d, f"ui-{kind}")
    return out


def draw_stacks(sheet: Sheet, position: BoardPosition, language: str) -> Ink:
    """Closed stacks of all spaces, the northern ones first."""
    out = NOTHING
    for key in sorted(sheet.at, key=lambda key: sheet.at[key][1]):
        units, leaders = position.units_at(key), position.leaders_at(key)
        if not units and not leaders:
            continue
        body = draw_stack(units, leaders)
        if key in position.able:
            body += path("M0-8l7 8-7 8-7-8z", "ui-can", transform="translate(0 -66)")
        name = sheet.spaces[key].title.in_(language)
        words = ", ".join([name, *stack_words(position, key, language)])
        out += tag(
            "g",
            body,
            klass=f"af-stack side-{SHAPES[(units or leaders)[0].side]}",
            transform=moved(sheet.at[key]),
            role="img",
            aria_label=words,
        )
    return out


def draw_places(sheet: Sheet, position: BoardPosition, language: str) -> Ink:
    """Links of the spaces that the page offers."""
    w, marks = WORDS[language], position.marks
    out = NOTHING
    for key, href in marks.place_links.items():
        if key not in sheet.at:
            continue
        act = "go" if key in marks.reach else "open"
        words = named_space(act, sheet.spaces[key].title, language)
        odds = marks.targets.get(key, "")
        x, y = sheet.at[key]
        out += tag(
            "a",
            tag("circle", klass="ui-hit", cx=x, cy=y, r=TOUCH),
            href=href,
            id=f"s-{key}",
            aria_label=words + (", " + w["target"].format(odds=odds) if odds else ""),
            data_place=key,
        )
    return out


def draw_told(painted: Painting, position: BoardPosition) -> Ink:
    """Events numbered as in the log. The numbers cover no counter and no name while there is
    room.
    """
    sheet = painted.sheet
    rows = [
        Drawn(arrow.number, points, SHAPES.get(arrow.side, ""), arrow.kind)
        for arrow in position.marks.arrows
        for points in (told_points(sheet, arrow.way),)
        if points
    ]
    free = kept_free(sheet, painted.labels, position) if rows else ()
    return draw_numbered_arrows(rows, NUMBER, ahead=NUMBER, standing=free)


def told_points(sheet: Sheet, way: Iterable[str]) -> tuple[Point, ...]:
    """Middles of the spaces of a way, its ends at the rings of their spaces.

    Of a single space the place below its stack.
    """
    points = tuple(sheet.at[key] for key in way if key in sheet.at)
    if len(points) == 1:
        return ((points[0][0] + BELOW[0], points[0][1] + BELOW[1]),)
    if not points:
        return ()
    return (at_ring(*points[:2]), *points[1:-1], at_ring(points[-1], points[-2]))


def at_ring(middle: Point, other: Point) -> Point:
    """Point at the ring of a space towards another one."""
    length = math.dist(middle, other)
    return part_way(middle, other, min(CLEAR / length, 0.4)) if length else middle


def wanted_points(sheet: Sheet, position: BoardPosition) -> list[Point]:
    """Points to show: the open place, its draft and targets; else those able to act; else all."""
    marks = position.marks
    now = [key for key in (marks.place, *marks.path, *marks.targets) if key in sheet.at]
    held = position.held
    keys = now or [key for key in sheet.at if key in position.able]
    keys = keys or [key for key in sheet.at if key in held] or list(sheet.at)
    return [sheet.at[key] for key in keys]


def mean(points: list[Point]) -> Point:
    """Middle of points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def around(points: list[Point]) -> Box:
    """Smallest box round points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
