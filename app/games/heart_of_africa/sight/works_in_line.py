"""HOA-VIS: Works, fences and the walls of buildings between two figures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.games.heart_of_africa.land import BUILDINGS, Work
from app.games.heart_of_africa.sight import lines
from app.games.heart_of_africa.sight.ground import kept_with
from app.games.heart_of_africa.sight.lines import COURTYARD
from app.games.heart_of_africa.sight.lines_of_sight import Looks
from app.games.heart_of_africa.tables import WORK_NAMES
from app.kernel.say import Say, say
from app.kernel.space.plane import GRACE, Base
from app.kernel.space.sightlines import (
    ON,
    Corners,
    Flags,
    Numbers,
    Rows,
    clearance_to,
    line_crossings,
)

NOT_AT_WORK = say(
    "{what}: neither figure is at it and able to see across.",
    "{what}: ninguna de las dos figuras está junto a ella y puede ver por encima.",
)
HIGH_FENCE = say("The enclosure is higher than man-high.", "El cercado es más alto que un hombre.")
WALL = say("A wall of the building is in the way.", "Se interpone un muro del edificio.")
SILENT = say(
    "Behind the walls only figures that shoot this turn can be seen from outside.",
    "Tras los muros solo se ven desde fuera las figuras que disparan este turno.",
)
ROOF = say("The roof of the room is between them.", "El techo de la habitación se interpone.")


def works_between(looks: Looks) -> None:
    """Examines every work and fence that a line crosses."""
    works = lines.fixed_works(looks.battle)
    shapes = [
        kept_with(work, "corners", lambda work: Corners(work.line, closed=False)) for work in works
    ]
    for work, shape, rows in zip(works, shapes, looks.near(shapes) if works else (), strict=True):
        if looks.standard and work.height != "higher":
            continue
        row, along = line_crossings(looks.lines, rows, shape)
        if len(row):
            looks.over.append((work, np.unique(row)))
            (over_a_fence if work.kind == "fence" else over_a_work)(looks, work, shape, row, along)


def over_a_work(
    looks: Looks, work: Work, shape: Corners, row: Rows, along: Numbers, rule: str = "HOA-FRT-03"
) -> None:
    """HOA-FRT-03: Works hide two figures on opposite sides from each other, unless one of them is
    at the work where the line crosses it. That figure must be of a kind that mans the work, or an
    enemy on foot at its far face.
    """
    posts = stand_at(looks, work, shape, np.union1d(looks.first[row], looks.second[row]))
    at = np.array([bool(mine) for mine in posts], dtype=bool)
    first, second = looks.first[row], looks.second[row]
    hidden = ~(at[first] | at[second])
    if len(work.line) > 2:
        x, y = (
            looks.lines.x[row] + looks.lines.ux[row] * along,
            looks.lines.y[row] + looks.lines.uy[row] * along,
        )
        hidden[:] = True
        for n in np.nonzero(at)[0]:
            mine = np.nonzero((first == n) | (second == n))[0]
            hidden[mine] &= ~_right_behind(posts[n], work, x[mine], y[mine])
    what = WORK_NAMES[work.kind]
    looks.block(
        row[hidden],
        along[hidden],
        rule,
        work.kind,
        work.id,
        Say(NOT_AT_WORK.en, NOT_AT_WORK.es, {"what": what}),
    )


def _right_behind(posts: Sequence[Base], work: Work, x: Numbers, y: Numbers) -> Flags:
    """Flags of the points of a work that figures with these bases at it look over."""
    found = np.zeros(len(x), dtype=bool)
    for post in posts:
        found |= np.hypot(x - post.at[0], y - post.at[1]) <= post.radius + lines.BEND + ON
        for leg in lines.stretches(post, work):
            found |= clearance_to(x, y, Corners(leg, closed=False)) <= GRACE
    return found


def over_a_fence(looks: Looks, work: Work, shape: Corners, row: Rows, along: Numbers) -> None:
    """HOA-TER-20: A man-high enclosure counts as a barricade for sight. A higher one blocks all
    sight and shots.
    """
    if work.height == "higher":
        looks.block(row, along, "HOA-TER-20", work.kind, work.id, HIGH_FENCE)
    else:
        over_a_work(looks, work, shape, row, along, "HOA-TER-20")


def stand_at(looks: Looks, work: Work, shape: Corners, ends: Rows) -> list[tuple[Base, ...]]:
    """For each end: the bases from which it looks across a work. Empty if it is not at the work,
    nor in the second rank there, or of a kind that does not man it.
    """
    at: list[tuple[Base, ...]] = [()] * len(looks.ends)
    near = clearance_to(looks.x[ends], looks.y[ends], shape) <= 3 * looks.r[ends] + 4
    for n in ends[near]:
        end = looks.ends[n]
        if end.figure is not None and lines.can_man(end.figure, work):
            at[n] = lines.posts_at_work(
                looks.battle, end.figure, work, end.base.at if end.is_moved else None
            )
    return at


def walls_between(looks: Looks) -> None:
    """Examines buildings: intact walls, doors and partitions block every line. Breaches are open,
    and so is the loophole of a figure at it.
    """
    for work in looks.battle.land.works:
        if work.kind in BUILDINGS and work.rect is not None:
            outline = kept_with(
                work,
                "outline",
                lambda work: Corners(
                    (
                        (work.rect[0], work.rect[1]),
                        (work.rect[2], work.rect[1]),
                        (work.rect[2], work.rect[3]),
                        (work.rect[0], work.rect[3]),
                    )
                ),
            )
            rows = looks.near([outline])[0]
            if len(rows):
                _walls_of(looks, work, _under_the_sky(looks, work, rows))


def _under_the_sky(looks: Looks, work: Work, rows: Rows) -> Rows:
    """The lines that the walls may block. Figures on the roof look over the walls, but into no room
    except through a hole above it.
    """
    on_roof = np.array([end.building == work.id for end in looks.ends], dtype=bool)
    if not on_roof.any():
        return rows
    for row in rows[on_roof[looks.first[rows]] | on_roof[looks.second[rows]]]:
        a, b = looks.ends[looks.first[row]], looks.ends[looks.second[row]]
        above, below = (a, b) if a.building == work.id else (b, a)
        building, _, room = below.room.partition("/")
        holed = below.room == above.roof and room in work.roof_holes
        if building == work.id and room != COURTYARD and not holed:
            looks.block(np.array([row]), np.zeros(1), "HOA-FRT-31", "roof", below.room, ROOF)
    return rows[~(on_roof[looks.first[rows]] | on_roof[looks.second[rows]])]


def _walls_of(looks: Looks, work: Work, rows: Rows) -> None:
    walls = kept_with(
        work,
        "wall corners",
        lambda work: tuple(
            (wall, Corners((wall.a, wall.b), closed=False)) for wall in lines.walls_of(work)
        ),
    )
    silent = np.array(
        [
            end.room.startswith(f"{work.id}/")
            and not end.room.endswith(COURTYARD)
            and end.loophole is None
            for end in looks.ends
        ],
        dtype=bool,
    )
    for wall, shape in walls:
        if not len(rows):
            return
        row, along = line_crossings(looks.lines, rows, shape)
        solid = np.array(
            [
                not _is_open(looks, work, wall, int(r), float(a))
                for r, a in zip(row, along, strict=True)
            ],
            dtype=bool,
        )
        row, along = row[solid], along[solid]
        quiet = silent[looks.first[row]] | silent[looks.second[row]]
        looks.block(row[quiet], along[quiet], "HOA-FRT-24", "wall", work.id, SILENT)
        looks.block(row[~quiet], along[~quiet], "HOA-VIS-04", "wall", work.id, WALL)


def _is_open(looks: Looks, work: Work, wall: lines.Wall, row: int, along: float) -> bool:
    """True if the line passes the wall at an opening: a breach, or the loophole of this wall at
    which it begins.
    """
    for through, index in ((looks.from_hole, looks.one), (looks.to_hole, looks.two)):
        loophole = looks.ends[index[row]].loophole if through[row] else None
        if loophole is not None and loophole.wall == wall:
            return True
    return lines.breach_at(work, looks.lines.spot(row, along))
