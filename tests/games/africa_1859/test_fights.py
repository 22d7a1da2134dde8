"""Fights of Africa 1859-60: tables, losses, screens, and whole assaults with loaded dice."""

import pytest

from app.games.africa_1859 import events as e
from app.games.africa_1859 import orders
from app.games.africa_1859.beginning import position
from app.games.africa_1859.data_file import NEWEST, VERSIONS
from app.games.africa_1859.evolve import fold
from app.games.africa_1859.fights.clash import Front, Ground, clash_lines, clash_losses, sum_of
from app.games.africa_1859.fights.clash_loss import allocations, default_allocation
from app.games.africa_1859.fights.fire_table import Harm, fire_result
from app.games.africa_1859.fights.horse_clash import HorseLosses, horse_losses
from app.games.africa_1859.procedures import Assault, Question
from app.games.africa_1859.sequence import decide, default_answer
from app.games.africa_1859.state import Leader, Phase, Terms, Unit
from app.kernel.dice import LoadedDice
from app.kernel.refusal import Refused

DATA = VERSIONS[NEWEST]
TABLES = DATA.tables


def on_the_map(*units, leaders=(), phase=None, battle_map="castillejos", **terms):
    """Position with units (id, kind, space) and leaders (id, space)."""
    counters = [
        Unit(key, kind, DATA.kinds[kind].side, at, DATA.kinds[kind].steps)
        for key, kind, at in units
    ]
    led = [Leader(key, DATA.leaders[key].side, at) for key, at in leaders]
    return position(Terms(NEWEST, battle_map, **terms), counters, led, phase or Phase(2, "S"))


def played(war, order, *faces, seat="S"):
    """Position and events after an order; the open questions are answered by default."""
    dice = LoadedDice.faces(*faces)
    events = list(decide(war, order, seat, dice))
    war = fold(war, events)
    while war.stack and isinstance(war.stack[-1], Question):
        more = decide(war, default_answer(war), war.stack[-1].side, dice)
        events += more
        war = fold(war, more)
    assert dice.left == ()
    return war, events


def refused(war, order, seat="S"):
    """Rules that refuse the order."""
    with pytest.raises(Refused) as found:
        decide(war, order, seat, LoadedDice())
    return {one.rule for one in found.value.refusals}


@pytest.mark.parametrize(
    ("die", "factor", "harm"),
    [
        (4, 2, Harm(1)),
        (6, 2, Harm(1, True)),
        (6, 4, Harm(2, True)),
        (1, 5, Harm()),
        (3, 2, Harm(0, True)),
        (2, 2, Harm()),
    ],
)
def test_fire_table(die, factor, harm):
    """AFB-FIR-01."""
    assert fire_result(TABLES["fire"]["rows"], die, die + factor) == harm


@pytest.mark.parametrize(
    ("dice", "lines", "steps", "opposing", "winner", "losses"),
    [
        ((5, 2), (0, 0), (4, 3), False, "attacker", (2, 4)),
        ((5, 2), (0, 0), (4, 3), True, "attacker", (2, 5)),
        ((2, 4), (0, 0), (1, 4), False, "defender", (4, 3)),
        ((2, 4), (0, 0), (1, 4), True, "defender", (4, 1)),
        ((2, 5), (9, 0), (4, 4), False, "attacker", (3, 5)),
        ((4, 4), (4, 4), (3, 3), False, "defender", (1, 1)),
    ],
)
def test_losses_of_a_clash(dice, lines, steps, opposing, winner, losses):
    """AFR-ASL-17 to AFR-ASL-19."""
    found = clash_losses(dice, lines, steps, opposing)
    assert (found.winner, (found.attacker, found.defender)) == (winner, losses)


@pytest.mark.parametrize(
    ("role", "own", "enemy", "ground", "total"),
    [
        ("attacker", Front(3, leader=2, guns=True), Front(3), Ground(crossing=True), 5),
        ("defender", Front(3, leader=1, guns=True), Front(3), Ground(works=1), 6),
        ("attacker", Front(4, cavalry=True), Front(2), Ground(horse="open"), 5),
        ("defender", Front(0), Front(3), Ground(2, 2), 3),
        ("defender", Front(0), Front(3), Ground(2, 1), 3),
        ("attacker", Front(3, steps=12), Front(3, steps=6), Ground(), 4),
        ("attacker", Front(3, steps=11), Front(3, steps=6), Ground(), 3),
        ("defender", Front(3, shaken=True, supplied=False), Front(3), Ground(), 0),
    ],
)
def test_assault_table(role, own, enemy, ground, total):
    """AFB-ASL-06 to AFB-ASL-08."""
    assert sum_of(clash_lines(TABLES["assault"], role, (own, enemy), ground)) == total


@pytest.mark.parametrize(
    ("dice", "lines", "result"),
    [
        ((4, 4), (4, 3), HorseLosses(True, 1, 1)),
        ((2, 6), (4, 3), HorseLosses(False, 2, 0)),
        ((3, 5), (5, 2), HorseLosses(True, 0, 1)),
    ],
)
def test_horse_clash(dice, lines, result):
    """AFB-CAV-01."""
    assert horse_losses(TABLES["horse_clash"], dice, lines) == result


