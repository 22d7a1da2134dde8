"""Turning points of battles on tables, kept as text for the chronicle of their long game.

A report needs the whole record of its table. A chronicle of many battles cannot read them all.
"""

from __future__ import annotations

import logging

import msgspec

from app.kernel.battle_report import highlights_of_report
from app.kernel.decoding import decode_json
from app.services.container import Services, require_game
from app.services.watch.game_view import GameView

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
        story = services.stories.of(work, box, game)
    scenario = box.card.scenario(game.scenario)
    if scenario is None:
        return ""
    try:
        found = tuple(highlights_of_report(story.report(scenario)))
    except Exception:  # the report is a projection; the result counts without it
        log.exception("the report of table %s could not be written", table_id)
        return ""
    told = {
        language: tuple(
            Highlight(str(title.in_(language)), tuple(str(one.in_(language)) for one in says))
            for title, says in found
        )
        for language in LANGUAGES
    }
    return _encode(told).decode()


def load_highlights(services: Services, look: GameView) -> dict[str, Highlights]:
    """Turning points of the battles of a long game, by the key of the battle."""
    with services.store.read() as work:
        kept = work.child_battles.highlights_of_games(look.game.id)
    return {key: decode_json(text, Highlights) for key, text in kept.items()}
