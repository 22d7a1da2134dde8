"""Records the statements of a server on a generated database, with the work of each one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

STEPS = 100  # instructions of SQLite between two counts
LISTS = re.compile(r"\((?:\?|%\(\w+\)s(?:::\w+)?)(?:, (?:\?|%\(\w+\)s(?:::\w+)?))*\)")


class Statement:
    """One statement text: the parameters of its most costly run, and the instructions of that run
    on SQLite.
    """

    def __init__(self, text: str, parameters: Any):
        self.text, self.parameters, self.most = text, parameters, 0

    @property
    def form(self) -> str:
        """Text with each list of values as one."""
        return LISTS.sub("(...)", self.text)


class StatementLog:
    """Statements of all connections of an engine."""

    def __init__(self) -> None:
        self.by_form: dict[str, Statement] = {}
        self._running: dict[int, tuple[Statement, list[int]]] = {}

    def begin(self, connection: Any, text: str, parameters: Any) -> None:
        key = id(connection)
        self.end(connection)
        self._running[key] = (Statement(text, parameters), [0])

    def count(self, connection: Any) -> int:
        """Count some instructions of the statement that runs now; 0 lets SQLite continue."""
        if running := self._running.get(id(connection)):
            running[1][0] += STEPS
        return 0

    def end(self, connection: Any) -> None:
        statement, steps = self._running.pop(id(connection), (None, [0]))
        if statement is None:
            return
        known = self.by_form.setdefault(statement.form, statement)
        if steps[0] > known.most:
            known.text, known.parameters, known.most = (
                statement.text,
                statement.parameters,
                steps[0],
            )


@contextmanager
def logged(engine: sa.Engine) -> Iterator[StatementLog]:
    """Log all statements of an engine."""
    log, is_sqlite = StatementLog(), engine.dialect.name == "sqlite"

    def begin(connection: sa.Connection, _: Any, text: str, parameters: Any, *__: Any) -> None:
        raw = connection.connection.dbapi_connection
        if is_sqlite:
            raw.set_progress_handler(lambda: log.count(raw), STEPS)
        log.begin(raw, text, parameters)

    def end(raw: Any, *_: Any) -> None:
        log.end(raw)

    sa.event.listen(engine, "before_cursor_execute", begin)
    sa.event.listen(engine.pool, "checkin", end)
    try:
        yield log
    finally:
        sa.event.remove(engine, "before_cursor_execute", begin)
        sa.event.remove(engine.pool, "checkin", end)
