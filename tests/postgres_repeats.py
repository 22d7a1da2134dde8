"""Tests of services that `make test` runs on SQLite only, and the choice of those tests.

Most tests of services send statements that other tests send as well. `make test` runs a test on
Postgres if it sends a statement that no other chosen test sends. Tests that meet an error of the
database, or use it from several threads, are chosen too. `postgres_repeats.yaml` lists the others,
which `make proof` runs on Postgres. Each folder in `tests/games` has its own list. A new test runs
on both until the lists are written again:

    python -m pytest -n 0 -p tests.postgres_repeats -m "proof or not proof" -k postgres
    tests/services tests/games/*/services tests/games/*/*/services
"""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
import sqlalchemy as sa
import yaml

TOP = Path(__file__).parents[1]
LIST = "postgres_repeats.yaml"
OF_A_GAME = re.compile(r"tests/games/\w+(?=/)")
THREADS = "several threads"
VALUE = re.compile(r"%\(\w+\)s(::\w+)?")
VALUES = re.compile(r"(\(\?(, \?)*\),? ?)+")

_sent: set[str] = set()
_by_function: dict[str, set[str]] = defaultdict(set)


@cache
def repeats() -> frozenset[str]:
    """Listed tests, as file::function."""
    return frozenset(
        f"{file}::{name}"
        for listed in (TOP / "tests").glob(f"**/{LIST}")
        for file, names in yaml.safe_load(listed.read_text(encoding="utf-8")).items()
        for name in names
    )


def list_of(file: str) -> str:
    """Path of the list with the tests of a file: in the folder of its game, or in `tests`."""
    game = OF_A_GAME.match(file)
    return f"{game[0] if game else 'tests'}/{LIST}"


def form_of(statement: str) -> str:
    """A statement without its values, however many they are."""
    return VALUES.sub("(?)", VALUE.sub("?", statement))


def chosen(by_function: Mapping[str, set[str]]) -> set[str]:
    """Functions that together send all statements. Those with errors or threads are all chosen."""
    found = {name for name, sent in by_function.items() if any(map(is_special, sent))}
    left = set().union(*by_function.values()).difference(*(by_function[one] for one in found))
    while left:
        best = max(sorted(by_function), key=lambda name: len(by_function[name] & left))
        found.add(best)
        left -= by_function[best]
    return found


def is_special(sent: str) -> bool:
    return sent == THREADS or sent.startswith("error")


def _note_statement(connection, cursor, statement, parameters, context, executemany) -> None:
    if connection.dialect.name == "postgresql":
        _sent.add(form_of(statement))
        if threading.current_thread() is not threading.main_thread():
            _sent.add(THREADS)


def _note_error(context) -> None:
    if context.dialect.name == "postgresql":
        _sent.add(f"error {type(context.original_exception).__name__}")


def pytest_configure() -> None:
    """Listen to the databases. The quick run imports this module for its list only."""
    sa.event.listen(sa.Engine, "before_cursor_execute", _note_statement)
    sa.event.listen(sa.Engine, "handle_error", _note_error)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Collect the statements of the test. Parameters of a function count together."""
    _sent.clear()
    answer = yield
    _by_function[item.nodeid.split("[")[0]] |= _sent
    return answer


def pytest_sessionfinish() -> None:
    """Write the lists."""
    lists: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for name in sorted(_by_function.keys() - chosen(_by_function)):
        file, _, function = name.partition("::")
        lists[list_of(file)].setdefault(file, []).append(function)
    for path, listed in lists.items():
        (TOP / path).write_text(yaml.safe_dump(listed, allow_unicode=True), encoding="utf-8")
