"""Battles of a long game on tables of their own: opened once, and each result takes effect once."""

from __future__ import annotations

import threading

import pytest

from app.kernel.battle_results import BattleDropped, ResultTaken, ResultTooLate
from app.kernel.correction_orders import CorrectMove
from app.kernel.refusal import Refused
from app.kernel.table_orders import Concede
from app.services.container import Services
from app.services.errors import Malformed, NoSuchGame, NotYourSeat, Overtaken
from app.services.people import account_deletion, accounts
from app.services.play import bot_worker, lobby, orders, rematches, seat_substitution, table_reports
from app.services.play.child_battle_worker import ChildBattleWorker
from app.services.watch import game_view
from tests.contract.tiny import TINY, feud, skirmish

FAMILIES = ("ash", "birch", "cedar", "referee")


@pytest.fixture
def campaign(started):
    """Ash, birch and cedar play; the fourth guest is the referee."""
    return started("feud")


@pytest.fixture
def play(services, people, command):
    """Gives an order of the person with this number, after the last move."""

    def give(game, person, order):
        last = game_view.load_view(services, game.id, people[person].id).last
        return orders.declare_order(services, game.id, people[person].id, command(), last, order)

    return give


def tables_of(services, game):
    with services.store.read() as work:
        return work.child_battles.of_game(game.id)


def state_of(services, game):
    return game_view.load_view(services, game.id).history.now.state


def arm(services, table, person, blades=2):
    lobby.change_choices(services, table.address, person.id, {"blades": blades})


def rule_of(refused):
    return refused.value.refusals[0].rule


@pytest.fixture
def table(services, people, campaign, play):
    play(campaign, 0, feud.Challenge("birch"))
    [found] = tables_of(services, campaign)
    return found


@pytest.fixture
def fought(services, people, table, play):
    """A battle whose first player has conceded."""
    for person in people[:2]:
        arm(services, table, person)
    play(table, 0, Concede())
    return table


def sweep(services):
    return ChildBattleWorker(services).sweep()


# ---------------------------------------------------------------------- down
def test_the_move_that_makes_a_battle_ready_opens_its_table(services, people, campaign, table):
    assert (table.parent_id, table.battle, table.box) == (campaign.id, "b1", "skirmish")
    assert table.terms == {"north": 3, "south": 2} and table.status == "open"
    with services.store.read() as work:
        seats = work.seats.for_game(table.id)
    assert {seat.side: seat.user_id for seat in seats} == {
        "north": people[0].id,
        "south": people[1].id,
    }
    assert all(seat.owes for seat in seats)


def test_each_battle_has_one_table(services, campaign, table, play):
    play(campaign, 1, feud.Challenge("cedar"))
    assert [one.battle for one in tables_of(services, campaign)] == ["b1", "b2"]
    play(campaign, 2, feud.Challenge("ash"))
    assert [one.battle for one in tables_of(services, campaign)] == ["b1", "b2", "b3"]


def test_the_battle_begins_when_both_armies_are_in(services, people, table):
    """CAR-BAT-04."""
    arm(services, table, people[0], 3)
    now = game_view.load_view(services, table.id, people[1].id)
    assert now.game.status == "open" and "blades" not in repr(now)
    assert [seat.owes for seat in now.seats] == [False, True]
    arm(services, table, people[1], 1)
    now = game_view.load_view(services, table.id, people[1].id)
    assert now.game.status == "running" and now.view.blades == {"north": 3, "south": 1}


def test_an_army_beyond_the_terms_is_refused(services, people, table):
    with pytest.raises(Refused) as refused:
        arm(services, table, people[1], 3)
    assert rule_of(refused) == "SKI-ARM-01"


