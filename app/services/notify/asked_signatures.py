"""Request of a referee that another referee signs a correction. It has no effect on the game."""

from __future__ import annotations

import hashlib
from urllib.parse import urlencode

from app.kernel.correction_orders import CorrectMove
from app.kernel.decider_names import decider_name
from app.kernel.record import as_given
from app.kernel.refusal import no, refuse_if
from app.kernel.say import say
from app.services.container import Services
from app.services.notify.notifications import notify_member, title_of
from app.services.notify.outbox import Message
from app.services.people.muted_orders import words_refusal
from app.services.play.given_orders import words_in
from app.services.watch.game_view import GameView
from app.store.records import Referee

KIND = "campaign"
STRIKE, GIVEN, REASON = "strike", "given", "correction_reason"
"""Two values of the field `offer` in the form of a correction, and the name of the field of its
reason.

"strike" puts nothing in place of the move, "given" puts the order in the field `instead`.
"""


def other_referees(look: GameView) -> tuple[Referee, ...]:
    """Referees of a game without the viewer."""
    return tuple(one for seat in look.seats for one in seat.referees if one.user_id != look.user_id)


def query_of(order: CorrectMove) -> str:
    """Query of the page that previews a correction."""
    fields = {"move": str(order.move), "offer": STRIKE, REASON: order.reason}
    if order.instead is not None:
        fields |= {"offer": GIVEN, "instead": as_given(order.instead)}
    return urlencode(fields)


def ask_to_sign(services: Services, look: GameView, order: CorrectMove) -> None:
    """Send the other referees a link to the preview of a correction. The same request goes out
    once.

    Raises `Refused` without another referee, and for own words of a muted user.
    """
    others, game, query = other_referees(look), look.game, query_of(order)
    decider = decider_name(look.box.card)
    if not others:
        alone = "There is no other {decider}.", "No hay otro {decider}."
        refuse_if(no("CAR-COR-02", *alone, decider=decider))
    title = say(
        "Sign a correction: {game}", "Firma una corrección: {game}", game=title_of(look.box, game)
    )
    asks = say(
        "Another {decider} asks you to sign a correction of move {move}. Reason: {why}",
        "Otro {decider} te pide que firmes una corrección de la jugada {move}. Motivo: {why}",
        decider=decider,
        move=order.move,
        why=order.reason,
    )
    link = f"/games/{game.address}/corrections?{query}"
    digest = hashlib.sha256(query.encode()).hexdigest()[:16]
    with services.store.write() as work:
        words = words_in(services, look.history, order)
        refuse_if(words_refusal(work, look.user_id, words))
        for one in others:
            message = Message(KIND, title, (asks,), link, game.id, look.last, asks=True)
            notify_member(work, one.user_id, KIND, f"sign:{game.id}:{look.last}:{digest}", message)
        work.commit()
