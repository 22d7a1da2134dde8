"""Rated battles from their records, on both databases, with a time set by the test."""

from __future__ import annotations

import random
from datetime import date, timedelta

import msgspec
import pytest

from app.kernel import clock_orders, table_orders
from app.kernel.clock_terms import Terms
from app.kernel.rating import Rating, Score, rate_period
from app.kernel.rating_periods import WEB
from app.kernel.refusal import Refused
from app.services.people import account_deletion, account_export, accounts
from app.services.people.initials import initials_of
from app.services.play import lobby, orders, rated_battles, rematches, seat_substitution
from app.services.play.rating_rules import with_rows_of_time_outs
from app.services.play.rating_worker import RatingWorker
from app.services.time.availability import time_text
from app.services.time.deadline_worker import process_game
from app.services.time.weeks import first_day, week_of
from app.services.watch import game_view, player_ratings
from app.services.watch.rated_game import load_rating_sentence
from app.services.watch.reliability import reliability_of
from app.store.ratings import RatedBattle
from tests.contract.tiny import parry
from tests.services.time.conftest import START

DAY, WEEK = timedelta(days=1), timedelta(days=7)
CLAIMED = Terms(kind="each", days=2, grace=0, then="claim", zone="UTC")


@pytest.fixture
def members(services, time):
    time.is_now(START - DAY, services)
    return [
        accounts.register(services, name, "a long enough sentence")
        for name in ("Ana", "Eva", "Íñigo", "Nines")
    ]


@pytest.fixture
def play(services, members, command):
    """Rated battle between two members, who have agreed by sitting down."""

    def begin(first=0, second=1, **more):
        game = lobby.open_table(
            services, members[first].id, "parry", "plain", "red", rated=True, **more
        )
        return lobby.join_table(services, game.address, members[second].id)

    return begin


def give(services, game, member, order, command):
    last = game_view.load_view(services, game.address, member.id).last
    return orders.declare_order(services, game.address, member.id, command, last, order)


def concede(services, game, member, command):
    """Concede after a blow and its answer."""
    with services.store.read() as work:
        red, blue = (work.users.find_user(one.user_id) for one in work.seats.for_game(game.id))
    give(services, game, red, parry.Strike(False), f"{command} strike")
    give(services, game, blue, parry.Answer(True), f"{command} answer")
    give(services, game, member, table_orders.Concede(), command)


def sweep(services):
    return RatingWorker(services).sweep()


def stored(services):
    with services.store.read() as work:
        return work.ratings.all_battles(), work.ratings.all_ratings()


def reasons(services, game):
    with services.store.read() as work:
        return {one.reason for one in work.ratings.battles_of_game(game.id)}


def refused(rule, act, *given, **named):
    with pytest.raises(Refused) as found:
        act(*given, **named)
    assert rule in {one.rule for one in found.value.refusals}


def test_a_rated_battle_changes_both_ratings(services, members, play, command, time):
    game = play()
    concede(services, game, members[1], command())
    assert sweep(services) == 1
    battles, ratings = stored(services)
    won, lost = (rate_period(Rating(), [Score(Rating(), points)]) for points in (1, 0))
    week = week_of(time_text(time.now))
    assert ratings == {
        ("parry", WEB, members[0].id, week): won,
        ("parry", WEB, members[1].id, week): lost,
    }
    assert [(one.result, one.reason) for one in battles] == [("won", ""), ("lost", "")]
    assert battles[0].change == pytest.approx(won.value - 1500)
    assert sweep(services) == 0  # nothing waits
    page = player_ratings.load_rating_page(services, members[0].id, "parry", members[1].id)
    assert page.now == won
    assert [one.opponent for one in page.battles] == ["Eva"]


def test_battles_are_not_rated_by_default(services, members, command):
    game = lobby.open_table(services, members[0].id, "parry", "plain", "red")
    lobby.join_table(services, game.address, members[1].id)
    concede(services, game, members[1], command())
    assert sweep(services) == 0
    assert stored(services) == ([], {})


def test_only_duels_of_people_are_rated(services, members):
    """CAR-RAT-01."""

    def table(box, **more):
        refused(
            "CAR-RAT-01",
            lobby.open_table,
            services,
            members[0].id,
            box,
            "plain",
            rated=True,
            **more,
        )

    table("parry", against="bot")
    table("parry", per_side=2)
    table("stones")  # three sides
    table("caravans")  # a long game


