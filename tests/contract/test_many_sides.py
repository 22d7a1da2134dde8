"""Two to sixteen sides: giving up, draws, pauses, claims and results among those in play."""

from __future__ import annotations

import msgspec
import pytest

from app.kernel import (
    clock_claims,
    clock_orders,
    clock_terms,
    side_departures,
    table,
    table_decisions,
    table_orders,
)
from app.kernel.contract import Setup
from app.kernel.dice import LoadedDice
from app.kernel.outcome import CLOSED, Honour, Outcome
from app.kernel.record import Move, read_events
from app.kernel.refusal import Refused
from app.kernel.say import say
from tests.contract.tiny import TINY
from tests.contract.tiny.campaign import Declare, Enter
from tests.contract.tiny.last_one import Strike, Struck
from tests.contract.tiny.stones import Laid, Lay

CLOCK = clock_terms.Terms(kind="each", days=1, then="claim")


def begun(key: str, terms: clock_terms.Terms | None = None) -> table.Table:
    game = TINY[key]
    scenario = game.card.scenarios[0]
    setup = Setup(scenario.key, {side.key: side.key for side in scenario.sides})
    return table.after_all(
        game, table.EMPTY, table_decisions.begin_table(game, setup, LoadedDice(()), terms)
    )


def ordered(key: str, now: table.Table, order, seat: str, past=()) -> table.Table:
    game = TINY[key]
    return table.after_all(
        game, now, table_decisions.decide_on(game, now, order, seat, LoadedDice(()), past)
    )


def refused(key: str, now: table.Table, order, seat: str, past=()) -> str:
    with pytest.raises(Refused) as found:
        ordered(key, now, order, seat, past)
    return found.value.refusals[0].rule


def result(key: str, now: table.Table):
    return table.table_outcome(TINY[key], now)


def test_the_other_of_two_sides_wins_when_one_gives_up():
    now = ordered("parry", begun("parry"), table_orders.Concede(), "red")
    assert result("parry", now).winners == ("blue",)
    assert result("parry", now).ending == "conceded"


def test_a_game_of_three_continues_when_one_side_gives_up():
    now = ordered("stones", begun("stones"), table_orders.Concede(), "birch")
    assert result("stones", now) is None
    assert table.in_play(TINY["stones"], now) == ("ash", "cedar")
    now = ordered("stones", now, table_orders.Concede(), "ash")
    assert result("stones", now).winners == ("cedar",)


def test_a_side_that_has_left_gives_no_order_and_does_not_win():
    game, now = TINY["stones"], begun("stones")
    now = ordered("stones", now, table_orders.Concede(), "birch")
    for order in (table_orders.Concede(), table_orders.OfferDraw(), table_orders.TakeBack()):
        assert refused("stones", now, order, "birch") == "CAR-OUT-01"
    finished = msgspec.structs.replace(
        now, state=msgspec.structs.replace(now.state, stones=21, turn=2)
    )
    assert game.outcome(finished.state).winners == (
        "birch",
        "cedar",
    )  # the rules of the game count a side that has left
    assert result("stones", finished).winners == ("cedar",)


def test_a_draw_is_agreed_among_the_sides_in_play():
    now = begun("stones")
    for side in ("ash", "cedar"):
        now = ordered("stones", now, table_orders.OfferDraw(), side)
    assert result("stones", now) is None
    left = ordered("stones", now, table_orders.Concede(), "birch")
    assert result("stones", left).ending == "agreed"
    assert (
        result("stones", ordered("stones", now, table_orders.OfferDraw(), "birch")).ending
        == "agreed"
    )


def test_the_offer_of_a_side_that_leaves_no_longer_counts():
    now = ordered("stones", begun("stones"), table_orders.OfferDraw(), "ash")
    now = ordered("stones", now, table_orders.Concede(), "ash")
    assert now.draw_by == ()
    assert result("stones", ordered("stones", now, table_orders.OfferDraw(), "birch")) is None


def test_the_offer_of_a_side_that_is_eliminated_later_hinders_no_draw():
    now = ordered("last_one", begun("last_one"), table_orders.OfferDraw(), "fig")
    for seat in ("apple", "beech"):
        now = ordered("last_one", now, Strike("fig"), seat)
    for side in ("apple", "beech", "cherry", "damson", "elder"):
        assert result("last_one", now) is None
        now = ordered("last_one", now, table_orders.OfferDraw(), side)
    assert result("last_one", now).ending == "agreed"


def test_a_pause_is_agreed_among_the_sides_in_play():
    now = begun("stones", CLOCK)
    for side in ("ash", "cedar"):
        now = ordered("stones", now, clock_orders.AskPause(3), side)
    assert now.clock.pause == ""
    assert ordered("stones", now, table_orders.Concede(), "birch").clock.pause == "on"
    gone = ordered("stones", begun("stones", CLOCK), table_orders.Concede(), "birch")
    for side in ("ash", "cedar"):
        gone = ordered("stones", gone, clock_orders.AskPause(3), side)
    assert gone.clock.pause == "on"


