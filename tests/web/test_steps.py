"""Addresses of the steps of the sequence: each accepts only its own orders."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

import pytest

from app.games import shelf
from tests.sample_games import HEX, HEX_GAME
from tests.web.conftest import Battle, step_on
from tests.web.reading import confirmation_on, form_to, forms_on

SEQUENCE = shelf()[HEX_GAME].card.sequence
STEPS = [step.key for step in SEQUENCE]
TITLES = {step.key: step.title for step in SEQUENCE}
PASS = '{"kind":"pass"}'


@pytest.mark.parametrize("step", STEPS)
def test_every_step_has_an_address_and_says_which_step_is_on(battle, step):
    on = step_on(battle.opener.get(battle.path).text)
    read = battle.opener.get(f"{battle.path}/steps/{step}")
    if step == on:
        assert read.status_code == 200 and f'data-step="{step}"' in read.text
        return
    given = battle.order(battle.opener, step, PASS)
    for answer in (read, given):
        assert answer.status_code == 422
        assert "CAR-TAB-04" in answer.text and TITLES[on].en in answer.text
    assert battle.last() == 1


def test_an_order_of_another_step_is_refused_in_ones_own_language(battle):
    battle.end_phase(battle.opener)
    on = step_on(battle.opponent.get(battle.path).text)
    other = next(step for step in STEPS if step not in (on, "setup"))
    answer = battle.order(battle.opponent, other, PASS)
    assert (
        answer.status_code == 422
        and TITLES[on].es in answer.text
        and "El paso en curso es" in answer.text
    )


def test_a_game_goes_through_its_steps_each_at_its_own_address(visitor):
    battle = Battle(
        visitor().register("Maite"), visitor("es").register("Íñigo")
    ).begin()  # without skip_idle_steps
    seen = []
    for who in (battle.opener, battle.opponent):
        while step := step_on(who.get(battle.path).text):
            assert who.get(f"{battle.path}/steps/{step}").status_code == 200
            seen.append(step)
            battle.end_step(who)
    assert seen == ["first_fire", "movement", "second_fire", "close_combat"] * 2


def test_a_player_without_a_decision_is_told_so(battle):
    for answer in (
        battle.opponent.get(f"{battle.path}/steps/first_fire"),
        battle.order(battle.opponent, "first_fire", PASS),
    ):
        assert answer.status_code == 422 and "CAR-TAB-05" in answer.text


def test_an_unknown_step_is_not_found(battle):
    assert battle.opener.get(f"{battle.path}/steps/tea").status_code == 404
    assert battle.order(battle.opener, "tea", PASS).status_code in (404, 422)
    assert battle.last() == 1


def test_anonymous_visitors_have_no_steps(battle, visitor):
    stranger, member = visitor(), visitor().register("Ander")
    for who in (stranger, member):
        assert who.get(f"{battle.path}/steps/first_fire").status_code == 404
        answer = who.post(f"{battle.path}/steps/first_fire", command="x", after="1", order=PASS)
        assert answer.status_code == 403
    assert battle.last() == 1


def test_a_table_that_waits_has_no_step_on(visitor):
    battle = Battle(visitor().register("Maite"), visitor())
    for step in STEPS:
        assert 400 <= battle.opener.get(f"{battle.path}/steps/{step}").status_code < 500
        assert (
            400
            <= battle.opener.post(
                f"{battle.path}/steps/{step}", command="x", after="0", order=PASS
            ).status_code
            < 500
        )


def test_a_repeated_command_has_one_effect_and_the_same_answer(battle):
    page = battle.opener.send(
        form_to(battle.opener.get(battle.path).text, battle.path, holding='"pass"')
    )
    form = confirmation_on(page.text)
    answers = [battle.opener.send(form) for _ in range(3)]
    assert [(answer.status_code, answer.headers["location"]) for answer in answers] == [
        (303, battle.path)
    ] * 3
    assert battle.last() == 2


def test_every_order_of_a_page_is_a_command_of_its_own(battle):
    """Another button on an old page is not reported as done."""
    battle.end_step(battle.opener)
    page = battle.opener.get(f"{battle.path}?piece={HEX.PIECE}").text
    commands = [
        form.fields["command"]
        for form in forms_on(page)
        if "order" in form.fields and "command" in form.fields
    ]
    assert len(commands) > 1
    assert len(set(commands)) == len(commands)


def test_a_command_of_another_seat_is_not_answered(battle):
    """The same command id from another seat is another command."""
    battle.order(battle.opener, "first_fire", PASS, command="mine")
    answer = battle.order(battle.opponent, "first_fire", PASS, command="mine")
    assert answer.status_code == 422 and battle.last() == 2


@pytest.mark.parametrize("kind", ["concede", "offer_draw", "take_back"])
def test_platform_orders_make_no_draft(battle, kind):
    """Otherwise conceding on an old page would return as a button without its meaning."""
    battle.end_step(battle.opener)
    late, refused = (
        battle.platform_order(battle.opener, kind, after=1),
        battle.platform_order(battle.opponent, "take_back"),
    )
    for answer, status in ((late, 409), (refused, 422)):
        assert (
            answer.status_code == status
            and "data-confirm" not in answer.text
            and "data-draft" not in answer.text
        )
    assert "so nothing was done" in late.text and battle.last() == 2
    assert "data-confirm" not in battle.opener.get(f'{battle.path}?order={{"kind":"{kind}"}}').text


def test_an_old_page_gets_the_new_position_and_keeps_its_draft(battle):
    old = battle.opener.get(f"{battle.path}?order={quote(PASS)}").text
    battle.end_step(battle.opener)
    move = json.dumps({"kind": "move", "unit": HEX.PIECE, "path": ["0406", "0405"]})
    answer = battle.order(battle.opener, "movement", move, after=1)
    assert answer.status_code == 409
    assert "Another player moved meanwhile" in answer.text
    assert f'data-last="{battle.last()}"' in answer.text and 'data-draft="1"' in answer.text
    kept = form_to(answer.text, f"{battle.path}/steps/movement", holding=f'"{HEX.PIECE}"')
    assert battle.last() == 2
    assert battle.opener.send(kept).status_code == 303 and battle.last() == 3
    assert battle.opener.send(confirmation_on(old)).status_code == 409


@pytest.mark.parametrize(
    "order",
    [
        "",
        "{",
        "[]",
        "null",
        "7",
        '"pass"',
        '{"kind":"fly"}',
        '{"kind":"pass","extra":1}',
        '{"kind":"move","unit":3}',
        '{"kind":"shoot"}',
        "[" * 3000,
        '{"kind":"begin","setup":{}}',
    ],
)
def test_an_unreadable_order_form_is_malformed(battle, order):
    answer = battle.order(battle.opener, "first_fire", order)
    assert answer.status_code == 400 and re.search(r"[0-9a-f]{8}", answer.text)
    assert battle.last() == 1
    assert battle.opener.get(battle.path, params={"order": order}).status_code == 200


@pytest.mark.parametrize("field", ["after", "command"])
@pytest.mark.parametrize("value", ["", "two", "9" * 200, "\n", "²"])
def test_a_form_with_odd_fields_is_malformed_or_overtaken(battle, field, value):
    answer = battle.order(battle.opener, "first_fire", PASS, **{field: value})
    assert answer.status_code in (
        (400, 409) if field == "after" else (303,) if value in ("two", "²") else (400,)
    )
