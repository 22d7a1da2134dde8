"""HOA-MOV, HOA-SEQ: Activations and moves, figure by figure, as ordered and as carried out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec

from app.games.heart_of_africa.board import Board, board, everybody, near, nearest_free, on_top_of
from app.games.heart_of_africa.buildings_and_boats import boats, rooms
from app.games.heart_of_africa.events import (
    ActivationEnded,
    FigureMoved,
    FigureTurned,
    Shifted,
    StoodStill,
)
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import (
    figure_of,
    is_attendant,
    is_vessel,
    not_there,
    radius,
    there,
)
from app.games.heart_of_africa.melee_and_morale import losses
from app.games.heart_of_africa.movement import discovery, evasion, hazards
from app.games.heart_of_africa.movement.activation import (
    activated,
    activation_refusals,
    movers,
    too_late,
)
from app.games.heart_of_africa.movement.cohesion import keeps_together
from app.games.heart_of_africa.movement.contact import charges_of, newly_touched, opponents_now
from app.games.heart_of_africa.movement.rank_swaps_and_climbing import cross, remount, swap
from app.games.heart_of_africa.movement.walking import (
    DIFFICULT,
    OPEN,
    Step,
    allowance,
    cannot_stir,
    commands,
    figure_refusals,
    met,
    plan,
    rate_of,
    rearranged,
    slowing,
)
from app.games.heart_of_africa.orders import Activate, EndActivation, Move, NoMove, Sail
from app.games.heart_of_africa.pieces import (
    AMBUSH,
    CHARGED,
    COLUMN,
    MOVED,
    REMOUNTED,
    SCOUT,
    Figure,
)
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.setup.entry import left_behind, walking_in
from app.games.heart_of_africa.state import UNIT_MOVES, Activation, Battle, Charge
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, Refused, found_in, insist, no
from app.kernel.space.plane import (
    CONTACT,
    Path,
    Point,
    angle_between,
    bearing,
    cut_path,
    distance,
    moved,
    path_length,
    quantised,
)

__all__ = [
    "activate",
    "allowance",
    "carried_out",
    "charges_of",
    "closing",
    "compulsory_entry",
    "cross",
    "end_activation",
    "figure_refusals",
    "move",
    "move_refusals",
    "movers",
    "no_move",
    "plan",
    "planned",
    "rate_of",
    "remount",
    "step_refusals",
    "swap",
]

step_refusals = figure_refusals
STILL = 0.001
"""A way shorter than this (inches) leads nowhere."""
ROUND = tuple(sign * 7.5 * step for step in range(1, 19) for sign in (1, -1))
"""Directions of the places round an enemy that are tried in order, in degrees off the
straight way.
"""
TURN_SEEN = 0.05
"""Changes of facing below this are ignored (degrees)."""


def activate(battle: Battle, order: Activate, side: str, dice: Dice) -> list[Event]:
    """Events that take a unit, the baggage or an independent figure in hand and roll its movement
    dice.
    """
    insist(activation_refusals(battle, order.who, side))
    return activated(battle, order.who, dice)


def no_move(battle: Battle, order: NoMove, side: str, dice: Dice) -> list[Event]:  # noqa: ARG001 no dice
    """Events of a declaration that units, the baggage or independent figures stay, any number of
    them.
    """
    insist(*(stands_refusals(battle, who, side) for who in order.units), nobody_named(order))
    return [StoodStill(side, tuple(dict.fromkeys(order.units)))]


def nobody_named(order: NoMove) -> Refusal | None:
    return None if order.units else no("HOA-SEQ-02", "Name a unit.", "Nombra una unidad.")


def stands_refusals(battle: Battle, who: str, side: str) -> tuple[Refusal, ...]:
    """Everything that speaks against declaring that a unit or figure stays."""
    found = activation_refusals(battle, who, side)
    if found:
        return found
    thing = battle.units.get(who) or battle.figures[who]
    if thing.where == COLUMN:
        return (
            no("HOA-SCN-11", "The column has to come in.", "La columna está obligada a entrar."),
        )
    if thing.where == AMBUSH:
        return (
            no(
                "HOA-SEQ-02",
                "A hidden unit stays in place without an order.",
                "Una unidad en emboscada se queda en su sitio sin necesidad de orden.",
            ),
        )
    if isinstance(thing, Figure) and battle.step == UNIT_MOVES and thing.type != SCOUT:
        return (
            no(
                "HOA-SEQ-04",
                "{who:The} {who:moves|move} later.",
                "{who:El} {who:mueve|mueven} más tarde.",
                who=called(battle, thing),
            ),
        )
    return ()


def end_activation(battle: Battle, order: EndActivation, side: str, dice: Dice) -> list[Event]:  # noqa: ARG001 the order says it all
    """Events that end the activation in hand. Figures of the column still off the table move in."""
    if battle.hand is None:
        raise Refused(
            no("HOA-SEQ-02", "No unit is activated.", "No hay ninguna activación en curso.")
        )
    insist(
        no("HOA-SEQ-02", "This activation is not yours.", "Esta activación no es tuya.")
        if battle.hand.side != side
        else None
    )
    who = battle.hand.who
    happened, _ = carried_out(battle, walking_in(battle, who), {}, dice)
    return happened + closing(fold(battle, happened), dice)


def compulsory_entry(battle: Battle, who: str, dice: Dice) -> list[Event]:
    """Events of the column's next unit, which enters even without an order."""
    happened = activated(battle, who, dice)
    steps, _ = carried_out(
        fold(battle, happened), walking_in(fold(battle, happened), who), {}, dice
    )
    happened += steps
    return happened + closing(fold(battle, happened), dice)


