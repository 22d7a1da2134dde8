"""Texts about a clock: one sentence before a game, log lines during it, and endings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from app.kernel import clock_orders
from app.kernel.clock_terms import ASKED_BEFORE, StepDeadline, Terms
from app.kernel.contract import Event
from app.kernel.say import Moment, Say, as_is, say

THEN = {
    "wait": say(
        "the delay is shown, and nothing else follows",
        "se muestra el retraso y no pasa nada más",
    ),
    "nudge": say(
        "the player is reminded once more and the others are told",
        "se avisa otra vez al jugador y se dice a los demás",
    ),
    "substitute": say(
        "the server’s bot takes that one decision",
        "el bot del servidor toma esa decisión",
    ),
    "seat": say(
        "the server’s bot plays until the player is back",
        "el bot del servidor juega hasta que vuelva el jugador",
    ),
    "hold": say(
        "the server passes wherever the rules allow it, otherwise its bot decides",
        "el servidor pasa siempre que las reglas lo permitan y, si no, decide su bot",
    ),
    "claim": say(
        "the other side may claim the win, take a draw or cancel the game; with more sides it may "
        "remove the late side",
        "el otro bando puede reclamar la victoria, quedarse con unas tablas o anular la partida; "
        "si hay más bandos, puede retirar al que se retrasa",
    ),
}


STEPS_THEN = {
    "hold": say(
        "the server gives the default order, and the referee or an organiser decides where the rules "
        "have none",
        "el servidor da la orden por defecto y, donde las reglas no tienen ninguna, decide el "
        "árbitro o un organizador",
    ),
}
WEEKDAYS = (
    say("Monday", "lunes"),
    say("Tuesday", "martes"),
    say("Wednesday", "miércoles"),
    say("Thursday", "jueves"),
    say("Friday", "viernes"),
    say("Saturday", "sábado"),
    say("Sunday", "domingo"),
)


def days_of(days: int) -> Say:
    return say("{n} day", "{n} día", n=days) if days == 1 else say("{n} days", "{n} días", n=days)


def span_of(hours: int) -> Say:
    """Number of hours in words; whole days as days."""
    if hours and hours % 24 == 0:
        return days_of(hours // 24)
    return (
        say("{n} hour", "{n} hora", n=hours)
        if hours == 1
        else say("{n} hours", "{n} horas", n=hours)
    )


def in_short(terms: Terms) -> Say:
    """Clock in a few words, for a list."""
    match terms.kind:
        case "each":
            return say("{days} a decision", "{days} por decisión", days=days_of(terms.days))
        case "bank":
            return say(
                "{days} + {more} a decision",
                "{days} + {more} por decisión",
                days=days_of(terms.days),
                more=span_of(terms.more),
            )
        case "hour":
            return say(
                "every day at {hour}, {zone}",
                "cada día a las {hour}, {zone}",
                hour=terms.hour,
                zone=city_of_zone(terms.zone),
            )
        case "steps":
            return say(
                "{days} a decision at most",
                "{days} por decisión como mucho",
                days=days_of(max(terms.steps.values(), default=0)),
            )
    return say("no clock", "sin reloj")


def in_words(terms: Terms, deadlines: Sequence[StepDeadline] = ()) -> Say:
    """Clock in one sentence, for an invited player; `deadlines` are those of the game."""
    if terms.has_steps:
        return steps_in_words(terms, deadlines)
    facts: dict[str, Any] = {
        "days": days_of(terms.days),
        "more": span_of(terms.more),
        "hour": terms.hour,
        "zone": city_of_zone(terms.zone),
        "before": span_of(ASKED_BEFORE),
        "shut": standing_still(terms),
        "after": deadline_words(terms),
        "then": THEN.get(terms.then, ""),
    }
    match terms.kind:
        case "each":
            return say(
                "Each player has {days} for each decision, {shut}; {after} {then}.",
                "Cada jugador tiene {days} para cada decisión, {shut}; {after} {then}.",
                **facts,
            )
        case "bank":
            return say(
                "Each player has a bank of {days} and each decision gives up to {more} back, "
                "{shut}; {after} {then}.",
                "Cada jugador tiene una reserva de {days} y cada decisión le devuelve hasta "
                "{more}, {shut}; {after} {then}.",
                **facts,
            )
        case "hour":
            return say(
                "Every day at {hour} ({zone}) what was asked {before} before or earlier is due, "
                "{shut}; {after} {then}.",
                "Cada día a las {hour} ({zone}) vence lo preguntado al menos {before} antes, "
                "{shut}; {after} {then}.",
                **facts,
            )
    return say(
        "There is no clock: players take the time that they need.",
        "No hay reloj: cada cual se toma el tiempo que necesite.",
    )


def consequence(terms: Terms) -> Say:
    """Consequence of a late decision."""
    return STEPS_THEN.get(terms.then, THEN[terms.then]) if terms.has_steps else THEN[terms.then]


def steps_in_words(terms: Terms, deadlines: Sequence[StepDeadline]) -> Say:
    """Days for each kind of decision in the order of the game, the fixed hour, and what follows."""
    titles = {one.key: one.title for one in deadlines if one.key in terms.steps}
    titles |= {key: as_is(key) for key in terms.steps if key not in titles}
    days = [
        say("{title}: {days}", "{title}: {days}", title=title, days=days_of(terms.steps[key]))
        for key, title in titles.items()
    ]
    facts: dict[str, Any] = {"days": days, "until": until_the_hour(terms)}
    facts |= {"shut": standing_still(terms), "after": deadline_words(terms)}
    facts["then"] = consequence(terms)
    return say(
        "Each kind of decision has its days. {days}. {until:Aa}, {shut}; {after} {then}.",
        "Cada tipo de decisión tiene sus días. {days}. {until:Aa}, {shut}; {after} {then}.",
        **facts,
    )


def until_the_hour(terms: Terms) -> Say:
    """Fixed hour at which the days of a decision end."""
    if not terms.hour:
        return say("they are counted from the question on", "se cuentan desde la pregunta")
    days = [WEEKDAYS[int(day)] for day in sorted(set(terms.weekdays))]
    facts: dict[str, Any] = {"hour": terms.hour, "zone": city_of_zone(terms.zone), "days": days}
    if not days:
        return say("they end at {hour} ({zone})", "terminan a las {hour} ({zone})", **facts)
    return say(
        "they end at the next {hour} ({zone}) of these days: {days}",
        "terminan a las {hour} ({zone}) del siguiente de estos días: {days}",
        **facts,
    )


def standing_still(terms: Terms) -> Say:
    """Times that the clock does not count."""
    if not terms.holidays:
        return say(
            "not counting quiet hours and free days",
            "sin contar horas de silencio ni días libres",
        )
    per = say("a year", "al año") if terms.per == "year" else say("in the game", "en la partida")
    return say(
        "not counting quiet hours, free days and {holidays} of holiday {per}",
        "sin contar horas de silencio, días libres y {holidays} de vacaciones {per}",
        holidays=days_of(terms.holidays),
        per=per,
    )


def deadline_words(terms: Terms) -> Say:
    if not terms.grace:
        return say("when the time is up", "cuando se acaba el tiempo")
    return say(
        "{grace} after the time is up",
        "{grace} después de que se acabe el tiempo",
        grace=span_of(terms.grace),
    )


def city_of_zone(zone: str) -> str:
    """Name of a city for a time zone: "Europe/Madrid" gives Madrid."""
    return zone.rpartition("/")[2].replace("_", " ")


ENDINGS = {
    "win": say("The time of the others was up.", "A los demás se les acabó el tiempo."),
    "draw": say(
        "A draw: a player ran out of time, and the win was not claimed.",
        "Tablas: a un jugador se le acabó el tiempo y no se reclamó la victoria.",
    ),
    "cancel": say(
        "The game was cancelled: a player ran out of time.",
        "La partida se anuló: a un jugador se le acabó el tiempo.",
    ),
}


def clock_event_line(event: Event, title: Say, decider: Say) -> tuple[Say, str]:
    """Log line about an event of the clock, and its rule; `title` is the side concerned. `decider`
    is the name of the users who decide for the game.
    """
    says, rule = LINES[type(event)](event)
    named = {"decider": decider} if isinstance(event, clock_orders.TimeExtended) else {}
    return Say(says.en, says.es, {**says.facts, **named, "side": title}), rule


def pause_asked_line(event: clock_orders.PauseAsked) -> tuple[Say, str]:
    return say(
        "{side:The} {side:asks|ask} for a pause of {days}.",
        "{side:El} {side:pide|piden} una pausa de {days}.",
        days=days_of(event.days),
    ), "CAR-CLK-03"


def pause_agreed_line(event: clock_orders.PauseAgreed) -> tuple[Say, str]:
    return say(
        "The clock is paused for {days}.",
        "El reloj queda en pausa durante {days}.",
        days=days_of(event.days),
    ), "CAR-CLK-03"


def pause_ending_line(event: clock_orders.PauseEnding) -> tuple[Say, str]:
    return say(
        "{side:The} {side:ends|end} the pause; the clock runs again in {hours} at the latest.",
        "{side:El} {side:acaba|acaban} la pausa; el reloj vuelve a correr dentro de {hours} como mucho.",
        hours=span_of(event.hours),
    ), "CAR-CLK-05"


def holiday_taken_line(event: clock_orders.HolidayTaken) -> tuple[Say, str]:
    return say(
        "{side:The} {side:takes|take} {days} of holiday from {first} on.",
        "{side:El} {side:se toma|se toman} {days} de vacaciones desde el {first}.",
        days=days_of(event.days),
        first=Moment(event.first),
    ), "CAR-CLK-06"


def holiday_shortened_line(event: clock_orders.HolidayShortened) -> tuple[Say, str]:
    if not event.days:
        return say(
            "{side:Aa}: the holiday of {first} is off.",
            "{side:Aa}: no hay vacaciones el {first}.",
            first=Moment(event.first),
        ), "CAR-CLK-07"
    return say(
        "{side:Aa}: the holiday of {first} has {days}.",
        "{side:Aa}: las vacaciones del {first} duran {days}.",
        first=Moment(event.first),
        days=days_of(event.days),
    ), "CAR-CLK-07"


def was_up(event: clock_orders.TimeWasUp) -> tuple[Say, str]:
    return say(
        "{side:Aa}: the time was up on {when}.",
        "{side:Aa}: se acabó el tiempo el {when}.",
        when=Moment(event.deadline),
    ), "CAR-CLK-09"


def stood_in(event: clock_orders.StoodIn) -> tuple[Say, str]:
    if event.by == "left":
        return say(
            "{side:The} {side:has|have} left the game: the server passes instead.",
            "{side:El} ya no {side:está|están} en la partida: el servidor pasa en su lugar.",
        ), "CAR-OUT-03"
    if event.by == "absent":
        return say(
            "{side:The} {side:is|are} absent: the default order is given at once.",
            "{side:El} {side:está|están} ausente{side:|s}: la orden por defecto se da al momento.",
        ), "CAR-CLK-13"
    who = (
        say("the server passes", "pasa el servidor")
        if event.by == "hold"
        else say("the server’s bot decides", "decide el bot del servidor")
    )
    if not event.deadline:
        return say(
            "{side:Aa}: {who} until the player is back.",
            "{side:Aa}: {who} hasta que vuelva el jugador.",
            who=who,
        ), "CAR-CLK-08"
    return say(
        "{side:Aa}: {who}; the time was up on {when}.",
        "{side:Aa}: {who}; se acabó el tiempo el {when}.",
        who=who,
        when=Moment(event.deadline),
    ), "CAR-CLK-09"


def claim_line(event: clock_orders.Claimed) -> tuple[Say, str]:
    return say("{side:Aa}: {how}", "{side:Aa}: {how}", how=CLAIMED[event.what]), "CAR-CLK-10"


def passed_on(_: clock_orders.SeatPassedOn) -> tuple[Say, str]:
    return say(
        "{side:Aa}: another player takes the seat.", "{side:Aa}: otro jugador ocupa el asiento."
    ), "CAR-SUB-01"


def extended(event: clock_orders.TimeExtended) -> tuple[Say, str]:
    return say(
        "{side:Aa}: the {decider} gives {days} more.",
        "{side:Aa}: el {decider} da {days} más.",
        days=days_of(event.days),
    ), "CAR-CLK-14"


LINES: dict[type, Callable[[Any], tuple[Say, str]]] = {
    clock_orders.PauseAsked: pause_asked_line,
    clock_orders.PauseAgreed: pause_agreed_line,
    clock_orders.PauseEnding: pause_ending_line,
    clock_orders.HolidayTaken: holiday_taken_line,
    clock_orders.HolidayShortened: holiday_shortened_line,
    clock_orders.TimeWasUp: was_up,
    clock_orders.StoodIn: stood_in,
    clock_orders.Claimed: claim_line,
    clock_orders.SeatPassedOn: passed_on,
    clock_orders.TimeExtended: extended,
    clock_orders.PauseDeclined: lambda _: (
        say(
            "{side:The} {side:declines|decline} the pause.",
            "{side:El} {side:rechaza|rechazan} la pausa.",
        ),
        "CAR-CLK-04",
    ),
    clock_orders.PauseEnded: lambda _: (
        say("The pause is over.", "La pausa ha terminado."),
        "CAR-CLK-05",
    ),
    clock_orders.CameBack: lambda _: (
        say("{side:The} {side:is|are} back.", "{side:El} {side:ha|han} vuelto."),
        "CAR-CLK-08",
    ),
}
CLAIMED = {
    "win": say("claims the win.", "reclama la victoria."),
    "draw": say("takes a draw.", "se queda con unas tablas."),
    "cancel": say("cancels the game.", "anula la partida."),
    "remove": say(
        "removes the sides whose time is up.",
        "retira a los bandos a los que se les acabó el tiempo.",
    ),
}