def test_guests_do_not_play_rated_battles(services, members):
    """CAR-RAT-02."""
    guest = accounts.create_guest(services)
    refused("CAR-RAT-02", lobby.open_table, services, guest.id, "parry", "plain", rated=True)
    game = lobby.open_table(services, members[0].id, "parry", "plain", "red", rated=True)
    refused("CAR-RAT-02", lobby.join_table, services, game.address, guest.id)


def test_a_rematch_keeps_the_term(services, members, play, command):
    game = play()
    concede(services, game, members[1], command())
    again = rematches.open_rematch(services, game.address, members[0].id)
    assert again.rated


def lose_on_time(services, time, game, winner, command):
    """Let the time of the other side run out and claim the win."""
    time.is_now(time.now + 3 * DAY, services)
    while process_game(services, game.id):
        pass
    give(services, game, winner, clock_orders.Claim("win"), command())


def strike_and_answer(services, game, members, command, blows):
    """Blows of both players by turns, each with its answer."""
    for number in range(blows):
        striker, other = (members[0], members[1]) if number % 2 == 0 else (members[1], members[0])
        give(services, game, striker, parry.Strike(False), command())
        give(services, game, other, parry.Answer(True), command())


def test_a_win_on_time_before_the_third_decision_is_not_rated(
    services, members, play, command, time
):
    """CAR-RAT-03."""
    game = play(clock=CLAIMED)
    lose_on_time(services, time, game, members[1], command)
    sweep(services)
    assert reasons(services, game) == {"early"}
    assert stored(services)[1] == {}
    look = game_view.load_view(services, game.address, members[0].id)
    assert "third decision" in str(load_rating_sentence(services, look))


def test_a_win_on_time_after_the_third_decision_is_rated(services, members, play, command, time):
    """Of three blows no player can have three hits, so the battle goes on."""
    game = play(clock=CLAIMED)
    strike_and_answer(services, game, members, command, 3)
    lose_on_time(services, time, game, members[0], command)
    sweep(services)
    assert reasons(services, game) == {""}
    assert [one.result for one in stored(services)[0]] == ["won", "lost"]


def test_a_concession_before_any_decision_is_not_rated(services, members, play, command):
    """CAR-RAT-03."""
    game = play()
    give(services, game, members[1], table_orders.Concede(), command())
    sweep(services)
    assert reasons(services, game) == {"unplayed"}
    assert stored(services)[1] == {}


def test_a_cancelled_battle_is_not_rated(services, members, play, command, time):
    """CAR-RAT-03."""
    game = play(clock=CLAIMED)
    strike_and_answer(services, game, members, command, 2)
    time.is_now(time.now + 3 * DAY, services)
    while process_game(services, game.id):
        pass
    give(services, game, members[1], clock_orders.Claim("cancel"), command())
    sweep(services)
    assert reasons(services, game) == {"void"}
    assert stored(services)[1] == {}


def test_a_seat_that_passed_on_is_not_rated(services, members, play, command):
    """CAR-RAT-03."""
    game = play()
    seat_substitution.offer_seat(services, game.address, members[1].id, "blue", "Íñigo")
    seat_substitution.take_offered_seat(services, game.address, members[2].id)
    concede(services, game, members[0], command())
    sweep(services)
    assert reasons(services, game) == {"seat"}


def test_a_row_of_losses_on_time_is_not_rated(services, members):
    """CAR-RAT-04: a loss at the board between them ends the row, and so do eight days."""

    def losses(*told):
        """Battles of player 1 against others: day of the end, and true for a loss on time."""
        return [
            RatedBattle(
                number, 1, 9, "parry", 5, f"2026-01-{day:02}T12:00:00.000Z", 0, "lost", late, ""
            )
            for number, (day, late) in enumerate(told, start=1)
        ]

    def rows(*told):
        return [one.reason for one in with_rows_of_time_outs(losses(*told))]

    assert rows((1, True)) == [""]
    assert rows((1, True), (3, True), (10, True)) == ["row"] * 3
    assert rows((1, True), (2, False), (3, True)) == ["", "", ""]
    assert rows((1, True), (9, True)) == ["", ""]


def test_idle_weeks_make_the_deviation_grow(services, members, play, command, time):
    game = play()
    concede(services, game, members[1], command())
    sweep(services)
    first = player_ratings.load_rating_page(services, members[0].id, "parry", None)
    time.is_now(time.now + 10 * WEEK, services)
    later = player_ratings.load_rating_page(services, members[0].id, "parry", None)
    assert first.now.value == later.now.value
    assert first.now.deviation < later.now.deviation <= 350
    assert len(later.course) == 10


