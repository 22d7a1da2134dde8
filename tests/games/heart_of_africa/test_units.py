"""HOA-GEN-02: a game of small figures is told in centimetres wherever a length is told, and no
number changes.
"""

import ast
import re
from itertools import pairwise, product
from pathlib import Path

import msgspec
import pytest

from app.games import heart_of_africa
from app.games.heart_of_africa import orders
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.presentation.centimetres import in_centimetres, texts_in_cm
from app.games.heart_of_africa.state import Battle
from app.kernel.refusal import Refused
from app.kernel.say import Say, say
from tests.games.heart_of_africa.battles import fought, view_of

BATTLES = ("encounter", "planned_attack")


def sentences_of(told, language: str) -> list[str]:
    """Every sentence that is somewhere in it."""
    if isinstance(told, Say):
        return [told.in_(language)]
    if isinstance(told, msgspec.Struct):
        return [
            text
            for name in told.__struct_fields__
            for text in sentences_of(getattr(told, name), language)
        ]
    if isinstance(told, (tuple, list)):
        return [text for one in told for text in sentences_of(one, language)]
    return (
        [text for one in told.values() for text in sentences_of(one, language)]
        if isinstance(told, dict)
        else []
    )


def told_of(battle: Battle, seat: str, order, events) -> list:
    view = view_of(battle, seat)
    unit = next(iter(battle.units))
    lines = [line for event in events for line in GAME.wording(battle, event, view.viewer)]
    return [
        GAME.offers(view),
        GAME.assess(view, order),
        GAME.summary(view),
        GAME.battlefield(view),
        GAME.hint(view),
        GAME.survey(view, unit),
        GAME.measured(view, "10,10", "20,20"),
        lines,
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "place"), product(BATTLES, range(5)))
def test_nothing_is_told_in_inches_and_no_number_changes(scenario, place):
    battle, seat, order, events = fought(scenario)[12 * place]
    inches = sentences_of(told_of(battle, seat, order, events[:1]), "es")
    small = msgspec.structs.replace(battle, options=("centimetres",))
    centimetres = sentences_of(told_of(small, seat, order, events[:1]), "es")
    assert not [text for text in centimetres if "pulg" in text or "″" in text]
    english = re.compile(r"\d in (?!sight|ambush|file|all|the|difficult)|″|inches")
    assert not [
        text
        for text in sentences_of(told_of(small, seat, order, events[:1]), "en")
        if english.search(text)
    ]
    without = [
        re.sub(r" \([\d,]+ cm\)", "", text) for text in inches
    ]  # the survey of a game in inches gives both
    assert [re.findall(r"\d+", text) for text in centimetres] == [
        re.findall(r"\d+", text) for text in without
    ]


def test_a_refusal_is_told_in_centimetres_too():
    """A unit is put down in the enemy's half."""
    for battle, seat, *_ in fought("encounter"):
        offer = next(
            (
                one
                for one in GAME.offers(view_of(battle, seat))
                if isinstance(one.order, orders.Deploy) and one.is_live and one.asks
            ),
            None,
        )
        if offer is not None:
            men = [
                choice.value for ask in offer.asks if ask.item == "place" for choice in ask.choices
            ]
            order = msgspec.structs.replace(
                offer.order, at={man: (36.0 + n, 24.0) for n, man in enumerate(men)}
            )
            small = msgspec.structs.replace(battle, options=("centimetres",))
            with pytest.raises(Refused) as refused:
                GAME.decide(small, order, seat, None)
            words = " ".join(refusal.says.in_("es") for refusal in refused.value.refusals)
            assert "cm" in words, words
            assert "pulg" not in words
            return
    pytest.fail("no unit was to be put down")


@pytest.mark.slow
def test_every_length_of_the_box_has_its_label_in_both_languages():
    odd = []
    for path in Path(heart_of_africa.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            texts = (
                [
                    one.value
                    for one in node.args
                    if isinstance(one, ast.Constant) and isinstance(one.value, str)
                ]
                if isinstance(node, ast.Call)
                else []
            )
            odd += [
                (path.name, en)
                for en, es in pairwise(texts)
                if "pulg" in es and "cm" not in texts_in_cm(en, es)[0]
            ]
    assert odd == []


def test_numbers_that_are_no_lengths_are_not_converted():
    assert in_centimetres(say("{n} in ambush", "{n} en emboscada", n=3)).in_("en") == "3 in ambush"
    assert (
        in_centimetres(
            say(
                "{who}: {n} in in the open",
                "{who}: {n} pulgadas en abierto",
                who=say("A", "A"),
                n=2.5,
            )
        ).in_("en")
        == "A: 2.5 cm in the open"
    )
