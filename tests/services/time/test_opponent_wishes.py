"""Wishes for an opponent on both databases, with a time set by the test."""

from __future__ import annotations

import itertools
import threading
from datetime import timedelta

import pytest

from app.kernel.clock_terms import Terms
from app.kernel.refusal import Refused
from app.kernel.table_orders import Concede
from app.services.clubs import clubs
from app.services.clubs import members as club_members
from app.services.clubs.clubs import ClubTerms
from app.services.container import Services
from app.services.errors import Malformed
from app.services.people import account_deletion, account_export, accounts, blocking
from app.services.people.moderation import act_as_administrator
from app.services.play import opponent_wishes, orders, wish_pairing, wish_rules
from app.services.play.opponent_wishes import WishForm
from app.services.play.wish_pairing import WishWorker
from app.services.watch import player_ratings
from app.services.watch.wish_pool import load_wish_page
from app.store import rating_tables
from app.store.user_repository import Users
from tests.contract.tiny import TINY
from tests.services.time.conftest import START

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
WORD = "a long enough sentence"
EITHER = (("plain", "red"), ("plain", "blue"))


@pytest.fixture
def members(services, time):
    """Six members with a confirmed address, who are no newcomers to one another's wishes."""
    time.is_now(START, services)
    found = [
        accounts.register(services, name, WORD)
        for name in ("Ana", "Eva", "Íñigo", "Nines", "Olga", "Pau")
    ]
    with services.store.write() as work:
        for one in found:
            Users.update_user(work.users, one.id, email=f"{one.id}@example.org")
        work.commit()
    return found


def form(**more):
    return WishForm(**{"box": "parry", "seats": EITHER, "paces": ("slow",), **more})


def wants(services, member, **more):
    return opponent_wishes.save_wish(services, member.id, form(**more))


def sweep(services):
    return WishWorker(services).sweep()


def players(services, game_id):
    with services.store.read() as work:
        return {seat.user_id for seat in work.seats.for_game(game_id)}


def messages(services, member):
    with services.store.read() as work:
        return [one.key for one in work.outbox.of_user(member.id, 99) if one.kind == "opponent"]


def own(services, member):
    with services.store.read() as work:
        return work.opponent_wishes.of_user(member.id)


def refused(rule, act, *given, **named):
    with pytest.raises(Refused) as found:
        act(*given, **named)
    assert {one.rule for one in found.value.refusals} == {rule}


def test_two_wishes_that_fit_open_a_table_for_both(services, members, time):
    """The game begins, has the clock of the pace, and each player has one notification."""
    ana, eva = members[:2]
    wants(services, ana, seats=(("plain", "red"),), rated=True)
    wants(services, eva, paces=("daily", "slow"), rated=True)
    assert sweep(services) == []  # they have just come
    time.is_now(START + wish_rules.HOLD_MINUTES * MINUTE, services)
    [number] = sweep(services)
    assert sweep(services) == []
    with services.store.read() as work:
        game, seats = work.games.find_game(number), work.seats.for_game(number)
        assert game.status == "running" and game.rated
        assert game.clock == Terms(kind="each", days=4, grace=24, then="claim", holidays=14)
        assert {seat.side: seat.user_id for seat in seats} == {"red": ana.id, "blue": eva.id}
    for member in (ana, eva):
        assert messages(services, member) == [f"opponent:{number}:{member.id}:mail"]


def test_a_live_wish_is_paired_at_once_and_ends_with_its_hours(services, members, time):
    ana, eva, inigo = members[:3]
    wants(services, ana, paces=("live",), live_hours=1)
    wants(services, eva, paces=("live", "slow"))
    assert len(sweep(services)) == 1
    wants(services, inigo, paces=("live",), live_hours=1)
    time.is_now(START + 61 * MINUTE, services)
    assert sweep(services) == []
    assert own(services, inigo) == own(services, ana) == [] and len(own(services, eva)) == 1


def test_no_player_gets_more_games_than_wished(services, members, time, command):
    ana = members[0]
    wants(services, ana, at_once=2)
    for member in members[1:]:
        wants(services, member, seats=(("plain", "red"),))
    time.is_now(START + DAY, services)
    games = sweep(services)
    assert len(games) == 2 and all(ana.id in players(services, one) for one in games)
    time.is_now(START + 2 * DAY, services)
    assert sweep(services) == []
    orders.declare_order(services, games[0], ana.id, command(), 1, Concede())
    [third] = sweep(services)
    assert not players(services, third) - {ana.id} & (
        players(services, games[0]) | players(services, games[1])
    )