def test_default_spread_of_a_clash_loss():
    """AFB-ASL-09: the first step falls on the vanguard, the others on the strongest fighter."""
    stack = {"s_saboya": 4, "s_albatormes": 3}
    assert default_allocation(4, stack, "s_saboya") == {"s_saboya": 2, "s_albatormes": 2}
    assert all(given.get("s_saboya") for given in allocations(4, stack, "s_saboya"))
    assert len(list(allocations(9, stack, "s_saboya"))) == 1


def test_a_charge_over_two_spaces_returns_to_its_start():
    """AFR-SEQ-11: beaten hussars stand in their start space with a marker."""
    war = on_the_map(
        ("s_husares", "husares", "c_tarajal"),
        ("s_leon", "line", "c_camino"),
        ("m_jin1", "jinetes", "c_playa"),
        leaders=[("c_jinetes", "c_playa")],
    )
    war = fold(war, decide(war, orders.Open("c_tarajal"), "S", LoadedDice()))
    charge = orders.Assault(("s_husares",), ("c_camino", "c_playa"), "s_husares")
    war, events = played(war, charge, 1, 4, 5, 2, 3)
    assert [one.winner for one in events if isinstance(one, e.Clashed)] == ["defender"]
    assert (war.units["s_husares"].at, war.units["s_husares"].marker) == ("c_tarajal", True)


def test_designations_are_shown_only_after_the_answer():
    """AFB-GEN-02."""
    war = on_the_map(
        ("s_leon", "line", "c_camino"),
        ("s_vergara", "cazadores", "c_camino"),
        ("m_cab1", "cabila", "c_morabito"),
        ("m_guich1", "guich", "c_morabito"),
        leaders=[("prim", "c_camino")],
    )
    war = fold(war, decide(war, orders.Open("c_camino"), "S", LoadedDice()))
    order = orders.Assault(
        ("s_leon", "s_vergara"), ("c_morabito",), "s_leon", "s_vergara", ("prim",)
    )
    events = decide(war, order, "S", LoadedDice())
    war = fold(war, events)
    [assault] = [frame for frame in war.stack if isinstance(frame, Assault)]
    assert (war.stack[-1].decision, assault.revealed) == ("defend", False)
    assert not any(isinstance(one, e.Revealed) for one in events)
    answer = orders.Defend("m_cab1", "m_guich1")
    answered = decide(war, answer, "M", LoadedDice.faces(1, 1, 1, 6, 1, 1, 1, 1))
    assert [one.attacker for one in answered if isinstance(one, e.Revealed)] == [
        {"leader": "prim", "vanguard": "s_leon", "screen": "s_vergara"}
    ]


@pytest.mark.parametrize(
    ("group", "path", "vanguard", "rules"),
    [
        (("s_leon",), ("c_morabito",), "s_leon", {"AFR-ASL-01"}),
        (("s_husares", "s_leon"), ("c_camino", "c_morabito"), "s_leon", {"AFR-SEQ-10"}),
        (("s_husares",), ("c_otero",), "s_husares", {"AFR-SEQ-06"}),
        (("s_art5",), ("c_morabito",), "s_art5", {"AFB-ASL-01", "AFR-ASL-03"}),
        (("s_husares",), ("c_morabito",), "s_leon", {"AFR-ASL-03"}),
    ],
)
def test_assaults_that_are_refused(group, path, vanguard, rules):
    war = on_the_map(
        ("s_leon", "line", "c_primeras"),
        ("s_husares", "husares", "c_primeras"),
        ("s_art5", "rodada", "c_primeras"),
        ("m_cab1", "cabila", "c_morabito"),
    )
    war = fold(war, decide(war, orders.Open("c_primeras"), "S", LoadedDice()))
    assert rules <= refused(war, orders.Assault(group, path, vanguard))


def test_two_riders_do_not_leave_for_one_last_place():
    """AFR-ASL-06: the list of choices is judged as a whole and in its order."""
    war = on_the_map(
        ("s_leon", "line", "c_morabito"),
        ("m_jin1", "jinetes", "c_valle_a"),
        ("m_jin2", "jinetes", "c_valle_a"),
        *((f"m_cab{n}", "cabila", "c_condesa") for n in range(1, 6)),
        leaders=[("prim", "c_morabito")],
    )
    war = fold(war, decide(war, orders.Open("c_morabito"), "S", LoadedDice()))
    order = orders.Assault(("s_leon",), ("c_valle_a",), "s_leon", leaders=("prim",))
    war = fold(war, decide(war, order, "S", LoadedDice()))
    war = fold(war, decide(war, orders.Defend("m_jin1"), "M", LoadedDice()))
    away = [orders.RiderChoice(rider, "caracole", "c_condesa") for rider in ("m_jin1", "m_jin2")]
    assert refused(war, orders.Riders(tuple(away)), "M") == {"AFB-STK-01"}
    other = orders.RiderChoice("m_jin2", "caracole", "c_campo")
    answer = orders.Riders((away[0], other))
    war, events = played(war, answer, 1, 1, 1, 1, seat="M")
    assert (war.units["m_jin1"].at, war.units["m_jin2"].at) == ("c_condesa", "c_campo")
    assert (war.units["s_leon"].at, war.stack) == ("c_valle_a", ())
    assert [one.taken for one in events if isinstance(one, e.CalledOff)] == [True]
