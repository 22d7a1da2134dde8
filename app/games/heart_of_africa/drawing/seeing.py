"""Additions to a drawing for a survey: the viewpoint, the field of fire, and the blockers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from app.games.heart_of_africa.drawing import figures as men
from app.games.heart_of_africa.drawing.pen import TENTHS, on_page
from app.games.heart_of_africa.figures import radius
from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.shooting import aim, weapons
from app.games.heart_of_africa.sight.viewpoints import Post, post_of
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.terrain_and_works import piece_of, work_of
from app.kernel.scene import NOTHING, Element, Ink, in_layers
from app.kernel.space.plane import Path, rect_path
from app.kernel.strokes import group, moved, num, path, poly, tag

ROOM = 3.0
"""Distance between a base and the ring round it, on the page."""


def eyes(view: View, place: str) -> Ink:
    """A single shooter's arc with half and whole range, imagined figures, and a mark at a bare
    place.
    """
    post = post_of(view, place) if place else None
    if post is None:
        return NOTHING
    depth = post.battle.land.depth
    out = field_of_fire(post, post.figures[0]) if len(post.figures) == 1 else NOTHING
    if post.planned:
        out += ghosts(post.figures, depth)
    if not post.figures:
        out += tag("circle", klass="hoa-eye", r="5", transform=moved(on_page(post.at, depth)))
        if post.facing is not None:
            turn = f"rotate({num(-post.facing)})"
            out += path(
                "M6 0H20M14-4 20 0 14 4",
                "hoa-eye-way",
                transform=moved(on_page(post.at, depth), turn),
            )
    return out


def field_of_fire(post: Post, figure: Figure) -> Ink:
    """The field of fire of a figure, with the band of half range."""
    inches = weapons.weapon(post.battle, figure).range
    if not inches or figure.at is None:
        return NOTHING
    half = (
        180.0
        if aim.shoots_all_round(figure) or aim.needs_no_arc(post.battle, figure)
        else aim.half_arc(post.battle)
    )
    spot = on_page(figure.at, post.battle.land.depth)
    band = men.arc(spot, figure.facing, half, inches * TENTHS / 2)
    return men.arc(spot, figure.facing, half, inches * TENTHS) + group(band, "hoa-band")


def ghosts(figures: Sequence[Figure], depth: float) -> Ink:
    shape = men.SHAPES[figures[0].side]
    bodies = tuple(men.figure(msgspec.structs.replace(one, id=""), depth) for one in figures)
    return Ink(
        (
            Element(
                "g", (("class", f"hoa-unit hoa-{shape} is-ghost"), ("aria-hidden", "true")), bodies
            ),
        )
    )


# ---------------------------------------------------------------------- blockers of the line
def hiding(battle: Battle, keys: Sequence[str]) -> Ink:
    """Each blocker with a thick outline."""
    return group(
        in_layers(drawn_blocker(battle, key) for key in keys), "hoa-hiding", aria_hidden="true"
    )


def drawn_blocker(battle: Battle, key: str) -> Ink:
    depth = battle.land.depth
    figure = battle.figures.get(key)
    if figure is not None and figure.at is not None:
        return tag(
            "circle",
            klass="hoa-hider",
            r=num(radius(figure) * TENTHS + ROOM),
            transform=moved(on_page(figure.at, depth)),
        )
    piece = piece_of(battle, key)
    if piece is not None:
        lines = [(piece.outline, True), (piece.crest or (), False), (piece.top_edge, False)]
        return in_layers(stroke_along(points, depth, closed=closed) for points, closed in lines)
    work = work_of(battle, key.partition("/")[0])
    if work is not None:
        return stroke_along(
            rect_path(*work.rect) if work.rect is not None else work.line,
            depth,
            closed=work.rect is not None,
        )
    fire = next((fire for fire in battle.fires if fire.id == key), None)
    return stroke_along(fire.burning, depth, closed=True) if fire is not None else NOTHING


def stroke_along(points: Path, depth: float, *, closed: bool) -> Ink:
    spots = [on_page(point, depth) for point in points]
    length = sum(math.dist(a, b) for a, b in pairwise(spots))
    return (
        path(poly(spots, closed=closed), "hoa-hider-gap")
        + path(poly(spots, closed=closed), "hoa-hider")
        if length
        else NOTHING
    )
