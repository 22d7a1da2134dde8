"""Default rosters: the saved army that a player keeps for the battles of a long game.

It is brought to a battle whose player chooses no army in time. It is secret, as every army is.
"""

from __future__ import annotations

import msgspec

from app.kernel.child_battles import READY, Battle
from app.kernel.refusal import Refusal, Refused, no, refuse_if
from app.services.container import Services
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people.permissions import may_watch, player_seat_of
from app.services.play import game_setup
from app.services.play.saved_armies import JudgedArmy, judge_armies
from app.services.watch.game_history import History
from app.store import records
from app.store.transactions import UnitOfWork


class OpenBattle(msgspec.Struct, frozen=True):
    """Table of a battle that waits for the army of this player, on side `side`."""

    battle: Battle
    table: records.Game
    side: str


class RosterChoice(msgspec.Struct, frozen=True):
    """Saved army that a player may keep, with the open battles that do not allow it."""

    judged: JudgedArmy
    is_kept: bool
    refused_in: tuple[tuple[OpenBattle, tuple[Refusal, ...]], ...]


class DefaultRoster(msgspec.Struct, frozen=True):
    """Default roster of one player: armies to choose from, and battles that wait for an army."""

    game: records.Game
    box: str
    choices: tuple[RosterChoice, ...]
    battles: tuple[OpenBattle, ...]

    @property
    def kept(self) -> RosterChoice | None:
        return next((one for one in self.choices if one.is_kept), None)


# ---------------------------------------------------------------------- choosing
def load_default_roster(
    services: Services, address: int | str, user_id: int | None
) -> DefaultRoster:
    """Default roster of a player of a long game.

    Raises `NoSuchGame`, also for a game without battles on tables, and `NotYourSeat`.
    """
    with services.store.read() as work:
        game, history, seat = _require_player(services, work, address, user_id)
        box = history.box.battle_box
        own = [army for army in work.armies.of_user(user_id or 0) if army.box == box]
        kept = work.rosters.army_of(game.id, user_id or 0)
        open_ = tuple(battles_to_arm(work, game, history, seat.seat))
    choices = tuple(
        RosterChoice(judged, judged.army.id == kept, refused_in(services, judged.army, open_))
        for judged in judge_armies(services, own, user_id)
    )
    return DefaultRoster(game, box, choices, open_)


def roster_game(
    services: Services, table: str, user_id: int | None, box: str
) -> records.Game | None:
    """Long game of the battle at this table, if the user may keep an army of this box there."""
    with services.store.read() as work:
        fought = work.games.find_game(table) if table else None
        game = work.games.find_game(fought.parent_id) if fought and fought.parent_id else None
        if fought is None or game is None or fought.box != box:
            return None
        seats = work.seats.for_game(game.id)
    return game if player_seat_of(seats, user_id) is not None else None


def keep_default_roster(
    services: Services, address: int | str, user_id: int, army_id: int | None
) -> None:
    """Keep a saved army as the default roster of a player; None keeps none.

    Raises `Refused` for an army that the player does not have, and as `load_default_roster` does.
    """
    with services.store.write() as work:
        game, history, _ = _require_player(services, work, address, user_id)
        own = {
            army.id: army
            for army in work.armies.of_user(user_id)
            if army.box == history.box.battle_box
        }
        kept = own.get(army_id) if army_id is not None else None
        refuse_if(
            unknown_roster_refusal() if army_id is not None and kept is None else None,
            game_setup.own_names_refusal(
                work, services.shelf[history.box.battle_box], user_id, {game_setup.ARMY: kept.form}
            )
            if kept is not None
            else None,
        )
        work.rosters.keep(game.id, user_id, army_id)
        work.commit()


def unknown_roster_refusal() -> Refusal:
    """CAR-BAT-06: The default roster is a saved army of the player, for the battles of the game."""
    return no(
        "CAR-BAT-06",
        "You keep no such army for the battles of this campaign.",
        "No guardas ningún ejército así para las batallas de esta campaña.",
    )


def _require_player(
    services: Services, work: UnitOfWork, address: int | str, user_id: int | None
) -> tuple[records.Game, History, records.Seat]:
    """Long game with its history, and the seat of the player there."""
    game = services.find(work, address)
    box, seats = services.box(game), work.seats.for_game(game.id)
    if not may_watch(game, seats, user_id, address) or box.battle_box not in services.shelf:
        raise NoSuchGame
    seat = player_seat_of(seats, user_id)
    if seat is None:
        raise NotYourSeat
    return game, services.histories.of(work, box, game), seat


# ---------------------------------------------------------------------- battles
def battles_to_arm(
    work: UnitOfWork, game: records.Game, history: History, seat: str
) -> list[OpenBattle]:
    """Tables of ready battles that are not begun, of one seat of the long game."""
    if not history.number:
        return []
    tables = {one.battle: one for one in work.child_battles.of_game(game.id)}
    return [
        OpenBattle(battle, tables[battle.key], side)
        for battle in history.box.battles(history.now.state)
        for side, holder in battle.seats.items()
        if battle.status == READY
        and holder == seat
        and battle.key in tables
        and tables[battle.key].status == "open"
    ]


def refused_in(
    services: Services, army: records.Army, open_: tuple[OpenBattle, ...]
) -> tuple[tuple[OpenBattle, tuple[Refusal, ...]], ...]:
    """Open battles that do not allow an army, with the reasons."""
    found = ((one, roster_refusals(services, army, one)) for one in open_)
    return tuple((one, refusals) for one, refusals in found if refusals)


def roster_refusals(
    services: Services, army: records.Army, battle: OpenBattle
) -> tuple[Refusal, ...]:
    """Reasons why the terms of a battle do not allow an army; empty if they do."""
    box = services.box(battle.table)
    brings = {battle.side: {game_setup.ARMY: army.form}}
    try:
        game_setup.stock_of(box, battle.table, brings)
    except Refused as refused:
        return refused.refusals
    return ()
