"""Hints of the guided battle: for each position a sentence with a rule, and none elsewhere."""

import random

import pytest

from app.games.africa_1859.box import GAME
from app.games.africa_1859.hints import WAITING
from app.games.africa_1859.orders import Assault, Close, EndPhase
from app.games.africa_1859.tactics.choosing import EVEN, LEAST, candidates
from app.games.africa_1859.tactics.estimates import is_legal
from app.kernel.headless_games import plain_setup, play_game
from app.kernel.seats import SPECTATOR, Viewer

SCENARIOS = {one.key: one for one in GAME.card.scenarios}


def by_the_bot(game, view, chance):
    """Order of the bot."""
    return game.bot(view, chance)


def test_every_position_of_the_guided_battle_has_a_hint():
    played = play_game(GAME, plain_setup(SCENARIOS["morabito"]), by_the_bot, "hints", 400)
    rules = set()
    for table in played.tables[1:]:
        for owed in GAME.waiting_for(table.state):
            found = GAME.hint(GAME.view(table.state, Viewer(owed.seat, owed.seat)))
            assert found.rule in GAME.rulebook
            assert found != WAITING
            rules.add(found.rule)
    assert {"AFR-ASL-21", "AFB-ACT-07"} <= rules


def test_the_other_side_waits_and_spectators_have_no_hint():
    began = play_game(GAME, plain_setup(SCENARIOS["morabito"]), by_the_bot, "hints", 1).tables[1]
    assert GAME.hint(GAME.view(began.state, Viewer("M", "M"))) == WAITING
    assert GAME.hint(GAME.view(began.state, SPECTATOR)) is None


def test_other_scenarios_have_no_hint():
    began = play_game(GAME, plain_setup(SCENARIOS["tetuan"]), by_the_bot, "hints", 1).tables[1]
    assert GAME.hint(GAME.view(began.state, Viewer("S", "S"))) is None


# --- A player who follows the hints, and one who never assaults
SEEDS = range(16)


def wins_of_spain(order_of_spain) -> int:
    """Won guided battles of a player of Spain against the bot."""

    def choose(game, view, chance):
        is_spain = view.viewer.seat == "S"
        return order_of_spain(view) if is_spain else game.bot(view, chance)

    return sum(
        play_game(
            GAME, plain_setup(SCENARIOS["morabito"]), choose, f"seed {one}", 600
        ).outcome.winners
        == ("S",)
        for one in SEEDS
    )


def without_assaults(view):
    """Order of the bot, without assaults."""
    war = view.war
    if war.stack:
        return GAME.bot(view, random.Random(0))
    found = sorted(candidates(war, "S", EVEN), key=lambda one: (-one[0], repr(one[1])))
    for value, order in found:
        if value >= LEAST and not isinstance(order, Assault) and is_legal(war, order, "S"):
            return order
    return Close() if war.phase.open else EndPhase()


@pytest.mark.proof
def test_hints_win_most_battles_and_never_assaulting_loses():
    assert wins_of_spain(lambda view: GAME.hint(view).order) > len(SEEDS) / 2
    assert wins_of_spain(without_assaults) <= len(SEEDS) / 4
