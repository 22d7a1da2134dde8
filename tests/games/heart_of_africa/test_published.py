"""The API shows a battle without its parts."""

from __future__ import annotations

import msgspec

from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.published import PARTS
from app.games.heart_of_africa.state import Battle
from tests.games.heart_of_africa.battles import fought, view_of


def test_every_fact_of_a_battle_stands_once_in_the_published_view():
    view = view_of(fought("encounter")[20][0], "a")
    shown = msgspec.to_builtins(GAME.published(view), str_keys=True)["battle"]
    facts = msgspec.to_builtins(view.battle, str_keys=True)
    parts = {name: facts.pop(name) for name in PARTS}
    assert sum(len(its) for its in parts.values()) == len(set().union(*parts.values()))
    assert shown == facts | {key: fact for its in parts.values() for key, fact in its.items()}


def test_each_part_of_a_battle_is_published_without_its_name():
    kinds = {one.name: one.type for one in msgspec.structs.fields(Battle)}
    nested = {name: kind for name, kind in kinds.items() if kind in PARTS.values()}
    assert nested == PARTS
