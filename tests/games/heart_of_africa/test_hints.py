"""Battles for new players: legal set-up, hints at every step in both languages, played to the end
by the hints.
"""

import random
import re

import msgspec
import pytest

from app.games.heart_of_africa import hints
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.evolution.changes import figure_changed, unit_changed
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import is_baggage, placed
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.presentation import advice_on_moves, first_steps
from app.games.heart_of_africa.setup import deployment_turns
from app.games.heart_of_africa.setup.lessons import LESSONS
from app.games.heart_of_africa.setup.places import crowded, on_the_ground, ordered_stands, scattered
from app.games.heart_of_africa.state import (
    CLOSE_COMBAT,
    DEPLOYMENT,
    INDEPENDENT_MOVES,
    MORALE,
    RALLY,
    REVEAL,
    SHOOTING,
    UNIT_MOVES,
    Activation,
    Battle,
    CaptureWhich,
    Orders,
    TakeHit,
)
from app.games.heart_of_africa.state import Test as MoraleTest
from app.games.heart_of_africa.terrain.findings import findings
from app.kernel import headless_games
from app.kernel.contract import Setup
from app.kernel.dice import SeededDice
from app.kernel.refusal import Refused, found_in
from app.kernel.say import Say
from app.kernel.seats import SPECTATOR, Viewer
from tests.games.heart_of_africa.battles import with_facts

SIDES = {"A": "A", "B": "B"}
EMPTY_FACT = re.compile(r"[{}]|  | [.,:]|\bNone\b")


def begun(key, options=()):
    return fold(Battle(Land()), GAME.new_game(Setup(key, SIDES, options), SeededDice(b"lesson", 1)))


def view_of(battle, side="A"):
    return GAME.view(battle, Viewer(side, side))


def hint_of(battle, side="A"):
    return GAME.hint(view_of(battle, side))


def spoken(hint):
    return [
        words.in_(language)
        for words in (hint.says, hint.do)
        if words is not None
        for language in ("en", "es")
    ]


def obedient(heard):
    """Side A does what the hint says, side B is the bot; `heard` gathers what either was told."""

    def choose(game, view, chance):
        hint = game.hint(view)
        heard.append(hint)
        told = first_steps.advice(view) if view.side == "A" and not view.battle.pending else None
        if told is None or told.offer.asks:
            return game.bot(view, chance)
        assert told.offer in game.offers(view) and told.offer.is_live
        return told.offer.order

    return choose


@pytest.mark.parametrize("key", LESSONS)
def test_a_lesson_stands_on_the_card_with_its_table_and_both_peoples(key):
    lesson = LESSONS[key]
    card = next(one for one in GAME.card.scenarios if one.key == key)
    assert (
        card.guided
        and card.minutes == lesson.minutes
        and [side.key for side in card.sides] == ["A", "B"]
    )
    assert findings(lesson.land, lesson.land.region, lesson.stock["scenario"]) == ()
    for words in (card.title, card.plot, *(side.plot for side in card.sides)):
        assert words.en and words.es and words.en != words.es
    assert (
        GAME.agreement.terms(key, {}) == GAME.agreement.told(key, {}) == ()
        and GAME.agreement.settled(key, {}, {}, random.Random(1)) == {}
    )
    assert GAME.agreement.drawing(key, {}, "es") is not None
    with pytest.raises(Refused, match="armies"):
        GAME.agreement.stock(key, (), {}, {"A": {"people": "zanzibaris/zanzibaris"}})


@pytest.mark.parametrize("options", [(), tuple(option.key for option in GAME.card.options)])
@pytest.mark.parametrize("key", LESSONS)
def test_a_lesson_begins_under_any_options(key, options):
    battle = begun(key, options)
    assert battle.conditions.lesson == key and battle.edges == {
        "A": "south",
        "B": "north",
    }
    assert view_of(battle, "B").battle.conditions.lesson == key


def test_in_the_first_battle_all_figures_are_deployed_and_side_a_begins():
    battle = begun("first_steps")
    assert (battle.turn, battle.step, battle.to_act, battle.conditions.turn_limit) == (
        1,
        UNIT_MOVES,
        "A",
        12,
    )
    assert all(
        figure.at is not None and not is_baggage(figure) for figure in battle.figures.values()
    )
    for unit in battle.units.values():
        men = placed(battle, unit.id)
        assert 6 <= len(men) <= 8 and {man.facing for man in men} == {
            90.0 if unit.side == "A" else 270.0
        }
        found = ordered_stands(
            battle, unit.side, men, {man.id: (*man.at, man.facing) for man in men}
        )
        assert not found_in(
            on_the_ground(battle, found),
            crowded(battle, unit.side, found),
            scattered(battle, unit.id, found),
        )


