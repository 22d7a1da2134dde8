"""validate-army: validates an army file with the validator of a game."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from app.cli.command_context import box_of, exit_with_error
from app.kernel.contract import Game
from app.kernel.refusal import Refusal, Refused


def faults_of(box: Game, army: Mapping[str, Any]) -> Sequence[Refusal]:
    """Faults of an army in page order; none for a game without armies."""
    if box.armies is None:
        return ()
    try:
        return tuple(found.refusal for found in box.armies.brief(army).verdict.findings)
    except Refused as refused:
        return refused.refusals


def add_commands(commands: argparse._SubParsersAction) -> None:
    parser = commands.add_parser(
        "validate-army", help="list the errors of an army (YAML or JSON file)"
    )
    parser.add_argument("box")
    parser.add_argument("file", type=Path)
    parser.add_argument("--language", choices=("en", "es"), default="en")
    parser.set_defaults(run=validate_army)


def validate_army(asked: argparse.Namespace) -> int:
    """Print a line per finding, in the order of the page; return 0 if there is none."""
    try:
        army = yaml.safe_load(asked.file.read_text(encoding="utf-8"))
    except (OSError, UnicodeError, yaml.YAMLError) as wrong:
        exit_with_error(f"{asked.file}: {wrong}")
    if not isinstance(army, dict):
        exit_with_error(f"{asked.file}: an army must be a map")
    findings = faults_of(box_of(asked.box), army)
    for refusal in findings:
        print(f"{refusal.rule:12} {refusal.says.in_(asked.language)}")
    print(
        {"en": "valid", "es": "válido"}[asked.language]
        if not findings
        else {"en": "not valid", "es": "no válido"}[asked.language]
    )
    return 1 if findings else 0
