"""Own words of a club about a month of its chronicle."""

from __future__ import annotations

from app.kernel.free_text import text_refused
from app.kernel.refusal import Refusal, no, refuse_if
from app.services.clubs.club_chronicle import months_of
from app.services.clubs.clubs import require_active
from app.services.clubs.roles import Permission
from app.services.container import Services, current_time
from app.services.people import moderation_rules
from app.services.people.player_chat import tidy_text
from app.store.clubs import Club

LONGEST = 4000


def write_chapter(
    services: Services, club_id: int, user_id: int, month: str, text: str, base: str = ""
) -> None:
    """Write about a month; the text replaces the one that was saved at the time `base`. Without any
    text there is none. Raises `NoSuchClub`, `Refused` or `TooOften`.
    """
    text = tidy_text(text)
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.CHRONICLE)
        refuse_if(
            moderation_rules.muted_refusal(work, user_id),
            month_refusal(club, month),
            text_refused(text, LONGEST, "CAR-CLB-40"),
        )
        now, written = current_time(), work.club_chronicles.texts_of_year(club.id, int(month[:4]))
        known = next((one for one in written if one.month == month), None)
        refuse_if(overtaken_refusal(known.made_at if known else "", base))
        if text == (known.text if known else ""):
            return
        services.limits.rate_limit("house rules", user=user_id)
        work.club_chronicles.save_text(club.id, month, text, user_id, now)
        work.club_log.add_act(club.id, now, user_id, "chapter_written", detail=month)
        work.commit()


def month_refusal(club: Club, month: str) -> Refusal | None:
    """CAR-CLB-40: A chapter is about a month of the club, from its founding to the present one."""
    if month[:4].isdecimal() and month in months_of(club, int(month[:4])):
        return None
    return no(
        "CAR-CLB-40",
        "Choose a month from the founding of the club to the present one.",
        "Elige un mes entre la fundación del club y el actual.",
    )


def overtaken_refusal(saved: str, base: str) -> Refusal | None:
    """CAR-CLB-41: A text that another author has saved meanwhile is not overwritten."""
    if saved == base:
        return None
    return no(
        "CAR-CLB-41",
        "Another text about this month was saved meanwhile. Read it and save again.",
        "Entretanto se ha guardado otro texto de este mes. Léelo y guarda otra vez.",
    )