def closing(battle: Battle, dice: Dice) -> list[Event]:
    """Events at the end of the activation in hand: the crocodile dice still owed, then the end
    itself.
    """
    hand = battle.hand
    if hand is None:
        return []
    return [*hazards.crocodiles(battle, dice), ActivationEnded(hand.who, how_it_ended(hand))]


def how_it_ended(hand: Activation) -> str:
    """HOA-SEQ-03: After the dice a player may leave a unit in place, wholly or in part, and need
    not use the whole distance. The roll has spent its activation. If no figure moved, it counts as
    a declaration not to move.
    """
    return "moved" if hand.stirred else "declined"


def move(battle: Battle, order: Move, side: str, dice: Dice) -> list[Event]:
    """Events of a move of the named figures, in turn. A unit not yet in hand is activated first. If
    its roll does not allow the move as drawn, no figure moves and the player draws it again.
    """
    if any(key in battle.figures and is_vessel(battle.figures[key]) for key in order.paths):
        return list(boats.sail(battle, Sail(order.who, order.paths, order.facing), side, dice))
    happened: list[Event] = []
    if battle.hand is None or battle.hand.who != order.who:
        insist(
            activation_refusals(battle, order.who, side),
            too_late(battle, order.who, (*order.paths, *order.attack)),
        )
        insist(move_refusals(battle, order, side))
        happened = activated(battle, order.who, dice)
        if move_refusals(fold(battle, happened), order, side):
            return happened
    now = fold(battle, happened)
    insist(
        no("HOA-SEQ-02", "This unit is not yours.", "Esta unidad no es tuya.")
        if now.activation.side != side
        else None
    )
    steps, refusals = planned(now, order, side)
    insist(refusals)
    moved, halted = carried_out(now, steps, order.facing, dice)
    happened += moved
    now = fold(now, moved)
    if halted:
        return happened
    bitten = hazards.crocodiles(now, dice)
    happened += bitten
    now = fold(now, bitten)
    if order.ends or has_nobody_left(now, order.who):
        happened += closing(now, dice)
    return happened


def has_nobody_left(battle: Battle, who: str) -> bool:
    """True if no figure of the activation can do anything more. All are dead, or an independent
    figure and its followers have moved, and it can neither join a unit nor dismount.
    """
    left = movers(battle, who)
    if who in battle.units or not left:
        return not left
    if battle.figures[who].type == "mounted_regular" and REMOUNTED not in battle.figures[who].did:
        return False
    return "charismatic" not in battle.figures[who].traits and all(
        figure.id in battle.activation.done for figure in left
    )


