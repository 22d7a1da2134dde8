"""Orders ahead on the page: given, looked at, changed and struck out by plain forms; not a byte of them for anybody else."""
from __future__ import annotations

import re
from html import unescape

import pytest

from tests.web.conftest import Battle
from tests.web.reading import forms_on
from tests.web.test_in_words import TERMS, General

SECRETS = ('class="in-force"', 'class="plans"', "March order, turn", "Orden de marcha, turno", "march order of", "by march order", "por orden de marcha",
           "standing orders:", "permanentes:", "standing orders.", ": hold fire", ": alto el fuego", "march_planned", "policies_set", "done_by_plan")
"""Words of plans that are in force. The way to give some is offered to whoever is asked."""


class Sides:
    """Two people, the battle begun and everybody deployed; `a` is to move."""

    def __init__(self, visitor):
        people = Battle(visitor().register("Maite"), visitor().register("Ander"), box="heart_of_africa", seat="encounter/A", **TERMS)
        assert people.raiders.post(f"{people.path}/join", people.path, seat="B").status_code == 303
        self.path, self.people, self.stranger = people.path, people, visitor("es")
        self.a, self.b = General(people.watch, people.path), General(people.raiders, people.path)

    def until_moves(self) -> Sides:
        for _ in range(200):
            for one in (self.a, self.b):
                if "choose a unit" in one.hear() and one.is_asked:
                    self.a, self.b = (self.a, self.b) if one is self.a else (self.b, self.a)
                    return self
                if one.is_asked:
                    one.act()
        raise AssertionError("nobody moves")


@pytest.fixture
def sides(visitor) -> Sides:
    return Sides(visitor).until_moves()


def sheet(one: General, field: str):
    """The form that asks for a field, on the page of orders ahead."""
    one.hear(f"{one.path}?ahead=1")
    return next(form for form in forms_on(one.text) if form.method == "get" and any(field in name for name in form.fields))


def look(one: General, form, **fields: str) -> str:
    one.text = one.visitor.send(form, **fields).text
    return unescape(one.text)


def others_read(sides: Sides) -> str:
    """Everything that the other player and a stranger can fetch."""
    pages = [sides.path, f"{sides.path}/words", f"{sides.path}?tab=log", f"{sides.path}?tab=changes", f"{sides.path}?tab=words", f"{sides.path}?ahead=1",
             f"{sides.path}/number", f"{sides.path}/at/{sides.people.last() - 1}", f"{sides.path}/dice"]
    return "\n".join(who.get(page, headers=headers).text for who in (sides.b.visitor, sides.stranger) for page in pages
                     for headers in ({}, {"hx-request": "true"}))


def test_standing_orders_are_looked_at_given_shown_and_struck_out(sides):
    one = sides.a
    form = sheet(one, "policies.fire")
    assert form.fields["policies.fire"] == "ask"
    said = look(one, form, **{"policies.fire": "hold", "policies.riders": "evade"})
    assert "hold fire" in said
    assert "still yours to decide" in said
    one.give(one.offer("Confirm"))
    assert "Fire orders: hold fire." in unescape(one.text)
    assert sheet(one, "policies.fire").fields["policies.fire"] == "hold"
    text = others_read(sides)
    assert not any(word in text for word in SECRETS)
    one.hear(f"{one.path}?ahead=1")
    one.give(one.offer("Ask me everything again"))
    assert 'class="in-force"' not in one.text


def test_a_march_order_moves_many_and_nobody_else_learns_of_it(sides):
    one = sides.a
    form = sheet(one, "to:")
    rows = [name for name in form.fields if name.startswith("to:")]
    assert len(rows) > 2
    spots = dict.fromkeys(rows[:2], "36,24")
    said = look(one, form, **spots)
    assert "with an average roll" in said
    one.give(one.offer("Roll the dice"))
    assert "March order, turn 1" in unescape(one.text)
    text = others_read(sides)
    assert not any(word in text for word in SECRETS)
    assert "Soldiers" in text

    # What is done in her name while he moves is told her when she comes back.
    sides.b.hear()
    sides.b.give(sides.b.offer("All the others stand", "nobody else"))
    changes = re.search(r'id="changes".*?</section>', unescape(one.hear()), re.DOTALL).group(0)
    assert "march" in changes


def test_a_march_order_that_says_nothing_is_refused_with_a_sentence_and_keeps_what_was_typed(sides):
    one = sides.a
    form = sheet(one, "to:")
    row = next(name for name in form.fields if name.startswith("to:"))
    said = look(one, form, **{row: "200,24"})
    assert "that place is not on the table" in said
    assert 'value="200,24"' in one.text
    said = look(one, form, **{row: "somewhere"})
    assert "cannot be read" in said


def test_orders_ahead_are_nobodys_before_the_battle_is_his(sides):
    """Whoever is not asked is offered none; a forged order is refused."""
    text = sides.b.visitor.get(f"{sides.path}?ahead=1").text
    assert 'class="ahead"' not in text
    answer = sides.people.order(sides.b.visitor, "unit_moves", '{"kind":"set_policies","policies":{"fire":"hold"}}')
    assert answer.status_code in (409, 422)
