"""CAR-PLN-03: Rows of the sheet of a deployment plan for the camp and the works of a defender."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from app.games.heart_of_africa.conditional_orders.words import LATER, OPEN
from app.games.heart_of_africa.land import BUILDINGS, TRAPS, Piece, Work
from app.games.heart_of_africa.orders import PlanDeployment
from app.games.heart_of_africa.presentation.naming import place_title
from app.games.heart_of_africa.setup.homes import may_name_home, needs_home
from app.games.heart_of_africa.setup.scenarios import zone_of
from app.games.heart_of_africa.setup.sites import INCHES, has_figures, no_builder, unbuilt
from app.games.heart_of_africa.shooting.torches import is_round
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import FENCE_HEIGHTS, TERRAIN_NAMES, WORK_NAMES
from app.kernel.say import Say, as_is, say

LONGEST = 12
"""Length of a straight wall of the sheet at most (inches); longer ones are several walls."""
LONG, SHORT = "long", "short"
"""Side of a building that lies towards its facing."""
CAMP, FENCE = "camp", "fence"
FENCED = ("village", "camp", "kraal")


class WorkRow(NamedTuple):
    """Row of the sheet: a wall of at most `inches`, a building or a trap (0 inches), the camp, or
    the fence of a `home`.
    """

    key: str
    kind: str
    number: int = 1
    of: int = 1
    inches: int = 0
    home: str = ""

    @property
    def has_facing(self) -> bool:
        """True for a straight wall and a building."""
        return self.kind in (*INCHES, *BUILDINGS)

    @property
    def has_course(self) -> bool:
        """True for a wall or fence, which may be drawn place after place."""
        return self.kind in (*INCHES, FENCE)


def work_rows(battle: Battle, side: str) -> tuple[WorkRow, ...]:
    """The camp, if there may be one, fences, and bought works that a side has still to build."""
    camp = (WorkRow(CAMP, CAMP),) if may_name_home(battle, side) else ()
    return (*camp, *store_rows(battle, side), *fence_rows(battle, side))


def store_rows(battle: Battle, side: str) -> tuple[WorkRow, ...]:
    """Bought works: walls in parts, buildings and traps one by one."""
    rows: list[WorkRow] = []
    for kind, left in unbuilt(battle, side).items():
        if kind not in (*INCHES, *BUILDINGS, *TRAPS) or no_builder(
            battle, Work("", kind, side), side
        ):
            continue
        is_wall = kind in INCHES
        many = math.ceil(left / LONGEST) if is_wall else left
        rows += [
            WorkRow(
                f"{kind}-{n + 1}", kind, n + 1, many, min(LONGEST, left - LONGEST * n) * is_wall
            )
            for n in range(many)
        ]
    return tuple(rows)


def fence_rows(battle: Battle, side: str) -> tuple[WorkRow, ...]:
    """A fence for each village, camp or kraal on the own ground that has none."""
    if has_figures(battle, side) or no_builder(battle, Work("", FENCE, side), side):
        return ()
    homes = [piece.id for piece in battle.land.pieces if may_be_fenced(battle, piece, side)]
    if needs_home(battle, side):
        homes.append(CAMP)
    return tuple(
        WorkRow(f"{FENCE}-{key}", FENCE, n + 1, len(homes), home=key) for n, key in enumerate(homes)
    )


def may_be_fenced(battle: Battle, piece: Piece, side: str) -> bool:
    zone = zone_of(battle, side)
    return (
        piece.kind in FENCED
        and len(piece.outline) > 2
        and piece.owner in ("", side)
        and all(zone.has(battle.land, point) for point in piece.outline)
        and not any(work.kind == FENCE and is_round(work, piece) for work in battle.land.works)
    )


def row_title(battle: Battle, row: WorkRow, side: str) -> Say:
    if row.kind == CAMP:
        if needs_home(battle, side):
            return TERRAIN_NAMES[CAMP]
        return say("Village or camp", "Poblado o campamento")
    name = WORK_NAMES.get(row.kind, as_is(row.kind))
    if row.home:
        home = TERRAIN_NAMES[CAMP] if row.home == CAMP else place_title(battle, row.home)
        name = say("{work} ({home})", "{work} ({home})", work=name, home=home)
    if row.of == 1:
        return name
    return say("{work} {n}", "{work} {n}", work=name, n=row.number)


def is_planned(order: PlanDeployment, row: WorkRow) -> bool:
    named = row.key in order.to or (row.has_course and row.key in order.course)
    return named and order.how.get(row.key, OPEN) != LATER


def shapes_of(row: WorkRow) -> Mapping[str, Say]:
    """Lengths of a straight wall, heights of a fence, or the side of a building that lies towards
    its facing.
    """
    if row.kind == FENCE:
        return FENCE_HEIGHTS
    if row.inches:
        return {
            str(n): say("{n} in long", "{n:pulgada+s} de largo", n=n)
            for n in range(row.inches, 0, -1)
        }
    if row.kind in BUILDINGS:
        return {
            LONG: say("long side to the front", "lado largo al frente"),
            SHORT: say("short side to the front", "lado corto al frente"),
        }
    return {}
