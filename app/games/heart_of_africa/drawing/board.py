"""The table for one viewer: the cached ground, and the layers of this view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import shapely

from app.games.heart_of_africa.drawing import figures as men
from app.games.heart_of_africa.drawing import works
from app.games.heart_of_africa.drawing.ground import painting
from app.games.heart_of_africa.drawing.pen import TENTHS, measure_of, on_page
from app.games.heart_of_africa.drawing.places import facings, place_of, read_point, ways
from app.games.heart_of_africa.drawing.seeing import eyes, hiding
from app.games.heart_of_africa.drawing.store import STORE
from app.games.heart_of_africa.drawing.words import (
    board_words,
    figure_words,
    place_words,
    unit_words,
)
from app.games.heart_of_africa.figures import enemies, is_attendant, is_on_foot, is_vessel, radius
from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.movement import moves
from app.games.heart_of_africa.movement.obstacles import Chart
from app.games.heart_of_africa.movement.regions import Region, forbidden_ground, slow_ground
from app.games.heart_of_africa.pieces import AMBUSH, Figure
from app.games.heart_of_africa.presentation.naming import codes
from app.games.heart_of_africa.setup.ground_to_deploy import open_zones
from app.games.heart_of_africa.setup.scenarios import CENTIMETRES
from app.games.heart_of_africa.shooting import aim, weapons
from app.games.heart_of_africa.sight import impassable, smoke
from app.games.heart_of_africa.state import DEPLOYMENT, REVEAL, SHOOTING, SIDES, Battle
from app.kernel.arrows import Drawn, draw_numbered_arrows
from app.kernel.contract import Marks
from app.kernel.scene import (
    NOTHING,
    Box,
    Element,
    Hand,
    Ink,
    Layer,
    Mover,
    Point,
    Prey,
    Scene,
    Spot,
    in_layers,
)
from app.kernel.space.plane import rect_path
from app.kernel.strokes import line, moved, num, part_way, path, poly, tag, text, use

CURSOR = tag("circle", klass="hoa-cursor", r="12")
TAP = 60.0
"""A tap farther than six inches from everything means nothing."""
BETWEEN_FLAGS = 17.0
NUMBER = 9.0
"""The radius of a number of the list."""
LABEL_HIGH = 15.0
LABEL_SHARES = (0.5, 0.65, 0.8, 0.35, 0.9, 0.2)
"""Height of the label of a line, and places on the line where it is tried."""


class Group(msgspec.Struct, frozen=True):
    """Figures that are drawn together: a unit, or a single independent figure. `key` is its id."""

    key: str
    side: str
    men: tuple[Figure, ...]


def drawing(view: View, marks: Marks, language: str) -> Scene:
    """The table as the viewer sees it, with the marks of the page."""
    battle = view.battle
    painted = painting(battle.land, language)
    groups = groups_of(battle)
    layers = (
        Layer("zones", zones(view)),
        Layer("fires", works.fires(impassable.burning(battle), battle.land.depth)),
        Layer("smoke", works.smoke(smoke.smoke(battle), battle.land.depth)),
        Layer("works", works.works(battle.land.works, battle.land.depth)),
        Layer("fallen", fallen(battle)),
        Layer("reach", reach(battle, marks)),
        Layer("draft", way(battle, marks.trail, "trail") + way(battle, marks.path, "way")),
        Layer("eyes", eyes(view, marks.eyes)),
        Layer("lines", lines(battle, marks, language)),
        Layer("figures", standing(battle, groups, marks, language)),
        Layer("targets", targets(battle, marks) + hiding(battle, marks.blockers)),
        Layer("tags", flags(battle, groups, marks, language)),
        Layer("told", told(battle, marks)),
        Layer("labels", labels(battle, marks, language)),
    )
    dark = " is-dark" if smoke.is_dark(battle) else ""
    return Scene(
        kind=f"hoa-board{dark}",
        label=board_words(battle, language),
        box=painted.box,
        core=painted.core,
        focus=focus(battle, groups, marks, painted.core),
        need=need(battle, groups, marks, painted.core),
        ground=painted.layers,
        ground_key=painted.key,
        layers=layers,
        symbols=STORE,
        spots=spots(battle, groups, language),
        reach=TAP,
        cursor=CURSOR,
        hand=hand_of(view) or put_down(battle, marks),
        measure=measure_of(battle.land.depth, CENTIMETRES in battle.options),
    )


def page(battle: Battle, point: Sequence[float]) -> Point:
    return on_page((point[0], point[1]), battle.land.depth)


# ---------------------------------------------------------------------- figures on the table
def groups_of(battle: Battle) -> tuple[Group, ...]:
    """Units and single figures on the table, attendants with their Leader, in the order of the
    roster.
    """
    found: dict[str, list[Figure]] = {}
    for figure in battle.figures.values():
        if figure.at is None or figure.fate or (figure.aboard and figure.at is None):
            continue
        found.setdefault(figure.unit or figure.of or figure.id, []).append(figure)
    return tuple(Group(key, members[0].side, tuple(members)) for key, members in found.items())


def standing(battle: Battle, groups: Sequence[Group], marks: Marks, language: str) -> Ink:
    """Every figure on its base, unit by unit."""
    return Ink(tuple(one for group in groups for one in drawn(battle, group, marks, language)))


def drawn(battle: Battle, group: Group, marks: Marks, language: str) -> tuple[Element, ...]:
    """Drawing of a unit: a link as a whole, or, if its figures are offered one by one, each by
    itself.
    """
    depth, links = battle.land.depth, marks.piece_links
    unit = battle.units.get(group.key)
    klass = f"hoa-unit hoa-{men.SHAPES[group.side]}"
    klass += " is-hidden" if unit is not None and unit.where == AMBUSH else ""
    klass += " is-spent" if unit is not None and unit.activation else ""
    klass += (
        " is-chosen"
        if marks.piece and marks.piece in (group.key, *(one.id for one in group.men))
        else ""
    )
    single = {one.id for one in group.men if one.id in links and one.id != group.key}
    whole = links.get(group.key, "")
    words = (
        unit_words(battle, unit, group.men)
        if unit is not None
        else figure_words(battle, group.men[0])
    )
    label = words.in_(language)
    bodies = []
    for one in group.men:
        href = links.get(one.id, whole) if single else ""
        said = figure_words(battle, one).in_(language) if href else ""
        bodies.append(
            men.figure(
                one,
                depth,
                struck=one.id in battle.struck,
                href=href,
                label=said,
                klass="is-chosen" if one.id == marks.piece and one.id != group.key else "",
            )
        )
    if whole and not single:
        return (
            Element(
                "a",
                (("class", klass), ("data-key", group.key), ("href", whole), ("aria-label", label)),
                tuple(bodies),
            ),
        )
    return (
        Element(
            "g",
            (("class", klass), ("data-key", group.key), ("role", "group"), ("aria-label", label)),
            tuple(bodies),
        ),
    )


def flags(battle: Battle, groups: Sequence[Group], marks: Marks, language: str) -> Ink:
    """A flag beside each unit; flags that would lie on one another make way upwards."""
    taken: list[Point] = []
    found = []
    for group in groups:
        unit = battle.units.get(group.key)
        if unit is None:
            continue
        x, y = men.middle_above([page(battle, one.position) for one in group.men])
        while (
            any(abs(x - other[0]) < 40 and abs(y - other[1]) < BETWEEN_FLAGS for other in taken)
            and y > 0
        ):
            y -= BETWEEN_FLAGS
        taken.append((x, y))
        shown = men.marks_of(
            battle,
            group.men,
            marker=unit.marker,
            activation=unit.activation,
            hidden=unit.where == AMBUSH,
        )
        href = marks.piece_links.get(unit.id, "")
        found.append(
            men.flag(
                men.Flag(
                    unit.id,
                    unit.side,
                    codes(battle)[unit.id],
                    len(group.men),
                    (round(x, 1), round(y, 1)),
                    shown,
                    unit_words(battle, unit, group.men).in_(language),
                    href,
                    bool(href),
                    marks.piece == unit.id,
                )
            )
        )
    return Ink(tuple(found))


def fallen(battle: Battle) -> Ink:
    """A cross at the place of each figure lost this turn."""
    now = f"{battle.turn}:"
    return in_layers(
        use("hoa-m-lost", transform=moved(page(battle, one.fell)))
        for one in battle.figures.values()
        if one.fell is not None and one.fate and one.fell_in.startswith(now)
    )


# ---------------------------------------------------------------------- zones and reach
def zones(view: View) -> Ink:
    """The wind; before the battle also the ground where the viewer's side may deploy."""
    battle = view.battle
    out = wind(battle)
    if battle.step == DEPLOYMENT and view.side in SIDES:
        for zone in open_zones(battle, view.side):
            x0, y0, x1, y1 = zone.rect
            corners = [page(battle, point) for point in rect_path(x0, y0, x1, y1)]
            out += path(poly(corners), "hoa-zone")
    return out


