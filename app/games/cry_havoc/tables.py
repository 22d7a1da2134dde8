"""Printed tables and counters from the data file, with their origin (published, seed or
reconstructed).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.games.cry_havoc.state import Building, Corner, Courtyard, Figures, Map, Unit
from app.kernel.data_tables import read_yaml
from app.kernel.dice import Dice

DATA: dict[str, Any] = read_yaml(Path(__file__).with_name("data") / "cry_havoc_data.yaml")

RANGES = DATA["range_table"]
MISSILES = DATA["missile_tables"]
COMBAT = DATA["combat_tables"]
SHIFTS = DATA["column_shift"]["table"]
TERRAIN = DATA["terrain"]
CORPSES = DATA["corpses"]
TYPES = DATA["character_types"]
CHARACTERS = {row["name"]: row for row in DATA["characters"]["list"]}
RANSOM = {key: tuple(DATA["ransom_counters"][key]) for key in ("ransom", "ransom_wounded")}
ANIMALS = DATA["animals"]


def _map(row: dict[str, Any]) -> Map:
    terrain = tuple(
        (hex_, kind) for kind, hexes in row.get("terrain", {}).items() for hex_ in hexes
    )
    buildings = tuple(
        Building(
            house["id"],
            tuple((room["id"], tuple(room["hexes"])) for room in house["rooms"]),
            _sides(house.get("doors")),
            _sides(house.get("windows")),
        )
        for house in row.get("buildings", ())
    )
    courtyards = tuple(
        Courtyard(yard["id"], tuple(yard["hexes"]), _sides(yard.get("gates")))
        for yard in row.get("courtyards", ())
    )
    corners = tuple(
        Corner(corner["hex"], corner["building"], tuple(corner["faces"]))
        for corner in row.get("corners", ())
    )
    return Map(
        row["id"],
        row["cols"],
        row["rows"],
        terrain,
        tuple(row.get("high_ground", ())),
        buildings,
        courtyards,
        corners,
    )


def _sides(rows: list[dict[str, str]] | None) -> tuple[tuple[str, str], ...]:
    return tuple((row["hex"], row["side"]) for row in rows or ())


def read_map(row: dict[str, Any]) -> Map:
    """Map from an entry in the form of the data file."""
    return _map(row)


MAPS = {row["id"]: _map(row) for row in DATA["maps"]["list"]}


def character(name: str, side: str | None, seat: str, key: str = "") -> Unit:
    """New counter of that name, off the map and on foot."""
    row = CHARACTERS[name]
    kind = TYPES[row["type"]]
    return Unit(
        key or name,
        name,
        row["type"],
        side,
        seat,
        foot=_figures(row["foot"]),
        foot_wounded=_figures(row["foot_wounded"]),
        mounted=_figures(row["mounted"]) if "mounted" in row else None,
        mounted_wounded=_figures(row["mounted_wounded"]) if "mounted_wounded" in row else None,
        weapon=kind["weapon"],
        armoured=kind["armoured"],
    )


def new_animal(kind: str, key: str, side: str | None = None, of: str | None = None) -> Unit:
    """New horse or mule, off the map."""
    figures = (0, ANIMALS[kind]["defence"], ANIMALS[kind]["movement"])
    return Unit(key, key, kind, side, foot=figures, foot_wounded=figures, of=of)


def _figures(row: list[int]) -> Figures:
    attack, defence, movement = row
    return attack, defence, movement


def d10(dice: Dice, purpose: str, of: str) -> int:
    """CH-SUM-04: A die has ten faces; the 0 counts as 10."""
    return dice.roll(10, purpose, of)


def example_holds() -> None:
    """CH-SUM-05: 24 against 7 is 3-1 on foot; a 2 stuns the soldier (D), a 7 wounds the knight (A).

    Raises `ValueError` if the table differs.
    """
    column = COMBAT["columns"].index(f"{24 // 7}-1")
    letters = [COMBAT["against_foot"][die][column] for die in (2, 7)]
    if letters != ["D", "A"]:
        raise ValueError(f"the combat table does not give the example of the rulebook: {letters}")


example_holds()
