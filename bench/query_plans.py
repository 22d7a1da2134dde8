"""Plans of all statements of a server on a large Postgres.

    python -m bench.query_plans POSTGRES_URL GAMES [--write]

The database was filled by `python -m bench.growth POSTGRES_URL GAMES MOVES`. All pages, API reads,
workers and usual acts run once (tests/web/every_statement.py). Then Postgres explains each form of
a statement with the parameters of its first run, and runs the reading ones again with a timer.
The clocks are not computed again as after an outage, which takes a transaction for each running
game. Status 1 means a plan that reads a whole table with a row for every other game, or more.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterator

import msgspec
import sqlalchemy as sa

from app.services.watch.benchmarks import Measurement
from app.store.engine import open_engine
from bench.written import at_most, counted, write
from tests.web.every_statement import is_allowed, log_of_a_server
from tests.web.growth import Statement
from tests.web.query_plans import is_explainable, large_tables, plan_of, scans_of


class Explained(msgspec.Struct):
    """Plans of a server: rows of the largest tables, whole scans, and the time of each read."""

    rows: dict[str, int]
    forms: int
    scans: list[str] = msgspec.field(default_factory=list)
    times: list[tuple[float, str]] = msgspec.field(default_factory=list)

    def lines(self) -> Iterator[str]:
        yield f"{self.forms} forms of statements; {self.rows['games']} games, {self.rows['moves']} moves"
        yield from (f"! {scan}" for scan in self.scans)
        yield from (f"{time:8.1f} ms  {form[:150]}" for time, form in self.times[:10])

    def figures(self) -> Iterator[Measurement]:
        """Yield the figures for the page /quality."""
        times = [time for time, _ in self.times]
        yield counted("plan_games", self.rows["games"])
        yield counted("plan_moves", self.rows["moves"])
        yield counted("plan_statements", self.forms)
        yield at_most("plan_scans", len(self.scans), 0)
        yield counted("plan_median", round(statistics.median(times), 2), "ms")
        yield counted("plan_slowest", round(max(times), 1), "ms")


def explain_all(url: str, games: int) -> Explained:
    """Run everything on the server and explain its statements."""
    statements = [
        one
        for one in log_of_a_server(url, after_outage=False).by_form.values()
        if is_explainable(one) and not is_allowed(one)
    ]
    engine = open_engine(url)
    with engine.connect() as connection:
        large = large_tables(connection, games)
        found = Explained({name: rows_of(connection, name) for name in ("games", "moves")}, 0)
        for statement in statements:
            found.forms += 1
            scans = scans_of(plan_of(connection, statement), large)
            found.scans += [f"{scan}: {statement.form}" for scan in scans]
            if statement.text.startswith("SELECT"):
                found.times.append((time_of(connection, statement), statement.form))
    engine.dispose()
    found.times.sort(reverse=True)
    return found


def rows_of(connection: sa.Connection, table: str) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(sa.table(table))).scalar_one()


def time_of(connection: sa.Connection, statement: Statement) -> float:
    """Milliseconds of a read on Postgres, without its planning."""
    given = statement.parameters
    one = given[0] if isinstance(given, list) else given
    text = f"EXPLAIN (ANALYZE, FORMAT JSON) {statement.text}"
    found = connection.exec_driver_sql(text, one).scalar_one()
    return float(found[0]["Execution Time"])


def main() -> int:
    """Explain the statements, print the scans and the slowest reads, and write them on request."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("games", type=int)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    found = explain_all(asked.url, asked.games)
    print(*found.lines(), sep="\n")
    if asked.write:
        command = f"python -m bench.query_plans POSTGRES_URL {asked.games} --write"
        write("query-plans", command, found.figures())
    return 1 if found.scans else 0


if __name__ == "__main__":
    sys.exit(main())