def move_refusals(battle: Battle, order: Move, side: str) -> tuple[Refusal, ...]:
    """Everything that speaks against a move of the unit in hand, or, before its dice, against the
    way as such.
    """
    return planned(battle, order, side)[1]


def planned(battle: Battle, order: Move, side: str) -> tuple[list[Step], tuple[Refusal, ...]]:
    """The moves of an order, figure by figure in their order, and everything that speaks against
    them.
    """
    strange = strangers(battle, order, side)
    if strange:
        return [], strange
    grid = board(battle, side)
    wayless = without_way(battle, order)
    order = with_ways(battle, order, side)
    ends = {
        key: end_of(battle, key, path, order.attack.get(key, ""))
        for key, path in order.paths.items()
        if path
    }
    later = rearranged(battle, grid, ends)
    steps = [
        plan(battle, battle.figures[key], path, order.attack.get(key, ""), grid=later)
        for key, path in order.paths.items()
    ]
    refusals = found_in(*(step.refusals for step in steps), turning_refusals(battle, order, grid))
    if not refusals:
        refusals = found_in(
            *(
                already_there(battle, step, order.attack[step.figure.id])
                for step in steps
                if step.figure.id in wayless
            ),
            moves_nobody(battle, order, steps),
        )
    if not refusals:
        refusals = found_in(
            together(battle, order.who, steps, grid),
            rooms.too_many(battle, side, ends),
            left_behind(battle, order.who, order.paths) if order.ends else None,
        )
    return [step for step in steps if stirs(step)], refusals


def stirs(step: Step) -> bool:
    """True if a move has a length, brings a figure on, or is an attack on the spot."""
    return step.length > 0.001 or step.figure.at is None or bool(step.touches)


def strangers(battle: Battle, order: Move, side: str) -> tuple[Refusal, ...]:
    """Refusals of the named figures that do not belong to the activation."""
    named = (*order.paths, *order.facing, *order.attack)
    return found_in(*(not_among_them(battle, order.who, key, side) for key in named))


def moves_nobody(battle: Battle, order: Move, steps: Sequence[Step]) -> Refusal | None:
    """Refusal of an order in which no figure moves, turns or attacks; it spends nothing."""
    if order.facing or any(stirs(step) for step in steps):
        return None
    return no(
        "HOA-SEQ-03",
        "The order moves no figure of {who}: name a way, a facing or an enemy "
        "to attack. To leave all of them in place, end the move.",
        "La orden no mueve ninguna figura de {who}: indica un camino, una orientación o "
        "un enemigo que atacar. Para dejarlas a todas en su sitio, termina el movimiento.",
        who=called(battle, order.who),
    )


def already_there(battle: Battle, step: Step, attack: str) -> Refusal | None:
    """Refusal of a figure that is to attack an enemy it already fights."""
    if stirs(step):
        return None
    return no(
        "HOA-MEL-01",
        "{who} is already in contact with {enemy}.",
        "{who} ya está en contacto con {enemy}.",
        who=called(battle, step.figure),
        enemy=called(battle, battle.figures[attack]),
    )


# ---------------------------------------------------------------------- attacks without a way
def has_way(figure: Figure, path: Path) -> bool:
    """True if a path leads anywhere."""
    return bool(path) and (figure.at is None or path_length(path) > STILL)


def without_way(battle: Battle, order: Move) -> tuple[str, ...]:
    """Ids of the figures that are to attack and have no way."""
    return tuple(
        key
        for key, enemy in order.attack.items()
        if enemy and not has_way(battle.figures[key], order.paths.get(key, ()))
    )


def with_ways(battle: Battle, order: Move, side: str) -> Move:
    """The order with a way added for every figure that is to attack and has none."""
    todo = without_way(battle, order)
    if not todo:
        return order
    grid = board(battle, side)
    paths = {key: path for key, path in order.paths.items() if key not in todo}
    ends = {
        key: end_of(battle, key, path, order.attack.get(key, ""))
        for key, path in paths.items()
        if path
    }
    for key in todo:
        figure = battle.figures[key]
        if figure.at is None:
            paths[key] = ()
            continue
        victim = figure_of(battle, order.attack[key], side)
        paths[key] = straight_to(battle, figure, victim, rearranged(battle, grid, ends))
        ends[key] = end_of(battle, key, paths[key], order.attack[key])
    return msgspec.structs.replace(order, paths=paths)


