"""Announcements of a club."""

from __future__ import annotations

from app.services.clubs import announcements
from app.services.clubs.announcements import AnnouncementTerms
from app.web.api import club_page_models as models
from app.web.api.authentication import After, Member, Reader, Row
from app.web.api.routes import api_router, op

router = api_router(prefix="/clubs/{club}/announcements", tags=["clubs"])


@router.get(
    "",
    **op(
        "Announcements, the newest first; other users read the public ones",
        "Anuncios, el último primero; los demás usuarios leen los públicos",
    ),
)
def list_announcements(asker: Reader, club: Row, before: After = 0) -> list[models.Announcement]:
    _, found = announcements.load_announcements(asker.services, club, asker.user_id, before)
    names = models.Announcement.model_fields
    return [models.Announcement(**{name: getattr(one, name) for name in names}) for one in found]


@router.post("", status_code=201, **op("Write an announcement", "Publicar un anuncio"))
def announce(asker: Member, club: Row, given: models.NewAnnouncement) -> models.MadeRow:
    terms = AnnouncementTerms(**given.model_dump())
    return models.MadeRow(id=announcements.announce(asker.services, club, asker.me, terms))


@router.put(
    "/{announcement}",
    status_code=204,
    **op("Change an announcement", "Cambiar un anuncio"),
)
def change_announcement(
    asker: Member, club: Row, announcement: Row, given: models.NewAnnouncement
) -> None:
    terms = AnnouncementTerms(**given.model_dump())
    announcements.change_announcement(asker.services, club, asker.me, announcement, terms)


@router.delete(
    "/{announcement}",
    status_code=204,
    **op("Withdraw an announcement", "Retirar un anuncio"),
)
def withdraw_announcement(asker: Member, club: Row, announcement: Row) -> None:
    announcements.withdraw_announcement(asker.services, club, asker.me, announcement)
