"""kill -9 of a process between the pairing of wishes and its commit: each pair has one table, and
no player is in two.
"""

from __future__ import annotations

import itertools

import pytest

from app.services.container import Services
from app.services.people import accounts
from app.services.play import opponent_wishes, wish_pairing
from app.services.play.opponent_wishes import WishForm
from bench.self_killing_server import WISH_PLACES
from tests.contract.tiny import TINY
from tests.counting import count_on
from tests.killed_process import act_and_die

EITHER = (("plain", "red"), ("plain", "blue"))
NAMES = itertools.count(1)


@pytest.fixture
def club(database_url):
    services = Services.open(TINY, database_url)
    yield services
    services.close()


def die_pairing(url: str, place: str) -> None:
    """Pair the wishes in a process of its own that dies at this place."""
    home, name = WISH_PLACES[place]
    call = 2 if name == "make_pairs" else 1
    act_and_die(url, (home, name), wish_pairing.pair_waiting_wishes, call)


def facts(services: Services, members: list[int]) -> tuple[list[int], list[str]]:
    """Players at the tables of these members, and keys of the notifications."""
    with services.store.read() as work:
        games = {one.game_id for one in work.opponent_wishes.found_games(members)}
        seats = work.seats.of_games(sorted(games))
        sent = [one.key for member in members for one in work.outbox.of_user(member, 9)]
    return sorted(seat.user_id for one in seats.values() for seat in one), sent


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [1, pytest.param(167, marks=pytest.mark.proof)])
def test_a_process_is_killed_between_pairing_and_commit(
    club, database_url, monkeypatch, rounds, most_rounds
):
    """500 rounds with the mark, a third of them at each place."""
    monkeypatch.setattr(wish_pairing, "is_wish_due", lambda _: True)
    members = []
    for _ in range(4):
        name = f"Ana {next(NAMES)}"
        members.append(accounts.register(club, name, "a long enough sentence").id)
    with club.store.write() as work:
        for member in members:
            work.users.update_user(member, email=f"{member}@example.org")
        work.commit()
    form = WishForm("parry", EITHER, ("slow",), apart=0)
    for place in [*WISH_PLACES] * min(rounds, most_rounds):
        wishes = [opponent_wishes.save_wish(club, member, form) for member in members]
        before = facts(club, members)[1]
        die_pairing(database_url, place)
        assert facts(club, members) == ([], before), place
        games = wish_pairing.pair_waiting_wishes(club)
        assert wish_pairing.pair_waiting_wishes(club) == [] and len(games) == 2
        seated, sent = facts(club, members)
        assert seated == sorted(members), place
        new = [one for one in sent if one.startswith("opponent") and one not in before]
        assert len(new) == len(members)
        count_on(database_url, "wish_kills")
        with club.store.write() as work:
            for wish in wishes:
                work.opponent_wishes.delete_wish(wish)
            for game in games:
                work.games.delete_game(game)
            work.commit()