def straight_to(battle: Battle, figure: Figure, victim: Figure, grid: Board) -> Path:
    """The direct way to an enemy; if bases bar it, the shortest straight one to a free place in
    contact.
    """
    start = figure.position
    if victim.at is None:
        return (start, start)
    direct = (start, victim.at)
    wrong = plan(battle, figure, direct, victim.id, grid=grid).refusals
    if {refusal.rule for refusal in wrong} != {"HOA-MOV-05"}:
        return direct
    apart = radius(figure) + radius(victim)
    beside = tuple(near((*grid.friends, *grid.foes), (victim.at,), apart + 1))
    most = max((inches for inches in allowance(battle, figure) if inches is not None), default=None)
    toward = bearing(victim.at, start)
    for turn in ROUND:
        spot = quantised(moved(victim.at, toward + turn, apart))
        if most is not None and distance(start, spot) > most + CONTACT:
            return direct
        if on_top_of(beside, figure, spot, {}) is not None:
            continue
        step = plan(battle, figure, (start, spot), victim.id, grid=grid)
        if not step.refusals and victim.id in {enemy.id for enemy in step.touches}:
            return (start, spot)
    return direct


def not_among_them(battle: Battle, who: str, key: str, side: str) -> Refusal | None:
    """Refusal of a figure that does not belong to the activation."""
    figure = battle.figures.get(key)
    if figure is None or figure.side != side or figure.fate:
        return not_there(battle, key, side)
    if commands(battle, who, figure):
        return None
    rule = "HOA-LDR-07" if is_attendant(figure) else "HOA-SEQ-02"
    return no(
        rule,
        "{who} does not move with {unit}.",
        "{who} no mueve con {unit}.",
        who=called(battle, figure),
        unit=called(battle, who),
    )


def end_of(battle: Battle, key: str, path: Path, attack: str) -> Point | None:
    """The place of a figure after its way; against an enemy it stops at the enemy's base."""
    way: Path = tuple(quantised(point) for point in path)
    victim = battle.figures.get(attack)
    if victim is not None and victim.at is not None and len(way) > 1:
        way = met(battle.figures[key], way, victim)[0]
    return way[-1]


def turning_refusals(battle: Battle, order: Move, grid: Board) -> tuple[Refusal, ...]:
    """Everything that speaks against turning figures without a path: figures just contacted keep
    their facing.
    """
    found = []
    for key in order.facing:
        if key in order.paths:
            continue
        figure = battle.figures[key]
        found += [
            one for one in cannot_stir(battle, figure) if one.rule in ("HOA-SEQ-02", "HOA-STR-03")
        ]
        fresh = newly_touched(figure, opponents_now(figure, grid))
        if fresh:
            found.append(
                no(
                    "HOA-MEL-02",
                    "{who} was contacted this turn and may not turn.",
                    "{who:El} ha sido {who:contactado|contactada|contactados|contactadas} este "
                    "turno y no puede girar.",
                    who=called(battle, figure),
                )
            )
    return tuple(found)


def together(battle: Battle, who: str, steps: Sequence[Step], grid: Board) -> Refusal | None:
    """Refusal of a move that breaks cohesion; figures held by the enemy or fleeing do not count."""
    if who not in battle.units or not steps:
        return None
    ends = {step.figure.id: None if step.leaves else step.way[-1] for step in steps}
    torn = keeps_together(battle, who, ends)
    if torn is None:
        return None
    bound = [
        figure.id
        for figure in movers(battle, who)
        if figure.at is not None and opponents_now(figure, grid)
    ]
    return keeps_together(battle, who, ends, bound) if bound else torn


