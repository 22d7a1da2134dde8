"""Links between a long game and the tables of its battles, for one viewer."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.kernel.battle_results import find_battle
from app.kernel.child_battles import ENTERED, SETTLED, Battle
from app.kernel.say import Say
from app.services.container import Services
from app.services.people.permissions import may_watch, seat_of
from app.services.watch.game_view import GameView
from app.store import records
from app.store.transactions import UnitOfWork


class BattleLink(msgspec.Struct, frozen=True):
    """Table of a battle of a long game. `status` is that of the table: "open", "running" or "over".

    `owes` is true if the viewer owes a decision there. `is_entered` is true while a result waits
    for its confirmation, `is_settled` once the long game knows the result. `is_held` is true for a
    table that does not open, because its players fight on a real table.
    """

    title: Say
    address: str
    status: str
    is_mine: bool
    owes: bool
    is_settled: bool
    is_entered: bool
    is_held: bool = False


class ChildBattle(msgspec.Struct, frozen=True):
    """Battle of a long game with its table; None without a table that the viewer may see."""

    battle: Battle
    table: BattleLink | None


class LongGameLink(msgspec.Struct, frozen=True):
    """Long game of a battle. `address` is "" for a viewer who may not see it. `defeat` are the
    consequences of a defeat of the viewer's side there. `is_contest` is false for a campaign.
    """

    title: Say
    name: str
    address: str
    battle: Battle | None
    defeat: tuple[Say, ...] = ()
    is_contest: bool = False

    @property
    def is_settled(self) -> bool:
        """True if the result of the table has no effect any more."""
        return self.battle is None or self.battle.status in SETTLED

    @property
    def is_on_real_table(self) -> bool:
        """True if the players fight the battle on a real table."""
        return self.battle is not None and self.battle.is_on_real_table


def load_battle_links(services: Services, look: GameView) -> tuple[BattleLink, ...]:
    """Tables of the battles that the viewer knows of at the moment in view, the newest first."""
    return tuple(_links_by_battle(services, look, look.history.battles(look.at)).values())


def load_child_battles(services: Services, look: GameView) -> tuple[ChildBattle, ...]:
    """Battles of a long game at the moment in view, each with its table; none for a battle."""
    battles = look.history.battles(look.at)
    links = _links_by_battle(services, look, battles)
    return tuple(ChildBattle(battle, links.get(key)) for key, battle in battles.items())


def _links_by_battle(
    services: Services, look: GameView, battles: Mapping[str, Battle]
) -> dict[str, BattleLink]:
    if not battles:
        return {}
    with services.store.read() as work:
        tables = work.child_battles.of_game(look.game.id)
        if not tables:
            return {}
        seats = work.seats.of_games([table.id for table in tables])
    may_follow = look.seat is not None or look.game.spectators
    return {
        table.battle: battle_link(table, seats[table.id], battles[table.battle], look.user_id)
        for table in reversed(tables)
        if table.battle in battles and (may_follow or not table.is_private)
    }


def battle_link(
    table: records.Game, seats: tuple[records.Seat, ...], battle: Battle, user_id: int | None
) -> BattleLink:
    mine = seat_of(seats, user_id)
    return BattleLink(
        battle.title,
        table.address,
        table.status,
        mine is not None,
        mine is not None and mine.owes and table.status != "over" and battle.status != ENTERED,
        battle.status in SETTLED,
        battle.status == ENTERED,
        table.status == "open" and battle.is_on_real_table,
    )


def load_long_game_link(services: Services, look: GameView) -> LongGameLink | None:
    """Long game of which the game in view is a battle; None for other games."""
    if look.game.parent_id is None:
        return None
    with services.store.read() as work:
        game = work.games.find_game(look.game.parent_id)
        if game is None or game.box not in services.shelf:
            return None
        return _long_game_link(services, work, game, look)


def _long_game_link(
    services: Services, work: UnitOfWork, game: records.Game, look: GameView
) -> LongGameLink:
    box = services.box(game)
    state = services.histories.of(work, box, game).now.state
    battle = find_battle(box, state, look.game.battle)
    mine = (look.viewer.side or "") if look.seat and look.outcome is None else ""
    return LongGameLink(
        box.card.title,
        game.title,
        _known_address(work, game, look.user_id),
        battle,
        tuple(box.defeat_words(state, battle, mine)) if battle and mine in battle.seats else (),
        box.card.kind == "contest",
    )


def long_game_address(services: Services, look: GameView) -> str:
    """Address of the long game of which the game in view is a battle; "" for a viewer who may not
    see it, and for other games.
    """
    if look.game.parent_id is None:
        return ""
    with services.store.read() as work:
        game = work.games.find_game(look.game.parent_id)
        return _known_address(work, game, look.user_id) if game is not None else ""


def _known_address(work: UnitOfWork, game: records.Game, user_id: int | None) -> str:
    is_known = may_watch(game, work.seats.for_game(game.id), user_id, game.id)
    return str(game.address) if is_known else ""
