"""Effects of results on the units hit: wounds, stuns, deaths, retreats, and the fall of a rider.

The answers of the owner (`RetreatTo`, `RetreatTrain`, `FallAt`) are resolved here. `settled` adds
the events that follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any

from app.games.cry_havoc import orders
from app.games.cry_havoc.advance import opened
from app.games.cry_havoc.events import (
    Answered,
    Asked,
    Fell,
    Killed,
    Retreated,
    Stunned,
    Unharmed,
    Unhorsed,
    Wounded,
)
from app.games.cry_havoc.evolve import fold
from app.games.cry_havoc.mounting import slipping_reins
from app.games.cry_havoc.movement import ride_step
from app.games.cry_havoc.occupancy import (
    enemies_about,
    figures,
    hexes_of,
    is_animal,
    is_living,
    is_mounted,
    is_prisoner,
    living_at,
    may_strike_across,
    named,
    on_the_map,
    other_side,
    refusals_of,
    seat_of,
    the_ground,
    train_of,
)
from app.games.cry_havoc.passage import barrier, closed_ground, taken_after_combat
from app.games.cry_havoc.state import (
    DEAD,
    PRISONER,
    STUNNED,
    WOUNDED,
    Advance,
    Battle,
    Fall,
    Pending,
    Retreat,
    TrainRetreat,
    Unit,
    Victim,
)
from app.games.cry_havoc.tables import DATA, RANSOM
from app.kernel.contract import Event, Order
from app.kernel.dice import Dice
from app.kernel.offers import Assessment, Offer, Reach
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.say import Say, say
from app.kernel.space.hexes import Hex, hexes_around, hexes_to, side_towards

ESCALATION = DATA["escalation"]
DRIVEN_BACK = "retreat"
Option = tuple[Hex, Hex | None]


# ------------------------------------------------------------------------------------------------ w


def escalated(unit: Unit, result: str) -> str:
    """CH-CBT-06: A second stun or wound kills, and so does a retreat of a stunned character."""
    hurt = WOUNDED if is_prisoner(unit) and unit.counter == "ransom_wounded" else unit.state
    return str(ESCALATION.get(f"{hurt}_then_{result}", result))


def wound(battle: Battle, unit_id: str, by_side: str | None, rule: str = "") -> list[Event]:
    """Events of a wound; a rider stays mounted. A unit hurt before dies."""
    return hurt(battle, unit_id, WOUNDED, by_side, rule)


def stun(battle: Battle, unit_id: str, by_side: str | None, rule: str = "") -> list[Event]:
    """Events of a stun; a unit hurt before dies."""
    return hurt(battle, unit_id, STUNNED, by_side, rule)


def kill(battle: Battle, unit_id: str, by_side: str | None, rule: str = "") -> list[Event]:
    """Events of a death; a rider falls from an unhurt horse."""
    unit = battle.units[unit_id]
    return (
        unhorse(battle, unit_id, DEAD, False, by_side)
        if is_mounted(unit)
        else [Killed(unit_id, by_side, rule)]
    )


def hurt(
    battle: Battle, unit_id: str, result: str, by_side: str | None, rule: str = ""
) -> list[Event]:
    unit = battle.units[unit_id]
    become = escalated(unit, result)
    if become == DEAD:
        return kill(battle, unit_id, by_side, "CH-CBT-06")
    if become == STUNNED and is_mounted(unit):
        return unhorse(battle, unit_id, STUNNED, False, by_side)
    return [Stunned(unit_id, battle.active)] if become == STUNNED else [wounded(unit, rule)]


def wounded(unit: Unit, rule: str = "") -> Event:
    """Event of a wound; it turns a ransom counter into the wounded one."""
    if unit.counter != "ransom":
        return Wounded(unit.id, rule)
    return Wounded(unit.id, rule, "ransom_wounded", RANSOM["ransom_wounded"])


def comes_to(battle: Battle, unit: Unit, result: str, thrown: bool) -> str:
    """State after the result, before the die: dead by a second misfortune, or thrown with no free
    hex.
    """
    become = escalated(unit, result)
    return DEAD if thrown and not fall_options(battle, hexes_of(unit), become == DEAD) else become


# ------------------------------------------------------------------------------------------------ t


def unhorse(
    battle: Battle, unit_id: str, result_state: str, horse_killed: bool, by_side: str | None
) -> list[Event]:
    """Events of a rider thrown as stunned, wounded, dead or prisoner; the owner chooses the hex."""
    rider = battle.units[unit_id]
    become = escalated(rider, result_state) if result_state in (STUNNED, WOUNDED) else result_state
    rule = "CH-CBT-06" if become != result_state else ""
    state: dict[str, list[Event]] = {
        STUNNED: [Stunned(unit_id, battle.active)],
        WOUNDED: [wounded(rider)],
        DEAD: [Killed(unit_id, by_side, rule)],
    }
    thrown: list[Event] = [
        Unhorsed(unit_id, rider.rides or "", horse_killed, by_side),
        *state.get(become, []),
    ]
    return [*thrown, *falling(fold(battle, thrown), rider, become, by_side)]


def falling(battle: Battle, rider: Unit, become: str, by_side: str | None) -> list[Event]:
    """Question for the hex of the fall. Without any hex a living rider dies, and a dead one lies
    under the horse.
    """
    options = fall_options(battle, hexes_of(rider), become == DEAD)
    if become != DEAD and not options:
        died = Killed(rider.id, by_side, "CH-MNT-12")
        return [died, *falling(fold(battle, [died]), rider, DEAD, by_side)]
    if become != DEAD or len(options) > 1:
        return [Asked((Fall(seat_of(battle, rider), rider.id, become, options, by_side or ""),))]
    return [Fell(rider.id, options[0] if options else rider.hex or "")]


def fall_options(battle: Battle, horse: tuple[Hex, ...], dead: bool) -> tuple[Hex, ...]:
    """CH-MNT-12: A thrown rider lies next to the horse in a hex open on foot, not across a wall,
    and free if alive.
    """
    ground = the_ground(battle)
    found = []
    for here in horse:
        for _, there in ground.neighbours(here):
            closed = (
                barrier(battle, here, there)
                or closed_ground(battle, there)
                or (living_at(battle, there) and not dead)
            )
            if not closed and there not in horse and there not in found:
                found.append(there)
    return tuple(sorted(found))


def fall_refusals(battle: Battle, order: orders.FallAt, seat: str) -> tuple[Refusal, ...]:
    unit = named(battle, order.unit)
    place = owed(battle, seat, Fall, unit.id)
    if place is None:
        return (
            no(
                "CH-MNT-12",
                "{who} has not fallen from a horse.",
                "{who} no ha caído del caballo.",
                who=unit.name,
            ),
        )
    off = on_the_map(battle, order.to)
    fall = battle.pending[place]
    if off or not isinstance(fall, Fall) or order.to in fall.options:
        return found_in(off)
    return (
        no(
            "CH-MNT-12",
            "{who} cannot fall in {hex}: it must be free and next to the horse, with no wall between.",
            "{who} no puede caer en {hex}: ha de ser una casilla libre junto al caballo, sin "
            "pared por medio.",
            who=unit.name,
            hex=order.to,
        ),
    )


def fall_at(battle: Battle, order: orders.FallAt, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 every chapter is handed dice
    refuse_if(refusals_of(fall_refusals, battle, order, seat))
    return followed_by(
        battle,
        [Answered(owed(battle, seat, Fall, order.unit) or 0), Fell(order.unit, order.to)],
        order.unit,
    )


def fall_at_assessment(battle: Battle, order: orders.FallAt, seat: str) -> Assessment:
    falls = [fall for fall in owing(battle, seat, Fall) if fall.unit == order.unit]
    reach = {hex_: Reach((hex_,), 1) for fall in falls for hex_ in fall.options}
    return Assessment(
        no=refusals_of(fall_refusals, battle, order, seat),
        report={"fall_options": list(reach)},
        reach=reach,
    )


def fall_at_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers of the hexes in which a thrown rider of the seat may lie."""
    return [
        Offer(
            orders.FallAt(fall.unit, hex_),
            say(
                "{who} falls to {hex}",
                "{who} cae en {hex}",
                who=battle.units[fall.unit].name,
                hex=hex_,
            ),
            piece=fall.unit,
            place=hex_,
            main=True,
        )
        for fall in owing(battle, seat, Fall)
        for hex_ in fall.options
    ]


