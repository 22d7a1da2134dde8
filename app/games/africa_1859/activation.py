"""AFR-SEQ, AFB-ACT: phases, opening and closing of spaces, and the counters that may act."""

from __future__ import annotations

from collections.abc import Iterable

from app.games.africa_1859 import events as e
from app.games.africa_1859 import orders
from app.games.africa_1859.counters import is_on_map, title_of
from app.games.africa_1859.ground import (
    has_camp_marker,
    is_locality,
    leaders_at,
    map_of,
    place,
    space_of,
    units_at,
)
from app.games.africa_1859.procedures import EndStep
from app.games.africa_1859.run import ActionRules, Refusals, Run
from app.games.africa_1859.state import END_STEP, ENEMY_OF, MOROCCO, SPAIN, Unit, War
from app.kernel.refusal import Refusal, Refused, no, refuse_if

FIRST_PART = "rally"


def side_of(war: War, seat: str) -> str:
    """Side of a seat."""
    return war.terms.seats[seat]


def seats_of(war: War, side: str) -> list[str]:
    """Seats of a side whose players have not given up."""
    seats = war.terms.seats.items()
    return [seat for seat, one in seats if one == side and seat not in war.abandoned]


# --- Phases
def wrong_phase(war: War, seat: str) -> Refusal | None:
    """AFR-SEQ-01: Spain makes all activations of a turn before Morocco makes any."""
    side = side_of(war, seat)
    if side == war.phase.side:
        return phase_ended(war, seat)
    return no(
        "AFR-SEQ-01" if side == MOROCCO else "AFR-SEQ-15",
        "It is the phase of the other side.",
        "Es la fase del otro bando.",
    )


def phase_ended(war: War, seat: str) -> Refusal | None:
    """Refusal for a seat that has ended the phase while others of its side have not."""
    if seat not in war.phase.ended:
        return None
    return no(
        "AFB-WEB-04",
        "You have ended this phase; the other players of your side still act.",
        "Has cerrado esta fase; los demás jugadores de tu bando siguen activando.",
    )


def end_phase_refusals(war: War, order: orders.EndPhase, seat: str) -> Refusals:  # noqa: ARG001 - as all
    """AFB-ACT-07: A phase ends while no space is open and no decision is pending."""
    if not war.phase.open:
        return ()
    return (
        no(
            "AFB-ACT-07",
            "Close {place:the} first.",
            "Cierra antes {place:el}.",
            place=place(war, war.phase.open),
        ),
    )


def end_phase(run: Run, order: orders.EndPhase, seat: str) -> None:  # noqa: ARG001 - as all
    """AFR-SEQ-15: Moroccan activations follow when Spain has ended, then the end step."""
    run.tell(e.PhaseEnded(seat))
    side = side_of(run.war, seat)
    if not set(seats_of(run.war, side)) <= set(run.war.phase.ended):
        return
    if side == SPAIN:
        run.tell(e.PhaseBegan(run.war.turn, MOROCCO))
    else:
        run.tell(e.PhaseBegan(run.war.turn, END_STEP))
        run.push(EndStep(FIRST_PART))


# --- Spaces
def known_space(war: War, *spaces: str) -> None:
    """Raise `Refused` if a space is not on the map."""
    if not set(spaces) <= set(map_of(war).spaces):
        raise Refused(
            no(
                "CAR-TAB-08",
                "There is no such place on this map.",
                "No existe ese lugar en este mapa.",
            )
        )


def open_refusals(war: War, order: orders.Open, seat: str) -> Refusals:
    """Refusals of opening a space."""
    known_space(war, order.space)
    return (
        other_space_open(war, order.space),
        *opening_refusals(war, order.space, side_of(war, seat)),
    )


def opening_refusals(war: War, space: str, side: str) -> Refusals:
    """Refusals of opening a space while none is open."""
    return (
        opened_already(war, space),
        not_own_space(war, space, side),
        without_town_camp_or_leader(war, space, side),
    )


def other_space_open(war: War, space: str) -> Refusal | None:
    """AFR-SEQ-02: A space is opened only while none is open, and once in a phase."""
    if not war.phase.open:
        return None
    return no(
        "AFR-SEQ-02",
        "Close {place:the} before you open {other:the}.",
        "Cierra {place:el} antes de abrir {other:el}.",
        place=place(war, war.phase.open),
        other=place(war, space),
    )


