"""Works and fires, drawn again with every view because they change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from app.games.heart_of_africa.drawing.pen import cloud, on_page
from app.games.heart_of_africa.drawing.store import NAMES
from app.games.heart_of_africa.land import BUILDINGS, Fire, Work
from app.games.heart_of_africa.sight import lines
from app.kernel.scene import NOTHING, Ink, in_layers
from app.kernel.space.plane import Path, Point, mean_of
from app.kernel.strokes import group, hand_for, moved, path, poly, tag, use


def works(standing: Iterable[Work], depth: float) -> Ink:
    return in_layers(drawn_work(one, depth) for one in standing if not one.removed)


@lru_cache(maxsize=512)
def drawn_work(one: Work, depth: float) -> Ink:
    """A wall, a building or a trap."""
    if one.kind in BUILDINGS:
        return drawn_building(one, depth)
    if one.line:
        return drawn_wall(one, depth)
    return drawn_trap(one, depth)


def drawn_wall(one: Work, depth: float) -> Ink:
    """One line, stroked twice: the ground of the work and its posts, bales or stakes."""
    d = poly([on_page(point, depth) for point in one.line], closed=False)
    kind = f"{one.kind} {one.height}".strip()
    return group(
        path(d, "hoa-work hoa-work-shade", transform="translate(1.4 1.8)")
        + path(d, f"hoa-work hoa-work-a {kind}")
        + path(d, f"hoa-work hoa-work-b {kind}"),
        "hoa-wall-line",
    )


def drawn_building(one: Work, depth: float) -> Ink:
    """A temba from above: four roofed rooms round a court, loopholes, its door, breaches, holes in
    the roofs.
    """
    x0, y0, x1, y1 = one.footprint
    spot = on_page(((x0 + x1) / 2, (y0 + y1) / 2), depth)
    turn = "rotate(90)" if x1 - x0 < y1 - y0 else ""
    out = use("hoa-w-temba", transform=moved(spot, turn))
    if one.kind == "mission_station":
        out += use("hoa-w-cross", transform=moved(spot))
    rooms = lines.room_outlines(one)
    for room in one.roof_holes:
        if room in rooms:
            out += use("hoa-w-hole", transform=moved(on_page(mean_of(rooms[room]), depth)))
    gate = gate_of(one)
    if gate:
        out += path(poly([on_page(point, depth) for point in gate], closed=False), "hoa-gate")
    holes = "".join(
        poly([on_page(point, depth) for point in hole], closed=False) for hole in one.breaches
    )
    return group(out + path(holes, "hoa-breach"), "hoa-building")


def gate_of(one: Work) -> Path:
    """The line of the outer door: two inches in the middle of the outer wall of its room."""
    x0, y0, x1, y1 = one.footprint
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    doors: dict[str, tuple[Point, Point]] = {
        "north": ((cx - 0.6, y1), (cx + 0.6, y1)),
        "south": ((cx - 0.6, y0), (cx + 0.6, y0)),
        "west": ((x0, cy - 0.6), (x0, cy + 0.6)),
        "east": ((x1, cy - 0.6), (x1, cy + 0.6)),
    }
    return doors.get(one.gate, ())


def drawn_trap(one: Work, depth: float) -> Ink:
    """A ring of two inches: stakes for a real trap, a stroke for a dummy, else a question mark."""
    if one.at is None:
        return NOTHING
    name = f"w-{one.kind}" if f"w-{one.kind}" in NAMES else "w-trap"
    return use(f"hoa-{name}", transform=moved(on_page(one.at, depth)))


# ---------------------------------------------------------------------- fire
def fires(burning: Sequence[Fire], depth: float) -> Ink:
    return in_layers(drawn_fire(one, depth) for one in burning)


@lru_cache(maxsize=64)
def drawn_fire(one: Fire, depth: float) -> Ink:
    """The outline of burning ground with flames; one flame at its origin if the ground is not
    known.
    """
    out = (
        path(poly([on_page(point, depth) for point in one.burning]), "hoa-burning")
        if len(one.burning) > 2
        else NOTHING
    )
    pen = hand_for("fire", one.id)
    spots = [one.origin, *(one.burning[:: max(1, len(one.burning) // 8)])]
    for x, y in spots:
        cx, cy = one.origin
        share = pen.uniform(0.3, 0.85)
        out += use(
            "hoa-s-flame",
            transform=moved(
                on_page((cx + (x - cx) * share, cy + (y - cy) * share), depth), "scale(1.6)"
            ),
        )
    return group(out, "hoa-fire")


def smoke(clouds: Iterable[Path], depth: float) -> Ink:
    """Every bank of smoke, as far as it lies over the table."""
    banks = in_layers(cloud_of(outline, depth) for outline in clouds)
    return tag("g", banks, clip_path="url(#hoa-table-edge)") if banks else NOTHING


@lru_cache(maxsize=64)
def cloud_of(outline: Path, depth: float) -> Ink:
    """A bank of smoke."""
    points = [on_page(point, depth) for point in outline]
    return (
        group(path(cloud(points, 11, hand_for("smoke", *outline[0])), "wash"), "hoa-ter smoke")
        if len(points) > 2
        else NOTHING
    )
