"""Rules of closing a club for good (CAR-CLB-25), as refusals."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from app.kernel.refusal import Refusal, no
from app.services.clubs.club_rules import acting_owners
from app.store.club_closings import Closing
from app.store.clubs import Club, ClubRole

DAYS = 30
"""Days between the agreement and the closing."""


def proposal_refusal(club: Club, closing: Closing | None) -> Refusal | None:
    """CAR-CLB-25: An archived club is closed for good by two owners, thirty days after they
    agree.
    """
    if not club.archived_at:
        return no(
            "CAR-CLB-25",
            "Archive the club first. It can be opened again at any time.",
            "Archiva antes el club. Se puede volver a abrir en cualquier momento.",
        )
    if closing is not None:
        return no(
            "CAR-CLB-25",
            "The closing is proposed already.",
            "El cierre ya está propuesto.",
        )
    return None


def agreement_refusal(closing: Closing | None, user_id: int) -> Refusal | None:
    """Refusal of the agreement of another owner."""
    if closing is None or closing.agreed_at:
        return no(
            "CAR-CLB-25",
            "No proposal to close the club waits for an answer.",
            "Ninguna propuesta de cerrar el club espera respuesta.",
        )
    if closing.proposed_by == user_id:
        return no(
            "CAR-CLB-25",
            "Another owner agrees. If you are the only one, the administrator does.",
            "Tiene que aceptarlo otro propietario. Si no hay otro, lo acepta el administrador.",
        )
    return None


def administrator_refusal(closing: Closing | None, rows: Sequence[ClubRole]) -> Refusal | None:
    """Refusal of the agreement of the administrator, who stands in for a second owner."""
    if closing is not None and acting_owners(rows) - {closing.proposed_by}:
        return no(
            "CAR-CLB-25",
            "The club has a second owner, who agrees or not.",
            "El club tiene un segundo propietario, que lo acepta o no.",
        )
    return agreement_refusal(closing, 0)


def withdrawal_refusal(closing: Closing | None) -> Refusal | None:
    """Refusal of a withdrawal where nothing is proposed."""
    if closing is not None:
        return None
    return no(
        "CAR-CLB-25",
        "The closing of this club is not proposed.",
        "El cierre de este club no está propuesto.",
    )


def end_of(closing: Closing) -> str:
    """Time of the closing in UTC; "" while an agreement is missing."""
    if not closing.agreed_at:
        return ""
    end = datetime.fromisoformat(closing.agreed_at) + timedelta(days=DAYS)
    return end.isoformat(timespec="milliseconds").replace("+00:00", "Z")
