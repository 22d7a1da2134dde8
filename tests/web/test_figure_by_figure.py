"""Form “Move figure by figure”: all its input is carried out or refused."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest

from tests.sample_games import INCH, INCH_GAME
from tests.web.conftest import Battle

IN_HAND = "End its move"


@pytest.fixture
def table(visitor) -> Battle:
    """First lesson with the Ruga-Ruga of A1 selected."""
    people = Battle(
        visitor().register("Maite"),
        visitor("es").register("Ander"),
        box=INCH_GAME,
        seat=f"{INCH.GUIDED}/A",
    )
    assert people.opponent.post(f"{people.path}/join", seat="B").status_code == 303
    taken = people.order(people.opener, "unit_moves", '{"kind":"activate","who":"A1"}')
    assert taken.status_code == 303, taken.text
    return people


def form_of(page: str) -> dict[str, str]:
    """Hidden fields of the form, with a figure of one of its rows."""
    form = next(
        form
        for form in re.findall(r"<form[^>]*method=\"get\".*?</form>", page, re.DOTALL)
        if "Move figure by figure" in form
    )
    return {
        name: re.search(rf'name="{name}" value="([^"]*)"', form)[1] for name in ("piece", "offer")
    }


def preview(table: Battle, **fields: str):
    hidden = form_of(table.opener.get(table.path).text)
    return table.opener.get(f"{table.path}?{urlencode({**hidden, **fields})}")


def test_an_empty_form_has_nothing_to_confirm(table):
    shown = preview(table)
    assert "HOA-SEQ-03" in shown.text and "Confirm" not in shown.text


def test_an_empty_order_is_refused_and_the_activation_is_not_spent(table):
    refused = table.order(table.opener, "unit_moves", '{"kind":"move","who":"A1"}')
    assert refused.status_code == 422 and "HOA-SEQ-03" in refused.text
    assert IN_HAND in table.opener.get(table.path).text


def test_an_attack_without_a_way_is_refused_by_name_if_it_does_not_reach(table):
    refused = table.order(
        table.opener, "unit_moves", '{"kind":"move","who":"A1","attack":{"A1-01":"B1-01"}}'
    )
    assert (
        refused.status_code == 422
        and "HOA-MOV-01" in refused.text
        and "Ruga-Ruga 1 of A1" in refused.text
    )
    assert IN_HAND in table.opener.get(table.path).text


def test_a_facing_alone_is_an_order(table):
    shown = preview(table, **{"facing:A1-01": "180"})
    assert "HOA-SEQ-03" not in shown.text and "Confirm" in shown.text
