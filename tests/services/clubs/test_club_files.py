"""File of a club: export, import on another server, names that users take, and bad files."""

from __future__ import annotations

import io
import json
import shutil
from typing import Any

import pytest
from PIL import Image

from app.kernel.refusal import Refused
from app.services.clubs import (
    announcements,
    chronicle_words,
    club_chat,
    club_export,
    club_import,
    club_log,
    club_names,
    club_pictures,
    clubs,
    dates,
    house_rules,
    members,
    polls,
    welcome,
)
from app.services.clubs.announcements import AnnouncementTerms
from app.services.clubs.club_chronicle import month_of
from app.services.clubs.dates import DateTerms
from app.services.clubs.house_rules import HouseRuleTerms
from app.services.container import Services, current_time
from app.services.people import accounts
from app.services.play.picture_encoding import encode_picture
from tests.contract.tiny import TINY
from tests.services.clubs.page_operations import POLL, RULE
from tests.services.clubs.staffed_club import NAMES, StaffedClub

PASSWORD = "a long enough sentence"
HOSTILE = "<script>alert(1)</script> '; DROP TABLE clubs; --"


@pytest.fixture
def staffed(services) -> StaffedClub:
    return filled(StaffedClub(services))


def filled(staffed: StaffedClub) -> StaffedClub:
    """Write texts of each kind, with answers."""
    services, club, owner = staffed.services, staffed.club, staffed.ids["owner"]
    page = house_rules.write_house_rule(services, club, owner, RULE)
    later = HouseRuleTerms(title_en="What counts", text_en=HOSTILE, is_public=True)
    house_rules.change_house_rule(services, club, staffed.ids["organiser"], page, 1, later)
    house_rules.retire_house_rule(services, club, owner, page, is_retired=True)
    announcements.announce(services, club, owner, AnnouncementTerms("Big game", HOSTILE))
    club_chat.write_message(services, club, staffed.ids["member"], "=1+1")
    gone = club_chat.write_message(services, club, staffed.ids["member"], "rude")
    club_chat.hide_message(services, club, owner, gone, is_hidden=True)
    terms = DateTerms("Evening", "2099-03-20", "18:00", "Soria", tables=3, weeks=3)
    dates.add_dates(services, club, owner, terms)
    [first, second, _] = [one.date.id for one in dates.load_dates(services, club, owner)[1]]
    dates.answer_date(services, club, staffed.ids["member"], first, "yes", "dice")
    dates.answer_date(services, club, owner, first, "perhaps")
    dates.book_table(services, club, staffed.ids["member"], first, 2, "Cry Havoc")
    dates.cancel_date(services, club, owner, second)
    poll = polls.propose_dates(services, club, owner, POLL)
    polls.answer_poll(services, club, staffed.ids["member"], poll, {1: "yes", 2: "no"})
    polls.answer_poll(services, club, staffed.ids["scribe"], poll, {2: "yes"})
    polls.choose_date(services, club, owner, poll, 2)
    polls.propose_dates(services, club, owner, POLL)
    month = month_of(current_time(), clubs.load_club(services, club, owner).club)
    chronicle_words.write_chapter(services, club, owner, month, "A good month")
    welcome.change_welcome(services, club, owner, "Welcome", "Te damos la bienvenida")
    written = io.BytesIO()
    Image.new("RGB", (60, 40), "red").save(written, "JPEG")
    picture = encode_picture(written, "red.jpg")
    club_pictures.add_pictures(services, club, owner, [picture], "The table")
    return staffed


def exported(staffed: StaffedClub) -> dict[str, Any]:
    return json.loads(club_export.export_club(staffed.services, staffed.club, staffed.ids["owner"]))


@pytest.fixture
def other(tmp_path, migrated_sqlite):
    """Services of another server."""
    path = tmp_path / "other.db"
    shutil.copy(migrated_sqlite, path)
    found = Services.open(TINY, f"sqlite:///{path}")
    yield found
    found.close()


def without_pictures_and_log(file: dict[str, Any]) -> dict[str, Any]:
    """File without what an import changes: time, encoding of pictures, and the log."""
    pictures = [one | {"jpeg": ""} for one in file["pictures"]]
    return file | {"written_at": "", "pictures": pictures, "log": []}


def test_a_club_comes_back_from_its_file(staffed, other):
    """CAR-CLB-44: All texts are the same before and after the members take their names."""
    before = exported(staffed)
    assert "rude" not in json.dumps(before["messages"])
    nines = accounts.register(other, "Nines", PASSWORD).id
    club = club_import.import_club(other, nines, json.dumps(before).encode())
    again = json.loads(club_export.export_club(other, club.id, nines))
    assert without_pictures_and_log(again) == without_pictures_and_log(before)
    assert again["log"][: len(before["log"])] == before["log"]
    assert [one["kind"] for one in again["log"][len(before["log"]) :]] == ["imported"]
    for name in [one["name"] for one in before["members"] if one["name"] != "Nines"]:
        user = accounts.register(other, name, PASSWORD).id
        members.invite_to_club(other, club.id, nines, name, as_name=name)
        members.join_club(other, club.id, user)
    view = clubs.load_club(other, club.id, nines)
    assert club_names.list_names(other, view) == ()
    last = json.loads(club_export.export_club(other, club.id, nines))
    assert without_pictures_and_log(last) == without_pictures_and_log(before)
    lines = club_log.load_log(other, club.id, nines)
    assert lines[-1].from_file and lines[-1].by.en and not lines[0].from_file


def test_a_file_holds_no_secret(staffed):
    text = json.dumps(exported(staffed))
    assert staffed.code not in text and NAMES["asked"] not in json.dumps(
        exported(staffed)["members"]
    )
    assert "I played in Zaragoza" not in text


