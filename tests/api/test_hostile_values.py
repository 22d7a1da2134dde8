"""Orders with hostile values from the player on turn and from others: refused, and nothing changes.

In long runs all values are tried, and no refusal takes more than 50 ms of processor time.
"""

from __future__ import annotations

import itertools
import json
import random
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from app.kernel import record
from app.web.forms import LONGEST_FIELD
from tests.api.conftest import ROOT
from tests.api.guarded_games import (
    API,
    BOXES,
    CALLERS,
    OF_THE_SERVER,
    PAGES,
    GuardedGames,
    is_lawful,
)
from tests.counting import count

UNSEEN = (
    "nobody",
    "x" * 5_000,
    "__proto__",
    "../../../etc/passwd",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "\u202e\u2066",
    "🂡" * 300,
)
ODD = (
    None,
    True,
    -1,
    0.5,
    10**15,
    [],
    {},
    "",
    ["nobody"] * 2,
    {"nobody": 1},
    [[[]]],
    ["x"] * 9_000,
)
HOLE = '"<hole>"'
RAW = (
    "NaN",
    "-Infinity",
    "1e999",
    "1e308",
    "9" * 25,
    "1" + "0" * 400,
    "1" * 5_000,
    '"\\ud800"',
    '"\\u0000"',
    "[" * 40 + "]" * 40,
    "[" * 50_000 + "]" * 50_000,
    '{"a":' * 20_000 + "1" + "}" * 20_000,
    f'"{"y" * 250_000}"',
    "",
    "nan",
)
SLOWEST = 0.050  # seconds of processor time for a refusal
TRIES = 3  # the shortest counts: another thread may have worked meanwhile
SAMPLE, ALL = 3, 10**6
REFUSED = {400, 413, 422}
THOROUGH = pytest.mark.parametrize(
    "most", [SAMPLE, pytest.param(ALL, marks=pytest.mark.proof)], ids=["sample", "all"]
)


@pytest.fixture(scope="module", params=BOXES)
def guarded(request, site, patched) -> GuardedGames:
    made = GuardedGames(site, request.param)
    patched.setattr(
        site.services.notifier, "publish_all", lambda *published: made.published.append(published)
    )
    return made


class Attack:
    """Sends orders as text, over the API or by the form of a page, and keeps the times."""

    def __init__(self, guarded: GuardedGames, caller: str, by_page: bool, tries: int):
        self.guarded, self.caller, self.by_page, self.tries = guarded, caller, by_page, tries
        self.last, self.numbers = guarded.kept(guarded.open)[0], itertools.count(1)
        self.slow: list[tuple[float, str]] = []

    def sends(self, order: str, step: str = "") -> int:
        """Status of the answer. A refusal that takes too long is noted in `slow`."""
        taken, status = [], 0
        for _ in range(self.tries):
            began = time.process_time()
            status = self.by_form(order, step) if self.by_page else self.by_program(order)
            taken.append(time.process_time() - began)
            count("rights_asked")
        if min(taken) > SLOWEST:
            self.slow.append((min(taken), order[:200]))
        return status

    def by_program(self, order: str) -> int:
        command = f"hostile {self.caller} {next(self.numbers)}"
        return (
            self.guarded.programs[self.caller]
            .client.post(
                f"{ROOT}/games/{self.guarded.open}/orders",
                content=f'{{"command":"{command}","after":{self.last},"order":{order}}}'.encode(),
                headers={"content-type": "application/json"},
            )
            .status_code
        )

    def by_form(self, order: str, step: str) -> int:
        return self.guarded.callers[self.caller].sends(
            f"/games/{self.guarded.open}/{f'steps/{step}' if step else 'orders'}",
            command=f"hostile form {self.caller} {next(self.numbers)}",
            after=str(self.last),
            order=order,
        )


def fields_of(kind: type) -> list[str]:
    """Names of the fields of an order in JSON."""
    return [one.encode_name for one in msgspec.inspect.type_info(kind).fields]


def spoilt(guarded: GuardedGames, values: tuple, most: int) -> Iterator[tuple[str, str, Any]]:
    """Kind, field and value for every order of the box; `most` values for each kind, in turn."""
    turn = itertools.cycle(values)
    for kind, order in guarded.kinds().items():
        if not guarded.step_of(kind):
            continue
        pairs = itertools.product(fields_of(order), values)
        if most < len(values):
            pairs = [(name, next(turn)) for name in fields_of(order)][:most]
        yield from ((kind, name, value) for name, value in pairs)


