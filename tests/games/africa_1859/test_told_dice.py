"""Sentences about the dice of a move: effect or none, losses together, retreat and space taken."""

from app.games.africa_1859 import events as e
from app.games.africa_1859.event_summary import summary_items
from app.games.africa_1859.evolve import evolve
from app.games.africa_1859.state import ELIMINATED
from app.games.africa_1859.wording import wording
from app.kernel.event_summary import Met
from app.kernel.seats import SPECTATOR
from tests.games.africa_1859.positions import unit, war_of

WAR = war_of(
    unit("s_luchana", "line", "c_camino"),
    unit("m_guich1", "guich", "c_morabito", steps=2),
    unit("m_cab1", "cabila", "c_morabito"),
    scenario="castillejos",
)


def told(*events):
    """The item about a move of these events."""
    (item,) = summary_items([Met(1, "S", 1, WAR, event) for event in events], SPECTATOR)
    return item


def test_a_fire_without_effect_is_told_with_the_face_that_it_needed():
    """AFB-FIR-01: A total of 4 has no effect; with a line of +1 the die needs a 4."""
    item = told(e.Rolled("vanguard_fire", "m_guich1", 3, {"factor": 1}))
    assert str(item.says) == "Guich 1: fire of the vanguard: no effect."
    assert item.says.in_("es") == "Guich 1: fuego de la vanguardia: sin efecto."
    (throw,) = item.throws
    assert (str(throw.need), throw.need.in_("es")) == ("4+ on the die", "4+ en el dado")


def test_a_need_without_lines_is_that_of_the_total():
    (throw,) = told(e.Rolled("vanguard_fire", "m_guich1", 3)).throws
    assert str(throw.need) == "5+"


def test_losses_share_a_sentence_and_name_the_eliminated_unit():
    item = told(
        e.Rolled("clash_attacker", "s_luchana", 5, {"cf": 3}),
        e.StepsLost("s_luchana", 1, "clash"),
        e.StepsLost("m_guich1", 2, "clash"),
        e.Removed(("m_guich1",), ELIMINATED),
    )
    assert item.says.in_("es") == (
        "Pasos perdidos: Luchana y Cuenca (−1) y Guich 1 (−2, fuera de combate)."
    )


def test_a_loss_of_the_last_step_is_told_once():
    loss, gone = e.StepsLost("m_guich1", 2, "clash"), e.Removed(("m_guich1",), ELIMINATED, "clash")
    item = told(e.Rolled("clash_attacker", "s_luchana", 5, {"cf": 3}), loss, gone)
    assert str(item.says) == "Steps lost: Guich 1 (−2, eliminated)."
    told_by_the_log = (*wording(WAR, loss), *wording(evolve(WAR, loss), gone))
    assert [line.says.in_("es") for line in told_by_the_log] == [
        "Guich 1: 2 pasos menos por choque.",
        "Guich 1: fuera de combate.",
    ]


def test_retreat_and_space_taken_are_told_beside_the_checks_after_them():
    item = told(
        e.Opened("c_camino"),
        e.Moved(("m_cab1",), ("c_loma",), "retreat"),
        e.Moved(("s_luchana",), ("c_morabito",), "assault"),
        e.ControlTaken("c_morabito", "S"),
        e.Rolled("victor", "s_luchana", 2),
    )
    says = str(item.says)
    assert "retreat, House of the Marabout – Knapsack Hill" in says
    assert says.endswith("Spain controls the House of the Marabout.")
    assert "opened" not in says and "advance" not in says


def test_a_failed_rally_and_a_draw_take_no_other_line_as_result():
    asked = e.Asked("entry", "M")
    (rally,) = told(e.Rolled("rally", "m_guich1", 6), asked).throws
    assert str(rally.result) == "still demoralised"
    (rally,) = told(e.Rolled("rally", "m_guich1", 1), e.Rallied("m_guich1")).throws
    assert str(rally.result) == "rallied"
    draw, fire = told(
        e.Rolled("draw", "", 1, sides=2), e.Rolled("fire", "s_luchana", 1, {"factor": 2})
    ).throws
    assert draw.result is None and str(fire.result) == "no effect"
