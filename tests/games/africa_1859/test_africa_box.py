"""The game behind the contract: recorded games, views, log lines, drawings and the result."""

from __future__ import annotations

import pytest

from app.games.africa_1859.box import GAME
from app.kernel.dice import SeededDice
from app.kernel.headless_games import plain_setup, play_game, record_faults
from app.kernel.log_lines import move_lines
from app.kernel.marks import Marks
from app.kernel.seats import SPECTATOR, Viewer
from app.kernel.table_decisions import decide_on
from app.kernel.table_orders import Concede, Conceded

SCENARIOS = {one.key: one for one in GAME.card.scenarios}


def complete_offer(game, view, chance):
    """Random offer that asks for nothing more."""
    return chance.choice([one for one in game.offers(view) if one.is_live and not one.asks]).order


@pytest.fixture(scope="module")
def played():
    """Game of the guided scenario, played to its end."""
    return play_game(GAME, plain_setup(SCENARIOS["morabito"]), complete_offer, "seed", 600)


def test_a_recorded_game_is_clean(played):
    assert played.outcome is not None
    assert record_faults(GAME, "seed", played) == []


def test_the_result_has_points_of_both_sides(played):
    assert set(played.outcome.score) == {"S", "M"}
    assert played.outcome.ending in GAME.card.endings


def test_every_move_has_lines_and_every_view_a_drawing(played):
    lines = [
        line
        for number, move in enumerate(played.moves)
        for line in move_lines(GAME, played.tables[number], move, SPECTATOR)
    ]
    assert len(lines) > 20
    for viewer in (SPECTATOR, Viewer("S", "S"), Viewer("M", "M")):
        view = GAME.view(played.tables[1].state, viewer)
        scenes = [GAME.drawing(view, Marks(), language) for language in ("en", "es")]
        assert all(scene.spots for scene in scenes)


def test_a_player_may_concede(played):
    begun = played.tables[1]
    events = decide_on(GAME, begun, Concede(), "M", SeededDice(b"key", 2))
    (conceded,) = [event for event in events if isinstance(event, Conceded)]
    assert conceded.winners == ("S",)


def test_the_default_answers_a_question():
    longer = play_game(GAME, plain_setup(SCENARIOS["castillejos"]), complete_offer, "seed", 150)
    asked = next(one for one in longer.tables if one.state and one.state.stack)
    (owed,) = GAME.waiting_for(asked.state)
    view = GAME.view(asked.state, Viewer(owed.seat, owed.seat))
    assert GAME.decide(asked.state, GAME.default_order(view), owed.seat, SeededDice(b"key", 2))


def test_each_seat_of_a_shared_side_has_the_names_of_its_commands():
    """AFB-WEB-04: three Spanish commands dealt to two seats; a lone seat has no name."""
    found = GAME.agreement.commands("tetuan", {"S-1": "S", "S-2": "S", "M": "M"})
    assert {seat: says.in_("en") for seat, says in found.items()} == {
        "S-1": "Commands: II Corps and Centre",
        "S-2": "III Corps",
    }
    assert found["S-1"].in_("es") == "Mandos: II Cuerpo y Centro"
    assert GAME.agreement.commands("morabito", {"S": "S", "M": "M"}) == {}


def test_seats_of_a_side_with_fewer_commands_have_the_names_of_their_leaders():
    """AFB-WEB-04: Morocco has two commands at Tetuan, so its leaders are dealt to three seats."""
    seats = {f"M-{number}": "M" for number in (1, 2, 3)}
    found = {key: says.in_("en") for key, says in GAME.agreement.commands("tetuan", seats).items()}
    assert found["M-1"].startswith("Muley el-Abbás and ")
    assert all(one.endswith("units are dealt in turn") for one in found.values())
    few = GAME.agreement.commands("morabito", {"S-1": "S", "S-2": "S"})
    assert few["S-1"].in_("es") == "Juan Prim; las unidades se reparten por turno"
    assert few["S-2"].in_("es") == "unidades, repartidas por turno"
