"""Retreats: owed, possible, and what follows without a place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.games.cry_havoc import orders
from app.games.cry_havoc.advance import opened
from app.games.cry_havoc.events import Answered, Asked, Unharmed
from app.games.cry_havoc.evolve import fold
from app.games.cry_havoc.harm import ESCALATION, escalated, hurt_unit
from app.games.cry_havoc.leading_animals import slipping_reins
from app.games.cry_havoc.move_steps import ride_step
from app.games.cry_havoc.occupancy import (
    enemies_about,
    figures,
    hexes_of,
    is_animal,
    is_living,
    is_mounted,
    may_strike_across,
    on_the_map,
    other_side,
    seat_of,
    the_ground,
    train_of,
)
from app.games.cry_havoc.owed_answers import leading
from app.games.cry_havoc.passage import closed_ground, hexside_barrier, taken_after_combat
from app.games.cry_havoc.state import (
    DEAD,
    PRISONER,
    STUNNED,
    Advance,
    Battle,
    Fall,
    Pending,
    Retreat,
    TrainRetreat,
    Unit,
    Victim,
)
from app.kernel.contract import Event, Order
from app.kernel.refusal import Refusal, no
from app.kernel.space.hexes import Hex, hexes_around, hexes_to, side_towards

DRIVEN_BACK = "retreat"


Option = tuple[Hex, Hex | None]


def driven_back_by_a_missile(battle: Battle, unit_id: str, by_side: str | None) -> list[Event]:
    """CH-MIS-11: A retreat from a missile is carried out like one from close combat, without an
    advance.
    """
    return drive_back(battle, (unit_id,), by_side)


def drive_back(battle: Battle, unit_ids: Sequence[str], by_side: str | None) -> list[Event]:
    """CH-CBT-13: A retreat applies to all units hit; a train goes as one, and a stunned character
    dies instead.
    """
    happened: list[Event] = []
    for unit in unit_ids:
        if not is_animal(battle.units[unit]) and escalated(battle.units[unit], DRIVEN_BACK) == DEAD:
            happened += hurt_unit(battle, unit, DRIVEN_BACK, by_side)
    now = fold(battle, happened)
    owing: list[Retreat | TrainRetreat] = []
    for unit in unit_ids:
        one = retreat_of(now, now.units[unit])
        if is_living(now.units[unit]) and one not in owing:
            owing.append(one)
    return happened + retreats_owed(now, owing)


def retreat_of(battle: Battle, unit: Unit) -> Retreat | TrainRetreat:
    """Retreat that the owner owes, with the options of the moment."""
    train = train_of(battle, unit)
    if len(train) > 1:
        return TrainRetreat(
            seat_of(battle, train[0]),
            tuple(mule.id for mule in train),
            train_options(battle, train),
        )
    return Retreat(seat_of(battle, unit), unit.id, retreat_options(battle, unit))


def as_it_is_now(battle: Battle, one: Retreat | TrainRetreat) -> Retreat | TrainRetreat:
    """Same decision with the places that are left."""
    if isinstance(one, TrainRetreat):
        return TrainRetreat(
            one.seat, one.mules, train_options(battle, [battle.units[mule] for mule in one.mules])
        )
    return Retreat(one.seat, one.unit, retreat_options(battle, battle.units[one.unit]))


def retreats_owed(battle: Battle, owing: Sequence[Retreat | TrainRetreat]) -> list[Event]:
    """Retreats to be asked, seat by seat. While none has an option, the first unit stays and is
    wounded.
    """
    happened: list[Event] = []
    left = list(owing)
    while left:
        left = [as_it_is_now(battle, one) for one in left]
        if any(one.options for one in left):
            seats = list(dict.fromkeys(one.seat for one in left if one.options))
            left.sort(
                key=lambda one: (not one.options, seats.index(one.seat) if one.options else 0)
            )
            return [*happened, Asked(tuple(left))]
        more = standing_fast(battle, left.pop(0))
        if left and any(isinstance(event, Asked) for event in more):
            return [*happened, Asked(tuple(left)), *more]
        happened += more
        battle = fold(battle, more)
    return happened


def standing_fast(battle: Battle, one: Retreat | TrainRetreat) -> list[Event]:
    """Events of a retreat without options: a character is wounded, an animal or train is
    unharmed.
    """
    first = one.unit if isinstance(one, Retreat) else one.mules[0]
    unit = battle.units[first]
    if is_animal(unit):
        return [Unharmed(first, "C")]
    rule = "CH-CBT-20" if is_mounted(unit) else "CH-CBT-14"
    return hurt_unit(
        battle,
        first,
        str(ESCALATION["retreat_impossible"]),
        other_side(battle, unit.side or ""),
        rule,
    )


def retreat_options(battle: Battle, unit: Unit) -> tuple[Option, ...]:
    """Places (front, rear or None) to which the unit may retreat."""
    if unit.hex is None:
        return ()
    if unit.rear is None:
        there = sorted(hex_ for _, hex_ in the_ground(battle).neighbours(unit.hex))
        return tuple((hex_, None) for hex_ in there if not one_hex_back(battle, unit, hex_))
    forward = [(hex_, unit.hex) for _, hex_ in hexes_around(unit.hex)]
    backward = [(unit.rear, hex_) for _, hex_ in hexes_around(unit.rear)]
    return tuple(
        sorted(option for option in forward + backward if not one_step_back(battle, unit, *option))
    )


def one_hex_back(battle: Battle, unit: Unit, to: Hex) -> tuple[Refusal, ...]:
    """CH-CBT-14: A retreat is one free, open hex on the map, through no wall or window, next to no
    enemy.
    """
    here = unit.hex or ""
    if side_towards(here, to) is None:
        return (
            no(
                "CH-CBT-14",
                "A retreat is one hex; {hex} is not next to {who}.",
                "Se retrocede una casilla; {hex} no está junto a {who}.",
                hex=to,
                who=unit.name,
            ),
        )
    enemy = next(iter(enemies_about(battle, to, guarded_side(battle, unit))), None)
    if enemy:
        return (
            no(
                "CH-CBT-14",
                "{hex} is next to {enemy}.",
                "{hex} está junto a {enemy}.",
                hex=to,
                enemy=enemy.name,
            ),
        )
    shut = on_the_map(battle, to) or what_shuts(battle, unit, here, to)
    closed = no(
        "CH-CBT-14",
        "{who} cannot retreat to {hex}.",
        "{who} no puede retroceder a {hex}.",
        who=unit.name,
        hex=to,
    )
    return (closed, shut) if shut else ()


def one_step_back(battle: Battle, unit: Unit, front: Hex, rear: Hex) -> tuple[Refusal, ...]:
    """CH-CBT-20: A rider retreats one step forward or backward at no cost, with neither new hex
    next to an enemy.
    """
    step = step_to(battle, unit, front, rear)
    if step is None:
        return (
            no(
                "CH-CBT-20",
                "{who} retreats by one step forward or backward.",
                "{who} retrocede un paso adelante o atrás.",
                who=unit.name,
            ),
        )
    for hex_ in (front, rear):
        for enemy in enemies_about(battle, hex_, guarded_side(battle, unit)):
            return (
                no(
                    "CH-CBT-20",
                    "{hex} is next to {enemy}.",
                    "{hex} está junto a {enemy}.",
                    hex=hex_,
                    enemy=enemy.name,
                ),
            )
    shut = what_shuts(battle, unit, *step)
    closed = no(
        "CH-CBT-20",
        "{who} cannot retreat to {hex}.",
        "{who} no puede retroceder a {hex}.",
        who=unit.name,
        hex=step[1],
    )
    return (closed, shut) if shut else ()


def step_to(battle: Battle, unit: Unit, front: Hex, rear: Hex) -> tuple[Hex, Hex] | None:
    """First and last hex of the leading end in a step of the horse to these hexes; None if it is no
    step.
    """
    for kind, here, there in (
        ("forward", unit.hex or "", front),
        ("backward", unit.rear or "", rear),
    ):
        made = ride_step(battle, unit.hex or "", unit.rear or "", f"{kind}:{there}")
        if not isinstance(made, Refusal) and made[:2] == (front, rear):
            return here, there
    return None


def what_shuts(battle: Battle, unit: Unit, here: Hex, there: Hex) -> Refusal | None:
    """Refusal of a hex for a retreat: a wall or window, the ground, corpses, or a living unit."""
    horse = is_animal(unit) or is_mounted(unit)
    return (
        hexside_barrier(battle, here, there, horse)
        or closed_ground(battle, there, horse)
        or taken_after_combat(battle, there, (unit.id,))
    )


def guarded_side(battle: Battle, unit: Unit) -> str:
    """Side whose enemies the unit avoids: its own; for an animal the one that is not active."""
    return other_side(battle, battle.active) if is_animal(unit) or unit.side is None else unit.side


def train_options(battle: Battle, train: Sequence[Unit]) -> tuple[tuple[Hex, ...], ...]:
    """CH-MNT-15: If one mule of a train retreats, all retreat one hex and stay adjacent; the leader
    stays.
    """
    ground = the_ground(battle)
    if any(mule.state == DEAD for mule in train):
        return ()
    own = tuple(mule.id for mule in train)
    found: list[tuple[Hex, ...]] = [()]
    for mule in train:
        open_hexes = [
            hex_
            for _, hex_ in hexes_around(mule.hex or "0101")
            if may_step_back(battle, mule, hex_, own)
        ]
        found = [
            (*places, hex_)
            for places in found
            for hex_ in sorted(open_hexes)
            if hex_ not in places and (not places or may_strike_across(ground, places[-1], hex_))
        ]
    return tuple(found)


def may_step_back(battle: Battle, mule: Unit, to: Hex, train: tuple[str, ...]) -> bool:
    """True if a mule may retreat there; its own train does not block it."""
    if (
        not the_ground(battle).has(to)
        or hexside_barrier(battle, mule.hex or "", to, horse=True)
        or closed_ground(battle, to, horse=True)
    ):
        return False
    return not taken_after_combat(battle, to, train) and not enemies_about(
        battle, to, guarded_side(battle, mule)
    )


def followed_by(battle: Battle, happened: list[Event], mover: str) -> list[Event]:
    """Events with their consequences: reins that slip, further retreats, an advance."""
    happened = happened + slipping_reins(fold(battle, happened), mover)
    return happened + events_when_settled(fold(battle, happened))


def events_when_settled(battle: Battle) -> list[Event]:
    """Events that follow once no answer is open: the next retreats, then the winner's advance."""
    happened: list[Event] = []
    waiting = leading(battle, Retreat, TrainRetreat)
    if waiting:
        happened = [*(Answered() for _ in waiting)]
        again = retreats_owed(fold(battle, happened), waiting)
        happened = [] if again == [Asked(tuple(waiting))] else happened + again
    return happened + opened(fold(battle, happened))