def test_blocked_suspended_and_deleted_members_are_not_paired(services, members, time):
    ana, eva, inigo, nines = members[:4]
    for member in (ana, eva, inigo, nines):
        wants(services, member)
    blocking.block_user(services, eva.id, ana.id)
    act_as_administrator(services, inigo.id, "suspend")
    account_deletion.delete_account(services, nines)
    time.is_now(START + DAY, services)
    assert sweep(services) == []
    with services.store.read() as work:
        assert {one.user_id for one in work.opponent_wishes.all_active()} == {ana.id, eva.id}
    act_as_administrator(services, inigo.id, "lift")
    assert len(sweep(services)) == 1


def test_a_required_strength_uses_hidden_ratings(services, members, time):
    ana, eva, inigo = members[:3]
    wants(services, ana, strength="required")
    for member in (eva, inigo):
        wants(services, member, seats=(("plain", "red"),))
    with services.store.write() as work:
        rows = [(ana.id, 1900.0), (eva.id, 1400.0), (inigo.id, 1850.0)]
        work._connection.execute(
            rating_tables.ratings.insert(),
            [
                {
                    "box": "parry",
                    "player": player,
                    "week": 1,
                    "rating": rating,
                    "deviation": 60.0,
                    "volatility": 0.06,
                }
                for player, rating in rows
            ],
        )
        work.commit()
    player_ratings.show_ratings(services, inigo.id, to_everybody=False)
    time.is_now(START + DAY, services)
    [number] = sweep(services)
    assert players(services, number) == {ana.id, inigo.id}


def test_one_change_finds_a_game_at_once(services, members):
    """CAR-OPP-05: it is changed and paired; a second press is refused."""
    ana, eva = members[:2]
    mine = wants(services, ana, paces=("daily",))
    other = wants(services, eva)
    refused("CAR-OPP-04", opponent_wishes.take_change, services, eva.id, mine, other)
    [number] = opponent_wishes.take_change(services, ana.id, mine, other)
    assert players(services, number) == {ana.id, eva.id}
    assert own(services, ana)[0].paces == ("daily", "slow")
    refused("CAR-OPP-05", opponent_wishes.take_change, services, ana.id, mine, other)


def test_faults_of_a_wish_are_refused(services, members, time):
    ana = members[0]
    guest = accounts.create_guest(services)
    refused("CAR-OPP-01", wants, services, guest)
    refused(
        "CAR-OPP-03", wants, services, ana, seats=(), paces=(), languages=(), at_once=0, apart=99
    )
    for fault in (
        {"box": "chess"},
        {"seats": (("plain", "green"),)},
        {"paces": ("fast",)},
        {"languages": ("fr",)},
        {"strength": "x"},
        {"live_hours": 24},
    ):
        with pytest.raises(Malformed):
            wants(services, ana, **fault)
    numbers = [wants(services, ana) for _ in range(wish_rules.MOST_WISHES)]
    refused("CAR-OPP-02", wants, services, ana)
    refused("CAR-OPP-04", opponent_wishes.end_wish, services, members[1].id, numbers[0])
    refused("CAR-OPP-04", opponent_wishes.save_wish, services, members[1].id, form(), numbers[0])
    opponent_wishes.end_wish(services, ana.id, numbers[0])
    assert [one.id for one in own(services, ana)] == numbers[1:]


def test_a_wish_ends_when_its_owner_is_not_seen_for_two_weeks(services, members, time):
    """CAR-OPP-06: after a question, and each notification comes once."""
    ana, eva = members[:2]
    wants(services, ana)
    wants(services, eva, paces=("daily",))
    asked = [f"wish:{own(services, ana)[0].id}:asked:2026-01-16:{ana.id}:mail"]
    for days, sent in ((10, []), (11, asked), (13, asked)):
        time.is_now(START + days * DAY, services)
        sweep(services)
        sweep(services)
        assert messages(services, ana) == sent
    opponent_wishes.note_visit(services, eva.id)
    number = own(services, ana)[0].id
    time.is_now(START + 14 * DAY, services)
    sweep(services)
    assert own(services, ana) == [] and len(own(services, eva)) == 1
    assert messages(services, ana) == [f"wish:{number}:ended:{ana.id}:mail", *asked]


