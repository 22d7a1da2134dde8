"""The table: its size, country and works, as plain frozen facts in inches."""

from __future__ import annotations

import msgspec

from app.kernel.space.plane import Path, Point

EDGES = ("south", "north", "west", "east")


VESSELS = ("canoe", "dhow", "gunboat")


GUNS = ("artillery", "muzzle_loading_cannon", "machine_gun")


FIXED_WORKS = ("field_fortification", "barricade", "fence")


BUILDINGS = ("temba", "mission_station")


TRAPS = ("stake_trap", "dummy_trap")


class Piece(msgspec.Struct, frozen=True, dict=True):
    """A piece of terrain; `outline` is a polygon. What else a kind has:

    low_hill: `crest` (two points). escarpment, kopje: `top_edge` (line), `high` (polygon of the
    high ground); kopje: `variant` (climbable, path_only, closed) and `path` (line). road, stream,
    river, ravine: `path` is the middle line. river: `flow` (vector), stream and river may be
    `ford`s as pieces of their own. marsh: `crocodiles`. village, camp, kraal: `owner` (side).
    """

    id: str
    kind: str
    outline: Path
    crest: tuple[Point, Point] | None = None
    top_edge: Path = ()
    high: Path = ()
    variant: str = ""
    path: Path = ()
    crocodiles: bool = False
    flow: Point | None = None
    owner: str = ""


class Work(msgspec.Struct, frozen=True, dict=True):
    """Work on the table.

    - field_fortification, barricade, fence (`height` man_high or higher): a `line` without
      thickness.
    - temba, mission_station: `rect` (x0, y0, x1, y1) of 10 x 8 in (or 8 x 10). `gate` is the room
      of the outer door, `breaches` are (from, to) pairs of points on a wall, `roof_holes` are
      rooms.
    - stake_trap, dummy_trap: a circle of 2 in round `at`; `shown` once its kind is public,
      `removed` once a dummy is taken away.
    """

    id: str
    kind: str
    owner: str
    line: Path = ()
    height: str = ""
    rect: tuple[float, float, float, float] | None = None
    gate: str = ""
    breaches: tuple[tuple[Point, Point], ...] = ()
    roof_holes: tuple[str, ...] = ()
    at: Point | None = None
    shown: bool = False
    removed: bool = False

    @property
    def footprint(self) -> tuple[float, float, float, float]:
        """Corners (x0, y0, x1, y1) of a building; LookupError for another work."""
        if self.rect is None:
            raise LookupError(f"{self.id} is not a building")
        return self.rect


class Land(msgspec.Struct, frozen=True, dict=True):
    """The table: its size, the country on it, the works. `water_edge` is a side of the table that
    is sea or lake.
    """

    width: float = 72.0
    depth: float = 48.0
    region: str = ""
    pieces: tuple[Piece, ...] = ()
    works: tuple[Work, ...] = ()
    water_edge: str = ""
    name: str = ""


class Fire(msgspec.Struct, frozen=True):
    """A fire. `target` is a terrain id or a room such as "T1/west"; `lit` the turn of ignition;
    `burning` the outline, fixed then.
    """

    id: str
    target: str
    lit: int
    origin: Point
    burning: Path = ()
    by: str = ""
