"""Confirmation questions before an act that ends a game or a step: question, consequences and form.
A question is an address (`?confirm=`).
"""

from __future__ import annotations

from dataclasses import dataclass

from starlette.datastructures import FormData

from app.kernel import clock_orders, table, table_orders
from app.kernel.contract import Order
from app.kernel.form import Choice
from app.kernel.open_seats import queued_sides
from app.kernel.say import Say, as_is, say
from app.kernel.side_departures import allies_in_play
from app.services.watch import game_view
from app.web.forms import flag_field
from app.web.panels.clock import CLAIMS, ClockPanel

CONFIRMED, A_PAIR = "confirmed", 2
CONCEDE, LEAVE, DRAW, CLAIM = "concede", "leave", "draw", "claim"
REST, DELETE, WITHDRAW = "rest", "delete", "withdraw"
CLAIM_OF = {f"claim-{what}": what for what in CLAIMS}
"""Claims on the clock, by the key of their question."""
AT_ONCE = say("The game ends at once.", "La partida acaba en el acto.")
GOES_ON = say("The game goes on without the side.", "La partida sigue sin ese bando.")
WITHDRAWN = (
    say(
        "Your entry is withdrawn before it takes effect. You may join again.",
        "Retiras tu entrada antes de que tenga efecto. Puedes volver a entrar.",
    ),
)
FOR_GOOD = say("This cannot be undone.", "No se puede deshacer.")
TITLES = {
    CONCEDE: say("Give up the game?", "¿Rendirse?"),
    LEAVE: say("Leave the game for good?", "¿Abandonar la partida para siempre?"),
    WITHDRAW: say("Withdraw your entry?", "¿Retirar tu entrada?"),
    DRAW: say("Agree to the draw?", "¿Aceptar las tablas?"),
    CLAIM: say("Claim the game?", "¿Reclamar la partida?"),
    "claim-remove": say("Remove the late side?", "¿Retirar al bando que se ha retrasado?"),
    "claim-win": say("Claim the win?", "¿Reclamar la victoria?"),
    "claim-draw": say("Take a draw?", "¿Quedar en tablas?"),
    "claim-cancel": say("Cancel the game?", "¿Anular la partida?"),
    REST: say("Let the server finish this step?", "¿Que el servidor acabe este paso?"),
    DELETE: say("Delete this sandbox?", "¿Borrar este ensayo?"),
}
LABELS = {
    CONCEDE: say("Give up the game", "Rendirse"),
    LEAVE: say("Leave the game", "Abandonar la partida"),
    WITHDRAW: say("Withdraw the entry", "Retirar la entrada"),
    DRAW: say("Agree to the draw", "Aceptar las tablas"),
    CLAIM: say("Claim the game", "Reclamar la partida"),
    **{key: CLAIMS[what] for key, what in CLAIM_OF.items()},
    REST: say("Let the server finish this step", "Que el servidor acabe este paso"),
    DELETE: say("Delete the sandbox", "Borrar el ensayo"),
}
ORDERS = {
    CONCEDE: '{"kind":"concede"}',
    LEAVE: '{"kind":"leave_seat"}',
    WITHDRAW: '{"kind":"leave_seat"}',
    DRAW: '{"kind":"offer_draw"}',
}


@dataclass(frozen=True)
class Question:
    """Question before an act: its key, its consequences and the address of its form.

    `order` is the platform's order that the form sends, `claims` the claim on the clock. Both are
    "" for other acts. `successors` are players who may take over the seat of one who leaves.
    """

    key: str
    says: tuple[Say, ...]
    to: str
    successors: tuple[Choice, ...] = ()

    @property
    def title(self) -> Say:
        return TITLES[self.key]

    @property
    def label(self) -> Say:
        return LABELS[self.key]

    @property
    def order(self) -> str:
        return ORDERS.get(self.key, "")

    @property
    def claims(self) -> str:
        return CLAIM_OF.get(self.key, "")

    @property
    def is_final(self) -> bool:
        """Return True if the act ends or deletes something permanently."""
        return self.key not in (REST, WITHDRAW)

    @property
    def leads_away(self) -> bool:
        """Return True if the form leads to another page."""
        return self.key == DELETE


