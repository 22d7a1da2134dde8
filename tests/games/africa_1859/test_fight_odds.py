"""Exact odds of fights in Africa 1859-60, their offers and their dry runs."""

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from app.games.africa_1859 import orders
from app.games.africa_1859.evolve import fold
from app.games.africa_1859.fights.answer_previews import first
from app.games.africa_1859.fights.assault_order import assault_of
from app.games.africa_1859.fights.branching import WHOLE
from app.games.africa_1859.fights.fight_odds import (
    best_defence,
    mean_losses,
    plans_of,
    rally_chance,
)
from app.games.africa_1859.fights.odds import (
    Course,
    KnownWays,
    TooMuchWork,
    Work,
    assault_results,
    assault_won,
    usual,
    won,
)
from app.games.africa_1859.fights.odds_clash import is_settled
from app.games.africa_1859.fights.odds_policies import (
    advance_once,
    by_sheet,
    with_defence,
    with_support,
)
from app.games.africa_1859.fights.offers import ANSWER_OFFERS, fight_offers
from app.games.africa_1859.fights.previews import ASSESSORS
from app.games.africa_1859.fights.registry import QUESTIONS
from app.games.africa_1859.procedures import Answer, Question
from app.games.africa_1859.run import Run
from app.games.africa_1859.sequence import decide
from app.games.africa_1859.state import Phase
from app.kernel.dice import LoadedDice, SeededDice
from app.kernel.refusal import Refused, found_in
from tests.games.africa_1859.positions import unit
from tests.games.africa_1859.random_fights import random_fight
from tests.games.africa_1859.test_fights import on_the_map

VILLAGE = on_the_map(
    ("s_leon", "line", "c_camino"),
    ("s_saboya", "line", "c_camino"),
    ("s_vergara", "cazadores", "c_camino"),
    ("s_art5", "rodada", "c_camino"),
    ("m_cab1", "cabila", "c_morabito"),
    ("m_guich1", "guich", "c_morabito"),
    leaders=[("prim", "c_camino"), ("c_anyera", "c_morabito")],
    phase=Phase(2, "S", open="c_camino", opened=("c_camino",)),
)
SCREENED = orders.Assault(
    ("s_leon", "s_saboya", "s_vergara"),
    ("c_morabito",),
    "s_leon",
    "s_vergara",
    ("prim",),
    "prim",
)
GUICH = unit("m_guich1", "guich", "c_loma")
LONE = orders.Assault(("s_leon",), ("c_morabito",), "s_leon", leaders=("prim",))
HORSE = on_the_map(
    ("s_husares", "husares", "c_camino"),
    ("m_jin1", "jinetes", "c_playa"),
    phase=Phase(2, "S", open="c_camino", opened=("c_camino",)),
)
CHARGE = orders.Assault(("s_husares",), ("c_playa",), "s_husares")


@pytest.mark.parametrize(
    ("war", "order", "guns", "percent", "losses"),
    [
        (VILLAGE, SCREENED, True, 75, (3.5, 3.8)),
        (VILLAGE, SCREENED, False, 59, (4.0, 3.7)),
        (HORSE, CHARGE, False, 68, (2.0, 2.1)),
    ],
)
def test_odds_agree_with_the_published_table(war, order, guns, percent, losses):
    """Trials of 10,000 assaults gave 75, 60 and 68 %, within two points."""
    policy = with_support if guns else lambda *_: None
    results = assault_results(war, assault_of(war, order), policy)
    assert sum(results.values()) == WHOLE
    assert round(100 * won(results) / WHOLE) == percent
    assert mean_losses(results) == losses


def by_the_stages(fight, monkeypatch, limit):
    """Results when every stage is carried out by the rules; None if there are too many courses."""
    with monkeypatch.context() as patch:
        patch.setattr(Course, "is_scene", lambda *_: False)
        try:
            return assault_results(fight.war, fight.assault, fight.policy, Work(limit))
        except TooMuchWork:
            return None


