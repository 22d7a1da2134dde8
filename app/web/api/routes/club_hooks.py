"""Webhooks of a club."""

from __future__ import annotations

from app.services.clubs import club_hooks
from app.web.api import club_page_models as models
from app.web.api.authentication import Member, Reader, Row
from app.web.api.routes import api_router, op

router = api_router(prefix="/clubs/{club}/hooks", tags=["clubs"])


@router.get("", **op("Webhooks of a club, for owners", "Webhooks de un club, para propietarios"))
def list_hooks(asker: Reader, club: Row) -> list[models.ClubHook]:
    _, hooks = club_hooks.load_hooks(asker.services, club, asker.user_id)
    return [
        models.ClubHook(
            id=one.target.id,
            kind=one.target.kind,
            name=one.target.name,
            stopped_at=one.target.stopped_at,
        )
        for one in hooks
    ]


@router.post("", status_code=201, **op("Add a webhook", "Añadir un webhook"))
def add_hook(asker: Member, club: Row, given: models.NewClubHook) -> models.MadeRow:
    number = club_hooks.add_hook(asker.services, club, asker.me, given.kind, given.name, given.url)
    return models.MadeRow(id=number)


@router.delete("/{hook}", status_code=204, **op("Remove a webhook", "Quitar un webhook"))
def remove_hook(asker: Member, club: Row, hook: Row) -> None:
    club_hooks.remove_hook(asker.services, club, asker.me, hook)


@router.post(
    "/{hook}/test",
    status_code=204,
    **op("Send a test message to a webhook", "Enviar un mensaje de prueba a un webhook"),
)
def send_test_message(asker: Member, club: Row, hook: Row) -> None:
    club_hooks.send_test_message(asker.services, club, asker.me, hook)


@router.post(
    "/{hook}/again",
    status_code=204,
    **op("Start a stopped webhook again", "Reactivar un webhook detenido"),
)
def restart_hook(asker: Member, club: Row, hook: Row) -> None:
    club_hooks.restart_hook(asker.services, club, asker.me, hook)
