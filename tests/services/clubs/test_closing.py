"""Closing of clubs for good: two owners, thirty days, the worker, on both databases."""

from __future__ import annotations

import pytest

from app.kernel.refusal import Refused
from app.services.clubs import closing, clubs, members
from app.services.clubs.waiting import club_questions
from app.services.errors import NoSuchClub, NoSuchGame
from app.services.people import account_deletion, accounts, moderation
from app.services.play import lobby
from app.services.watch import game_view
from app.store.columns import metadata
from tests.services.clubs.staffed_club import StaffedClub

LATER = "2999-01-01T00:00:00.000Z"


@pytest.fixture
def staffed(services) -> StaffedClub:
    found = StaffedClub(services)
    clubs.archive_club(services, found.club, found.ids["owner"], is_archived=True)
    return found


def act(staffed: StaffedClub, name: str, role: str) -> None:
    getattr(closing, name)(staffed.services, staffed.club, staffed.ids[role])


def refused_rule(done) -> str:
    with pytest.raises(Refused) as refused:
        done()
    return refused.value.refusals[0].rule


def closed_later(staffed: StaffedClub, monkeypatch) -> int:
    """Number of clubs that the worker closes long after now."""
    with monkeypatch.context() as later:
        later.setattr(closing, "current_time", lambda: LATER)
        return closing.close_due_clubs(staffed.services)


def agreed(staffed: StaffedClub) -> StaffedClub:
    act(staffed, "propose_closing", "owner")
    act(staffed, "agree_to_closing", "owner 2")
    return staffed


def test_two_owners_close_an_archived_club_after_thirty_days(services, staffed, monkeypatch):
    act(staffed, "propose_closing", "owner")
    assert refused_rule(lambda: act(staffed, "agree_to_closing", "owner")) == "CAR-CLB-25"
    with services.store.read() as work:
        asked = [one.what.en for one in club_questions(work, staffed.ids["owner 2"])]
    assert "Close the club for good?" in asked
    assert closed_later(staffed, monkeypatch) == 0, "the second owner has not agreed"
    act(staffed, "agree_to_closing", "owner 2")
    assert clubs.load_club(services, staffed.club, staffed.ids["reader"]).closing.agreed_at
    assert clubs.load_club(services, staffed.club, None).closing is None
    assert closing.close_due_clubs(services) == 0, "thirty days are not over"
    assert closed_later(staffed, monkeypatch) == 1
    assert closed_later(staffed, monkeypatch) == 0
    for role in ("owner", "reader", "stranger"):
        with pytest.raises(NoSuchClub):
            clubs.load_club(services, staffed.club, staffed.ids[role])
    with services.store.read() as work:
        kinds = [one.kind for one in work.club_log.acts_of_club(staffed.club, 5, 10**9)]
    assert kinds[:3] == ["closed", "closing_agreed", "closing_proposed"]


def test_an_active_club_is_archived_first(services, staffed):
    clubs.archive_club(services, staffed.club, staffed.ids["owner"], is_archived=False)
    assert refused_rule(lambda: act(staffed, "propose_closing", "owner")) == "CAR-CLB-25"


@pytest.mark.parametrize("who", ["owner", "owner 2"])
def test_each_owner_withdraws_it_until_the_end(services, staffed, monkeypatch, who):
    act(agreed(staffed), "withdraw_closing", who)
    assert closed_later(staffed, monkeypatch) == 0
    assert refused_rule(lambda: act(staffed, "withdraw_closing", who)) == "CAR-CLB-25"


def test_opening_the_club_withdraws_the_closing(services, staffed, monkeypatch):
    clubs.archive_club(services, agreed(staffed).club, staffed.ids["owner"], is_archived=False)
    clubs.archive_club(services, staffed.club, staffed.ids["owner"], is_archived=True)
    assert closed_later(staffed, monkeypatch) == 0
    act(staffed, "propose_closing", "owner 2")


@pytest.mark.parametrize("who", ["owner", "owner 2"])
def test_an_agreement_ends_with_the_ownership(services, staffed, monkeypatch, who):
    members.leave_club(services, agreed(staffed).club, staffed.ids[who])
    assert closed_later(staffed, monkeypatch) == 0
    assert clubs.load_club(services, staffed.club, staffed.ids["reader"]).closing is None


def test_a_deleted_account_withdraws_its_agreement(services, staffed, monkeypatch):
    agreed(staffed)
    account_deletion.delete_account(services, accounts.load_user(services, staffed.ids["owner 2"]))
    assert closed_later(staffed, monkeypatch) == 0


def test_a_suspended_owner_closes_nothing(services, staffed, monkeypatch):
    moderation.act_as_administrator(services, agreed(staffed) and staffed.ids["owner"], "suspend")
    assert closed_later(staffed, monkeypatch) == 0
    moderation.act_as_administrator(services, staffed.ids["owner"], "lift")
    assert closed_later(staffed, monkeypatch) == 1


def test_the_administrator_is_the_second_of_a_single_owner(services, staffed, monkeypatch):
    assert (
        refused_rule(lambda: closing.agree_as_administrator(services, staffed.club)) == "CAR-CLB-25"
    )
    act(staffed, "propose_closing", "owner")
    assert (
        refused_rule(lambda: closing.agree_as_administrator(services, staffed.club)) == "CAR-CLB-25"
    )
    assert closing.clubs_to_agree(services) == []
    members.leave_club(services, staffed.club, staffed.ids["owner 2"])
    assert [one.id for one in closing.clubs_to_agree(services)] == [staffed.club]
    closing.agree_as_administrator(services, staffed.club)
    assert closing.clubs_to_agree(services) == []
    assert closed_later(staffed, monkeypatch) == 1


def test_games_of_a_closed_club_stay_with_their_players(services, staffed, monkeypatch):
    clubs.archive_club(services, staffed.club, staffed.ids["owner"], is_archived=False)
    game = lobby.open_table(
        services, staffed.ids["member"], "parry", "plain", visibility="club", club=staffed.club
    )
    clubs.archive_club(services, staffed.club, staffed.ids["owner"], is_archived=True)
    assert closed_later(agreed(staffed), monkeypatch) == 1
    assert game_view.load_view(services, game.address, staffed.ids["member"]).game.club_id is None
    with pytest.raises(NoSuchGame):
        game_view.load_view(services, game.address, staffed.ids["reader"])


def test_members_are_told_once_of_the_agreement_and_the_end(services, staffed, monkeypatch):
    with services.store.write() as work:
        work.users.update_user(staffed.ids["reader"], email="reader@example.org")
        work.commit()
    closed_later(agreed(staffed), monkeypatch)
    with services.store.read() as work:
        sent = [row.kind for row in work.outbox.of_user(staffed.ids["reader"], 10)]
    assert sent == ["club", "club"]


def test_nothing_of_a_club_keeps_it_from_closing():
    """Each key to a table of clubs deletes or empties itself, or the closing empties it."""
    emptied = {("games", "club_id"), ("complaints", "club_id")}
    kept = {
        (table.name, key.parent.name)
        for table in metadata.sorted_tables
        for key in table.foreign_keys
        if key.column.table.name.startswith("club") and not key.ondelete
    }
    assert kept == emptied
