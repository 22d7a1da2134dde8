"""Overview of the rules of a game for a first reader: two pages in plain words, from a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from app.kernel.data_tables import read_yaml
from app.kernel.say import Say, say


class OverviewSection(msgspec.Struct, frozen=True):
    """Part of a page: its text, and the rules that it sums up."""

    title: Say
    text: Say
    rules: tuple[str, ...]


class OverviewPage(msgspec.Struct, frozen=True):
    title: Say
    sections: tuple[OverviewSection, ...]


def read_overview(path: Path) -> tuple[OverviewPage, ...]:
    """Pages of the file."""
    return tuple(
        OverviewPage(
            _both(page["title"]),
            tuple(
                OverviewSection(_both(row["title"]), _both(row["text"]), tuple(row["rules"]))
                for row in page["sections"]
            ),
        )
        for page in read_yaml(path)
    )


def _both(row: Mapping[str, str]) -> Say:
    return say(row["en"], row["es"])