def test_a_side_asks_once_for_a_pause_and_may_ask_for_another_length():
    now = ordered("stones", begun("stones", CLOCK), clock_orders.AskPause(3), "ash")
    assert refused("stones", now, clock_orders.AskPause(3), "ash") == "CAR-CLK-03"
    again = ordered("stones", now, clock_orders.AskPause(2), "ash")
    assert (again.clock.pause_by, again.clock.pause_days) == (("ash",), 2)


def test_a_pause_ends_a_day_after_one_side_ends_it():
    now = begun("stones", CLOCK)
    for side in ("ash", "birch", "cedar"):
        now = ordered("stones", now, clock_orders.AskPause(3), side)
    game, order = TINY["stones"], clock_orders.EndPause()
    (ending,) = table_decisions.decide_on(game, now, order, "birch", LoadedDice(()), ())
    assert ending == clock_orders.PauseEnding("birch", 24)


def test_allies_are_the_other_seats_of_the_same_side_that_have_not_given_up():
    seats = {"a": "east", "b": "east", "c": "east", "d": "north", "e": "west"}
    now = table.Table(seats=seats, gave_up=("c",))
    assert side_departures.allies_in_play(now, "a") == ("b",)
    assert side_departures.allies_in_play(now, "d") == ()


def test_an_eliminated_side_is_not_asked_and_gives_no_order():
    now = begun("last_one")
    for seat, target in (("apple", "fig"), ("beech", "fig")):
        now = ordered("last_one", now, Strike(target), seat)
    assert table.in_play(TINY["last_one"], now) == ("apple", "beech", "cherry", "damson", "elder")
    assert refused("last_one", now, table_orders.OfferDraw(), "fig") == "CAR-OUT-01"
    for side in ("apple", "beech", "cherry", "damson", "elder"):
        now = ordered("last_one", now, table_orders.OfferDraw(), side)
    assert result("last_one", now).ending == "agreed"


def test_the_game_decides_the_consequence_when_a_side_leaves():
    """CAR-OUT-03."""
    now = ordered("last_one", begun("last_one"), table_orders.Concede(), "apple")
    assert now.state.lives["apple"] == 0
    assert now.state.active == "beech"
    for side in ("cherry", "damson", "elder", "fig"):
        now = ordered("last_one", now, table_orders.Concede(), side)
    assert result("last_one", now).winners == ("beech",)


def test_a_referee_neither_wins_nor_gives_up_nor_agrees_to_a_draw():
    now = begun("campaign")
    assert table.in_play(TINY["campaign"], now) == ("lion", "crane")
    for order in (table_orders.Concede(), table_orders.OfferDraw(), table_orders.DeclineDraw()):
        assert refused("campaign", now, order, "referee") == "CAR-OUT-02"
    assert result("campaign", ordered("campaign", now, table_orders.Concede(), "lion")).winners == (
        "crane",
    )
    for side in ("lion", "crane"):
        now = ordered("campaign", now, table_orders.OfferDraw(), side)
    assert result("campaign", now).ending == "agreed"


def test_the_referee_still_gives_the_orders_of_the_game():
    now = begun("campaign")
    for side in ("lion", "crane"):
        now = ordered("campaign", now, Declare(raid=True), side)
    assert ordered("campaign", now, Enter("lion"), "referee").state.turn == 2


def test_a_decision_of_a_referee_names_the_seats_that_the_referee_holds():
    game, now = TINY["campaign"], begun("campaign")
    for side in ("lion", "crane"):
        now = ordered("campaign", now, Declare(raid=True), side)
    for plays, marks in ((("lion",), (table_orders.RefereePlays(("lion",)),)), ((), ())):
        order = table_orders.ByReferee({"kind": "enter", "winner": "lion"}, plays)
        events = table_decisions.decide_on(game, now, order, "referee", LoadedDice(()))
        assert tuple(one for one in events if type(one) in table_orders.PLATFORM_EVENTS) == marks


def test_a_draw_is_declined_only_while_one_is_on_offer():
    now = begun("stones")
    assert refused("stones", now, table_orders.DeclineDraw(), "ash") == "CAR-DRW-02"
    offered = ordered("stones", now, table_orders.OfferDraw(), "birch")
    assert ordered("stones", offered, table_orders.DeclineDraw(), "ash").draw_by == ()


def test_a_table_begins_without_moves_and_without_open_seats():
    assert (table.EMPTY.number, table.EMPTY.opened, begun("stones").opened) == (0, 0, 0)


def late(*seats: str):
    """Record on which the time of these seats is up."""
    return [
        Move(
            number,
            seat,
            clock_orders.TimeIsUp("2026-11-23T00:00:00Z"),
            (clock_orders.TimeWasUp(seat, "2026-11-23T00:00:00Z"),),
            (),
            f"c{number}",
            "",
        )
        for number, seat in enumerate(seats, start=2)
    ]


