"""Figures read from the rows of a case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from app.games.heart_of_africa.pieces import CHARGED, MOVED, ON_TABLE, Figure
from app.kernel.space.plane import angle_to, on_grid

MARKS = {MOVED: (MOVED,), CHARGED: (MOVED, CHARGED)}


def marks_of(row: Mapping[str, Any]) -> tuple[str, ...]:
    """The marks of a figure this turn; a row may hold one mark or several."""
    did = row.get("did")
    listed = [did] if isinstance(did, str) else list(did or ())
    return tuple(dict.fromkeys(mark for one in listed for mark in MARKS.get(one, (one,))))


def figures_of(row: Mapping[str, Any], units: Mapping[str, Any], turn: int) -> list[Figure]:
    """The figures of a row: one, or several alike, a step apart."""
    count = int(row.get("count", 1))
    names = [row["id"]] if "count" not in row else [f"{row['id']}{n}" for n in range(1, count + 1)]
    unit = units.get(row.get("unit", ""), {})
    return [
        with_its_past(placed_figure(row, unit, name, nth), row, turn)
        for nth, name in enumerate(names)
    ]


def placed_figure(row: Mapping[str, Any], unit: Mapping[str, Any], name: str, nth: int) -> Figure:
    """A figure with its kind and place; `nth` is its number in the row, from 0."""
    dx, dy = row.get("step", (0, 0))
    at = on_grid((row["x"] + dx * nth, row["y"] + dy * nth)) if "x" in row else None
    began = None
    if "from" in row:
        began = on_grid((row["from"][0] + dx * nth, row["from"][1] + dy * nth))
    facing = row.get("facing")
    if facing is None:
        facing = angle_to(began, at) if began and at and began != at else 0.0
    mode = "mounted" if row["type"] == "mounted_regular" else ""
    return Figure(
        name,
        row["type"],
        row.get("side") or unit.get("side") or "A",
        row.get("unit", ""),
        "leader" if row.get("leader") else "",
        tuple(row.get("traits", ())),
        row.get("of", ""),
        row.get("contingent", "allied" if row.get("allied") or unit.get("allied") else ""),
        bool(row.get("repeating")),
        at,
        float(facing) % 360,
        where=row.get(
            "where", ON_TABLE if at or row.get("aboard") else unit.get("where", ON_TABLE)
        ),
        mode=row.get("mode", mode),
        mode_at_start=row.get("mode_at_start", mode),
        began=began,
        aboard=row.get("aboard", ""),
        room=row.get("room", "") if isinstance(row.get("room"), str) else "",
        roof=row.get("roof", "") or "",
    )


def with_its_past(figure: Figure, row: Mapping[str, Any], turn: int) -> Figure:
    """The figure with its earlier acts, hits and breakdowns."""
    jammed, aground = row.get("jammed"), row.get("aground")
    return replace(
        figure,
        smoke=row.get("smoke"),
        jammed=None if jammed is True else jammed,
        out_of_order=jammed == "out_of_order" or bool(row.get("out_of_order")),
        did=marks_of(row),
        activated=bool(row.get("activated")),
        contact_at_start=tuple(row.get("contact_at_start", ())),
        won_last_turn=bool(row.get("won_last_turn")),
        may_join=bool(row.get("may_join")),
        hits=row.get("hits", 0),
        tested_to=row.get("tested_to", row.get("hits", 0)),
        failed_tests=row.get("failed_tests", 0),
        aground=turn if aground is True else aground or None,
    )
