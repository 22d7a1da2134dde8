"""Hints of the guided battle: for each position a sentence with a rule, and none elsewhere."""

from collections import Counter

import pytest
from msgspec.structs import replace

from app.games.africa_1859.box import GAME
from app.games.africa_1859.counters import is_on_map
from app.games.africa_1859.ground import is_beside_enemy, map_of
from app.games.africa_1859.hints import (
    THEN_END,
    THEN_FALL_BACK,
    THEN_OPEN,
    WAITING,
    for_order,
)
from app.games.africa_1859.orders import Assault, Close
from app.games.africa_1859.tactics.assaults import exact_chance
from app.games.africa_1859.tactics.choosing import choose
from app.games.africa_1859.tactics.last_turn import candidates, chance, choose_in_the_last_turn
from app.games.africa_1859.tactics.tempers import best_temper
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


# --- The act after a space is closed
def closing(war):
    """Act of the hint to close the open space."""
    return for_order(war, Close(), "S").do


def test_a_hint_to_close_a_space_names_what_can_follow():
    war = next(one for one in positions_of_spain() if one.phase.open)
    assert closing(war) == THEN_OPEN
    everywhere = tuple(map_of(war).spaces)
    assert closing(replace(war, phase=replace(war.phase, opened=everywhere))) == THEN_END
    beside = next(
        unit
        for unit in war.units.values()
        if unit.side == "S" and is_on_map(unit) and is_beside_enemy(war, unit.at, "S")
    )
    shaken = {**war.units, beside.id: replace(beside, dem=True)}
    assert closing(replace(war, units=shaken)) == THEN_FALL_BACK


# --- The last turn is played to its end before a hint


LAST_TURN = 4


def positions_of_spain():
    """Positions of a game of bots in which Spain decides, by turn."""
    played = play_game(GAME, plain_setup(SCENARIOS["morabito"]), by_the_bot, "seed 3", 400)
    return [
        table.state
        for table in played.tables[1:]
        for owed in GAME.waiting_for(table.state)
        if owed.seat == "S"
    ]


def test_a_hint_looks_to_the_end_in_the_last_turn_only():
    others = [
        war.turn
        for war in positions_of_spain()
        if choose_in_the_last_turn(war, "S") != choose(war, "S", chance())
    ]
    assert others
    assert set(others) == {LAST_TURN}


def test_a_hint_calls_an_assault_fair_by_its_odds_only():
    found = [
        (exact_chance(war, order), for_order(war, order, "S").says.en)
        for war in positions_of_spain()
        if not war.stack
        for order in candidates(war, "S")
        if isinstance(order, Assault)
    ]
    poor = [words for chance, words in found if chance < 0.5]
    fair = [words for chance, words in found if chance >= 0.5]
    assert poor
    assert fair
    assert all("probably be beaten off" in words for words in poor)
    assert all("has a fair chance" in words for words in fair)


def test_equal_positions_have_equal_hints():
    war = positions_of_spain()[-1]
    assert choose_in_the_last_turn(war, "S") == choose_in_the_last_turn(war, "S")


# --- A player who follows the hints, and one who never assaults
SEEDS = range(24)
NEVER_ASSAULTS = replace(best_temper("S"), never_assaults=True)


def winners(order_of_spain):
    """Winners of guided battles of a player of Spain against the bot."""

    def choose_order(game, view, chance):
        is_spain = view.viewer.seat == "S"
        return order_of_spain(view, chance) if is_spain else game.bot(view, chance)

    games = [
        play_game(GAME, plain_setup(SCENARIOS["morabito"]), choose_order, f"seed {one}", 600)
        for one in SEEDS
    ]
    return Counter(one.outcome.winners for one in games)


@pytest.mark.slow
def test_a_player_who_follows_the_hints_usually_wins():
    found = winners(lambda view, _: GAME.hint(view).order)
    assert found["S",] >= 2 / 3 * len(SEEDS), found


@pytest.mark.slow
def test_a_player_who_never_assaults_loses():
    found = winners(lambda view, chance: choose(view.war, "S", chance, NEVER_ASSAULTS))
    assert found == {("M",): len(SEEDS)}
