"""Complaints of what strangers read: words in a report, titles of tables, armies that everybody sees."""
from __future__ import annotations

import pytest
import sqlalchemy as sa

from app.club import accounts, armies, lobby, moderation, play, report, watch
from app.club.club import Club
from app.club.problems import NoSuchGame
from app.games import shelf
from app.kernel.refusal import Refused
from app.kernel.table import Concede

WORD = "a long enough sentence"
WHY = "That is rude."


@pytest.fixture
def members(club):
    found = [accounts.register(club, name, WORD) for name in ("Ana", "Eva", "Leire", "Ibon")]
    moderation.by_the_keeper(club, found[2].id, "name")
    return found


def over(club, members, **more):
    game = lobby.join(club, lobby.open_table(club, members[0].id, "parry", "plain", "red", **more).address, members[1].id)
    play.declare(club, game.id, members[1].id, "c", 1, Concede())
    return game


def written(club, game, user):
    """The number of the user's words for the first chapter."""
    told = report.read(club, game.address, user.id)
    report.write(club, game.address, user.id, told.report.chapters[0].key, "Ana is a cheat", replaces=True)
    return report.read(club, game.address, user.id).of(told.report.chapters[0])[0].id


def refused(rule, call, *given):
    with pytest.raises(Refused) as found:
        call(*given)
    assert [one.rule for one in found.value.refusals] == [rule]


def judged(club, judge, what):
    [(complaint, about, found)] = moderation.desk(club, judge.id).waiting
    moderation.act(club, judge.id, complaint.id, what, close=False)
    return complaint, about, found


def closed(club, judge):
    for complaint, _, _ in moderation.desk(club, judge.id).waiting:
        moderation.act(club, judge.id, complaint.id, "dismiss")


# ---------------------------------------------------------------------- a report
def test_words_in_a_report_are_removed_and_shown_again(club, members):
    ana, eva, judge, stranger = members
    game = over(club, members)
    number = written(club, game, eva)
    refused("CAR-MOD-02", moderation.report_shown, club, "report", game.address, ana.id, number, " ")
    refused("CAR-MOD-03", moderation.report_shown, club, "report", game.address, eva.id, number, WHY)
    for _ in range(2):                                           # saying it twice is saying it once
        moderation.report_shown(club, "report", game.address, stranger.id, number, WHY)
    complaint, about, _ = judged(club, judge, "hide")
    assert (complaint.letter, complaint.about, about.id, complaint.game_id, complaint.report_id) == ("Ana is a cheat", "Eva", eva.id, game.id, number)
    told = report.read(club, game.address, ana.id)
    [one] = told.of(told.report.chapters[0])
    assert (one.text, one.hidden, told.is_replaced(told.report.chapters[0])) == ("", True, False)
    assert "cheat" not in report.markdown(told, "en") and moderation.shown(club, "report", game.address, ana.id, number).text == ""
    for words in ("", "Ana is a cheat, again"):                  # nothing else stands in its place
        report.write(club, game.address, eva.id, told.report.chapters[0].key, words)
        assert [(one.text, one.hidden) for one in report.read(club, game.address).of(told.report.chapters[0])] == [("", True)]
    with pytest.raises(NoSuchGame):
        moderation.report_shown(club, "report", game.address, stranger.id, number, WHY)
    judged(club, judge, "show")
    assert [one.hidden for one in report.read(club, game.address).of(told.report.chapters[0])] == [False]


def test_only_words_that_one_may_read_are_complained_of(club, members):
    ana, eva, _, stranger = members
    private, other = over(club, members, visibility="private"), over(club, members)
    number = written(club, private, eva)
    for address, user, which in ((private.id, stranger, number), (other.id, ana, number), (private.address, ana, number + 1)):
        with pytest.raises(NoSuchGame):
            moderation.report_shown(club, "report", address, user.id, which, WHY)
    moderation.report_shown(club, "report", private.address, stranger.id, number, WHY)       # he was given the link


# ---------------------------------------------------------------------- a title
def test_a_title_is_taken_away_and_given_back(club, members):
    ana, eva, judge, _ = members
    table = lobby.open_table(club, ana.id, "parry", "plain", "red", title="Eva is a fool")
    refused("CAR-MOD-03", moderation.report_shown, club, "title", table.address, ana.id, 0, WHY)
    moderation.report_shown(club, "title", table.address, eva.id, 0, WHY)
    complaint, about, found = judged(club, judge, "hide")
    assert (complaint.letter, about.id, complaint.title_id, complaint.game_id, found.hidden) == ("Eva is a fool", ana.id, table.id, table.id, False)
    assert watch.look(club, table.address).game.title == ""
    with pytest.raises(NoSuchGame):
        moderation.shown(club, "title", table.address, eva.id)
    _, _, found = judged(club, judge, "show")
    assert found.hidden and watch.look(club, table.address).game.title == "Eva is a fool"


@pytest.mark.parametrize("more", [{}, {"title": "A plan", "visibility": "private"}])
def test_there_is_nothing_to_complain_of_where_there_is_no_title_or_no_table(club, members, more):
    table = lobby.open_table(club, members[0].id, "parry", "plain", "red", **more)
    with pytest.raises(NoSuchGame):
        moderation.report_shown(club, "title", table.id, members[1].id, 0, WHY)


