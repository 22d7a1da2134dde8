"""Pictures of the front page of a club."""

from __future__ import annotations

from fastapi import Response

from app.services.clubs import club_pictures
from app.services.clubs.club_pictures import LONGEST_CAPTION, MOST
from app.services.clubs.clubs import load_club
from app.services.clubs.roles import Permission
from app.services.errors import NoSuchClub
from app.web.api import club_page_models as models
from app.web.api.authentication import Asker, Member, Reader, Row, limited_as
from app.web.api.routes import api_router, op
from app.web.api.uploaded_forms import SentForm, pictures_body, sent_pictures
from app.web.picture_answers import JPEG

router = api_router(prefix="/clubs/{club}/pictures", tags=["clubs"])
PICTURES = pictures_body(MOST, LONGEST_CAPTION)


@router.get("", **op("Pictures of the front page", "Imágenes de la portada"))
def list_pictures(asker: Reader, club: Row) -> list[models.ClubPicture]:
    return _pictures(asker, club)


def _pictures(asker: Asker, club: int) -> list[models.ClubPicture]:
    view = load_club(asker.services, club, asker.user_id)
    return [
        models.ClubPicture(
            id=one.id,
            caption=one.caption,
            name=one.name,
            width=one.width,
            height=one.height,
            made_at=one.made_at,
        )
        for one in club_pictures.list_pictures(asker.services, view)
    ]


@router.post(
    "",
    status_code=201,
    dependencies=[limited_as("photographs")],
    **op(
        "Add pictures to the front page, all or none",
        "Añadir imágenes a la portada, todas o ninguna",
        requestBody=PICTURES,
    ),
)
def add_pictures(asker: Member, club: Row, form: SentForm) -> list[models.ClubPicture]:
    if not load_club(asker.services, club, asker.me).may(Permission.CHRONICLE):
        raise NoSuchClub
    club_pictures.add_pictures(asker.services, club, asker.me, *sent_pictures(form))
    return _pictures(asker, club)


@router.get(
    "/{number}.jpg",
    response_class=Response,
    responses=JPEG,
    **op("A picture as JPEG", "Una imagen en JPEG"),
)
def read_picture(asker: Reader, club: Row, number: Row) -> Response:
    _, data = club_pictures.load_picture(asker.services, club, asker.user_id, number)
    return Response(data, media_type="image/jpeg")


@router.delete(
    "/{number}",
    status_code=204,
    **op("Remove a picture for good", "Quitar una imagen para siempre"),
)
def remove_picture(asker: Member, club: Row, number: Row) -> None:
    club_pictures.remove_picture(asker.services, club, asker.me, number)
