"""Strengths of bots: kept with the seat, handed to the game, and taken over by a rematch."""

import pytest

from app.games import shelf
from app.kernel import table_orders
from app.kernel.bot_strengths import EASY, HARD, NORMAL, ONE_STRENGTH, kind_of_bot, strength_of
from app.services.errors import Malformed
from app.services.play import bot_worker, demonstrations, lobby, orders, rematches
from tests.sample_games import HEX, HEX_GAME, HEX_SCENARIO

CRY_HAVOC = HEX_GAME
OFFERED = shelf()[CRY_HAVOC].card.bot_strengths


@pytest.fixture
def havoc(services, monkeypatch):
    """Game of the server whose bot has several strengths."""
    monkeypatch.setitem(services.shelf, CRY_HAVOC, shelf()[CRY_HAVOC])
    return services.shelf[CRY_HAVOC]


def against(services, user, strength, box=CRY_HAVOC):
    scenario = HEX_SCENARIO if box == CRY_HAVOC else "plain"
    side = HEX.SECOND_SIDE if box == CRY_HAVOC else "blue"
    return lobby.open_table(
        services, user.id, box, scenario, side, against="bot", strength=strength
    )


def bot_seat(services, game):
    with services.store.read() as work:
        return next(seat for seat in work.seats.for_game(game.id) if seat.bot)


@pytest.mark.parametrize("strength", OFFERED)
def test_the_seat_keeps_the_strength_and_the_game_gets_it(
    services, people, havoc, monkeypatch, strength
):
    game = against(services, people[0], strength)
    seat, asked = bot_seat(services, game), []
    assert seat.bot == strength
    plain = type(havoc).bot

    def watched(box, view, chance, strength=NORMAL):
        asked.append(strength)
        return plain(box, view, chance, NORMAL)

    monkeypatch.setattr(type(havoc), "bot", watched)
    bot_worker.play_bot_seat(services, game, seat)
    assert asked == [strength]


def test_a_game_with_one_strength_offers_no_other(services, people):
    assert bot_seat(services, against(services, people[0], NORMAL, "parry")).bot == ONE_STRENGTH
    with pytest.raises(Malformed):
        against(services, people[0], EASY, "parry")


def test_an_unknown_strength_is_refused(services, people, havoc):
    with pytest.raises(Malformed):
        against(services, people[0], "perfect")


def test_a_rematch_has_a_bot_of_the_same_strength(services, people, havoc):
    game = against(services, people[0], EASY)
    orders.declare_order(
        services, game.id, people[0].id, "over", game.number, table_orders.Concede()
    )
    again = rematches.open_rematch(services, game.id, people[0].id)
    assert bot_seat(services, again).bot == EASY


def test_kinds_of_other_records_play_as_well_as_they_can():
    offered = (EASY, NORMAL, HARD)
    assert [strength_of(offered, kind) for kind in offered] == list(offered)
    for kind in (ONE_STRENGTH, "perfect"):
        assert strength_of(offered, kind) == HARD
        assert strength_of((), kind) == NORMAL
    assert kind_of_bot(offered) == NORMAL
    assert kind_of_bot(()) == ONE_STRENGTH


def test_a_demonstration_shows_the_best_bot(services, havoc):
    game = demonstrations.open_demo(services, CRY_HAVOC, HEX_SCENARIO)
    assert bot_seat(services, game).bot == HARD
