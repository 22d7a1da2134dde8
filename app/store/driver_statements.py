"""Statements that every order sends. On SQLite their text goes straight to the driver.

SQLAlchemy takes three times as long as SQLite to run a statement of one row. It still makes the
text and opens the transaction. Its listeners hear of each statement.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

Convert = Callable[[Any], Any]


class DriverText(msgspec.Struct, frozen=True):
    """Text of a statement on SQLite. `names` are its parameters in order, and `fixed` those with a
    value. `given` and `found` convert parameters and columns by their place.
    """

    text: str
    names: tuple[str, ...]
    fixed: dict[str, Any]
    given: tuple[tuple[int, Convert], ...]
    found: tuple[tuple[int, Convert], ...]


class DriverStatement:
    """Statement without lists of values, made once. Postgres gets it from SQLAlchemy."""

    def __init__(self, statement: sa.Select[Any] | sa.Insert | sa.Update):
        self._statement = statement
        self._texts: dict[tuple[str, ...], DriverText] = {}

    def run(self, connection: sa.Connection, values: Mapping[str, Any]) -> list[Sequence[Any]]:
        """Rows of the statement with these values. It begins the transaction if need be."""
        if not isinstance(connection, sa.Connection) or connection.dialect.name != "sqlite":
            result = connection.execute(self._statement, values)
            return list(result) if isinstance(self._statement, sa.Select) else []
        if not connection.in_transaction():
            connection.begin()
        key = tuple(values)
        made = self._texts.get(key)
        if made is None:
            made = self._texts[key] = driver_text(self._statement, key, connection.dialect)
        return _converted(
            run_text(connection, made.text, _in_order(made, values)).fetchall(), made.found
        )


def run_text(connection: sa.Connection, text: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
    """Cursor of the driver after a text has run in the open transaction. Raises the errors of
    SQLAlchemy.
    """
    driver = connection.connection.driver_connection
    try:
        for listener in connection.engine.dispatch.before_cursor_execute:
            listener(connection, None, text, values, None, False)
        cursor: sqlite3.Cursor = driver.execute(text, values)  # type: ignore[union-attr] # open
    except sqlite3.Error as error:
        raise sa.exc.DBAPIError.instance(
            text, None, error, sqlite3.Error, hide_parameters=True
        ) from error
    return cursor


def driver_text(
    statement: sa.Select[Any] | sa.Insert | sa.Update, names: Sequence[str], dialect: sa.Dialect
) -> DriverText:
    """Text of a statement that sets these columns or takes these parameters.

    Raises `ValueError` for a statement that SQLAlchemy completes when it runs.
    """
    made: Any = statement.compile(dialect=dialect, column_keys=list(names))
    late = (*made.post_compile_params, *made.literal_execute_params)
    if late or made.insert_prefetch or made.update_prefetch or made.effective_returning:
        raise ValueError(f"the driver cannot run {made}")
    order = tuple(made.positiontup)
    columns = statement.selected_columns if isinstance(statement, sa.Select) else ()
    kinds = [made.binds[name].type.dialect_impl(dialect) for name in order]
    found = [column.type.dialect_impl(dialect) for column in columns]
    return DriverText(
        str(made),
        order,
        {name: made.binds[name].value for name in order if not made.binds[name].required},
        _converters([kind.bind_processor(dialect) for kind in kinds]),
        _converters([kind.result_processor(dialect, None) for kind in found]),
    )


def _converters(found: Sequence[Convert | None]) -> tuple[tuple[int, Convert], ...]:
    return tuple((place, convert) for place, convert in enumerate(found) if convert is not None)


def _in_order(made: DriverText, values: Mapping[str, Any]) -> Sequence[Any]:
    known = {**made.fixed, **values} if made.fixed else values
    given = [known[name] for name in made.names]
    for place, convert in made.given:
        given[place] = convert(given[place])
    return given


def _converted(
    rows: list[tuple[Any, ...]], found: tuple[tuple[int, Convert], ...]
) -> list[Sequence[Any]]:
    if not found:
        return list(rows)
    converted: list[Sequence[Any]] = []
    for row in rows:
        values = list(row)
        for place, convert in found:
            values[place] = convert(values[place])
        converted.append(values)
    return converted
