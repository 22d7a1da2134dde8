"""adjudicate: runs case files through the rules. Format and meaning: docs/adjudicate.md."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import yaml

from app.cli.command_context import exit_with_error
from app.cli.rule_sources import REPOSITORY
from app.games import shelf
from app.kernel.data_tables import read_yaml

Runner = Callable[[dict[str, Any]], list[str]]


class Case(msgspec.Struct, frozen=True):
    """One case of a file: a position, orders, dice and the expected result."""

    id: str
    title: str
    file: str
    content: dict[str, Any]
    run: Runner

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(self.content.get("rules", ()))

    @property
    def refused_rules(self) -> set[str]:
        """Rules by which the case expects a refusal of an order, an army or a table."""
        expected = (
            order.get("expect")
            for order in self.content.get("orders") or ()
            if isinstance(order, dict)
        )
        whole = self.content.get("expect")
        whole = whole if isinstance(whole, dict) else {}
        broken = (*(whole.get("broken") or ()), *(whole.get("findings") or ()))
        return {
            rule for one in expected if isinstance(one, dict) for rule in one.get("refused") or ()
        } | {rule for one in broken for rule in ([one] if isinstance(one, str) else one)}

    def play(self) -> list[str]:
        """Return the differences from the expected result. An exception in the rules is a
        difference too.
        """
        try:
            return self.run(self.content)
        except Exception as wrong:  # noqa: BLE001 one broken case must not hide the others
            return [f"broke down: {type(wrong).__name__}: {wrong}"]


def add_commands(commands: argparse._SubParsersAction) -> None:
    parser = commands.add_parser("adjudicate", help="run case files through the rules")
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path)
    parser.add_argument("--only", metavar="ID", help="run only this case")
    parser.set_defaults(run=run_adjudication)


def run_adjudication(asked: argparse.Namespace) -> int:
    """Print a line per case, its differences and the totals; return 0 only if every case passes."""
    passed = failed = 0
    for case in [case for file in asked.files for case in cases_in(file)]:
        if asked.only not in (None, case.id):
            continue
        differences = case.play()
        passed, failed = passed + (not differences), failed + bool(differences)
        print(f"{'FAIL' if differences else 'pass'}  {case.id}: {case.title}")
        for difference in differences:
            print(f"        {difference}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def cases_in(path: Path) -> Iterator[Case]:
    """Yield the cases of a file; stop with a sentence if the file is not a case file."""
    try:
        content = read_yaml(path)
    except (OSError, UnicodeError, yaml.YAMLError) as wrong:
        exit_with_error(f"{path}: {wrong}")
    if (
        not isinstance(content, dict)
        or not isinstance(content.get("kind"), str)
        or not isinstance(content.get("cases"), list)
    ):
        exit_with_error(f"{path}: a case file must be a map with kind, format and cases")
    if content.get("format") != 1:
        exit_with_error(
            f"{path}: format {content.get('format')!r} is unknown; format 1 is supported"
        )
    run = runner_of(content["kind"])
    if run is None:
        exit_with_error(
            f"{path}: kind {content['kind']!r}; no installed game has such cases; "
            "a game needs adjudicate.py with run(case) in its folder"
        )
    for case in content["cases"]:
        if not isinstance(case, dict) or "id" not in case:
            exit_with_error(f"{path}: a case has no id")
        yield Case(
            str(case["id"]),
            str(case.get("title", "")),
            str(path),
            {"kind": content["kind"], **case},
            run,
        )


def runner_of(kind: str) -> Runner | None:
    """Return the function of a box for cases of this kind ("<box>/battle"); None if there is
    none.
    """
    key = kind.split("/", 1)[0]
    if key not in shelf():
        return None
    name = f"app.games.{key}.adjudicate"
    return importlib.import_module(name).run if importlib.util.find_spec(name) else None


def cases_of(box: str) -> list[Case]:
    """Return every case of a box, from tests/games/<box>/cases."""
    files = sorted((REPOSITORY / "tests" / "games" / box / "cases").rglob("*.yaml"))
    return [case for file in files for case in cases_in(file)]