# ------------------------------------------------------------------------------------------------ w


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
            happened += hurt(battle, unit, DRIVEN_BACK, by_side)
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
    """Events of a retreat without options: a character is wounded, an animal or train is unharmed."""
    first = one.unit if isinstance(one, Retreat) else one.mules[0]
    unit = battle.units[first]
    if is_animal(unit):
        return [Unharmed(first, "C")]
    rule = "CH-CBT-20" if is_mounted(unit) else "CH-CBT-14"
    return hurt(
        battle,
        first,
        str(ESCALATION["retreat_impossible"]),
        other_side(battle, unit.side or ""),
        rule,
    )


# ------------------------------------------------------------------------------------------------ w


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
        barrier(battle, here, there, horse)
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
        or barrier(battle, mule.hex or "", to, horse=True)
        or closed_ground(battle, to, horse=True)
    ):
        return False
    return not taken_after_combat(battle, to, train) and not enemies_about(
        battle, to, guarded_side(battle, mule)
    )


# ------------------------------------------------------------------------------------------------ t


def retreat_refusals(battle: Battle, order: orders.RetreatTo, seat: str) -> tuple[Refusal, ...]:
    unit = named(battle, order.unit)
    if owed(battle, seat, Retreat, unit.id) is None:
        return (
            no(
                "CH-CBT-14",
                "{who} has no retreat to carry out.",
                "{who} no tiene que retroceder.",
                who=unit.name,
            ),
        )
    off = on_the_map(battle, order.to, *([order.rear] if order.rear else []))
    if off:
        return (off,)
    if unit.rear is None:
        return one_hex_back(battle, unit, order.to)
    meant = way_meant(battle, unit, order)
    if len(meant) > 1:
        return (
            no(
                "CH-CBT-20",
                "Name the hex of the rear too: {hexes}.",
                "Indica también la casilla de la grupa: {hexes}.",
                hexes=[rear for _, rear in meant],
            ),
        )
    return one_step_back(
        battle, unit, *(meant[0] if meant else (order.to, order.rear or unit.hex or ""))
    )


