"""Conditions of the entry of a long game: facts about a user, and the refusals of its rules."""

from __future__ import annotations

from app.kernel.contract import Game
from app.kernel.entrant_facts import EntrantFacts
from app.kernel.refusal import Refusal, found_in
from app.kernel.table import Table
from app.services.container import Services
from app.services.play.archived_clubs import club_refusal
from app.services.watch.game_view import GameView
from app.services.watch.player_ratings import shown_rating
from app.services.watch.reliability import load_reliability
from app.store import records
from app.store.transactions import UnitOfWork


def condition_refusals(
    work: UnitOfWork, box: Game, game: records.Game, now: Table, user_id: int
) -> tuple[Refusal, ...]:
    """Conditions of the entry that the user does not meet now."""
    facts = facts_of(work, game, box.game_of_battles(now.state), user_id)
    return tuple(box.entry_refusals(now.state, facts))


def unmet_conditions(services: Services, look: GameView) -> tuple[Refusal, ...]:
    """Conditions of the entry that the viewer does not meet now; none for an anonymous viewer."""
    if look.user_id is None:
        return ()
    with services.store.read() as work:
        return condition_refusals(work, look.box, look.game, look.table, look.user_id)


def archived_refusals(services: Services, look: GameView) -> tuple[Refusal, ...]:
    """Refusal of any entry in a game of an archived club."""
    with services.store.read() as work:
        return found_in(club_refusal(work, look.game))


def facts_of(work: UnitOfWork, game: records.Game, battles: str, user_id: int) -> EntrantFacts:
    """Facts about a user for a game whose battles belong to the game `battles`; "" for none."""
    roles = work.clubs.roles_of_user(game.club_id, user_id) if game.club_id else None
    rating = shown_rating(work, user_id, battles) if battles else None
    share = load_reliability(work, user_id).share
    return EntrantFacts(
        bool(roles) if roles is not None else None,
        round(rating.value) if rating is not None else None,
        rating is None or rating.is_provisional,
        None if share is None else int(100 * share),
        work.opponent_wishes.finished_games([user_id]).get(user_id, 0),
        user_id in work.ratings.hidden_among([user_id]),
    )