def test_in_the_second_battle_players_deploy_themselves_or_automatically():
    battle = begun("waterhole")
    assert battle.step == DEPLOYMENT and battle.conditions.points == {"A": 200, "B": 200}
    side = deployment_turns.owing(battle)[0]
    assert "automáticamente" in hint_of(battle, side).says.in_("es")
    played = headless_games.play_game(
        GAME,
        Setup("waterhole", SIDES),
        lambda game, view, chance: game.bot(view, chance),
        "down",
        most=24,
    )
    assert played.tables[-1].state.turn == 1


@pytest.mark.slow
@pytest.mark.parametrize("battles", [1, pytest.param(3, marks=pytest.mark.proof)])
def test_a_player_that_follows_all_hints_ends_the_first_battle(battles):
    heard, won = [], 0
    for number in range(battles):
        played = headless_games.play_game(
            GAME, Setup("first_steps", SIDES), obedient(heard), f"obedient {number}", most=400
        )
        assert played.outcome is not None, f"no end after {len(played.moves)} moves"
        won += "A" in played.outcome.winners
    assert won >= 1, "the advice is no good"
    assert all(
        hint is not None and hint.do is not None and hint.rule in GAME.rulebook for hint in heard
    )
    for hint in heard:
        for sentence in spoken(hint):
            assert (
                not EMPTY_FACT.search(sentence)
                and sentence.strip().endswith((".", "”.", "».", "%."))
                and len(sentence) < 190
            ), sentence


def literal(refused, followed):
    """Side A sends every form that a hint names as it stands; side B is the bot."""

    def choose(game, view, chance):
        told = first_steps.advice(view) if view.side == "A" and not view.battle.pending else None
        if told is None:
            return game.bot(view, chance)
        wrong = game.assess(view, told.offer.order).no
        refused.extend((view.battle.turn, told.offer.order, str(one)) for one in wrong)
        followed.append(type(told.offer.order).__name__ + getattr(told.offer.order, "drill", ""))
        return game.bot(view, chance) if refused else told.offer.order

    return choose


@pytest.mark.slow
@pytest.mark.parametrize("number", range(3))
def test_no_hint_of_the_first_battle_leads_into_a_refusal(number):
    """Forms as they stand, with the target and the place that they name to begin with."""
    refused, followed = [], []
    literally = literal(refused, followed)
    played = headless_games.play_game(
        GAME, Setup("first_steps", SIDES), literally, f"obedient {number}", 400
    )
    assert refused == []
    assert played.outcome is not None
    assert {"Manoeuvredisplace", "Manoeuvrecharge", "FireOrders"} <= set(followed)


def laid(*changes, step=UNIT_MOVES, **facts):
    """The first battle with something changed: (figure, facts) and (unit, facts)."""
    battle = begun("first_steps")
    for key, its in changes:
        battle = (
            unit_changed(battle, key, **its)
            if key in battle.units
            else figure_changed(battle, key, **its)
        )
    return with_facts(battle, step=step, **facts)


