"""Whole games of Cry Havoc through the services: a player with conditional orders is never asked or
notified.
"""

import random
from collections import Counter

import msgspec
import pytest

from app.games import shelf
from app.games.cry_havoc.conditional_orders.topics import COVER
from app.games.cry_havoc.events import CoverSet, Shot
from app.kernel import readjudication, record, table_orders
from app.kernel.headless_games import answer_to_draw
from app.services.container import Services
from app.services.people import accounts
from app.services.play import conditional_orders, lobby, new_tables, orders
from app.services.watch import game_view
from tests.services.mailbox import give_address, sending
from tests.web.conftest import SameSeeds

BOX = shelf()["cry_havoc"]
EVERYTHING = {
    "victim": "cheapest",
    "retreat": "away",
    "fall": "home",
    "advance": "safe",
    "own_phase": "yes",
}
MANY = 12
GAMES = {
    "first_blood": "raiders",
    "tres_mulas": "rebels",
    "emboscada": "convoy",
    "knight_errant": "village",
    "lady_edith": "gilbert",
}


@pytest.fixture(autouse=True)
def same_dice(monkeypatch):
    """Dice with which the first game of a test reaches what it looks for."""
    monkeypatch.setattr(new_tables, "secrets", SameSeeds("doors 0"))


@pytest.fixture
def services(sqlite_url):
    services = Services.open({"cry_havoc": BOX}, sqlite_url)
    yield services
    services.close()


def fought(services, scenario, mine, given):
    """Whole game of two players who play like the bot; one of them has conditional orders.

    Returns the questions that this player was asked, by topic.
    """
    people = {
        side.key: accounts.create_guest(services)
        for one in BOX.card.scenarios
        if one.key == scenario
        for side in one.sides
    }
    first = next(iter(people))
    game = lobby.open_table(services, people[first].id, "cry_havoc", scenario, first)
    for side, person in people.items():
        give_address(services, person)
        if side != first:
            lobby.join_table(services, game.address, person.id)
    topics = {
        one.topic.key
        for one in conditional_orders.list_conditional_orders(
            services, game_view.load_view(services, game.id, people[mine].id)
        )
    }
    conditional_orders.save_conditional_orders(
        services,
        game.id,
        people[mine].id,
        {topic: answer for topic, answer in given.items() if topic in topics},
    )
    asked: Counter = Counter()
    while True:
        look = next(
            (
                look
                for person in people.values()
                if (look := game_view.load_view(services, game.id, person.id)).decisions
            ),
            None,
        )
        if look is None:
            return game_view.load_view(services, game.id), people[mine], asked
        if given and orders_cover(services, game, people[mine]):
            continue
        seat, decision = look.seat, look.decisions[0]
        if look.table.seats[seat] == mine and decision.topic:
            asked[decision.topic] += 1
        order = answer_to_draw(look.table, decision) or BOX.bot(look.view, random.Random(look.last))
        orders.declare_order(services, game.id, look.user_id, f"{look.last}", look.last, order)


def orders_cover(services, game, person):
    """Set the last offered side to cover for units in doorways and at corners; true if there was
    any.
    """

    def asked():
        return [
            one.topic
            for one in conditional_orders.list_conditional_orders(
                services, game_view.load_view(services, game.id, person.id)
            )
            if one.topic.key.startswith(COVER) and not one.is_given
        ]

    topics = asked()
    conditional_orders.save_conditional_orders(
        services, game.id, person.id, {topic.key: topic.choices[-1].value for topic in topics}
    )
    assert not topics or not asked()
    return bool(topics)


def holds(services, look, person, asked):
    """Answers given for the player, by topic; under COVER the number of units with an ordered side.

    Every shot at these units met their cover.
    """
    told = look.history
    ahead = [move for move in told.moves if table_orders.is_ahead(move)]
    topics = Counter(move.events[0].topic for move in ahead)
    assert look.outcome and not asked
    assert (
        record.first_broken(told.moves) is None
        and readjudication.readjudicate_moves(BOX, told.moves, told.tables) == []
    )
    called = [
        msgspec.json.decode(row.message)["after"]
        for row in sending(services)
        if row.user_id == person.id and row.kind == "mail"
    ]
    owed = [
        one.topic
        for number in called
        if number < look.last
        for one in BOX.waiting_for(told.tables[number].state)
    ]
    assert not any(owed)
    ordered = {}
    for move in record.moves_in_force(told.moves):
        before = told.tables[move.number - 1].state if move.number > 1 else None
        for event in move.events:
            if isinstance(event, CoverSet):
                ordered[event.unit] = (before.units[event.unit].hex, event.cover)
            elif (
                isinstance(event, Shot)
                and event.covered
                and before.units[event.target].hex == ordered.get(event.target, ("", ""))[0]
            ):
                assert event.covered == ordered[event.target][1]
    topics[COVER] = len(ordered)
    return topics


def test_whole_games_in_which_one_seat_has_answered_everything(services):
    """Games are played until a question was answered; some games have no retreat."""
    assert any(
        holds(services, *fought(services, "first_blood", "raiders", EVERYTHING)).total()
        for _ in range(MANY)
    )


@pytest.mark.slow
def test_whole_games_in_which_those_in_doorways_have_their_cover_ordered(services):
    """Games are played until a unit stood in a doorway; this battle has houses."""
    assert any(
        holds(services, *fought(services, "tres_mulas", "rebels", EVERYTHING))[COVER]
        for _ in range(MANY)
    )


@pytest.mark.proof
@pytest.mark.parametrize(("scenario", "mine"), GAMES.items())
def test_every_scenario(services, scenario, mine):
    holds(services, *fought(services, scenario, mine, EVERYTHING))


def test_without_conditional_orders_the_player_is_asked(services):
    assert any(fought(services, "first_blood", "raiders", {})[2] for _ in range(MANY))
