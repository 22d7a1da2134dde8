"""Rules of the games of a club (CAR-CLB-22, 23 and 54), as refusals."""

from __future__ import annotations

from collections.abc import Collection

from app.kernel.refusal import Refusal, no
from app.services.clubs.club_rules import archived_refusal, permission_refusal
from app.services.clubs.roles import Permission, has_permission
from app.store import records
from app.store.clubs import Club


def founding_refusal(club: Club, roles: Collection[str], *, is_long: bool) -> Refusal | None:
    """CAR-CLB-22: Members who may play open tables for an active club, organisers found
    campaigns.
    """
    permission = Permission.ORGANISE if is_long else Permission.PLAY
    return permission_refusal(roles, permission) or archived_refusal(club)


def club_missing_refusal() -> Refusal:
    """Refusal of a game for the members of a club that is not named."""
    return no(
        "CAR-CLB-22",
        "Choose the club whose members see the game.",
        "Elige el club cuyos miembros ven la partida.",
    )


def joining_refusal(game: records.Game, roles: Collection[str]) -> Refusal | None:
    """CAR-CLB-23: Only members who may play join a game that only members of its club see."""
    if not game.club_only or has_permission(roles, Permission.PLAY):
        return None
    return no(
        "CAR-CLB-23",
        "Only members of the club who may play take part in this game.",
        "En esta partida solo participan miembros del club que pueden jugar.",
    )


def resting_refusal(club: Club) -> Refusal | None:
    """CAR-CLB-54: A contest or campaign of an archived club takes no new player and does not
    begin.
    """
    if not club.archived_at:
        return None
    return no(
        "CAR-CLB-54",
        "The club is archived: no new player joins, and no contest or campaign begins.",
        "El club está archivado: no entra ningún jugador nuevo ni empieza ninguna competición o "
        "campaña.",
    )