def at(unit, x, y, **more):
    """A unit of the first battle put down in two ranks, its front towards the enemy."""
    men = [key for key, figure in begun("first_steps").figures.items() if figure.unit == unit]
    return [
        (key, {"at": (x + 0.9 * (n % 4), y - 0.9 * (n // 4)), **more}) for n, key in enumerate(men)
    ]


MOVED = {"activation": "moved"}
ONE_LEFT = [("A1", MOVED), ("A2", MOVED), ("A3", MOVED)]
HAND = Activation("A1", "A", 7.0, 3.0)
POSITIONS = {
    "OPENING": laid(),
    "SHOOTERS": laid(("A3", MOVED)),
    "FIGHTERS": laid(("A1", MOVED), ("A2", MOVED)),
    "AIM": laid(("A2", MOVED), ("A3", MOVED), *at("B1", 9, 15, facing=270.0)),
    "ASIDE": laid(("A2", MOVED), ("A3", MOVED), *at("B1", 1, 8, facing=0.0)),
    "SMOKE": laid(("A2", MOVED), ("A3", MOVED), ("A1-01", {"smoke": 1}), turn=2),
    "SHAKEN": laid(("A2", MOVED), ("A3", MOVED), ("A1", {"marker": True}), turn=2),
    "COVERED": laid(("A2", MOVED), ("A3", MOVED), *at("A1", 12, 13.5)),
    "STRIKE": laid(("A1", MOVED), ("A2", MOVED), *at("B1", 15, 12, facing=270.0)),
    "PINNED": laid(
        ("A1", MOVED),
        ("A2", MOVED),
        *at("A3", 15, 20),
        *at("B1", 15, 22, facing=270.0),
        ("B1-05", {"at": (15.0, 20.8)}),
    ),
    "LOCKED": laid(
        ("A1", MOVED),
        ("A2", MOVED),
        *[(f"A3-{n:02d}", {"at": (15.0 + 0.9 * n, 20.0)}) for n in range(1, 7)],
        *[(f"B1-{n:02d}", {"at": (15.0 + 0.9 * n, 20.8)}) for n in range(1, 7)],
    ),
    "OPEN": laid(hand=HAND),
    "SLOW": laid(*at("A1", 3, 13), hand=HAND),
    "CONTACT": laid(*at("B1", 15, 12, facing=270.0), hand=Activation("A3", "A", 9.0, 4.0)),
    "JOINING": laid(
        *at("A3", 15, 20),
        *at("B1", 15, 22, facing=270.0),
        ("B1-05", {"at": (15.0, 20.8)}),
        hand=Activation("A3", "A", 9.0, 4.0),
    ),
    "FIRE": laid(*at("B1", 9, 15, facing=270.0), step=SHOOTING, to_act=""),
    "TESTS": laid(*at("B1", 15, 29), step=MORALE, to_act="", owed=(MoraleTest("B1", "losses"),)),
    "RALLYING": laid(("A1", {"marker": True}), *at("A1", 15, 6), step=RALLY, to_act=""),
    "HIS_PLACE": laid(*ONE_LEFT, step=INDEPENDENT_MOVES),
    "HIS_VOICE": laid(
        *ONE_LEFT,
        ("A2", {**MOVED, "marker": True}),
        ("A-leader", {"at": (2.0, 2.0)}),
        step=INDEPENDENT_MOVES,
    ),
    "BLOWS": laid(
        *at("A3", 15, 20),
        *at("B1", 15, 23),
        ("B1-01", {"at": (14.6, 20.7)}),
        ("B3-01", {"at": (15.4, 20.7)}),
        step=CLOSE_COMBAT,
        to_act="",
    ),
    "SEALED": laid(*at("B1", 9, 15, facing=270.0), step=SHOOTING, to_act=""),
}


def with_its_orders(battle):
    """Battle after all units that can have an order to shoot."""
    volley = first_steps.advice(view_of(battle)).offer.order
    return battle.with_shooting(orders={"A": Orders(volley.shots)})


WORDS = {
    name: words
    for module in (advice_on_moves, first_steps)
    for name, words in vars(module).items()
    if isinstance(words, Say)
}


@pytest.mark.parametrize("name", POSITIONS)
def test_every_hint_of_the_first_battle_is_given_in_its_position(name):
    battle = with_its_orders(POSITIONS[name]) if name == "SEALED" else POSITIONS[name]
    view = view_of(battle, "B" if name == "TESTS" else "A")
    told = first_steps.advice(view)
    assert told is not None and told.hint.says.en == WORDS[name].en
    assert (
        told.offer.is_live
        and told.hint.order == told.offer.order
        and told.hint.rule in GAME.rulebook
    )
    assert not [sentence for sentence in spoken(told.hint) if EMPTY_FACT.search(sentence)]


@pytest.mark.parametrize(("dice", "words"), [(9.0, "CONTACT"), (1.0, "OPEN")])
def test_a_charge_is_advised_only_if_a_figure_makes_contact(dice, words):
    near = laid(*at("B1", 15, 12, facing=270.0), hand=Activation("A3", "A", dice, 1.0))
    assert first_steps.advice(view_of(near)).hint.says.en == WORDS[words].en


def test_no_hint_of_the_first_battle_is_without_a_position():
    parts = {"CHOOSE", "CHARGE", "TAP", "DONE", "LEAD", "SEAL", "LEADER"}
    assert set(WORDS) - parts == set(POSITIONS)


def test_hints_for_waiting_players_owed_answers_and_spectators():
    battle = begun("first_steps")
    assert (
        hint_of(battle, "B").says == hints.WAITING
        and GAME.hint(GAME.view(battle, SPECTATOR)) is None
    )
    hit = msgspec.structs.replace(battle, pending=(TakeHit("A", "A-leader", "shot", "B1-01"),))
    taken = msgspec.structs.replace(battle, pending=(CaptureWhich("A", "A1-01", ("b",)),))
    assert (hint_of(hit).rule, hint_of(taken).rule) == ("HOA-LDR-08", "HOA-SCN-29")
    assert hint_of(msgspec.structs.replace(battle, ending="no_units_left", winner="A")) is None


@pytest.mark.parametrize("step", hints.BY_STEP)
def test_outside_the_first_battle_every_step_has_its_sentence(step):
    hint = hints.for_the_step(msgspec.structs.replace(begun("waterhole"), step=step))
    assert hint.rule in GAME.rulebook and hint.says.en != hint.says.es
    assert set(hints.RULES) == set(hints.BY_STEP) and REVEAL in hints.RULES
