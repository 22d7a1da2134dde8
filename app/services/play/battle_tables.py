"""Opening of the tables of battles that are ready, with their players and army lists."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence

import msgspec

from app.kernel.child_battles import Battle
from app.kernel.contract import Game, Scenario
from app.kernel.refusal import Refused
from app.services.container import Services, require_game
from app.services.notify.battle_notifications import BattleNews, news_of_ready_battle
from app.services.play import game_setup, new_tables
from app.store import records
from app.store.transactions import UnitOfWork

log = logging.getLogger(__name__)


def open_table(
    services: Services,
    work: UnitOfWork,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    battle: Battle,
) -> Sequence[BattleNews]:
    """Open the table of a battle that is ready, with its seats taken by players of the long game.
    Returns the news for them.

    There is no table among bots, without the box, or with terms that the box refuses. The result is
    then entered on the long game.
    """
    holders = {one.seat: one for one in seats}
    if all(holders[seat].bot for seat in battle.seats.values()):
        return ()
    box = services.shelf.get(battle.box)
    plots = box.card.scenarios if box is not None else ()
    plot = next((one for one in plots if one.key == battle.scenario), None)
    if box is None or plot is None:
        log.error("game %s: no table for battle %s (%s)", game.id, battle.key, battle.box)
        return ()
    try:
        terms = terms_of(box, battle)
    except Refused:
        log.exception("game %s: the terms of battle %s are refused", game.id, battle.key)
        return ()
    seed = secrets.token_hex(32)
    number = _add_table(work, game, box, plot, battle, terms, seed)
    taken = [
        _with_holder(one, seats, battle) for one in new_tables.seats_of_scenario(box, plot, {})
    ]
    work.seats.add_seats(number, taken)
    table, fighters = require_game(work.games.find_game(number)), work.seats.for_game(number)
    bring_lists(services, work, table, fighters, battle)
    owing = new_tables.begin_table(
        services, work, table, fighters, lambda: battle.is_on_real_table, seed
    )
    fighters = tuple(msgspec.structs.replace(one, owes=one.seat in owing) for one in fighters)
    return tuple(news_of_ready_battle(services.box(game), game, table, fighters, battle))


def bring_lists(
    services: Services,
    work: UnitOfWork,
    table: records.Game,
    fighters: Sequence[records.Seat],
    battle: Battle,
) -> None:
    """Bring the army lists of a battle to its table. For a list that the table refuses, its player
    brings another army.
    """
    for seat in fighters:
        army = battle.armies.get(seat.side)
        if army:
            try:
                game_setup.store_choices(services, work, table, seat, {game_setup.ARMY: army})
            except Refused:
                log.info("table %s refuses the list of seat %s", table.id, seat.seat)


def terms_of(box: Game, battle: Battle) -> dict[str, object]:
    """Terms of the battle, with the blanks filled in. Raises `Refused` if the box refuses them."""
    if box.agreement is None:
        return {}
    lists = {side: {game_setup.ARMY: army} for side, army in battle.armies.items()}
    settled = box.agreement.settled(battle.scenario, battle.terms, lists, game_setup.CHANCE)
    terms = {**settled, **battle.terms}
    box.agreement.stock(battle.scenario, battle.options, terms, {})
    return terms


def _add_table(
    work: UnitOfWork,
    game: records.Game,
    box: Game,
    plot: Scenario,
    battle: Battle,
    terms: dict[str, object],
    seed: str,
) -> int:
    """Row of the table. The other players of the long game may watch it by its address."""
    is_public = game.visibility == "open" and game.spectators
    return new_tables.add_open_game(
        work,
        box.card.key,
        plot.key,
        seed,
        opened_by=None,
        options=battle.options,
        visibility="open" if is_public else "private",
        spectators=True,
        title="",
        terms=terms,
        delay=game.delay,
        parent_id=game.id,
        battle=battle.key,
        rated=game.rated and battle.is_rated,
        club_id=game.club_id,
        club_only=game.club_only,
    )


def _with_holder(seat: records.Seat, seats: Sequence[records.Seat], battle: Battle) -> records.Seat:
    """Seat with the player or the bot of the long game."""
    holder = next(one for one in seats if one.seat == battle.seats[seat.side])
    return msgspec.structs.replace(
        seat, user_id=holder.user_id, bot=holder.bot, name=holder.name or ""
    )
