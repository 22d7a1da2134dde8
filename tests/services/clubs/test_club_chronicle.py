"""Chronicle and record book of a club on both databases."""

from __future__ import annotations

import json

import pytest

from app.kernel.refusal import Refused
from app.kernel.table_orders import Concede
from app.services.clubs import (
    chronicle_words,
    club_chronicle,
    clubs,
    record_book,
)
from app.services.errors import NoSuchClub
from app.services.people import account_export
from app.services.play import lobby, orders
from app.store.club_chronicles import BattleFacts
from tests.services.clubs.staffed_club import StaffedClub


@pytest.fixture
def staffed(services) -> StaffedClub:
    return StaffedClub(services)


def fought(staffed: StaffedClub, title: str, **more: object) -> int:
    """Number of a battle of the club that Maite has lost against Tom."""
    values = {"visibility": "club", "club": staffed.club, "title": title, **more}
    game = lobby.open_table(staffed.services, staffed.ids["member"], "parry", "plain", **values)
    lobby.join_table(staffed.services, game.address, staffed.ids["scribe"])
    orders.declare_order(
        staffed.services, game.address, staffed.ids["scribe"], f"c-{title}", 1, Concede()
    )
    return game.id


def chapter(staffed: StaffedClub, role: str = "reader", month: str = ""):
    """Chapter of a month, the present one by default."""
    _, found = club_chronicle.load_chronicle(staffed.services, staffed.club, staffed.ids[role])
    return next((one for one in found.chapters if not month or one.month == month), None)


def month_now(staffed: StaffedClub) -> str:
    return chapter(staffed).month


def titles(staffed: StaffedClub, role: str = "reader") -> list[str]:
    return [one.title.in_("en") for one in chapter(staffed, role).events]


def test_the_founding_evenings_and_ended_battles_are_events_for_members(
    staffed, services, monkeypatch
):
    now = clubs.load_club(services, staffed.club, staffed.ids["owner"]).club.founded_at
    fought(staffed, "Big game")
    fought(staffed, "A duel", visibility="private")  # only its players see it
    with services.store.write() as work:
        for title, cancelled in (("Evening", ""), ("Rained off", now)):
            number = work.club_dates.add_date(
                club_id=staffed.club, series="", title=title, place="Soria", words="",
                starts_at=now, tables=0, made_by=None,
            )  # fmt: skip
            work.club_dates.change_date(number, cancelled_at=cancelled)
            work.club_dates.save_answer(number, staffed.ids["member"], "yes", "", now)
        work.commit()
    assert titles(staffed) == ["The club is founded", "Evening", "Big game"]
    assert titles(staffed, "member") == ["The club is founded", "Evening", "Big game"]
    battle = chapter(staffed).events[2]
    said = " ".join(one.in_("en") for one in battle.says)
    assert "Victory" in said and "Tom" in said and "Maite" in said
    assert battle.report == f"{battle.link}/report"
    assert "1 member came" in [one.in_("en") for one in chapter(staffed).events[1].says]
    for role in ("stranger", "invited", "removed"):
        with pytest.raises(NoSuchClub):
            club_chronicle.load_chronicle(services, staffed.club, staffed.ids[role])


def test_a_year_before_the_founding_or_after_the_present_one_is_unknown(staffed, services):
    _, found = club_chronicle.load_chronicle(services, staffed.club, staffed.ids["member"])
    assert found.years == (found.year,)
    for year in (found.year - 1, found.year + 1, 0, 10**6):
        with pytest.raises(NoSuchClub):
            club_chronicle.load_chronicle(services, staffed.club, staffed.ids["member"], year)


def write(staffed: StaffedClub, role: str, text: str, month: str = "", base: str = "") -> None:
    chronicle_words.write_chapter(
        staffed.services, staffed.club, staffed.ids[role], month or month_now(staffed), text, base
    )


