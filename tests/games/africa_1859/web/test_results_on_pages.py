"""Results of the dice on the pages of a battle: each sentence once in a replay, and the test that
a single die belongs to.
"""

from __future__ import annotations

import re

import pytest

from app.services.watch import game_view
from app.services.watch.dice_results import load_dice_results
from tests.web.conftest import Battle
from tests.web.reading import words_on
from tests.web.test_dice_results import CARD
from tests.web.test_story_pages import fought

UNSEEN = re.compile(r'<span class="unseen">.*?</span>', re.DOTALL)
TOLD = re.compile(r'<div class="replay-told".*?</div>', re.DOTALL)
HIDDEN = re.compile(r'<p class="result-says" hidden>.*?</p>', re.DOTALL)
AHEAD = re.compile(r'<p class="ahead-link">.*?</p>', re.DOTALL)
DIE = re.compile(r"<tr><td><a [^>]*>\d+</a></td><td>(.*?)</td>", re.DOTALL)
MOVES = 26


@pytest.fixture
def fought_battle(app, visitor):
    """Guided battle after some moves of the bots."""
    return fought(app, begun_battle(visitor), MOVES)


def begun_battle(visitor):
    """Guided battle of two players before its first move."""
    battle = Battle(
        visitor().register("Maite"),
        visitor("es").register("Ander"),
        box="africa_1859",
        seat="morabito/S",
    )
    assert battle.opponent.post(f"{battle.path}/join", seat="M").status_code == 303
    return battle


def test_the_link_to_standing_orders_has_the_name_of_its_page(visitor):
    """The game has no orders ahead beside them."""
    battle = begun_battle(visitor)
    for who, words in (
        (battle.opener, "Standing orders"),
        (battle.opponent, "Órdenes permanentes"),
    ):
        link = AHEAD.search(who.get(battle.path).text).group(0)
        assert seen_on(link) == words
        assert words in seen_on(who.get(f"{battle.path}?ahead=1").text)


def seen_on(part: str) -> str:
    """Words of a part of a page that can be seen."""
    return " ".join(words_on(UNSEEN.sub("", part)))


@pytest.mark.slow
def test_a_replay_shows_each_sentence_once_and_names_the_test_of_a_die(app, fought_battle):
    battle, services = fought_battle, app.state.services
    above_only, single, named = 0, 0, 0
    for number in range(2, MOVES):
        told = load_dice_results(game_view.load_view(services, battle.address, at=number))
        if told is None or told.number != number:
            continue
        page = battle.opponent.get(f"{battle.path}/at/{number}").text
        card, above = CARD.search(page).group(0), seen_on(TOLD.search(page).group(0))
        for item in told.items:
            says = item.says.in_("es")
            above_only += says in above
            assert (says in above) + (says in seen_on(HIDDEN.sub("", card))) <= 1
        throws = [throw for item in told.items for throw in item.throws]
        if len(throws) == 1 and throws[0].need is not None:
            single += 1
            who = throws[0].who.in_("es")
            if who not in told.items[-1].says.in_("es"):
                named += 1
                assert f"{who}: {throws[0].result.in_('es')}. Hace falta:" in seen_on(card)
    assert above_only
    assert single
    assert named


@pytest.mark.slow
def test_the_page_of_the_dice_names_each_die_in_words(app, visitor):
    """The words of the log stand there, and no key of a purpose or a counter."""
    battle = fought(app, begun_battle(visitor), 2_000)
    for who, words in (
        (battle.opener, "Draw of the target"),
        (battle.opponent, "Sorteo del blanco"),
    ):
        page = who.get(f"{battle.path}/dice").text
        cells = [seen_on(cell) for cell in DIE.findall(page)]
        assert len(cells) > 20
        assert not [cell for cell in cells if "_" in cell]
        assert any(cell.startswith(words) for cell in cells)
