"""Story of a long game: photographs of battles, own words of the chronicle, scribes."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Response

from app.services.errors import NotYourSeat
from app.services.play import chronicle_words, photographs
from app.services.play.photographs import LONGEST_CAPTION, MOST
from app.services.watch import reading_pages
from app.web.api import story_models as models
from app.web.api.authentication import Address, Asker, Player, Reader, Row, Word, limited_as
from app.web.api.campaign_models import Naming
from app.web.api.routes import api_router, op
from app.web.api.uploaded_forms import SentForm, pictures_body, sent_pictures
from app.web.picture_answers import JPEG

router = api_router(prefix="/games/{address}", tags=["story"])
PHOTOGRAPHS = pictures_body(MOST, LONGEST_CAPTION)


# --- Photographs
@router.get(
    "/photographs",
    **op(
        "Photographs of the battles of a long game, or of one battle",
        "Fotografías de las batallas de una partida larga, o de una batalla",
    ),
)
def list_photographs(
    asker: Reader, address: Address, battle: Annotated[str, Query(max_length=64)] = ""
) -> list[models.Photograph]:
    return _photographs(asker, address, battle)


def _photographs(asker: Asker, address: str, battle: str) -> list[models.Photograph]:
    told = reading_pages.load_pages(asker.services, address, asker.user_id)
    if battle:
        told.battle(battle)
    known = {one.key for one in told.pages.battles}
    found = photographs.list_photographs(asker.services, told.look, battle)
    return models.photograph_models(told.look, [one for one in found if one.battle in known])


@router.post(
    "/battles/{battle}/photographs",
    status_code=201,
    dependencies=[limited_as("photographs")],
    **op(
        "Add photographs to a battle on a real table, all or none",
        "Añadir fotografías a una batalla en mesa real, todas o ninguna",
        requestBody=PHOTOGRAPHS,
    ),
)
def add_photographs(
    asker: Player, address: Address, battle: Word, form: SentForm
) -> list[models.Photograph]:
    told = reading_pages.load_pages(asker.services, address, asker.me)
    if not photographs.may_add(told.look, told.battle(battle).acting):
        raise NotYourSeat
    photographs.add_photographs(asker.services, address, asker.me, battle, *sent_pictures(form))
    return _photographs(asker, address, battle)


@router.get(
    "/photographs/{number}.jpg",
    response_class=Response,
    responses=JPEG,
    **op("A photograph as JPEG", "Una fotografía en JPEG"),
)
def read_photograph(asker: Reader, address: Address, number: Row) -> Response:
    _, data = photographs.load_photograph(asker.services, address, asker.user_id, number)
    return Response(data, media_type="image/jpeg")


@router.delete(
    "/photographs/{number}",
    status_code=204,
    **op("Remove a photograph for good", "Quitar una fotografía para siempre"),
)
def remove_photograph(asker: Player, address: Address, number: Row) -> None:
    photographs.remove_photograph(asker.services, address, asker.me, number)


# --- Own words
@router.get(
    "/chronicle/words",
    **op(
        "Own words of players and scribes in the chronicle",
        "Textos propios de jugadores y cronistas en la crónica",
    ),
)
def list_words(asker: Reader, address: Address) -> models.ChronicleWords:
    return models.words_model(
        chronicle_words.load_illustrated(asker.services, address, asker.user_id)
    )


@router.put(
    "/chronicle/words",
    **op(
        "Save your words in a section of the chronicle; an empty text removes them",
        "Guardar tu texto en una sección de la crónica; un texto vacío lo quita",
    ),
)
def write_words(
    asker: Player, address: Address, given: models.SectionText
) -> models.ChronicleWords:
    chronicle_words.write_words(
        asker.services, address, asker.me, given.section, given.text, given.number
    )
    return list_words(asker, address)


# --- Scribes
@router.get("/scribes", **op("Scribes of a long game", "Cronistas de una partida larga"))
def list_scribes(asker: Reader, address: Address) -> models.Scribes:
    return models.scribes_model(
        chronicle_words.load_illustrated(asker.services, address, asker.user_id)
    )


@router.post(
    "/scribes",
    dependencies=[limited_as("invitations")],
    **op("Name a scribe, as a referee", "Nombrar a un cronista, siendo árbitro"),
)
def name_scribe(asker: Player, address: Address, given: Naming) -> models.Scribes:
    chronicle_words.load_illustrated(asker.services, address, asker.me)
    chronicle_words.name_scribe(asker.services, address, asker.me, given.name)
    return list_scribes(asker, address)


@router.delete(
    "/scribes/{person}",
    status_code=204,
    dependencies=[limited_as("invitations")],
    **op(
        "Remove a scribe, as a referee or as this scribe",
        "Quitar a un cronista, siendo árbitro o ese cronista",
    ),
)
def remove_scribe(asker: Player, address: Address, person: Row) -> None:
    chronicle_words.load_illustrated(asker.services, address, asker.me)
    chronicle_words.remove_scribe(asker.services, address, asker.me, person)
