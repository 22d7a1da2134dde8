"""Transfer, backup and restore of a filled club with a contest, its calendar and its files."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest

from app.games import shelf
from app.games.contests import orders as o
from app.kernel.contract import Order
from app.services.clubs import closing, club_export, club_import, club_names, clubs, members
from app.services.container import Services
from app.services.play import lobby, open_seats, orders
from app.services.watch import game_view
from app.store import records
from app.store.checksums import TableSum
from app.store.transfer import back_up, copy_database, restore_backup
from tests.games.contests.leak_secrets import ARMIES, ARMY
from tests.services.clubs.staffed_club import NAMES, StaffedClub
from tests.services.clubs.test_club_files import filled
from tests.store.test_carrying import counted

TERMS = {"battle": "cry_havoc/lady_edith", "places": "4"}
ENTRIES = {
    "member": o.Enter("Falcons", player="Ana"),
    "member 2": o.Enter("Owls", player="Bea"),
    "scribe": o.Enter(player="Cid", team="p1"),
    "referee": o.Enter(player="Dora", team="p2"),
}
"""Entries in a contest of two teams, whose captains have the seats p1 and p2."""
LISTS = (("member", ""), ("member", "p3"), ("member 2", ""), ("referee", ""))
"""Members who send army lists. A captain sends one for the player that is named."""


@pytest.fixture
def staffed(sqlite_url) -> StaffedClub:
    """Filled club with a contest whose first round is published."""
    services = Services.open(shelf(), sqlite_url)
    staffed = filled(StaffedClub(services))
    owner = staffed.ids["owner"]
    members.give_role(services, staffed.club, owner, staffed.ids["member"], "owner")
    staffed.enter("asked 2")
    staffed.contest = published(staffed, TERMS, {role: o.Enter(NAMES[role]) for role in ENTRIES})
    staffed.teams = published(staffed, TERMS | {"team_size": "2"}, ENTRIES)
    staffed.listed = with_lists(staffed)
    staffed.closing = closing_copy(staffed)
    services.close()
    return staffed


def with_lists(staffed: StaffedClub) -> records.Game:
    """Contest of two teams whose lists are still secret. A captain has sent two of them."""
    game = signed_up(staffed, TERMS | ARMIES | {"team_size": "2"}, ENTRIES)
    give(staffed, game, "owner", o.CloseSignUp(), seat="referee")
    for role, player in LISTS:
        give(staffed, game, role, o.SendList(army_of(role), player))
    return game


def army_of(role: str) -> dict[str, object]:
    """Army with the name of its sender. That of Bea has too many points."""
    spearmen = 90 if role == "member 2" else 20
    units = [{"spearman": spearmen}, {"spearman": 20}, {"archer": 20}]
    return ARMY | {"units": units, "name": NAMES[role]}


def closing_copy(staffed: StaffedClub) -> int:
    """Number of a club from the file of the first, whose founder has proposed to close it."""
    services, owner = staffed.services, staffed.ids["owner"]
    data = club_export.export_club(services, staffed.club, owner)
    club = club_import.import_club(services, owner, data, "Dragones de Osma").id
    clubs.archive_club(services, club, owner, is_archived=True)
    closing.propose_closing(services, club, owner)
    return club


def published(
    staffed: StaffedClub, terms: dict[str, str], entries: dict[str, o.Enter]
) -> records.Game:
    """Contest of the club with these entries, whose first round is published."""
    game = signed_up(staffed, terms, entries)
    for order in (o.CloseSignUp(), o.DraftRound(), o.PublishRound()):
        give(staffed, game, "owner", order, seat="referee")
    return game


def signed_up(
    staffed: StaffedClub, terms: dict[str, str], entries: dict[str, o.Enter]
) -> records.Game:
    """Contest of the club with these entries."""
    services, owner = staffed.services, staffed.ids["owner"]
    game = lobby.open_table(
        *(services, owner, "contests", "robin", "referee"),
        visibility="club",
        terms=terms,
        gathers=True,
        club=staffed.club,
    )
    for role, entry in entries.items():
        open_seats.take_seat(services, game.id, staffed.ids[role], f"in {role}", entry)
    if "team_size" in terms:
        for captain, player in (("member", "p3"), ("member 2", "p4")):
            give(staffed, game, captain, o.AnswerPlayer(player, True))
    return game


def give(staffed: StaffedClub, game: records.Game, role: str, order: Order, seat: str = "") -> None:
    services, user = staffed.services, staffed.ids[role]
    last = game_view.load_view(services, game.address, user).last
    command = f"{type(order).__name__} {role} {last}"
    orders.declare_order(services, game.id, user, command, last, order, seat=seat or None)


def require_filled(found: tuple[TableSum, ...]) -> None:
    """Each table of clubs has a row, so that the copy has something to lose."""
    empty = {one.table for one in found if one.table.startswith("club") and not one.rows}
    assert not empty, empty


def file_of(services: Services, staffed: StaffedClub) -> dict[str, object]:
    """File of the club without the time of its export."""
    found = json.loads(club_export.export_club(services, staffed.club, staffed.ids["owner"]))
    assert found.pop("written_at")
    return found


def require_readable(staffed: StaffedClub, url: str) -> None:
    """The club, its file and its contest read as before."""
    services = Services.open(shelf(), url)
    owner = staffed.ids["owner"]
    assert file_of(services, staffed) == staffed.file
    state = game_view.load_view(services, staffed.contest.address, owner).table.state
    assert state.round == 1 and len(state.pairings) == 2
    copy = clubs.load_club(services, staffed.closing, owner)
    assert copy.closing is not None and club_names.list_names(services, copy)
    teams = game_view.load_view(services, staffed.teams.address, owner).table.state
    assert [teams.entrants[key].squad for key in ("p1", "p2")] == [("p1~1", "p3"), ("p2~1", "p4")]
    assert len(teams.pairings[0].boards) == 2
    with services.store.read() as work:
        for game in (staffed.contest, staffed.teams):
            assert len(work.child_battles.of_game(game.id)) == 2
    require_lists(services, staffed)
    services.close()


def require_lists(services: Services, staffed: StaffedClub) -> None:
    """Each list is as it was sent, and known to its sender and the captain only."""
    for role, keys in (("member", {"p1~1", "p3"}), ("scribe", {"p3"}), ("owner", set())):
        seen = game_view.load_view(services, staffed.listed.address, staffed.ids[role])
        assert {key for key, one in seen.view.contest.lists.items() if one.army} == keys
    sent = seen.history.now.state.lists
    assert {key: one.army["name"] for key, one in sent.items()} == {
        "p1~1": "Tom", "p3": "Tom", "p2~1": "Pau", "p4": "Ana"
    }  # fmt: skip
    assert [key for key, one in sent.items() if one.faults] == ["p2~1"]


def require_boards_with_lists(staffed: StaffedClub, url: str) -> None:
    """The organiser opens the lists, and the boards begin with those without faults."""
    services, here = Services.open(shelf(), url), copy.copy(staffed)
    here.services = services
    for order in (o.OpenLists(), o.DraftRound(), o.PublishRound()):
        give(here, staffed.listed, "owner", order, seat="referee")
    with services.store.read() as work:
        tables = work.child_battles.of_game(staffed.listed.id)
        armies = [work.seats.contributions_by_seat(one.id).values() for one in tables]
    names = sorted(one["army"]["name"] for brought in armies for one in brought)
    assert names == ["Ana", "Tom", "Tom"]
    services.close()


@pytest.fixture
def kept(staffed, sqlite_url):
    """The club with the file of its club, closed again."""
    services = Services.open(shelf(), sqlite_url)
    staffed.file = file_of(services, staffed)
    services.close()
    return staffed


@pytest.mark.slow
@pytest.mark.postgres
def test_a_filled_club_moves_to_postgres_and_back(kept, sqlite_url, fresh_postgres_url, tmp_path):
    home, back = counted(sqlite_url), f"sqlite:///{tmp_path / 'back.db'}"
    require_filled(home)
    assert copy_database(sqlite_url, fresh_postgres_url) == home
    require_readable(kept, fresh_postgres_url)
    assert copy_database(fresh_postgres_url, back) == counted(fresh_postgres_url)
    require_readable(kept, back)
    require_boards_with_lists(kept, back)


@pytest.mark.slow
def test_a_filled_club_comes_back_from_its_backup(kept, sqlite_url, tmp_path):
    file, there = Path(tmp_path / "kept" / "club.db"), f"sqlite:///{tmp_path / 'there.db'}"
    home = back_up(sqlite_url, file)
    require_filled(home)
    assert restore_backup(file, there) == home == counted(sqlite_url)
    require_readable(kept, there)
    require_boards_with_lists(kept, there)
