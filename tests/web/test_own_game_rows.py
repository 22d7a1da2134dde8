"""Rows of pieces without a repeated name, and own running games above the finished ones."""

from __future__ import annotations

import pytest

from app.web.pages import after_name
from tests.sample_games import HEX_GAME, INCH_GAME
from tests.web.reading import form_to


@pytest.mark.parametrize(
    ("words", "name", "shown"),
    [
        ("Lancers B1, Mirambo, 22 figures", "Lancers B1", "Mirambo, 22 figures"),
        ("Hussars (cavalry), beach: 3 of 3", "Hussars", "Cavalry, beach: 3 of 3"),
        ("Guich 1, Guich (light), hill", "Guich 1", "Guich (light), hill"),
        ("Anyera 10, hill", "Anyera 1", "Anyera 10, hill"),
        ("Prim", "Prim", "Prim"),
    ],
)
def test_a_row_of_a_piece_tells_its_name_once(words, name, shown):
    assert after_name(words, name) == shown


def test_running_games_stand_above_the_filter_of_finished_ones(visitor):
    guest = visitor("es")
    over, running = (
        guest.post("/play-now", box=box).headers["location"] for box in (HEX_GAME, INCH_GAME)
    )
    assert 'action="/my-games"' not in guest.get("/my-games").text
    asked = guest.get(f"{over}?confirm=concede").text
    assert guest.send(form_to(asked, f"{over}/orders", "Rendirse")).status_code in (200, 303)
    page = guest.get("/my-games").text
    at = [page.index(part) for part in (f'"{running}"', 'action="/my-games"', f'"{over}"')]
    assert at == sorted(at)
