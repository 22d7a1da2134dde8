"""Retreats on the page. The board marks each space, and a tap leads to its preview. The priority
of the spaces stands below the question.
"""

from __future__ import annotations

import random
import re

import pytest

from app.games.africa_1859.orders import Defend
from app.services.play import orders
from app.services.watch import game_view
from tests.web.conftest import Battle
from tests.web.reading import words_on

LINK = re.compile(r'<a [^>]*href="([^"]*)"[^>]*aria-label="([^"]*)"[^>]*data-place="(c_[a-z_]+)"')


@pytest.fixture
def retreating(app, visitor):
    """Battle in which the second player, who reads Spanish, chooses among several retreats."""
    services = app.state.services
    for number in range(8):
        battle = Battle(
            visitor().register(f"Maite {number}"),
            visitor("es").register(f"Ander {number}"),
            box="africa_1859",
            seat="castillejos/S",
        )
        assert battle.opponent.post(f"{battle.path}/join", seat="M").status_code == 303
        if played_to_a_retreat(services, battle, random.Random(number)):
            return battle
    raise AssertionError("no game with a retreat to choose")


def played_to_a_retreat(services, battle: Battle, chance: random.Random) -> bool:
    """Play the bot on both sides until the second seat has to choose a retreat."""
    ids = {seat.seat: seat.user_id for seat in game_view.load_view(services, battle.address).seats}
    while (look := game_view.load_view(services, battle.address)).outcome is None:
        seat = look.waiting[0]
        its = game_view.load_view(services, battle.address, ids[seat])
        if seat == "M" and its.decisions[0].topic == "retreat":
            return True
        order = its.box.bot(its.view, chance)
        if isinstance(order, Defend):  # nothing is settled ahead, so the retreat is asked for
            order = Defend(order.vanguard, order.screen, order.leader)
        command = f"by-bot-{its.last}"
        orders.declare_order(services, battle.address, ids[seat], command, its.last, order)
    return False


@pytest.mark.slow
def test_the_board_offers_each_retreat_with_its_priority(app, retreating):
    page = retreating.opponent.get(retreating.path).text
    look = game_view.load_view(app.state.services, retreating.address)
    question = look.table.state.stack[-1]
    assert len(question.spaces) > 1
    marked = {place: href for href, words, place in LINK.findall(page) if words.startswith("Ir a")}
    assert set(marked) == set(question.spaces)
    assert re.search(r"Prioridad [1-4] de 4: ", " ".join(words_on(page)))
    for place, href in marked.items():
        preview = retreating.opponent.get(href.replace("&amp;", "&")).text
        assert "Tirar los dados: " in preview and f"&#34;to&#34;:&#34;{place}&#34;" in preview