def compared(seeds, monkeypatch, limit):
    """Number of random fights whose odds are equal, to the last fraction, to those by the
    stages.
    """
    number = 0
    for seed in seeds:
        fight = random_fight(seed)
        slow = fight and by_the_stages(fight, monkeypatch, limit)
        if slow:
            fast = assault_results(fight.war, fight.assault, fight.policy)
            assert fast == slow, f"random_fight({seed})"
            assert sum(fast.values()) == WHOLE
            assert assault_won(fight.war, fight.assault, fight.policy) == won(fast)
            number += 1
    return number


def test_odds_of_random_fights_are_those_of_the_stages(monkeypatch):
    assert compared(range(60), monkeypatch, 1500) > 30


@pytest.mark.proof
def test_odds_of_a_thousand_random_fights_are_those_of_the_stages(monkeypatch):
    assert compared(range(1000, 2300), monkeypatch, 20_000) > 900


LATER_QUESTIONS = ("support", "defence_fire", "new_vanguard", "riders", "intercept")


def asked_in_assaults(seed):
    """Positions of a random assault with a question about fire, riders or a vanguard, and answers
    to it.
    """
    fight, dice = random_fight(seed), SeededDice(b"under way", seed)
    if fight is None:
        return
    run = Run(replace(fight.war, stack=(fight.assault,)), dice)
    while not is_settled(run.war, 1) and run.top.__class__ is not Answer:
        question = run.top
        if isinstance(question, Question) and question.decision in LATER_QUESTIONS:
            offers = ANSWER_OFFERS[question.decision](run.war, question)
            yield run.war, question, [one.order for one in offers][:6]
        advance_once(run, fight.policy)


def compared_under_way(seeds, monkeypatch, limit):
    """Number of answers by question whose odds are, to the last fraction, those by the stages."""
    found = Counter()
    for seed in seeds:
        for war, question, answers in asked_in_assaults(seed):
            below, assault = replace(war, stack=()), war.stack[0]
            for order in answers:
                policy = first(order, question)
                with monkeypatch.context() as patch:
                    patch.setattr(Course, "is_scene", lambda *_: False)
                    try:
                        slow = assault_results(below, assault, policy, Work(limit), war)
                    except TooMuchWork:
                        continue
                fast = assault_results(below, assault, policy, begun=war)
                assert fast == slow, f"random_fight({seed}), {order}"
                assert assault_won(below, assault, policy, begun=war) == won(fast)
                found[question.decision] += 1
    return found


def test_odds_of_answers_in_random_fights_are_those_of_the_stages(monkeypatch):
    found = compared_under_way(range(60), monkeypatch, 400)
    assert min(found[one] for one in ("support", "defence_fire", "riders")) > 5


@pytest.mark.proof
def test_odds_of_many_answers_are_those_of_the_stages(monkeypatch):
    found = compared_under_way(range(3000, 3500), monkeypatch, 5000)
    assert found.total() > 490 and found["intercept"] >= 2  # riders seldom meet
    assert min(found[one] for one in LATER_QUESTIONS if one != "intercept") > 30


def shared_apart(seeds):
    """Numbers of fights with several plans of the defence, and of their plans.

    The plans share their scenes, which changes neither the odds nor the work that is counted.
    """
    fights = number = 0
    for seed in seeds:
        fight, known = random_fight(seed), KnownWays()
        plans = fight and plans_of(fight.war, fight.assault)
        if not plans or len(plans) < 2:
            continue
        for plan in plans:
            policy, found = with_defence(by_sheet, *plan), []
            for some in (known, None):
                work = Work(10**6)
                found.append((assault_won(fight.war, fight.assault, policy, work, some), work.left))
            assert found[0] == found[1], f"random_fight({seed}), {plan}"
            number += 1
        fights += 1
    return fights, number


def test_defences_that_share_their_scenes_have_the_odds_of_each_alone():
    fights, plans = shared_apart(range(30))
    assert fights > 5 and plans > 20


@pytest.mark.proof
def test_defences_of_many_fights_that_share_their_scenes_have_the_odds_of_each_alone():
    fights, plans = shared_apart(range(5000, 5800))
    assert fights > 300 and plans > 1500


