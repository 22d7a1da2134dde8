"""Reports of battles on real tables: what may be entered, and the facts that follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.effects import result_refused
from app.games.heart_of_africa.campaign.names import title_of
from app.games.heart_of_africa.campaign.orders import EnterResult
from app.games.heart_of_africa.campaign.state import Details, Entered, Season, War
from app.games.heart_of_africa.campaign.terms import LONGEST_WORDS
from app.kernel.child_battles import Aftermath, Losses, UnitLosses
from app.kernel.free_text import text_refused
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.say import Say, say

MOST_FALLEN = 300  # figures of one side
MOST_BAGGAGE = 20  # elements of one side
MOST_TURNS = 60
MOST_UNITS = 60  # rows of units of both sides
LONGEST_UNIT = 60  # characters of the name of a unit


def entered_refused(season: Season, player: str, order: EnterResult) -> Iterable[Refusal | None]:
    """Refusals of a result that a player enters."""
    war = season.battle(order.battle)
    if war is not None and player not in war.players:
        return [
            no(
                "HOA-CMP-23",
                "Only the two players enter the result.",
                "El resultado lo anotan los dos jugadores.",
            )
        ]
    if war is not None and war.entered is not None:
        return [
            no(
                "HOA-CMP-23",
                "A result has been entered already.",
                "Ya hay un resultado anotado.",
            )
        ]
    return [
        *report_refused(season, order),
        *found_in(text_refused(order.remarks, LONGEST_WORDS, "HOA-CMP-23")),
    ]


def report_refused(season: Season, order: EnterResult) -> Iterator[Refusal]:
    """Refusals of the numbers of a result: winner, Leaders, losses, turns."""
    war = season.battle(order.battle)
    yield from result_refused(season, order.battle, order.winner, order.leaders_lost)
    yield from numbers_refused(order)
    if war is not None:
        yield from casualties_refused(season, war, order)


def numbers_refused(order: EnterResult) -> Iterator[Refusal]:
    """Refusals of fallen figures, baggage and turns that cannot be."""
    for title, most, numbers in (
        (
            say("Fallen figures", "Las figuras caídas"),
            MOST_FALLEN,
            (order.fallen_attacker, order.fallen_defender),
        ),
        (
            say("Baggage elements lost", "Los bagajes perdidos"),
            MOST_BAGGAGE,
            (order.baggage_attacker, order.baggage_defender),
        ),
        (say("Turns played", "Los turnos jugados"), MOST_TURNS, (order.turns,)),
    ):
        if not all(0 <= n <= most for n in numbers):
            yield no(
                "HOA-CMP-23",
                "{what} are a number from 0 to {most}.",
                "{what} son un número de 0 a {most}.",
                what=title,
                most=most,
            )


def casualties_refused(season: Season, war: War, order: EnterResult) -> Iterator[Refusal]:
    """Refusals of the losses of single units, and of totals that are smaller than their sum."""
    if len(order.casualties) > MOST_UNITS:
        yield no(
            "HOA-CMP-23",
            "A report has at most {most} units.",
            "Un informe tiene como mucho {most} unidades.",
            most=MOST_UNITS,
        )
    for row in order.casualties:
        yield from found_in(unit_refused(war, row))
    given = (order.fallen_attacker, order.fallen_defender)
    for player, total, summed in zip(war.players, given, sums_of(war, order), strict=True):
        if 0 < total < summed:
            yield no(
                "HOA-CMP-23",
                "The units of {who:the} lost {sum} figures together, more than the {total} in all.",
                "Las unidades {who:del} perdieron {sum} figuras entre todas, más que las {total} "
                "del total.",
                who=title_of(season, player),
                sum=summed,
                total=total,
            )


def unit_refused(war: War, row: UnitLosses) -> Refusal | None:
    """Refusal of the losses of one unit."""
    name = row.unit.strip()
    if row.side not in war.players or not name:
        return no(
            "HOA-CMP-23",
            "Each loss belongs to a named unit of one of the two players.",
            "Cada baja corresponde a una unidad con nombre de uno de los dos jugadores.",
        )
    if found := text_refused(name, LONGEST_UNIT, "HOA-CMP-23"):
        return found
    most = row.figures or MOST_FALLEN
    if 0 <= row.fallen <= most <= MOST_FALLEN:
        return None
    return no(
        "HOA-CMP-23",
        "{unit}: the fallen figures are a number from 0 to {most}.",
        "{unit}: las figuras caídas son un número de 0 a {most}.",
        unit=name,
        most=min(max(most, 0), MOST_FALLEN),
    )


def sums_of(war: War, order: EnterResult) -> tuple[int, int]:
    """Fallen figures of the units of attacker and defender."""
    attacker, defender = (
        sum(row.fallen for row in order.casualties if row.side == player) for player in war.players
    )
    return attacker, defender


def entered_of(war: War | None, player: str, order: EnterResult) -> Entered:
    """Report as it is recorded. A total that is not given is the sum of the units."""
    sums = sums_of(war, order) if war is not None else (0, 0)
    return Entered(
        player,
        order.winner,
        order.leaders_lost,
        fallen=(order.fallen_attacker or sums[0], order.fallen_defender or sums[1]),
        remarks=order.remarks,
        details=Details(
            order.turns, (order.baggage_attacker, order.baggage_defender), order.casualties
        ),
    )


def enter_result(course: Course, player: str, order: EnterResult) -> None:
    """Record the report."""
    found = entered_of(course.season.battle(order.battle), player, order)
    course.happen(
        e.ResultEntered(
            order.battle, player, found.winner, found.leaders_lost, found.fallen, found.remarks
        )
    )
    if found.details != Details():
        course.happen(e.BattleDetailed(order.battle, found.details))


def number_words(season: Season, war: War, numbers: Iterable[int]) -> tuple[Say, ...]:
    """Numbers of attacker and defender, each with its player."""
    return tuple(
        say("{who} {n}", "{who} {n}", who=title_of(season, key), n=n)
        for key, n in zip(war.players, numbers, strict=True)
    )


def sums_words(
    season: Season, war: War, leaders: Iterable[str], fallen: tuple[int, int]
) -> Iterator[Say]:
    """Leaders lost and fallen figures, in sentences."""
    lost = tuple(title_of(season, key) for key in leaders)
    if lost:
        yield say("Leaders lost: {who}.", "Líderes caídos: {who}.", who=lost)
    if any(fallen):
        each = number_words(season, war, fallen)
        yield say("Fallen figures: {all}.", "Figuras caídas: {all}.", all=each)


def details_words(season: Season, war: War, details: Details) -> Iterator[Say]:
    """Turns played and baggage lost, in sentences."""
    if details.turns:
        yield say("Turns played: {n}.", "Turnos jugados: {n}.", n=details.turns)
    if any(details.baggage):
        lost = number_words(season, war, details.baggage)
        yield say("Baggage lost: {all}.", "Bagajes perdidos: {all}.", all=lost)


def loss_words(season: Season, battle: str, aftermath: Aftermath) -> Iterator[Say]:
    """Losses after a battle on its table, in the sentences of a report, and units that broke."""
    war = season.battle(battle)
    if war is None:
        return
    one, other = (aftermath.losses.get(side, Losses()) for side in "AB")
    sides = zip(war.players, (one, other), strict=True)
    leaders = [key for key, losses in sides if losses.leaders_lost]
    yield from sums_words(season, war, leaders, (one.fallen, other.fallen))
    yield from details_words(season, war, Details(aftermath.turns, (one.captured, other.captured)))
    broken = (one.units_broken, other.units_broken)
    if any(broken):
        each = number_words(season, war, broken)
        yield say("Broken units: {all}.", "Unidades en fuga: {all}.", all=each)
