"""Checks of a month of a club: tables of battles, and messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from app.games import shelf
from app.games.contests.state import Contest
from app.services.container import Services
from app.services.watch.game_view import GameView

BOX = shelf()["contests"]


def table_faults(services: Services, look: GameView, happened: Counter[str]) -> Iterator[str]:
    """Battles on this site without exactly one table. The tables are counted."""
    with services.store.read() as work:
        tables = Counter(one.battle for one in work.child_battles.of_game(look.game.id))
    happened["tables"] += sum(tables.values())
    for key, count in tables.items():
        if count > 1:
            yield f"{look.game.box} {look.game.id}: battle {key} has {count} tables"
    if look.game.box != BOX.card.key:
        return
    contest: Contest = look.history.now.state
    for one in contest.battles() if contest.settings.box else ():
        if not one.is_bye and one.key not in tables:
            yield f"contest {look.game.id}: battle {one.key} has no table"


def message_faults(
    services: Services, people: Sequence[int], happened: Counter[str]
) -> Iterator[str]:
    """Messages with the same text to the same user about the same game and moment. All messages are
    counted. A delivered message about no game keeps no name of a user, so its key counts too.
    """
    with services.store.read() as work:
        for user in people:
            sent = work.outbox.of_user(user, 9_999)
            happened["messages"] += len(sent)
            same = Counter(
                (one.game_id, one.kind, one.message, one.made_at, one.game_id is None and one.key)
                for one in sent
            )
            for (game, kind, message, *_), count in same.items():
                if count > 1:
                    yield f"user {user} got {count} of {kind} about {game}: {message[:200]}"
