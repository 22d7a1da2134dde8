"""Rules of moderation: mutes, notes and the sentences for acts."""

from __future__ import annotations

from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say
from app.services.container import current_time
from app.services.people.complaints import LONGEST
from app.store.transactions import UnitOfWork

LONGEST_MUTE = 365


ACTS = {
    "hide": say("The text is removed.", "El texto queda retirado."),
    "show": say("The text is shown again.", "El texto vuelve a mostrarse."),
    "rename": say("The name is neutral now.", "El nombre es neutro ahora."),
    "mute": say(
        "The member cannot write for some days.",
        "El miembro no puede escribir durante unos días.",
    ),
    "unmute": say("The member may write again.", "El miembro puede volver a escribir."),
    "suspend": say("The account is suspended.", "La cuenta queda suspendida."),
    "lift": say(
        "The account lets its owner in again.", "La cuenta vuelve a dejar entrar a su dueño."
    ),
    "dismiss": say("Nothing is done about the complaint.", "No se hace nada con la denuncia."),
    "name": say("The member is a moderator.", "El miembro es moderador."),
    "release": say("The member is no moderator any more.", "El miembro ya no es moderador."),
}


def muted_refusal(work: UnitOfWork, user_id: int) -> Refusal | None:
    """CAR-MOD-01: A muted user and the user's bot accounts cannot write until the time is over."""
    until = max((one.muted_until for one in work.programs.responsible_users(user_id)), default="")
    if until > current_time():
        return no(
            "CAR-MOD-01",
            "A moderator has muted you until {day}.",
            "Un moderador te ha silenciado hasta el {day}.",
            day=until[:10],
        )
    return None


def mute_days_refusal(days: int) -> Refusal | None:
    """CAR-MOD-04: A user is muted for 1 to 365 days."""
    if 1 <= days <= LONGEST_MUTE:
        return None
    return no(
        "CAR-MOD-04",
        "Say for how many days: 1 to {most}.",
        "Di cuántos días: de 1 a {most}.",
        most=LONGEST_MUTE,
    )


def note_refusal(note: str) -> Refusal | None:
    """CAR-MOD-05: A moderator's note has at most 500 characters."""
    if len(note) <= LONGEST:
        return None
    return no(
        "CAR-MOD-05",
        "A note has at most {most} characters.",
        "Una nota tiene {most} caracteres como mucho.",
        most=LONGEST,
    )


def act_sentence(what: str) -> Say:
    """Sentence for an act of a moderator."""
    return ACTS.get(what) or say(what, what)