def test_a_name_is_offered_by_owners_alone_and_taken_by_joining(staffed, other):
    """CAR-CLB-47."""
    nines = accounts.register(other, "Nines", PASSWORD).id
    tom, ana = (accounts.register(other, name, PASSWORD).id for name in ("Tomas", "Ana Sanz"))
    club = club_import.import_club(other, nines, json.dumps(exported(staffed)).encode()).id
    members.invite_to_club(other, club, nines, "Tomas", as_name="Berta")
    shown = clubs.load_club(other, club, tom)
    offered = club_names.offered_name(other, shown)
    assert offered is not None and (offered.name, offered.roles) == ("Berta", ("organiser",))
    members.join_club(other, club, tom)
    assert clubs.load_club(other, club, tom).roles == {"organiser"}
    for act in (
        lambda: members.invite_to_club(other, club, tom, "Ana Sanz", as_name="Quinto"),
        lambda: club_names.remove_name(other, club, tom, "Quinto"),
        lambda: members.invite_to_club(other, club, nines, "Ana Sanz", as_name="Berta"),
    ):
        with pytest.raises(Refused):
            act()
    members.invite_to_club(other, club, nines, "Ana Sanz", as_name="Quinto")
    members.join_club(other, club, ana)
    members.leave_club(other, club, nines)
    assert clubs.load_club(other, club, ana).roles == {"owner"}


def test_the_offer_of_a_former_owner_gives_no_role_of_the_file(staffed, other):
    nines, quinto, tom = (
        accounts.register(other, name, PASSWORD).id for name in ("Nines", "Quinto", "Tomas")
    )
    club = club_import.import_club(other, nines, json.dumps(exported(staffed)).encode()).id
    members.invite_to_club(other, club, nines, "Quinto", as_name="Quinto")
    members.join_club(other, club, quinto)
    members.give_role(other, club, nines, nines, "organiser")
    members.invite_to_club(other, club, nines, "Tomas", as_name="Berta")
    members.take_role(other, club, nines, nines, "owner")
    members.join_club(other, club, tom)
    assert clubs.load_club(other, club, tom).roles == {"member"}
    club_names.remove_name(other, club, quinto, "Berta")
    view = clubs.load_club(other, club, quinto)
    assert "Berta" not in {one.name for one in club_names.list_names(other, view)}


def changed(file: dict[str, Any], part: str, **values: Any) -> bytes:
    """File whose first entry of a part has other values."""
    entries = [file[part][0] | values, *file[part][1:]]
    return json.dumps(file | {part: entries}).encode()


def bad_files(file: dict[str, Any]) -> dict[str, bytes]:
    member = file["members"][0]
    return {
        "no JSON": b"<script>alert(1)</script>",
        "another format": b'{"format": "caracole-game/2"}',
        "another version": json.dumps(file | {"format": "caracole-club/9"}).encode(),
        "a part missing": json.dumps({"format": "caracole-club/1", "name": "x"}).encode(),
        "deep": b'{"format": "caracole-club/1", "x":' + b"[" * 100_000,
        "many members": json.dumps(file | {"members": [member] * 10_000}).encode(),
        "a member twice": json.dumps(file | {"members": [member, member]}).encode(),
        "no role": changed(file, "members", roles=[]),
        "unknown role": changed(file, "members", roles=[{"role": "king", "since": "x"}]),
        "no time": changed(file, "messages", made_at="yesterday"),
        "a time with a zone": changed(file, "messages", made_at="2026-01-01T00:00:00.0+01:00"),
        "invisible signs": changed(file, "announcements", title="Big \u202e game"),
        "NUL": changed(file, "announcements", text="a\u0000b"),
        "a long text": changed(file, "announcements", text="x" * 5000),
        "unknown act": changed(file, "log", kind="crowned"),
        "a rule without versions": changed(file, "rules", versions=[]),
        "a table too many": changed(
            file, "dates", bookings=[{"number": 9, "name": "A", "game": "", "made_at": "x"}]
        ),
        "two answers of a name": changed(file, "dates", answers=file["dates"][0]["answers"] * 2),
        "a picture that is none": changed(file, "pictures", jpeg="AAAA"),
        "a month": changed(file, "chapters", month="2026-13"),
        "an unknown date": changed(file, "polls", date=99),
        "a zone": json.dumps(file | {"zone": "Mars/Base"}).encode(),
    }


def test_a_bad_file_is_refused_in_both_languages_and_nothing_is_stored(staffed, other):
    """CAR-CLB-45."""
    file = exported(staffed)
    nines = accounts.register(other, "Nines", PASSWORD).id
    for what, data in bad_files(file).items():
        with pytest.raises(Refused) as refused:
            club_import.import_club(other, nines, data)
        one = refused.value.refusals[0]
        assert one.rule == "CAR-CLB-45", what
        assert one.says.in_("es") != one.says.in_("en"), what
        assert clubs.list_clubs(other, nines) == (), what


def test_a_taken_name_is_refused_and_another_one_is_chosen(staffed):
    data = json.dumps(exported(staffed)).encode()
    with pytest.raises(Refused) as refused:
        club_import.import_club(staffed.services, staffed.ids["owner"], data)
    assert refused.value.refusals[0].rule == "CAR-CLB-02"
    club = club_import.import_club(staffed.services, staffed.ids["owner"], data, "Second Dragons")
    assert club.name == "Second Dragons"


def test_guests_import_no_club(staffed):
    data = json.dumps(exported(staffed)).encode()
    with pytest.raises(Refused) as refused:
        club_import.import_club(staffed.services, staffed.ids["guest"], data)
    assert refused.value.refusals[0].rule == "CAR-CLB-01"
