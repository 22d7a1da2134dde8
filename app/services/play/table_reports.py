"""Reports of the tables of child battles to the long game: an army is in, or missing at the
deadline; a result.

Each report has its own command, so it is recorded once. Locks are taken in one order: the long game
first, then its battles.
"""

from __future__ import annotations

from collections.abc import Callable

from app.kernel.battle_armies import BY_DEFAULT, CHOSEN, MISSING, ReportArmy
from app.kernel.battle_results import SERVER_SEAT
from app.kernel.offers import Decision
from app.kernel.refusal import Refused
from app.services.container import Services, current_time, require_game
from app.services.errors import Overtaken
from app.services.play import battle_highlights, child_battles, game_setup, new_tables, orders
from app.services.play.default_rosters import OpenBattle, battles_to_arm, roster_refusals
from app.services.play.order_requests import with_seats
from app.services.play.played_orders import PlayedOrder
from app.services.time import availability, clocks
from app.services.watch.game_history import History
from app.store import records
from app.store.child_battles import ARMY, RESULT
from app.store.transactions import UnitOfWork

SERVER = records.Seat(SERVER_SEAT, "", 0)


def report_army(services: Services, table_id: int, seat: str) -> PlayedOrder:
    """Record on the long game that the army of a seat at a table is in. It is recorded once."""
    with services.store.write() as work:
        table = require_game(work.games.find_game(table_id))
        game = require_game(work.games.lock_game(table.parent_id or 0))
        side = next(one.side for one in work.seats.for_game(table.id) if one.seat == seat)
        command = army_command(table, seat)
        played = _report(services, work, game, command, table.battle, side)
    return played.told(services)


def army_command(table: records.Game, seat: str) -> str:
    """Command of the report that the army of a seat is in. A battle that returns has another
    table.
    """
    return f"{ARMY}{table.battle}:{seat}:{table.id}"


def declare_result(services: Services, table_id: int) -> PlayedOrder:
    """Record the result of a finished table on its long game. It counts once.

    The long game is locked. The table needs no lock, because nothing changes it after its end. Its
    turning points are kept for the chronicle.
    """
    told = battle_highlights.compile_highlights(services, table_id)
    with services.store.write() as work:
        fought = require_game(work.games.find_game(table_id))
        game = require_game(work.games.lock_game(fought.parent_id or 0))
        order = child_battles.result_order(services, work, fought)
        locked, command = with_seats(services, work, game), f"{RESULT}{fought.battle}"
        work.games.update_game(table_id, highlights=told)
        played = orders.record_server_order(locked, SERVER, command, order)
    return played.told(services)


def arm_in_time(
    services: Services,
    game_id: int,
    seat: str,
    owed: Decision,
    is_due: Callable[[clocks.GameClocks], bool],
) -> PlayedOrder:
    """Bring the default roster of a seat to the table of its battle at the deadline.

    Without a valid one, the long game records that the army is missing. Raises `Overtaken` if it is
    not due any more.
    """
    begun = 0
    with services.store.write() as work:
        game = require_game(work.games.lock_game(game_id))
        seats = work.seats.for_game(game.id)
        history = services.histories.of(work, services.box(game), game)
        now = availability.parse_time(current_time())
        if game.status != "running" or not is_due(
            clocks.load_clocks(work, game, seats, history, now)
        ):
            raise Overtaken(game.number)
        battle = _lock_battle(work, game, history, seat, owed.battle)
        holder = next(one for one in seats if one.seat == seat)
        how = _bring_roster(services, work, game, holder, battle) if battle else MISSING
        side, command = _side_of(history, seat, owed.battle), f"{ARMY}{owed.battle}:{game.number}"
        if battle is not None and how != MISSING:
            its = next(one for one in work.seats.for_game(battle.table.id) if one.side == side)
            command = army_command(battle.table, its.seat)
            begun = require_game(work.games.find_game(battle.table.id)).number
        played = _report(services, work, game, command, owed.battle, side, how)
    if battle is not None and begun:
        services.publish_moves(battle.table.id, begun)
    return played.told(services)


def _report(
    services: Services,
    work: UnitOfWork,
    game: records.Game,
    command: str,
    battle: str,
    side: str,
    how: str = CHOSEN,
) -> PlayedOrder:
    order = ReportArmy(battle, side, how)
    locked = with_seats(services, work, game)
    return orders.record_server_order(locked, SERVER, command, order)


def _side_of(history: History, seat: str, key: str) -> str:
    """Side of a battle that a seat of the long game holds."""
    battle = next(one for one in history.box.battles(history.now.state) if one.key == key)
    return next(side for side, holder in battle.seats.items() if holder == seat)


def _lock_battle(
    work: UnitOfWork, game: records.Game, history: History, seat: str, key: str
) -> OpenBattle | None:
    """Waiting table of a battle, locked; None if there is none."""
    for found in battles_to_arm(work, game, history, seat):
        table = work.games.lock_game(found.table.id) if found.battle.key == key else None
        if table is not None and table.status == "open":
            return OpenBattle(found.battle, table, found.side)
    return None


def _bring_roster(
    services: Services,
    work: UnitOfWork,
    game: records.Game,
    holder: records.Seat,
    battle: OpenBattle,
) -> str:
    """Bring the default roster to a waiting table, and begin the battle if both armies are in.

    An army that is there already stays.
    """
    seat = next(one for one in work.seats.for_game(battle.table.id) if one.side == battle.side)
    if work.seats.contributions_by_seat(battle.table.id).get(seat.seat):
        return CHOSEN
    kept = work.rosters.army_of(game.id, holder.user_id) if holder.user_id is not None else None
    army = work.armies.find_army(kept) if kept is not None else None
    is_valid = (
        army is not None
        and army.user_id == holder.user_id
        and not roster_refusals(services, army, battle)
        and game_setup.own_names_refusal(
            work, services.box(battle.table), holder.user_id, {game_setup.ARMY: army.form}
        )
        is None
    )
    if army is not None and is_valid:
        brings = {game_setup.ARMY: army.form}
        work.seats.update_seat(battle.table.id, seat.seat, brings=brings)
        try:
            new_tables.begin_if_complete(services, work, battle.table.id)
        except Refused:  # the other army does not fit any more; its player is asked again
            work.seats.update_seat(battle.table.id, seat.seat, brings={})
            return MISSING
    return BY_DEFAULT if is_valid else MISSING
