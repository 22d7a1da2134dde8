"""Headings of decisions have one form: no period at their end."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.syntax import nodes_of

TOP = Path(__file__).parents[2]
MAKERS = ("Decision", "owe")
TABLES = ("QUESTIONS", "QUESTION_WORDS", "STEP_QUESTIONS", "CLOSE")
"""Constants with the words of decisions."""
HELPERS = (
    "question",
    "question_of",
    "advance_question",
    "_victim",
    "answer_words",
    "opening_words",
    "next_act",
)
"""Functions that write them for another one."""


def is_about_decisions(node: ast.AST) -> bool:
    if isinstance(node, ast.FunctionDef):
        calls = (getattr(one.func, "id", "") for one in ast.walk(node) if isinstance(one, ast.Call))
        return node.name in HELPERS or any(name in MAKERS for name in calls)
    targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
    return any(getattr(target, "id", "") in TABLES for target in targets)


def headings() -> Iterator[tuple[str, str]]:
    """Texts of decisions, in both languages, with file and line."""
    for path in sorted((TOP / "app/games").rglob("*.py")):
        if path.stem in ("hints", "guide"):  # whole sentences below the heading
            continue
        for top in nodes_of(path):
            if not is_about_decisions(top):
                continue
            for call in ast.walk(top):
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "say":
                    for one in call.args[:2]:
                        if isinstance(one, ast.Constant):
                            yield f"{path.relative_to(TOP)}:{one.lineno}", str(one.value)


def test_headings_of_decisions_end_without_a_period():
    found = list(headings())
    assert len(found) > 100  # all games have some
    ended = [one for one in found if one[1].endswith(".")]
    assert ended == [], "a heading has no full stop at its end"