def question_of(
    look: game_view.GameView,
    key: str,
    base: str,
    on: ClockPanel | None,
    leaves: Say | None,
    sandbox: str = "",
    defeat: tuple[Say, ...] = (),
) -> Question | None:
    """Question with this key, or None if the act is not possible now. `leaves` is the step whose
    remaining orders the server may give. `sandbox` is the sandbox's name. `defeat` are the
    consequences of a defeat in the long game of a battle.
    """
    if key == DELETE and sandbox:
        return Question(
            key,
            (
                say(
                    "“{name}” is deleted with its plan.",
                    "«{name}» se borra con su plan.",
                    name=sandbox,
                ),
                FOR_GOOD,
            ),
            base,
        )
    if sandbox or not is_asked(look, key):
        return None
    if key == CONCEDE:
        says = conceded(look, look.seat or "", (*for_allies(look), *defeat))
        return Question(key, (*says, FOR_GOOD), f"{base}/orders")
    if key == LEAVE and look.box.card.open_seats is not None:
        return leaving_question(look, f"{base}/orders")
    if key == DRAW and completes_a_draw(look):
        return draw_question(key, base)
    if key == CLAIM and look.left is not None:
        return Question(key, (*conceded(look, look.left.seat), FOR_GOOD), f"{base}/claim")
    if key in CLAIM_OF and on is not None and CLAIM_OF[key] in on.on.may_claim:
        return Question(key, (*claim_consequences(look, CLAIM_OF[key]), FOR_GOOD), f"{base}/clock")
    if key == REST and leaves is not None:
        return rest_question(look, key, base, leaves)
    return None


def draw_question(key: str, base: str) -> Question:
    """Question about the last agreement to a draw."""
    agreed = say(
        "It is a draw, unless the scenario counts points when all agree to end.",
        "Quedáis en tablas, salvo que el escenario cuente los puntos cuando todos acuerdan acabar.",
    )
    return Question(key, (AT_ONCE, agreed, FOR_GOOD), f"{base}/orders")


def rest_question(look: game_view.GameView, key: str, base: str, leaves: Say) -> Question:
    """Question about the orders that the server would give."""
    given = say(
        "The server gives your remaining orders of this step ({step}).",
        "El servidor da las órdenes que te quedan en este paso ({step}).",
        step=leaves,
    )
    undo = say(
        "You can take them back one by one, until another player decides or a die is rolled.",
        "Puedes deshacerlas una a una, hasta que decida otro jugador o se tire un dado.",
    )
    return Question(key, (given, undo), f"{base}/steps/{look.decisions[0].step}/rest")


def leaving_question(look: game_view.GameView, to: str) -> Question:
    """Question before a player leaves, or withdraws an entry before its effect."""
    if look.viewer.side in queued_sides(look.box, look.table):
        return Question(WITHDRAW, WITHDRAWN, to)
    says = look.box.leaving_words(look.table.state, look.viewer.side or "")
    found = look.box.successors(look.table.state, look.viewer.side or "")
    successors = tuple(Choice(side, game_view.side_title(look, side)) for side in found)
    goes_on = () if successors else (GOES_ON,)
    return Question(LEAVE, (*goes_on, *says, FOR_GOOD), to, successors)


def is_asked(look: game_view.GameView, key: str) -> bool:
    """True if the viewer's seat may act now; only sides in play are asked about the whole game."""
    if not look.seat or not look.is_now or look.outcome is not None or look.view is None:
        return False
    return key == REST or look.is_in_play


