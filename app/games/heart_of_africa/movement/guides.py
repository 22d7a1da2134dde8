"""HOA-SPC, page 11: A unit or the baggage in single file behind a Scout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from app.games.heart_of_africa.board import board, without_repeats
from app.games.heart_of_africa.events import Activated, FigureMoved
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import (
    enemies,
    figure_of,
    is_attendant,
    is_gun,
    is_leader,
    is_vessel,
    radius,
    unit_of,
)
from app.games.heart_of_africa.movement import carried_moves, discovery, moves
from app.games.heart_of_africa.movement.activation import activation_refusals, movers, rates_rolled
from app.games.heart_of_africa.movement.single_file import (
    FILE_GAP,
    into_the_file,
    places_behind,
    track_to,
)
from app.games.heart_of_africa.movement.walking import Step, plan, rearranged
from app.games.heart_of_africa.orders import Guide
from app.games.heart_of_africa.pieces import AMBUSH, GUIDED, ON_TABLE, SCOUT, Figure, Unit
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.state import Activation, Battle
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.space.plane import (
    Path,
    Point,
    cut_path,
    distance_to_path,
    inches_to,
    is_within,
    on_grid,
    path_length,
)

KEEPS_AWAY = 6.0
NOT_NEAR = 1.0  # inches beyond, from which an enemy is not measured
"""A guided column stays farther than this from enemies, in inches (p. 11)."""
BAGGAGE_MOST = 4


def guide(battle: Battle, order: Guide, side: str, dice: Dice) -> list[Event]:
    """Events of a guided column: Scout and unit are activated together on the Scout's dice.

    If the dice do not reach the end of the drawn path, the Scout is in hand with this roll. Its
    player may draw another path, or move the Scout alone.
    """
    scout, unit = figure_of(battle, order.scout, side), unit_of(battle, order.unit, side)
    refuse_if(guide_refusals(battle, order, side))
    in_hand = battle.hand is not None and battle.hand.who == scout.id
    rates, faces = (
        ((battle.activation.open, battle.activation.difficult), ())
        if in_hand
        else rates_rolled(battle, scout, scout.id, dice)
    )
    alone = fold(battle, [Activated(Activation(scout.id, side, *rates), faces)])
    together = Activated(Activation(unit.id, side, *rates, guided=scout.id), faces)
    happened: list[Event] = (
        discovery.reveal(battle, unit.id, "", "moves") if unit.where == AMBUSH else []
    )
    happened.append(together)
    column = drawn_up(fold(battle, happened), scout, order)
    speed_refused = found_in(
        *(step.refusals for step in steps_of(fold(battle, happened), scout, column, rates))
    )
    if speed_refused and in_hand:
        refuse_if(speed_refused)
    if speed_refused:
        return [Activated(alone.activation, faces)]
    happened += marched(fold(battle, happened), scout, order, rates, dice)
    return happened + moves.closing(fold(battle, happened), dice)


def guide_refusals(battle: Battle, order: Guide, side: str) -> tuple[Refusal, ...]:
    """Everything that speaks against a guided column as such; its distance is checked after the
    dice.
    """
    return found_in(*refusals_of_column(battle, order, side))


def may_march(battle: Battle, order: Guide, side: str) -> bool:
    """True if nothing speaks against a guided column. Stops at the first refusal."""
    return not any(True for found in refusals_of_column(battle, order, side) for _ in found)


def refusals_of_column(battle: Battle, order: Guide, side: str) -> Iterator[tuple[Refusal, ...]]:
    """Refusals of a guided column: about its pieces, the enemies near it, and each step in turn."""
    scout, unit = battle.figures[order.scout], battle.units[order.unit]
    if scout.side != side or unit.side != side:
        yield (no("CAR-TAB-06", "There is no such piece.", "No existe esa figura o unidad."),)
        return
    found = found_in(
        may_guide(battle, scout, side), may_be_guided(battle, unit), in_the_file(battle, order)
    )
    if found:
        yield found
        return
    column = drawn_up(battle, scout, order)
    free = battle if battle.hand is None else msgspec.structs.replace(battle, hand=None)
    yield found_in(keeps_clear(battle, side, column))
    for step in steps_of(free, scout, column, None):
        yield step.refusals


def may_guide(battle: Battle, scout: Figure, side: str) -> tuple[Refusal, ...]:
    """Everything that keeps a figure from leading a column."""
    if scout.type != SCOUT or scout.unit:
        return (
            no(
                "HOA-SPC-17",
                "Only a Scout guides a column.",
                "Solo un Explorador guía una columna.",
            ),
        )
    if scout.at is None:
        return (
            no(
                "HOA-SEQ-02",
                "{who} is not on the table.",
                "{who} no está en la mesa.",
                who=called(battle, scout),
            ),
        )
    hand = battle.hand
    if hand is None or hand.who != scout.id or hand.side != side:
        return activation_refusals(battle, scout.id, side)
    return (
        (
            no(
                "HOA-SPC-13",
                "{who} has already moved.",
                "{who} ya ha movido.",
                who=called(battle, scout),
            ),
        )
        if hand.stirred
        else ()
    )


def may_be_guided(battle: Battle, unit: Unit) -> tuple[Refusal, ...]:
    """Everything that keeps a unit from following a Scout."""
    men = movers(battle, unit.id)
    found = []
    if unit.where not in (ON_TABLE, AMBUSH) or any(man.at is None for man in men) or not men:
        found.append(
            no(
                "HOA-SEQ-02",
                "{who:The} {who:is|are} not on the table.",
                "{who:El} no {who:está|están} en la mesa.",
                who=called(battle, unit),
            )
        )
    if unit.activation:
        found.append(
            no(
                "HOA-SEQ-02",
                "{who:The} {who:has had its|have had their} activation this turn.",
                "{who:El} ya {who:ha|han} tenido su activación este turno.",
                who=called(battle, unit),
            )
        )
    found += no_column(unit, men)
    return tuple(found)


def no_column(unit: Unit, men: Sequence[Figure]) -> Iterator[Refusal]:
    """Refusals of guns, boats and long trains of baggage."""
    if any(is_gun(man) for man in men):
        yield no(
            "HOA-SPC-17",
            "Guns and machine guns cannot be guided.",
            "Los cañones y las ametralladoras no pueden ir en columna guiada.",
        )
    if any(is_vessel(man) or man.aboard or man.room or man.roof for man in men):
        yield no(
            "HOA-SPC-17",
            "Only a unit outside boats and buildings can be guided.",
            "Solo va en columna guiada una unidad fuera de botes y edificios.",
        )
    if unit.kind == "baggage" and len(men) > BAGGAGE_MOST:
        yield no(
            "HOA-SPC-17",
            "A Scout guides up to {n} baggage elements.",
            "Un Explorador guía hasta {n} elementos de bagaje.",
            n=BAGGAGE_MOST,
        )


def in_the_file(battle: Battle, order: Guide) -> tuple[Refusal, ...]:
    """Everything that is wrong with the path or with the order of the file."""
    keys = {man.id for man in movers(battle, order.unit)}
    if len(set(order.order)) != len(order.order) or not keys.issuperset(order.order):
        return (
            no(
                "CAR-TAB-06",
                "There is no such piece in that unit.",
                "No existe esa figura en esa unidad.",
            ),
        )
    if path_length(without_repeats(order.path)) < FILE_GAP:
        return (
            no(
                "HOA-SPC-17",
                "The path is too short: the Scout leads the column.",
                "El camino es demasiado corto: el Explorador va delante de la columna.",
            ),
        )
    return ()


def keeps_clear(battle: Battle, side: str, column: Mapping[str, Path]) -> Refusal | None:
    """HOA-SPC-17: One unit, guns and machine guns excepted, or the baggage goes in single file
    behind a Scout, in one activation on the Scout's dice. None of them may come within 6 in of a
    visible enemy during the move, and they do not shoot in that turn. An ambush found on the way
    stops the column.
    """
    nearest: tuple[float, Figure, Figure] | None = None
    foes = foes_beside(battle, side, column)
    for key, way in column.items():
        figure, (x, y) = battle.figures[key], way[0]
        reach = path_length(way) + radius(figure) + KEEPS_AWAY + NOT_NEAR
        for enemy, at, half in foes:
            if abs(at[0] - x) > reach + half or abs(at[1] - y) > reach + half:
                continue
            gap = distance_to_path(at, way) - half - radius(figure)
            if nearest is None or gap < nearest[0]:
                nearest = (gap, figure, enemy)
    if nearest is None or not is_within(nearest[0], KEEPS_AWAY):
        return None
    return no(
        "HOA-SPC-17",
        "{who} would come to {gap} in from {enemy}; a guided column stays more than 6 in away.",
        "{who} pasaría a {gap:pulgada+s} de {enemy}; una columna guiada se mantiene a más de 6.",
        who=called(battle, nearest[1]),
        enemy=called(battle, nearest[2]),
        gap=round(max(nearest[0], 0.0), 1),
    )


def foes_beside(
    battle: Battle, side: str, column: Mapping[str, Path]
) -> list[tuple[Figure, Point, float]]:
    """Enemies that may be too near the ways of a column, with place and radius. The others lie
    outside the box round all ways.
    """
    xs, ys = zip(*(point for way in column.values() for point in way), strict=True)
    reach = KEEPS_AWAY + NOT_NEAR + max(radius(battle.figures[key]) for key in column)
    west, east, south, north = min(xs) - reach, max(xs) + reach, min(ys) - reach, max(ys) + reach
    return [
        (enemy, (x, y), half)
        for enemy in enemies(battle, side)
        for (x, y), half in [(enemy.position, radius(enemy))]
        if west - half <= x <= east + half and south - half <= y <= north + half
    ]


def file_of(battle: Battle, order: Guide) -> list[Figure]:
    """The figures behind the Scout in order: as ordered, the others by their places, attendants
    after their Leader.
    """
    named = [battle.figures[key] for key in order.order if not battle.figures[key].fate]
    start = order.path[0]
    rest = sorted(
        (
            man
            for man in movers(battle, order.unit)
            if man.id not in order.order and man.at is not None
        ),
        key=lambda man: (inches_to(man.position, start), man.id),
    )
    every = named + [man for man in rest if not is_attendant(man)]
    for man in (one for one in rest if is_attendant(one)):
        at = next(
            (n for n, one in enumerate(every) if one.id == man.of or is_leader(one)), len(every) - 1
        )
        every.insert(at + 1, man)
    return every


def drawn_up(
    battle: Battle, scout: Figure, order: Guide, length: float | None = None
) -> dict[str, Path]:
    """The way of the Scout, cut off after `length` inches, and of each follower to its place in the
    file.
    """
    start = scout.position
    path = (start, *without_repeats(order.path)[1:])
    if length is not None:
        path = tuple(on_grid(point) for point in cut_path(path, length))
    found = {scout.id: path}
    whole = path_length(path)
    men = file_of(battle, order)
    for man, back in zip(men, places_behind(scout, men), strict=True):
        found[man.id] = into_the_file(man, track_to(path, whole - back))
    return found


def steps_of(
    battle: Battle,
    scout: Figure,
    column: Mapping[str, Path],
    rates: tuple[float | None, float | None] | None,
) -> Iterator[Step]:
    """Planned steps of all figures of the file, one after the other. A figure with a barred or too
    long way along the file may go straight to its place.
    """
    later = rearranged(
        battle, board(battle, scout.side), {key: way[-1] for key, way in column.items()}
    )
    for key, way in column.items():
        figure = battle.figures[key]
        asked = (
            battle
            if rates is None or key != scout.id
            else msgspec.structs.replace(battle, hand=Activation(scout.id, scout.side, *rates))
        )
        step = plan(asked, figure, way, grid=later)
        if step.refusals and key != scout.id and len(way) > 2:
            straight = plan(asked, figure, (way[0], way[-1]), grid=later)
            step = (
                step
                if straight.refusals or keeps_clear(battle, scout.side, {key: straight.way})
                else straight
            )
        yield msgspec.structs.replace(step, mark=GUIDED)


def marched(
    battle: Battle,
    scout: Figure,
    order: Guide,
    rates: tuple[float | None, float | None],
    dice: Dice,
) -> list[Event]:
    """Events of the march, the Scout first. If the Scout is stopped, the column closes up behind
    it. If a figure of the file is stopped, those after it stay.
    """
    happened: list[Event] = []
    now = battle
    column = drawn_up(battle, scout, order)
    lead = next(steps_of(battle, scout, column, rates))
    events, stopped = carried_moves.walked(now, lead, None, dice)
    happened += events
    now = fold(now, events)
    if stopped:
        gone = path_length(
            next(
                (event.way for event in events if isinstance(event, FigureMoved)),
                column[scout.id][:1] * 2,
            )
        )
        column = (
            drawn_up(battle, scout, order, gone)
            if gone > FILE_GAP
            else {scout.id: column[scout.id]}
        )
    column = {key: way for key, way in column.items() if key != scout.id}
    for step in steps_of(now, scout, column, rates):
        if step.refusals or step.length <= 0.001 or now.figures[step.figure.id].fate:
            continue
        events, stopped = carried_moves.walked(now, step, None, dice)
        happened += events
        now = fold(now, events)
        if stopped:
            break
    return happened