def wind(battle: Battle) -> Ink:
    """An arrow in the margin, in the direction of the smoke."""
    if battle.wind is None:
        return NOTHING
    turn = f"rotate({num(-float(battle.wind))})"
    return path(
        "M-14 0H9M3-6 11 0 3 6",
        "hoa-wind",
        transform=moved((battle.land.width * 10 - 26, 26), turn),
    )


def reach(battle: Battle, marks: Marks) -> Ink:
    """The reach of the figures in hand, and the places that the page offers."""
    out = in_hand(battle) + field_of_fire(battle, marks)
    for word in sorted({*marks.reach, *marks.place_links}):
        point = read_point(word)
        if point is None:
            continue
        spot = page(battle, point)
        mark = tag("circle", klass="hoa-place", r="4")
        if word in marks.reach:
            mark += text(str(marks.reach[word]), "hoa-cost", 0, 12)
        href = marks.place_links.get(word)
        shown = (
            tag(
                "a",
                tag("circle", klass="hoa-hit", r="9") + mark,
                href=href,
                aria_label=word,
                transform=moved(spot),
            )
            if href
            else tag("g", mark, transform=moved(spot))
        )
        out += shown
    return out


def in_hand(battle: Battle) -> Ink:
    """The outline of the reach of figures in the activation: at the open rate, and inside it at the
    difficult one.
    """
    hand = battle.hand
    if hand is None:
        return NOTHING
    table = shapely.box(0, 0, battle.land.width, battle.land.depth)
    wanted = [
        one
        for one in battle.figures.values()
        if one.at is not None
        and not one.fate
        and one.id not in hand.done
        and hand.who in (one.id, one.unit, one.of)
    ]
    out = NOTHING
    for which, klass in ((0, "hoa-reach"), (1, "hoa-reach slow")):
        rounds = [
            shapely.Point(one.at).buffer(inches, quad_segs=8)
            for one in wanted
            if (inches := moves.allowance(battle, one)[which])
        ]
        if rounds:
            shape = shapely.unary_union(rounds) & table
            d = "".join(
                poly([page(battle, point) for point in part.exterior.coords[:-1]])
                for part in getattr(shape, "geoms", [shape])
                if part.geom_type == "Polygon"
            )
            out += path(d, klass)
    return out