def opened_already(war: War, space: str) -> Refusal | None:
    """Refusal of a space that was opened earlier in the phase."""
    if space not in war.phase.opened or space == war.phase.open:
        return None
    return no(
        "AFR-SEQ-02",
        "The space {place} has been opened in this phase already.",
        "{place:El} ya {place:se ha|se han} abierto en esta fase.",
        place=place(war, space),
    )


def not_own_space(war: War, space: str, side: str) -> Refusal | None:
    """Refusal of a space without an own unit or leader."""
    if units_at(war, space, side) or leaders_at(war, space, side):
        return None
    return no(
        "AFR-SEQ-02",
        "You have no unit and no leader in {place:the}.",
        "No tienes unidades ni líderes en {place:el}.",
        place=place(war, space),
    )


def without_town_camp_or_leader(war: War, space: str, side: str) -> Refusal | None:
    """AFR-SEQ-16: Morocco opens a space with a town or village, its camp, or its leader."""
    if side == SPAIN or is_locality(war, space) or leaders_at(war, space, MOROCCO):
        return None
    if has_camp_marker(war, space) and space_of(war, space).camp == MOROCCO:
        return None
    return no(
        "AFR-SEQ-16",
        "The space {place} has no town or village, no Moroccan camp and no Moroccan leader.",
        "En {place:el} no hay localidad, campamento marroquí ni líder marroquí.",
        place=place(war, space),
    )


def open_space(run: Run, order: orders.Open, seat: str) -> None:  # noqa: ARG001 - as all
    """Open a space."""
    run.tell(e.Opened(order.space))


def close_refusals(war: War, order: orders.Close, seat: str) -> Refusals:  # noqa: ARG001 - as all
    """Refusal of closing while no space is open."""
    return () if war.phase.open else (nothing_open(),)


def nothing_open() -> Refusal:
    """Refusal of an action while no space is open."""
    return no("AFR-SEQ-02", "No space is open.", "No hay ningún espacio abierto.")


def close_space(run: Run, order: orders.Close, seat: str) -> None:  # noqa: ARG001 - as all
    """Close the open space."""
    run.tell(e.Closed(run.war.phase.open))


def open_by_acting(run: Run, space: str, seat: str) -> None:
    """AFB-WEB-05: An order that names another space closes the open one and opens its own."""
    known_space(run.war, space)
    refuse_if(opening_refusals(run.war, space, side_of(run.war, seat)))
    if run.war.phase.open:
        run.tell(e.Closed(run.war.phase.open))
    run.tell(e.Opened(space))


# --- Counters that act
def own_counters(war: War, side: str, *keys: str) -> None:
    """Raise `Refused` if an id belongs to no counter on the map, or to the enemy."""
    for key in keys:
        counter = war.counter(key)
        if counter is None or not is_on_map(counter):
            raise Refused(no("CAR-TAB-06", "There is no such piece.", "No existe esa ficha."))
        if counter.side == ENEMY_OF[side]:
            raise Refused(
                no(
                    "AFR-SEQ-02",
                    "The other side commands {who}.",
                    "{who}: pertenece al otro bando.",
                    who=title_of(war, key),
                )
            )


def in_open_space(war: War, *keys: str) -> Refusal | None:
    """AFR-SEQ-03: Outside the reactions of the rules only counters of the open space act."""
    if not war.phase.open:
        return nothing_open()
    outside = [key for key in keys if _at(war, key) != war.phase.open]
    if not outside:
        return None
    return no(
        "AFR-SEQ-03",
        "Only counters in the open space act. It is {place:the}, and {who} cannot.",
        "Solo actúan las fichas del espacio abierto. Es {place:el}; {who:el} no {who:puede|pueden}.",
        who=title_of(war, outside[0]),
        place=place(war, war.phase.open),
    )


def _at(war: War, key: str) -> str:
    counter = war.counter(key)
    return counter.at if counter else ""


def marked_already(war: War, *keys: str) -> Refusal | None:
    """AFR-SEQ-04: Only counters without an activation marker act, each with one action."""
    marked = [key for key in keys if _is_spent(war, key)]
    if not marked:
        return None
    return no(
        "AFR-SEQ-04",
        "{who} acted earlier this turn.",
        "{who}: ya tiene marcador de activación.",
        who=title_of(war, marked[0]),
    )


