"""End of wishes: by a member who is not seen for two weeks, after a question, and of live hours."""

from __future__ import annotations

from app.kernel.say import Say, say
from app.services.container import Services, current_time
from app.services.notify import notifications
from app.services.notify.outbox import Message
from app.services.play.wish_facts import WISHES, hours_between
from app.services.play.wish_rules import ASKED_AFTER_DAYS, ENDS_AFTER_DAYS, LIVE
from app.store.opponent_wishes import OpponentWish
from app.store.transactions import UnitOfWork

PAGE = "/opponents"


def end_unseen_wishes(services: Services) -> None:
    """CAR-OPP-06: Ask the owners of wishes who have not been seen for eleven days. End a wish after
    two weeks, three days after the question. A live wish ends with its hours.
    """
    with services.store.read() as work:
        if not any(_step(work, one) for one in work.opponent_wishes.all_active()):
            return
    with services.store.write() as work:
        work.take_turns(WISHES)
        for wish in work.opponent_wishes.all_active():
            _take_step(work, wish, _step(work, wish))
        work.commit()


def _step(work: UnitOfWork, wish: OpponentWish) -> str:
    """Next step for a wish: "expire", "end", "ask", "keep" after an answer, or ""."""
    now = current_time()
    if set(wish.paces) == {LIVE} and wish.live_until <= now:
        return "expire"
    seen = max(work.opponent_wishes.last_seen([wish.user_id]).get(wish.user_id, ""), wish.seen_at)
    days = hours_between(seen, now) / 24
    if wish.asked_at and seen > wish.asked_at:
        return "keep"
    if not wish.asked_at:
        return "ask" if days >= ASKED_AFTER_DAYS else ""
    answered_for = hours_between(wish.asked_at, now) / 24
    is_over = days >= ENDS_AFTER_DAYS and answered_for >= ENDS_AFTER_DAYS - ASKED_AFTER_DAYS
    return "end" if is_over else ""


def _take_step(work: UnitOfWork, wish: OpponentWish, step: str) -> None:
    if step in ("expire", "end"):
        work.opponent_wishes.delete_wish(wish.id)
    if step == "end":
        _notify(work, wish, "ended", ENDED, ENDED_LINE)
    elif step == "keep":
        work.opponent_wishes.update_wish(wish.id, asked_at="")
    elif step == "ask":
        work.opponent_wishes.update_wish(wish.id, asked_at=current_time())
        _notify(work, wish, f"asked:{current_time()[:10]}", QUESTION, QUESTION_LINE)


QUESTION = say("Do you still look for an opponent?", "¿Sigues buscando rival?")
QUESTION_LINE = say(
    "Your wish for an opponent ends in three days unless you visit the page.",
    "Tu búsqueda de rival termina en tres días si no visitas la página.",
)
ENDED = say("Your wish for an opponent has ended", "Tu búsqueda de rival ha terminado")
ENDED_LINE = say(
    "You have not been here for two weeks. You can save the wish again.",
    "Llevas dos semanas sin venir. Puedes guardar la búsqueda otra vez.",
)


def _notify(work: UnitOfWork, wish: OpponentWish, what: str, title: Say, line: Say) -> None:
    message = Message("opponent", title, (line,), PAGE, asks=True)
    notifications.notify_member(work, wish.user_id, "opponent", f"wish:{wish.id}:{what}", message)
