"""Every exemption from the linter or the type checker gives its reason on its line."""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
FOLDERS = ("app", "bench", "tests", "migrations")
MARK = re.compile(
    r"#\s*(?:noqa(?::\s*[A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*)?|type:\s*ignore(?:\[[\w, -]+\])?)"
)
WORD = re.compile(r"[^\W\d_]{2,}")


def comments(path: Path) -> Iterator[tuple[int, str]]:
    """Comments of a module with their lines."""
    with path.open("rb") as source:
        for token in tokenize.tokenize(source.readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string


def has_reason(comment: str) -> bool:
    """True if words are left when the marks are taken out."""
    return WORD.search(MARK.sub("", comment)) is not None


def unexplained(folder: str) -> list[str]:
    return [
        f"{path.relative_to(TOP)}:{line}: {comment}"
        for path in sorted((TOP / folder).rglob("*.py"))
        if MARK.search(path.read_text(encoding="utf-8"))  # most have none, and tokens take long
        for line, comment in comments(path)
        if MARK.search(comment) and not has_reason(comment)
    ]


@pytest.mark.parametrize("folder", FOLDERS)
def test_exemptions_give_their_reason(folder: str):
    assert not unexplained(folder), "write the reason after the mark: # noqa: S311 - reason"


@pytest.mark.parametrize(
    ("comment", "explained"),
    [
        ("# noqa: S311", False),
        ("# noqa", False),
        ("# type: ignore[arg-type]", False),
        ("# type: ignore[arg-type] # noqa: S311", False),
        ("# noqa: S311 - play needs no secrecy", True),
        ("# type: ignore[misc] # built at run time", True),
    ],
)
def test_a_mark_alone_is_no_reason(comment: str, explained: bool):
    assert has_reason(comment) is explained
