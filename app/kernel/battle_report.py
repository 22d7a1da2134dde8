"""Report of a finished game, written from its record: opening, turns, turning points with pictures,
end.

It is a pure function of the record. The same game gives the same report, in both languages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from app.kernel import record, table
from app.kernel.contract import Game, Scenario
from app.kernel.event_summary import Arrow, Item, event_arrows
from app.kernel.log_lines import of_the_box, summary_of_moves
from app.kernel.record import Move
from app.kernel.report_tables import Sheet
from app.kernel.say import Say, as_is, say
from app.kernel.seats import Viewer
from app.kernel.survey import Section

TURNING_POINTS = 4
LEAST = 3
"""Least weight of a turning point."""
TOLD_WITH_PICTURE, TOLD = 8, 6
"""Largest number of items of a turning point, and of another turn."""
HIGHLIGHTS = 3  # sentences about a turning point in a chronicle
EVERYTHING = Viewer(finished=True)
OPENING, ENDING = "opening", "ending"


class Picture(msgspec.Struct, frozen=True):
    """Board after a move, with the events of that moment."""

    number: int
    caption: Say
    arrows: tuple[Arrow, ...] = ()


class Chapter(msgspec.Struct, frozen=True):
    """Part of the report; `key` is its address. With a picture, `items` are a numbered list."""

    key: str
    title: Say
    paragraphs: tuple[Say, ...] = ()
    items: tuple[Item, ...] = ()
    picture: Picture | None = None
    sections: tuple[Section, ...] = ()
    moment: int = 0


class Report(msgspec.Struct, frozen=True):
    """Whole report; `tables` are printed at the end."""

    title: Say
    subtitle: Say
    chapters: tuple[Chapter, ...]
    tables: tuple[Sheet, ...] = ()


def compile_report(
    game: Game,
    scenario: Scenario,
    moves: Sequence[Move],
    tables: Sequence[table.Table],
    turn_of: Callable[[int], int],
) -> Report:
    """Report of a finished game. `tables[n]` is the table after move n, `turn_of(n)` its turn."""
    standing, end = record.moves_in_force(moves), tables[-1]
    details = game.report_details(of_the_box(game, standing, tables, turn_of), end.state)
    items = summary_of_moves(game, standing, tables, EVERYTHING, turn_of)
    names = details.names or {side.key: side.title for side in scenario.sides}
    turns: dict[int, list[Item]] = {}
    for item in items:
        turns.setdefault(item.turn, []).append(item)
    begun = turns.pop(0, [])
    first = next((move.number for move in standing if turn_of(move.number)), standing[-1].number)
    opening = Chapter(
        OPENING,
        say("Before the battle", "Antes de la batalla"),
        (scenario.plot, *(item.says for item in begun)),
        picture=Picture(first, say("The beginning", "El comienzo")),
        sections=details.opening,
        moment=first,
    )
    chapters = (opening, *chapters_of(turns, names), last_chapter(game, end, names))
    return Report(scenario.title, who_against_whom(tuple(names.values())), chapters, details.tables)


def who_against_whom(names: tuple[Say, ...]) -> Say:
    return (
        say("{one} against {others}", "{one} contra {others}", one=names[0], others=names[1:])
        if len(names) > 1
        else as_is("")
    )


# ---------------------------------------------------------------------- turn by turn
def chapters_of(turns: Mapping[int, list[Item]], names: Mapping[str, Say]) -> Iterator[Chapter]:
    """Chapters of the turns with results. One sentence covers the quiet turns between them."""
    pictured = turning_points(turns)
    quiet: list[int] = []
    for turn, items in sorted(turns.items()):
        if not weight_of_items(items):
            quiet.append(turn)
            continue
        yield compile_chapter(
            turn, items, tuple(quiet_turn_lines(quiet)), names, pictured=turn in pictured
        )
        quiet = []
    if quiet:
        yield Chapter(
            f"turn-{quiet[-1]}",
            turns_title(quiet),
            tuple(quiet_turn_lines(quiet)),
            moment=turns[quiet[-1]][-1].move,
        )


def weight_of_items(items: Sequence[Item]) -> int:
    return sum(item.weight for item in items)


def turning_points(turns: Mapping[int, list[Item]]) -> set[int]:
    """Heaviest turns, at most `TURNING_POINTS`, each with a weight of at least `LEAST`."""
    heavy = [turn for turn, items in turns.items() if weight_of_items(items) >= LEAST]
    return set(
        sorted(heavy, key=lambda turn: (-weight_of_items(turns[turn]), turn))[:TURNING_POINTS]
    )


def compile_chapter(
    turn: int,
    items: Sequence[Item],
    before: tuple[Say, ...],
    names: Mapping[str, Say],
    *,
    pictured: bool,
) -> Chapter:
    told = told_of(items, TOLD_WITH_PICTURE if pictured else TOLD)
    top = max(items, key=lambda item: item.weight)
    title = (
        say("Turn {turn}: {what}", "Turno {turn}: {what}", turn=turn, what=top.title)
        if top.title is not None
        else turns_title([turn])
    )
    picture = (
        Picture(
            max(1, top.began - 1), say("Turn {turn}", "Turno {turn}", turn=turn), event_arrows(told)
        )
        if pictured
        else None
    )
    return Chapter(
        f"turn-{turn}",
        title,
        (*before, *loss_lines(items, names)),
        told,
        picture,
        moment=items[-1].move,
    )


def told_of(items: Sequence[Item], most: int) -> tuple[Item, ...]:
    """Heaviest items of a turn, at most `most`, in order of time. Items without weight are left
    out.
    """
    return heaviest_items([item for item in items if item.weight], most)


def heaviest_items(items: Sequence[Item], most: int) -> tuple[Item, ...]:
    """Heaviest items, at most `most`, in order of time."""
    heavy = range(len(items))
    kept = set(sorted(heavy, key=lambda place: (-items[place].weight, place))[:most])
    return tuple(item for place, item in enumerate(items) if place in kept)


def loss_lines(items: Sequence[Item], names: Mapping[str, Say]) -> Iterator[Say]:
    """Losses of each side in a turn."""
    lost: dict[str, int] = {}
    for item in items:
        for side, number in item.lost:
            lost[side] = lost.get(side, 0) + number
    if lost:
        each = tuple(
            say("{who} {n}", "{who} {n}", who=names.get(side, as_is(side)), n=lost[side])
            for side in names
            if side in lost
        )
        yield say("Lost in this turn: {each}.", "Bajas del turno: {each}.", each=each)


def quiet_turn_lines(quiet: Sequence[int]) -> Iterator[Say]:
    if len(quiet) == 1:
        yield say("Turn {n} passes without loss.", "El turno {n} pasa sin bajas.", n=quiet[0])
    elif len(quiet) == 2:
        yield say(
            "Turns {first} and {last} pass without loss.",
            "Los turnos {first} y {last} pasan sin bajas.",
            first=quiet[0],
            last=quiet[1],
        )
    elif quiet:
        yield say(
            "Turns {first} to {last} pass without loss.",
            "Los turnos {first} a {last} pasan sin bajas.",
            first=quiet[0],
            last=quiet[-1],
        )


def turns_title(turns: Sequence[int]) -> Say:
    if len(turns) == 1:
        return say("Turn {n}", "Turno {n}", n=turns[0])
    return say("Turns {first} to {last}", "Turnos {first} a {last}", first=turns[0], last=turns[-1])


def highlights_of_report(report: Report) -> Iterator[tuple[Say, tuple[Say, ...]]]:
    """Title and heaviest sentences of each turning point, then of the end."""
    for chapter in report.chapters:
        if chapter.key == ENDING:
            yield chapter.title, chapter.paragraphs
        elif chapter.picture is not None and chapter.key != OPENING:
            items = heaviest_items(chapter.items, HIGHLIGHTS)
            yield chapter.title, tuple(item.says for item in items)


# ---------------------------------------------------------------------- the end
def last_chapter(game: Game, end: table.Table, names: Mapping[str, Say]) -> Chapter:
    outcome = table.table_outcome(game, end)
    summary = game.summary(game.view(end.state, EVERYTHING))
    winners = outcome.winners if outcome else ()
    title = say("A draw", "Tablas") if outcome is None else outcome.unwon
    if winners:
        victory = game.card.degrees.get(outcome.degree if outcome else "")
        title = say(
            "{who}: {victory}",
            "{who}: {victory}",
            who=tuple(names.get(side, as_is(side)) for side in winners),
            victory=victory or say("victory", "victoria"),
        )
    scores = tuple(
        say("{who}: {score}.", "{who}: {score}.", who=names.get(side, as_is(side)), score=score)
        for side, score in summary.score
    )
    says = (as_sentence(outcome.says),) if outcome else ()
    ranking = outcome.ranking(names) if outcome else ()
    return Chapter(
        ENDING,
        title,
        (*says, *scores, *ranking),
        picture=Picture(end.number, say("The end", "El final")),
        moment=end.number,
    )


def as_sentence(says: Say) -> Say:
    """Text with a capital letter and a full stop."""
    en, es = (text[:1].upper() + text[1:].removesuffix(".") + "." for text in (says.en, says.es))
    return Say(en, es, says.facts)
