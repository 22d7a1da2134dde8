"""The table for one viewer: the cached ground, and the layers of this view."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.games.heart_of_africa.conditional_orders.plans import Plans
from app.games.heart_of_africa.conditional_orders.words import still_waiting
from app.games.heart_of_africa.drawing import works
from app.games.heart_of_africa.drawing.dragging import dragged_pieces
from app.games.heart_of_africa.drawing.flags import flags
from app.games.heart_of_africa.drawing.ground import painting
from app.games.heart_of_africa.drawing.hulls import hulls
from app.games.heart_of_africa.drawing.night import night, unseen_groups
from app.games.heart_of_africa.drawing.pen import measure_of
from app.games.heart_of_africa.drawing.places import (
    page,
    place_of,
    read_point,
    station_ways,
    ways,
)
from app.games.heart_of_africa.drawing.reach import reach, zones
from app.games.heart_of_africa.drawing.seeing import eyes, hiding
from app.games.heart_of_africa.drawing.store import STORE
from app.games.heart_of_africa.drawing.unit_drawings import (
    Group,
    fallen,
    groups_of,
    standing,
)
from app.games.heart_of_africa.drawing.ways_and_lines import labels, lines, targets, told, way
from app.games.heart_of_africa.drawing.words import (
    board_words,
    figure_words,
    place_words,
    unit_words,
)
from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.setup.table_edges import CENTIMETRES
from app.games.heart_of_africa.sight import impassable, smoke
from app.games.heart_of_africa.state import DEPLOYMENT, Battle
from app.kernel.contract import Marks
from app.kernel.scene import (
    Box,
    Layer,
    Point,
    Scene,
    Spot,
)
from app.kernel.strokes import tag

CURSOR = tag("circle", klass="hoa-cursor", r="12")
TAP = 60.0
"""A tap farther than six inches from everything means nothing."""


def drawing(view: View, marks: Marks, language: str) -> Scene:
    """The table as the viewer sees it, with the marks of the page."""
    battle, marks = view.battle, with_plan(view, marks)
    painted = painting(battle.land, language)
    groups = groups_of(battle)
    return Scene(
        kind="hoa-board",
        label=board_words(battle, language),
        box=painted.box,
        core=painted.core,
        focus=focus(battle, groups, marks, painted.core),
        need=need(battle, groups, marks, painted.core),
        ground=painted.layers,
        ground_key=painted.key,
        layers=live_layers(view, groups, marks, language),
        symbols=STORE,
        spots=spots(battle, groups, language),
        has_moving_spots=True,
        reach=TAP,
        cursor=CURSOR,
        drag=dragged_pieces(view, marks),
        measure=measure_of(battle.land.depth, CENTIMETRES in battle.options),
    )


def live_layers(
    view: View, groups: Sequence[Group], marks: Marks, language: str
) -> tuple[Layer, ...]:
    """Layers above the ground, from bottom to top."""
    battle = view.battle
    unseen = unseen_groups(view, groups)
    return (
        Layer("night", night(view, language)),
        Layer("zones", zones(view)),
        Layer("fires", works.fires(impassable.burning_fires(battle), battle.land.depth)),
        Layer("smoke", works.smoke(smoke.smoke(battle), battle.land.depth)),
        Layer("works", works.works(battle.land.works, battle.land.depth)),
        Layer("fallen", fallen(battle)),
        Layer("hulls", hulls(battle, groups, marks, unseen)),
        Layer("reach", reach(battle, marks)),
        Layer("draft", way(battle, marks.trail, "trail") + way(battle, marks.path, "way")),
        Layer("eyes", eyes(view, marks.eyes)),
        Layer("lines", lines(battle, marks, language)),
        Layer("told", told(battle, marks)),
        Layer("figures", standing(battle, groups, marks, language, unseen)),
        Layer("targets", targets(battle, marks) + hiding(battle, marks.blockers)),
        Layer("tags", flags(battle, groups, marks, language, unseen)),
        Layer("labels", labels(battle, marks, language)),
    )


def with_plan(view: View, marks: Marks) -> Marks:
    """The marks with the stations of the viewer's deployment plan, if no draft is shown."""
    plan = view.battle.plans.get(view.side, Plans()).deployment
    if plan is None or marks.path or view.battle.step != DEPLOYMENT:
        return marks
    return msgspec.structs.replace(marks, path=station_ways(still_waiting(view.battle, plan)))


# ---------------------------------------------------------------------- where to look
def wanted(battle: Battle, groups: Sequence[Group], marks: Marks) -> list[Point]:
    """Places to show first: the chosen piece, its targets and draft; else the unit in hand, units
    that may act, past events, or all figures.
    """
    now = [
        point
        for key in (marks.piece, *marks.targets)
        if key
        for point in ends_of(battle, groups, key)
    ]
    of_survey = bool(marks.eyes) or not marks.piece_links
    now += [
        page(battle, at)
        for start, end, _, _ in marks.lines
        if of_survey or start in battle.figures  # shots of a draft, but no distance measured
        for key in (start, end)
        if (at := place_of(battle, key)) is not None
    ]
    now += [page(battle, point) for _, points in ways(marks.path) for point in points]
    if now:
        offered = (read_point(word) for word in marks.place_links)
        now += [page(battle, point) for point in offered if point is not None]
    hand = [
        page(battle, one.at)
        for one in battle.figures.values()
        if battle.hand is not None
        and one.at is not None
        and not one.fate
        and battle.hand.who in (one.id, one.unit)
    ]
    able = [point for key in marks.piece_links for point in ends_of(battle, groups, key)]
    went = [*ways(marks.trail), *(way for arrow in marks.arrows for way in ways(arrow.way))]
    told = [page(battle, point) for _, points in went for point in points]
    return (
        now
        or hand
        or able
        or told
        or [page(battle, one.position) for group in groups for one in group.men]
    )


def ends_of(battle: Battle, groups: Sequence[Group], key: str) -> list[Point]:
    """Places of the figures of a unit, or the place of another piece."""
    men = [one for group in groups if group.key == key for one in group.men]
    at = place_of(battle, key)
    return [page(battle, one.position) for one in men] or ([page(battle, at)] if at else [])


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
        middle = (sum(xs) / len(xs), sum(ys) / len(ys))
        found.append(Spot(group.key, middle, words.in_(language), group.key))
    for piece in battle.land.pieces:
        line_ = piece.outline or piece.path
        if line_:
            xs, ys = zip(*line_, strict=True)
            middle = page(battle, (sum(xs) / len(xs), sum(ys) / len(ys)))
            found.append(Spot(piece.id, middle, place_words(piece.kind, language)))
    return tuple(found)
