"""The printed tables, from the data files: characteristics, terrain, regions, scenarios, steps,
modifiers, morale causes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from app.kernel.data_tables import read_yaml
from app.kernel.say import Say, say

DATA = Path(__file__).with_name("data")
CHARACTERISTICS: dict[str, Any] = read_yaml(DATA / "characteristics.yaml")
TERRAIN_DATA: dict[str, Any] = read_yaml(DATA / "terrain.yaml")
ARMS_DATA: dict[str, Any] = read_yaml(DATA / "arms.yaml")
INCHES = say("inches", "pulgadas")
"""Unit of all lengths on the table; a game of small figures shows it as centimetres."""


def rule_of(row: Mapping[str, Any], field: str = "rule") -> str:
    """Rule of a row of a table, "" for none. `rules --exercised` counts here the rules that a row
    decides.
    """
    return str(row.get(field, ""))


def row_in_use(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """The row itself, counted as a use of its rule."""
    rule_of(row)
    return row


class Roll(msgspec.Struct, frozen=True):
    """A dice expression of the table: 2D6, D6+3, 1D6."""

    dice: int
    plus: int = 0

    @classmethod
    def of(cls, text: str | None) -> Roll | None:
        found = re.fullmatch(r"(\d*)D6([+-]\d+)?", text or "")
        return cls(int(found[1] or 1), int(found[2] or 0)) if found else None

    def total(self, *faces: int) -> int:
        """Inches of these faces; at least 0."""
        return max(0, sum(faces) + self.plus)

    def __str__(self) -> str:
        return f"{self.dice if self.dice > 1 or not self.plus else ''}D6{f'{self.plus:+d}' if self.plus else ''}"


class Profile(msgspec.Struct, frozen=True):
    """Row of the characteristics:

    - `range` in inches (0: does not shoot), `bonus`, `melee` modifier (None: never fights)
    - movement dice (None: may not move so), `morale`: the lowest die that passes
    - `points` per figure, `base`: the diameter (or hull) in inches
    - `row`: the whole entry of the data file with its flags
    """

    id: str
    title: Say
    range: float = 0
    bonus: int = 0
    reload: bool = False
    melee: int | None = None
    open: Roll | None = None
    difficult: Roll | None = None
    morale: int | None = None
    points: int = 0
    base: float | tuple[float, float] = 0.8
    row: dict[str, Any] = {}

    def has(self, flag: str) -> bool:
        return bool(self.row.get(flag))


def _profile(row: dict[str, Any], mode: dict[str, Any] | None = None) -> Profile:
    row = {**row, **(mode or {})}
    hull = row.get("hull_in")
    base = row.get("base_in", 0.8)
    return Profile(
        row["id"],
        say(row["name_en"], row["name_es"]),
        row.get("range") or 0,
        row.get("shooting_bonus") or 0,
        bool(row.get("reload")),
        row.get("melee"),
        Roll.of(row.get("move_open")),
        Roll.of(row.get("move_difficult")),
        row.get("morale"),
        row.get("points", 0),
        tuple(hull) if hull else tuple(base) if isinstance(base, list) else base,
        row,
    )


ROWS = {row["id"]: row for row in (*CHARACTERISTICS["types"], *CHARACTERISTICS["other"])}
PROFILES = {key: _profile(row) for key, row in ROWS.items()}
MODES = {
    mode: _profile(
        ROWS["mounted_regular"], facts | ({"mounted": False} if mode == "dismounted" else {})
    )
    for mode, facts in ROWS["mounted_regular"]["modes"].items()
}
"""Mounted Regulars in the saddle and on foot."""
WORKS = {row["id"]: row for row in CHARACTERISTICS["works"]}
TERRAIN = {row["id"]: row for row in TERRAIN_DATA["terrain_types"]}
TERRAIN_NAMES = {key: say(row["name_en"], row["name_es"]) for key, row in TERRAIN.items()} | {
    "camp": say("Camp", "Campamento"),
    "kraal": say("Kraal", "Kraal"),
}
WORK_NAMES = {key: say(row["name_en"], row["name_es"]) for key, row in WORKS.items()} | {
    "fence": say("Village enclosure", "Cercado del poblado")
}
FENCE_HEIGHTS = {
    "man_high": say("as high as a man", "de la altura de un hombre"),
    "higher": say("higher: blocks every line of sight", "más alto: tapa toda línea de visión"),
}
REGIONS = {row["id"]: row for row in TERRAIN_DATA["regions"]}
SCENARIOS = {row["id"]: row for row in TERRAIN_DATA["scenarios"]}
ARCS = TERRAIN_DATA["arcs"]
FIRE = TERRAIN_DATA["fire"]
MORALE = TERRAIN_DATA["morale"]
LIGHT_AMBUSH = frozenset(TERRAIN_DATA["light_ambush_types"])
TITLES = {key: profile.title for key, profile in PROFILES.items()}
