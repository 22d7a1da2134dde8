"""Other users: blocking and reports."""

from __future__ import annotations

from app.services.people import blocking, complaints
from app.web.api import models
from app.web.api.authentication import Owner, Row, limited_as
from app.web.api.routes import api_router, op

router = api_router(prefix="/people", tags=["account"])


@router.put("/{person}/block", status_code=204, **op("Block a user", "Bloquear a un usuario"))
def block(asker: Owner, person: Row) -> None:
    blocking.block_user(asker.services, asker.me, person)


@router.delete(
    "/{person}/block", status_code=204, **op("Unblock a user", "Desbloquear a un usuario")
)
def unblock(asker: Owner, person: Row) -> None:
    blocking.unblock_user(asker.services, asker.me, person)


@router.post(
    "/{person}/report",
    status_code=204,
    dependencies=[limited_as("complaints")],
    **op("Report a name to the moderators", "Denunciar un nombre a los moderadores"),
)
def report(asker: Owner, person: Row, reason: models.Reason) -> None:
    complaints.complain_about_name(asker.services, asker.me, person, reason.reason)