def hand_of(view: View) -> Hand | None:
    """The figures that the viewer may drag: those in hand that have not moved."""
    battle = view.battle
    if battle.hand is None or battle.hand.side != view.side:
        return None
    chart = Chart(battle, view.side)
    men = [
        one
        for one in moves.movers(battle, battle.hand.who)
        if one.at is not None
        and not one.fate
        and one.id not in battle.hand.done
        and not is_vessel(one)
    ]
    movers = []
    for one in men:
        fast, creep = chart.rolls(one)
        x, y = page(battle, one.position)
        movers.append(
            Mover(
                one.id,
                (round(x, 1), round(y, 1)),
                fast and fast * TENTHS,
                creep and creep * TENTHS,
                chart.starts_slow(one),
                radius(one) * TENTHS,
            )
        )
    if not movers:
        return None
    around = shapely.MultiPoint([one.at for one in men]).buffer(
        max(max(one.open or 0, one.slow or 0) for one in movers) / TENTHS + 1
    )
    xs, ys = [one.at[0] for one in movers], [one.at[1] for one in movers]
    return Hand(
        tuple(movers),
        (round(sum(xs) / len(xs), 1), round(sum(ys) / len(ys), 1)),
        polygons(battle, slow_ground(battle)[0], around),
        polygons(battle, forbidden_ground(battle, is_on_foot(men[0])), around),
        tuple(within(battle, view.side, around)),
    )


def is_put_down(battle: Battle, figure: Figure) -> bool:
    """True if a ghost is that of a vessel being deployed, which may be dragged on."""
    return battle.step == DEPLOYMENT and figure.at is None and is_vessel(figure)


def put_down(battle: Battle, marks: Marks) -> Hand | None:
    """The vessel of the draft, which its player may drag over the whole table."""
    everywhere = (battle.land.width + battle.land.depth) * TENTHS
    movers = []
    for key, points in ways(marks.path):
        figure = battle.figures.get(key)
        if figure is not None and is_put_down(battle, figure):
            x, y = page(battle, points[-1])
            movers.append(
                Mover(
                    key,
                    (round(x, 1), round(y, 1)),
                    everywhere,
                    everywhere,
                    radius=radius(figure) * TENTHS,
                )
            )
    return Hand(tuple(movers), movers[0].at, free=True) if len(movers) == 1 else None


