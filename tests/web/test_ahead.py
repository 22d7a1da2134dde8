"""Orders ahead on the page: given, previewed, changed and deleted by plain forms, and invisible to
others.
"""

from __future__ import annotations

from html import unescape

import pytest

from tests.drivers.page_reader import BUTTON, HtmlPageReader
from tests.sample_games import INCH, INCH_GAME
from tests.web.conftest import Battle
from tests.web.reading import forms_on

SECRETS = (
    'class="in-force"',
    'class="plans"',
    "March order, turn",
    "Orden de marcha, turno",
    "march order of",
    "by march order",
    "por orden de marcha",
    "standing orders:",
    "permanentes:",
    "standing orders.",
    ": hold fire",
    ": alto el fuego",
    "march_planned",
    "policies_set",
    "done_by_plan",
)
"""Words of plans in force. The link to give some is offered to a player with a decision."""


class Sides:
    """Two players at the first lesson, with all units deployed; `a` moves."""

    def __init__(self, visitor):
        self.people = Battle(
            visitor().register("Maite"),
            visitor().register("Ander"),
            box=INCH_GAME,
            seat=f"{INCH.GUIDED}/A",
        )
        self.path, self.stranger = self.people.path, visitor("es")
        assert self.people.opponent.post(f"{self.path}/join", seat="B").status_code == 303
        self.a, self.b = HtmlPageReader(self.people.opener), HtmlPageReader(self.people.opponent)


@pytest.fixture
def sides(visitor) -> Sides:
    return Sides(visitor)


def sheet(sides: Sides, field: str):
    """Form with this field on the page of orders ahead."""
    sides.a.visit(f"{sides.path}/text?ahead=1")
    return next(
        form
        for form in forms_on(sides.a.text)
        if form.method == "get" and any(field in name for name in form.fields)
    )


def look(one: HtmlPageReader, form, **fields: str) -> str:
    one.listen(one.visitor.send(form, **fields))
    return unescape(one.text)


def others_read(sides: Sides) -> str:
    """Everything that the other player and a visitor can fetch."""
    pages = [
        sides.path,
        f"{sides.path}/text",
        f"{sides.path}?tab=log",
        f"{sides.path}?tab=changes",
        f"{sides.path}?tab=text",
        f"{sides.path}?ahead=1",
        f"{sides.path}/number",
        f"{sides.path}/at/{sides.people.last() - 1}",
        f"{sides.path}/dice",
    ]
    return "\n".join(
        who.get(page, headers=headers).text
        for who in (sides.b.visitor, sides.stranger)
        for page in pages
        for headers in ({}, {"hx-request": "true"})
    )


def test_conditional_orders_are_previewed_given_shown_and_deleted(sides):
    one = sides.a
    form = sheet(sides, "answer:fire")
    assert form.fields["answer:fire"] == ""
    said = look(one, form, **{"answer:fire": "hold", "answer:riders": "evade"})
    assert "hold fire" in said
    assert "still yours to decide" in said
    one.press("Save")
    assert "Fire orders: hold fire" in unescape(one.text)
    assert sheet(sides, "answer:fire").fields["answer:fire"] == "hold"
    text = others_read(sides)
    assert not any(word in text for word in SECRETS)
    one.visit(f"{sides.path}/text?ahead=1")
    one.press("Remove: Fire orders")
    assert "Remove: Fire orders" not in unescape(
        one.text
    ) and "Remove: Riders charged by enemies on foot" in unescape(one.text)
    one.follow("Delete all standing orders")
    one.press("Confirm")
    assert 'class="in-force"' not in one.text


def test_a_march_order_moves_many_units_and_is_secret(sides):
    one = sides.a
    form = sheet(sides, "to:")
    rows = [name for name in form.fields if name.startswith("to:")]
    assert len(rows) > 2
    spots = dict.fromkeys(rows[:2], "16,16")
    said = look(one, form, **spots)
    assert "with an average roll" in said
    one.press("Roll the dice")
    assert "March order, turn 1" in unescape(one.text)
    text = others_read(sides)
    assert not any(word in text for word in SECRETS)
    assert "Ruga-Ruga" in text

    # Orders given in the player's name meanwhile are in the digest.
    sides.b.visit(f"{sides.path}/text")
    sides.b.press(sides.b.named(BUTTON, "Do not move the remaining"))
    sides.b.press("Confirm")
    one.visit(f"{sides.path}/text")
    assert one.told("march", one.under("Since your last visit"))


def test_an_empty_march_order_is_refused_and_the_form_keeps_its_input(sides):
    one = sides.a
    form = sheet(sides, "to:")
    row = next(name for name in form.fields if name.startswith("to:"))
    said = look(one, form, **{row: "200,24"})
    assert "that place is not on the table" in said
    assert 'value="200,24"' in one.text
    said = look(one, form, **{row: "somewhere"})
    assert "cannot be read" in said


def test_a_player_without_a_decision_can_change_conditional_orders(sides):
    """The answers wait for the next move, and no number grows; a march order or a forged one is
    refused.
    """
    last, one = sides.people.last(), sides.b
    assert f'href="{sides.path}?ahead=1"' in one.visitor.get(sides.path).text
    one.visit(f"{sides.path}/text?ahead=1")
    form = next(
        form for form in forms_on(one.text) if form.method == "get" and "answer:fire" in form.fields
    )
    said = look(one, form, **{"answer:fire": "hold"})
    assert "hold fire" in said and "count from the next move of any player on" in said
    one.press("Save")
    assert "Fire orders: hold fire" in unescape(
        one.text
    ) and "count from the next move of any player on" in unescape(one.text)
    assert sides.people.last() == last and "hold fire." not in unescape(
        sides.a.visitor.get(f"{sides.path}?ahead=1").text
    )
    one.press("Remove: Fire orders")
    assert "you are asked everything" in unescape(one.text) and sides.people.last() == last
    answer = sides.people.order(
        one.visitor, "unit_moves", '{"kind":"set_policies","policies":{"fire":"hold"}}'
    )
    assert answer.status_code in (409, 422)


def test_units_that_can_act_come_before_orders_for_several(sides):
    page = sides.a.visitor.get(sides.path).text
    assert (
        page.index('class="offer-link"')
        < page.rindex('class="offer-link"')
        < page.index('name="units"')
    )
