"""Ready-made tables from the data files, selected and checked by hand, lawful in their region."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from app.games.heart_of_africa.land import Land, Piece, Work
from app.games.heart_of_africa.tables import DATA
from app.kernel.data_tables import read_yaml
from app.kernel.say import Say, say
from app.kernel.space.plane import Path as Line

FOLDER = DATA / "tables"


class ReadyTable(msgspec.Struct, frozen=True):
    """A table with its name, a description, and the scenario that it was laid out for."""

    key: str
    title: Say
    about: Say
    scenario: str
    land: Land


def line_of(text: str) -> Line:
    """A line as the data files write it: "x y, x y"."""
    spots = (spot.split() for spot in text.split(",")) if text else ()
    return tuple((float(x), float(y)) for x, y in spots)


def piece_of(row: Mapping[str, Any]) -> Piece:
    crest = line_of(row.get("crest", ""))
    flow = line_of(row.get("flow", ""))
    return Piece(
        row["id"],
        row["kind"],
        line_of(row["outline"]),
        (crest[0], crest[1]) if crest else None,
        line_of(row.get("top_edge", "")),
        line_of(row.get("high", "")),
        row.get("variant", ""),
        line_of(row.get("path", "")),
        row.get("crocodiles", False),
        flow[0] if flow else None,
        row.get("owner", ""),
    )


def table_of(key: str, page: Mapping[str, Any]) -> ReadyTable:
    works = tuple(
        Work(
            row["id"],
            row["kind"],
            row.get("owner", ""),
            line_of(row["line"]),
            row.get("height", ""),
        )
        for row in page.get("works", ())
    )
    land = Land(
        float(page["width"]),
        float(page["depth"]),
        page["region"],
        tuple(map(piece_of, page["pieces"])),
        works,
        page.get("water_edge", ""),
        page["name"],
    )
    return ReadyTable(key, say(*page["title"]), say(*page["about"]), page["scenario"], land)


def read_tables(folder: Path) -> dict[str, ReadyTable]:
    return {
        path.stem: table_of(path.stem, read_yaml(path)) for path in sorted(folder.glob("*.yaml"))
    }


TABLES: Mapping[str, ReadyTable] = read_tables(FOLDER)
LIBRARY: Mapping[str, Land] = {key: table.land for key, table in TABLES.items()}


def tables_for(scenario: str, region: str = "") -> tuple[ReadyTable, ...]:
    """The tables laid out for a scenario, of one region or of all."""
    return tuple(
        table
        for table in TABLES.values()
        if table.scenario == scenario and region in ("", table.land.region)
    )
