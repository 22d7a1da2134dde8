"""Migrations that rebuild tables, on a database with rows in each table, up and down."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from app.store.engine import open_engine
from app.store.migrate import migrate_database
from tests.store.test_upgrades import COLUMNS, CONFIG, TABLES, empty_url  # noqa: F401 fixture

ROWS = 4
UNSEEN = {"alembic_version"}

Found = dict[str, list[dict[str, Any]]]


def written_value(column: sa.Column, number: int, checks: Sequence[str]) -> Any:
    """Value of a column in row `number`; a key refers to the row with the same number.

    A column with a check takes the words that the check names, in turn.
    """
    if column.foreign_keys:
        return number
    if isinstance(column.type, sa.Boolean):
        return bool(number % 2)
    if isinstance(column.type, (sa.Integer, sa.Numeric, sa.Float)):
        return number
    if isinstance(column.type, sa.LargeBinary):
        return f"ñ {column.name} {number}".encode()
    words = [
        word
        for check in checks
        if re.search(rf"\b{column.name}\b", check)
        for word in re.findall("'([^']*)'", check)
    ]
    return words[number % len(words)] if words else f"ñandú {column.name} {number}"


def fill_tables(writing: sa.Connection) -> None:
    """Write `ROWS` rows into each table, with a value in each column."""
    then, seen = sa.MetaData(), sa.inspect(writing)
    then.reflect(writing)
    for table in then.sorted_tables:
        if table.name in UNSEEN:
            continue
        checks = [one["sqltext"] for one in seen.get_check_constraints(table.name)]
        rows = [
            {column.name: written_value(column, number, checks) for column in table.columns}
            for number in range(1, ROWS + 1)
        ]
        writing.execute(table.insert(), rows)
        if writing.dialect.name == "postgresql" and "id" in table.c:
            number_next(writing, table.name)


def number_next(writing: sa.Connection, table: str) -> None:
    """Postgres does not count ids that are written; the next one follows them."""
    counter = sa.func.pg_get_serial_sequence(table, "id")
    if writing.execute(sa.select(counter)).scalar() is not None:
        writing.execute(sa.select(sa.func.setval(counter, ROWS)))


def rows_of(connection: sa.Connection) -> Found:
    now = sa.MetaData()
    now.reflect(connection)
    return {
        table.name: [
            dict(row)
            for row in connection.execute(
                sa.select(table).order_by(*table.primary_key.columns)
            ).mappings()
        ]
        for table in now.sorted_tables
        if table.name not in UNSEEN
    }


def plain_text(value: Any) -> Any:
    """Value of an inspection as text; a mapping keeps its keys, in their order."""
    if isinstance(value, dict):
        return sorted((str(name), plain_text(one)) for name, one in value.items())
    return str(value)


def shape_of(connection: sa.Connection) -> dict[str, Any]:
    """Columns, indexes, keys and checks of each table, as the database tells them.

    SQLite may hold a check twice, to the same effect.
    """
    seen = sa.inspect(connection)
    asked = (
        seen.get_columns,
        seen.get_indexes,
        seen.get_foreign_keys,
        seen.get_check_constraints,
        seen.get_unique_constraints,
    )
    return {
        name: [
            *({str(plain_text(one)) for one in ask(name)} for ask in asked),
            plain_text(seen.get_pk_constraint(name)),
        ]
        for name in seen.get_table_names()
    }


def downgrade_database(connection: sa.Connection, to: str) -> None:
    config = Config(CONFIG.config_file_name)
    config.attributes["connection"] = connection
    command.downgrade(config, to)


@pytest.fixture
def filled(empty_url, before) -> Iterator[sa.Engine]:  # noqa: F811 the fixture
    """Engine of a database at migration `before`, with rows in each of its tables."""
    migrate_database(empty_url, before)
    engine = open_engine(empty_url).execution_options(writes=True)
    with engine.begin() as writing:
        fill_tables(writing)
    yield engine
    engine.dispose()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "after", "table", "kept"),
    [
        ("0036", "0037", "complaints", ROWS),
        ("0043", "0044", "receivers", ROWS),
        ("0044", "0045", "opponent_wishes", 0),
    ],
    ids=["complaints", "receivers", "no wish"],
)
def test_rows_keep_their_values_and_ids_up_and_down(filled, before, after, table, kept):
    """The table has `kept` rows, and an id is never given again: waiting messages name receivers
    by their ids.
    """
    with filled.begin() as writing:
        likeness = first_row(writing, table)
        assert add_row(writing, table, likeness) == ROWS + 1
        gone = sa.table(table, sa.column("id"))
        writing.execute(gone.delete().where(gone.c.id > kept))
        rows, shape = rows_of(writing), shape_of(writing)
    assert all(len(found) == ROWS for name, found in rows.items() if name != table)
    assert len(rows[table]) == kept
    migrate_database(filled.url.render_as_string(hide_password=False), after)
    with filled.connect() as reading:
        upgraded = rows_of(reading)
    for name, found in rows.items():
        assert [{key: row[key] for key in found[0]} for row in upgraded[name]] == found, name
    with filled.begin() as writing:
        downgrade_database(writing, before)
        assert rows_of(writing) == rows
        assert shape_of(writing) == shape
        assert add_row(writing, table, likeness) == ROWS + 2


@pytest.mark.slow
@pytest.mark.parametrize("before", ["0043", "0052"])
def test_renamed_tables_keep_their_rows_and_give_no_id_again(filled, before):
    """0053 renames tables. 0044, before it, rebuilds one of them on SQLite."""
    with filled.begin() as writing:
        likeness = first_row(writing, "receivers")
        assert add_row(writing, "receivers", likeness) == ROWS + 1
        gone = sa.table("receivers", sa.column("id"))
        writing.execute(gone.delete().where(gone.c.id > ROWS))
        rows, shape = rows_of(writing), shape_of(writing)
    migrate_database(filled.url.render_as_string(hide_password=False), "0053")
    with filled.begin() as writing:
        renamed = rows_of(writing)
        for name, found in rows.items():
            columns = COLUMNS.get(name, {})
            assert [
                {key: row[columns.get(key, key)] for key in found[0]}
                for row in renamed[TABLES.get(name, name)]
            ] == found, name
        assert former_names(writing) == []
        assert add_row(writing, "notification_targets", likeness) == ROWS + 2
        writing.execute(
            sa.text("DELETE FROM notification_targets WHERE id > :most"), {"most": ROWS}
        )
        downgrade_database(writing, before)
        assert rows_of(writing) == rows and shape_of(writing) == shape
        assert add_row(writing, "receivers", likeness) == ROWS + 3


def former_names(reading: sa.Connection) -> list[str]:
    """Names of tables, indexes and counters, and on Postgres of constraints, with a former name."""
    asked = {
        "sqlite": "SELECT name FROM sqlite_master UNION SELECT name FROM sqlite_sequence",
        "postgresql": "SELECT relname FROM pg_class UNION SELECT conname FROM pg_constraint",
    }[reading.dialect.name]
    former = re.compile(rf"(?:^|_)(?:{'|'.join(TABLES)}|letter)(?:_|$)")
    names = [str(name) for name in reading.execute(sa.text(asked)).scalars()]
    assert len(names) > len(TABLES)
    return sorted(name for name in names if former.search(name) and "opponent_" not in name)


def first_row(reading: sa.Connection, table: str) -> dict[str, Any]:
    """Row 1 without its id."""
    then = sa.Table(table, sa.MetaData(), autoload_with=reading)
    first = reading.execute(sa.select(then).where(then.c.id == 1)).mappings().one()
    return {name: value for name, value in first.items() if name != "id"}


def add_row(writing: sa.Connection, table: str, values: dict[str, Any]) -> int:
    """Add a row with the next id; return the id."""
    then = sa.Table(table, sa.MetaData(), autoload_with=writing)
    other = {"url": "https://another.example"} if "url" in then.c else {}
    return writing.execute(then.insert().values(values | other)).inserted_primary_key[0]
