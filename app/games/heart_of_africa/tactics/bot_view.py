"""The position as arrays: places, ranges and factors of figures, and visibility between places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from app.games.heart_of_africa.figures import (
    is_attendant,
    is_baggage,
    is_fighter,
    is_hidden,
    is_leader,
    is_on_foot,
    is_there,
    is_vessel,
    members,
    profile,
    radius,
)
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.movement.obstacles import readied
from app.games.heart_of_africa.pieces import Figure, Unit
from app.games.heart_of_africa.shooting.weapons import arm_of, weapon
from app.games.heart_of_africa.sight import ground, smoke, visibility
from app.games.heart_of_africa.sight.ground import kept_with
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import Profile
from app.games.heart_of_africa.tactics.worth import loss_factor, worth
from app.kernel.space.plane import Point

Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]
CELL = 2.0
COVER = ("jungle", "rocky_ground", "escarpment", "kopje", "village", "ravine")
NO_FIGHTER = -9


class FigureColumns:
    """One side's figures on the table as columns of numbers."""

    def __init__(self, battle: Battle, figures: Iterable[Figure]):
        self.figures = tuple(figures)
        self.ids = [one.id for one in self.figures]
        self.row = {key: n for n, key in enumerate(self.ids)}
        strength = {
            key: len(members(battle, key)) for key in {one.unit for one in self.figures if one.unit}
        }
        rows = [profile(one) for one in self.figures]
        self.at: Numbers = np.array([one.at for one in self.figures], dtype=float).reshape(-1, 2)
        self.radius = self.column(radius(one) for one in self.figures)
        self.worth = self.column(
            worth(battle, one) * loss_factor(battle.units.get(one.unit), strength.get(one.unit, 1))
            for one in self.figures
        )
        self._note_weapons(battle)
        self.factor = np.array(
            [
                row.melee if row.melee is not None and is_fighter(one) else NO_FIGHTER
                for one, row in zip(self.figures, rows, strict=True)
            ],
            dtype=int,
        )
        self.save = self.column(save_chance(battle, one) for one in self.figures)
        self.facing = self.column(one.facing for one in self.figures)
        self.on_foot = np.array([is_on_foot(one) for one in self.figures], dtype=bool)
        self.target = np.array(
            [not is_attendant(one) and not is_baggage(one) for one in self.figures], dtype=bool
        )
        self.pace = self.column(usual_pace(row) for row in rows)
        self.covered = covered(battle, self.at, self.on_foot)
        self.units = [one.unit or one.id for one in self.figures]

    def _note_weapons(self, battle: Battle) -> None:
        """Range in inches, state, bonus and shots of each weapon."""
        arms = [weapon(battle, one) for one in self.figures]
        self.range = self.column(
            0.0 if one.out_of_order or (is_vessel(one) and one.type != "gunboat") else arm.range
            for one, arm in zip(self.figures, arms, strict=True)
        )
        self.loaded = np.array(
            [one.smoke is None and one.jammed != battle.turn for one in self.figures], dtype=bool
        )
        self.reload = np.array([arm.reload for arm in arms], dtype=bool)
        self.stiff = np.array([arm_of(one).stiff for one in self.figures], dtype=bool)
        self.free = np.array(
            [is_leader(one) or arm_of(one).shells for one in self.figures], dtype=bool
        )
        self.bonus = self.column(arm.bonus for arm in arms)
        self.shots = self.column(shots_of(one) for one in self.figures)

    @staticmethod
    def column(values: Iterable[float]) -> Numbers:
        return np.array(list(values), dtype=float)

    def of(self, unit: str) -> NDArray[np.intp]:
        """The rows of a unit (or of an independent figure)."""
        return np.flatnonzero(np.array([one == unit for one in self.units], dtype=bool))

    def __len__(self) -> int:
        return len(self.figures)


def usual_pace(row: Profile) -> float:
    """Average of the open roll (inches)."""
    roll = row.open
    return 0.0 if roll is None else max(0.0, 3.5 * roll.dice + roll.plus)


def shots_of(figure: Figure) -> float:
    """Approximate number of shots a turn of a figure."""
    return {"machine_gun": 5.0, "white_man": 1.6, "gunboat": 2.0, "artillery": 1.5}.get(
        figure.type, 1.0
    )


def save_chance(battle: Battle, figure: Figure) -> float:
    """The chance to survive a hit of ordinary weapons."""
    if figure.type == "white_man":
        return 0.0 if battle.spell_broken else 0.4
    return {"scout": 4 / 6, "artillery": 0.5, "machine_gun": 0.5, "muzzle_loading_cannon": 0.5}.get(
        figure.type, 0.0
    )


