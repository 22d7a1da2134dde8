"""Report of a finished game, from the record and with texts of players."""

from __future__ import annotations

import pytest

from app.kernel import table_orders
from app.kernel.refusal import Refused
from app.services.errors import Malformed, NoSuchGame, NotYourSeat, TooOften
from app.services.play import orders
from app.services.rate_limit import LIMITS
from app.services.watch import battle_report, game_view
from tests.contract.tiny.parry import Answer, Strike


@pytest.fixture
def over(services, people, started, command):
    """Duel in which blue conceded after a blow."""

    def end(**more):
        game = started("parry", **more)
        orders.declare_order(services, game.id, people[0].id, command(), 1, Strike(hard=False))
        orders.declare_order(services, game.id, people[1].id, command(), 2, Answer(parry=True))
        orders.declare_order(services, game.id, people[1].id, command(), 3, table_orders.Concede())
        return game_view.load_view(services, game.id, people[0].id).game

    return end


def refused(rule, call, *given, **more):
    with pytest.raises(Refused) as found:
        call(*given, **more)
    assert [one.rule for one in found.value.refusals] == [rule]


def chapters(told):
    return {chapter.key: chapter for chapter in told.report.chapters}


def test_a_running_game_has_no_report(services, people, started):
    game = started("parry")
    for viewer in (None, people[0].id):
        refused("CAR-REP-01", battle_report.load_report, services, game.id, viewer)
    refused(
        "CAR-REP-01",
        battle_report.write_chapter,
        services,
        game.id,
        people[0].id,
        "opening",
        "Too early.",
    )


def test_a_report_has_an_opening_turns_and_an_end_with_pictures(services, people, over):
    told = battle_report.load_report(services, over().id)
    found = chapters(told)
    assert (*found,)[:: len(found) - 1] == ("opening", "ending")
    assert (found["ending"].title.in_("en"), found["ending"].title.in_("es")) == (
        "Red: victory",
        "Red: victoria",
    )
    assert found["opening"].picture.number == 1
    assert found["ending"].picture.number == told.look.last
    assert "Blue: gives up." in battle_report.report_markdown(told, "en")
    assert "Blue: se rinde." in battle_report.report_markdown(told, "es")


def test_the_same_record_gives_the_same_report(services, people, over):
    game = over()
    first = battle_report.load_report(services, game.id).report
    services.histories = type(services.histories)()  # nothing is remembered
    assert battle_report.load_report(services, game.id).report == first


def test_each_player_adds_and_changes_a_text(services, people, over):
    game = over()
    battle_report.write_chapter(
        services, game.id, people[0].id, "opening", "We met at dawn. \n\nIt rained."
    )
    battle_report.write_chapter(
        services, game.id, people[1].id, "opening", "I had no coffee.", replaces=True
    )
    battle_report.write_chapter(services, game.id, people[0].id, "opening", "We met at noon.")
    told = battle_report.load_report(services, game.id)
    opening = chapters(told)["opening"]
    assert [(one.user_id, one.text, one.replaces) for one in told.of(opening)] == [
        (people[0].id, "We met at noon.", False),
        (people[1].id, "I had no coffee.", True),
    ]
    assert told.is_replaced(opening)
    assert told.mine(opening) is None
    assert (
        battle_report.load_report(services, game.id, people[0].id).mine(opening).text
        == "We met at noon."
    )
    battle_report.write_chapter(services, game.id, people[1].id, "opening", "  ")
    assert not battle_report.load_report(services, game.id).is_replaced(opening)


def test_only_its_players_write_and_only_into_its_chapters(services, people, over):
    game = over()
    with pytest.raises(NotYourSeat):
        battle_report.write_chapter(services, game.id, people[2].id, "opening", "I was not there.")
    with pytest.raises(Malformed):
        battle_report.write_chapter(services, game.id, people[0].id, "turn-99", "When was that?")
    refused(
        "CAR-REP-02",
        battle_report.write_chapter,
        services,
        game.id,
        people[0].id,
        "opening",
        "x" * 4001,
    )
    assert battle_report.load_report(services, game.id).words == {}


def test_report_texts_are_rate_limited(services, people, over):
    game = over()
    for number in range(LIMITS["texts"].user):
        battle_report.write_chapter(services, game.id, people[0].id, "opening", f"Again {number}.")
    with pytest.raises(TooOften):
        battle_report.write_chapter(services, game.id, people[0].id, "opening", "And again.")


def test_a_private_game_is_read_by_its_link_and_one_without_spectators_by_its_seats(
    services, people, over
):
    private = over(visibility="private")
    assert battle_report.load_report(services, private.token).report
    with pytest.raises(NoSuchGame):
        battle_report.load_report(services, private.id)
    closed = over(spectators=False)
    assert battle_report.load_report(services, closed.id, people[0].id).report
    for stranger in (None, people[3].id):
        with pytest.raises(NoSuchGame):
            battle_report.load_report(services, closed.id, stranger)


def test_texts_of_players_are_escaped_in_markdown(services, people, over):
    game = over()
    battle_report.write_chapter(
        services,
        game.id,
        people[0].id,
        "ending",
        "# <b>Not a title</b> [here](http://elsewhere)",
        replaces=True,
    )
    text = battle_report.report_markdown(
        battle_report.load_report(services, game.id), "en", "http://club"
    )
    assert "\\# \\<b\\>Not a title\\</b\\> \\[here\\](http://elsewhere)" in text
    assert f"<http://club/games/{game.id}/at/" in text
