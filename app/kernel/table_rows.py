"""Rows of printed tables that decide rules, each with the functions that read its table.

A game declares its tables in one YAML file: data file, then table, then interpreter. A table is
the place of its rows in the data file, with dots and without numbers, such as `lists.rules.limit`.
A row names its rule under `rule`, or under a key such as `traits_rule` for the field `traits`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import yaml

from app.kernel.data_tables import read_yaml

RULE_ID = re.compile(r"[A-Z]{2,4}-[A-Z]{3}-\d{2}[a-z]?")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class TableRow(msgspec.Struct, frozen=True):
    """Row that decides a rule. `file` and `interpreter` are relative to the folder of the game:
    `data/army_lists.yaml` and `armies.lists.limited_rows`. `name` begins with the id of the entry.
    """

    rule: str
    table: str
    name: str
    file: str
    line: int
    interpreter: str


class _Place(msgspec.Struct, frozen=True):
    """Place in a data file: keys without numbers, and the same with the id of the entry."""

    keys: tuple[str, ...] = ()
    name: tuple[str, ...] = ()

    def below(self, key: str) -> _Place:
        return _Place((*self.keys, key), (*self.name, key))

    def in_entry(self, entry: str | None) -> _Place:
        return _Place(self.keys, (entry,)) if entry else self


def declared_tables(declared: Path) -> dict[str, dict[str, str]]:
    """Interpreter by data file and table, as the game declares them."""
    found: dict[str, dict[str, str]] = read_yaml(declared)
    return found


def read_rows(declared: Path) -> list[TableRow]:
    """Rows of all declared tables in the order of the files. The folder of the game is two levels
    above the declaring file.
    """
    game = declared.parents[1]
    return [
        row
        for file, tables in declared_tables(declared).items()
        for row in _rows_of_file(game, file, tables)
    ]


def _rows_of_file(game: Path, file: str, tables: dict[str, str]) -> Iterator[TableRow]:
    root = yaml.compose((game / file).read_text(encoding="utf-8"), Loader=_LOADER)
    for place, key, rule, siblings in _rules_in(root, _Place()):
        table = _table_of(place, key, siblings, tables)
        if table is not None:
            field = table.split(".")[len(place.keys) :]
            name = ".".join((*place.name, *field))
            line = rule.start_mark.line + 1
            yield TableRow(rule.value, table, name, file, line, tables[table])


def _rules_in(
    node: yaml.Node | None, place: _Place
) -> Iterator[tuple[_Place, str, yaml.ScalarNode, tuple[str, ...]]]:
    """Places that name a rule: the key that names it, its node, and all keys of the row."""
    if isinstance(node, yaml.SequenceNode):
        for one in node.value:
            yield from _rules_in(one, place)
    if not isinstance(node, yaml.MappingNode):
        return
    fields = {key.value: value for key, value in node.value}
    named = fields.get("id")
    here = place.in_entry(named.value if isinstance(named, yaml.ScalarNode) else None)
    for key, value in fields.items():
        is_rule = key == "rule" or str(key).endswith("_rule")
        if is_rule and isinstance(value, yaml.ScalarNode) and RULE_ID.fullmatch(value.value):
            yield here, key, value, tuple(map(str, fields))
        else:
            yield from _rules_in(value, here.below(str(key)))


def _table_of(
    place: _Place, key: str, siblings: tuple[str, ...], tables: dict[str, str]
) -> str | None:
    """First declared table among the places of a row.

    The field that the key names comes first, then the whole row. The only field with a table comes
    next, and last the entries to which the row belongs.
    """
    here = ".".join(place.keys)
    named = here if key == "rule" else f"{here}.{key.removesuffix('_rule')}"
    if named in tables:
        return named
    fields = [f"{here}.{one}" for one in siblings if f"{here}.{one}" in tables]
    above = ".".join(place.keys[:-1])
    return fields[0] if fields else above if above in tables else None