def order_of(guarded: GuardedGames, text: str) -> object | None:
    """Order that the text gives; None if it is unreadable."""
    try:
        return record.read_order(guarded.box, json.loads(text))
    except (msgspec.MsgspecError, ValueError, RecursionError, TypeError):
        return None


def right_status(guarded: GuardedGames, text: str) -> set[int]:
    """Statuses of a right answer; none if the rules would accept the order."""
    order = order_of(guarded, text)
    if order is None:
        return {400, 413}
    return set() if is_lawful(guarded.look, order) else {422}


@pytest.mark.slow
@THOROUGH
@pytest.mark.parametrize("by_page", [False, True], ids=["api", "page"])
def test_unseen_ids_and_odd_values_are_refused(guarded, most, by_page):
    attack = Attack(guarded, "player", by_page, TRIES if most == ALL else 1)
    with guarded.nothing_happens(guarded.open):
        for kind, name, value in spoilt(guarded, (*UNSEEN, *ODD), most):
            text = json.dumps({**guarded.orders[kind], name: value})
            if right := right_status(guarded, text):
                if by_page and len(text) > LONGEST_FIELD:
                    right = {400}  # the page refuses the text before it is read as an order
                assert attack.sends(text, guarded.step_of(kind)) in right, text[:300]
    assert most < ALL or attack.slow == []


@pytest.mark.slow
@THOROUGH
@pytest.mark.parametrize("by_page", [False, True], ids=["api", "page"])
def test_values_that_are_no_json_or_too_much_are_refused(guarded, most, by_page):
    attack = Attack(guarded, "player", by_page, TRIES if most == ALL else 1)
    with guarded.nothing_happens(guarded.open):
        for kind, name, raw in spoilt(guarded, RAW, most):
            text = json.dumps({**guarded.orders[kind], name: "<hole>"}).replace(HOLE, raw)
            assert attack.sends(text, guarded.step_of(kind)) in REFUSED, (kind, name, raw[:50])
    assert most < ALL or attack.slow == []


def ids_seen(value: Any) -> Iterator[str]:
    """Words of a view: ids of counters and places among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from (str(key), *ids_seen(one))
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from ids_seen(one)


def of_known_ids(guarded: GuardedGames, chance: random.Random, ids: list[str]) -> tuple[str, dict]:
    """Order with ids of the game in the places of words; the offers made none of them."""
    kind = chance.choice([one for one in guarded.orders if guarded.step_of(one)])
    fields = dict(guarded.lawful.get(kind) or guarded.orders[kind])
    for one in msgspec.inspect.type_info(guarded.kinds()[kind]).fields:
        match one.type:
            case msgspec.inspect.StrType():
                fields[one.encode_name] = chance.choice(ids)
            case msgspec.inspect.VarTupleType(item_type=msgspec.inspect.StrType()):
                fields[one.encode_name] = chance.sample(ids, chance.randrange(4))
    return kind, fields


@pytest.mark.slow
@pytest.mark.parametrize(
    "times", [60, pytest.param(3_000, marks=pytest.mark.proof)], ids=["sample", "all"]
)
def test_orders_that_were_never_offered_are_refused(guarded, times):
    chance, attack = random.Random(guarded.box.card.key), Attack(guarded, "player", False, 1)
    ids = sorted({one for one in ids_seen(msgspec.to_builtins(guarded.look.view)) if one})
    attack.tries = 1 if times < 100 else TRIES
    with guarded.nothing_happens(guarded.open):
        for _ in range(times):
            kind, fields = of_known_ids(guarded, chance, ids)
            text = json.dumps(fields)
            if right := right_status(guarded, text):
                assert attack.sends(text, guarded.step_of(kind)) in right, text
    assert times < 100 or attack.slow == []


@pytest.mark.proof
@pytest.mark.parametrize("by_page", [False, True], ids=["api", "page"])
@pytest.mark.parametrize("caller", [*CALLERS, "player"])
def test_every_refusal_takes_at_most_fifty_milliseconds(guarded, caller, by_page):
    attack = Attack(guarded, caller, by_page, TRIES)
    kinds = (
        OF_THE_SERVER
        if caller == "player"
        else {one for one in guarded.orders if guarded.step_of(one)}
    )
    answers = PAGES if by_page else API
    with guarded.nothing_happens(guarded.open):
        for kind in kinds:
            status = attack.sends(json.dumps(guarded.orders[kind]), guarded.step_of(kind))
            assert status == (422 if caller == "player" else answers[caller]), kind
    assert attack.slow == []
