"""HOA-VIS: Visibility between figures, and the things that block it. A line of sight is the
straight line between the centres of two bases. For a figure at a loophole it starts at the
loophole. It is always computed from west to east, so the two figures see each other or neither
does. The same code judges one line with all its blockers, and many lines at once. Only shots differ
at the two ends: in the gap needed, and in the obstacles that a shot may pass over.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.sight import impassable, smoke
from app.games.heart_of_africa.sight.bases_in_line import bases_between
from app.games.heart_of_africa.sight.edges import edges_between, ravines_between
from app.games.heart_of_africa.sight.ground import kept_with
from app.games.heart_of_africa.sight.growth import growth_between, smoke_between
from app.games.heart_of_africa.sight.hills import hills_between
from app.games.heart_of_africa.sight.lines_of_sight import IN, End, Look, Looks
from app.games.heart_of_africa.sight.works_in_line import walls_between, works_between
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import TERRAIN_DATA
from app.kernel.say import say
from app.kernel.space.plane import Point
from app.kernel.space.sightlines import (
    Corners,
    Flags,
    Lines,
    Rows,
    runs_in,
)

NIGHT_REACH = float(TERRAIN_DATA["darkness"]["sight_and_shooting"])
FIRE_BEHIND = float(TERRAIN_DATA["darkness"]["silhouette_ruling"]["fire_within_behind_target"])
BEFORE_THE_FIRE = 0.05  # figures on the very rim of a fire are not hidden by it


def line_of_sight(
    battle: Battle,
    a: Figure,
    b: Figure,
    *,
    shooting: bool = False,
    a_at: Point | None = None,
    b_at: Point | None = None,
    standard: bool = False,
) -> Look:
    """The line of sight from `a` to `b`: for a shot of `a` (`shooting`), for the standard of `b`
    (`standard`), else for all other purposes.
    """
    if shooting and a_at is None and b_at is None:
        known = shots_told(battle).get((a.id, b.id))
        if known is not None and known[0] is a and known[1] is b:
            return known[2]
    looks = Looks(
        battle,
        (End(battle, a, a_at), End(battle, b, b_at)),
        [0],
        [1],
        shooting=shooting,
        standard=standard,
        tells=True,
    )
    judge_lines(looks)
    return looks.told()


def shots_told(battle: Battle) -> dict[tuple[str, str], tuple[Figure, Figure, Look]]:
    """Lines of shots with all blockers that `tell_shots` has judged, kept with the position."""
    found: dict[tuple[str, str], tuple[Figure, Figure, Look]]
    found = kept_with(battle, "shots told", lambda _: {})
    return found


def tell_shots(battle: Battle, pairs: Sequence[tuple[Figure, Figure]]) -> None:
    """Judges the lines of several shots with all blockers at once, for `line_of_sight`."""
    known = shots_told(battle)
    missing = {(one.id, other.id): (one, other) for one, other in pairs}
    missing = {key: pair for key, pair in missing.items() if key not in known}
    ones, others = zip(*missing.values(), strict=True) if missing else ((), ())
    looks = lines_of_sight(battle, ones, others, shooting=True)
    for (one, other), look in zip(missing.values(), looks, strict=True):
        known[one.id, other.id] = (one, other, look)


def lines_of_sight(
    battle: Battle,
    ones: Sequence[Figure | Point],
    others: Sequence[Figure],
    *,
    shooting: bool = False,
) -> list[Look]:
    """The lines of sight of pairs, with all blockers, from a figure or a bare place to a figure."""
    if not ones:
        return []
    ends = [
        *(End(battle, one) if isinstance(one, Figure) else End(battle, None, one) for one in ones),
        *(End(battle, other) for other in others),
    ]
    rows = np.arange(len(ones))
    looks = Looks(battle, ends, rows, rows + len(ones), shooting=shooting, tells=True)
    judge_lines(looks)
    return [looks.told(row) for row in range(len(ones))]


def judge_lines(looks: Looks) -> None:
    """Examines everything that may block a line, in the order of the rulebook."""
    in_the_dark(looks)
    judge_ground(looks)
    if looks.bases is not None and len(looks.bases.figures):
        bases_between(looks)


def judge_ground(looks: Looks) -> None:
    """Examines terrain, works and smoke, without darkness and figures."""
    for stage in (
        walls_between,
        works_between,
        growth_between,
        hills_between,
        edges_between,
        ravines_between,
        smoke_between,
    ):
        if not looks.tells and not looks.free.any():
            return
        stage(looks)


def see_each_other(battle: Battle, a: Figure, b: Figure) -> bool:
    """True if two figures see each other for purposes other than shots."""
    return bool(sees_all_round(battle, (a,), (b,))[0, 0])


def sees_standard(battle: Battle, figure: Figure, bearer: Figure) -> bool:
    """HOA-SPC-08: A standard is seen over figures, long grass, works and man-high fences, but over
    no other country that blocks.
    """
    return line_of_sight(battle, figure, bearer, standard=True).free


def sees_many(
    battle: Battle,
    shooters: Sequence[Figure],
    targets: Sequence[Figure],
    *,
    reach: Sequence[float] | None = None,
) -> Flags:
    """Flags of shape (shooters, targets): True where the line of a shot is free. `reach`: range of
    each shooter in inches; pairs farther apart are False.
    """
    return _matrix(
        battle,
        [End(battle, one) for one in shooters],
        [End(battle, one) for one in targets],
        shooting=True,
        reach=reach,
    )


def sees_all_round(battle: Battle, ones: Sequence[Figure], others: Sequence[Figure]) -> Flags:
    """HOA-VIS-02: For all purposes but shots figures see all round. Only bases that the line
    crosses block it, never those of the two units concerned. Gaps do not matter.
    """
    return _matrix(battle, [End(battle, one) for one in ones], [End(battle, one) for one in others])


def seen_on_the_way(
    battle: Battle, figure: Figure, places: Sequence[Point], others: Sequence[Figure]
) -> Flags:
    """Flags of shape (places, others): True where a figure at a place of its way sees the other.
    Away from its own place it stands in no room and on no roof.
    """
    outside = replace(figure, room="", roof="")
    return _matrix(
        battle,
        [
            End(battle, figure) if place == figure.at else End(battle, outside, place)
            for place in places
        ],
        [End(battle, one) for one in others],
    )


def seen_from_many(
    battle: Battle, places: Sequence[Point], figures: Sequence[Figure], *, bases: bool = False
) -> Flags:
    """Flags of shape (places, figures): True where the line from a bare point to a figure
    is free.
    """
    return _matrix(
        battle,
        [End(battle, None, place) for place in places],
        [End(battle, one) for one in figures],
        bases=bases,
    )


def _matrix(
    battle: Battle,
    ones: Sequence[End],
    others: Sequence[End],
    *,
    shooting: bool = False,
    bases: bool = True,
    reach: Sequence[float] | None = None,
) -> Flags:
    shape = (len(ones), len(others))
    if 0 in shape:
        return np.zeros(shape, dtype=bool)
    one, two = np.divmod(np.arange(len(ones) * len(others)), len(others))
    looks = Looks(battle, (*ones, *others), one, two + len(ones), shooting=shooting, bases=bases)
    if reach is not None:
        looks.free &= looks.gaps <= np.asarray(reach, dtype=float)[one] + IN
    judge_lines(looks)
    return looks.free.reshape(shape)


DARK = say(
    "In the dark nothing is seen beyond {limit} in; it is {inches} in.",
    "De noche no se ve a más de {limit:pulgada+s}; hay {inches}.",
    limit=NIGHT_REACH,
)


def in_the_dark(looks: Looks) -> None:
    """HOA-VIS-11: In the dark nothing is visible or can be shot at beyond 6 in, for any purpose."""
    if not smoke.is_dark(looks.battle):
        return
    rows = looks.rows
    rows = rows[looks.gaps[rows] > NIGHT_REACH + IN]
    if looks.shooting and len(rows):
        rows = rows[~against_a_fire(looks, rows)]
    looks.block(
        rows, np.full(len(rows), np.inf), "HOA-VIS-11", "dark", "", DARK, inches=looks.gaps[rows]
    )


def against_a_fire(looks: Looks, rows: Rows) -> Flags:
    """HOA-VIS-12: In the dark a target in front of a fire is shot at as by day. The line, prolonged
    beyond the target, must enter burning ground within 6 in of its base. No smoke and no country
    that blocks sight may lie before the fire.
    """
    found = np.zeros(len(rows), dtype=bool)
    turn = np.where(looks.swapped[rows], -1.0, 1.0)
    ux, uy = looks.lines.ux[rows] * turn, looks.lines.uy[rows] * turn
    x, y = looks.x[looks.two[rows]], looks.y[looks.two[rows]]
    reach = looks.r[looks.two[rows]] + FIRE_BEHIND + IN
    beyond = Lines(x, y, x + ux * reach, y + uy * reach)
    for fire in impassable.burning_fires(looks.battle):
        if len(fire.burning) < 3:
            continue
        spans = runs_in(beyond, np.arange(len(rows)), Corners(fire.burning), edges=True)
        for row in np.unique(spans.row):
            start = max(float(spans.start[spans.row == row].min()) - BEFORE_THE_FIRE, 0.0)
            flames = (float(x[row] + ux[row] * start), float(y[row] + uy[row] * start))
            ends = (looks.ends[looks.one[rows[row]]], End(looks.battle, None, flames))
            view = Looks(looks.battle, ends, [0], [1], bases=False)
            judge_ground(view)
            found[row] |= bool(view.free[0])
    return found
