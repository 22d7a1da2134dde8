"""Turning points of battles on tables, kept as text for the chronicle of their long game.

A report needs the whole record of its table. A chronicle of many battles cannot read them all. The
table names each army by its list. The chronicle names the peoples of the long game instead.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

import msgspec

from app.kernel.battle_report import highlights_of_report
from app.kernel.decoding import decode_json
from app.kernel.say import Say
from app.services.container import Services, require_game
from app.services.watch.game_history import History
from app.services.watch.game_view import GameView
from app.services.watch.side_titles import side_title
from app.store import records
from app.store.transactions import UnitOfWork

log = logging.getLogger(__name__)
LANGUAGES = ("en", "es")


class Highlight(msgspec.Struct, frozen=True):
    """Turning point of a battle, or its end: title and sentences in one language."""

    title: str
    sentences: tuple[str, ...]


Highlights = dict[str, tuple[Highlight, ...]]
"""Turning points by language."""
_encode = msgspec.json.encode


def compile_highlights(services: Services, table_id: int) -> str:
    """Turning points of a finished battle as JSON; "" if its report cannot be written.

    A fault of the report must not keep the result from the long game.
    """
    with services.store.read() as work:
        game = require_game(work.games.find_game(table_id))
        box = services.box(game)
        history = services.histories.of(work, box, game)
        names = names_in_long_game(services, work, game, history)
    scenario = box.card.scenario(game.scenario)
    if scenario is None:
        return ""
    try:
        found = tuple(highlights_of_report(history.report(scenario)))
    except Exception:  # the report is a projection; the result counts without it
        log.exception("the report of table %s could not be written", table_id)
        return ""
    told = {
        language: tuple(
            Highlight(
                renamed(title, names).in_(language),
                tuple(renamed(one, names).in_(language) for one in says),
            )
            for title, says in found
        )
        for language in LANGUAGES
    }
    return _encode(told).decode()


def names_in_long_game(
    services: Services, work: UnitOfWork, game: records.Game, history: History
) -> list[tuple[Say, Say]]:
    """Name of each side on the table, with its name in the long game. It is empty if the table
    names no sides of its own.
    """
    parent = work.games.find_game(game.parent_id or 0)
    own = {side.key: side.title for side in history.box.sides(history.now.state)}
    if parent is None or not own:
        return []
    box = services.box(parent)
    told = services.histories.of(work, box, parent)
    battle = told.battles(told.number).get(game.battle)
    if battle is None:
        return []
    sides = {side: told.now.seats.get(seat, seat) for side, seat in battle.seats.items()}
    return [
        (title, side_title(box, parent, sides[side], told.now.state))
        for side, title in own.items()
        if side in sides
    ]


def renamed(text: Say, names: Sequence[tuple[Say, Say]]) -> Say:
    """Text with other names, also inside its facts; the grammar of a name comes with it."""
    for old, new in names:
        if text == old:
            return new
    if not names or not text.facts:
        return text
    facts = {key: renamed_fact(fact, names) for key, fact in text.facts.items()}
    return msgspec.structs.replace(text, facts=facts)


def renamed_fact(fact: object, names: Sequence[tuple[Say, Say]]) -> object:
    """Fact of a text with other names; lists of names are read too."""
    if isinstance(fact, Say):
        return renamed(fact, names)
    if isinstance(fact, tuple | list):
        return tuple(renamed_fact(one, names) for one in fact)
    return fact


def load_highlights(services: Services, look: GameView) -> dict[str, Highlights]:
    """Turning points of the battles of a long game, by the key of the battle."""
    with services.store.read() as work:
        kept = work.child_battles.highlights_of_games(look.game.id)
    return {key: decode_json(text, Highlights) for key, text in kept.items()}
