"""Articles of the Spanish names of units and leaders."""

import pytest

from app.games.africa_1859.counters import title_of
from app.games.africa_1859.data_file import NEWEST, VERSIONS
from app.games.africa_1859.names_of_counters import counter_name
from app.kernel.say import say
from tests.games.africa_1859.positions import leader, war_of

PERSONS_AND_TRIBES = ("Anyera", "Beni", "Luchana", "Otra")
"""First words of units without an article."""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Regimiento de León", "el Regimiento de León, al Regimiento de León, puede"),
        ("Cazadores de Vergara", "los Cazadores de Vergara, a los Cazadores de Vergara, pueden"),
        ("1.ª de montaña", "la 1.ª de montaña, a la 1.ª de montaña, puede"),
        ("3.er regimiento montado", "el 3.er regimiento montado, al 3.er regimiento montado, puede"),
        ("Reserva: Zaragoza y Toledo", "la Reserva: Zaragoza y Toledo, a la Reserva: Zaragoza y Toledo, puede"),
        ("Caíd del Rif", "el Caíd del Rif, al Caíd del Rif, puede"),
        ("Juan Prim", "Juan Prim, a Juan Prim, puede"),
        ("Anyera 1", "Anyera 1, a Anyera 1, puede"),
    ],
)  # fmt: skip
def test_a_counter_has_the_article_of_its_first_word(name, words):
    spoken = say("", "{it:el}, {it:al}, {it:puede|pueden}", it=counter_name(name, name))
    assert spoken.in_("es") == words


def test_only_tribes_and_proper_names_of_units_have_no_article():
    data = VERSIONS[NEWEST]
    titles = (*data.names.values(), *(one.title for one in data.kinds.values()))
    without = {one.es for one in titles if one.noun.el == one.es}
    assert {one for one in without if not one.startswith(PERSONS_AND_TRIBES)} == set()


def test_a_ship_and_a_replacement_have_an_article():
    war = war_of(leader("repl_m_2", "c_monte"))
    assert say("", "{it:del}", it=title_of(war, "repl_m_2")).in_("es") == "del Caíd accidental 2"
    assert say("", "{it:al}", it=title_of(war, "ship2")).in_("es") == "al buque 2"
