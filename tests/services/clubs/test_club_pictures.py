"""Pictures of a club: roles that add and remove them, their number, and their captions."""

from __future__ import annotations

import pytest

from app.kernel.refusal import Refused
from app.services.clubs import club_pictures, clubs
from app.services.clubs.club_pictures import MOST
from app.services.errors import NoSuchClub
from app.services.play.picture_encoding import Picture
from tests.services.clubs.staffed_club import StaffedClub


@pytest.fixture
def staffed(services) -> StaffedClub:
    return StaffedClub(services)


def add(staffed: StaffedClub, role: str, *numbers: int, caption: str = "") -> None:
    pictures = [Picture(b"%d" % one, 4, 3, f"digest {one}") for one in numbers]
    club_pictures.add_pictures(staffed.services, staffed.club, staffed.ids[role], pictures, caption)


def listed(staffed: StaffedClub, role: str) -> list:
    view = clubs.load_club(staffed.services, staffed.club, staffed.ids[role])
    return list(club_pictures.list_pictures(staffed.services, view))


def refused_rule(act, *given, **named) -> str:
    with pytest.raises(Refused) as refused:
        act(*given, **named)
    return refused.value.refusals[0].rule


def test_a_club_has_at_most_twelve_pictures_and_each_once(staffed):
    add(staffed, "scribe", *range(MOST))
    add(staffed, "owner", 0, 1)  # stored already
    assert refused_rule(add, staffed, "owner", MOST) == "CAR-CLB-42"
    assert len(listed(staffed, "reader")) == MOST
    assert refused_rule(add, staffed, "owner", 0, caption="x" * 121) == "CAR-CLB-42"


def test_its_uploader_and_an_organiser_remove_a_picture(staffed):
    """CAR-CLB-43: other roles are refused, other users do not know the pictures' forms."""
    add(staffed, "scribe", 1, 2)
    first, second = (one.id for one in listed(staffed, "owner"))
    for role, number, rule in (("referee", first, "CAR-CLB-05"), ("member", first, "CAR-CLB-05")):
        act = club_pictures.remove_picture
        assert refused_rule(act, staffed.services, staffed.club, staffed.ids[role], number) == rule
    for role, number in (("scribe", first), ("organiser", second)):
        club_pictures.remove_picture(staffed.services, staffed.club, staffed.ids[role], number)
    assert listed(staffed, "owner") == []
    with pytest.raises(NoSuchClub):
        club_pictures.remove_picture(staffed.services, staffed.club, staffed.ids["owner"], first)
    for role in ("member", "reader", "stranger"):
        assert refused_rule(add, staffed, role, 3) == "CAR-CLB-05"


def test_other_users_read_initials(staffed):
    add(staffed, "scribe", 1, caption="La mesa")
    [mine], [other] = listed(staffed, "reader"), listed(staffed, "stranger")
    assert (mine.name, other.name, other.made_by) == ("Maite", "M.", None)
    assert club_pictures.load_picture(staffed.services, staffed.club, None, mine.id)[1] == b"1"
