"""Addresses of the steps of the sequence: each accepts only its own orders."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

import pytest

from app.games import shelf
from tests.sample_games import HEX_GAME
from tests.web.conftest import Battle, step_on
from tests.web.reading import confirmation_on, form_to, forms_on

SEQUENCE = shelf()[HEX_GAME].card.sequence
STEPS = [step.key for step in SEQUENCE]
TITLES = {step.key: step.title for step in SEQUENCE}
PASS = '{"kind":"pass"}'


@pytest.mark.parametrize("step", STEPS)
def test_every_step_has_an_address_and_says_which_step_is_on(battle, step):
    on = step_on(battle.watch.get(battle.path).text)
    read = battle.watch.get(f"{battle.path}/steps/{step}")
    if step == on:
        assert read.status_code == 200 and f'data-step="{step}"' in read.text
        return
    given = battle.order(battle.watch, step, PASS)
    for answer in (read, given):
        assert answer.status_code == 422
        assert "CAR-TAB-04" in answer.text and TITLES[on].en in answer.text
    assert battle.last() == 1


def test_an_order_of_another_step_is_refused_in_ones_own_language(battle):
    battle.end_phase(battle.watch)
    on = step_on(battle.raiders.get(battle.path).text)
    other = next(step for step in STEPS if step not in (on, "setup"))
    answer = battle.order(battle.raiders, other, PASS)
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
    for who in (battle.watch, battle.raiders):
        while step := step_on(who.get(battle.path).text):
            assert who.get(f"{battle.path}/steps/{step}").status_code == 200
            seen.append(step)
            battle.end_step(who)
    assert seen == ["first_fire", "movement", "second_fire", "close_combat"] * 2


def test_a_player_without_a_decision_is_told_so(battle):
    for answer in (
        battle.raiders.get(f"{battle.path}/steps/first_fire"),
        battle.order(battle.raiders, "first_fire", PASS),
    ):
        assert answer.status_code == 422 and "CAR-TAB-05" in answer.text


def test_an_unknown_step_is_not_found(battle):
    assert battle.watch.get(f"{battle.path}/steps/tea").status_code == 404
    assert battle.order(battle.watch, "tea", PASS).status_code in (404, 422)
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
        assert 400 <= battle.watch.get(f"{battle.path}/steps/{step}").status_code < 500
        assert (
            400
            <= battle.watch.post(
                f"{battle.path}/steps/{step}", command="x", after="0", order=PASS
            ).status_code
            < 500
        )


def test_a_repeated_command_has_one_effect_and_the_same_answer(battle):
    page = battle.watch.send(
        form_to(battle.watch.get(battle.path).text, battle.path, holding='"pass"')
    )
    form = confirmation_on(page.text)
    answers = [battle.watch.send(form) for _ in range(3)]
    assert [(answer.status_code, answer.headers["location"]) for answer in answers] == [
        (303, battle.path)
    ] * 3
    assert battle.last() == 2


def test_every_order_of_a_page_is_a_command_of_its_own(battle):
    """Another button on an old page is not reported as done."""
    battle.end_step(battle.watch)
    page = battle.watch.get(f"{battle.path}?piece=ben").text
    commands = [
        form.fields["command"]
        for form in forms_on(page)
        if "order" in form.fields and "command" in form.fields
    ]
    assert len(commands) > 1
    assert len(set(commands)) == len(commands)


def test_a_command_of_another_seat_is_not_answered(battle):
    """The same command id from another seat is another command."""
    battle.order(battle.watch, "first_fire", PASS, command="mine")
    answer = battle.order(battle.raiders, "first_fire", PASS, command="mine")
    assert answer.status_code == 422 and battle.last() == 2


@pytest.mark.parametrize("kind", ["concede", "offer_draw", "take_back"])
def test_platform_orders_make_no_draft(battle, kind):
    """Otherwise conceding on an old page would return as a button without its meaning."""
    battle.end_step(battle.watch)
    late, refused = (
        battle.house(battle.watch, kind, after=1),
        battle.house(battle.raiders, "take_back"),
    )
    for answer, status in ((late, 409), (refused, 422)):
        assert (
            answer.status_code == status
            and "data-confirm" not in answer.text
            and "data-draft" not in answer.text
        )
    assert "so nothing was done" in late.text and battle.last() == 2
    assert "data-confirm" not in battle.watch.get(f'{battle.path}?order={{"kind":"{kind}"}}').text


def test_an_old_page_gets_the_new_position_and_keeps_its_draft(battle):
    old = battle.watch.get(f"{battle.path}?order={quote(PASS)}").text
    battle.end_step(battle.watch)
    move = json.dumps({"kind": "move", "unit": "ben", "path": ["0406", "0405"]})
    answer = battle.order(battle.watch, "movement", move, after=1)
    assert answer.status_code == 409
    assert "Another player moved meanwhile" in answer.text
    assert f'data-last="{battle.last()}"' in answer.text and 'data-draft="1"' in answer.text
    kept = form_to(answer.text, f"{battle.path}/steps/movement", holding='"ben"')
    assert battle.last() == 2
    assert battle.watch.send(kept).status_code == 303 and battle.last() == 3
    assert battle.watch.send(confirmation_on(old)).status_code == 409


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
    answer = battle.order(battle.watch, "first_fire", order)
    assert answer.status_code == 400 and re.search(r"[0-9a-f]{8}", answer.text)
    assert battle.last() == 1
    assert battle.watch.get(battle.path, params={"order": order}).status_code == 200


@pytest.mark.parametrize("field", ["after", "command"])
@pytest.mark.parametrize("value", ["", "two", "9" * 200, "\n", "²"])
def test_a_form_with_odd_fields_is_malformed_or_overtaken(battle, field, value):
    answer = battle.order(battle.watch, "first_fire", PASS, **{field: value})
    assert answer.status_code in (
        (400, 409) if field == "after" else (303,) if value in ("two", "²") else (400,)
    )


ILLEGAL = [
    {"kind": "shoot", "unit": "ben", "target": "odo"},
    {"kind": "shoot", "unit": "odo", "target": "ben"},
    {"kind": "shoot", "unit": "nobody", "target": "odo"},
    {"kind": "shoot", "unit": "eudo", "target": "nobody"},
    {"kind": "shoot", "unit": "eudo", "target": "ben"},
    {"kind": "shoot", "unit": "eudo", "target": "odo", "target_hex": "9999"},
    {"kind": "move", "unit": "ben", "path": ["0406", "0405"]},
    {"kind": "deploy", "unit": "ben", "to": "0101"},
    {"kind": "set_cover", "unit": "ben", "cover": "0405"},
    {"kind": "advance", "unit": "ben", "path": ["0406", "0405"]},
    {"kind": "decline_advance"},
    {"kind": "choose_victim", "unit": "ben"},
    {"kind": "retreat_to", "unit": "ben", "to": "0405"},
    {"kind": "retreat_train", "places": []},
    {"kind": "fall_at", "unit": "ben", "to": "0405"},
]
IN_MOVEMENT = [
    {"kind": "move", "unit": "ben", "path": []},
    {"kind": "move", "unit": "ben", "path": ["0406", "0101"]},
    {"kind": "move", "unit": "ben", "path": ["9999", "0000"]},
    {"kind": "move", "unit": "ben", "path": ["", "x"]},
    {"kind": "move", "unit": "odo", "path": ["1005", "1004"]},
    {"kind": "move", "unit": "ben", "path": ["0406", "0405"], "animal": "nobody"},
    {
        "kind": "move",
        "unit": "ben",
        "path": ["0406", "0405"],
        "animal": "odo",
        "reins_at": "0405",
        "front": "x",
    },
    {"kind": "ride", "unit": "ben", "steps": ["forward:0405"]},
    {"kind": "ride", "unit": "ben", "steps": ["nonsense"]},
    {"kind": "enter", "unit": "ben", "path": ["0101"]},
    {"kind": "leave", "unit": "ben", "path": ["0406"]},
    {"kind": "mount", "unit": "ben", "animal": "odo"},
    {"kind": "dismount", "unit": "ben", "to": "0405"},
    {"kind": "tie", "unit": "ben", "pair": ["hal", "eudo"]},
    {"kind": "untie", "unit": "ben", "pair": ["hal", "nobody"]},
    {"kind": "give_ammunition", "giver": "eudo", "to": "ben", "count": -5},
    {"kind": "assign_guards", "prisoner": "odo", "guards": []},
    {"kind": "escort", "prisoner": "odo", "paths": [["ben", "0406 0405"]]},
    {"kind": "escape", "unit": "ben", "path": ["0406", "0405"]},
    {"kind": "retake", "units": ["ben"], "prisoner": "odo"},
    {"kind": "attack", "attackers": [], "defenders": []},
    {"kind": "attack", "attackers": ["nobody"], "defenders": ["odo"]},
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("steps", "orders"),
    [(("first_fire",), ILLEGAL), (("first_fire", "movement"), IN_MOVEMENT)],
    ids=["fire", "movement"],
)
def test_an_illegal_order_is_refused_with_its_rule_and_keeps_the_draft(battle, steps, orders):
    for _ in steps[1:]:
        battle.end_step(battle.watch)
    before, wrong = battle.last(), []
    for order in orders:
        answer = battle.order(battle.watch, steps[-1], json.dumps(order))
        if (
            answer.status_code != 422
            or not re.search(r'class="rule"[^>]* title="(CH|CAR)-', answer.text)
            or battle.last() != before
        ):
            wrong.append((order, answer.status_code))
        looked = battle.watch.get(battle.path, params={"order": json.dumps(order)})
        if looked.status_code != 200:
            wrong.append(("looked at", order, looked.status_code))
    assert wrong == []


@pytest.mark.slow
def test_odd_queries_are_harmless(battle):
    for query in (
        "piece=nobody",
        "offer=0",
        "offer=99999",
        "offer=²",
        "offer=-1",
        "order=%7B%22kind%22%3A%22pass%22%7D",
        "tab=nonsense",
        "offer=0&path=x",
        "offer=0&count=--5",
        "offer=0&count=²",
        "lang=fr",
        "piece=eudo&offer=1&attackers=a&attackers=b",
        "order=" + "[" * 5000,
    ):
        assert battle.watch.get(f"{battle.path}?{query}").status_code == 200, query
    battle.end_step(battle.watch)
    for number in range(12):
        for query in ("path=0406+9999", "path=nonsense", "to=9999", "unit=x", "steps=forward%3Ax"):
            assert battle.watch.get(f"{battle.path}?offer={number}&{query}").status_code == 200, (
                number,
                query,
            )
