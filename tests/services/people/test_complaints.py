"""Complaints about public texts: report texts, titles of tables, public armies."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from app.games import shelf
from app.kernel.refusal import Refused
from app.kernel.table_orders import Concede
from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.people import accounts, complaints, moderation
from app.services.play import lobby, orders, saved_armies
from app.services.watch import battle_report, game_view
from tests.sample_games import INCH, INCH_GAME

WORD = "a long enough sentence"
WHY = "That is rude."


@pytest.fixture
def members(services):
    found = [accounts.register(services, name, WORD) for name in ("Ana", "Eva", "Leire", "Ibon")]
    moderation.act_as_administrator(services, found[2].id, "name")
    return found


def over(services, members, **more):
    game = lobby.join_table(
        services,
        lobby.open_table(services, members[0].id, "parry", "plain", "red", **more).address,
        members[1].id,
    )
    orders.declare_order(services, game.id, members[1].id, "c", 1, Concede())
    return game


def written(services, game, user):
    """Id of the user's text for the first chapter."""
    told = battle_report.load_report(services, game.address, user.id)
    battle_report.write_chapter(
        services,
        game.address,
        user.id,
        told.report.chapters[0].key,
        "Ana is a cheat",
        replaces=True,
    )
    return (
        battle_report.load_report(services, game.address, user.id).of(told.report.chapters[0])[0].id
    )


def refused(rule, call, *given):
    with pytest.raises(Refused) as found:
        call(*given)
    assert [one.rule for one in found.value.refusals] == [rule]


def judged(services, judge, what):
    [(complaint, about, found)] = moderation.load_moderation_page(services, judge.id).waiting
    moderation.act_on_complaint(services, judge.id, complaint.id, what, close=False)
    return complaint, about, found


def closed(services, judge):
    for complaint, _, _ in moderation.load_moderation_page(services, judge.id).waiting:
        moderation.act_on_complaint(services, judge.id, complaint.id, "dismiss")


# ---------------------------------------------------------------------- a report
def test_words_in_a_report_are_removed_and_shown_again(services, members):
    ana, eva, judge, stranger = members
    game = over(services, members)
    number = written(services, game, eva)
    refused(
        "CAR-MOD-02",
        complaints.complain_about_text,
        services,
        "report",
        game.address,
        ana.id,
        number,
        " ",
    )
    refused(
        "CAR-MOD-03",
        complaints.complain_about_text,
        services,
        "report",
        game.address,
        eva.id,
        number,
        WHY,
    )
    for _ in range(2):  # saying it twice is saying it once
        complaints.complain_about_text(services, "report", game.address, stranger.id, number, WHY)
    complaint, about, _ = judged(services, judge, "hide")
    assert (
        complaint.text,
        complaint.about,
        about.id,
        complaint.game_id,
        complaint.report_id,
    ) == ("Ana is a cheat", "Eva", eva.id, game.id, number)
    told = battle_report.load_report(services, game.address, ana.id)
    [one] = told.of(told.report.chapters[0])
    assert (one.text, one.hidden, told.is_replaced(told.report.chapters[0])) == ("", True, False)
    assert (
        "cheat" not in battle_report.report_markdown(told, "en")
        and complaints.public_text(services, "report", game.address, ana.id, number).text == ""
    )
    for words in ("", "Ana is a cheat, again"):  # nothing else stands in its place
        battle_report.write_chapter(
            services, game.address, eva.id, told.report.chapters[0].key, words
        )
        assert [
            (one.text, one.hidden)
            for one in battle_report.load_report(services, game.address).of(told.report.chapters[0])
        ] == [("", True)]
    with pytest.raises(NoSuchGame):
        complaints.complain_about_text(services, "report", game.address, stranger.id, number, WHY)
    judged(services, judge, "show")
    assert [
        one.hidden
        for one in battle_report.load_report(services, game.address).of(told.report.chapters[0])
    ] == [False]


