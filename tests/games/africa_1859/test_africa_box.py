"""The game behind the contract: recorded games, views, log lines, drawings and the result."""

from __future__ import annotations

import pytest

from app.games.africa_1859.box import GAME
from app.games.africa_1859.orders import EndPhase, Lend
from app.kernel.contract import Setup
from app.kernel.dice import SeededDice
from app.kernel.headless_games import plain_setup, play_game, record_faults
from app.kernel.log_lines import move_lines
from app.kernel.marks import Marks
from app.kernel.record import Move
from app.kernel.refusal import Refused
from app.kernel.seats import SPECTATOR, Viewer
from app.kernel.table import EMPTY, after_all, table_outcome
from app.kernel.table_decisions import begin_table, decide_on
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
        "S-1": "II Corps and Centre",
        "S-2": "III Corps",
    }
    assert found["S-1"].in_("es") == "II Cuerpo y Centro"
    assert GAME.agreement.commands("morabito", {"S": "S", "M": "M"}) == {}


def test_seats_of_a_side_with_fewer_commands_have_the_names_of_their_leaders():
    """AFB-WEB-04: Morocco has two commands at Tetuan, so its leaders are dealt to three seats."""
    seats = {f"M-{number}": "M" for number in (1, 2, 3)}
    found = {key: says.in_("en") for key, says in GAME.agreement.commands("tetuan", seats).items()}
    assert found["M-1"].startswith("Muley el-Abbás and ")
    assert all(one.endswith("with units dealt in turn") for one in found.values())
    few = GAME.agreement.commands("morabito", {"S-1": "S", "S-2": "S"})
    assert few["S-1"].in_("es") == "Juan Prim, con unidades repartidas por turno"
    assert few["S-2"].in_("es") == "unidades repartidas por turno"


# --- Several players of a side
SHARED = {"S-1": "S", "S-2": "S", "M-1": "M", "M-2": "M"}


def begun(scenario="tetuan", seats=SHARED):
    """Table at the beginning of a game with two players a side."""
    dice = SeededDice(b"shared", 1)
    return after_all(GAME, EMPTY, begin_table(GAME, Setup(scenario, seats), dice))


def given(now, *orders):
    """Table after orders of seats, and the events of the last one."""
    events = ()
    for seat, order in orders:
        events = decide_on(GAME, now, order, seat, SeededDice(b"shared", 2))
        now = after_all(GAME, now, events)
    return now, events


def lines(before, events, language="en"):
    move = Move(2, "S-1", b"{}", tuple(events), (), "c", "")
    return [one.says.in_(language) for one in move_lines(GAME, before, move, SPECTATOR)]


def test_a_player_who_gives_up_leaves_the_counters_to_the_allies():
    """AFB-WEB-04: The war goes on, and the ally orders both commands."""
    before = begun()
    now, events = given(before, ("S-1", Concede()))
    assert table_outcome(GAME, now) is None
    assert set(now.state.terms.commands.values()) == {"S-2", "M-1", "M-2"}
    assert {one.seat for one in GAME.waiting_for(now.state)} == {"S-2"}
    assert lines(before, events) == [
        "Spain (II Corps and Centre): gives up, and the other players of the side play on.",
        "The counters of Spain (II Corps and Centre) pass to Spain (III Corps).",
    ]
    view = GAME.view(now.state, Viewer("S-1", "S"))
    assert not GAME.offers(view)
    assert GAME.offers(GAME.view(now.state, Viewer("S-2", "S")))


def test_each_command_of_a_player_who_gives_up_stays_whole():
    seats = {"S-1": "S", "S-2": "S", "M-1": "M", "M-2": "M", "M-3": "M"}
    now, _ = given(begun(seats=seats), ("S-2", Concede()), ("M-1", Concede()))
    owners = now.state.terms.commands
    assert owners["ros"] == "S-1"
    assert {"M-2", "M-3"} == {seat for key, seat in owners.items() if key.startswith("m_")}


def test_the_allies_act_again_with_the_counters_that_they_receive():
    now, _ = given(begun(), ("S-1", EndPhase()))
    assert {one.seat for one in GAME.waiting_for(now.state)} == {"S-2"}
    now, _ = given(now, ("S-2", Concede()))
    assert {one.seat for one in GAME.waiting_for(now.state)} == {"S-1"}
    now, _ = given(now, ("S-1", EndPhase()))
    assert now.state.phase.side == "M"


def test_the_last_player_of_a_side_gives_up_the_war():
    now, events = given(begun(), ("S-1", Concede()), ("S-2", Concede()))
    assert isinstance(events[0], Conceded)
    assert table_outcome(GAME, now).winners == ("M",)


def test_reserved_counters_of_a_player_who_gives_up_are_lent():
    now, _ = given(begun(), ("S-1", Lend(to=False)), ("S-1", Concede()))
    assert now.state.reserved == ()


def test_lending_that_changes_nothing_is_refused():
    """AFB-WEB-04: All counters are lent at first."""
    now = begun()
    for order in (Lend(to=True), Lend(to=True, units=("prim",))):
        with pytest.raises(Refused, match="AFB-WEB-04"):
            given(now, ("S-1", order))
    now, _ = given(now, ("S-1", Lend(to=False, units=("prim",))))
    assert now.state.reserved == ("prim",)
    with pytest.raises(Refused, match="AFB-WEB-04"):
        given(now, ("S-1", Lend(to=False, units=("prim",))))
    _, events = given(now, ("S-1", Lend(to=False)))
    assert "prim" not in events[0].counters


def test_the_log_names_the_command_of_a_player():
    before = begun()
    _, events = given(before, ("S-2", EndPhase()))
    assert lines(before, events) == ["Spain (III Corps): end of the activations."]
    assert lines(before, events, "es") == ["España (III Cuerpo): fin de las activaciones."]
    alone = begun(seats={"S": "S", "M": "M"})
    _, events = given(alone, ("S", EndPhase()))
    assert lines(alone, events)[0] == "Spain: end of the activations."


def test_the_last_player_of_a_side_ends_the_phase_by_default():
    """CAR-CLK-13: A player on holiday is passed over when the allies have ended the phase."""
    now = begun()
    assert GAME.default_order(GAME.view(now.state, Viewer("S-1", "S"))) is None
    now, _ = given(now, ("S-2", EndPhase()))
    assert GAME.default_order(GAME.view(now.state, Viewer("S-2", "S"))) is None
    order = GAME.default_order(GAME.view(now.state, Viewer("S-1", "S")))
    assert isinstance(order, EndPhase)
    now, _ = given(now, ("S-1", order))
    assert now.state.phase.side == "M"
    single = begun(seats={"S": "S", "M": "M"})
    assert GAME.default_order(GAME.view(single.state, Viewer("S", "S"))) is None