def within(battle: Battle, side: str, around: shapely.Geometry) -> Iterator[Prey]:
    """The enemies that figures in hand may reach."""
    for foe in enemies(battle, side):
        if not (is_vessel(foe) or foe.aboard or is_attendant(foe)) and around.intersects(
            shapely.Point(foe.at)
        ):
            x, y = page(battle, foe.position)
            yield Prey(foe.id, (round(x, 1), round(y, 1)), radius(foe) * TENTHS)


def polygons(
    battle: Battle, region: Region, around: shapely.Geometry
) -> tuple[tuple[Point, ...], ...]:
    """The parts of some ground that lie near, as the page draws them."""
    found = []
    for part in region.parts:
        near = part.intersection(around).simplify(0.05)
        found += [
            tuple(
                (round(x, 1), round(y, 1))
                for x, y in (page(battle, point) for point in one.exterior.coords[:-1])
            )
            for one in getattr(near, "geoms", [near])
            if one.geom_type == "Polygon" and not one.is_empty
        ]
    return tuple(found)


def field_of_fire(battle: Battle, marks: Marks) -> Ink:
    """Arc and range of the chosen shooter."""
    chosen = battle.figures.get(marks.piece)
    if marks.eyes or chosen is None or chosen.at is None or battle.step not in (REVEAL, SHOOTING):
        return NOTHING
    inches = weapons.weapon(battle, chosen).range
    if not inches:
        return NOTHING
    free = aim.shoots_all_round(chosen) or aim.needs_no_arc(battle, chosen)
    return men.arc(
        page(battle, chosen.at), chosen.facing, 180 if free else aim.half_arc(battle), inches * 10
    )


# ---------------------------------------------------------------------- ways, lines, targets
def way(battle: Battle, words: Sequence[str], kind: str) -> Ink:
    """The ways of a draft or of the last move, each with its turning points; a draft ends in a
    ghost of the base.
    """
    out, turned = NOTHING, facings(words)
    for key, points in ways(words):
        spots = [page(battle, point) for point in points]
        figure = battle.figures.get(key)
        if len(spots) > 1:
            d = poly(spots, closed=False)
            out += path(d, f"hoa-{kind}-gap") + path(d, f"hoa-{kind}")
            out += in_layers(
                tag("circle", klass=f"hoa-{kind}-point", cx=x, cy=y, r="2") for x, y in spots[1:-1]
            )
        if kind == "way" and figure is not None and spots:
            named = key if is_put_down(battle, figure) else ""
            stands = msgspec.structs.replace(
                figure, id=named, at=points[-1], facing=turned.get(key, figure.facing)
            )
            ghost = men.figure(stands, battle.land.depth)
            out += Ink(
                (
                    Element(
                        "g",
                        (
                            ("class", f"hoa-unit hoa-{men.SHAPES[figure.side]} is-ghost"),
                            ("aria-hidden", "true"),
                        ),
                        (ghost,),
                    ),
                )
            )
    return out


def lines(battle: Battle, marks: Marks, language: str) -> Ink:
    """Lines of sight and fire: free ones whole, blocked ones dotted."""
    out = NOTHING
    for one, two, free, label in drawn_lines(battle, marks, language):
        d = line(one, two)
        shown = path(d, "hoa-line-gap") + path(d, f"hoa-line {'yes' if free else 'no'}")
        out += tag("g", shown, role="img", aria_label=label) if label else shown
    return out


def labels(battle: Battle, marks: Marks, language: str) -> Ink:
    """The label of each line, at a place with room; the page lists them all."""
    out, taken = NOTHING, list[tuple[Point, float]]()
    for one, two, free, label in drawn_lines(battle, marks, language):
        half = len(label) * 2.4 + (9 if not free else 5)
        spots = (part_way(one, two, share) for share in LABEL_SHARES)
        spot = next(
            (
                spot
                for spot in spots
                if not any(
                    abs(spot[0] - x) < half + wide and abs(spot[1] - y) < LABEL_HIGH
                    for (x, y), wide in taken
                )
            ),
            None,
        )
        if not label or spot is None:
            continue
        taken.append((spot, half))
        pill = tag("rect", x=num(-half), y="-7", width=num(2 * half), height="14", rx="7") + text(
            ("" if free else "✕ ") + label, None, 0, 3.4
        )
        out += tag(
            "g",
            pill,
            klass=f"hoa-label {'yes' if free else 'no'}",
            transform=moved(spot),
            aria_hidden="true",
        )
    return out