def battle_of_weeks(services, members, command, time, chance, weeks=6):
    """Battles between random pairs of members in several weeks; the records in order of their
    end.
    """
    for _ in range(weeks):
        for _ in range(chance.randrange(4)):
            one, other = chance.sample(range(4), 2)
            game = lobby.open_table(services, members[one].id, "parry", "plain", "red", rated=True)
            lobby.join_table(services, game.address, members[other].id)
            concede(services, game, members[chance.choice((one, other))], command())
            if chance.random() < 0.7:
                sweep(services)
        time.is_now(time.now + WEEK, services)
    sweep(services)


def test_ratings_computed_again_are_the_same(services, members, command, time):
    battle_of_weeks(services, members, command, time, random.Random(7))
    before = stored(services)
    assert len(before[0]) > 6
    assert rated_battles.compute_all_again(services, keep=False).is_same
    with services.store.write() as work:  # all rows are lost
        work.ratings.replace_all_battles(())
        work.commit()
    assert not rated_battles.compute_all_again(services, keep=False).is_same
    assert rated_battles.compute_all_again(services, keep=True).battles == len(before[0]) // 2
    assert stored(services) == before


def test_a_correction_a_year_later_gives_the_figures_without_the_mistake(
    services, members, command, time, monkeypatch
):
    """The winner of the first battle was wrong for a year; then the record says the other one."""
    game = lobby.open_table(services, members[0].id, "parry", "plain", "red", rated=True)
    lobby.join_table(services, game.address, members[1].id)
    concede(services, game, members[1], command())
    sweep(services)
    time.is_now(time.now + WEEK, services)
    battle_of_weeks(services, members, command, time, random.Random(3), weeks=4)
    right = stored(services)
    with services.store.write() as work:  # the history with the mistake
        wrong = [one.with_effect(None) for one in work.ratings.battles_of_game(game.id)]
        flipped = {"won": "lost", "lost": "won"}
        work.ratings.replace_battles(
            game.id,
            [msgspec.structs.replace(one, result=flipped[one.result], number=1) for one in wrong],
        )
        rated_battles.compute_ratings(work, "parry", WEB, wrong[0].ended_at)
        work.commit()
    assert stored(services)[1] != right[1]
    time.is_now(time.now + 52 * WEEK, services)
    with services.store.write() as work:  # the correction is a move of today
        work.games.update_game(game.id, moved_at=time_text(time.now))
        work.commit()
    assert sweep(services) == 1  # the row is older than the record
    assert stored(services) == right


def test_an_interrupted_round_is_repeated(services, members, play, command, monkeypatch):
    """An error at the last step leaves nothing behind, and the next round does the work once."""
    game = play()
    concede(services, game, members[1], command())
    with monkeypatch.context() as broken:
        broken.setattr("app.services.play.rated_battles.compute_ratings", lambda *_: 1 / 0)
        assert sweep(services) == 0
    assert stored(services) == ([], {})
    assert sweep(services) == 1
    once = stored(services)
    rated_battles.enter_battle(services, game.id)
    assert stored(services) == once


def test_the_ratings_of_others_stay_when_an_account_is_deleted(services, members, play, command):
    game = play()
    concede(services, game, members[1], command())
    sweep(services)
    before = stored(services)
    player_ratings.show_ratings(services, members[1].id, to_everybody=False)
    account_deletion.delete_account(services, members[1])
    assert stored(services) == before
    assert rated_battles.compute_all_again(services, keep=False).is_same
    page = player_ratings.load_rating_page(services, members[0].id, "parry", members[0].id)
    assert page.battles[0].opponent.startswith("Former member")
    assert page.battles[0].rating is None
    assert page.battles[0].change is None


def test_hidden_ratings_are_only_visible_to_their_player(services, members, play, command):
    """CAR-RAT-05: neither figures, nor the effect on an opponent that would tell them."""
    game = play()
    concede(services, game, members[1], command())
    sweep(services)
    player_ratings.show_ratings(services, members[1].id, to_everybody=False)

    def page(of, viewer):
        who = None if viewer is None else members[viewer].id
        return player_ratings.load_rating_page(services, members[of].id, "parry", who)

    for viewer in (0, 2, None):
        hidden = page(1, viewer)
        assert (hidden.now, hidden.course, hidden.battles, hidden.others) == (None, (), (), ())
        assert [(one.change, one.rating) for one in page(0, viewer).battles] == [(None, None)]
    assert page(1, 1).now is not None
    assert page(1, 1).battles[0].change is not None
    exported = account_export.export_account(services, members[0].id)
    assert b"opponent_rating" not in exported
    player_ratings.show_ratings(services, members[1].id, to_everybody=True)
    assert page(1, 2).now is not None


