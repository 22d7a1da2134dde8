"""Offices in the long games of a club, on both databases (CAR-CLB-51)."""

from __future__ import annotations

import pytest

from app.kernel.refusal import Refused
from app.services.clubs import club_log, game_offices, members
from app.services.errors import NoSuchGame, NoSuchPerson, NotYourSeat
from app.services.people import account_deletion
from app.services.play import lobby, orders, referees
from app.services.watch import game_view
from app.store import records
from tests.contract.tiny import caravans
from tests.services.clubs.staffed_club import NAMES, StaffedClub

KIND = '"kind":"club"'


@pytest.fixture
def staffed(services) -> StaffedClub:
    return StaffedClub(services)


def founded(staffed: StaffedClub, role: str = "organiser", **more: object) -> records.Game:
    """Running game that a member of the club has founded without playing."""
    values = {"visibility": "club", "club": staffed.club, "title": "Caravana", **more}
    services = staffed.services
    game = lobby.open_table(services, staffed.ids[role], "caravans", "plain", "judge", **values)
    for player in ("member", "member 2", "scribe"):
        if game.status == "open":
            game = lobby.join_table(services, game.address, staffed.ids[player])
    return game


def holders(staffed: StaffedClub, game: records.Game) -> list[str]:
    with staffed.services.store.read() as work:
        seats = work.seats.for_game(game.id)
    names = {number: role for role, number in staffed.ids.items()}
    return [names[one.user_id] for seat in seats for one in seat.referees]


def opens(staffed: StaffedClub, game: records.Game, role: str) -> None:
    last = game_view.load_view(staffed.services, game.address, staffed.ids["owner"]).last
    me = staffed.ids[role]
    orders.declare_order(
        staffed.services, game.address, me, f"{role} {last}", last, caravans.Open(), seat="judge"
    )


def lines(staffed: StaffedClub) -> list[str]:
    found = club_log.load_log(staffed.services, staffed.club, staffed.ids["owner"])
    return [f"{one.by.in_('en')} {one.says.in_('en')}" for one in found]


def told(staffed: StaffedClub, role: str) -> str:
    with staffed.services.store.read() as work:
        rows = work.outbox.of_user(staffed.ids[role], 50)
    return " ".join(row.message for row in rows if ":office:" in row.key)


def removed(staffed: StaffedClub, role: str) -> None:
    members.remove_member(staffed.services, staffed.club, staffed.ids["owner"], staffed.ids[role])


def loses_role(staffed: StaffedClub, role: str) -> None:
    owner, services = staffed.ids["owner"], staffed.services
    members.give_role(services, staffed.club, owner, staffed.ids[role], "member")
    members.take_role(services, staffed.club, owner, staffed.ids[role], "organiser")


def leaves(staffed: StaffedClub, role: str) -> None:
    members.leave_club(staffed.services, staffed.club, staffed.ids[role])


def deletes(staffed: StaffedClub, role: str) -> None:
    with staffed.services.store.read() as work:
        user = work.users.find_user(staffed.ids[role])
    account_deletion.delete_account(staffed.services, user)


@pytest.mark.parametrize("goes", [removed, loses_role, leaves, deletes])
def test_the_last_office_goes_to_an_owner_with_the_right(staffed, goes):
    game = founded(staffed)
    goes(staffed, "organiser")
    assert holders(staffed, game) == ["owner"]
    with pytest.raises((NotYourSeat, NoSuchGame)):
        opens(staffed, game, "organiser")
    with pytest.raises((NotYourSeat, NoSuchGame)):
        referees.name_referee(
            staffed.services, game.address, staffed.ids["organiser"], NAMES["scribe"]
        )
    opens(staffed, game, "owner")
    assert any("gave the office in “Caravana” to Nines" in one for one in lines(staffed))


@pytest.mark.parametrize("goes", [removed, loses_role, leaves])
def test_another_organiser_keeps_the_office_alone(staffed, goes):
    game = founded(staffed, referees=[NAMES["scribe"]])
    goes(staffed, "organiser")
    assert holders(staffed, game) == ["scribe"]


def test_a_role_without_the_right_to_organise_ends_no_office(staffed):
    game = founded(staffed, referees=[NAMES["scribe"]])
    owner = staffed.ids["owner"]
    members.give_role(staffed.services, staffed.club, owner, staffed.ids["scribe"], "member")
    members.take_role(staffed.services, staffed.club, owner, staffed.ids["scribe"], "scribe")
    assert holders(staffed, game) == ["organiser", "scribe"]


def test_an_organiser_outside_the_club_keeps_the_office(staffed):
    game = founded(staffed, visibility="open", referees=[NAMES["stranger"]])
    removed(staffed, "organiser")
    assert holders(staffed, game) == ["stranger"]


def test_games_of_other_clubs_keep_their_organisers(staffed):
    game = founded(staffed, visibility="open", club=None)
    removed(staffed, "organiser")
    assert holders(staffed, game) == ["organiser"]


def test_an_owner_takes_an_office_away(staffed):
    game, owner = founded(staffed), staffed.ids["owner 2"]
    game_offices.remove_from_office(staffed.services, game.address, owner, staffed.ids["organiser"])
    assert holders(staffed, game) == ["owner 2"]
    assert "Quinto ended the office of Berta in “Caravana”." in lines(staffed)
    with pytest.raises(Refused, match="CAR-CLB-51"):
        game_offices.remove_from_office(staffed.services, game.address, owner, owner)
    assert holders(staffed, game) == ["owner 2"]


@pytest.mark.parametrize(
    ("role", "answer"),
    [("organiser 2", "CAR-CLB-05"), ("referee", "CAR-CLB-05"), ("member", "CAR-CLB-05"), ("stranger", "hidden")],
)  # fmt: skip
def test_only_owners_take_an_office(staffed, role, answer):
    game, other = founded(staffed), staffed.ids["organiser"]
    expected = NoSuchGame if answer == "hidden" else Refused
    with pytest.raises(expected) as refused:
        game_offices.remove_from_office(staffed.services, game.address, staffed.ids[role], other)
    if answer != "hidden":
        assert refused.value.refusals[0].rule == answer
    assert holders(staffed, game) == ["organiser"]


def test_an_owner_takes_only_what_a_user_holds(staffed):
    game, owner = founded(staffed), staffed.ids["owner"]
    with pytest.raises(NoSuchPerson):
        game_offices.remove_from_office(
            staffed.services, game.address, owner, staffed.ids["member"]
        )
    other = founded(staffed, visibility="open", club=None)
    with pytest.raises(Refused, match="CAR-CLB-51"):
        game_offices.remove_from_office(
            staffed.services, other.address, owner, staffed.ids["organiser"]
        )


def test_owner_and_former_organiser_are_notified(staffed):
    with staffed.services.store.write() as work:
        for role in ("owner", "organiser"):
            work.users.update_user(staffed.ids[role], email=f"{role}@example.org")
        work.commit()
    founded(staffed)
    removed(staffed, "organiser")
    ended, held = told(staffed, "organiser"), told(staffed, "owner")
    assert ended.count(KIND) == held.count(KIND) == 1
    assert "you do not organise “Caravana”" in ended and "you organise “Caravana”" in held


def test_the_log_of_a_club_names_no_private_game(staffed):
    founded(staffed, visibility="private")
    removed(staffed, "organiser")
    assert "Caravana" not in "".join(lines(staffed))