def default_answer(battle: Battle, pending: Pending) -> Order:
    """Answer for an absent owner: see CH-CBT-12 for a victim and CH-ADV-05 for an advance."""
    match pending:
        case Retreat(unit=unit, options=options):
            options = retreat_options(battle, battle.units[unit]) or options
            return orders.RetreatTo(
                unit,
                *max(
                    options, key=lambda option: (safety(battle, battle.units[unit], option), option)
                ),
            )
        case TrainRetreat(options=trains):
            return orders.RetreatTrain(trains[0])
        case Fall(unit=unit, options=places):
            return orders.FallAt(unit, places[0])
        case Victim(units=units):
            return orders.ChooseVictim(hardest_hit(battle, units))
        case Advance():
            return orders.DeclineAdvance()
    raise TypeError(pending)


def hardest_hit(battle: Battle, units: Iterable[str]) -> str:
    """Unit with the lowest defence, then the lowest attack."""
    return min(
        units,
        key=lambda unit: (figures(battle.units[unit])[1], figures(battle.units[unit])[0], unit),
    )


def safety(battle: Battle, unit: Unit, option: Sequence[Hex | None]) -> int:
    """Distance in hexes from the place to the nearest standing enemy."""
    enemies = [
        there
        for other in battle.units.values()
        if other.side not in (None, unit.side)
        and not is_animal(other)
        and is_living(other)
        and other.state not in (STUNNED, PRISONER)
        for there in hexes_of(other)
    ]
    return min((hexes_to(here, there) for here in option if here for there in enemies), default=0)
