"""Own words in orders: each order names its fields with texts that a player writes freely."""

from __future__ import annotations

import msgspec

from app.games import shelf
from app.kernel.correction_orders import CorrectMove
from app.services.people.muted_orders import words_of
from app.services.play.orders import PLATFORM_ORDERS
from tests.one_by_one import one_by_one

FREE = {"words", "reason", "remarks", "name", "text", "note", "title"}
"""Names of fields that hold free texts in orders."""
KINDS = {
    f"{kind.__module__}.{kind.__name__}": kind
    for kinds in (PLATFORM_ORDERS, [CorrectMove], *(box.card.orders for box in shelf().values()))
    for kind in kinds
}


@one_by_one("name", KINDS)
def test_each_field_of_free_text_is_named(name):
    kind = KINDS[name]
    texts = {one.name for one in msgspec.structs.fields(kind) if one.type is str}
    assert set(kind.own_words) <= texts and texts & FREE <= set(kind.own_words)


def test_some_orders_have_words():
    assert sum(bool(kind.own_words) for kind in KINDS.values()) > 9


def test_spaces_are_no_words():
    order = CorrectMove(1, " \n ")
    assert words_of(order) == frozenset()
    assert words_of(CorrectMove(1, "  Two   words ")) == {"Two words"}