def test_a_side_that_has_decided_since_is_no_longer_late():
    seats = {"ash": "ash", "birch": "birch"}
    missed = late("birch")
    decided = Move(3, "birch", Lay(1), (Laid("birch", 1),), (), "c3", "")
    draw = Move(
        3, "birch", table_orders.OfferDraw(), (table_orders.DrawOffered("birch"),), (), "c3", ""
    )
    assert side_departures.late_seats(seats, missed) == ("birch",)
    assert side_departures.late_seats(seats, [*missed, decided]) == ()
    assert side_departures.late_seats(seats, [*missed, draw]) == ("birch",)


def test_one_late_side_of_three_is_removed_and_the_game_continues():
    now = begun("stones", CLOCK)
    for what in ("win", "draw", "cancel"):
        assert (
            refused("stones", now, clock_orders.Claim(what), "ash", late("birch")) == "CAR-CLK-10"
        )
    now = ordered("stones", now, clock_orders.Claim("remove"), "ash", late("birch"))
    assert now.left == ("birch",)
    assert result("stones", now) is None


def test_each_side_in_time_may_have_the_late_one_removed():
    for late_side, claiming in (("ash", "cedar"), ("cedar", "ash"), ("birch", "cedar")):
        order = clock_orders.Claim("remove")
        now = ordered("stones", begun("stones", CLOCK), order, claiming, late(late_side))
        assert now.left == (late_side,)


def test_two_late_sides_of_three_leave_the_win_to_the_third():
    now = begun("stones", CLOCK)
    assert (
        refused("stones", now, clock_orders.Claim("remove"), "ash", late("birch", "cedar"))
        == "CAR-CLK-10"
    )
    now = ordered("stones", now, clock_orders.Claim("win"), "ash", late("birch", "cedar"))
    assert result("stones", now).winners == ("ash",)


def test_several_late_sides_are_removed_together():
    now = begun("last_one", CLOCK)
    now = ordered("last_one", now, clock_orders.Claim("remove"), "apple", late("beech", "damson"))
    assert now.left == ("beech", "damson")
    assert table.in_play(TINY["last_one"], now) == ("apple", "cherry", "elder", "fig")


def test_a_late_side_removes_no_other():
    now = begun("stones", CLOCK)
    assert (
        refused("stones", now, clock_orders.Claim("remove"), "birch", late("birch", "cedar"))
        == "CAR-CLK-10"
    )


def test_a_late_referee_is_not_claimed_against():
    now = begun("campaign", CLOCK)
    for what in clock_claims.CLAIMS:
        assert (
            refused("campaign", now, clock_orders.Claim(what), "lion", late("referee"))
            == "CAR-CLK-10"
        )


def test_an_old_record_of_a_concession_ends_the_game():
    """Records from before sides could leave a game that continues have no `ends`."""
    events = read_events(TINY["parry"], b'[{"kind":"conceded","side":"red","winners":["blue"]}]')
    now = table.after_all(TINY["parry"], begun("parry"), events)
    assert now.ending.winners == ("blue",)


def test_the_last_side_alive_wins():
    now, game = begun("last_one"), TINY["last_one"]
    while result("last_one", now) is None:
        seat = game.waiting_for(now.state)[0].seat
        target = next(side for side in reversed(now.state.alive) if side != seat)
        now = ordered("last_one", now, Strike(target), seat)
    assert result("last_one", now).winners == (now.state.alive[0],)
    assert Struck in type(game).card.events


def test_a_result_tells_shared_wins_places_and_honours():
    titles = {"a": say("Ash", "Fresno"), "b": say("Birch", "Abedul"), "c": say("Cedar", "Cedro")}
    end = Outcome(
        (),
        CLOSED,
        say("The end.", "El final."),
        places=(("a", "b"), ("c",)),
        honours=(Honour(say("Great explorer", "Gran explorador"), ("c",)),),
    )
    assert [says.in_("en") for says in end.ranking(titles)] == [
        "Place 1: Ash and Birch.",
        "Place 2: Cedar.",
        "Great explorer: Cedar.",
    ]
    assert [says.in_("es") for says in end.ranking(titles)] == [
        "Puesto 1: Fresno y Abedul.",
        "Puesto 2: Cedro.",
        "Gran explorador: Cedro.",
    ]
    assert end.unwon.in_("en") == "Finished"


def test_places_that_are_honours_are_told_once():
    titles = {"a": say("Ash", "Fresno"), "c": say("Cedar", "Cedro")}
    honours = (Honour(say("Winner", "Ganador"), ("c",)), Honour(say("Second", "Segundo"), ("a",)))
    end = Outcome(("c",), CLOSED, say("", ""), places=(("c",), ("a",)), honours=honours)
    told = [says.in_("en") for says in end.ranking(titles)]
    assert told == ["Winner: Cedar.", "Second: Ash."]