@pytest.mark.parametrize(
    ("role", "answer"),
    [("owner", ""), ("organiser", ""), ("referee", ""), ("scribe", ""), ("member", "CAR-CLB-05"), ("reader", "CAR-CLB-05")],
)  # fmt: skip
def test_roles_that_write_the_chronicle(staffed, role, answer):
    if not answer:
        write(staffed, role, "  Snow fell.\n\n- twice ")
        assert chapter(staffed).text.text == "Snow fell.\n\n- twice"
        assert chapter(staffed).text.name == {"owner": "Nines", "organiser": "Berta"}.get(
            role, chapter(staffed).text.name
        )
        return
    with pytest.raises(Refused) as refused:
        write(staffed, role, "Snow fell.")
    assert refused.value.refusals[0].rule == answer


def test_a_text_replaces_only_what_its_author_has_read(staffed, services):
    write(staffed, "scribe", "First.")
    saved = chapter(staffed).text.made_at
    for base in ("", "2020-01-01T00:00:00.000Z"):
        with pytest.raises(Refused) as refused:
            write(staffed, "referee", "Second.", base=base)
        assert refused.value.refusals[0].rule == "CAR-CLB-41"
    write(staffed, "referee", "Second.", base=saved)
    assert chapter(staffed).text.text == "Second." and chapter(staffed).text.name == "Ana"
    with services.store.read() as work:
        exported = {
            name: json.loads(account_export.export_account(services, staffed.ids[name]))[
                "club_chapters"
            ]
            for name in ("scribe", "referee")
        }
        acts = [one.kind for one in work.club_log.acts_of_club(staffed.club, 2, 10**6)]
    assert exported["scribe"] == [] and exported["referee"][0]["text"] == "Second."
    assert acts == ["chapter_written", "chapter_written"]
    write(staffed, "scribe", "", base=chapter(staffed).text.made_at)
    assert chapter(staffed).text is None


@pytest.mark.parametrize("month", ["1999-01", "9999-12", "2026-13", "now", "", "٢٠٢٦-٠٦"])
def test_other_months_take_no_words(staffed, month):
    with pytest.raises(Refused) as refused:
        chronicle_words.write_chapter(
            staffed.services, staffed.club, staffed.ids["owner"], month, "x"
        )
    assert refused.value.refusals[0].rule == "CAR-CLB-40"


def test_a_long_text_is_refused(staffed):
    with pytest.raises(Refused) as refused:
        write(staffed, "owner", "x" * 4001)
    assert refused.value.refusals[0].rule == "CAR-CLB-40"


def test_the_record_book_has_the_best_battles_that_the_reader_may_see(staffed, services):
    games = [fought(staffed, f"Battle {n}") for n in range(5)]
    private = fought(staffed, "A duel", visibility="private")
    figures = {
        games[0]: (3, 9, 0),
        games[1]: (7, 1, 2),
        games[2]: (7, None, 0),
        private: (99, 0, 9),
    }
    with services.store.write() as work:
        assert {one.game_id for one in work.club_chronicles.facts_of_club(staffed.club)} == {
            *games, private
        }  # fmt: skip
        for number, facts in figures.items():
            work.club_chronicles.save_facts(BattleFacts(number, *facts))
        for number in games[3:]:
            work.club_chronicles.remove_facts(number)
        work.commit()
    view = clubs.load_club(services, staffed.club, staffed.ids["reader"])
    longest, narrowest, leaders = record_book.load_records(services, view, staffed.ids["reader"])
    shown = [[(one.title.in_("en"), one.says.in_("en")) for one in kind.rows] for kind in (longest, narrowest, leaders)]  # fmt: skip
    assert shown[0] == [("Battle 1", "7 turns"), ("Battle 2", "7 turns"), ("Battle 0", "3 turns")]
    assert shown[1] == [
        ("Battle 1", "1 point of difference"),
        ("Battle 0", "9 points of difference"),
    ]
    assert shown[2] == [("Battle 1", "2 Leaders")]
