"""Exact odds of losses and retreat, before an assault and for the answers after its clash."""

import math
from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from app.games.africa_1859 import GAME, orders
from app.games.africa_1859 import events as e
from app.games.africa_1859.evolve import fold
from app.games.africa_1859.fights.answer_previews import asked_in, first
from app.games.africa_1859.fights.assault_order import assault_of
from app.games.africa_1859.fights.branching import WHOLE, courses
from app.games.africa_1859.fights.odds import assault_results
from app.games.africa_1859.fights.odds_after_clash import after_clash, leaders_lost
from app.games.africa_1859.fights.odds_clash import is_settled, retreat_of
from app.games.africa_1859.fights.odds_policies import advance_once, by_sheet
from app.games.africa_1859.fights.previews import ASSESSORS
from app.games.africa_1859.procedures import Question
from app.games.africa_1859.questions import open_question
from app.games.africa_1859.run import Run
from app.games.africa_1859.sequence import decide, default_answer
from app.games.africa_1859.state import Phase
from app.kernel.dice import LoadedDice, SeededDice
from app.kernel.seats import Viewer
from tests.games.africa_1859.random_fights import random_fight
from tests.games.africa_1859.test_fight_odds import CHARGE, HORSE, LONE, SCREENED, VILLAGE
from tests.games.africa_1859.test_fights import on_the_map

PAIR = on_the_map(
    ("s_leon", "line", "c_camino"),
    ("s_saboya", "line", "c_camino"),
    ("m_cab1", "cabila", "c_morabito"),
    ("m_guich1", "guich", "c_morabito"),
    leaders=[("prim", "c_camino"), ("c_anyera", "c_morabito")],
    phase=Phase(2, "S", open="c_camino", opened=("c_camino",)),
)
"""Assault without guns: dice of the defending vanguard's fire, its check, and the clash."""
ASSAULT = orders.Assault(("s_leon", "s_saboya"), ("c_morabito",), "s_leon", "", ("prim",), "prim")
DEFENCE = orders.Defend("m_cab1", "", "c_anyera")


def after(war, *given, faces=()):
    """Position after orders of the sides in turn, with these faces of the dice."""
    dice = LoadedDice.faces(*faces)
    for order in given:
        seat = war.stack[-1].side if war.stack else war.phase.side
        war = fold(war, decide(war, order, seat, dice))
    assert dice.left == ()
    return war


def seen(war, order):
    """Dry run of an answer by the side that is asked."""
    side = open_question(war).side
    return GAME.assess(GAME.view(war, Viewer(side, side)), order)


def shares(found):
    """Further odds in English words, as fractions."""
    return {
        str(title): {str(one.says): Fraction(one.ways, one.of) for one in odds}
        for title, odds in found.further_odds
    }


def chances(odds):
    return {str(one.says): Fraction(one.ways, one.of) for one in odds}


# --- By hand
def test_losses_of_a_charge_by_hand():
    """Hussars charge tribal horse, 3 steps each, without leaders.

    Fire of the defender, of 36: 22 do nothing, 2 shake the hussars and call the charge off, 12 take
    a step. Clash: 3 + 1 for the charge against 2, so Spain wins if its die is at most 1 lower. The
    winner loses 1 and half of the difference of the dice, the loser 1 and the difference.
    """
    found = shares(ASSESSORS[orders.Assault](HORSE, CHARGE, "S"))
    clash = Fraction(34, 36) / 36
    assert found["Steps lost by the defender"] == {
        "0": Fraction(2, 36),
        "1": 6 * clash,
        "2": (10 + 7) * clash,
        "3": (10 + 3) * clash,
    }
    unhurt, hurt = Fraction(22, 36) / 36, Fraction(12, 36) / 36
    assert found["Steps lost by the attacker"] == {
        "0": Fraction(2, 36),
        "1": 16 * unhurt,
        "2": 7 * unhurt + 16 * hurt,
        "3": (3 + 10) * unhurt + (7 + 3 + 10) * hurt,
    }
    assert found["The defender"] == {
        "holds the space": Fraction(2, 36) + 10 * clash,
        "retreats to the Lower valley": 16 * clash,
        "has no fighter left": 10 * clash,
    }


BEATEN_DEFENDER = after(
    PAIR, ASSAULT, DEFENCE, orders.Losses({"s_leon": 1, "s_saboya": 1}), faces=(1, 6, 5)
)
"""The defender spreads 3 steps; the attacker has won."""


