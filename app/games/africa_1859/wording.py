"""Log lines of each event in both languages, with numbers, rules and places.

A line begins with the counters and a colon, as in a war diary; so it agrees with every name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from app.games.africa_1859 import events as e
from app.games.africa_1859.calendar_of_turns import dates_of
from app.games.africa_1859.counters import title_of, titles_of
from app.games.africa_1859.ground import map_of, place
from app.games.africa_1859.procedures import Assault
from app.games.africa_1859.state import END_STEP, MOROCCO, SPAIN, War
from app.games.africa_1859.supply import scenario_of
from app.games.africa_1859.victory import minus
from app.games.africa_1859.wording_dice import rolled
from app.games.africa_1859.wording_fights import (
    called_off,
    checked,
    clashed,
    demoralised,
    rallied,
    removed,
    revealed,
    steps_gained,
    steps_lost,
)
from app.games.africa_1859.wording_phrases import space_line, where
from app.games.africa_1859.wording_seats import (
    phase_ended,
    reserved,
    seat_abandoned,
    side_title,
)
from app.kernel.contract import Event, Line
from app.kernel.say import Moment, Say, say
from app.kernel.single_lines import Lines, no_line, one_line

WAYS_OF_MOVING: Mapping[str, tuple[Say, tuple[str, ...]]] = {
    "move": (say("march", "marcha"), ("AFB-ACT-01",)),
    "assault": (say("advance after the assault", "avance tras el asalto"), ("AFB-ASL-10",)),
    "charge": (say("ride of the charge", "cabalgada de la carga"), ("AFR-SEQ-10",)),
    "caracole": (say("caracole", "caracola"), ("AFR-SEQ-08", "AFR-SEQ-09")),
    "retreat": (say("retreat", "retirada"), ("AFB-RET-02",)),
    "return": (say("return to the start", "vuelta al origen"), ("AFR-MOR-01",)),
    "flee": (say("withdrawal", "repliegue"), ("AFB-ACT-05",)),
}
"""Name and rules of each way of moving."""
ENTRIES: Mapping[str, tuple[Say, tuple[str, ...]]] = {
    "reinforcements": (say("reinforcements", "refuerzos"), ("AFB-END-02",)),
    "leader": (say("new leader", "nuevo líder"), ("AFR-LDR-03",)),
    "levy": (say("levy", "leva"), ("AFB-CMP-05",)),
    "relief": (say("relief", "relevo"), ("AFB-CMP-06",)),
}
"""Name and rules of each way into play."""
ENDINGS: Mapping[str, Say] = {
    "last_turn": say("the last turn is over", "fin del último turno"),
    "broken": say("an army is broken", "un ejército queda deshecho"),
    "sudden": say("sudden victory", "victoria súbita"),
    "concession": say("concession", "rendición"),
}


def wording(before: War | None, event: Event) -> Lines:
    """Lines of an event; `before` is the position before it. Nothing in them is secret."""
    if isinstance(event, e.Began):
        return began(event)
    if before is None:
        return ()
    return TOLD[type(event)](before, event)


def began(event: e.Began) -> Lines:
    """Heading of the first phase, and the scenario."""
    scenario = scenario_of(event.war)
    title = scenario.title if scenario else map_of(event.war).title
    first = e.PhaseBegan(event.war.turn, event.war.phase.side)
    begins = say("The game begins: {title}.", "Comienza la partida: {title}.", title=title)
    return (*phase_began(event.war, first), Line(begins, ("AFB-VIC-04",), level=2))


def sides_bid(before: War, event: e.SidesBid) -> Lines:
    """Line of the sides after the bids."""
    return one_line(
        "Bids: {low} of {spain}, {high} of {morocco}. Handicap: {n}.",
        "Pujas: {low} de {spain} y {high} de {morocco}. Ventaja: {n}.",
        "AFB-VIC-05",
        low=event.low,
        high=event.high,
        n=event.handicap,
        spain=side_title(before, SPAIN),
        morocco=side_title(before, MOROCCO),
    )


# --- Phases and spaces
def phase_began(before: War, event: e.PhaseBegan) -> Lines:
    """Heading of a phase."""
    if event.side == END_STEP:
        return one_line(
            "Turn {n}: end of the turn",
            "Turno {n}: fin del turno",
            "AFR-SEQ-20",
            level=0,
            n=event.turn,
        )
    rule = "AFR-SEQ-01" if event.side == SPAIN else "AFR-SEQ-15"
    facts = {"n": event.turn, "side": side_title(before, event.side)}
    scenario = scenario_of(before)
    if scenario is None or "first_day" not in scenario.campaign:
        return (Line(say("Turn {n}: {side}", "Turno {n}: {side}", **facts), (rule,), level=0),)
    days = [Moment(day.isoformat()) for day in dates_of(scenario, event.turn)]
    says = say(
        "Turn {n} ({first} to {last}): {side}",
        "Turno {n} (del {first} al {last}): {side}",
        first=days[0],
        last=days[1],
        **facts,
    )
    return (Line(says, (rule, "AFB-CMP-01"), level=0),)


def opened(before: War, event: e.Opened) -> Lines:
    """Line of a space that is opened."""
    return space_line(
        before,
        event.space,
        "The space {place} is opened.",
        "{place}: se abre el espacio.",
        "AFR-SEQ-02",
        level=2,
    )


def closed(before: War, event: e.Closed) -> Lines:
    """Line of a space that is closed."""
    return space_line(
        before,
        event.space,
        "The space {place} is closed.",
        "{place}: se cierra el espacio.",
        "AFR-SEQ-02",
        level=2,
    )


# --- Counters
def moved(before: War, event: e.Moved) -> Lines:
    """Line of counters that move, with their way."""
    how, rules = WAYS_OF_MOVING[event.how]
    start = where(before, event.counters[0])
    way = (*((start,) if start else ()), *event.path)
    return one_line(
        "{who:Aa}: {how}, {route}.",
        "{who:Aa}: {how}, {route}.",
        *rules,
        places=dict.fromkeys(way),
        way=way,
        who=titles_of(before, event.counters),
        how=how,
        route=route_of(before, way),
    )


def route_of(war: War, way: Iterable[str]) -> Say:
    """Names of the spaces of a way, in its order."""
    names = [place(war, space) for space in way]
    text = " – ".join(f"{{s{number}}}" for number in range(len(names)))
    return Say(text, text, {f"s{number}": name for number, name in enumerate(names)})


def entered(before: War, event: e.Entered) -> Lines:
    """Line of counters that come into play."""
    how, rules = ENTRIES[event.how]
    return space_line(
        before,
        event.space,
        "{side}, {how}: {who}, at {place:the}.",
        "{side}, {how}: {who}, en {place:el}.",
        *rules,
        side=side_title(before, event.side),
        how=how,
        who=titles_of(with_new_counters(before, event), event.counters),
    )


def with_new_counters(before: War, event: e.Entered) -> War:
    """Position with the counters that did not exist before."""
    units = {unit.id: unit for unit in event.units}
    leaders = {leader.id: leader for leader in event.leaders}
    return replace(before, units={**before.units, **units}, leaders={**before.leaders, **leaders})


def ship_fired(before: War, event: e.ShipFired) -> Lines:
    """Line of a ship that has fired."""
    return one_line(
        "{who:Aa}: no further fire this turn.",
        "{who:Aa}: sin más fuego este turno.",
        "AFB-NAV-01",
        level=2,
        who=title_of(before, event.ship),
    )


# --- Ground
def control_taken(before: War, event: e.ControlTaken) -> Lines:
    """Line of a space that changes hands."""
    if event.camp_gone:
        return space_line(
            before,
            event.space,
            "{side} controls {place:the}; the Moroccan camp is gone.",
            "{side} controla {place:el}; desaparece el campamento marroquí.",
            "AFB-MAP-05",
            side=side_title(before, event.side),
        )
    return one_line(
        "{side} controls {place:the}.",
        "{side} controla {place:el}.",
        "AFB-MAP-05",
        places=(event.space,),
        side=side_title(before, event.side),
        place=place(before, event.space),
    )


def dug(before: War, event: e.Dug) -> Lines:
    """Line of engineers that begin works."""
    return space_line(
        before,
        event.space,
        "{who:Aa}: works begun at {place:the}.",
        "{who:Aa}: atrincheramientos empezados en {place:el}.",
        "AFB-UNI-05",
        who=title_of(before, event.unit),
    )


def works_placed(before: War, event: e.WorksPlaced) -> Lines:
    """Line of works that are finished."""
    return space_line(
        before,
        event.space,
        "{place}: the works are finished.",
        "{place}: atrincheramientos terminados.",
        "AFB-UNI-05",
    )


def struck(before: War, event: e.Struck) -> Lines:
    """Line of an assault that begins, with its way from the space of the attacker."""
    begun = [one for one in before.stack if isinstance(one, Assault) and one.space == event.space]
    if begun:
        start, via = begun[-1].start, begun[-1].via
        return one_line(
            "Assault on {place:the} from {start:the}.",
            "Asalto {place:al} desde {start:el}.",
            "AFR-ASL-21",
            places=(event.space,),
            way=(start, *(() if via in ("", start) else (via,)), event.space),
            place=place(before, event.space),
            start=place(before, start),
        )
    return space_line(
        before,
        event.space,
        "Assault on {place:the}.",
        "Asalto {place:al}.",
        "AFR-ASL-21",
    )


def storm_rolled(before: War, event: e.StormRolled) -> Lines:  # noqa: ARG001 - as all
    """Line of the weather."""
    if event.storm:
        return one_line(
            "Storm: no ship reaches the coast this turn.",
            "Temporal: ningún buque llega a la costa este turno.",
            "AFB-CMP-03",
        )
    return one_line("Calm sea.", "Mar en calma.", "AFB-CMP-03")


def asked(before: War, event: e.Asked) -> Lines:
    """Line of a question that waits for a side."""
    return one_line(
        "{side} is asked: {what}.",
        "Se pregunta a {side}: {what}.",
        "AFB-WEB-01",
        level=2,
        side=side_title(before, event.side),
        what=DECISIONS[event.decision],
    )


def ended(before: War, event: e.Ended) -> Lines:  # noqa: ARG001 - as all
    """Lines of the end, with points and result."""
    ending = event.ending
    return (
        Line(say("End of the game", "Fin de la partida"), ("AFB-END-03",), level=0),
        Line(
            say(
                "{why:Aa}. Spain {s}, Morocco {m}; result {result}.",
                "{why:Aa}. España {s}, Marruecos {m}; resultado {result}.",
                why=ENDINGS[ending.ended_by],
                s=ending.points["S"],
                m=ending.points["M"],
                result=minus(ending.result),
            ),
            ("AFB-VIC-01", "AFB-VIC-02"),
        ),
    )


DECISIONS: Mapping[str, Say] = {
    "arrival": say("riders against an arrival", "jinetes contra una llegada"),
    "defend": say("vanguard and screen of the defence", "vanguardia y cobertura de la defensa"),
    "riders": say("choices of the riders", "elección de los jinetes"),
    "intercept": say("interception", "interceptación"),
    "new_vanguard": say("a new vanguard", "una nueva vanguardia"),
    "support": say("supporting fire", "fuego de apoyo"),
    "defence_fire": say("defensive fire", "fuego defensivo"),
    "counter_battery": say("counter-battery fire", "contrabatería"),
    "losses": say("allocation of losses", "reparto de las pérdidas"),
    "retreat": say("space of the retreat", "espacio de la retirada"),
    "entry": say("space of the reinforcements", "espacio de los refuerzos"),
    "leader_entry": say("space of the new leader", "espacio del nuevo líder"),
    "hunger": say("loss to hunger", "pérdida por hambre"),
    "replacement": say("replacements", "reemplazos"),
    "levy": say("unit of the levy", "unidad de la leva"),
}
"""Name of each decision."""

TOLD: Mapping[type[Event], Callable[[War, Any], Lines]] = {
    e.SidesBid: sides_bid,
    e.Rolled: rolled,
    e.PhaseBegan: phase_began,
    e.PhaseEnded: phase_ended,
    e.Opened: opened,
    e.Closed: closed,
    e.Reserved: reserved,
    e.SeatAbandoned: seat_abandoned,
    e.StandingSet: no_line,
    e.Moved: moved,
    e.Entered: entered,
    e.Marked: no_line,
    e.GunsMarked: no_line,
    e.ShipFired: ship_fired,
    e.StepsLost: steps_lost,
    e.StepsGained: steps_gained,
    e.Checked: checked,
    e.Demoralised: demoralised,
    e.Rallied: rallied,
    e.Removed: removed,
    e.LeaderReplaced: no_line,
    e.ControlTaken: control_taken,
    e.Dug: dug,
    e.WorksPlaced: works_placed,
    e.Struck: struck,
    e.MarkersRemoved: no_line,
    e.StormRolled: storm_rolled,
    e.Pushed: no_line,
    e.Updated: no_line,
    e.Popped: no_line,
    e.Asked: asked,
    e.Answered: no_line,
    e.Revealed: revealed,
    e.Clashed: clashed,
    e.CalledOff: called_off,
    e.Ended: ended,
    e.Noted: no_line,
}
"""Lines of each kind of event."""
