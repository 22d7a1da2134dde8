"""Zones, wind and reach on the board."""

from __future__ import annotations

import shapely

from app.games.heart_of_africa.drawing import figures as men
from app.games.heart_of_africa.drawing.places import page, read_point
from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.movement import moves
from app.games.heart_of_africa.setup.ground_to_deploy import open_zones
from app.games.heart_of_africa.shooting import aim, weapons
from app.games.heart_of_africa.state import DEPLOYMENT, REVEAL, SHOOTING, SIDES, Battle
from app.kernel.contract import Marks
from app.kernel.scene import NOTHING, Ink
from app.kernel.space.plane import rect_path
from app.kernel.strokes import moved, num, path, poly, tag, text


def zones(view: View) -> Ink:
    """The wind; before the battle also the ground where the viewer's side may deploy."""
    battle = view.battle
    out = wind(battle)
    if battle.step == DEPLOYMENT and view.side in SIDES:
        for number, zone in enumerate(open_zones(battle, view.side)):
            x0, y0, x1, y1 = zone.rect
            corners = [page(battle, point) for point in rect_path(x0, y0, x1, y1)]
            out += path(poly(corners), "hoa-zone guard" if number else "hoa-zone")
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
