"""Transfer, backup and restore of a filled club with a contest, its calendar and its files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.games import shelf
from app.games.contests import orders as o
from app.services.clubs import club_export, members
from app.services.container import Services
from app.services.play import lobby, open_seats, orders
from app.services.watch import game_view
from app.store.checksums import TableSum
from app.store.transfer import back_up, copy_database, restore_backup
from tests.services.clubs.club_town import NAMES, ClubTown
from tests.services.clubs.test_club_files import filled
from tests.store.test_carrying import counted

EMPTY = {"club_closings", "club_names"}
"""Tables of clubs without a row here: it is not being closed, and it came from no other server."""
TERMS = {"battle": "cry_havoc/lady_edith", "places": "4"}


@pytest.fixture
def town(sqlite_url) -> ClubTown:
    """Filled club with a contest whose first round is published."""
    services = Services.open(shelf(), sqlite_url)
    town = filled(ClubTown(services))
    owner = town.ids["owner"]
    members.give_role(services, town.club, owner, town.ids["member"], "owner")
    town.enter("asked 2")
    game = lobby.open_table(
        *(services, owner, "contests", "robin", "referee"),
        visibility="club",
        terms=TERMS,
        gathers=True,
        club=town.club,
    )
    for role in ("member", "member 2", "scribe", "referee"):
        entry = o.Enter(NAMES[role])
        open_seats.take_seat(services, game.id, town.ids[role], f"in {role}", entry)
    for order in (o.CloseSignUp(), o.DraftRound(), o.PublishRound()):
        last = game_view.load_view(services, game.address, owner).last
        command = type(order).__name__
        orders.declare_order(services, game.id, owner, command, last, order, seat="referee")
    services.close()
    town.contest = game
    return town


def require_filled(found: tuple[TableSum, ...]) -> None:
    """Each table of clubs has a row, so that the copy has something to lose."""
    empty = {one.table for one in found if one.table.startswith("club") and not one.rows}
    assert empty <= EMPTY, empty


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
    with services.store.read() as work:
        assert len(work.child_battles.of_game(town.contest.id)) == 2
    services.close()


@pytest.fixture
def kept(town, sqlite_url):
    """The town with the file of its club, closed again."""
    services = Services.open(shelf(), sqlite_url)
    town.file = file_of(services, town)
    services.close()
    return town


@pytest.mark.postgres
def test_a_filled_club_moves_to_postgres_and_back(kept, sqlite_url, fresh_postgres_url, tmp_path):
    home, back = counted(sqlite_url), f"sqlite:///{tmp_path / 'back.db'}"
    require_filled(home)
    assert copy_database(sqlite_url, fresh_postgres_url) == home
    require_readable(kept, fresh_postgres_url)
    assert copy_database(fresh_postgres_url, back) == counted(fresh_postgres_url)
    require_readable(kept, back)


def test_a_filled_club_comes_back_from_its_backup(kept, sqlite_url, tmp_path):
    file, there = Path(tmp_path / "kept" / "club.db"), f"sqlite:///{tmp_path / 'there.db'}"
    home = back_up(sqlite_url, file)
    require_filled(home)
    assert restore_backup(file, there) == home == counted(sqlite_url)
    require_readable(kept, there)
