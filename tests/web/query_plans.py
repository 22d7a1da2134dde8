"""Plans of statements on Postgres, and the tables that they read whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from app.store.schema import metadata
from tests.web.growth import Statement

PARTIAL = {"ix_games_demos", "ix_seats_bots_to_move", "ix_rated_battles_outdated"}
"""Indexes with few rows."""


def large_tables(connection: sa.Connection, games: int) -> set[str]:
    """Tables with a row for every other game, or more, on a server with this number of games."""
    return {
        table.name
        for table in metadata.sorted_tables
        if connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
        > games / 2
    }


def is_explainable(statement: Statement) -> bool:
    return statement.text.startswith(("SELECT", "UPDATE", "DELETE", "INSERT", "WITH"))


def plan_of(connection: sa.Connection, statement: Statement) -> dict[str, Any]:
    given = statement.parameters
    one = given[0] if isinstance(given, list) else given
    found = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement.text}", one).scalar_one()
    return found[0]["Plan"]


def scans_of(plan: dict[str, Any], large: set[str], *, is_limited: bool = False) -> Iterator[str]:
    """Nodes that read a whole large table, or all of an index of it. A limit ends the second."""
    table, kind = plan.get("Relation Name", ""), plan["Node Type"]
    conditions = ("Index Cond", "Recheck Cond")
    is_whole = "Index" in kind and not any(one in plan for one in conditions) and not is_limited
    if table in large and (kind == "Seq Scan" or (is_whole and not is_partial(plan))):
        yield f"{kind} of {table}"
    for part in plan.get("Plans", ()):
        yield from scans_of(part, large, is_limited=is_limited or kind == "Limit")


def is_partial(plan: dict[str, Any]) -> bool:
    return plan.get("Index Name") in PARTIAL
