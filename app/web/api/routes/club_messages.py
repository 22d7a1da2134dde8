"""Chat of a club, and reports of its texts."""

from __future__ import annotations

from app.services.clubs import club_chat, club_complaints
from app.web.api import authentication, models
from app.web.api import club_page_models as club_models
from app.web.api.authentication import After, Member, Reader, Row
from app.web.api.routes import api_router, op

router = api_router(prefix="/clubs/{club}", tags=["clubs"])
COMPLAINTS = authentication.limited_as("complaints")


@router.get(
    "/messages",
    **op(
        "Latest messages of the chat, the oldest first, for members",
        "Últimos mensajes del chat, el más antiguo primero, para miembros",
    ),
)
def list_messages(asker: Reader, club: Row, before: After = 0) -> list[club_models.ClubMessage]:
    _, chat = club_chat.load_chat(asker.services, club, asker.user_id, before)
    names = club_models.ClubMessage.model_fields
    return [
        club_models.ClubMessage(**{name: getattr(one, name) for name in names})
        for one in chat.messages
    ]


@router.post("/messages", status_code=201, **op("Write a message", "Escribir un mensaje"))
def write_message(
    asker: Member, club: Row, given: club_models.NewClubMessage
) -> club_models.MadeRow:
    return club_models.MadeRow(
        id=club_chat.write_message(asker.services, club, asker.me, given.text)
    )


@router.put(
    "/messages/{message}/hidden",
    status_code=204,
    **op("Hide a message, or show it again", "Ocultar un mensaje, o mostrarlo de nuevo"),
)
def hide_message(asker: Member, club: Row, message: Row, given: club_models.Hiding) -> None:
    club_chat.hide_message(asker.services, club, asker.me, message, is_hidden=given.hidden)


@router.post(
    "/messages/{message}/report",
    status_code=204,
    dependencies=[COMPLAINTS],
    **op("Report a message to the moderators", "Denunciar un mensaje a los moderadores"),
)
def report_message(asker: Member, club: Row, message: Row, reason: models.Reason) -> None:
    club_complaints.complain_about_club_text(
        asker.services, "message", club, asker.me, message, reason=reason.reason
    )


@router.post(
    "/announcements/{announcement}/report",
    status_code=204,
    dependencies=[COMPLAINTS],
    **op("Report an announcement to the moderators", "Denunciar un anuncio a los moderadores"),
)
def report_announcement(asker: Member, club: Row, announcement: Row, reason: models.Reason) -> None:
    club_complaints.complain_about_club_text(
        asker.services, "announcement", club, asker.me, announcement, reason=reason.reason
    )


@router.post(
    "/house-rules/{page}/versions/{version}/report",
    status_code=204,
    dependencies=[COMPLAINTS],
    **op(
        "Report a version of a house rule to the moderators",
        "Denunciar una versión de una regla del club a los moderadores",
    ),
)
def report_rule(asker: Member, club: Row, page: Row, version: Row, reason: models.Reason) -> None:
    club_complaints.complain_about_club_text(
        asker.services, "rule", club, asker.me, page, version, reason=reason.reason
    )


@router.post(
    "/polls/{poll}/report",
    status_code=204,
    dependencies=[COMPLAINTS],
    **op("Report a date poll to the moderators", "Denunciar una consulta a los moderadores"),
)
def report_poll(asker: Member, club: Row, poll: Row, reason: models.Reason) -> None:
    club_complaints.complain_about_club_text(
        asker.services, "poll", club, asker.me, poll, reason=reason.reason
    )


@router.post(
    "/welcome/report",
    status_code=204,
    dependencies=[COMPLAINTS],
    **op(
        "Report the welcome message to the moderators",
        "Denunciar el mensaje de bienvenida a los moderadores",
    ),
)
def report_welcome(asker: Member, club: Row, reason: models.Reason) -> None:
    club_complaints.complain_about_club_text(
        asker.services, "welcome", club, asker.me, reason=reason.reason
    )
