"""Orders on the pages of Cry Havoc that its rules refuse, and odd questions of its forms."""

from __future__ import annotations

import json
import re

import pytest

ILLEGAL = [
    {"kind": "shoot", "unit": "ben", "target": "odo"},
    {"kind": "shoot", "unit": "odo", "target": "ben"},
    {"kind": "shoot", "unit": "missing", "target": "odo"},
    {"kind": "shoot", "unit": "eudo", "target": "missing"},
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
    {"kind": "move", "unit": "ben", "path": ["0406", "0405"], "animal": "missing"},
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
    {"kind": "untie", "unit": "ben", "pair": ["hal", "missing"]},
    {"kind": "give_ammunition", "giver": "eudo", "to": "ben", "count": -5},
    {"kind": "assign_guards", "prisoner": "odo", "guards": []},
    {"kind": "escort", "prisoner": "odo", "paths": [["ben", "0406 0405"]]},
    {"kind": "escape", "unit": "ben", "path": ["0406", "0405"]},
    {"kind": "retake", "units": ["ben"], "prisoner": "odo"},
    {"kind": "attack", "attackers": [], "defenders": []},
    {"kind": "attack", "attackers": ["missing"], "defenders": ["odo"]},
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("steps", "orders"),
    [(("first_fire",), ILLEGAL), (("first_fire", "movement"), IN_MOVEMENT)],
    ids=["fire", "movement"],
)
def test_an_illegal_order_is_refused_with_its_rule_and_keeps_the_draft(battle, steps, orders):
    for _ in steps[1:]:
        battle.end_step(battle.opener)
    before, wrong = battle.last(), []
    for order in orders:
        answer = battle.order(battle.opener, steps[-1], json.dumps(order))
        if (
            answer.status_code != 422
            or not re.search(r'class="rule"[^>]* title="(CH|CAR)-', answer.text)
            or battle.last() != before
        ):
            wrong.append((order, answer.status_code))
        looked = battle.opener.get(battle.path, params={"order": json.dumps(order)})
        if looked.status_code != 200:
            wrong.append(("looked at", order, looked.status_code))
    assert wrong == []


@pytest.mark.slow
def test_odd_queries_are_harmless(battle):
    for query in (
        "piece=missing",
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
        assert battle.opener.get(f"{battle.path}?{query}").status_code == 200, query
    battle.end_step(battle.opener)
    for number in range(12):
        for query in ("path=0406+9999", "path=nonsense", "to=9999", "unit=x", "steps=forward%3Ax"):
            assert battle.opener.get(f"{battle.path}?offer={number}&{query}").status_code == 200, (
                number,
                query,
            )
