"""Each role may do in each state what the file says, and nothing else."""

from __future__ import annotations

import itertools
import shutil
import sqlite3
from pathlib import Path

import pytest
import yaml

from app.kernel.refusal import Refused
from app.services.clubs import clubs, members
from app.services.clubs.roles import PERMISSIONS, WORDS
from app.services.container import Services
from app.services.errors import NoSuchClub
from app.services.people import accounts, moderation
from tests.contract.tiny import TINY
from tests.services.clubs.page_operations import write_pages
from tests.services.clubs.staffed_club import OPERATIONS, StaffedClub

FILE = yaml.safe_load(Path(__file__).with_name("club_permissions.yaml").read_text())
ROLES = FILE.pop("roles")
SUSPENDED = FILE.pop("suspended")["every operation"]
FILE["suspended"] = {operation: [SUSPENDED] * len(ROLES) for operation in OPERATIONS}
CASES = [(state, operation) for state, rows in FILE.items() for operation in rows]

ACTS_OF_MODERATORS = {"muted": "mute", "suspended": "suspend"}
"""Acts on all users of the club in these states."""


@pytest.fixture(scope="module")
def clubs_by_state(tmp_path_factory, migrated_sqlite):
    """Database of a club in each state, and the sessions of its users."""
    folder, found = tmp_path_factory.mktemp("clubs"), {}
    for state in FILE:
        path = folder / f"{state}.db"
        shutil.copy(migrated_sqlite, path)
        services = Services.open(TINY, f"sqlite:///{path}")
        staffed = StaffedClub(services)
        write_pages(staffed)
        for role in ("owner", "organiser 2"):  # a member keeps a role when the other one is taken
            members.give_role(
                services, staffed.club, staffed.ids["owner"], staffed.ids[role], "member"
            )
        if state == "archived":
            clubs.archive_club(services, staffed.club, staffed.ids["owner"], is_archived=True)
        elif state == "hidden":
            staffed.change_entry("link")
        staffed.sessions = {
            role: accounts.start_login(services, staffed.ids[role]).token for role in ROLES
        }
        for role in ROLES if state in ACTS_OF_MODERATORS else ():
            moderation.act_as_administrator(
                services, staffed.ids[role], ACTS_OF_MODERATORS[state], 7
            )
        services.close()
        found[state] = path, staffed
    return found


class Copies:
    """Copies of the database of a club: a new one after each act that changed the last."""

    def __init__(self, path: Path, staffed: StaffedClub, folder: Path):
        self.path, self.staffed, self.folder, self.numbers = (
            path,
            staffed,
            folder,
            itertools.count(1),
        )
        self.now: Path | None = None

    def answer(self, operation: str, role: str) -> str:
        """Answer to the operation of this role; a refusal leaves the database as it was."""
        if self.now is None:
            self.now = self.folder / f"{next(self.numbers)}.db"
            shutil.copy(self.path, self.now)
            self.staffed.services = Services.open(TINY, f"sqlite:///{self.now}")
        before = dump_of(self.now)
        session = self.staffed.sessions[role]
        if accounts.visitor_of_session(self.staffed.services, session) is None:
            return "log in"
        try:
            self.staffed.act(operation, role)
        except Refused as refused:
            answer = refused.refusals[0].rule
        except NoSuchClub:
            answer = "not found"
        else:
            self.end()
            return "yes"
        assert dump_of(self.now) == before, "a refusal changes nothing"
        return answer

    def end(self) -> None:
        if self.now is not None:
            self.staffed.services.close()
            self.now = None


def dump_of(path: Path) -> list:
    with sqlite3.connect(path) as connection:
        tables = (
            *("clubs", "club_roles", "club_entries", "club_links", "club_log", "outbox"),
            *(
                "club_messages",
                "complaints",
                "notification_targets",
                "club_welcomes",
                "club_unread_welcomes",
            ),
            *("club_polls", "club_poll_answers", "club_dates", "club_answers", "club_bookings"),
            *("club_announcements", "club_offers", "club_bans", "club_closings"),
            *("club_pages", "club_page_versions"),
        )
        return [connection.execute(f"SELECT * FROM {one}").fetchall() for one in tables]  # noqa: S608 - fixed names


@pytest.mark.slow
@pytest.mark.parametrize(("state", "operation"), CASES)
def test_each_role_may_do_what_the_file_says(clubs_by_state, tmp_path, state, operation):
    copies = Copies(*clubs_by_state[state], tmp_path)
    found = {role: copies.answer(operation, role) for role in ROLES}
    copies.end()
    assert found == dict(zip(ROLES, map(written, FILE[state][operation]), strict=True))


def written(cell: object) -> str:
    """Cell of the file; YAML reads a plain yes as true."""
    return "yes" if cell is True else str(cell)


def test_every_operation_stands_in_the_file():
    assert set(OPERATIONS) == {operation for _, operation in CASES}


def test_every_permission_has_a_role_and_words():
    assert set(WORDS) == set().union(*PERMISSIONS.values())
