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
from tests.services.clubs.club_town import ClubTown


@pytest.fixture
def town(services) -> ClubTown:
    return ClubTown(services)


def fought(town: ClubTown, title: str, **more: object) -> int:
    """Number of a battle of the club that Maite has lost against Tom."""
    values = {"visibility": "club", "club": town.club, "title": title, **more}
    game = lobby.open_table(town.services, town.ids["member"], "parry", "plain", **values)
    lobby.join_table(town.services, game.address, town.ids["scribe"])
    orders.declare_order(
        town.services, game.address, town.ids["scribe"], f"c-{title}", 1, Concede()
    )
    return game.id


def chapter(town: ClubTown, role: str = "reader", month: str = ""):
    """Chapter of a month, the present one by default."""
    _, found = club_chronicle.load_chronicle(town.services, town.club, town.ids[role])
    return next((one for one in found.chapters if not month or one.month == month), None)


def month_now(town: ClubTown) -> str:
    return chapter(town).month


def titles(town: ClubTown, role: str = "reader") -> list[str]:
    return [one.title.in_("en") for one in chapter(town, role).events]


def test_the_founding_evenings_and_ended_battles_are_events_for_members(
    town, services, monkeypatch
):
    now = clubs.load_club(services, town.club, town.ids["owner"]).club.founded_at
    fought(town, "Big game")
    fought(town, "A duel", visibility="private")  # only its players see it
    with services.store.write() as work:
        for title, cancelled in (("Evening", ""), ("Rained off", now)):
            number = work.club_dates.add_date(
                club_id=town.club, series="", title=title, place="Soria", words="",
                starts_at=now, tables=0, made_by=None,
            )  # fmt: skip
            work.club_dates.change_date(number, cancelled_at=cancelled)
            work.club_dates.save_answer(number, town.ids["member"], "yes", "", now)
        work.commit()
    assert titles(town) == ["The club is founded", "Evening", "Big game"]
    assert titles(town, "member") == ["The club is founded", "Evening", "Big game"]
    battle = chapter(town).events[2]
    said = " ".join(one.in_("en") for one in battle.says)
    assert "Victory" in said and "Tom" in said and "Maite" in said
    assert battle.report == f"{battle.link}/report"
    assert "1 member came" in [one.in_("en") for one in chapter(town).events[1].says]
    for role in ("stranger", "invited", "removed"):
        with pytest.raises(NoSuchClub):
            club_chronicle.load_chronicle(services, town.club, town.ids[role])


def test_a_year_before_the_founding_or_after_the_present_one_is_unknown(town, services):
    _, found = club_chronicle.load_chronicle(services, town.club, town.ids["member"])
    assert found.years == (found.year,)
    for year in (found.year - 1, found.year + 1, 0, 10**6):
        with pytest.raises(NoSuchClub):
            club_chronicle.load_chronicle(services, town.club, town.ids["member"], year)


def write(town: ClubTown, role: str, text: str, month: str = "", base: str = "") -> None:
    chronicle_words.write_chapter(
        town.services, town.club, town.ids[role], month or month_now(town), text, base
    )


@pytest.mark.parametrize(
    ("role", "answer"),
    [("owner", ""), ("organiser", ""), ("referee", ""), ("scribe", ""), ("member", "CAR-CLB-05"), ("reader", "CAR-CLB-05")],
)  # fmt: skip
def test_roles_that_write_the_chronicle(town, role, answer):
    if not answer:
        write(town, role, "  Snow fell.\n\n- twice ")
        assert chapter(town).text.text == "Snow fell.\n\n- twice"
        assert chapter(town).text.name == {"owner": "Nines", "organiser": "Berta"}.get(
            role, chapter(town).text.name
        )
        return
    with pytest.raises(Refused) as refused:
        write(town, role, "Snow fell.")
    assert refused.value.refusals[0].rule == answer


def test_a_text_replaces_only_what_its_author_has_read(town, services):
    write(town, "scribe", "First.")
    saved = chapter(town).text.made_at
    for base in ("", "2020-01-01T00:00:00.000Z"):
        with pytest.raises(Refused) as refused:
            write(town, "referee", "Second.", base=base)
        assert refused.value.refusals[0].rule == "CAR-CLB-41"
    write(town, "referee", "Second.", base=saved)
    assert chapter(town).text.text == "Second." and chapter(town).text.name == "Ana"
    with services.store.read() as work:
        exported = {
            name: json.loads(account_export.export_account(services, town.ids[name]))[
                "club_chapters"
            ]
            for name in ("scribe", "referee")
        }
        acts = [one.kind for one in work.club_log.acts_of_club(town.club, 2, 10**6)]
    assert exported["scribe"] == [] and exported["referee"][0]["text"] == "Second."
    assert acts == ["chapter_written", "chapter_written"]
    write(town, "scribe", "", base=chapter(town).text.made_at)
    assert chapter(town).text is None


@pytest.mark.parametrize("month", ["1999-01", "9999-12", "2026-13", "now", "", "٢٠٢٦-٠٦"])
def test_other_months_take_no_words(town, month):
    with pytest.raises(Refused) as refused:
        chronicle_words.write_chapter(town.services, town.club, town.ids["owner"], month, "x")
    assert refused.value.refusals[0].rule == "CAR-CLB-40"


def test_a_long_text_is_refused(town):
    with pytest.raises(Refused) as refused:
        write(town, "owner", "x" * 4001)
    assert refused.value.refusals[0].rule == "CAR-CLB-40"


def test_the_record_book_has_the_best_battles_that_the_reader_may_see(town, services):
    games = [fought(town, f"Battle {n}") for n in range(5)]
    private = fought(town, "A duel", visibility="private")
    figures = {
        games[0]: (3, 9, 0),
        games[1]: (7, 1, 2),
        games[2]: (7, None, 0),
        private: (99, 0, 9),
    }
    with services.store.write() as work:
        assert {one.game_id for one in work.club_chronicles.facts_of_club(town.club)} == {
            *games, private
        }  # fmt: skip
        for number, facts in figures.items():
            work.club_chronicles.save_facts(BattleFacts(number, *facts))
        for number in games[3:]:
            work.club_chronicles.remove_facts(number)
        work.commit()
    view = clubs.load_club(services, town.club, town.ids["reader"])
    longest, narrowest, leaders = record_book.load_records(services, view, town.ids["reader"])
    shown = [[(one.title.in_("en"), one.says.in_("en")) for one in kind.rows] for kind in (longest, narrowest, leaders)]  # fmt: skip
    assert shown[0] == [("Battle 1", "7 turns"), ("Battle 2", "7 turns"), ("Battle 0", "3 turns")]
    assert shown[1] == [
        ("Battle 1", "1 point of difference"),
        ("Battle 0", "9 points of difference"),
    ]
    assert shown[2] == [("Battle 1", "2 Leaders")]
