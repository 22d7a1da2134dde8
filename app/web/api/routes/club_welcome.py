"""Welcome message of a club."""

from __future__ import annotations

from app.services.clubs import welcome
from app.web.api import club_page_models as models
from app.web.api.authentication import Member, Reader, Row
from app.web.api.routes import api_router, op

router = api_router(prefix="/clubs/{club}/welcome", tags=["clubs"])


@router.get("", **op("Welcome message, for members", "Mensaje de bienvenida, para miembros"))
def show_welcome(asker: Reader, club: Row) -> models.Welcome:
    view, found = welcome.load_welcome(asker.services, club, asker.user_id)
    is_new = welcome.unread_welcome(asker.services, view, asker.user_id) is not None
    return models.Welcome(
        text_en=found.text_en, text_es=found.text_es, hidden=found.hidden, is_new=is_new
    )


@router.put(
    "",
    status_code=204,
    **op("Change the welcome message", "Cambiar el mensaje de bienvenida"),
)
def change_welcome(asker: Member, club: Row, given: models.WelcomeTexts) -> None:
    welcome.change_welcome(asker.services, club, asker.me, given.text_en, given.text_es)


@router.put(
    "/read",
    status_code=204,
    **op("Mark the welcome message as read", "Marcar como leído el mensaje de bienvenida"),
)
def close_welcome(asker: Member, club: Row) -> None:
    welcome.close_welcome(asker.services, club, asker.me)