def test_checks_after_a_retreat_by_hand():
    """Tribal foot needs 3 + 1 of its caid, guich 4 + 1, the caid 4 + 1. Prim is lost on a 6."""
    found = seen(BEATEN_DEFENDER, orders.Losses({"m_cab1": 2, "m_guich1": 1}))
    assert chances(found.odds) == {
        "no unit fails its morale check": Fraction(4 * 5, 36),
        "1 unit fails the morale check": Fraction(2 * 5 + 4 * 1, 36),
        "2 units fail the morale check": Fraction(2 * 1, 36),
    }
    assert [one.good for one in found.odds] == [True, False, False]
    assert shares(found) == {
        "The defender": {"retreats to Knapsack Hill": 1},
        "Risk of losing a leader": {"Caid of Anyera": Fraction(1, 6), "Juan Prim": Fraction(1, 6)},
    }


def test_the_spread_of_a_loss_changes_the_checks():
    """Three steps of the guich leave tribal foot alone, which needs 4."""
    without = replace(BEATEN_DEFENDER, stack=BEATEN_DEFENDER.stack[:-1])
    question = replace(BEATEN_DEFENDER.stack[-1], about="m_guich1")
    led = replace(without.stack[-1], dfn=replace(without.stack[-1].dfn, vanguard="m_guich1"))
    war = replace(without, stack=(*without.stack[:-1], led, question))
    found = seen(war, orders.Losses({"m_guich1": 3}))
    assert chances(found.odds) == {
        "no unit fails its morale check": Fraction(4, 6),
        "1 unit fails the morale check": Fraction(2, 6),
    }


def test_a_shaken_unit_may_lose_a_step_in_its_check():
    shaken = replace(BEATEN_DEFENDER.units["m_guich1"], dem=True)
    war = replace(BEATEN_DEFENDER, units={**BEATEN_DEFENDER.units, "m_guich1": shaken})
    found = shares(seen(war, orders.Losses({"m_cab1": 2, "m_guich1": 1})))
    assert found["Steps lost in the morale checks"] == {"0": Fraction(5, 6), "1": Fraction(1, 6)}


def test_the_winner_sees_the_same_checks_from_the_other_side():
    """A beaten attacker: 4 + 2 of Prim, so each line passes on 1 to 5. The caid is lost on a 6."""
    war = after(PAIR, ASSAULT, DEFENCE, faces=(1, 1, 2))
    loss = {"s_leon": 2, "s_saboya": 1}
    found = seen(war, orders.Losses(loss))
    assert chances(found.odds) == {
        "no unit fails its morale check": Fraction(25, 36),
        "1 unit fails the morale check": Fraction(10, 36),
        "2 units fail the morale check": Fraction(1, 36),
    }
    assert "The defender" not in shares(found)
    war = after(PAIR, ASSAULT, DEFENCE, orders.Losses(loss), faces=(1, 1, 2))
    other = seen(war, orders.Losses({"m_cab1": 2}))
    assert chances(other.odds) == chances(found.odds)
    assert [one.good for one in other.odds] == [not one.good for one in found.odds]


def test_a_choice_of_retreats_has_the_checks_of_each_space():
    war = after(BEATEN_DEFENDER, orders.Losses({"m_cab1": 3}))
    assert open_question(war).decision == "retreat"
    view = GAME.view(war, Viewer("M", "M"))
    rows = [seen(war, offer.order) for offer in GAME.offers(view)]
    assert len(rows) > 1
    assert all(sum(chances(row.odds).values()) == 1 for row in rows)


# --- By all courses, and by the orders of play
def asked_after_clash(seed):
    """Position of a random fight with a choice of losses or of a retreat; None if none comes."""
    fight = random_fight(seed)
    if fight is None:
        return None
    dice = SeededDice(b"after a clash", seed)
    run = Run(replace(fight.war, stack=(fight.assault,)), dice)
    while not is_settled(run.war, 1):
        top = run.top
        if isinstance(top, Question) and top.decision in ("losses", "retreat"):
            return run.war
        advance_once(run, fight.policy)
    return None


def by_all_courses(war, policy):
    """Weights of failing units, leaders lost and retreats, with the checks one after another."""
    failing, lost, retreats = Counter(), Counter(), Counter()
    waiting = [(war, WHOLE, None)]
    while waiting:
        now, weight, checked = waiting.pop()
        if checked is None and now.stack[0].stage == "checks":
            retreats[retreat_of(now, 1)] += weight
            checked = now
        if not now.stack or now.stack[0].stage == "end":
            harmed = [
                (was.steps - unit.steps, was.steps > unit.steps or unit.dem > was.dem)
                for was, unit in zip(checked.units.values(), now.units.values(), strict=True)
            ]
            failing[sum(one for _, one in harmed), sum(steps for steps, _ in harmed)] += weight
            lost.update(dict.fromkeys(leaders_lost(war, now), weight))
            continue
        waiting += [
            (later, ways, checked)
            for later, ways in courses(now, lambda run: advance_once(run, policy), weight)
        ]
    return failing, lost, retreats


def without_zeros(weights):
    return {key: weight for key, weight in weights.items() if weight}


