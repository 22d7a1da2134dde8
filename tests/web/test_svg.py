"""Boards as markup: the ground is sent short and drawn the same."""

from __future__ import annotations

import re

import pytest

from app.games import shelf
from app.kernel import headless_games, monkey
from app.kernel.contract import Marks
from app.kernel.scene import NOTHING, Layer, Scene
from app.kernel.seats import SPECTATOR
from app.kernel.strokes import tag
from app.web import svg

SMALL_GROUND = 5_000
"""Characters of a ground whose shorter lines may weigh less than the frame."""
FRAME = 300
"""Most characters of the frame."""
NUMBER = r"-?\d+(?:\.\d+)?"


def places(way: str) -> list[tuple[float, float]]:
    """Points of a path, written from the corner or from point to point."""
    found, here, start = [], (0.0, 0.0), (0.0, 0.0)
    for letter, rest in re.findall(r"([MLCZlcz])([^MLCZlcz]*)", way):
        numbers = [float(number) for number in re.findall(NUMBER, rest)]
        if letter in "Zz":
            here = start
            continue
        size = 6 if letter in "Cc" else 2
        for first in range(0, len(numbers), size):
            step = numbers[first : first + size]
            points = [
                (x + (here[0] if letter.islower() else 0), y + (here[1] if letter.islower() else 0))
                for x, y in zip(step[::2], step[1::2], strict=True)
            ]
            here = points[-1]
            start = here if letter == "M" else start
            found += [(round(x, 1), round(y, 1)) for x, y in points]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("box", "scenario"),
    [
        pytest.param(box, one.key, id=one.key)
        for box in shelf().values()
        if box.card.is_battle  # a campaign has no map
        for one in box.card.scenarios
    ],
)
def test_the_ground_is_sent_short_and_drawn_the_same(box, scenario):
    chosen = next(one for one in box.card.scenarios if one.key == scenario)
    game = headless_games.play_game(
        box, headless_games.plain_setup(chosen), monkey.any_order, "ground", 2
    )
    scene = box.drawing(box.view(game.tables[-1].state, SPECTATOR), Marks(), "es")
    full = "".join(svg.ink_markup(layer.ink) for layer in scene.ground)
    short = svg.ground_markup(scene)
    before, after = (re.findall(r' d="([^"]+)"', text) for text in (full, short))
    assert len(before) == len(after)
    changed = 0
    for old, new in zip(before, after, strict=True):
        if old != new:
            changed += 1
            assert places(old) == places(new), old[:200]
    if len(full) > SMALL_GROUND:
        assert len(short) < len(full) and changed > 0
    assert len(short) < len(full) + FRAME
    assert svg.ground_markup(scene) is short


def test_the_ground_of_several_pictures_has_the_class_of_its_styles():
    """A style finds a shape in a <use> by the classes of the shared group, not of its picture."""
    name = tag("text", klass="a-name")
    square = (0, 0, 1, 1)
    scene = Scene(
        kind="a-board",
        label="Board",
        box=square,
        core=square,
        focus=(0, 0),
        need=square,
        ground=(Layer("ground", name),),
        ground_key="key",
        layers=(),
        symbols=NOTHING,
        spots=(),
    )
    shared = svg.ground_store(scene)
    assert re.search(r'<g class="brd is-shared" id="key">.*a-name', shared)