def test_players_do_not_leave_delete_or_change_the_table(services, people, table):
    """CAR-BAT-03."""
    person = people[0].id
    for act in (
        lambda: lobby.leave_table(services, table.address, person),
        lambda: lobby.cancel_table(services, table.address, person),
        lambda: lobby.change_setup(services, table.address, person, {}),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert rule_of(refused) == "CAR-BAT-03"
    assert tables_of(services, table_parent(services, table))


def table_parent(services, table):
    with services.store.read() as work:
        return work.games.find_game(table.parent_id)


def test_a_begun_battle_is_neither_claimed_nor_passed_on_nor_repeated(services, people, table):
    """CAR-BAT-03."""
    for person in people[:2]:
        arm(services, table, person)
    person = people[0].id
    for act in (
        lambda: orders.claim_game(services, table.address, person),
        lambda: seat_substitution.offer_seat(services, table.address, person, "north", "x"),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert rule_of(refused) == "CAR-BAT-03"


def test_a_finished_battle_has_no_rematch(services, people, fought):
    with pytest.raises(Refused) as refused:
        rematches.open_rematch(services, fought.address, people[0].id)
    assert rule_of(refused) == "CAR-BAT-03"


def test_an_account_that_is_deleted_leaves_the_table_to_the_campaign(services, people, table):
    account = accounts.register(services, "Ana", "a long enough sentence")
    with services.store.write() as work:
        work.seats.update_seat(table.id, "north", user_id=account.id, name="Ana")
        work.commit()
    account_deletion.delete_own_account(services, account.id, "a long enough sentence")
    [found] = tables_of(services, table_parent(services, table))
    assert found.status == "open"


def test_a_waiting_table_is_removed_when_the_referee_settles_its_battle(
    services, people, campaign, table, play
):
    play(campaign, 3, feud.Void("b1"))
    assert tables_of(services, campaign) == []
    with pytest.raises(NoSuchGame):
        game_view.load_view(services, table.id, people[0].id)


def test_a_running_table_is_closed_when_its_battle_is_dropped(
    services, people, campaign, table, play
):
    """CAR-BAT-07."""
    for person in people[:2]:
        arm(services, table, person)
    play(campaign, 3, feud.Void("b1"))
    now = game_view.load_view(services, table.id, people[0].id)
    assert (now.game.status, now.game.ending) == ("over", "dropped")
    assert not any(seat.owes for seat in now.seats)
    [event] = now.history.moves[-1].events
    assert isinstance(event, BattleDropped)
    with pytest.raises(Refused):
        play(table, 0, Concede())
    last = game_view.load_view(services, campaign.id).last
    assert sweep(services) == 0
    assert game_view.load_view(services, campaign.id).last == last  # no result is sent


def test_a_battle_that_returns_gets_a_new_table(services, people, campaign, table, play):
    """CAR-BAT-07: The correction strikes the decision that dropped the battle."""
    for person in people[:2]:
        arm(services, table, person)
    play(campaign, 3, feud.Void("b1"))
    last = game_view.load_view(services, campaign.id).last
    play(campaign, 3, CorrectMove(last, "The battle counts."))
    old, new = tables_of(services, campaign)
    assert (old.id, old.ending, new.battle, new.status) == (table.id, "dropped", "b1", "open")


def test_a_battle_that_is_ready_at_the_first_move_has_its_table_at_once(
    services, people, monkeypatch
):
    def begin_with_a_battle(self, setup, dice):
        return (feud.Placed(), feud.Challenged("b1", "ash", "birch", 3, 2))

    monkeypatch.setattr(feud.FeudGame, "new_game", begin_with_a_battle)
    game = lobby.open_table(services, people[0].id, "feud", "plain", "ash")
    for person in people[1:4]:
        game = lobby.join_table(services, game.address, person.id)
    assert [one.battle for one in tables_of(services, game)] == ["b1"]


def test_other_players_of_the_campaign_watch_but_give_no_order(services, people, fought, play):
    assert game_view.load_view(services, fought.address, people[2].id).seat is None
    with pytest.raises(NotYourSeat):
        play(fought, 2, skirmish.Blow())


def test_the_battle_of_a_private_campaign_is_found_by_its_link_only(services, people, play):
    game = lobby.open_table(
        services, people[0].id, "feud", "plain", "ash", visibility="private", spectators=False
    )
    for person in people[1:4]:
        game = lobby.join_table(services, game.address, person.id)
    play(game, 0, feud.Challenge("birch"))
    [table] = tables_of(services, game)
    assert table.is_private and table.address == table.token
    with pytest.raises(NoSuchGame):
        game_view.load_view(services, table.id, people[5].id)
    assert game_view.load_view(services, table.address, people[2].id).seat is None


# ---------------------------------------------------------------------- up
def test_the_result_of_the_table_settles_the_battle_once(services, campaign, fought):
    assert sweep(services) == 1
    assert state_of(services, campaign).fights["b1"].winner == "birch"
    moves = game_view.load_view(services, campaign.id).history.moves
    assert moves[-1].command == f"battle:{fought.battle}" and moves[-1].seat == ""
    assert sweep(services) == 0
    assert len(game_view.load_view(services, campaign.id).history.moves) == len(moves)


def test_a_result_is_entered_once_by_two_workers_at_once(services, database_url, campaign, fought):
    other = Services.open(TINY, database_url)
    try:
        start = threading.Barrier(2)

        def work(club):
            start.wait()
            table_reports.declare_result(club, fought.id)

        threads = [threading.Thread(target=work, args=(club,)) for club in (services, other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        other.close()
    commands = [move.command for move in game_view.load_view(services, campaign.id).history.moves]
    assert commands.count(f"battle:{fought.battle}") == 1


def test_the_referee_comes_first_and_the_table_has_no_effect(services, campaign, fought, play):
    """CAR-BAT-01."""
    play(campaign, 3, feud.Settle("b1", "ash"))
    assert sweep(services) == 1
    assert state_of(services, campaign).fights["b1"].winner == "ash"
    [event] = game_view.load_view(services, campaign.id).history.moves[-1].events
    assert event == ResultTooLate("b1", fought.id)


def test_the_table_comes_first_and_the_referee_is_refused(services, campaign, fought, play):
    assert sweep(services) == 1
    with pytest.raises(Refused) as refused:
        play(campaign, 3, feud.Settle("b1", "ash"))
    assert rule_of(refused) == "FEU-BAT-01"


def test_table_and_referee_within_the_same_moment_give_one_effect(
    services, people, campaign, fought
):
    last = game_view.load_view(services, campaign.id).last
    told = []

    def decide():
        try:
            orders.declare_order(
                services, campaign.id, people[3].id, "mine", last, feud.Settle("b1", "ash")
            )
        except (Refused, Overtaken) as refused:
            told.append(type(refused).__name__)

    threads = [
        threading.Thread(target=decide),
        threading.Thread(target=table_reports.declare_result, args=(services, fought.id)),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    events = [
        event
        for move in game_view.load_view(services, campaign.id).history.moves
        for event in move.events
    ]
    assert sum(isinstance(event, feud.Settled) for event in events) == 1
    late = [event for event in events if isinstance(event, ResultTooLate)]
    taken = [event for event in events if isinstance(event, ResultTaken)]
    assert (len(taken), len(late), bool(told)) in ((1, 0, True), (0, 1, False))


def test_a_result_is_entered_within_a_second_of_the_last_move(
    services, people, campaign, table, play
):
    worker = ChildBattleWorker(services)
    services.workers = (worker,)
    worker.start()
    for person in people[:2]:
        arm(services, table, person)
    play(table, 0, Concede())
    heard = threading.Event()
    for _ in range(20):
        if state_of(services, campaign).fights["b1"].winner:
            break
        heard.wait(0.05)
    assert state_of(services, campaign).fights["b1"].winner == "birch"


def test_a_broken_battle_does_not_stop_the_others(services, campaign, table, fought, play, caplog):
    play(campaign, 1, feud.Challenge("cedar"))
    worker = ChildBattleWorker(services)
    with services.store.write() as work:
        work.games.update_game(fought.id, box="gone")
        work.commit()
    assert worker.sweep() == 0 and "could not be entered" in caplog.text
    assert worker.sweep() == 0  # it rests


def test_a_client_cannot_take_the_command_of_a_result(services, people, campaign, fought):
    with pytest.raises(Malformed):
        orders.declare_order(
            services,
            campaign.id,
            people[3].id,
            f"battle:{fought.battle}",
            2,
            feud.Settle("b1", "ash"),
        )


def test_deleting_a_long_game_deletes_its_tables(services, campaign, fought):
    with services.store.write() as work:
        work.games.delete_game(campaign.id)
        work.commit()
    assert tables_of(services, campaign) == []


# ---------------------------------------------------------------------- substitution
@pytest.fixture
def substitute(services, people, campaign):
    """Passes the seat of the first player of the campaign to a new member."""
    member = accounts.register(services, "Carla", "a long enough sentence")

    def take():
        seat_substitution.offer_seat(services, campaign.address, people[0].id, "ash", "Carla")
        seat_substitution.take_offered_seat(services, campaign.id, member.id)
        return member

    return take


def test_a_substitute_takes_over_the_seat_at_a_waiting_table(services, people, table, substitute):
    """CAR-BAT-03: the army is chosen anew, since the former player knows it."""
    arm(services, table, people[0])
    member = substitute()
    now = game_view.load_view(services, table.id, member.id)
    assert now.seat == "north" and [seat.owes for seat in now.seats] == [True, True]
    arm(services, table, people[1])
    arm(services, table, member)
    assert game_view.load_view(services, table.id, member.id).game.status == "running"


def test_a_substitute_plays_a_begun_battle_on(services, people, table, substitute, play):
    for person in people[:2]:
        arm(services, table, person)
    member = substitute()
    with pytest.raises(NotYourSeat):
        play(table, 0, skirmish.Blow())
    last = game_view.load_view(services, table.id, member.id).last
    orders.declare_order(services, table.id, member.id, "on", last, skirmish.Blow())
    assert game_view.load_view(services, table.id, people[1].id).view.blades["south"] == 1


# ---------------------------------------------------------------------- bots
def with_bots(services, campaign, *seats):
    with services.store.write() as work:
        for seat in seats:
            work.seats.update_seat(campaign.id, seat, user_id=None, bot="house", name="Bot")
        work.commit()


def test_bots_among_themselves_have_no_table(services, campaign, play):
    with_bots(services, campaign, "birch", "cedar")
    play(campaign, 0, feud.Challenge("birch"))
    orders.declare_for_bot(services, campaign.id, "birch", "bot", 2, feud.Challenge("cedar"))
    with services.store.read() as work:
        game = services.find(work, campaign.id)
        assert list(services.histories.of(work, services.box(game), game).now.state.fights) == [
            "b1",
            "b2",
        ]
    assert [one.battle for one in tables_of(services, campaign)] == ["b1"]


def test_a_battle_against_a_bot_begins_when_its_opponent_has_armed(
    services, people, campaign, play
):
    with_bots(services, campaign, "birch")
    play(campaign, 0, feud.Challenge("birch"))
    [table] = tables_of(services, campaign)
    arm(services, table, people[0])
    now = game_view.load_view(services, table.id, people[0].id)
    assert now.game.status == "running" and now.view.blades["south"] == skirmish.USUAL


def test_a_bot_leaves_the_result_to_the_table(services, people, campaign, play):
    with_bots(services, campaign, "referee")
    play(campaign, 0, feud.Challenge("birch"))
    bot_worker.BotWorker(services).sweep()
    assert state_of(services, campaign).open == ["b1"]
    [table] = tables_of(services, campaign)
    for person in people[:2]:
        arm(services, table, person)
    play(table, 0, Concede())
    assert sweep(services) == 1
    assert state_of(services, campaign).fights["b1"].winner == "birch"
