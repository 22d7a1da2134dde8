"""Whatever the document allows, and what it does not, asked for by everybody: never a fault of ours, always an answer that the document names."""
from __future__ import annotations

import os
from contextlib import suppress

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.generation import GenerationMode

from app.club import blocking, moderation
from tests.api.conftest import ROOT, Program, begun, opened
from tests.counting import count

WHO = ("stranger", "member", "player", "other", "bot", "judge", "blocked")
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
CASES = int(os.environ.get("CARACOLE_CASES", "105000"))         # some operations cannot be asked wrongly: 100,000 are left
SHARES = 4
NAMED = {"box": ("cry_havoc", "heart_of_africa"), "scenario": ("first_blood", "encounter", "first_steps"), "rule": ("CH-MIS-10", "HOA-SHT-01"),
         "step": ("first_fire", "unit_moves"), "chapter": ("opening", "ending"), "place": ("1", "2"), "number": ("1", "2")}


@pytest.fixture(scope="module")
def people(house):
    moderation.by_the_keeper(house.club, house.make("Jone"), "name")
    blocking.block(house.club, house.make("Maite"), house.make("Unax"))
    return {"stranger": house.stranger(), "bot": house.bot_of("Ander")} | {who: house.speaks(name) for who, name in {
        "member": "Ander", "player": "Maite", "other": "Íñigo", "judge": "Jone", "blocked": "Unax"}.items()}


@pytest.fixture(scope="module")
def addresses(house, people) -> list[str]:
    """Games in every state, of both boxes, and what never was."""
    player, other = people["player"], people["other"]
    found = [begun(player, other), begun(player, other, visibility="private"), opened(player), opened(people["member"])]
    over = begun(player, other)
    other.order(over, {"kind": "concede"})
    africa = player.post("/tables", {"box": "heart_of_africa", "scenario": "first_steps", "against": "bot"}, 201)["address"]
    laid = player.post("/tables", {"box": "heart_of_africa", "scenario": "encounter", "terms": {"table": "laid"}}, 201)["address"]
    return [*found, over, africa, laid, "99999"]


@pytest.fixture(scope="module")
def operations(house):
    schema = schemathesis.openapi.from_dict(house.stranger().get("/openapi.json"))
    return [found.ok() for found in schema.get_all_operations()]


def asked_of_everything(operations, people, addresses, cases: int) -> int:
    """Ask so many cases, half of them such as the document forbids, spread evenly over the operations; how many were done as they asked."""
    well, each = [], -(-cases // len(operations) // len(MODES))
    for operation in operations:
        if not operation.path.endswith("/events"):
            for mode in MODES:
                ask_often(operation, mode, people, addresses, each, well)
    return sum(well)


def ask_often(operation, mode: GenerationMode, people, addresses, times: int, well: list[bool]) -> None:
    names = st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in NAMED.items()})

    @settings(max_examples=times, database=None, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode), who=st.sampled_from(WHO), names=names, address=st.sampled_from(addresses))
    def ask(case, who, names, address):
        given_ = dict(case.path_parameters or {})
        case.path_parameters = {name: {**names, "address": address}.get(name, value) for name, value in given_.items()}
        well.append(is_answered(operation, case, people[who]))

    with suppress(Unsatisfiable):                # nothing that could be asked wrongly
        ask()


def is_answered(operation, case, who: Program) -> bool:
    """Whether the answer is what was asked for; a refusal is a problem that the document names, and nothing is a fault of ours."""
    answer = who.client.request(**sent(case))
    count("fuzz_cases")
    asked = f"{case.method} {case.formatted_path} {case.query} {case.body!r:.500}: {answer.status_code} {answer.text:.500}"
    assert answer.status_code < 500, asked
    assert str(answer.status_code) in operation.definition.raw["responses"] or answer.status_code in (404, 405), asked
    if answer.status_code >= 400 and "%0a" not in case.formatted_path.lower():                  # a line break leads to no API at all
        assert answer.headers["content-type"] == "application/problem+json" and answer.json()["status"] == answer.status_code, asked
    return answer.status_code < 300


def sent(case) -> dict:
    """The case as the client of a test sends it, under the token of whoever sends it."""
    given_ = case.as_transport_kwargs(base_url=f"http://127.0.0.1:8000{ROOT}")
    headers = {name: value for name, value in dict(given_.get("headers") or {}).items() if name.lower() not in ("authorization", "cookie", "host")}
    return {key: value for key, value in given_.items() if key in ("method", "url", "params", "json", "data", "content")} | {"headers": headers}


def test_some_hundred_cases(operations, people, addresses):
    assert asked_of_everything(operations, people, addresses, 200) > 25


@pytest.mark.proof
@pytest.mark.parametrize("share", range(SHARES))
def test_a_hundred_thousand_cases(operations, people, addresses, share):
    """In shares, so that every core has one."""
    assert asked_of_everything(operations[share::SHARES], people, addresses, CASES // SHARES) > CASES // SHARES // 30