def drawn_lines(
    battle: Battle, marks: Marks, language: str
) -> Iterator[tuple[Point, Point, bool, str]]:
    for start, end, free, words in marks.lines:
        a, b = place_of(battle, start), place_of(battle, end)
        if a is not None and b is not None:
            yield page(battle, a), page(battle, b), free, words.in_(language)


def told(battle: Battle, marks: Marks) -> Ink:
    """An arrow for each way of past events, with its number in the list."""
    rows = []
    for arrow in marks.arrows:
        spots = tuple(
            page(battle, at) for word in arrow.way if (at := place_of(battle, word)) is not None
        )
        if spots:
            rows.append(Drawn(arrow.number, spots, men.SHAPES.get(arrow.side, ""), arrow.kind))
    return draw_numbered_arrows(rows, NUMBER)


def targets(battle: Battle, marks: Marks) -> Ink:
    """Rings round possible targets, with the odds."""
    out = NOTHING
    for key, odds in {**({marks.target: ""} if marks.target else {}), **marks.targets}.items():
        at = place_of(battle, key)
        if at is None:
            continue
        ring = tag("circle", klass="hoa-target", r="8")
        if odds:
            half = max(9.0, 2.4 * len(odds) + 3)
            ring += tag(
                "g",
                tag("rect", x=num(-half), y="-19", width=num(2 * half), height="10", rx="5")
                + text(odds, None, 0, -11.4),
                klass="hoa-odds",
            )
        out += tag("g", ring, transform=moved(page(battle, at)), aria_hidden="true")
    return out


# ---------------------------------------------------------------------- where to look
def wanted(battle: Battle, groups: Sequence[Group], marks: Marks) -> list[Point]:
    """Places to show first: the chosen piece, its targets and draft; else the unit in hand, units
    that may act, past events, or all figures.
    """
    now = [
        page(battle, at)
        for key in (marks.piece, *marks.targets)
        if key and (at := place_of(battle, key)) is not None
    ]
    lines_ = marks.lines if marks.eyes or not marks.piece_links else ()
    now += [
        page(battle, at)
        for start, end, _, _ in lines_
        for key in (start, end)
        if (at := place_of(battle, key)) is not None
    ]
    now += [page(battle, point) for _, points in ways(marks.path) for point in points]
    hand = [
        page(battle, one.at)
        for one in battle.figures.values()
        if battle.hand is not None
        and one.at is not None
        and not one.fate
        and battle.hand.who in (one.id, one.unit)
    ]
    able = [
        page(battle, at) for key in marks.piece_links if (at := place_of(battle, key)) is not None
    ]
    went = [*ways(marks.trail), *(way for arrow in marks.arrows for way in ways(arrow.way))]
    told = [page(battle, point) for _, points in went for point in points]
    return (
        now
        or hand
        or able
        or told
        or [page(battle, one.position) for group in groups for one in group.men]
    )


def focus(battle: Battle, groups: Sequence[Group], marks: Marks, core: Box) -> Point:
    points = wanted(battle, groups, marks)
    if not points:
        return (core[0] + core[2] / 2, core[1] + core[3] / 2)
    return (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def need(battle: Battle, groups: Sequence[Group], marks: Marks, core: Box) -> Box:
    points = wanted(battle, groups, marks)
    if not points:
        return core
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def spots(battle: Battle, groups: Sequence[Group], language: str) -> tuple[Spot, ...]:
    """Spots for arrow keys and taps: the units, then the pieces of country."""
    found = []
    for group in groups:
        unit = battle.units.get(group.key)
        words = (
            unit_words(battle, unit, group.men)
            if unit is not None
            else figure_words(battle, group.men[0])
        )
        xs, ys = zip(*(page(battle, one.position) for one in group.men), strict=True)
        found.append(Spot(group.key, (sum(xs) / len(xs), sum(ys) / len(ys)), words.in_(language)))
    for piece in battle.land.pieces:
        line_ = piece.outline or piece.path
        if line_:
            xs, ys = zip(*line_, strict=True)
            middle = page(battle, (sum(xs) / len(xs), sum(ys) / len(ys)))
            found.append(Spot(piece.id, middle, place_words(piece.kind, language)))
    return tuple(found)
