"""Referees of a long game: their names, votes for another one, and their desk."""

from __future__ import annotations

from app.services.play import absence_reasons, referee_desk, referee_notes, referees
from app.services.watch import decision_spans, game_view
from app.web.api import campaign_models as models
from app.web.api import campaign_responses as responses
from app.web.api.authentication import Address, Asker, Player, Reader, Row, Watcher, limited_as
from app.web.api.routes import api_router, op

router = api_router(prefix="/games/{address}", tags=["referees"])
ORDERS = limited_as("orders")


@router.get(
    "/desk",
    **op(
        "Desk of a referee: what waits, players with a deadline, possible orders",
        "Mesa del árbitro: qué espera, jugadores con plazo, órdenes posibles",
    ),
)
def desk(asker: Watcher, address: Address) -> models.Desk:
    found = referee_desk.load_desk(asker.services, address, asker.me)
    return responses.desk_model(found, asker.language)


@router.get(
    "/desk/decisions",
    **op(
        "Decisions of the present turn: asked, answered and late when",
        "Decisiones del turno actual: cuándo se pidieron, se tomaron y vencieron",
    ),
)
def decisions(asker: Watcher, address: Address) -> models.DecisionsOfTurn:
    found = referee_desk.load_desk(asker.services, address, asker.me)
    turn = decision_spans.decisions_of_turn(asker.services, found.look)
    return responses.decisions_model(turn, asker.language)


@router.get(
    "/desk/absences",
    **op("Announced absences and their reasons", "Ausencias anunciadas y sus motivos"),
)
def list_absences(asker: Watcher, address: Address) -> list[models.Absence]:
    found = referee_desk.load_desk(asker.services, address, asker.me)
    absences = absence_reasons.absences_of(asker.services, found)
    return responses.absence_models(absences, asker.language)


@router.get(
    "/absences",
    **op("Own absences and their reasons", "Ausencias propias y sus motivos"),
)
def own_absences(asker: Watcher, address: Address) -> list[models.Absence]:
    found = absence_reasons.own_absences(asker.services, address, asker.me)
    return responses.absence_models(found, asker.language)


@router.put(
    "/absences",
    status_code=204,
    dependencies=[ORDERS],
    **op(
        "Give the referees the reason of an own absence",
        "Dar a los árbitros el motivo de una ausencia propia",
    ),
)
def give_reason(asker: Player, address: Address, given: models.GivingReason) -> None:
    absence_reasons.save_reason(asker.services, address, asker.me, given.first, given.reason)


@router.get("/desk/notes", **op("Notes of the referees", "Notas de los árbitros"))
def list_notes(asker: Watcher, address: Address) -> list[models.RefereeNote]:
    return _notes_now(asker, address)


@router.post(
    "/desk/notes",
    status_code=201,
    **op("Add a note, as a referee", "Añadir una nota, siendo árbitro"),
)
def add_note(
    asker: Player, address: Address, given: models.WritingNote
) -> list[models.RefereeNote]:
    referee_notes.add_note(asker.services, address, asker.me, given.text)
    return _notes_now(asker, address)


@router.put("/desk/notes/{number}", **op("Change an own note", "Cambiar una nota propia"))
def change_note(
    asker: Player, address: Address, number: Row, given: models.WritingNote
) -> list[models.RefereeNote]:
    referee_notes.change_note(asker.services, address, asker.me, number, given.text)
    return _notes_now(asker, address)


@router.delete(
    "/desk/notes/{number}",
    status_code=204,
    **op("Delete a note for good", "Borrar una nota para siempre"),
)
def remove_note(asker: Player, address: Address, number: Row) -> None:
    referee_notes.remove_note(asker.services, address, asker.me, number)


def _notes_now(asker: Asker, address: str) -> list[models.RefereeNote]:
    desk = referee_desk.load_desk(asker.services, address, asker.me)
    notes = referee_notes.list_notes(asker.services, address, asker.me)
    return responses.note_models(desk, notes)


@router.get("/referees", **op("Referees of a game", "Árbitros de una partida"))
def list_referees(asker: Reader, address: Address) -> models.Referees:
    return _now(asker, address)


@router.post(
    "/referees",
    dependencies=[ORDERS],
    **op("Name another referee, as a referee", "Nombrar a otro árbitro, siendo árbitro"),
)
def name_referee(asker: Player, address: Address, given: models.Naming) -> models.Referees:
    referees.name_referee(asker.services, address, asker.me, given.name)
    return _now(asker, address)


@router.delete(
    "/referees",
    status_code=204,
    dependencies=[ORDERS],
    **op("Resign as a referee", "Dejar de ser árbitro"),
)
def resign(asker: Player, address: Address) -> None:
    referees.resign(asker.services, address, asker.me)


@router.put(
    "/referees/vote",
    dependencies=[ORDERS],
    **op(
        "Vote for another referee while one is silent",
        "Votar a otro árbitro mientras uno no responde",
    ),
)
def vote(asker: Player, address: Address, given: models.Naming) -> models.Referees:
    look = game_view.load_view(asker.services, address, asker.me)
    referees.vote_for_referee(asker.services, look, asker.me, given.name)
    return _now(asker, address)


def _now(asker: Asker, address: str) -> models.Referees:
    return responses.referees_model(referees.load_referees(asker.services, address, asker.user_id))