def test_only_readable_report_texts_can_be_reported(services, members):
    ana, eva, _, stranger = members
    private, other = over(services, members, visibility="private"), over(services, members)
    number = written(services, private, eva)
    for address, user, which in (
        (private.id, stranger, number),
        (other.id, ana, number),
        (private.address, ana, number + 1),
    ):
        with pytest.raises(NoSuchGame):
            complaints.complain_about_text(services, "report", address, user.id, which, WHY)
    complaints.complain_about_text(
        services, "report", private.address, stranger.id, number, WHY
    )  # the user has the link


# ---------------------------------------------------------------------- a title
def test_a_title_is_hidden_and_shown_again(services, members):
    ana, eva, judge, _ = members
    table = lobby.open_table(services, ana.id, "parry", "plain", "red", title="Eva is a fool")
    refused(
        "CAR-MOD-03",
        complaints.complain_about_text,
        services,
        "title",
        table.address,
        ana.id,
        0,
        WHY,
    )
    complaints.complain_about_text(services, "title", table.address, eva.id, 0, WHY)
    complaint, about, found = judged(services, judge, "hide")
    assert (complaint.text, about.id, complaint.title_id, complaint.game_id, found.hidden) == (
        "Eva is a fool",
        ana.id,
        table.id,
        table.id,
        False,
    )
    assert game_view.load_view(services, table.address).game.title == ""
    with pytest.raises(NoSuchGame):
        complaints.public_text(services, "title", table.address, eva.id)
    _, _, found = judged(services, judge, "show")
    assert (
        found.hidden and game_view.load_view(services, table.address).game.title == "Eva is a fool"
    )


@pytest.mark.parametrize("more", [{}, {"title": "A plan", "visibility": "private"}])
def test_an_empty_title_or_missing_table_cannot_be_reported(services, members, more):
    table = lobby.open_table(services, members[0].id, "parry", "plain", "red", **more)
    with pytest.raises(NoSuchGame):
        complaints.complain_about_text(services, "title", table.id, members[1].id, 0, WHY)


def test_the_title_of_a_user_who_left_can_be_reported(services, members):
    _, eva, judge, _ = members
    guest = accounts.create_guest(services)
    table = lobby.open_table(
        services, guest.id, "parry", "plain", "red", title="Eva is a fool", per_side=2
    )
    lobby.join_table(services, table.address, members[0].id)
    with services.store.write() as work:
        work.users.delete_user(guest.id)
        work.commit()
    complaints.complain_about_text(services, "title", table.address, eva.id, 0, WHY)
    _, about, _ = judged(services, judge, "hide")
    assert about is None and game_view.load_view(services, table.address).game.title == ""


# ---------------------------------------------------------------------- an army
def test_a_public_army_is_hidden_and_shown_again(database_url):
    services = Services.open(shelf(), database_url)
    members = [accounts.register(services, name, WORD) for name in ("Ana", "Eva", "Leire")]
    ana, eva, judge = members
    moderation.act_as_administrator(services, judge.id, "name")
    answers = {
        "list": (INCH.LIST,),
        "year": ("1880",),
        "points": ("600",),
        "name": ("Eva is a fool",),
    }
    shown, own = (
        saved_armies.save_army(services, ana.id, INCH_GAME, answers, sharing=sharing)
        for sharing in ("public", "link")
    )
    for address in (own.id, own.token, 9999):
        with pytest.raises(NoSuchGame):
            complaints.complain_about_text(services, "army", address, eva.id, 0, WHY)
    complaints.complain_about_text(services, "army", shown.address, eva.id, 0, WHY)
    complaint, about, found = judged(services, judge, "hide")
    assert (complaint.text, about.id, complaint.army_id, complaint.game_id, found.hidden) == (
        "Eva is a fool",
        ana.id,
        shown.id,
        None,
        False,
    )
    assert saved_armies.list_public_armies(services) == []
    _, _, found = judged(services, judge, "show")
    assert found.hidden and [one.id for one in saved_armies.list_public_armies(services)] == [
        shown.id
    ]
    removed_army_stays_removed(services, members, shown, answers)
    saved_armies.delete_army(services, shown.id, ana.id)
    [(complaint, _, found)] = moderation.load_moderation_page(services, judge.id).waiting
    assert (complaint.army_id, found) == (None, None)
    with pytest.raises(NoSuchGame):
        moderation.act_on_complaint(services, judge.id, complaint.id, "hide")
    services.close()


