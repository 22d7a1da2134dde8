"""Founders of new tables: their titles, their places in the lobby, and their clubs."""

from __future__ import annotations

from app.kernel.contract import Card
from app.kernel.refusal import Refusal, refuse_if
from app.services.clubs import club_games
from app.services.people import moderation_rules
from app.services.play.table_rules import lobby_refusal, title_refusal
from app.store.transactions import UnitOfWork


def check_founder(
    work: UnitOfWork,
    user_id: int,
    title: str,
    club: int | None,
    card: Card,
    visibility: str,
    against: str,
) -> None:
    """Check title, place in the lobby and club of a new game. Raises `Refused` or `NoSuchClub`."""
    is_muted = moderation_rules.muted_refusal(work, user_id) if title else None
    is_in_lobby = visibility == "open" and against == "people"
    is_full = _lobby_refusal(work, user_id) if is_in_lobby else None
    refuse_if(title_refusal(title), is_muted, is_full)
    club_games.check_founding(work, club, user_id, card, visibility)


def _lobby_refusal(work: UnitOfWork, user_id: int) -> Refusal | None:
    user = work.users.find_user(user_id)
    waiting = work.waiting_tables.count_of_user(user_id)
    return lobby_refusal(waiting, is_guest=user is not None and user.is_guest)
