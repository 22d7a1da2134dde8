"""Valid and invalid requests by all kinds of users: no server error, and every answer is
documented.
"""

from __future__ import annotations

import os
import random
import re
from contextlib import suppress

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.generation import GenerationMode

from app.services.people import blocking, moderation
from tests.api.conftest import ROOT, Program, begun, opened, passed_on
from tests.counting import count
from tests.sample_games import HEX, HEX_GAME, HEX_SCENARIO, INCH, INCH_GAME

WHO = ("stranger", "member", "player", "other", "former", "bot", "judge", "blocked")
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
CASES = int(os.environ.get("CARACOLE_CASES", "100000"))
SHARES = 4
NAMED = {
    "box": (HEX_GAME, INCH_GAME),
    "scenario": (HEX_SCENARIO, INCH.SCENARIO, INCH.GUIDED),
    "rule": ("CH-MIS-10", "HOA-SHT-01"),
    "step": ("first_fire", "unit_moves"),
    "chapter": ("opening", "ending"),
    "place": ("1", "2"),
    "number": ("1", "2"),
}


@pytest.fixture(scope="module")
def people(site):
    moderation.act_as_administrator(site.services, site.make("Jone"), "name")
    blocking.block_user(site.services, site.make("Maite"), site.make("Unax"))
    return {"stranger": site.stranger(), "bot": site.bot_of("Ander")} | {
        who: site.speaks(name)
        for who, name in {
            "member": "Ander",
            "player": "Maite",
            "other": "Íñigo",
            "former": "Gorka",
            "judge": "Jone",
            "blocked": "Unax",
        }.items()
    }


@pytest.fixture(scope="module")
def addresses(site, people) -> list[str]:
    """Addresses of games in every state of both boxes, and of missing ones; the other player
    replaced the former one.
    """
    player, other, former = people["player"], people["other"], people["former"]
    found = [
        begun(player, other),
        begun(player, other, visibility="private"),
        opened(player),
        opened(people["member"]),
    ]
    for left in (begun(player, former), begun(player, former, spectators=False)):
        passed_on(former, other, left, HEX.SECOND_SIDE, "Íñigo")
        found.append(left)
    over = begun(player, other)
    other.order(over, {"kind": "concede"})
    africa = player.post(
        "/tables", {"box": INCH_GAME, "scenario": INCH.GUIDED, "against": "bot"}, 201
    )["address"]
    laid = player.post(
        "/tables",
        {"box": INCH_GAME, "scenario": INCH.SCENARIO, "terms": {"table": "laid"}},
        201,
    )["address"]
    return [*found, over, africa, laid, "99999"]


@pytest.fixture(scope="module")
def operations(site):
    schema = schemathesis.openapi.from_dict(site.stranger().get("/openapi.json"))
    return [found.ok() for found in schema.get_all_operations()]


def asked_of_everything(operations, people, addresses, cases: int) -> list[bool]:
    """Send at least this number of cases, half of them invalid, spread over all operations.

    Returns for each if it was carried out.
    """
    well, open_ = [], [(operation, mode) for operation in operations for mode in MODES]
    chance = random.Random(0 if settings.default.derandomize else None)
    while (
        len(well) < cases and open_
        # some operations cannot be asked wrongly, of others there is less to ask: the rest have
        # another
        # turn
    ):
        each = -(-(cases - len(well)) // len(open_))
        open_ = [
            one
            for one in open_
            if ask_often(*one, people, addresses, each, chance.getrandbits(64), well)
        ]
    return well


def ask_often(
    operation, mode: GenerationMode, people, addresses, times: int, chance: int, well: list[bool]
) -> bool:
    """Send at most this number of cases to one operation; true if there was any case."""
    names = st.fixed_dictionaries(
        {}, optional={name: st.sampled_from(values) for name, values in NAMED.items()}
    )
    before = len(well)

    @seed(chance)
    @settings(
        max_examples=times,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=operation.as_strategy(generation_mode=mode),
        who=st.sampled_from(WHO),
        names=names,
        address=st.sampled_from(addresses),
    )
    def ask(case, who, names, address):
        given_ = dict(case.path_parameters or {})
        case.path_parameters = {
            name: {**names, "address": address}.get(name, value) for name, value in given_.items()
        }
        well.append(is_answered(operation, case, people[who]))

    with suppress(Unsatisfiable):  # nothing that could be asked wrongly
        ask()
    return len(well) > before


def is_answered(operation, case, who: Program) -> bool:
    """Check that the answer is documented; true if the case was carried out."""
    answer = who.client.request(**sent(case))
    count("fuzz_cases")
    asked = f"{case.method} {case.formatted_path} {case.query} {case.body!r:.500}: {answer.status_code} {answer.text:.500}"
    assert answer.status_code < 500, asked
    assert str(answer.status_code) in operation.definition.raw[
        "responses"
    ] or answer.status_code in (404, 405), asked
    if (
        answer.status_code >= 400 and "%0a" not in case.formatted_path.lower()
    ):  # a line break leads to no API at all
        assert (
            answer.headers["content-type"] == "application/problem+json"
            and answer.json()["status"] == answer.status_code
        ), asked
    if (
        operation.path.endswith("/events") and answer.status_code == 200
    ):  # it would be 200 too if it broke off
        assert "event: watching" in answer.text and answer.text.endswith("\n\n"), asked
    return answer.status_code < 300


def sent(case) -> dict:
    """Case as the test client sends it, with the token of the sender."""
    given_ = case.as_transport_kwargs(base_url=f"http://127.0.0.1:8000{ROOT}")
    headers = {
        name: value
        for name, value in dict(given_.get("headers") or {}).items()
        if name.lower() not in ("authorization", "cookie", "host")
    }
    return {
        key: value
        for key, value in given_.items()
        if key in ("method", "url", "params", "json", "data", "content")
    } | {"headers": headers}


@pytest.mark.slow
def test_some_hundred_cases_get_documented_answers(operations, people, addresses):
    well = asked_of_everything(operations, people, addresses, 200)
    assert len(well) >= 200 and sum(well) > 25


@pytest.mark.parametrize("who", ["stranger", "player", "former"])
@pytest.mark.parametrize(
    ("known", "told"),
    [
        ("0", ["1"]),
        ("1", []),
        ("999999999", []),
        ("-1", ["1"]),
        ("-99999", ["1"]),
        *(
            (odd, ["1"])
            for odd in ("", "x", "1e9", "NaN", "1.0", "9999999999", "1" * 99, "²".encode(), b"\xff")
        ),
    ],
    ids=str,
)
def test_a_stream_ignores_invalid_last_event_ids(people, addresses, known, told, who):
    """An undocumented header; a value that is no move number counts as missing."""
    answer = people[who].ask(
        "GET", f"/games/{addresses[0]}/events", headers={"last-event-id": known}
    )
    assert (
        answer.status_code == 200
        and re.findall(r"event: moved\ndata: (.+)\n", answer.text) == told
        and "event: watching" in answer.text
    )


@pytest.mark.proof
@pytest.mark.parametrize("share", range(SHARES))
def test_a_hundred_thousand_cases_get_documented_answers(operations, people, addresses, share):
    """Cases in shares, one for each processor."""
    its = -(-CASES // SHARES)
    well = asked_of_everything(operations[share::SHARES], people, addresses, its)
    assert len(well) >= its and sum(well) > its // 30
