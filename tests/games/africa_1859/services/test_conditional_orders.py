"""Conditional orders of Africa 1859-60: they make no move, and the next move records them."""

import pytest

from app.games import shelf
from app.games.africa_1859.orders import EndPhase, Open
from app.services.container import Services
from app.services.play import conditional_orders, lobby
from app.services.play import orders as play
from app.services.watch import game_view


@pytest.fixture
def services(database_url):
    services = Services.open(shelf(), database_url)
    yield services
    services.close()


@pytest.fixture
def game(services, people):
    """Guided battle, in which Spain moves first."""
    opened = lobby.open_table(services, people[0].id, "africa_1859", "morabito", "S")
    return lobby.join_table(services, opened.address, people[1].id)


@pytest.fixture
def orders_of(services, command):
    def give(game, person, order):
        last = game_view.load_view(services, game.id, person.id).last
        return play.declare_order(services, game.id, person.id, command(), last, order)

    return give


def save(services, game, person, **answers):
    conditional_orders.save_conditional_orders(services, game.id, person.id, answers)


def given(services, game, person):
    look = game_view.load_view(services, game.id, person.id)
    listed = conditional_orders.list_conditional_orders(services, look)
    return {one.topic.key: (one.answer, one.waits) for one in listed if one.answer or one.waits}


def test_an_answer_makes_no_move_and_the_next_move_records_it(services, people, game, orders_of):
    spain, morocco = people[:2]
    before = game_view.load_view(services, game.id, spain.id)
    save(services, game, morocco, defend="default", losses="default")
    after = game_view.load_view(services, game.id, spain.id)
    assert (after.last, after.view, after.game) == (before.last, before.view, before.game)
    assert given(services, game, morocco)["defend"] == ("default", True)
    assert given(services, game, spain) == {}
    orders_of(game, spain, EndPhase())
    assert given(services, game, morocco)["defend"] == ("default", False)
    assert game_view.load_view(services, game.id, spain.id).last == before.last + 1
    assert given(services, game, spain) == {}


def test_an_answer_of_the_side_to_move_makes_no_move_either(services, people, game, orders_of):
    spain = people[0]
    before = game_view.load_view(services, game.id, spain.id).last
    save(services, game, spain, support="group")
    assert game_view.load_view(services, game.id, spain.id).last == before
    start = next(
        unit.at
        for unit in game_view.load_view(services, game.id, spain.id).view.war.units.values()
        if unit.side == "S"
    )
    orders_of(game, spain, Open(start))
    assert given(services, game, spain) == {"support": ("group", False)}


def test_an_answer_can_be_revoked_before_and_after_it_is_recorded(
    services, people, game, orders_of
):
    spain, morocco = people[:2]
    save(services, game, morocco, defend="default")
    save(services, game, morocco, defend="")
    assert given(services, game, morocco) == {}
    save(services, game, morocco, defend="default")
    orders_of(game, spain, EndPhase())
    save(services, game, morocco, defend="")
    assert given(services, game, morocco) == {"defend": ("", True)}
    orders_of(game, morocco, EndPhase())
    assert given(services, game, morocco) == {}


def test_a_preset_is_saved_as_a_whole(services, people, game):
    look = game_view.load_view(services, game.id, people[1].id)
    for preset in conditional_orders.list_presets(look):
        save(services, game, people[1], **preset.answers)
        expected = {key: (answer, True) for key, answer in preset.answers.items() if answer}
        assert given(services, game, people[1]) == expected


def test_the_dry_run_tells_the_effect_now(services, people, game):
    look = game_view.load_view(services, game.id, people[1].id)
    tried = conditional_orders.try_answers(services, look, {"defend": "default"})
    assert any("as vanguard" in str(one.in_("en")) for one in tried.foreseen)
    assert given(services, game, people[1]) == {}
