"""Chats of a game: messages of the players and of the spectators, and private notes."""

from __future__ import annotations

from app.services.people import notes, player_chat
from app.services.people.complaints import complain_about_chat_message, complain_about_remark
from app.services.people.spectator_chat import load_remarks, write_remark
from app.services.watch.game_view import load_followed
from app.services.watch.spectators import load_spectators
from app.web.api import authentication, models, responses
from app.web.api.authentication import Address, After, Player, Reader, Row, Watcher
from app.web.api.routes import api_router, op

router = api_router(prefix="/games", tags=["games"])
COMPLAINTS = authentication.limited_as("complaints")


# --- Player chat
@router.get(
    "/{address}/letters",
    **op("Messages of the players", "Mensajes de los jugadores"),
)
def read_letters(asker: Reader, address: Address, after: After = 0) -> list[models.ChatMessage]:
    return [
        responses.chat_message_model(one)
        for one in player_chat.load_chat_messages(asker.services, address, asker.user_id, after)
    ]


@router.post(
    "/{address}/letters",
    status_code=201,
    **op("Send a message to the table", "Enviar un mensaje a la mesa"),
)
def write_letter(
    asker: Player, address: Address, writing: models.ChatMessageWriting
) -> models.ChatMessage:
    return responses.chat_message_model(
        player_chat.write_chat_message(asker.services, address, asker.me, **writing.model_dump())
    )


@router.post(
    "/{address}/letters/{letter}/report",
    status_code=204,
    dependencies=[COMPLAINTS],
    **op("Report a message to the moderators", "Denunciar un mensaje a los moderadores"),
)
def report_letter(asker: Player, address: Address, letter: Row, reason: models.Reason) -> None:
    complain_about_chat_message(asker.services, address, asker.me, letter, reason.reason)


# --- Spectator chat
@router.get(
    "/{address}/watching",
    **op("Spectators: number and members", "Espectadores: número y miembros"),
)
def watching(asker: Reader, address: Address) -> models.Watching:
    return responses.watching_model(load_spectators(asker.services, address, asker.user_id))


@router.get(
    "/{address}/remarks",
    **op(
        "Messages of spectators; for players at the end",
        "Mensajes del público; a jugadores, al final",
    ),
)
def read_remarks(
    asker: Reader, address: Address, after: After = 0, about: After = 0
) -> list[models.Remark]:
    return [
        responses.remark_model(one)
        for one in load_remarks(asker.services, address, asker.user_id, after, about or None)
    ]


@router.post(
    "/{address}/remarks",
    status_code=201,
    **op("Send a message to the spectators", "Enviar un mensaje al público"),
)
def remark(asker: Player, address: Address, saying: models.Saying) -> models.Remark:
    return responses.remark_model(
        write_remark(asker.services, address, asker.me, saying.text, saying.about)
    )


@router.post(
    "/{address}/remarks/{number}/report",
    status_code=204,
    dependencies=[COMPLAINTS],
    **op("Report a message of a spectator", "Denunciar un mensaje del público"),
)
def report_remark(asker: Player, address: Address, number: Row, reason: models.Reason) -> None:
    complain_about_remark(asker.services, address, asker.me, number, reason.reason)


@router.get(
    "/{address}/notes",
    **op(
        "Your private notes on moves",
        "Tus notas privadas sobre jugadas",
    ),
)
def read_notes(asker: Watcher, address: Address) -> list[models.Note]:
    followed = load_followed(asker.services, address, asker.me)
    return [
        responses.note_model(one)
        for one in notes.list_notes(asker.services, followed.game.id, asker.me)
    ]


@router.put(
    "/{address}/notes/{number}",
    **op(
        "Set your note on a move; empty deletes it",
        "Guardar tu nota sobre una jugada; vacía la borra",
    ),
)
def write_note(
    asker: Player, address: Address, number: Row, writing: models.Writing
) -> models.Note:
    return responses.note_model(
        notes.write_note(asker.services, address, asker.me, number, writing.text)
    )
