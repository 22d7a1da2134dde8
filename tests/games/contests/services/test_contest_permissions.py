"""Permissions of a contest of a club, as their file lists them: role, operation and state.

Every order and every operation of the API that acts on a contest has a row, or a reason.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import msgspec
import pytest
import yaml

from app.games import shelf
from app.kernel.correction_orders import CorrectMove
from app.kernel.refusal import Refused
from app.kernel.table_orders import LeaveSeat
from app.services.container import Services
from app.services.errors import NoSuchClub, NoSuchGame, NotYourSeat
from app.web.api.schema import GIVEN
from tests.games.contests.services.contest_acts import Hidden, LogInFirst
from tests.games.contests.services.contest_roles import CONDITIONS, STATES, ClubContest
from tests.leaks.listed import an_app, there
from tests.matrices import cells_of

FILE = yaml.safe_load(
    Path(__file__).with_suffix("").with_name("contest_permissions.yaml").read_text()
)
WORDS = {
    LogInFirst: "log in",
    NotYourSeat: "no seat",
    NoSuchGame: "not found",
    NoSuchClub: "not found",
    Hidden: "hidden",
}
"""Answers by error, other than the rule of a refusal."""


class Founded:
    """Databases of a contest in one state: one for each condition of its members. A test that
    changes its copy gets a new one.
    """

    def __init__(self, migrated: Path, folder: Path, state: str):
        self.folder, self.state = folder, state
        first = self.file("")
        shutil.copy(migrated, first)
        self.contest = ClubContest(open_services(first)).found(state)
        self.contest.services.close()
        for condition in {condition for condition, _ in CONDITIONS.values()}:
            shutil.copy(first, self.file(condition))
            suffering = self.on(self.file(condition))
            suffering.suffer(condition)
            suffering.services.close()
        self.copies: dict[str, tuple[ClubContest, sqlite3.Connection]] = {}

    def file(self, name: str) -> Path:
        return self.folder / f"{self.state} {name}.db".replace(" ", "-")

    def on(self, file: Path) -> ClubContest:
        """The same contest in this database."""
        found = ClubContest(open_services(file))
        found.__dict__ |= {**self.contest.__dict__, "services": found.services}
        return found

    def answer(self, operation: str, role: str) -> str:
        """Answer to an operation: "yes", or its refusal, which commits nothing."""
        condition = CONDITIONS.get(role, ("", role))[0]
        if condition not in self.copies:
            used = self.file(f"{condition} copy")
            shutil.copy(self.file(condition), used)
            watching = sqlite3.connect(used, isolation_level=None)
            self.copies[condition] = self.on(used), watching
        contest, watching = self.copies[condition]
        before = committed(watching)
        answer = self.tried(contest, operation, role)
        if answer == "yes":
            self.close(condition)
        else:
            assert committed(watching) == before, f"{role}: a refusal changes nothing"
        return answer

    def tried(self, contest: ClubContest, operation: str, role: str) -> str:
        try:
            contest.act(operation, role)
        except Refused as refused:
            return refused.refusals[0].rule
        except tuple(WORDS) as error:
            return WORDS[type(error)]
        return "yes"

    def close(self, condition: str) -> None:
        contest, watching = self.copies.pop(condition)
        contest.services.close()
        watching.close()


def open_services(file: Path) -> Services:
    return Services.open(shelf(), f"sqlite:///{file}")


def committed(watching: sqlite3.Connection) -> int:
    """Number that each commit of another connection changes."""
    return watching.execute("PRAGMA data_version").fetchone()[0]


def roles_of(names: list[str]) -> list[str]:
    """Roles of a cell, which names roles and groups of them."""
    return [role for name in names for role in FILE["groups"].get(name, [name])]


def matrix() -> dict[str, dict[str, dict[str, str]]]:
    """Answers by operation, state and role. A state has the rows of the one that it is `like`."""
    states: dict[str, dict] = {}
    for state, rows in FILE["states"].items():
        states[state] = {**states.get(rows.get("like", ""), {}), **rows}
        states[state].pop("like", None)
    found: dict[str, dict[str, dict[str, str]]] = {}
    for state, rows in states.items():
        for operation, cells in rows.items():
            row = {
                role: "yes" if answer is True else str(answer)
                for answer, names in cells.items()
                for role in roles_of(names)
            }
            found.setdefault(operation, {})[state] = {role: row[role] for role in FILE["roles"]}
    return found


MATRIX = matrix()


@pytest.fixture(scope="module")
def founded(tmp_path_factory, migrated_sqlite: Path) -> Iterator[dict[str, Founded]]:
    """Databases by state; each is made for the first row that asks for it."""
    folder, found = tmp_path_factory.mktemp("contests"), FoundedByState()
    found.make = partial(Founded, migrated_sqlite, folder)
    yield found
    for one in found.values():
        for condition in list(one.copies):
            one.close(condition)


class FoundedByState(dict[str, Founded]):
    """Founded contests, each made when it is asked for."""

    make: Callable[[str], Founded]

    def __missing__(self, state: str) -> Founded:
        self[state] = self.make(state)
        return self[state]


@pytest.mark.slow
@pytest.mark.parametrize(("operation", "state", "roles"), cells_of(MATRIX))
def test_each_role_may_do_what_the_file_says(founded, operation, state, roles):
    expected = {role: MATRIX[operation][state][role] for role in roles}
    assert {role: founded[state].answer(operation, role) for role in roles} == expected


def test_each_row_names_each_role_once():
    states = FILE["states"].items()
    rows = {(state, name): cells for state, some in states for name, cells in some.items()}
    for place, cells in rows.items():
        if place[1] != "like":
            named = [role for names in cells.values() for role in roles_of(names)]
            assert sorted(named) == sorted(FILE["roles"]), place


def test_each_state_of_a_swiss_contest_has_every_operation():
    """States of other contests have the operations that only they allow."""
    assert set(MATRIX) == set(FILE["operations"])
    for state in FILE["of every operation"]:
        assert [name for name in MATRIX if state not in MATRIX[name]] == [], state
    assert set(FILE["states"]) == set(STATES)


def test_each_operation_is_allowed_and_refused_somewhere():
    """A row that allows nothing in any state tries no permission, except those with a reason."""
    never = {
        name
        for name, states in MATRIX.items()
        if not any("yes" in row.values() for row in states.values())
    }
    assert never == set(FILE["never by a user"])
    always = {
        name
        for name, states in MATRIX.items()
        if all(set(row.values()) == {"yes"} for row in states.values())
    }
    assert always == set()


def test_every_order_of_a_contest_has_a_row_or_a_reason():
    """A new order needs an operation in the file, and its act in contest_roles.py."""
    kinds = (*shelf()["contests"].card.orders, *GIVEN, CorrectMove, LeaveSeat)
    tags = {str(msgspec.inspect.type_info(kind).tag) for kind in kinds}
    assert tags == set(named("order"))


@pytest.mark.slow
def test_every_operation_of_the_api_has_a_row_or_a_reason(tmp_path):
    """A new operation on a game needs a row in the file, or a reason in its list `elsewhere`."""
    known = there(an_app(tmp_path))["api"]
    acting = {one for one in known if "/games/{address}" in one and not one.startswith("GET ")}
    assert acting - set(named("api")) == set()
    assert set(named("api")) - known == set()


def named(kind: str) -> list[str]:
    """Orders (`order`) or operations of the API (`api`) that the file names."""
    rows = [one for some in FILE["operations"].values() for one in some]
    rows += [one for some in FILE["elsewhere"].values() for one in some]
    return [one.removeprefix(f"{kind} ") for one in rows if one.startswith(f"{kind} ")]