class EveryFace:
    """Dice that fall on every face in turn; `weight` is the part of the courses so far."""

    def __init__(self, faces):
        self.faces, self.fell, self.weight = faces, [], Fraction(1)

    def roll(self, sides, *_):
        place = len(self.fell)
        face = self.faces[place] if place < len(self.faces) else 1
        self.fell.append((face, sides))
        self.weight /= sides
        return face


def by_every_face(war, assault, policy=usual):
    """Chance of each result, with each face of each die on record."""
    found, faces = Counter(), []
    course = Course(war, assault, policy, Work(10**9))
    while True:
        dice = EveryFace(faces)
        run = Run(course.begun, dice)
        while not is_settled(run.war, len(course.begun.stack)):
            advance_once(run, policy)
        found[course.result(run.war)] += dice.weight
        fell = dice.fell
        while fell and fell[-1][0] == fell[-1][1]:
            fell.pop()
        if not fell:
            return dict(found)
        faces = [face for face, _ in fell]
        faces[-1] += 1


@pytest.mark.parametrize(("war", "order"), [(VILLAGE, LONE), (HORSE, CHARGE)])
def test_odds_are_those_of_every_face_of_every_die(war, order):
    """Each course of the dice is played once, as the record would hold it."""
    war = replace(war, units={**war.units, "m_guich1": replace(GUICH, at="c_loma")})
    assault = assault_of(war, order)
    fast = assault_results(war, assault)
    assert {one: Fraction(ways, WHOLE) for one, ways in fast.items()} == by_every_face(war, assault)


def test_the_best_defence_is_at_least_as_good_as_the_usual_one():
    assault = assault_of(VILLAGE, LONE)
    by_default = assault_results(VILLAGE, assault, with_support)
    best = best_defence(VILLAGE, assault, with_support)
    assert best.won <= won(by_default)
    assert best.tried == best.possible == 3


def test_odds_stop_at_their_limit_of_work():
    """The comparison of defences takes a fixed amount of work, on every machine the same."""
    with pytest.raises(TooMuchWork):
        assault_won(VILLAGE, assault_of(VILLAGE, SCREENED), with_support, Work(10))


def test_a_rally_has_the_faces_of_its_need():
    """AFB-MOR-04: line with morale 4 in a camp without contact rallies on 1 to 5."""
    war = on_the_map(("s_leon", "line", "c_otero"))
    war = replace(war, units={"s_leon": replace(war.units["s_leon"], dem=True)})
    chance = rally_chance(war, "s_leon")
    assert (chance.ways, chance.of) == (5, 6)


def test_a_dry_run_of_an_assault_asks_for_its_fields_in_turn():
    war = replace(VILLAGE, phase=Phase(2, "S"))
    assess = ASSESSORS[orders.Assault]
    order = orders.Assault(space="c_camino")
    assert [field.name for field in assess(war, order, "S").asks] == ["units"]
    order = replace(order, units=("s_leon", "s_vergara"))
    asked = assess(war, order, "S")
    assert [(one.name, one.usual) for one in asked.asks] == [
        ("leaders", "prim"),
        ("path", "c_morabito"),
    ]
    assert not asked.asks[0].is_optional
    assert set(asked.reach) == {"c_morabito"}
    order = replace(order, path=("c_morabito",), leaders=("prim",))
    designations = assess(war, order, "S").asks
    names = [field.name for field in designations]
    assert names == ["screen", "support", "losses", "vanguard"]
    assert [one.name for one in designations if one.is_asked_later] == ["support", "losses"]
    usual = {field.name: field.usual for field in designations if field.usual}
    found = assess(war, replace(order, **usual), "S")
    assert found.no == ()
    assert sum(one.ways / one.of for one in found.odds) == pytest.approx(1)
    assert [tally.total for _, tally in found.tallies] == [6, 4]  # 3 + 2 + 1; 2 + 1 + 1