def test_a_curve_does_not_tell_the_hidden_rating_of_an_opponent(
    services, members, play, command, time
):
    """CAR-RAT-06: the week is left out for others until it mixes three hidden ratings."""
    ana, ratings = members[0], []
    concede(services, play(), members[1], command())
    sweep(services)
    time.is_now(time.now + 2 * WEEK, services)
    for other in (1, 2, 3):
        player_ratings.show_ratings(services, members[other].id, to_everybody=False)
    for other in (1, 2, 3):
        concede(services, play(0, other), members[other], command())
        sweep(services)
        for viewer in (ana, members[other], None):
            who = viewer and viewer.id
            page = player_ratings.load_rating_page(services, ana.id, "parry", who)
            present = player_ratings.load_present_ratings(services, ana.id, who)
            assert [one.rating for one in present] == ([page.now] if page.now else [])
            ratings.append(page.now and page.now.value)
        assert all(one.change is None for one in page.battles)
    mine, theirs = ratings[0::3], [*ratings[1::3], *ratings[2::3]]
    assert None not in mine and len(set(mine)) == 3
    assert theirs[:2] == theirs[3:5] == [None, None]  # Eva was hidden later: her first battle too
    assert theirs[2] == theirs[5] == mine[2]


def test_anonymous_visitors_read_initials_of_the_player_and_the_opponents(
    services, members, play, command
):
    concede(services, play(), members[1], command())
    sweep(services)
    one, other = members[0], members[1]
    for viewer, names in (
        (None, (initials_of(one.name), initials_of(other.name))),
        (members[2].id, (one.name, other.name)),
    ):
        page = player_ratings.load_rating_page(services, one.id, "parry", viewer)
        assert (page.person.name, page.battles[0].opponent) == names


def test_private_battles_are_listed_without_their_players(services, members, play, command):
    game = play(visibility="private")
    concede(services, game, members[1], command())
    sweep(services)
    page = player_ratings.load_rating_page(services, members[0].id, "parry", members[2].id)
    assert [(one.opponent, one.address, one.change) for one in page.battles] == [("", "", None)]
    own = player_ratings.load_rating_page(services, members[0].id, "parry", members[0].id)
    assert own.battles[0].address == game.token


def test_a_deleted_game_leaves_the_ratings(services, members, play, command):
    first, second = play(), play(2, 3)
    for game, loser in ((first, 1), (second, 3)):
        concede(services, game, members[loser], command())
    sweep(services)
    with services.store.write() as work:
        rated_battles.forget_battle(work, work.games.lock_game(first.id))
        work.games.delete_game(first.id)
        work.commit()
    assert {one.game_id for one in stored(services)[0]} == {second.id}
    assert {player for _, _, player, _ in stored(services)[1]} == {members[2].id, members[3].id}
    assert rated_battles.compute_all_again(services, keep=False).is_same


def test_weeks_begin_on_monday_in_utc():
    last, first = week_of("2026-11-29T23:59:59.999Z"), week_of("2026-11-30T00:00:00.000Z")
    assert (last + 1, first_day(first)) == (first, date(2026, 11, 30))


# ---------------------------------------------------------------------- reliability
def test_decisions_in_time_are_counted_once(services, members, play, command, time):
    """A player who answers a blow and strikes at once makes one decision for the clock."""
    game = play(clock=CLAIMED)
    strike_and_answer(services, game, members, command, 2)
    lose_on_time(services, time, game, members[1], command)
    with services.store.read() as work:
        counts = {one.name: work.decision_counts.of_user(one.id) for one in members[:2]}
    totals = {
        name: (sum(one[1] for one in days), sum(one[2] for one in days))
        for name, days in counts.items()
    }
    assert totals == {"Ana": (1, 2), "Eva": (1, 1)}
    sweep(services)
    assert rated_battles.compute_all_again(services, keep=False).is_same


def test_older_decisions_weigh_less():
    today = date(2026, 11, 28)
    found = reliability_of([("2026-11-20", 10, 10), ("2025-11-29", 0, 10)], today)
    assert (found.month, found.quarter, found.ever) == ((10, 10), (10, 10), (10, 20))
    assert 0.75 < found.share < 0.85
    assert reliability_of([], today).share is None
