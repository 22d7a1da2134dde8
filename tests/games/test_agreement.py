"""The checker of agreement finds wrong sentences and accepts right ones.

`test_grammar.py` in the folder of each game checks the sentences of played games. A quick sample
runs always. The mark `proof` prints a battle of bots for every scenario or army list.
"""

from __future__ import annotations

import pytest

from app.kernel.say import noun, say
from tests.games.agreement import faults_in

GUARDS = noun("Guards", "Guardias", "f", plural=True)
LEADER = noun("leader", "líder")
BEDS = say("Reed beds", "Cañaverales")
HOUSE = noun("House", "Casa del Morabito", "f")
HILLS = noun("Hills", "Lomas", "f", plural=True)


@pytest.mark.parametrize(
    ("says", "fault"),
    [
        (say("{who:The} charge.", "{who:El} carga.", who=GUARDS), "es: verb"),
        (say("{who:The} charges.", "{who:El} cargan.", who=GUARDS), "en: verb"),
        (say("{who:The} charge.", "Los {who} cargan.", who=GUARDS), "es: article"),
        (say("1 {who}", "2 {who}", who=GUARDS), "en: number"),
        (say("2 guards", "1 {who}", who=GUARDS), "es: number"),
        (say("{who:The} fall.", "{who:El} quedan heridos.", who=GUARDS), "es: participle"),
        (say("{who}: hidden", "{who}: escondido", who=GUARDS), "es: participle"),
        (say("an {who}", "un {who}", who=LEADER), "en: article"),
        (say("{where} is closed.", "Se cierra {where}.", where=BEDS), "en: verb of a name"),
        (say("Close {where}.", "{where} está cerca.", where=BEDS), "es: verb of a name"),
        (say("From {where}.", "Desde {where}.", where=HOUSE), "es: no article"),
        (say("{where} to {where}.", "{where} o {where}.", where=HOUSE), "es: no article"),
        (say("It is {where}.", "Son {where}.", where=(HOUSE, HILLS)), "es: no article"),
        (say("Assault on the road.", "Asalto a el camino."), "es: contraction"),
        (say("step unit_moves", "paso"), "en: internal"),
        (say("No leader .", "Sin líder"), "en: spacing"),
        (say("3,5 in", "3,5 pulgadas"), "en: decimal comma"),
        (say("3.5 in", "3.5 pulgadas"), "es: decimal point"),
    ],
)
def test_the_checker_finds_a_fault(says, fault):
    found = faults_in(says, frozenset((HOUSE.es, HILLS.es)))
    assert [one for one in found if one.startswith(fault)], found


@pytest.mark.parametrize(
    "says",
    [
        say("{who:The} charge and fall.", "{who:El} no cargan y quedan heridas.", who=GUARDS),
        say("{who:The} may charge.", "{who:El} pueden cargar.", who=GUARDS),
        say("{who:The} charges: 1 {who}", "{who:El} ha cargado: 1 {who}", who=LEADER),
        say("The space {where} is closed.", "{where}: se cierra.", where=BEDS),
        say("To {where}.", "A {where:el}.", where=HOUSE),
        say("{where}: closed.", "{where}: se cierra.", where=HOUSE),
        say("None of them, § MEL-14: 3.5 in", "Ninguno, § MEL-14: {n} pulgadas", n=3.5),
    ],
)
def test_the_checker_accepts_a_right_sentence(says):
    assert faults_in(says, frozenset([HOUSE.es])) == []
