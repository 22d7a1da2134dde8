"""Reports of a battle in words: results, and the differences between two of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.games.heart_of_africa.campaign.names import title_of
from app.games.heart_of_africa.campaign.state import NO_REASON, REFEREE, Entered, Season, War
from app.kernel.compared_results import ComparedResults, ComparedRow
from app.kernel.say import Say, say

NO_NUMBER = say("not stated", "sin indicar")
NONE_OR_NO_NUMBER = say("0 or not stated", "0 o sin indicar")


def in_a_row(parts: Sequence[Say]) -> Say:
    """Sentences one after another."""
    text = " ".join(f"{{s{number}}}" for number in range(len(parts)))
    return Say(text, text, {f"s{number}": part for number, part in enumerate(parts)})


def compared_results(season: Season, war: War) -> ComparedResults | None:
    """Both reports of a battle side by side; None if its players did not state two."""
    first, second = war.reported, war.objection
    if first is None or second is None:
        return None
    return ComparedResults(
        (title_of(season, first.by), title_of(season, second.by)),
        (first.remarks, "" if first.disputed == NO_REASON else first.disputed),
        tuple(compared_rows(season, war, first, second)),
        decision_words(season, war) if not war.is_open else None,
    )


def compared_rows(
    season: Season, war: War, first: Entered, second: Entered
) -> Iterator[ComparedRow]:
    """Rows of both reports: winner, Leaders, turns, losses of sides and of units."""
    yield ComparedRow(
        say("Winner", "Ganador"), winner_words(season, first), winner_words(season, second)
    )
    yield ComparedRow(
        say("Leaders lost", "Líderes caídos"),
        leaders_words(season, war, first),
        leaders_words(season, war, second),
    )
    turns = (first.details.turns, second.details.turns)
    yield from number_rows(say("Turns played", "Turnos jugados"), turns, NO_NUMBER)
    for place, key in enumerate(war.players):
        who = title_of(season, key)
        fallen = (first.fallen[place], second.fallen[place])
        title = say("Fallen figures of {who:the}", "Figuras caídas {who:del}", who=who)
        yield from number_rows(title, fallen)
        baggage = (first.details.baggage[place], second.details.baggage[place])
        title = say("Baggage lost by {who:the}", "Bagajes perdidos por {who:el}", who=who)
        yield from number_rows(title, baggage)
        yield from unit_rows(key, who, first, second)


def number_rows(
    title: Say, numbers: tuple[int, int], zero: Say = NONE_OR_NO_NUMBER
) -> Iterator[ComparedRow]:
    """Row of a number, unless neither report states it; `zero` stands for 0."""
    if any(numbers):
        yield ComparedRow(title, *(number_words(number, zero) for number in numbers))


def unit_rows(side: str, who: Say, first: Entered, second: Entered) -> Iterator[ComparedRow]:
    """Rows of the units of one side that either report names. Equal names are told apart by
    order.
    """
    lost = [losses_by_unit(side, one) for one in (first, second)]
    for unit, number in dict.fromkeys((*lost[0], *lost[1])):
        title = unit if number == 1 else f"{unit} ({number})"
        found = [one.get((unit, number)) for one in lost]
        yield ComparedRow(
            say("{unit}, {who}", "{unit}, {who}", unit=title, who=who),
            *(NO_NUMBER if n is None else say("{n}", "{n}", n=n) for n in found),
        )


def losses_by_unit(side: str, entered: Entered) -> dict[tuple[str, int], int]:
    """Fallen figures by name of the unit and its number among units of that name."""
    found: dict[tuple[str, int], int] = {}
    for row in entered.details.casualties:
        if row.side == side:
            name = row.unit.strip()
            number = 1 + sum(unit == name for unit, _ in found)
            found[name, number] = row.fallen
    return found


def winner_words(season: Season, entered: Entered) -> Say:
    """Winner of a report, or no decision."""
    if entered.winner is None:
        return say("no decision", "sin decisión")
    return title_of(season, entered.winner)


def leaders_words(season: Season, war: War, entered: Entered) -> Say:
    """Leaders lost, in the order of the players."""
    lost = tuple(title_of(season, key) for key in war.players if key in entered.leaders_lost)
    return say("{all}", "{all}", all=lost) if lost else say("none", "ninguno")


def number_words(number: int, zero: Say) -> Say:
    """Number of a report; `zero` stands for 0."""
    return say("{n}", "{n}", n=number) if number else zero


def differences_words(
    season: Season, war: War, stated: Entered, against: Entered
) -> tuple[Say, ...]:
    """Sentences about each number of `stated` that differs from `against`."""
    return tuple(
        say(
            "{title}: {new} instead of {old}.",
            "{title}: {new} en vez de {old}.",
            title=row.title,
            new=row.second,
            old=row.first,
        )
        for row in compared_rows(season, war, against, stated)
        if row.differs
    )


def reason_words(reason: str) -> tuple[Say, ...]:
    """Sentence with the reason of the referee; none without a reason."""
    if not reason:
        return ()
    words = say("Reason of the referee: {reason}", "Motivo del árbitro: {reason}", reason=reason)
    return (words,)


def decision_words(season: Season, war: War) -> Say:
    """Sentences of the referee's decision about a battle, with its reason."""
    return in_a_row([choice_words(season, war), *reason_words(war.reason)])


def choice_words(season: Season, war: War) -> Say:
    """Sentence about the numbers that the referee decides."""
    decided = war.decided
    if decided is None:
        return say("The referee decides.", "Decide el árbitro.")
    if decided.by == REFEREE and not war.reports:
        return say("The referee has entered the result.", "El árbitro ha anotado el resultado.")
    if decided.by == REFEREE and war.objection is None:
        return say(
            "The referee decides with other numbers than the entered ones.",
            "El árbitro decide con otros números que los anotados.",
        )
    if decided.by == REFEREE:
        return say(
            "The referee decides with other numbers than both.",
            "El árbitro decide con otros números que ambos.",
        )
    return say(
        "The referee accepts the numbers of {who:the}.",
        "El árbitro acepta los números {who:del}.",
        who=title_of(season, decided.by),
    )


def decided_differences(season: Season, war: War) -> tuple[Say, ...]:
    """Decision about a battle that has reports, and its differences from one that does not
    count.
    """
    decided = war.decided
    if war.reported is None or (war.objection is None and decided is None):
        return ()
    found = (decision_words(season, war),)
    if decided is None:
        return found
    if war.objection is None:
        return (*found, *differences_words(season, war, decided, war.reported))
    against = war.objection if decided.by == war.reported.by else war.reported
    return (*found, *differences_words(season, war, decided, against))