def test_whose_title_it_was_may_have_left(club, members):
    _, eva, judge, _ = members
    guest = accounts.create_guest(club)
    table = lobby.open_table(club, guest.id, "parry", "plain", "red", title="Eva is a fool", per_side=2)
    lobby.join(club, table.address, members[0].id)
    with club.store.write() as work:
        work.users.delete(guest.id)
        work.commit()
    moderation.report_shown(club, "title", table.address, eva.id, 0, WHY)
    _, about, _ = judged(club, judge, "hide")
    assert about is None and watch.look(club, table.address).game.title == ""


# ---------------------------------------------------------------------- an army
def test_an_army_that_everybody_sees_is_taken_from_the_hall_and_brought_back(database_url):
    club = Club.open(shelf(), database_url)
    members = [accounts.register(club, name, WORD) for name in ("Ana", "Eva", "Leire")]
    ana, eva, judge = members
    moderation.by_the_keeper(club, judge.id, "name")
    answers = {"list": ("native_kingdom",), "year": ("1880",), "points": ("600",), "name": ("Eva is a fool",)}
    shown, own = (armies.save(club, ana.id, "heart_of_africa", answers, sharing=sharing) for sharing in ("public", "link"))
    for address in (own.id, own.token, 9999):
        with pytest.raises(NoSuchGame):
            moderation.report_shown(club, "army", address, eva.id, 0, WHY)
    moderation.report_shown(club, "army", shown.address, eva.id, 0, WHY)
    complaint, about, found = judged(club, judge, "hide")
    assert (complaint.letter, about.id, complaint.army_id, complaint.game_id, found.hidden) == ("Eva is a fool", ana.id, shown.id, None, False)
    assert armies.of_everybody(club) == []
    _, _, found = judged(club, judge, "show")
    assert found.hidden and [one.id for one in armies.of_everybody(club)] == [shown.id]
    removed_army_stays_removed(club, members, shown, answers)
    armies.delete(club, shown.id, ana.id)
    [(complaint, _, found)] = moderation.desk(club, judge.id).waiting
    assert (complaint.army_id, found) == (None, None)
    with pytest.raises(NoSuchGame):
        moderation.act(club, judge.id, complaint.id, "hide")
    club.close()


def removed_army_stays_removed(club, members, army, answers):
    """Nobody else reads it, however it is shared; what its owner does himself is his, and is not undone by showing it again."""
    ana, eva, judge = members
    judged(club, judge, "hide")
    for address in (army.id, army.token):
        assert armies.find(club, address, ana.id).hidden
        with pytest.raises(NoSuchGame):
            armies.find(club, address, eva.id)
    assert armies.change(club, army.id, ana.id, answers | {"name": ("Tigers",)}, "en", "public").hidden, "he may go on working at it"
    refused("CAR-ARM-05", armies.change, club, army.id, ana.id, answers, "en", "link")
    armies.change(club, army.id, ana.id, answers | {"name": ("Lions",)})
    refused("CAR-ARM-05", armies.change, club, army.id, ana.id, answers, "en", "public")
    _, _, found = judged(club, judge, "show")
    assert (found.hidden, found.kept_back) == (True, True)
    [(_, _, found)] = moderation.desk(club, judge.id).waiting
    assert (found.hidden, found.kept_back) == (False, True) and armies.of_everybody(club) == []
    with pytest.raises(NoSuchGame):
        armies.find(club, army.id, eva.id)
    armies.change(club, army.id, ana.id, answers, sharing="public")
    assert [one.id for one in armies.of_everybody(club)] == [army.id]


def test_a_muted_member_shows_no_army_to_everybody(database_url):
    club = Club.open(shelf(), database_url)
    ana = accounts.register(club, "Ana", WORD)
    answers = {"list": ("native_kingdom",), "year": ("1880",), "points": ("600",), "name": ("Eva is a fool",)}
    army = armies.save(club, ana.id, "heart_of_africa", answers, sharing="public")
    moderation.by_the_keeper(club, ana.id, "mute", 3)
    refused("CAR-MOD-01", armies.save, club, ana.id, "heart_of_africa", answers, "en", "public")
    refused("CAR-MOD-01", armies.change, club, army.id, ana.id, answers, "en", "public")
    assert armies.change(club, army.id, ana.id, answers, sharing="own").sharing == "own"
    assert armies.save(club, ana.id, "heart_of_africa", answers, sharing="link").sharing == "link"
    club.close()


def test_the_desk_asks_no_more_of_many_than_of_few(club, members):

    ana, eva, judge, _ = members
    asked = []
    sa.event.listen(club.store.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))

    def queries():
        asked.clear()
        assert all(found is not None for _, _, found in moderation.desk(club, judge.id).waiting)
        return len(asked)

    def more():
        game = over(club, members, title="Fools")
        moderation.report_shown(club, "report", game.address, ana.id, written(club, game, eva), WHY)
        moderation.report_shown(club, "title", game.address, eva.id, 0, WHY)
    more()
    of_two = queries()
    more()
    more()
    assert queries() == of_two and len(moderation.desk(club, judge.id).waiting) == 6