def compared(seeds):
    """Number of random positions whose odds are those of all courses, to the last fraction."""
    number = 0
    for seed in seeds:
        war = asked_after_clash(seed)
        if war is None:
            continue
        question, _ = asked_in(war)
        policy = first(default_answer(war), question)
        found = after_clash(war, 1, policy)
        failing, lost, retreats = by_all_courses(war, policy)
        assert without_zeros(found.failing) == failing, seed
        assert without_zeros(found.lost) == lost, seed
        assert without_zeros(found.retreats) == retreats, seed
        number += 1
    return number


def test_checks_of_random_fights_are_those_of_all_courses():
    assert compared(range(40)) > 20


@pytest.mark.proof
def test_checks_of_many_random_fights_are_those_of_all_courses():
    assert compared(range(1000, 2000)) > 500


TRIES = 400


def close(counted, exact):
    """Shares of the tries are within four standard errors of the exact ones."""
    for answer in {*counted, *exact}:
        share, expected = counted[answer] / TRIES, float(exact.get(answer, 0))
        error = math.sqrt(expected * (1 - expected) / TRIES)
        assert abs(share - expected) <= 4 * error, (answer, share, expected)


def tried(war, order, seed):
    """Events of an order with these dice; open questions get their default answers."""
    dice, seat = SeededDice(b"tries of the odds", seed), war.phase.side
    if isinstance(war.stack[-1] if war.stack else None, Question):
        seat = war.stack[-1].side
    while True:
        for event in decide(war, order, seat, dice):
            war = fold(war, (event,))
            yield event, war
        if not war.stack:
            return
        order, seat = default_answer(war), war.stack[-1].side


@pytest.mark.slow
def test_odds_before_an_assault_are_those_of_its_order():
    exact = shares(ASSESSORS[orders.Assault](PAIR, ASSAULT, "S"))
    lost, fates = {"S": Counter(), "M": Counter()}, Counter()
    for seed in range(TRIES):
        for event, war in tried(PAIR, ASSAULT, seed):
            steps = Counter({one.side: 0 for one in PAIR.units.values()})
            for unit in PAIR.units.values():
                steps[unit.side] += unit.steps - war.units[unit.id].steps
            if isinstance(event, e.Clashed):
                won = event.winner == "attacker"
            if war.stack and is_settled(war, 1):
                break
        for side, number in steps.items():
            lost[side][str(number) if number < 5 else "5 or more"] += 1
        at = {war.units[key].at for key in ("m_cab1", "m_guich1") if war.units[key].steps}
        fates["holds" if not won else "retreats" if at else "none"] += 1
    close(lost["S"], exact["Steps lost by the attacker"])
    close(lost["M"], exact["Steps lost by the defender"])
    fate = exact["The defender"]
    close(
        fates,
        {
            "holds": fate["holds the space"],
            "retreats": fate["retreats to Knapsack Hill"],
            "none": fate["has no fighter left"],
        },
    )


@pytest.mark.slow
def test_odds_of_a_spread_of_losses_are_those_of_its_order():
    order = orders.Losses({"m_cab1": 2, "m_guich1": 1})
    found, failing, leaders = seen(BEATEN_DEFENDER, order), Counter(), Counter()
    for seed in range(TRIES):
        events = [event for event, _ in tried(BEATEN_DEFENDER, order, seed)]
        units = [one for one in events if isinstance(one, e.Checked) and one.counter in PAIR.units]
        failing[sum(not one.passed for one in units)] += 1
        leaders.update(key for one in events if isinstance(one, e.Removed) for key in one.counters)
    exact = [Fraction(one.ways, one.of) for one in found.odds]
    close(failing, dict(enumerate(exact)))
    risk = shares(found)["Risk of losing a leader"]
    close(leaders, {"prim": risk["Juan Prim"], "c_anyera": risk["Caid of Anyera"]})


def test_the_defender_sees_the_odds_of_the_losses_too():
    war = after(VILLAGE, replace(SCREENED, support=None))
    found = seen(war, orders.Defend("m_cab1", "m_guich1", "c_anyera"))
    titles = [str(title) for title, _ in found.further_odds]
    assert titles == ["Steps lost by the attacker", "Steps lost by the defender", "The defender"]
    fate = {str(one.says): one.good for one in found.further_odds[2][1]}
    assert fate["holds the space"] and not fate["has no fighter left"]
    assert all(sum(odds.values()) == 1 for odds in shares(found).values())


def test_large_losses_are_one_answer():
    odds = shares(ASSESSORS[orders.Assault](VILLAGE, LONE, "S"))["Steps lost by the defender"]
    assert list(odds) == ["0", "1", "2", "3", "4", "5 or more"]
    assert odds["5 or more"] == sum(
        Fraction(ways, WHOLE)
        for one, ways in assault_results(VILLAGE, assault_of(VILLAGE, LONE), by_sheet).items()
        if one.defender_lost >= 5
    )
