"""Texts of a move: log lines, summaries, and shots that can be drawn again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec

from app.kernel import (
    battle_armies,
    battle_results,
    clock_orders,
    clock_words,
    open_seats,
    table,
    table_orders,
)
from app.kernel.contract import Event, Game, Line
from app.kernel.correction_orders import Corrected, Redecided, ReviewAnswered, ReviewAsked
from app.kernel.correction_reviews import review_line
from app.kernel.decider_names import decider_name
from app.kernel.event_summary import Item, Met, Throw
from app.kernel.record import Move
from app.kernel.say import Say, as_is, qualified, say
from app.kernel.seats import SPECTATOR, Viewer

TOLD_OF_A_MOVE = 3
"""Largest number of log lines that a plain account takes from one move."""


def move_lines(game: Game, before: table.Table, move: Move, viewer: Viewer) -> tuple[Line, ...]:
    """Log lines of a move for this viewer; `before` is the table before the move."""
    return tuple(line for _, lines in told_events(game, before, move, viewer) for line in lines)


def told_events(
    game: Game, before: table.Table, move: Move, viewer: Viewer
) -> Iterator[tuple[Event, Sequence[Line]]]:
    """Events of a move, each with its log lines for this viewer."""
    for event in move.events:
        ours = platform_line(game, before, event, viewer)
        yield event, game.wording(before.state, event, viewer) if ours is None else ours
        before = table.evolve_table(game, before, event)


# ---------------------------------------------------------------------- in a few sentences
def summary_of_moves(
    game: Game,
    moves: Iterable[Move],
    tables: Sequence[table.Table],
    viewer: Viewer,
    turn_of: Callable[[int], int],
) -> tuple[Item, ...]:
    """Summary of the moves. `tables[n]` is the table after move n, `turn_of(n)` its turn.

    The mark of a referee who plays is left out. A new seat is left out beside facts of its move.
    """
    items: list[tuple[Item, bool]] = []
    waiting: list[Met] = []

    def tell_facts() -> None:
        items.extend((one, True) for one in game.summary_items(waiting, viewer))
        waiting.clear()

    for met, ours in witnessed_events(game, moves, tables, turn_of, viewer):
        if ours is None:
            waiting.append(met)
        elif ours:
            tell_facts()
            if isinstance(met.event, table_orders.RefereePlays):
                continue
            is_fact = not isinstance(met.event, table_orders.SeatOpened)
            items += [(platform_item(met, line), is_fact) for line in ours]
    tell_facts()
    told = {move for one, is_fact in items if is_fact for move in range(one.began, one.move + 1)}
    return tuple(one for one, is_fact in items if is_fact or one.move not in told)


def platform_item(met: Met, line: Line) -> Item:
    """Log line of a platform event as an item of a summary."""
    return Item(
        line.says,
        met.number,
        met.number,
        met.turn,
        met.side,
        rules=line.rules,
        weight=line.level,
    )


def witnessed_events(
    game: Game,
    moves: Iterable[Move],
    tables: Sequence[table.Table],
    turn_of: Callable[[int], int],
    viewer: Viewer = SPECTATOR,
) -> Iterator[tuple[Met, Sequence[Line] | None]]:
    """Every event with the state before it and its platform lines for this viewer.

    The lines are None if the event belongs to the box.
    """
    for move in moves:
        before, turn = tables[move.number - 1], turn_of(move.number - 1)
        for event in move.events:
            yield (
                Met(move.number, before.seats.get(move.seat, ""), turn, before.state, event),
                platform_line(game, before, event, viewer),
            )
            before = table.evolve_table(game, before, event)


def of_the_box(
    game: Game, moves: Iterable[Move], tables: Sequence[table.Table], turn_of: Callable[[int], int]
) -> list[Met]:
    """Events of some moves without those of the platform."""
    return [met for met, ours in witnessed_events(game, moves, tables, turn_of) if ours is None]


def plain_items(
    wording: Callable[[Any, Event, Viewer], Sequence[Line]], met: Sequence[Met], viewer: Viewer
) -> tuple[Item, ...]:
    """Account for a box without its own: an item for each move, from its log lines."""
    items = []
    for number, its in groupby(met, key=lambda one: one.number):
        events = list(its)
        told = [line for one in events for line in wording(one.before, one.event, viewer)]
        lines = [line for line in told if line.level == 1][:TOLD_OF_A_MOVE]
        if lines:
            items.append(plain_item(number, events[0], lines, plain_throws(told)))
    return tuple(items)


def plain_throws(lines: Iterable[Line]) -> tuple[Throw, ...]:
    """Row for each log line with dice, with the line after it as its result."""
    throws: list[Throw] = []
    for line in lines:
        if line.dice:
            dice = tuple((face, False) for _, face in line.dice)
            throws.append(Throw(line.says, dice, reasons=line.reasons))
        elif line.level and throws and throws[-1].result is None:
            throws[-1] = msgspec.structs.replace(throws[-1], result=line.says)
    return tuple(throws)


def plain_item(
    number: int, first: Met, lines: Sequence[Line], throws: tuple[Throw, ...] = ()
) -> Item:
    text = " ".join(f"{{line{place}}}" for place in range(len(lines)))
    went, shot, spot = (
        next(filter(None, ways), ())
        for ways in zip(*((line.way, line.sight, line.places[:1]) for line in lines), strict=True)
    )
    return Item(
        Say(text, text, {f"line{place}": line.says for place, line in enumerate(lines)}),
        number,
        number,
        first.turn,
        first.side,
        rules=tuple(dict.fromkeys(rule for line in lines for rule in line.rules)),
        way=went or shot or spot,
        kind="march" if went else "fire" if shot else "",
        deed=True,
        dice=tuple((face, False) for line in lines for _, face in line.dice),
        weight=sum(bool(line.dice) for line in lines),
        throws=throws,
    )


# ---------------------------------------------------------------------- shots
class Shot(msgspec.Struct, frozen=True):
    """Log line that can be drawn again: the event, the state before it, and the line."""

    before: Any
    event: Event
    line: Line


def shots_of_move(game: Game, before: table.Table, move: Move, viewer: Viewer) -> tuple[Shot, ...]:
    """Shots of a move that this viewer knows of, in their order."""
    found: list[Shot] = []
    for event in move.events:
        if type(event) not in table_orders.PLATFORM_EVENTS:
            found += [
                Shot(before.state, event, line)
                for line in game.wording(before.state, event, viewer)
                if line.sight
            ]
        before = table.evolve_table(game, before, event)
    return tuple(found)


# ---------------------------------------------------------------------- platform events
def by_standing_order(game: Game, topic: str) -> Sequence[Line]:
    """Log line above a decision that a seat made in advance."""
    titles = game.conditional_orders.titles if game.conditional_orders is not None else {}
    return (
        Line(
            say(
                "By standing order: {topic}.",
                "Por orden permanente: {topic}.",
                topic=titles.get(topic, as_is(topic)),
            ),
            rules=("CAR-STO-01",),
        ),
    )


def side_title(game: Game, scenario: str, side: str, state: Any = None) -> Say:
    """Title of a side of the scenario; if `state` is given, the game may know a better one."""
    known = game.card.scenario(scenario)
    is_open = game.card.open_seats is not None and table.NUMBERED.fullmatch(side)
    sides = (
        *(game.sides(state) if state is not None else ()),
        *(known.sides if known else ()),
        *((open_seats.numbered_side(side),) if is_open else ()),
    )
    return next((one.title for one in sides if one.key == side), as_is(side))


def seat_title(game: Game, before: table.Table, seat: str) -> Say:
    """Title of the side of a seat, with its command or its number if several seats share the side.

    An unknown seat is its own title.
    """
    side = before.seats.get(seat, seat)
    title = side_title(game, before.scenario, side, before.state)
    mine = [one for one, its in before.seats.items() if its == side]
    if len(mine) < 2:
        return title
    named = game.agreement.commands(before.scenario, before.seats) if game.agreement else {}
    which = named.get(seat) or say("player {n}", "jugador {n}", n=mine.index(seat) + 1)
    return qualified(title, which)


def acting_title(game: Game, before: table.Table, event: Event) -> Say:
    """Title of the side that a platform event names, or else of its seat."""
    side = getattr(event, "side", None)
    if side is None:
        return seat_title(game, before, getattr(event, "seat", ""))
    return side_title(game, before.scenario, side, before.state)


def of_playing_referee(game: Game, before: table.Table, plays: Sequence[str]) -> Sequence[Line]:
    """Line about a referee who is also a player."""
    titles = [seat_title(game, before, seat) for seat in plays]
    says = say(
        "The {decider} who decides also plays: {who}.",
        "El {decider} que decide también juega: {who}.",
        decider=decider_name(game.card),
        who=titles,
    )
    return (Line(says, rules=("CAR-REF-02",)),)


WORDS_OF_SIDES = {
    table_orders.DrawOffered: (
        "{side:Aa}: offers a draw.",
        "{side:Aa}: ofrece tablas.",
        "CAR-DRW-01",
    ),
    table_orders.DrawDeclined: (
        "{side:Aa}: declines the draw.",
        "{side:Aa}: rechaza las tablas.",
        "CAR-DRW-02",
    ),
    table_orders.Conceded: ("{side:Aa}: gives up.", "{side:Aa}: se rinde.", "CAR-OUT-03"),
    table_orders.SeatGaveUp: (
        "{side:Aa}: gives up, and the other players of the side play on.",
        "{side:Aa}: se rinde, y los demás jugadores del bando siguen.",
        "CAR-OUT-04",
    ),
    table_orders.AnsweredFor: (
        "{side:Aa}: another player of the side answers.",
        "{side:Aa}: responde otro jugador del bando.",
        "CAR-TAB-09",
    ),
    table_orders.SideRemoved: (
        "{side:Aa}: out of the game, the time was up.",
        "{side:Aa}: fuera de la partida por tiempo.",
        "CAR-CLK-10",
    ),
    table_orders.SeatOpened: (
        "{side:Aa}: a new player.",
        "{side:Aa}: un jugador nuevo.",
        "CAR-SEA-01",
    ),
    table_orders.SeatClosed: (
        "{side:Aa}: the player leaves the game.",
        "{side:Aa}: el jugador abandona la partida.",
        "CAR-SEA-05",
    ),
}


def platform_line(
    game: Game, before: table.Table, event: Event, viewer: Viewer
) -> Sequence[Line] | None:
    """Lines of a platform event for this viewer; None if the event belongs to the box."""
    if type(event) not in table_orders.PLATFORM_EVENTS:
        return None
    if isinstance(event, (Corrected, ReviewAsked, ReviewAnswered)):
        return lines_of_correction(game, event, viewer)

    def line(en: str, es: str, rule: str) -> Sequence[Line]:
        return (Line(say(en, es, side=acting_title(game, before, event)), rules=(rule,)),)

    if type(event) in WORDS_OF_SIDES:
        return line(*WORDS_OF_SIDES[type(event)])
    match event:
        case table_orders.DrawAgreed(winners):
            if winners:
                return line(
                    "The end is agreed: the higher total wins.",
                    "Se acuerda el final: gana el total más alto.",
                    "CAR-DRW-01",
                )
            return line("A draw is agreed.", "Se acuerdan tablas.", "CAR-DRW-01")
        case table_orders.TakenBack():
            return line(
                "{side:Aa}: the last move is taken back.",
                "{side:Aa}: se deshace la última jugada.",
                "CAR-UND-01",
            )
        case table_orders.RefereePlays(plays):
            return of_playing_referee(game, before, plays)
        case table_orders.AnsweredAhead(seat, topic):
            return by_standing_order(game, topic) if viewer.finished or viewer.seat == seat else ()
    return of_a_battle(game, before, event) or of_the_clock(game, before, event)


def of_a_battle(game: Game, before: table.Table, event: Event) -> Sequence[Line]:
    """Line about the result or an army of a child battle."""
    if isinstance(event, battle_armies.ArmyReported):
        battle = battle_results.find_battle(game, before.state, event.battle)
        seat = battle.seats.get(event.side, "") if battle is not None else ""
        side = before.seats.get(seat, event.side)
        title = side_title(game, before.scenario, side, before.state)
        says, rule = battle_armies.army_words(battle, event, title)
        return (Line(says, rules=(rule,)),)
    result = battle_results.result_words(game, before.state, event)
    return (Line(result[0], rules=(result[1],)),) if result is not None else ()


def lines_of_correction(
    game: Game, event: Corrected | ReviewAsked | ReviewAnswered, viewer: Viewer
) -> Sequence[Line]:
    """Correction with its reason, then each later move that does not count any more; or a
    review.
    """
    if not isinstance(event, Corrected):
        return (review_line(event, decider_name(game.card)),)
    says = say(
        "The {decider} corrects move {move}: {reason}",
        "El {decider} corrige la jugada {move}: {reason}",
        decider=decider_name(game.card),
        move=event.move,
        reason=event.reason,
    )
    lines = [Line(says, rules=("CAR-COR-02",))]
    for one in event.line:
        if one.is_struck:
            says = say(
                "Move {move} does not count any more.",
                "La jugada {move} deja de contar.",
                move=one.number,
            )
            lines.append(Line(says, rules=one.refused_by or ("CAR-COR-02",), level=2))
            lines += lines_of_used_up(game, one, viewer)
    return lines


def lines_of_used_up(game: Game, one: Redecided, viewer: Viewer) -> Iterator[Line]:
    """CAR-STO-05: Line for the player of a struck answer in advance that is used once."""
    used_once = game.conditional_orders.used_once if game.conditional_orders is not None else ()
    for event in one.events:
        if (
            isinstance(event, table_orders.AnsweredAhead)
            and event.topic in used_once
            and (viewer.finished or viewer.seat == event.seat)
        ):
            says = say(
                "Move {move} was given in advance. It is not tried again.",
                "La jugada {move} se dio por adelantado. No se vuelve a intentar.",
                move=one.number,
            )
            yield Line(says, rules=("CAR-STO-05",), level=2)


def of_the_clock(game: Game, before: table.Table, event: Event) -> Sequence[Line]:
    if not isinstance(event, clock_orders.EVENTS):
        return ()
    who, decider = acting_title(game, before, event), decider_name(game.card)
    says, rule = clock_words.clock_event_line(event, who, decider)
    return (Line(says, rules=(rule,)),)
