"""Weights of events: the report of a battle tells losses and spaces taken, not dice without
effect.
"""

from app.games.africa_1859 import GAME
from app.games.africa_1859 import events as e
from app.games.africa_1859.event_weights import title_of_event, weight_of_event
from app.kernel.battle_report import compile_report
from app.kernel.event_summary import Met
from app.kernel.headless_games import plain_setup, play_game
from tests.games.africa_1859.positions import unit, war_of

WAR = war_of(unit("s_luchana", "line", "c_camino"), scenario="castillejos")


def met(event):
    return Met(1, "S", 1, WAR, event)


def test_losses_and_spaces_that_score_weigh_and_dice_do_not():
    weights = [
        weight_of_event(met(event))
        for event in (
            e.Rolled("vanguard_fire", "s_luchana", 1),
            e.ControlTaken("c_camino", "S"),
            e.StepsLost("s_luchana", 2, "clash"),
            e.ControlTaken("c_morabito", "S"),
        )
    ]
    assert weights == [0, 0, 2, 3]


def test_a_space_that_scores_names_its_turn():
    title = title_of_event(met(e.ControlTaken("c_morabito", "S")))
    assert title.in_("es") == "España toma la Casa del Morabito"
    assert title_of_event(met(e.ControlTaken("c_camino", "S"))) is None


def test_the_report_of_a_battle_tells_the_spaces_taken():
    """Each turn with a space taken has it in its title or in its sentences."""
    scenario = next(one for one in GAME.card.scenarios if one.guided)
    played = play_game(
        GAME, plain_setup(scenario), lambda *asked: GAME.bot(*asked[1:]), "stages", 400
    )
    turns = [one.state.turn if one.state is not None else 0 for one in played.tables]
    report = compile_report(GAME, scenario, played.moves, played.tables, turns.__getitem__)
    words = " ".join(
        says.in_("es")
        for chapter in report.chapters
        for says in (chapter.title, *(item.says for item in chapter.items))
    )
    assert "sin efecto" not in words
    assert "España controla la Loma de las Mochilas" in words and "Pasos perdidos" in words
