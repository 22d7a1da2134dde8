"""The core of the contract is sufficient for a game; the optional parts have defaults."""

import inspect

import pytest

from app.kernel.box import Box
from app.kernel.contract import Core, Game
from tests.contract.tiny import core_only

CORE = {
    "new_game",
    "decide",
    "evolve",
    "view",
    "waiting_for",
    "offers",
    "assess",
    "outcome",
    "drawing",
    "wording",
}


def members(protocol: type) -> set[str]:
    return {name for name in dir(protocol) if not name.startswith("_")}


def test_the_core_has_ten_methods_and_two_descriptions():
    assert members(Core) == CORE | {"card", "rulebook"}


def test_a_game_of_the_core_alone_is_complete():
    own = {name for name in vars(core_only.CoreOnly) if not name.startswith("_")}
    assert own == CORE | {"card", "rulebook"}


@pytest.mark.parametrize("missing", sorted(CORE))
def test_a_game_without_a_core_method_is_not_created(missing):
    body = {name: value for name, value in vars(core_only.CoreOnly).items() if name in CORE}
    del body[missing]
    with pytest.raises(TypeError, match=missing):
        type("Unfinished", (Box,), body)()


def test_every_optional_part_has_a_default():
    assert not inspect.isabstract(core_only.CoreOnly)
    optional = members(Game) - members(Core)
    assert optional <= set(vars(Box))
