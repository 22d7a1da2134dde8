"""Places and ways of the figures of a single file behind a Scout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from app.games.heart_of_africa.board import without_repeats
from app.games.heart_of_africa.figures import radius
from app.games.heart_of_africa.pieces import Figure
from app.kernel.space.plane import (
    Path,
    Point,
    angle_to,
    cut_path,
    distance_to_path,
    inches_to,
    nearest_on_path,
    path_length,
    place_along,
    point_at,
)

FILE_GAP = 0.2
"""Distance between neighbours in the file (inches)."""


def places_behind(scout: Figure, men: Sequence[Figure]) -> Iterator[float]:
    """Distances in inches of each figure of the file behind the Scout, centre to centre along the
    way.
    """
    back, last = 0.0, radius(scout)
    for man in men:
        back += last + FILE_GAP + radius(man)
        last = radius(man)
        yield back


def track_to(path: Path, length: float) -> Path:
    """The way of the column up to a place on it; places before its start lie straight back from
    there.
    """
    if length >= 0:
        return cut_path(path, length)
    ahead = angle_to(path[0], path[1])
    return (point_at(path[0], ahead + 180, 1000.0), point_at(path[0], ahead + 180, -length))


def into_the_file(man: Figure, track: Path) -> Path:
    """The way of a figure to its place at the end of a track: the shortest way onto the track and
    along it.
    """
    at = man.position
    joint = nearest_on_path(at, track)
    done = 0.0
    for a, b in pairwise(track):
        if distance_to_path(joint, (a, b)) < 0.001:
            return without_repeats((at, joint, *tail_of(track, done + inches_to(a, joint))))
        done += inches_to(a, b)
    return without_repeats((at, track[-1]))


def tail_of(track: Path, length: float) -> Iterator[Point]:
    """The corners of a track after a length, and its end."""
    done = 0.0
    for a, b in pairwise(track):
        done += inches_to(a, b)
        if done > length + 0.001 and b != track[-1]:
            yield b
    yield place_along(track, path_length(track))
