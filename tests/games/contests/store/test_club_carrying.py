"""Transfer, backup and restore of a filled club with a contest, its calendar and its files."""

from __future__ import annotations

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
from tests.services.clubs.club_town import NAMES, ClubTown
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


@pytest.fixture
def town(sqlite_url) -> ClubTown:
    """Filled club with a contest whose first round is published."""
    services = Services.open(shelf(), sqlite_url)
    town = filled(ClubTown(services))
    owner = town.ids["owner"]
    members.give_role(services, town.club, owner, town.ids["member"], "owner")
    town.enter("asked 2")
    town.contest = published(town, TERMS, {role: o.Enter(NAMES[role]) for role in ENTRIES})
    town.teams = published(town, TERMS | {"team_size": "2"}, ENTRIES)
    town.closing = closing_copy(town)
    services.close()
    return town


def closing_copy(town: ClubTown) -> int:
    """Number of a club from the file of the first, whose founder has proposed to close it."""
    services, owner = town.services, town.ids["owner"]
    data = club_export.export_club(services, town.club, owner)
    club = club_import.import_club(services, owner, data, "Dragones de Osma").id
    clubs.archive_club(services, club, owner, is_archived=True)
    closing.propose_closing(services, club, owner)
    return club


def published(town: ClubTown, terms: dict[str, str], entries: dict[str, o.Enter]) -> records.Game:
    """Contest of the club with these entries, whose first round is published."""
    services, owner = town.services, town.ids["owner"]
    game = lobby.open_table(
        *(services, owner, "contests", "robin", "referee"),
        visibility="club",
        terms=terms,
        gathers=True,
        club=town.club,
    )
    for role, entry in entries.items():
        open_seats.take_seat(services, game.id, town.ids[role], f"in {role}", entry)
    if "team_size" in terms:
        for captain, player in (("member", "p3"), ("member 2", "p4")):
            give(town, game, captain, o.AnswerPlayer(player, True))
    for order in (o.CloseSignUp(), o.DraftRound(), o.PublishRound()):
        give(town, game, "owner", order, seat="referee")
    return game


def give(town: ClubTown, game: records.Game, role: str, order: Order, seat: str = "") -> None:
    services, user = town.services, town.ids[role]
    last = game_view.load_view(services, game.address, user).last
    command = f"{type(order).__name__} {role}"
    orders.declare_order(services, game.id, user, command, last, order, seat=seat or None)


def require_filled(found: tuple[TableSum, ...]) -> None:
    """Each table of clubs has a row, so that the copy has something to lose."""
    empty = {one.table for one in found if one.table.startswith("club") and not one.rows}
    assert not empty, empty


def file_of(services: Services, town: ClubTown) -> dict[str, object]:
    """File of the club without the time of its export."""
    found = json.loads(club_export.export_club(services, town.club, town.ids["owner"]))
    assert found.pop("written_at")
    return found


def require_readable(town: ClubTown, url: str) -> None:
    """The club, its file and its contest read as before."""
    services = Services.open(shelf(), url)
    owner = town.ids["owner"]
    assert file_of(services, town) == town.file
    state = game_view.load_view(services, town.contest.address, owner).table.state
    assert state.round == 1 and len(state.pairings) == 2
    copy = clubs.load_club(services, town.closing, owner)
    assert copy.closing is not None and club_names.list_names(services, copy)
    teams = game_view.load_view(services, town.teams.address, owner).table.state
    assert [teams.entrants[key].squad for key in ("p1", "p2")] == [("p1~1", "p3"), ("p2~1", "p4")]
    assert len(teams.pairings[0].boards) == 2
    with services.store.read() as work:
        for game in (town.contest, town.teams):
            assert len(work.child_battles.of_game(game.id)) == 2
    services.close()


@pytest.fixture
def kept(town, sqlite_url):
    """The town with the file of its club, closed again."""
    services = Services.open(shelf(), sqlite_url)
    town.file = file_of(services, town)
    services.close()
    return town


@pytest.mark.slow
@pytest.mark.postgres
def test_a_filled_club_moves_to_postgres_and_back(kept, sqlite_url, fresh_postgres_url, tmp_path):
    home, back = counted(sqlite_url), f"sqlite:///{tmp_path / 'back.db'}"
    require_filled(home)
    assert copy_database(sqlite_url, fresh_postgres_url) == home
    require_readable(kept, fresh_postgres_url)
    assert copy_database(fresh_postgres_url, back) == counted(fresh_postgres_url)
    require_readable(kept, back)


@pytest.mark.slow
def test_a_filled_club_comes_back_from_its_backup(kept, sqlite_url, tmp_path):
    file, there = Path(tmp_path / "kept" / "club.db"), f"sqlite:///{tmp_path / 'there.db'}"
    home = back_up(sqlite_url, file)
    require_filled(home)
    assert restore_backup(file, there) == home == counted(sqlite_url)
    require_readable(kept, there)