def removed_army_stays_removed(services, members, army, answers):
    """The army stays hidden from others with any sharing. Later acts of its owner are not undone by
    showing it again.
    """
    ana, eva, judge = members
    judged(services, judge, "hide")
    for address in (army.id, army.token):
        assert saved_armies.find_army(services, address, ana.id).hidden
        with pytest.raises(NoSuchGame):
            saved_armies.find_army(services, address, eva.id)
    assert saved_armies.change_army(
        services, army.id, ana.id, answers | {"name": ("Tigers",)}, "en", "public"
    ).hidden, "he may go on working at it"
    refused(
        "CAR-ARM-05", saved_armies.change_army, services, army.id, ana.id, answers, "en", "link"
    )
    saved_armies.change_army(services, army.id, ana.id, answers | {"name": ("Lions",)})
    refused(
        "CAR-ARM-05", saved_armies.change_army, services, army.id, ana.id, answers, "en", "public"
    )
    _, _, found = judged(services, judge, "show")
    assert (found.hidden, found.kept_back) == (True, True)
    [(_, _, found)] = moderation.load_moderation_page(services, judge.id).waiting
    assert (found.hidden, found.kept_back) == (False, True) and saved_armies.list_public_armies(
        services
    ) == []
    with pytest.raises(NoSuchGame):
        saved_armies.find_army(services, army.id, eva.id)
    saved_armies.change_army(services, army.id, ana.id, answers, sharing="public")
    assert [one.id for one in saved_armies.list_public_armies(services)] == [army.id]


def test_a_muted_member_cannot_publish_an_army(database_url):
    services = Services.open(shelf(), database_url)
    ana = accounts.register(services, "Ana", WORD)
    answers = {
        "list": (INCH.LIST,),
        "year": ("1880",),
        "points": ("600",),
        "name": ("Eva is a fool",),
    }
    army = saved_armies.save_army(services, ana.id, INCH_GAME, answers, sharing="public")
    moderation.act_as_administrator(services, ana.id, "mute", 3)
    refused(
        "CAR-MOD-01",
        saved_armies.save_army,
        services,
        ana.id,
        INCH_GAME,
        answers,
        "en",
        "public",
    )
    refused(
        "CAR-MOD-01", saved_armies.change_army, services, army.id, ana.id, answers, "en", "public"
    )
    assert (
        saved_armies.change_army(services, army.id, ana.id, answers, sharing="own").sharing == "own"
    )
    assert (
        saved_armies.save_army(services, ana.id, INCH_GAME, answers, sharing="link").sharing
        == "link"
    )
    services.close()


def test_the_moderation_page_needs_no_more_queries_for_many_complaints(services, members):

    ana, eva, judge, _ = members
    asked = []
    sa.event.listen(
        services.store.engine, "before_cursor_execute", lambda *given: asked.append(given[2])
    )

    def queries():
        asked.clear()
        assert all(
            found is not None
            for _, _, found in moderation.load_moderation_page(services, judge.id).waiting
        )
        return len(asked)

    def more():
        game = over(services, members, title="Fools")
        complaints.complain_about_text(
            services, "report", game.address, ana.id, written(services, game, eva), WHY
        )
        complaints.complain_about_text(services, "title", game.address, eva.id, 0, WHY)

    more()
    of_two = queries()
    more()
    more()
    assert (
        queries() == of_two
        and len(moderation.load_moderation_page(services, judge.id).waiting) == 6
    )