def test_after_a_long_outage_the_question_comes_first(services, members, time):
    ana = members[0]
    wants(services, ana)
    time.is_now(START + 40 * DAY, services)
    sweep(services)
    assert len(own(services, ana)) == 1
    time.is_now(START + 43 * DAY, services)
    sweep(services)
    assert own(services, ana) == []


def test_the_export_of_an_account_has_its_wishes(services, members, time):
    ana, eva = members[:2]
    wants(services, ana)
    wants(services, eva)
    time.is_now(START + DAY, services)
    assert len(sweep(services)) == 1
    text = account_export.export_account(services, ana.id).decode()
    assert '"found_games"' in text and '"waited_minutes": 1440' in text


def test_an_error_of_one_pair_does_not_stop_the_others(services, members, time, monkeypatch):
    for member in members[:4]:
        wants(services, member)
    open_table, calls = wish_pairing.open_paired_table, itertools.count()

    def fails_once(*given):
        if next(calls) == 0:
            raise ZeroDivisionError
        return open_table(*given)

    monkeypatch.setattr(wish_pairing, "open_paired_table", fails_once)
    time.is_now(START + DAY, services)
    assert len(sweep(services)) == 2


def test_two_processes_at_once_make_each_pair_once(services, members, time, database_url):
    """Two servers pair the same six wishes at the same instant: three games, no player in two."""
    others = Services.open(TINY, database_url)
    for round_number in range(3):
        for member in members:
            wants(services, member, apart=0)
        time.is_now(START + (round_number + 1) * DAY, services)
        start, games = threading.Barrier(2), []

        def pair(one, start=start, games=games):
            start.wait()
            games.extend(wish_pairing.pair_waiting_wishes(one))

        hands = [threading.Thread(target=pair, args=(one,)) for one in (services, others)]
        for hand in hands:
            hand.start()
        for hand in hands:
            hand.join()
        assert len(games) == 3
        seated = [player for one in games for player in players(services, one)]
        assert sorted(seated) == sorted(one.id for one in members)
        for member in members:
            assert len(messages(services, member)) == round_number + 1
            opponent_wishes.end_wish(services, member.id, own(services, member)[0].id)
        with services.store.write() as work:
            for one in games:
                work.games.delete_game(one)
            work.commit()
    others.close()


def test_a_wish_for_a_club_finds_its_players_and_a_table_of_the_club(services, members, time):
    """CAR-OPP-09: readers and outsiders are not paired, and outsiders do not see the wish."""
    ana, eva, inigo, nines, *_ = members
    club = clubs.found_club(services, ana.id, ClubTerms("Dragones", entry="open")).id
    for member in (eva, nines):
        club_members.join_club(services, club, member.id)
    club_members.give_role(services, club, ana.id, nines.id, "reader")
    club_members.take_role(services, club, ana.id, nines.id, "member")
    for member in (inigo, nines):
        refused("CAR-OPP-09", wants, services, member, club_id=club)
    wants(services, ana, club_id=club)
    wants(services, inigo)
    wants(services, nines, seats=(("plain", "red"),))
    time.is_now(START + DAY, services)
    assert len(sweep(services)) == 1  # Íñigo and Nines, without the club
    shown = {
        name: [(one.name, one.club) for one in load_wish_page(services, who, "UTC").waiting]
        for name, who in (("Eva", eva.id), ("Olga", members[4].id), ("visitor", None))
    }
    assert shown == {"Eva": [("Ana", "Dragones")], "Olga": [], "visitor": []}
    wants(services, eva)
    [number] = sweep(services)
    with services.store.read() as work:
        game = work.games.find_game(number)
    assert game.club_id == club and players(services, number) == {ana.id, eva.id}


def test_a_club_that_is_left_or_archived_finds_no_opponent(services, members, time):
    ana, eva = members[:2]
    club = clubs.found_club(services, ana.id, ClubTerms("Dragones", entry="open")).id
    club_members.join_club(services, club, eva.id)
    wish = wants(services, eva, club_id=club)
    wants(services, ana)
    clubs.archive_club(services, club, ana.id, is_archived=True)
    time.is_now(START + DAY, services)
    assert sweep(services) == []
    clubs.archive_club(services, club, ana.id, is_archived=False)
    club_members.leave_club(services, club, eva.id)
    assert sweep(services) == []
    [change] = load_wish_page(services, eva.id, "UTC").own[0].changes
    assert change.key == "club"
    assert len(opponent_wishes.take_change(services, eva.id, wish, change.other.id)) == 1
