"""Whole games of Cry Havoc, through the club: whoever has answered everything in advance is never asked for it, nor called."""
import random
from collections import Counter

import msgspec
import pytest

from app.club import accounts, lobby, play, standing, watch
from app.club.club import Club
from app.games import shelf
from app.kernel import record, rehearsal, table
from tests.club.mailbox import give_address, sending

BOX = shelf()["cry_havoc"]
EVERYTHING = {"victim": "cheapest", "retreat": "away", "fall": "home", "advance": "safe", "own_phase": "yes"}
MANY = 12
GAMES = {"first_blood": "raiders", "tres_mulas": "rebels", "emboscada": "convoy", "knight_errant": "village", "lady_edith": "gilbert"}


@pytest.fixture
def club(sqlite_url):
    club = Club.open({"cry_havoc": BOX}, sqlite_url)
    yield club
    club.close()


def fought(club, scenario, mine, given):
    """A whole game of two people who do as the bot does; one of them has given standing orders. What he was asked, by topic."""
    people = {side.key: accounts.create_guest(club) for one in BOX.card.scenarios if one.key == scenario for side in one.sides}
    first = next(iter(people))
    game = lobby.open_table(club, people[first].id, "cry_havoc", scenario, first)
    for side, person in people.items():
        give_address(club, person)
        if side != first:
            lobby.join(club, game.address, person.id)
    topics = {one.topic.key for one in standing.of(club, watch.look(club, game.id, people[mine].id))}
    standing.put(club, game.id, people[mine].id, {topic: answer for topic, answer in given.items() if topic in topics})
    asked: Counter = Counter()
    while True:
        look = next((look for person in people.values() if (look := watch.look(club, game.id, person.id)).decisions), None)
        if look is None:
            return watch.look(club, game.id), people[mine], asked
        seat, decision = look.seat, look.decisions[0]
        if look.table.seats[seat] == mine and decision.topic:
            asked[decision.topic] += 1
        order = table.OfferDraw() if decision.draw else BOX.bot(look.view, random.Random(look.last))
        play.declare(club, game.id, look.user_id, f"{look.last}", look.last, order)


def holds(club, look, person, asked):
    told = look.story
    ahead = [move for move in told.moves if table.is_ahead(move)]
    topics = Counter(move.events[0].topic for move in ahead)
    assert look.outcome and not asked
    assert record.first_broken(told.moves) is None and rehearsal.rehearse(BOX, told.moves, told.tables) == []
    called = [msgspec.json.decode(row.message)["after"] for row in sending(club) if row.user_id == person.id and row.kind == "mail"]
    owed = [one.topic for number in called if number < look.last for one in BOX.waiting_for(told.tables[number].state)]
    assert not any(owed)
    return topics


def test_whole_games_in_which_one_seat_has_answered_everything(club):
    """Until something has come that was answered: there are games in which nobody is driven back."""
    assert any(holds(club, *fought(club, "first_blood", "raiders", EVERYTHING)) for _ in range(MANY))


@pytest.mark.proof
@pytest.mark.parametrize(("scenario", "mine"), GAMES.items())
def test_every_scenario(club, scenario, mine):
    holds(club, *fought(club, scenario, mine, EVERYTHING))


def test_without_them_he_is_asked(club):
    assert any(fought(club, "first_blood", "raiders", {})[2] for _ in range(MANY))