def test_a_target_out_of_reach_of_an_assault_has_its_reason():
    war = replace(VILLAGE, phase=Phase(2, "S"))
    order = orders.Assault(("s_leon",), space="c_camino")
    path = ASSESSORS[orders.Assault](war, order, "S").asks[1]
    assert {choice.value for choice in path.choices} == {"c_tarajal", "c_primeras", "c_playa"}
    assert {refusal.rule for choice in path.choices for refusal in choice.no} == {"AFR-SEQ-06"}


def test_dry_runs_of_fire_and_caracole_have_exact_odds():
    war = on_the_map(
        ("s_art5", "rodada", "c_primeras"),
        ("s_husares", "husares", "c_primeras"),
        ("m_cab1", "cabila", "c_loma"),
    )
    fire = ASSESSORS[orders.Fire](war, orders.Fire(("s_art5",), "c_loma", "c_primeras"), "S")
    assert {str(one.says): (one.ways, one.of) for one in fire.odds} == {
        "no harm": (5, 12),
        "the target is demoralised": (1, 12),
        "1 step lost": (5, 12),
        "1 step lost, and demoralised": (1, 12),
    }
    order = orders.Caracole("s_husares", "c_loma", "c_primeras", "c_primeras")
    ride = ASSESSORS[orders.Caracole](war, order, "S")
    assert sum(one.ways / one.of for one in ride.odds) == pytest.approx(1)


@pytest.mark.parametrize("kind", ASSESSORS)
def test_a_dry_run_of_nonsense_is_refused(kind):
    first = {orders.Caracole: {"unit": "ghost"}, orders.ShipFire: {"ship": "ghost"}}
    order = kind(**first.get(kind, {}))
    for name in order.__struct_fields__:
        value = getattr(order, name)
        order = replace(order, **{name: ("ghost",) if isinstance(value, tuple) else "ghost"})
    with pytest.raises(Refused):
        ASSESSORS[kind](VILLAGE, order, "S")


def test_offers_of_a_fight_lead_to_its_questions():
    war = replace(VILLAGE, phase=Phase(2, "S"))
    kinds = {type(offer.order) for offer in fight_offers(war, "S")}
    assert kinds == {orders.Assault, orders.Fire}
    war = fold(war, decide(war, replace(SCREENED, space="c_camino"), "S", LoadedDice()))
    question = war.stack[-1]
    offered = list(ANSWER_OFFERS[question.decision](war, question))
    assert [one.asks for one in offered if not one.asks_again] == [()]
    asked = [ask.name for ask in offered[1].asks]
    assert asked == ["vanguard", "screen", "leader", "losses", "retreat"]
    assert not found_in(QUESTIONS["defend"].refusals(war, question, offered[0].order))


def test_a_group_without_an_enemy_beside_it_is_of_riders_alone():
    """AFR-SEQ-10: only cavalry assaults from two spaces away."""
    war = on_the_map(
        ("s_leon", "line", "c_camino"),
        ("s_husares", "husares", "c_camino"),
        ("m_cab1", "cabila", "c_loma"),
        leaders=[("prim", "c_camino")],
        phase=Phase(2, "S"),
    )
    (units,) = ASSESSORS[orders.Assault](war, orders.Assault(space="c_camino"), "S").asks
    refused = {choice.value: {one.rule for one in choice.no} for choice in units.choices}
    assert refused == {"s_leon": {"AFR-SEQ-10"}, "s_husares": set()}
    assert units.usual == "s_husares"


def test_the_preview_tells_that_riders_choose_alike_in_the_comparison():
    war = on_the_map(
        ("s_leon", "line", "c_camino"),
        ("m_cab1", "cabila", "c_morabito"),
        ("m_jin1", "jinetes", "c_morabito"),
        leaders=[("prim", "c_camino")],
        phase=Phase(2, "S", open="c_camino", opened=("c_camino",)),
    )
    note = (
        "In this comparison all riders of the defender make the same choice."
        " A choice for each rider would take too long to compare."
    )
    for position, told in ((war, True), (VILLAGE, False)):
        notes = ASSESSORS[orders.Assault](position, LONE, "S").notes
        assert (note in [one.in_("en") for one in notes]) == told
