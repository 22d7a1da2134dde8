"""Rows of printed tables that decide rules: each table has an interpreter that reads it, and a case
of each rule calls one of them.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
from functools import cache
from pathlib import Path
from types import FrameType

import pytest

from app.cli.adjudicate import Case, cases_of
from app.cli.rule_sources import DECLARED, REPOSITORY, find_homes, find_interpreters, roots_of
from app.cli.rule_usage import clear_caches
from app.games import shelf
from app.kernel.box import with_own_rulebook
from app.kernel.table_rows import declared_tables, read_rows
from tests.sample_games import INCH_GAME

GAMES = REPOSITORY / "app" / "games"
BOOKS = with_own_rulebook(shelf())
DECLARING = {key: GAMES / key / DECLARED for key in BOOKS if (GAMES / key / DECLARED).exists()}
TABLES = [
    (key, file, table, interpreter)
    for key, declared in DECLARING.items()
    for file, tables in declared_tables(declared).items()
    for table, interpreter in tables.items()
]
ROW_HOMES = [
    (key, home) for key in BOOKS for home in find_homes(*roots_of(key)) if home.kind == "data"
]


def function_of(key: str, interpreter: str):
    module, _, name = interpreter.rpartition(".")
    return getattr(importlib.import_module(f"app.games.{key}.{module}"), name)


def words_read(function) -> set[str]:
    """Texts in a function, and in the module-level values and classes that it names."""
    plain = inspect.unwrap(function)
    module = sys.modules[plain.__module__]
    found, todo, seen = set(), [plain.__name__], set()
    while todo and len(seen) < 200:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        for where in {module, *owners(module, name)}:
            for node in ast.walk(definition(where, name)):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found.add(node.value)
                elif isinstance(node, ast.Name) and node.id[:1].isupper():
                    todo.append(node.id)
    return found


def owners(module, name: str):
    return [
        sys.modules[one]
        for one in imported_from(module)
        if one in sys.modules and hasattr(sys.modules[one], name)
    ]


@cache
def imported_from(module) -> tuple[str, ...]:
    tree = ast.parse(inspect.getsource(module))
    return tuple(
        node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and "games" in node.module
    )


@cache
def definition(module, name: str) -> ast.AST:
    """Definition or assignment of a name at the top of a module; an empty module without it."""
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == name:
            return node
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(one, ast.Name) and one.id == name for one in targets):
                return node
    return ast.Module([], [])


def test_a_rule_of_a_row_names_its_row_and_its_interpreters():
    assert len(ROW_HOMES) > 130, f"rows of {INCH_GAME}"
    for _, home in ROW_HOMES:
        line = Path(REPOSITORY / home.file).read_text(encoding="utf-8").splitlines()[home.line - 1]
        assert home.rule in line, home
        assert len(find_interpreters(home)) == len(home.interpreters) > 0, home


@pytest.mark.parametrize(("key", "file", "table", "interpreter"), TABLES)
def test_an_interpreter_reads_its_table(key, file, table, interpreter):
    """The function, or a module-level table that it names, holds the key of the table."""
    words = words_read(function_of(key, interpreter))
    assert table.rpartition(".")[2] in words, f"{interpreter} does not read {table} of {file}"


@pytest.mark.parametrize("key", DECLARING)
def test_every_declared_table_has_a_row_that_names_a_rule(key):
    with_rows = {(row.file, row.table) for row in read_rows(DECLARING[key])}
    declared = {(file, table) for one, file, table, _ in TABLES if one == key}
    assert declared == with_rows


class Calls:
    """Profile function that remembers which functions were called, by file and name."""

    def __init__(self) -> None:
        self.seen: set[tuple[str, str]] = set()

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            self.seen.add((frame.f_code.co_filename, frame.f_code.co_name))


def called_in(key: str, case: Case) -> set[tuple[str, str]]:
    """Functions that a case calls; a cached answer would hide a call."""
    clear_caches(key)
    calls, before = Calls(), sys.getprofile()
    sys.setprofile(calls)
    try:
        assert case.play() == []
    finally:
        sys.setprofile(before)
    return calls.seen


@pytest.mark.parametrize(("key", "home"), ROW_HOMES, ids=[home.rule for _, home in ROW_HOMES])
def test_a_case_of_the_rule_calls_an_interpreter_of_its_rows(key, home):
    readers = {(str(REPOSITORY / one.file), one.name) for one in find_interpreters(home)}
    cases = [one for one in cases_of(key) if home.rule in {*one.rules, *one.refused_rules}]
    assert any(called_in(key, case) & readers for case in cases), f"{len(cases)} cases"