def conceded(look: game_view.GameView, seat: str, more: tuple[Say, ...] = ()) -> tuple[Say, ...]:
    """Consequences if the player of this seat gives up; `more` are those for the whole side."""
    allies = allies_in_play(look.table, seat)
    if allies and look.box.seat_gives_up(look.table.state, seat, allies) is not None:
        names = tuple(as_is(one.name) for one in look.seats if one.seat in allies and one.name)
        on = say("The side plays on with {who}.", "El bando sigue con {who}.", who=names)
        return (on,)
    return (*won_by(look, look.table.seats[seat]), *more)


def won_by(look: game_view.GameView, loser: str) -> tuple[Say, ...]:
    """Result of a game after a side concedes, as its game decides it."""
    others = tuple(side for side in table.in_play(look.box, look.table) if side != loser)
    leaving = look.box.side_leaves(look.table.state, loser, others)
    if not leaving.ends:
        return (GOES_ON,)
    winners = tuple(with_players(look, side) for side in leaving.winners)
    return AT_ONCE, say("The victory goes to {who}.", "La victoria es para {who}.", who=winners)


def with_players(look: game_view.GameView, side: str) -> Say:
    """Side with its players' names, such as "The raiders (Harold)"."""
    players = tuple(as_is(seat.name) for seat in look.seats if seat.side == side and seat.name)
    title = game_view.side_title(look, side)
    return (
        say("{side} ({players})", "{side} ({players})", side=title, players=players)
        if players
        else title
    )


def for_allies(look: game_view.GameView) -> tuple[Say, ...]:
    """Other players of the same side, who lose with the conceding player."""
    allies = tuple(
        as_is(seat.name)
        for seat in look.seats
        if seat.side == look.viewer.side and seat.seat != look.seat and seat.name
    )
    return (
        (
            say(
                "Your whole side gives up, with {who}.",
                "Se rinde todo tu bando, también {who}.",
                who=allies,
            ),
        )
        if allies
        else ()
    )


def claim_consequences(look: game_view.GameView, what: str) -> tuple[Say, ...]:
    """Consequences of a claim on the clock."""
    if what == "remove":
        return (GOES_ON,)
    if what == "draw":
        return AT_ONCE, say("It is a draw.", "Quedáis en tablas.")
    if what == "cancel":
        return AT_ONCE, say("It has no result.", "Queda sin resultado.")
    if len(table.in_play(look.box, look.table)) > A_PAIR:
        return AT_ONCE, say(
            "The victory goes to the sides whose time is not up.",
            "La victoria es para los bandos a los que les queda tiempo.",
        )
    return AT_ONCE, say(
        "The victory goes to {who}.",
        "La victoria es para {who}.",
        who=with_players(look, look.viewer.side or ""),
    )


def completes_a_draw(look: game_view.GameView) -> bool:
    """Return True if the viewer's agreement is the last one missing for a draw."""
    mine = look.viewer.side
    return (
        bool(look.draw_by)
        and mine not in look.draw_by
        and {*look.draw_by, mine} >= set(table.in_play(look.box, look.table))
    )


def key_of(look: game_view.GameView, order: Order) -> str:
    """Key of the question before an order of the platform; "" if there is no question."""
    match order:
        case table_orders.Concede():
            return CONCEDE if look.box.card.open_seats is None else LEAVE
        case table_orders.LeaveSeat():
            return LEAVE
        case table_orders.OfferDraw():
            return DRAW if completes_a_draw(look) else ""
        case clock_orders.Claim(what):
            return f"claim-{what}"
    return ""


def is_confirmed(form: FormData) -> bool:
    return flag_field(form, CONFIRMED)


def left_to_the_server(look: game_view.GameView) -> Say | None:
    """Step whose remaining orders the player may leave to the server; None if there is no such
    order.
    """
    for step in look.box.card.sequence if look.decisions else ():
        if (
            step.automatic_orders
            and step.key == look.decisions[0].step
            and any(
                isinstance(offer.order, step.automatic_orders) and offer.is_live
                for offer in look.offers
            )
        ):
            return step.title
    return None
