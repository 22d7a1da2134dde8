"""Differences of boards: applied one after another, they give the whole parts of the page."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel import monkey
from app.services.people import accounts
from app.services.play import lobby, orders
from app.services.watch import game_view
from app.web.text_difference import difference_of
from tests.sample_games import AREA, AREA_GAME, HEX_GAME, HEX_SCENARIO, INCH, INCH_GAME
from tests.web.watching import Watching, text_of

WORDS = st.lists(st.sampled_from(["<g>", " x=1", "[1,2", "é", "⚔️", "\n", "", "<"]), max_size=80)
SCENARIOS = {
    HEX_GAME: HEX_SCENARIO,
    INCH_GAME: INCH.GUIDED,
    AREA_GAME: AREA.LARGE_SCENARIO,
}
MOVES = 12


@pytest.mark.slow
@given(WORDS.map("".join), WORDS.map("".join))
def test_a_difference_gives_the_new_text(old, new):
    assert text_of(old, difference_of(old, new)) == new


def test_an_equal_text_is_one_step_and_a_changed_word_three():
    text = "".join(f'<g id="{number}" class="piece">' for number in range(50))
    assert difference_of(text, text) == [[0, 150]]
    changed = difference_of(text, text.replace('id="7"', 'id="new"'))
    assert [type(step) for step in changed] == [list, str, list]


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("box", SCENARIOS)
def test_differences_of_a_game_give_the_board_of_the_page(visitor, box, language):
    stranger = visitor(language)
    app = stranger.client.app
    services, scenario = app.state.services, SCENARIOS[box]
    people = [
        accounts.register(services, name, "a long enough sentence").id for name in ("Ana", "Íñigo")
    ]
    game = lobby.open_table(services, people[0], box, scenario)
    lobby.join_table(services, game.id, people[1])
    watching, chance = Watching(app, game.address, "log", language), random.Random(4)
    sizes = []
    for number in range(MOVES):
        look = game_view.load_view(services, game.id)
        if look.outcome:
            break
        holder = next(one.user_id for one in look.seats if one.seat == look.waiting[0])
        mine = game_view.load_view(services, game.id, holder)
        order = monkey.any_order(mine.box, mine.view, chance)
        orders.declare_order(services, game.id, holder, f"c{number}", mine.last, order)
        sizes.append(len(watching.broadcast(mine.last + 1)))
        path = f"/games/{game.address}/panels/live?tab=log"
        assert watching.text == stranger.get(path).text, f"after {order}"
    assert sum(sizes[1:]) / len(sizes[1:]) < sizes[0] / 2
