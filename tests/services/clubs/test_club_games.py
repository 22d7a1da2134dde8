"""Games of a club: founding, joining, lists, membership that ends, on both databases."""

from __future__ import annotations

import pytest

from app.kernel.refusal import Refused
from app.services.clubs import club_games, clubs, members
from app.services.errors import NoSuchClub, NoSuchGame
from app.services.play import invitations, lobby, rematches
from app.services.watch import game_lists, game_view
from app.store import records
from tests.services.clubs.staffed_club import StaffedClub

OUTSIDE = ("stranger", "asked", "invited", "removed", "guest", None)
INSIDE = ("owner", "organiser", "referee", "scribe", "member", "reader")


@pytest.fixture
def staffed(services) -> StaffedClub:
    return StaffedClub(services)


def opened(staffed: StaffedClub, role: str = "member", **more: object) -> records.Game:
    values = {"visibility": "club", "club": staffed.club, **more}
    return lobby.open_table(staffed.services, staffed.ids[role], "parry", "plain", **values)


def sees(staffed: StaffedClub, role: str | None, address: int | str) -> bool:
    try:
        game_view.load_view(staffed.services, address, staffed.ids[role] if role else None)
    except NoSuchGame:
        return False
    return True


def refused_rule(act) -> str:
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.refusals[0].rule


def test_every_role_reads_and_no_other_user(staffed):
    game = opened(staffed)
    for address in (game.id, game.token, game.address):
        assert [role for role in INSIDE if not sees(staffed, role, address)] == []
        assert [role for role in OUTSIDE if sees(staffed, role, address)] == []


@pytest.mark.parametrize(
    ("role", "answer"),
    [("owner", "yes"), ("member", "yes"), ("reader", "CAR-CLB-05"), ("stranger", "none"), ("guest", "none")],
)  # fmt: skip
def test_members_who_play_open_tables(staffed, role, answer):
    if answer == "yes":
        assert opened(staffed, role).club_id == staffed.club
    elif answer == "none":
        with pytest.raises(NoSuchClub):
            opened(staffed, role)
    else:
        assert refused_rule(lambda: opened(staffed, role)) == answer


def test_organisers_found_campaigns(staffed, services):
    card = next(one.card for one in services.shelf.values() if not one.card.is_battle)
    may = {role for role in INSIDE if club_games.founding_clubs(services, staffed.ids[role], card)}
    assert may == {"owner", "organiser"}
    assert club_games.founding_clubs(services, None, card) == ()


def test_an_archived_club_and_no_club_found_nothing(staffed, services):
    assert refused_rule(lambda: opened(staffed, club=None)) == "CAR-CLB-22"
    clubs.archive_club(services, staffed.club, staffed.ids["owner"], is_archived=True)
    assert refused_rule(lambda: opened(staffed)) == "CAR-CLB-06"


def test_only_members_who_play_join_and_are_invited(staffed, services):
    game = opened(staffed)
    assert (
        refused_rule(lambda: lobby.join_table(services, game.address, staffed.ids["reader"]))
        == "CAR-CLB-23"
    )
    with pytest.raises(NoSuchGame):
        lobby.join_table(services, game.token, staffed.ids["stranger"])
    assert (
        refused_rule(
            lambda: invitations.invite_member(services, game.address, staffed.ids["member"], "Ximo")
        )
        == "CAR-CLB-23"
    )
    invitations.invite_member(services, game.address, staffed.ids["member"], "Maite")
    lobby.join_table(services, game.address, staffed.ids["scribe"])


def listed(staffed: StaffedClub, role: str | None) -> dict[str, list[int]]:
    """Numbers of the games that each list shows."""
    me = staffed.ids[role] if role else None
    found = {
        "open": lobby.open_tables(staffed.services, me),
        "running": game_lists.list_running(staffed.services, user_id=me),
        "finished": game_lists.list_finished(staffed.services, user_id=me),
    }
    return {name: [one.game.id for one in games] for name, games in found.items()}


def test_lists_show_the_games_of_a_club_to_its_members_only(staffed, services):
    waiting, running = opened(staffed).id, opened(staffed)
    lobby.join_table(services, running.address, staffed.ids["scribe"])
    for role in ("reader", "owner"):
        assert listed(staffed, role) == {"open": [waiting], "running": [running.id], "finished": []}
    for role in OUTSIDE:
        assert listed(staffed, role) == {"open": [], "running": [], "finished": []}, role
    page = {
        role: [
            one.game.id
            for one in club_games.list_club_games(
                services,
                clubs.load_club(services, staffed.club, staffed.ids.get(role)),
                staffed.ids.get(role),
            )
        ]
        for role in ("reader", "stranger", "visitor")
    }
    assert {role: sorted(found) for role, found in page.items()} == {
        "reader": sorted([waiting, running.id]),
        "stranger": [],
        "visitor": [],
    }


def test_visitors_read_the_public_games_of_a_club(staffed, services):
    public = opened(staffed, visibility="open")
    opened(staffed, visibility="private")
    view = clubs.load_club(services, staffed.club, None)
    assert [one.game.id for one in club_games.list_club_games(services, view, None)] == [public.id]


def test_a_departure_counts_at_once_and_ends_streams(staffed, services):
    """The open streams of a former member end; a player keeps the own seat."""
    game = opened(staffed)
    with services.store.read() as work:
        before = {
            role: work.users.count_ended_logins(staffed.ids[role]) for role in ("scribe", "reader")
        }
    members.remove_member(services, staffed.club, staffed.ids["owner"], staffed.ids["scribe"])
    members.leave_club(services, staffed.club, staffed.ids["reader"])
    with services.store.read() as work:
        after = {role: work.users.count_ended_logins(staffed.ids[role]) for role in before}
    assert after == {role: count + 1 for role, count in before.items()}
    assert not sees(staffed, "scribe", game.address) and not sees(staffed, "reader", game.address)
    members.leave_club(services, staffed.club, staffed.ids["member"])
    assert sees(staffed, "member", game.address)


def test_a_game_without_spectators_is_for_its_players_once_it_runs(staffed, services):
    game = opened(staffed, spectators=False)
    assert sees(staffed, "reader", game.address)
    lobby.join_table(services, game.address, staffed.ids["scribe"])
    assert not sees(staffed, "reader", game.address) and sees(staffed, "scribe", game.address)


def test_an_invitation_or_a_link_opens_no_club_game(staffed, services):
    """A stored invitation and the secret address give no view to an outsider."""
    game = opened(staffed)
    with services.store.write() as work:
        work.invitations.add_invitation(
            game.id, staffed.ids["stranger"], staffed.ids["member"], "2026-01-01T00:00:00.000Z"
        )
        work.commit()
    assert not sees(staffed, "stranger", game.token)


def test_a_rematch_stays_in_the_club(staffed, services):
    game = opened(staffed)
    lobby.join_table(services, game.address, staffed.ids["scribe"])
    with services.store.write() as work:
        work.games.update_game(game.id, status="over")
        work.commit()
    again = rematches.open_rematch(services, game.address, staffed.ids["member"])
    assert again.club_only and again.club_id == staffed.club and again.rematch_of == game.id
    assert sees(staffed, "reader", again.address) and not sees(staffed, "stranger", again.address)
