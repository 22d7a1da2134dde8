"""Results of battles that were fought on tables of this site, for the pages of their long game."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.kernel.battle_results import ResultTaken
from app.kernel.child_battles import Aftermath, Battle, UnitFall
from app.kernel.reading_pages import BattlePage
from app.kernel.say import Say
from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.watch import game_view
from app.services.watch.battle_links import BattleLink
from app.services.watch.game_view import GameView


class TableResult(msgspec.Struct, frozen=True):
    """Losses of a battle on a table of this site.

    - `facts` are the losses of both sides in sentences.
    - `units` are those that lost figures, each with its side of the long game.
    - `table` is the address of the table. It is "" for a reader who may not see it, and `units` is
      empty then.
    """

    facts: tuple[Say, ...]
    units: tuple[UnitFall, ...] = ()
    table: str = ""


def taken_results(look: GameView) -> dict[str, Aftermath]:
    """Results that tables of this site have brought, by the key of the battle."""
    return {
        event.battle: event.aftermath
        for move in look.history.counted(look.at)
        for event in move.events
        if isinstance(event, ResultTaken)
    }


def sides_of_battle(battle: Battle, seats: Mapping[str, str]) -> dict[str, str]:
    """Side of the long game for each side of the battle; `seats` are its sides by seat."""
    return {side: seats[seat] for side, seat in battle.seats.items() if seat in seats}


def table_result(
    services: Services, look: GameView, page: BattlePage, link: BattleLink | None
) -> TableResult | None:
    """Losses of a battle, if the result of its table counts; None for all other battles."""
    aftermath = taken_results(look).get(page.key) if page.is_fought else None
    battle = look.history.battles(look.at).get(page.key)
    if aftermath is None or battle is None:
        return None
    facts = tuple(look.box.result_words(look.table.state, battle, aftermath))
    try:
        table = game_view.load_view(services, link.address, look.user_id) if link else None
    except NoSuchGame:
        table = None
    if table is None or table.game.status != "over":
        return TableResult(facts)
    sides = sides_of_battle(battle, look.table.seats)
    units = tuple(
        msgspec.structs.replace(unit, side=sides[unit.side])
        for unit in table.box.unit_falls(table.history.now.state)
        if unit.side in sides
    )
    return TableResult(facts, units, table.game.address)
