"""The question for the space of entry names the reinforcements (AFB-END-02)."""

from app.games.africa_1859.beginning import set_up
from app.games.africa_1859.data_file import NEWEST
from app.games.africa_1859.procedures import Question
from app.games.africa_1859.reinforcements import group_counters, groups_of
from app.games.africa_1859.state import Terms
from app.games.africa_1859.turn_order import question_words


def test_the_question_names_the_counters_that_enter():
    war = set_up(Terms(NEWEST, "castillejos", "castillejos", seats={"S": "S", "M": "M"}))
    group = next(one for one in groups_of(war) if "zabala" in one.leaders)
    about = group_counters(group)[0]
    says = question_words(war, Question("entry", "S", about=about, spaces=group.entry))
    assert str(says) == (
        "Reinforcements (Juan de Zabala, Córdoba Regiment and Cazadores of II Corps):"
        " choose the space of entry"
    )
    assert says.in_("es").startswith("Refuerzos (Juan de Zabala, Regimiento de Córdoba y ")
