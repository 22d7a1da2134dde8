"""Confirmation questions that have a page of their own: leaving a waiting table, deleting an army.
The page has the address of the act: GET asks, POST acts if its form is confirmed.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.kernel.say import Say, say
from app.services.watch import game_view
from app.store import records
from app.store.club_pictures import ClubPicture
from app.store.photographs import Photograph

FOR_GOOD = say("This cannot be undone.", "No se puede deshacer.")


@dataclass(frozen=True)
class PageQuestion:
    """Question before an act: its consequences, the address of its form and the way back."""

    title: Say
    says: tuple[Say, ...]
    label: Say
    to: str
    back: str
    back_label: Say


def leaving_question(look: game_view.GameView) -> PageQuestion | None:
    """Question before leaving a table that has not begun; None if the viewer has no seat there."""
    if look.seat is None or look.game.status != "open":
        return None
    base = f"/games/{look.game.address}"
    return PageQuestion(
        say("Leave the table?", "¿Dejar la mesa?"),
        left_behind(look),
        say("Leave the table", "Dejar la mesa"),
        f"{base}/leave",
        base,
        say("Stay", "Quedarme"),
    )


def left_behind(look: game_view.GameView) -> tuple[Say, ...]:
    """Consequences of leaving a table, as `lobby.free_seat_of_user` decides them."""
    if any(seat.user_id for seat in look.seats if seat.seat != look.seat):
        return (
            say(
                "Your seat becomes free, and another player may take it.",
                "Tu asiento queda libre, y otro jugador puede ocuparlo.",
            ),
            say(
                "The table forgets what you have brought. Your saved armies stay.",
                "La mesa olvida lo que has traído. Tus ejércitos guardados se conservan.",
            ),
        )
    return (
        say(
            "No other player sits here, so the table is deleted with its invitations.",
            "No hay otro jugador sentado, así que la mesa se borra con sus invitaciones.",
        ),
        FOR_GOOD,
    )


def deletion_question(army: records.Army) -> PageQuestion:
    """Question before deleting a saved army."""
    return PageQuestion(
        say("Delete this army?", "¿Borrar este ejército?"),
        (
            say("“{name}” is deleted.", "«{name}» se borra.", name=army.name),
            say(
                "A table to which you have brought it keeps its copy.",
                "La mesa a la que lo hayas llevado conserva su copia.",
            ),
            FOR_GOOD,
        ),
        say("Delete the army", "Borrar el ejército"),
        f"/armies/{army.id}/delete",
        f"/armies/{army.id}",
        say("Keep the army", "Conservar el ejército"),
    )


def club_picture_question(one: ClubPicture) -> PageQuestion:
    """Question before removing a picture of a club."""
    page = f"/clubs/{one.club_id}/pictures"
    return PageQuestion(
        say("Remove this picture?", "¿Quitar esta imagen?"),
        (
            say(
                "It disappears from the front page of the club.",
                "Desaparece de la portada del club.",
            ),
            FOR_GOOD,
        ),
        say("Remove the picture", "Quitar la imagen"),
        f"{page}/{one.id}/remove",
        page,
        say("Keep the picture", "Conservar la imagen"),
    )


def photograph_question(address: str, one: Photograph) -> PageQuestion:
    """Question before removing a photograph of a battle."""
    return PageQuestion(
        say("Remove this photograph?", "¿Quitar esta fotografía?"),
        (
            say(
                "It disappears from the page of the battle and from the chronicle.",
                "Desaparece de la página de la batalla y de la crónica.",
            ),
            FOR_GOOD,
        ),
        say("Remove the photograph", "Quitar la fotografía"),
        f"/games/{address}/photographs/{one.id}/remove",
        f"/games/{address}/battles/{one.battle}#photographs",
        say("Keep the photograph", "Conservar la fotografía"),
    )