def carried_out(
    battle: Battle, steps: Sequence[Step], facing: Mapping[str, float], dice: Dice
) -> tuple[list[Event], bool]:
    """Events of the moves one after another, then of the turns of figures that stay. True if a
    discovery has stopped one of them, so that the rest of the unit waits for new orders.
    """
    happened: list[Event] = []
    now, forced = battle, False
    for step in steps:
        if now.figures[step.figure.id].fate:  # removed with a Leader moved before
            continue
        events, stopped = walked(now, step, facing.get(step.figure.id), dice)
        happened += events
        now = fold(now, events)
        forced = forced or bool(stopped)
        if stopped == "ambush":
            return happened + made_room(now, steps, forced), True
    turns = [
        FigureTurned(key, angle % 360)
        for key, angle in facing.items()
        if key not in {step.figure.id for step in steps}
        and angle_between(battle.figures[key].facing, angle) > TURN_SEEN
    ]
    happened += turns
    return happened + made_room(fold(now, turns), steps, forced), False


def walked(battle: Battle, step: Step, facing: float | None, dice: Dice) -> tuple[list[Event], str]:
    """Events of one figure's move to its end, or to a trap or an ambush on its way, and the name of
    that obstacle.
    """
    figure = battle.figures[step.figure.id]
    found = discovery.found_along(battle, figure, step.way)
    trap = hazards.trap_along(battle, figure, step.way)
    if found is not None and (trap is None or found[0] <= trap[0]):
        return halted(battle, figure, step, facing, found, dice)
    marks = marks_of(step)
    if trap is not None:
        way = backed(battle, figure, step.way, trap[0])
        happened: list[Event] = [
            FigureMoved(
                figure.id,
                way,
                facing_after(figure, way, facing),
                marks,
                round(path_length(way), 3),
                step.rate,
                stopped="trap",
                room=room_on(battle, figure, way),
                marsh=marsh_of(battle, way),
            )
        ]
        happened += hazards.sprung(fold(battle, happened), figure, trap[1], dice)
        ford = hazards.ford_along(battle, way)
        if ford is not None and not fold(battle, happened).figures[figure.id].fate:
            happened += hazards.bitten(fold(battle, happened), figure.id, ford[1], dice)
        return happened, "trap"
    return went_all_the_way(battle, figure, step, facing, marks, dice), ""


def went_all_the_way(
    battle: Battle,
    figure: Figure,
    step: Step,
    facing: float | None,
    marks: tuple[str, ...],
    dice: Dice,
) -> list[Event]:
    """Events of a move that nothing hidden stopped. A ford on the way requires its crocodile die
    before anything after it.
    """
    rolled, drowned = into_the_ford(battle, figure, step, step.way, facing, dice)
    if drowned:
        return drowned
    charges: tuple[Charge, ...] = ()
    if step.touches:
        charges = charges_of(
            battle,
            msgspec.structs.replace(figure, room=figure.room if step.room is None else step.room),
            step.way[-1],
            figure.began or step.way[0],
        )
    happened: list[Event] = [
        FigureMoved(
            figure.id,
            step.way,
            facing_after(figure, step.way, facing),
            (*marks, CHARGED) if charges else marks,
            round(step.length, 3),
            step.rate,
            charges,
            room=step.room,
            marsh=marsh_of(battle, step.way),
        ),
        *rolled,
    ]
    if step.leaves:
        happened += losses.removal(fold(battle, happened), [figure.id], "exited")
    return happened


def into_the_ford(
    battle: Battle, figure: Figure, step: Step, way: Path, facing: float | None, dice: Dice
) -> tuple[list[Event], list[Event]]:
    """Events of the crocodile die of a ford on the way. If the figure is lost, the second list
    holds the whole move, which ends there.
    """
    ford = hazards.ford_along(battle, way)
    if ford is None:
        return [], []
    rolled = hazards.bitten(battle, figure.id, ford[1], dice)
    if not fold(battle, rolled).figures[figure.id].fate:
        return rolled, []
    short = cut(way, ford[0])
    return rolled, [
        FigureMoved(
            figure.id,
            short,
            facing_after(figure, short, facing),
            marks_of(step),
            round(path_length(short), 3),
            step.rate,
        ),
        *rolled,
    ]


def marks_of(step: Step) -> tuple[str, ...]:
    return (MOVED, step.mark) if step.mark else (MOVED,)


