"""The work of a page or a worker does not grow with the number of games and moves on the server.

All pages, API reads, workers and usual acts run on a small and on a four times larger database,
made by `bench.growth`. On SQLite the executed instructions of each statement are compared. On
Postgres no plan may scan a table that grows.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from app.store.engine import open_engine
from bench.growth import fill_database
from tests.web.every_statement import is_allowed, log_of_a_server
from tests.web.query_plans import is_explainable, large_tables, plan_of, scans_of

SMALL, LARGE = 400, 1600


@pytest.mark.slow
def test_the_work_of_no_statement_grows_with_games_and_moves(tmp_path: Path):
    logs = []
    for games in (SMALL, LARGE):
        url = f"sqlite:///{tmp_path / f'{games}.db'}"
        fill_database(url, games, 6 * games)
        logs.append(log_of_a_server(url).by_form)
    small, large = logs
    grown = [
        f"{small[form].most} -> {large[form].most}: {form}"
        for form in sorted(small.keys() & large.keys())
        if large[form].most > 1.5 * small[form].most + 500 and not is_allowed(large[form])
    ]
    assert len(small.keys() & large.keys()) > 150
    assert not grown, "\n\n".join(grown)


@pytest.mark.proof
@pytest.mark.postgres
def test_no_plan_of_postgres_scans_a_table_that_grows(fresh_postgres_url: str):
    fill_database(fresh_postgres_url, LARGE, 6 * LARGE)
    statements = log_of_a_server(fresh_postgres_url).by_form.values()
    engine = open_engine(fresh_postgres_url)
    with engine.connect() as connection:
        large = large_tables(connection, LARGE)
        for choice in (
            "seqscan",
            "hashjoin",
            "mergejoin",
        ):  # cheaper here, because tables are small
            connection.exec_driver_sql(f"SET enable_{choice} = off")
        scans = [
            f"{scan}: {statement.form}"
            for statement in statements
            if is_explainable(statement) and not is_allowed(statement)
            for scan in scans_of(plan_of(connection, statement), large)
        ]
    engine.dispose()
    assert {"games", "moves", "seats", "outbox"} <= large
    assert not scans, "\n\n".join(scans)
