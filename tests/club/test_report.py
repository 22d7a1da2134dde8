"""The report of a finished game: written from the record, and by the players."""
from __future__ import annotations

import pytest

from app.club import play, report, watch
from app.club.limits import LIMITS
from app.club.problems import Malformed, NoSuchGame, NotYourSeat, TooOften
from app.kernel import table
from app.kernel.refusal import Refused
from tests.contract.tiny.parry import Answer, Strike


@pytest.fixture
def over(club, people, started, command):
    """A duel that blue has given up after a blow."""
    def end(**more):
        game = started("parry", **more)
        play.declare(club, game.id, people[0].id, command(), 1, Strike(hard=False))
        play.declare(club, game.id, people[1].id, command(), 2, Answer(parry=True))
        play.declare(club, game.id, people[1].id, command(), 3, table.Concede())
        return watch.look(club, game.id, people[0].id).game
    return end


def refused(rule, call, *given, **more):
    with pytest.raises(Refused) as found:
        call(*given, **more)
    assert [one.rule for one in found.value.refusals] == [rule]


def chapters(told):
    return {chapter.key: chapter for chapter in told.report.chapters}


def test_while_a_game_goes_on_there_is_no_report(club, people, started):
    game = started("parry")
    for viewer in (None, people[0].id):
        refused("CAR-REP-01", report.read, club, game.id, viewer)
    refused("CAR-REP-01", report.write, club, game.id, people[0].id, "opening", "Too early.")


def test_it_has_a_beginning_turns_and_an_end_with_pictures(club, people, over):
    told = report.read(club, over().id)
    found = chapters(told)
    assert (*found,)[::len(found) - 1] == ("opening", "ending")
    assert (found["ending"].title.in_("en"), found["ending"].title.in_("es")) == ("Red: victory", "Red: victoria")
    assert found["opening"].picture.number == 1
    assert found["ending"].picture.number == told.look.last
    assert "Blue: gives up." in report.markdown(told, "en")
    assert "Blue: se rinde." in report.markdown(told, "es")


def test_the_same_record_gives_the_same_report(club, people, over):
    game = over()
    first = report.read(club, game.id).report
    club.stories = type(club.stories)()          # nothing is remembered
    assert report.read(club, game.id).report == first


def test_each_player_adds_his_own_words_and_changes_them(club, people, over):
    game = over()
    report.write(club, game.id, people[0].id, "opening", "We met at dawn. \n\nIt rained.")
    report.write(club, game.id, people[1].id, "opening", "I had no coffee.", replaces=True)
    report.write(club, game.id, people[0].id, "opening", "We met at noon.")
    told = report.read(club, game.id)
    opening = chapters(told)["opening"]
    assert [(one.user_id, one.text, one.replaces) for one in told.of(opening)] == [
        (people[0].id, "We met at noon.", False), (people[1].id, "I had no coffee.", True)]
    assert told.is_replaced(opening)
    assert told.mine(opening) is None
    assert report.read(club, game.id, people[0].id).mine(opening).text == "We met at noon."
    report.write(club, game.id, people[1].id, "opening", "  ")
    assert not report.read(club, game.id).is_replaced(opening)


def test_only_its_players_write_and_only_into_its_chapters(club, people, over):
    game = over()
    with pytest.raises(NotYourSeat):
        report.write(club, game.id, people[2].id, "opening", "I was not there.")
    with pytest.raises(Malformed):
        report.write(club, game.id, people[0].id, "turn-99", "When was that?")
    refused("CAR-REP-02", report.write, club, game.id, people[0].id, "opening", "x" * 4001)
    assert report.read(club, game.id).words == {}


def test_a_flood_is_stopped(club, people, over):
    game = over()
    for number in range(LIMITS["letters"].user):
        report.write(club, game.id, people[0].id, "opening", f"Again {number}.")
    with pytest.raises(TooOften):
        report.write(club, game.id, people[0].id, "opening", "And again.")


def test_a_private_game_is_read_by_its_link_and_one_without_spectators_by_its_seats(club, people, over):
    private = over(visibility="private")
    assert report.read(club, private.token).report
    with pytest.raises(NoSuchGame):
        report.read(club, private.id)
    closed = over(spectators=False)
    assert report.read(club, closed.id, people[0].id).report
    for stranger in (None, people[3].id):
        with pytest.raises(NoSuchGame):
            report.read(club, closed.id, stranger)


def test_markdown_takes_the_words_of_players_for_words(club, people, over):
    game = over()
    report.write(club, game.id, people[0].id, "ending", "# <b>Not a title</b> [here](http://elsewhere)", replaces=True)
    text = report.markdown(report.read(club, game.id), "en", "http://club")
    assert "\\# \\<b\\>Not a title\\</b\\> \\[here\\](http://elsewhere)" in text
    assert f"<http://club/games/{game.id}/at/" in text