def _is_spent(war: War, key: str) -> bool:
    counter = war.counter(key)
    return counter is not None and counter.marker


def may_still_move(war: War, *keys: str) -> Refusal | None:
    """AFR-SEQ-17: A Moroccan unit marked by a reaction moves once in its own phase.

    Leaders and all other units need to be without marker.
    """
    for key in keys:
        counter = war.counter(key)
        if isinstance(counter, Unit) and counter.side == MOROCCO == war.phase.side:
            if counter.acted:
                return marked_already(war, key)
        elif counter is not None and counter.marker:
            return marked_already(war, key)
    return None


def only_moves(war: War, *keys: str) -> Refusal | None:
    """Refusal of any action but a move for Moroccan units that have reacted."""
    for key in keys:
        counter = war.counter(key)
        if not isinstance(counter, Unit) or counter.acted or not counter.marker:
            continue
        if counter.side == MOROCCO == war.phase.side:
            return no(
                "AFR-SEQ-17",
                "{who} reacted this turn and may only move.",
                "{who}: ya ha reaccionado este turno y solo puede mover.",
                who=title_of(war, key),
            )
    return None


def not_at_command(war: War, seat: str, keys: Iterable[str]) -> Refusal | None:
    """AFB-WEB-04: A player orders own counters; those of others go along while they are lent."""
    if len(seats_of(war, side_of(war, seat))) < 2:
        return None
    ordered = tuple(keys)
    kept = [key for key in ordered if command_of(war, key) != seat and key in war.reserved]
    own = any(command_of(war, key) in ("", seat) for key in ordered)
    if kept:
        return no(
            "AFB-WEB-04",
            "Another player reserves {who}.",
            "{who}: otro jugador se reserva esta ficha.",
            who=title_of(war, kept[0]),
        )
    if own:
        return None
    return no(
        "AFB-WEB-04",
        "An order needs at least one counter of your own command.",
        "Una orden necesita al menos una ficha de tu mando.",
    )


def command_of(war: War, key: str) -> str:
    """Seat that orders a counter; "" if all seats of the side do. A counter 0/0 stands for
    another.
    """
    leader = war.leaders.get(key)
    while leader is not None and leader.replaces:
        leader = war.leaders.get(leader.replaces)
    return war.terms.commands.get(leader.id if leader else key, "")


# --- Lending
def lend_refusals(war: War, order: orders.Lend, seat: str) -> Refusals:
    """Refusals of lending without another player, and of counters of another command."""
    side = side_of(war, seat)
    own_counters(war, side, *order.units)
    if len(seats_of(war, side)) == 1:
        return (
            no(
                "AFB-WEB-04",
                "Your side has no other player.",
                "Tu bando no tiene otro jugador.",
            ),
        )
    others = [key for key in order.units if command_of(war, key) != seat]
    if others:
        return (
            no(
                "AFB-WEB-04",
                "Your command does not include {who}.",
                "{who}: no es de tu mando.",
                who=title_of(war, others[0]),
            ),
        )
    return () if to_lend(war, order, seat) else (nothing_to_lend(to=order.to),)


def nothing_to_lend(*, to: bool) -> Refusal:
    """Refusal of lending that would change nothing."""
    if to:
        return no(
            "AFB-WEB-04", "These counters are lent already.", "Estas fichas ya están prestadas."
        )
    return no(
        "AFB-WEB-04", "These counters are reserved already.", "Estas fichas ya están reservadas."
    )


def to_lend(war: War, order: orders.Lend, seat: str) -> tuple[str, ...]:
    """Counters of the own command that the order lends or reserves anew."""
    own = [key for key in (*war.leaders, *war.units) if command_of(war, key) == seat]
    return tuple(key for key in order.units or own if (key in war.reserved) == order.to)


def lend(run: Run, order: orders.Lend, seat: str) -> None:
    """Lend or reserve counters of the own command."""
    run.tell(e.Reserved(seat, to_lend(run.war, order, seat), order.to))


OPEN = ActionRules(open_refusals, open_space)
CLOSE = ActionRules(close_refusals, close_space)
END_PHASE = ActionRules(end_phase_refusals, end_phase)
LEND = ActionRules(lend_refusals, lend, any_time=True)