def halted(
    battle: Battle,
    figure: Figure,
    step: Step,
    facing: float | None,
    found: tuple[float, tuple[str, ...]],
    dice: Dice,
) -> tuple[list[Event], str]:
    """Events of a figure that stops where it has found an ambush; it may continue with the rest of
    its roll.
    """
    way = backed(battle, figure, step.way, found[0])
    rolled, drowned = into_the_ford(battle, figure, step, way, facing, dice)
    if drowned:
        return drowned, ""
    length = path_length(way)
    spent = (battle.hand.spent.get(figure.id, 0.0) if battle.hand else 0.0) + length
    happened: list[Event] = []
    if length > 0.001 or figure.at is None:
        rate = DIFFICULT if slowing(battle, figure, way) else OPEN
        happened.append(
            FigureMoved(
                figure.id,
                way,
                facing_after(figure, way, facing),
                marks_of(step),
                round(length, 3),
                rate,
                stopped="ambush",
                spent=round(spent, 3),
                room=room_on(battle, figure, way),
                marsh=marsh_of(battle, way),
            )
        )
    happened += rolled
    for unit in found[1]:
        happened += discovery.reveal(fold(battle, happened), unit, figure.id, "found")
    return happened, "ambush"


def facing_after(figure: Figure, way: Path, wished: float | None) -> float:
    """HOA-MOV-04: At the end of its move a figure faces as ordered, else along the last leg.
    Turning costs no distance, but is done in the activation.
    """
    if wished is not None:
        return wished % 360
    legs = [(a, b) for a, b in pairwise(way) if a != b]
    return round(bearing(*legs[-1]), 3) % 360 if legs else figure.facing


def room_on(battle: Battle, figure: Figure, way: Path) -> str | None:
    """The room in which a shortened way ends, if it differs from the room before."""
    room = rooms.room_after(battle, way)
    return None if room == figure.room else room


def marsh_of(battle: Battle, way: Path) -> str:
    """Id of the infested marsh on a way, for the dice at the end of the move."""
    marsh = hazards.infested(battle, way)
    return marsh.id if marsh is not None else ""


def cut(way: Path, length: float) -> Path:
    """The first inches of a way, on the grid of places; at least two points."""
    short = tuple(quantised(point) for point in cut_path(way, max(length, 0.0)))
    return short if len(short) > 1 else (short[0], short[0])


def backed(battle: Battle, figure: Figure, way: Path, length: float) -> Path:
    """The way up to a forced stop, shortened further while its end overlaps a base."""
    bases = [
        spot
        for spot in everybody(battle)
        if spot.figure.id != figure.id and not is_attendant(spot.figure)
    ]
    while length > 0 and on_top_of(bases, figure, cut(way, length)[-1], {}) is not None:
        length -= 0.1
    return cut(way, length)


def made_room(battle: Battle, steps: Sequence[Step], forced: bool) -> list[Event]:
    """Events that push attendants aside where another figure now stands. After a forced stop they
    also move figures that went to a place still occupied.
    """
    happened: list[Event] = []
    walkers = [
        battle.figures[step.figure.id]
        for step in steps
        if battle.figures[step.figure.id].at is not None
    ]
    aside = [figure for figure in there(battle) if is_attendant(figure) and not figure.aboard]
    if forced:
        aside = [*walkers, *aside]
    if not aside:
        return []
    movers_now = [
        spot for spot in everybody(battle) if any(spot.figure.id == walker.id for walker in walkers)
    ]
    now = battle
    for figure in aside:
        bases = everybody(now)
        if on_top_of(bases if forced else movers_now, figure, figure.position, {}) is None:
            continue
        push = [Shifted(figure.id, nearest_free(now, figure, figure.position, bases))]
        happened += push
        now = fold(now, push)
    return happened


def evasion_path(battle: Battle, figure: Figure) -> Path | None:
    """The way by which a mounted figure in hand, just contacted, would evade; None if it may not or
    cannot.
    """
    fast, slow = allowance(battle, figure)
    whole = fast if fast is not None else slow
    return evasion.way_out(battle, figure, whole or 0.0, board(battle, figure.side))