def way_meant(battle: Battle, unit: Unit, order: orders.RetreatTo) -> list[tuple[Hex, Hex]]:
    """Steps of a rider that the order may mean; the rear may be omitted if only one step fits."""
    if order.rear:
        return [(order.to, order.rear)]
    return [
        (front, rear) for front, rear in retreat_options(battle, unit) if front == order.to and rear
    ]


def retreat_to(battle: Battle, order: orders.RetreatTo, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 every chapter is handed dice
    refuse_if(refusals_of(retreat_refusals, battle, order, seat))
    unit = battle.units[order.unit]
    front, rear = way_meant(battle, unit, order)[0] if unit.rear else (order.to, None)
    happened = [
        Answered(owed(battle, seat, Retreat, unit.id) or 0),
        Retreated(unit.id, front, rear, hexes_of(unit)),
    ]
    return followed_by(battle, happened, unit.id)


def retreat_to_assessment(battle: Battle, order: orders.RetreatTo, seat: str) -> Assessment:
    unit = battle.units.get(order.unit)
    options = retreat_options(battle, unit) if unit else ()
    reach = {
        front if rear is None or rear == (unit and unit.hex) else rear: Reach((front,), 1)
        for front, rear in options
    }
    return Assessment(
        no=refusals_of(retreat_refusals, battle, order, seat),
        report={
            "retreat_options": [front if rear is None else [front, rear] for front, rear in options]
        },
        reach=reach,
    )


def retreat_to_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers of the places to which units of the seat may retreat."""
    return [
        Offer(
            orders.RetreatTo(one.unit, *option),
            retreat_label(battle.units[one.unit], option),
            piece=one.unit,
            place=new_hex(battle.units[one.unit], option),
            main=True,
        )
        for one in owing(battle, seat, Retreat)
        for option in retreat_options(battle, battle.units[one.unit])
    ]


def new_hex(unit: Unit, option: Option) -> Hex:
    """Hex of the option that the unit does not occupy yet."""
    return next((hex_ for hex_ in option if hex_ and hex_ not in hexes_of(unit)), option[0])


def retreat_label(unit: Unit, option: Option) -> Say:
    hex_ = new_hex(unit, option)
    if option[1] is None:
        return say("{who} retreats to {hex}", "{who} retrocede a {hex}", who=unit.name, hex=hex_)
    if option[1] == unit.hex:
        return say(
            "{who} retreats forward to {hex}",
            "{who} se retira hacia delante, a {hex}",
            who=unit.name,
            hex=hex_,
        )
    return say(
        "{who} retreats backward to {hex}",
        "{who} se retira hacia atrás, a {hex}",
        who=unit.name,
        hex=hex_,
    )


def train_refusals(battle: Battle, order: orders.RetreatTrain, seat: str) -> tuple[Refusal, ...]:
    train = next(iter(owing(battle, seat, TrainRetreat)), None)
    if train is None:
        return (
            no(
                "CH-MNT-15",
                "No train of yours has to retreat.",
                "Ninguna reata tuya tiene que retroceder.",
            ),
        )
    off = on_the_map(battle, *order.places)
    if off or tuple(order.places) in as_it_is_now(battle, train).options:
        return found_in(off)
    return (
        no(
            "CH-MNT-15",
            "Each of the {n} mules retreats one hex, next to no enemy, and stays next to its "
            "neighbours.",
            "Cada una de las {n} mulas retrocede una casilla, lejos del enemigo, y sigue junto a "
            "sus vecinas.",
            n=len(train.mules),
        ),
    )


def retreat_train(battle: Battle, order: orders.RetreatTrain, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 handed to every chapter
    refuse_if(refusals_of(train_refusals, battle, order, seat))
    train = owing(battle, seat, TrainRetreat)[0]
    happened: list[Event] = [Answered(battle.pending.index(train))]
    happened += [
        Retreated(mule, to, None, hexes_of(battle.units[mule]))
        for mule, to in zip(train.mules, order.places, strict=True)
    ]
    return followed_by(battle, happened, train.mules[0])


def retreat_train_assessment(battle: Battle, order: orders.RetreatTrain, seat: str) -> Assessment:
    options = [list(places) for one in owing(battle, seat, TrainRetreat) for places in one.options]
    return Assessment(
        no=refusals_of(train_refusals, battle, order, seat), report={"retreat_options": options}
    )


def retreat_train_offers(battle: Battle, seat: str) -> list[Offer]:
    return [
        Offer(
            orders.RetreatTrain(places),
            say(
                "The train retreats to {hexes}", "La reata retrocede a {hexes}", hexes=list(places)
            ),
            piece=one.mules[0],
            place=places[0],
            main=True,
        )
        for one in owing(battle, seat, TrainRetreat)
        for places in one.options
    ]


# ------------------------------------------------------------------------------------------------ w


def followed_by(battle: Battle, happened: list[Event], mover: str) -> list[Event]:
    """Events with their consequences: reins that slip, further retreats, an advance."""
    happened = happened + slipping_reins(fold(battle, happened), mover)
    return happened + settled(fold(battle, happened))


def settled(battle: Battle) -> list[Event]:
    """Events that follow once no answer is open: the next retreats, then the winner's advance."""
    happened: list[Event] = []
    waiting = leading(battle, Retreat, TrainRetreat)
    if waiting:
        happened = [*(Answered() for _ in waiting)]
        again = retreats_owed(fold(battle, happened), waiting)
        happened = [] if again == [Asked(tuple(waiting))] else happened + again
    return happened + opened(fold(battle, happened))


def leading(battle: Battle, *kinds: type) -> list[Any]:
    """Decisions of those kinds at the head of the queue; their owners answer in any order."""
    return list(takewhile(lambda one: isinstance(one, kinds), battle.pending))


def owing(battle: Battle, seat: str, kind: type) -> list[Any]:
    """Decisions of one kind that the seat may answer now; all retreats may be answered side by
    side.
    """
    together = (Retreat, TrainRetreat) if kind in (Retreat, TrainRetreat) else (kind,)
    return [one for one in leading(battle, *together) if one.seat == seat and isinstance(one, kind)]


def owed(battle: Battle, seat: str, kind: type, unit: str) -> int | None:
    """Place in the queue of the seat's decision about the unit; None if it owes none."""
    return next(
        (battle.pending.index(one) for one in owing(battle, seat, kind) if one.unit == unit), None
    )


# ------------------------------------------------------------------------------------------------ f


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
