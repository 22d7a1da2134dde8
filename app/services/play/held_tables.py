"""Tables of child battles that do not begin, because their players fight on a real table."""

from __future__ import annotations

from app.kernel.battle_results import find_battle
from app.kernel.refusal import Refusal, no
from app.services.container import Services
from app.services.play import game_setup
from app.store import records
from app.store.transactions import UnitOfWork


def is_held(services: Services, work: UnitOfWork, table: records.Game) -> bool:
    """True for the table of a battle whose players agree to fight on a real table."""
    game = work.games.find_game(table.parent_id) if table.parent_id is not None else None
    if game is None or game.box not in services.shelf:
        return False
    box = services.box(game)
    battle = find_battle(box, services.histories.of(work, box, game).now.state, table.battle)
    return battle is not None and battle.is_on_real_table


def has_all_armies(services: Services, work: UnitOfWork, table: records.Game) -> bool:
    """True if every seat of a table that waits has brought its army."""
    seats, brought = work.seats.for_game(table.id), work.seats.contributions_by_seat(table.id)
    return not game_setup.seats_to_arm(services.box(table), table, seats, brought)


def fixed_armies_refusal(
    services: Services, work: UnitOfWork, table: records.Game
) -> Refusal | None:
    """CAR-BAT-09: Armies for a real table are public once both are in; then they stay."""
    if not has_all_armies(services, work, table) or not is_held(services, work, table):
        return None
    return no(
        "CAR-BAT-09",
        "Both armies for the battle on a real table are in. They cannot be changed any more.",
        "Ya están los dos ejércitos para la batalla en una mesa real. Ya no se pueden cambiar.",
    )
