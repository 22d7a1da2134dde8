"""Rule catalogue: entries by id, with their text in both languages, rulings and checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from app.kernel.data_tables import read_yaml
from app.kernel.table_rows import TableRow, read_rows

COUNTED = ("enforced", "setup", "campaign")


class Rule(msgspec.Struct, frozen=True):
    """One entry. `ours` is a ruling of this platform that replaces the catalogue's, with its
    reason.

    `cases` is the number of cases that test the code of the rule. `refusals` of them expect a
    refusal. None means that no code implements the rule yet. `rows` are the rows of printed tables
    that name the rule.
    """

    id: str
    title: str
    title_es: str
    kind: str
    text: str
    es: str
    ruling: str = ""
    ruling_es: str = ""
    ours: str = ""
    ours_es: str = ""
    checks: tuple[str, ...] = ()
    source: str = ""
    step: str = ""
    cases: int | None = None
    refusals: int = 0
    rows: tuple[TableRow, ...] = ()

    @property
    def chapter(self) -> str:
        return self.id.rsplit("-", 1)[0]

    @property
    def is_counted(self) -> bool:
        """Return true if the server must enforce the rule. Advice, atmosphere and rules for other
        media are not counted.
        """
        return self.kind in COUNTED


class Rulebook:
    """Rules of one game, in page order. They are read at the first look-up; no decision depends on
    their texts.
    """

    def __init__(self, read: Callable[[], Iterable[Rule]]):
        self._read = read

    @cached_property
    def _rules(self) -> dict[str, Rule]:
        return {rule.id: rule for rule in self._read()}

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __getitem__(self, rule: str) -> Rule:
        return self._rules[rule]

    def __contains__(self, rule: str) -> bool:
        return rule in self._rules

    def of_kind(self, *kinds: str) -> list[Rule]:
        return [rule for rule in self if rule.kind in kinds]


def read_rulebook(
    *paths: Path,
    spanish: Path | tuple[Path, ...] = (),
    tried: Path | None = None,
    tables: Path | None = None,
) -> Rulebook:
    """Read the catalogue files as one rulebook.

    A missing or empty field raises `ValueError` with file and id. Texts of the files `spanish`
    (title, text, ruling by rule id) replace the Spanish texts of the catalogue. `tried` is a file
    with the numbers of cases and refusals by rule id; a new game has none yet. `tables` declares
    the tables with rows that decide rules (`app.kernel.table_rows`).
    """

    def rules() -> Iterator[Rule]:
        words: dict[str, dict[str, str]] = {}
        for path in (spanish,) if isinstance(spanish, Path) else spanish:
            words |= read_yaml(path)
        counts = read_yaml(tried) if tried and tried.exists() else {}
        rows = read_rows(tables) if tables else []
        for path in paths:
            for row in read_yaml(path):
                yield _rule_of_row(
                    {
                        **row,
                        **_in_spanish(words.get(row.get("id"), {})),
                        "tried": counts.get(row.get("id"), (None, 0)),
                        "rows": tuple(one for one in rows if one.rule == row.get("id")),
                    },
                    path,
                )

    return Rulebook(rules)


def _in_spanish(words: dict[str, str]) -> dict[str, str]:
    fields = (("title", "title_es"), ("text", "es"), ("ruling", "ruling_es"), ("ours", "ours_es"))
    return {field: words[name] for name, field in fields if name in words}


def _rule_of_row(row: dict[str, Any], path: Path) -> Rule:
    try:
        return Rule(
            id=row["id"],
            title=row["title"],
            title_es=row.get("title_es", row["title"]),
            kind=row["kind"],
            text=row["text"].strip(),
            es=row["es"].strip(),
            ruling=(row.get("ruling") or "").strip(),
            ruling_es=(row.get("ruling_es") or "").strip(),
            ours=(row.get("ours") or "").strip(),
            ours_es=(row.get("ours_es") or "").strip(),
            checks=tuple(map(str, row.get("checks", ()))),
            source=str(row.get("source", row.get("page", ""))),
            step=str(row.get("phase", row.get("step", ""))),
            cases=row["tried"][0],
            refusals=row["tried"][1],
            rows=row["rows"],
        )
    except (KeyError, AttributeError) as wrong:
        raise ValueError(f"{path.name}: {row.get('id', row)}: {wrong}") from wrong
