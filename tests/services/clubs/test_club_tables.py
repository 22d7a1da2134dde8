"""Tables of a club: exported as CSV, read again, and bad tables."""

from __future__ import annotations

import csv

import pytest

from app.kernel.refusal import Refused
from app.services.clubs import club_table_import, club_tables_csv, clubs, dates
from app.services.clubs.dates import DateTerms
from app.services.errors import NoSuchClub
from tests.services.clubs.staffed_club import StaffedClub

HEAD = "day,time,title,place,words,tables\n"


@pytest.fixture
def staffed(services) -> StaffedClub:
    return StaffedClub(services)


def table(staffed: StaffedClub, kind: str, role: str = "organiser") -> list[dict[str, str]]:
    data = club_tables_csv.club_table(staffed.services, staffed.club, staffed.ids[role], kind, "es")
    return list(csv.DictReader(data.decode("utf-8-sig").splitlines()))


def refused_words(staffed: StaffedClub, text: str, act=club_table_import.import_dates) -> list[str]:
    with pytest.raises(Refused) as refused:
        act(staffed.services, staffed.club, staffed.ids["organiser"], text.encode())
    assert all(one.says.in_("es") != one.says.in_("en") for one in refused.value.refusals)
    return [one.says.en.format_map(one.says.facts) for one in refused.value.refusals]


def test_the_calendar_is_read_again_from_its_table(services, staffed):
    terms = DateTerms("=1+1", "2099-03-20", "18:00", "Soria, «la casa»", "a\nb", 3, 2)
    dates.add_dates(services, staffed.club, staffed.ids["owner"], terms)
    rows = table(staffed, "calendar")
    assert [one["title"] for one in rows] == ["'=1+1"] * 2
    data = club_tables_csv.club_table(
        services, staffed.club, staffed.ids["owner"], "calendar", "en"
    )
    later = data.replace(b"2099-", b"2098-")
    done = club_table_import.import_dates(services, staffed.club, staffed.ids["organiser"], later)
    shown = [one.date for one in dates.load_dates(services, staffed.club, staffed.ids["owner"])[1]]
    assert done == 2 and len(shown) == 4
    assert {(one.title, one.place, one.words, one.tables) for one in shown} == {
        ("=1+1", "Soria, «la casa»", "a\nb", 3)
    }


def test_members_are_listed_and_users_invited(services, staffed):
    rows = table(staffed, "members")
    assert {one["name"]: one["roles"] for one in rows}["Nines"] == "owner"
    text = "Name;Nota\nXimo;x\nTom;ya está\nLobo;\n".encode()
    assert (
        club_table_import.invite_members(services, staffed.club, staffed.ids["organiser"], text)
        == 1
    )
    assert clubs.load_club(services, staffed.club, staffed.ids["stranger"]).own_entry.invited_by
    assert staffed.roles("member") == {"member"}


def test_tables_are_for_organisers(staffed):
    for role in ("referee", "member", "reader"):
        with pytest.raises(Refused):
            table(staffed, "results", role)
    for kind, role in (("results", "stranger"), ("secrets", "owner")):
        with pytest.raises(NoSuchClub):
            table(staffed, kind, role)


def test_a_bad_table_is_refused_by_line_and_nothing_is_stored(services, staffed):
    """CAR-CLB-46."""
    row = "2099-05-05,18:00,Evening,,,0\n"
    bad = {
        "10000 rows": HEAD + row * 10_000,
        "no rows": HEAD,
        "first line": "Tag,Zeit\n1,2\n",
        "twice": HEAD + row * 2,
        "no table": '"a\n',
        "Line 3": HEAD + row + "gestern,18:00,Evening,,,0\n",
        "39": HEAD + row + "2099-05-06,18:00,Evening,,,99\n",
        "letters": HEAD + "2099-05-06,18:00,Even\u202eing,,,0\n",
        "Give the date a title": HEAD + "2099-05-06,18:00,,,,0\n",
        "below its first line": HEAD + "2020-05-06,18:00,Past,,,0\n",
    }
    for what, text in bad.items():
        assert refused_words(staffed, text), what
    assert dates.load_dates(services, staffed.club, staffed.ids["owner"])[1] == ()
    invite = club_table_import.invite_members
    for text in ("name\nGhost\n", "name\nXimo\nximo\n", "name\n" + "Ximo\n" * 10_000):
        assert refused_words(staffed, text, invite)
    assert clubs.load_club(services, staffed.club, staffed.ids["stranger"]).own_entry is None
