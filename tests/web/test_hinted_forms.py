"""Link of a hint whose form is open: it leads to the draft unless the form teaches a tap."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from app.kernel.form import Field, Kind
from app.kernel.say import say
from app.web.panels import guide


@pytest.mark.parametrize(
    ("kind", "is_any", "address"),
    [
        (Kind.CHOICE, True, "/games/5?piece=A3&place=&offer=1&target=B2"),
        (Kind.PLACE, True, ""),
        (Kind.CHOICE, False, "/games/5?piece=A3"),
    ],
)
def test_the_hint_opens_the_draft_of_an_open_form_of_lists(monkeypatch, kind, is_any, address):
    asks = (Field("target", kind, say("Target", "Objetivo")),)
    offer = SimpleNamespace(piece="A3", stack="", asks=asks, asks_again=False)
    monkeypatch.setattr(
        guide, "hinted_row", lambda _selection, _hint: SimpleNamespace(offer=offer, number=1)
    )
    monkeypatch.setattr(guide, "answers_in_order", lambda _look, _offer, _order: [("target", "B2")])
    frame = SimpleNamespace(here="/games/5", look=None)
    hint = SimpleNamespace(order=None)
    assert guide.hinted_address(frame, SimpleNamespace(is_any=is_any), hint) == address