class BotView:
    """The position as one side sees it."""

    def __init__(self, battle: Battle, side: str):
        self.battle, self.side = battle, side
        known = [one for one in battle.figures.values() if one.at is not None and not one.fate]
        self.mine = FigureColumns(
            battle, (one for one in known if one.side == side and is_there(battle, one))
        )
        self.foes = FigureColumns(
            battle, (one for one in known if one.side != side and is_there(battle, one))
        )
        self.hidden = tuple(one for one in known if one.side == side and is_hidden(battle, one))
        off = self.mine.at[:, None, :] - self.foes.at[None, :, :]
        self.apart: Numbers = (
            np.hypot(off[..., 0], off[..., 1])
            - self.mine.radius[:, None]
            - self.foes.radius[None, :]
        )

    def units(self) -> tuple[Unit, ...]:
        """The own fighting units on the table, hidden ones included."""
        return tuple(
            unit
            for unit in self.battle.units.values()
            if unit.side == self.side and unit.kind == "troops" and members(self.battle, unit.id)
        )


def bot_view(battle: Battle, side: str) -> BotView:
    return kept_with(battle, f"bot view {side}", lambda owner: BotView(owner, side))


def cover_of(land: Land) -> tuple[shapely.Geometry, shapely.Geometry]:
    """The ground that covers all figures, and the ground that covers figures on foot."""

    def make(owner: Land) -> tuple[shapely.Geometry, shapely.Geometry]:
        shapes = {
            kind: [
                ground.extent_of(piece)
                for piece in owner.pieces
                if piece.kind == kind and len(piece.outline) > 2
            ]
            for kind in COVER
        }
        everybody = shapely.unary_union(
            [shape for kind, found in shapes.items() if kind != "rocky_ground" for shape in found]
        )
        return readied(everybody), readied(
            shapely.unary_union([everybody, *shapes["rocky_ground"]])
        )

    return kept_with(land, "cover for planning", make)


def covered(battle: Battle, at: Numbers, on_foot: Flags) -> Flags:
    """Flags of places that give cover from shots, without works."""
    if not len(at):
        return np.zeros(0, dtype=bool)
    for_all, for_foot = cover_of(battle.land)
    return np.where(
        on_foot,
        shapely.contains_xy(for_foot, at[:, 0], at[:, 1]),
        shapely.contains_xy(for_all, at[:, 0], at[:, 1]),
    )


class Sightings:
    """Visibility across the country between the cells of a coarse grid, computed on demand."""

    def __init__(self, land: Land):
        self.land = land
        self.across = max(1, round(land.width / CELL))
        self.down = max(1, round(land.depth / CELL))
        self.known: NDArray[np.int8] = np.full((self.across * self.down,) * 2, -1, dtype=np.int8)
        self.bare = Battle(land)

    def cells(self, places: Numbers) -> NDArray[np.intp]:
        x = np.clip((places[:, 0] / CELL).astype(int), 0, self.across - 1)
        y = np.clip((places[:, 1] / CELL).astype(int), 0, self.down - 1)
        return y * self.across + x

    def centre(self, cell: int) -> Point:
        return ((cell % self.across + 0.5) * CELL, (cell // self.across + 0.5) * CELL)

    def between(self, ones: Numbers, others: Numbers) -> Flags:
        """Flags of shape (ones, others): True if the country does not block the line."""
        if not len(ones) or not len(others):
            return np.zeros((len(ones), len(others)), dtype=bool)
        here, there_ = self.cells(ones), self.cells(others)
        missing = np.argwhere(self.known[here[:, None], there_[None, :]] < 0)
        if len(missing):
            self.look(np.unique(here[missing[:, 0]]), np.unique(there_[missing[:, 1]]))
        return self.known[here[:, None], there_[None, :]] > 0

    def look(
        self, ones: Sequence[int] | NDArray[np.intp], others: Sequence[int] | NDArray[np.intp]
    ) -> None:
        places = [self.centre(int(cell)) for cell in ones]
        figures = [
            Figure(f"cell {cell}", "spearman", "A", at=self.centre(int(cell))) for cell in others
        ]
        seen = visibility.seen_from_many(self.bare, places, figures, bases=False)
        self.known[np.ix_(np.asarray(ones), np.asarray(others))] = seen
        self.known[np.ix_(np.asarray(others), np.asarray(ones))] = seen.T


def sightings_of(battle: Battle) -> Sightings:
    return kept_with(battle.land, "sightings for planning", Sightings)


def in_view(battle: Battle, ones: Numbers, others: Numbers) -> Flags:
    """Flags of places that see each other, by country and darkness."""
    found = sightings_of(battle).between(ones, others)
    if smoke.is_dark(battle) and len(ones) and len(others):
        off = ones[:, None, :] - others[None, :, :]
        found = found & (np.hypot(off[..., 0], off[..., 1]) <= visibility.NIGHT_REACH)
    return found
