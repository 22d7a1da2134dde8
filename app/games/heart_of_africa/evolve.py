"""Event -> state. Nothing here judges, rolls or looks anything up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.conditional_orders.plans import Plans
from app.games.heart_of_africa.state import (
    AMBUSH,
    ARRIVED,
    ARRIVING,
    CHARGED,
    COLUMN,
    CROSSED,
    DEPLOYMENT,
    EMBARKED,
    GONE,
    LANDED,
    MOORED,
    MOVED,
    ON_TABLE,
    REMOUNTED,
    RESERVE,
    ROOFED,
    SIDES_STEP,
    SWAPPED,
    TRAPPED,
    TURNED,
    Activation,
    Battle,
    Conditions,
    Figure,
    Happening,
    Melee,
    Morale,
    Orders,
    Shooting,
    Work,
)
from app.kernel.contract import Event

replace = msgspec.structs.replace


def evolve(battle: Battle | None, event: Event) -> Battle:
    return APPLY[type(event)](battle, event)


def fold(battle: Battle, events: Iterable[Event]) -> Battle:
    """The battle after all of them."""
    for event in events:
        battle = evolve(battle, event)
    return battle


def changed(battle: Battle, figure: str, **facts: Any) -> Battle:
    """The battle with some facts of one figure replaced."""
    return replace(
        battle, figures={**battle.figures, figure: replace(battle.figures[figure], **facts)}
    )


def all_changed(
    battle: Battle, figures: Iterable[str], change: Callable[[Figure], Figure]
) -> Battle:
    """The battle with each of the figures changed."""
    return replace(
        battle, figures={**battle.figures, **{key: change(battle.figures[key]) for key in figures}}
    )


def unit_changed(battle: Battle, unit: str, **facts: Any) -> Battle:
    return replace(battle, units={**battle.units, unit: replace(battle.units[unit], **facts)})


def work_changed(battle: Battle, work: str, change: Callable[[Work], Work]) -> Battle:
    works = tuple(change(one) if one.id == work else one for one in battle.land.works)
    return replace(battle, land=replace(battle.land, works=works))


def marked(figure: Figure, *marks: str) -> tuple[str, ...]:
    """What the figure did this turn, with more."""
    return figure.did + tuple([mark for mark in marks if mark not in figure.did])


def battle_began(battle: None, event: e.BattleBegan) -> Battle:  # noqa: ARG001 there was none
    return Battle(
        event.land,
        event.scenario,
        event.options,
        dict(event.seats),
        dict(event.names),
        event.attacker,
        dict(event.edges) or {"A": "south", "B": "north"},
        conditions_of(event),
        figures={figure.id: figure for figure in event.figures},
        units={unit.id: unit for unit in event.units},
        step=SIDES_STEP,
    )


def conditions_of(event: e.BattleBegan) -> Conditions:
    return Conditions(
        event.has_defender,
        event.campaign,
        dict(event.points),
        event.dark,
        event.turn_limit,
        event.objective,
        dict(event.fighting),
        {side: dict(items) for side, items in event.stores.items()},
        event.lesson,
    )


# ------------------------------------------------------------------------------------------------ b
def nothing(battle: Battle, event: Event) -> Battle:  # noqa: ARG001 said, not stored
    return battle


def roles_fixed(battle: Battle, event: e.RolesFixed) -> Battle:
    return replace(
        battle.with_conditions(
            has_defender=event.has_defender, turn_limit=event.turn_limit
        ).with_deployment(first_down=event.first),
        scenario=event.scenario,
        attacker=event.attacker,
    )


def side_chosen(battle: Battle, event: e.SideChosen) -> Battle:
    return replace(battle.with_conditions(dark=event.dark), edges=dict(event.edges))


def march_ordered(battle: Battle, event: e.MarchOrdered) -> Battle:
    in_column = {
        key: replace(unit, where=COLUMN) for key, unit in battle.units.items() if key in event.order
    }
    figures = {
        key: replace(figure, where=COLUMN)
        for key, figure in battle.figures.items()
        if key in event.order
        or (
            not figure.unit
            and (figure.of in event.order or _master(battle, figure).unit in event.order)
        )
    }
    return replace(
        battle.with_deployment(march=event.order),
        edges=dict(event.edges),
        units={**battle.units, **in_column},
        figures={**battle.figures, **figures},
    )


def work_placed(battle: Battle, event: e.WorkPlaced) -> Battle:
    return replace(battle, land=replace(battle.land, works=(*battle.land.works, event.work)))


def piece_placed(battle: Battle, event: e.PiecePlaced) -> Battle:
    return replace(
        battle.with_conditions(objective=event.objective or battle.conditions.objective),
        land=replace(battle.land, pieces=(*battle.land.pieces, event.piece)),
    )


def put_down(battle: Battle, at: Mapping[str, e.Place], **facts: Any) -> Battle:
    figures = {
        key: replace(battle.figures[key], at=(x, y), facing=facing, where=ON_TABLE, **facts)
        for key, (x, y, facing) in at.items()
    }
    return replace(battle, figures={**battle.figures, **figures})


def deployed(battle: Battle, event: e.Deployed) -> Battle:
    battle = put_down(battle, event.at, aboard=event.aboard)
    battle = all_changed(
        battle, event.rooms, lambda figure: replace(figure, room=event.rooms[figure.id])
    )
    if event.who in battle.units:
        battle = unit_changed(
            battle,
            event.who,
            where=AMBUSH if event.ambush else ON_TABLE,
            behind=event.behind,
            advance_guard=event.advance_guard,
        )
    return battle


def held_back(battle: Battle, event: e.HeldBack) -> Battle:
    if event.who in battle.units:
        return unit_changed(battle, event.who, where=GONE if event.away else RESERVE)
    return all_changed(
        battle,
        [key for key, figure in battle.figures.items() if event.who in (key, figure.of)],
        lambda figure: replace(figure, where=RESERVE, comes_with=event.comes_with),
    )


def objective_named(battle: Battle, event: e.ObjectiveNamed) -> Battle:
    return battle.with_conditions(objective=event.objective)


def joined(battle: Battle, event: e.Joined) -> Battle:
    unit = battle.units[event.unit]
    battle = unit_changed(battle, unit.id, original=unit.original + 1, start=unit.start + 1)
    return changed(battle, event.figure, unit=event.unit, where=ON_TABLE)


def leader_freed(battle: Battle, event: e.LeaderFreed) -> Battle:
    has_moved = battle.hand is not None and event.figure in battle.hand.done
    return changed(
        battle,
        event.figure,
        unit="",
        may_join=event.may_join,
        activated=battle.figures[event.figure].activated or has_moved,
    )


# ------------------------------------------------------------------------------------------------ t
def step_began(battle: Battle, event: e.StepBegan) -> Battle:
    return replace(
        battle.with_movement(activated=0),
        turn=event.turn,
        step=event.step,
        to_act=event.to_act,
        passed=(),
        hand=None,
    )


def step_passed(battle: Battle, event: e.StepPassed) -> Battle:
    if battle.step == DEPLOYMENT:
        battle = battle.with_deployment(deployed=(*battle.deployment.deployed, event.side))
    return replace(battle, passed=(*battle.passed, event.side))


def turn_over(battle: Battle, event: e.TurnOver) -> Battle:
    """Marks of the turn are wiped; contacts, smoke and markers remain."""
    figures = {
        key: replace(
            figure,
            did=(),
            began=None,
            faced=None,
            activated=False,
            won_last_turn=figure.won,
            won=False,
            contact_at_start=(),
            mode_at_start=figure.mode,
        )
        for key, figure in battle.figures.items()
    }
    units = {
        key: replace(unit, activation="", arrived=False, start=event.starts.get(key, 0))
        for key, unit in battle.units.items()
    }
    return replace(
        battle.with_movement(charges=(), swapped=(), arrivals_first=""),
        figures=figures,
        units=units,
        shooting=Shooting(),
        struck=(),
        struck_by=(),
        melee=Melee(),
        morale=Morale(),
        happened=(),
        context={},
        plans={side: overnight(battle, plans) for side, plans in battle.plans.items()},
    )


def asked(battle: Battle, event: e.Asked) -> Battle:
    return replace(battle, pending=(*battle.pending, event.pending), context=dict(event.context))


def answered(battle: Battle, event: e.Answered) -> Battle:  # noqa: ARG001 the fact is enough
    return replace(battle, pending=battle.pending[1:], context={})


def battle_ended(battle: Battle, event: e.BattleEnded) -> Battle:
    return replace(battle, winner=event.winner, ending=event.ending, to_act="", pending=())


def objective_held(battle: Battle, event: e.ObjectiveHeld) -> Battle:
    return replace(battle, held_since=event.since)


# ------------------------------------------------------------------------------------------------ u
def wind_rolled(battle: Battle, event: e.WindRolled) -> Battle:
    return replace(battle, wind=event.bearing)


def fire_out(battle: Battle, event: e.FireOut) -> Battle:
    return replace(battle, fires=tuple(fire for fire in battle.fires if fire.id != event.fire))


def arrivals_diced(battle: Battle, event: e.ArrivalsDiced) -> Battle:
    return battle.with_movement(arrivals_first=event.first)


def arrival_rolled(battle: Battle, event: e.ArrivalRolled) -> Battle:
    if not event.arrives:
        return battle
    if event.who in battle.units:
        battle = unit_changed(battle, event.who, where=ARRIVING)
        return all_changed(
            battle,
            [
                key
                for key, figure in battle.figures.items()
                if figure.where == RESERVE
                and event.who in (figure.comes_with, _master(battle, figure).comes_with)
            ],
            lambda figure: replace(figure, where=ARRIVING),
        )
    return all_changed(
        battle,
        [key for key, figure in battle.figures.items() if event.who in (key, figure.of)],
        lambda figure: replace(figure, where=ARRIVING),
    )


def _master(battle: Battle, figure: Figure) -> Figure:
    return battle.figures.get(figure.of, figure)


def arrived(battle: Battle, event: e.Arrived) -> Battle:
    battle = all_changed(
        put_down(battle, event.at),
        event.at,
        lambda figure: replace(figure, did=marked(figure, ARRIVED), began=figure.at),
    )
    return (
        unit_changed(battle, event.who, where=ON_TABLE, arrived=True)
        if event.who in battle.units
        else battle
    )


# ------------------------------------------------------------------------------------------------ m
def movement_began(battle: Battle, event: e.MovementBegan) -> Battle:
    touched: dict[str, list[str]] = {}
    for one, other in event.contacts:
        touched.setdefault(one, []).append(other)
        touched.setdefault(other, []).append(one)
    return all_changed(
        battle, touched, lambda figure: replace(figure, contact_at_start=tuple(touched[figure.id]))
    )


def activated(battle: Battle, event: e.Activated) -> Battle:
    return replace(battle, hand=event.hand)


def has_acted(battle: Battle, who: str, how: str) -> Battle:
    if who in battle.units:
        battle = unit_changed(battle, who, activation=how)
        return all_changed(
            battle,
            [key for key, figure in battle.figures.items() if figure.unit == who],
            lambda figure: replace(figure, activated=True),
        )
    return changed(battle, who, activated=True)


def stood_still(battle: Battle, event: e.StoodStill) -> Battle:
    for who in event.who:
        battle = has_acted(battle, who, "no_move")
    return battle.with_movement(activated=battle.movement.activated + 1)


def stirred(battle: Battle, figure: str) -> Battle:
    return replace(battle, hand=in_hand(battle.hand, figure))


def in_hand(
    hand: Activation | None, figure: str, *, done: bool = True, **facts: Any
) -> Activation | None:
    """The activation in hand after something that the figure did; with `done` it has had its
    move.
    """
    if hand is None:
        return None
    return replace(
        hand,
        stirred=True,
        done=(*hand.done, figure) if done and figure not in hand.done else hand.done,
        **facts,
    )


def figure_moved(battle: Battle, event: e.FigureMoved) -> Battle:
    figure = battle.figures[event.figure]
    facts: dict[str, Any] = {
        "at": event.way[-1],
        "facing": event.facing,
        "did": marked(figure, *event.did),
        "where": ON_TABLE,
    }
    if figure.began is None:
        facts |= {"began": event.way[0], "faced": figure.facing}
    if event.room is not None:
        facts["room"] = event.room
    if event.roof is not None:
        facts["roof"] = event.roof
    if figure.unit and battle.units[figure.unit].where == COLUMN:
        battle = unit_changed(battle, figure.unit, where=ON_TABLE)
    return replace(
        battle.with_movement(charges=(*battle.movement.charges, *event.charges)),
        figures={**battle.figures, figure.id: replace(figure, **facts)},
        hand=hand_after(battle.hand, event),
    )


def hand_after(hand: Activation | None, move: e.FigureMoved) -> Activation | None:
    """The activation in hand after a figure's move: what it spent if it was stopped, the marsh that
    it waded through.
    """
    if hand is None:
        return None
    facts: dict[str, Any] = {}
    if move.spent is not None:
        facts["spent"] = {**hand.spent, move.figure: move.spent}
        if move.rate == "difficult":
            facts["slowed"] = (*hand.slowed, move.figure)
    if move.marsh and move.figure not in dict(hand.wading):
        facts["wading"] = (*hand.wading, (move.figure, move.marsh))
    return in_hand(hand, move.figure, done=move.spent is None, **facts)


def figure_turned(battle: Battle, event: e.FigureTurned) -> Battle:
    figure = battle.figures[event.figure]
    faced = figure.facing if figure.faced is None else figure.faced
    return stirred(
        changed(battle, figure.id, facing=event.facing, did=marked(figure, TURNED), faced=faced),
        figure.id,
    )


def shifted(battle: Battle, event: e.Shifted) -> Battle:
    return changed(battle, event.figure, at=event.at)


def trap_sprung(battle: Battle, event: e.TrapSprung) -> Battle:
    battle = changed(battle, event.figure, did=marked(battle.figures[event.figure], TRAPPED))
    return work_changed(
        battle, event.trap, lambda work: replace(work, shown=True, removed=not event.real)
    )


def crocodile_rolled(battle: Battle, event: e.CrocodileRolled) -> Battle:
    if battle.hand is not None:
        left = tuple(one for one in battle.hand.wading if one != (event.figure, event.piece))
        battle = replace(battle, hand=replace(battle.hand, wading=left))
    return changed(battle, event.figure, waded=True)


def ambush_revealed(battle: Battle, event: e.AmbushRevealed) -> Battle:
    unit = battle.units[event.unit]
    battle = unit_changed(put_down(battle, event.at), event.unit, where=ON_TABLE)
    return replace(
        battle,
        happened=(
            *battle.happened,
            Happening(
                "ambush", unit.side, unit.id, by=event.by, units=event.shocked, pygmy=event.pygmy
            ),
        ),
    )


def activation_ended(battle: Battle, event: e.ActivationEnded) -> Battle:
    battle = has_acted(battle, event.who, event.how)
    if battle.hand is not None and battle.hand.guided:
        battle = has_acted(battle, battle.hand.guided, event.how)
    return replace(battle.with_movement(activated=battle.movement.activated + 1), hand=None)


def turn_passed_to(battle: Battle, event: e.TurnPassedTo) -> Battle:
    return replace(battle, to_act=event.side)


def swapped(battle: Battle, event: e.Swapped) -> Battle:
    front, rear = battle.figures[event.front], battle.figures[event.rear]
    battle = changed(battle, front.id, at=rear.at, facing=rear.facing, did=marked(front, SWAPPED))
    battle = changed(battle, rear.id, at=front.at, facing=front.facing, did=marked(rear, SWAPPED))
    return stirred(battle, front.id).with_movement(
        swapped=(*battle.movement.swapped, (front.id, rear.id))
    )


def crossed(battle: Battle, event: e.Crossed) -> Battle:
    return gone_over(battle, event.figure, event.at, CROSSED, event.charges)


def gone_over(
    battle: Battle, figure: str, at: e.Place, mark: str, charges: tuple[Any, ...] = (), **facts: Any
) -> Battle:
    """The figure stands elsewhere after something that took its whole move."""
    was = battle.figures[figure]
    marks = (mark, CHARGED) if charges else (mark,)
    facts |= {"at": at[:2], "facing": at[2], "did": marked(was, *marks)}
    if was.began is None:
        facts |= {"began": was.at, "faced": was.facing}
    return stirred(changed(battle, figure, **facts), figure).with_movement(
        charges=(*battle.movement.charges, *charges)
    )


def roof_broken(battle: Battle, event: e.RoofBroken) -> Battle:
    if event.at is None:
        return stirred(
            changed(battle, event.figure, did=marked(battle.figures[event.figure], ROOFED)),
            event.figure,
        )
    battle = gone_over(
        battle, event.figure, event.at, ROOFED, event.charges, room=event.room, roof=""
    )
    building, room = event.room.split("/")
    return work_changed(
        battle,
        building,
        lambda work: replace(
            work,
            roof_holes=work.roof_holes if room in work.roof_holes else (*work.roof_holes, room),
        ),
    )


def roof_climbed(battle: Battle, event: e.RoofClimbed) -> Battle:
    return changed(battle, event.figure, at=event.at[:2], facing=event.at[2], roof=event.room)


def boarded(battle: Battle, event: e.Boarded) -> Battle:
    figure = battle.figures[event.figure]
    battle = changed(
        battle,
        figure.id,
        aboard=event.vessel,
        at=event.at or battle.figures[event.vessel].at,
        did=marked(figure, EMBARKED),
        began=figure.at if figure.began is None else figure.began,
    )
    return stirred(moored(battle, event.vessel), figure.id)


def moored(battle: Battle, vessel: str) -> Battle:
    """The vessel lies still this turn while somebody gets in or out."""
    return changed(battle, vessel, did=marked(battle.figures[vessel], MOORED))


def went_ashore(battle: Battle, event: e.WentAshore) -> Battle:
    battle = moored(battle, battle.figures[event.figure].aboard)
    return gone_over(changed(battle, event.figure, aboard=""), event.figure, event.at, LANDED)


def vessel_moved(battle: Battle, event: e.VesselMoved) -> Battle:
    vessel = battle.figures[event.vessel]
    battle = changed(
        battle,
        vessel.id,
        at=event.way[-1],
        facing=event.heading,
        did=marked(vessel, MOVED),
        began=event.way[0] if vessel.began is None else vessel.began,
    )
    for key, figure in battle.figures.items():
        if figure.aboard == vessel.id and figure.at is not None:
            battle = changed(
                battle,
                key,
                at=event.crew.get(key, event.way[-1]),
                did=marked(figure, MOVED),
                began=figure.at if figure.began is None else figure.began,
            )
    return stirred(battle, vessel.id)


def aground_rolled(battle: Battle, event: e.AgroundRolled) -> Battle:
    return changed(battle, event.vessel, aground=battle.turn) if event.stuck else battle


def mode_changed(battle: Battle, event: e.ModeChanged) -> Battle:
    return all_changed(
        battle,
        event.figures,
        lambda figure: replace(figure, mode=event.mode, did=marked(figure, REMOUNTED)),
    )


# ------------------------------------------------------------------------------------------------ f
def shooters_declared(battle: Battle, event: e.ShootersDeclared) -> Battle:
    return battle.with_shooting(shooters=(*battle.shooting.shooters, *event.figures))


def fire_written(battle: Battle, event: e.FireWritten) -> Battle:
    was = battle.shooting.orders.get(event.side, Orders())
    return battle.with_shooting(
        orders={
            **battle.shooting.orders,
            event.side: Orders((*was.shots, *event.shots), (*was.torches, *event.torches)),
        }
    )


def fire_struck_out(battle: Battle, event: e.FireStruckOut) -> Battle:
    was = battle.shooting.orders.get(event.side, Orders())
    kept = Orders(
        tuple(shot for shot in was.shots if shot.figure not in event.figures),
        tuple(torch for torch in was.torches if torch.figure not in event.figures),
    )
    return battle.with_shooting(orders={**battle.shooting.orders, event.side: kept})


def fire_sealed(battle: Battle, event: e.FireSealed) -> Battle:
    was = battle.shooting.orders.get(event.side, Orders())
    return replace(
        battle.with_shooting(
            orders={**battle.shooting.orders, event.side: replace(was, sealed=True)}
        ),
        passed=(*battle.passed, event.side),
    )


def fire_opened(battle: Battle, event: e.FireOpened) -> Battle:
    return battle.with_shooting(queue=event.queue, torches=event.torches)


def shot_fired(battle: Battle, event: e.ShotFired) -> Battle:
    now, who = battle.shooting, event.figure
    fired = now.fired if who in now.fired else (*now.fired, who)
    dice = {**now.shot_dice, who: (*now.shot_dice.get(who, ()), event.die)}
    return battle.with_shooting(
        fired=fired,
        shot_dice=dice,
        queue=now.queue[1:] if event.last and now.queue else now.queue,
    )


def struck(battle: Battle, event: e.Struck) -> Battle:
    """Who is hit twice falls once; both who hit him are remembered."""
    down = battle.struck if event.figure in battle.struck else (*battle.struck, event.figure)
    return replace(
        battle, struck=down, struck_by=(*battle.struck_by, (event.figure, event.cause, event.by))
    )


def holed(battle: Battle, event: e.Holed) -> Battle:
    return (
        battle
        if event.vessel in battle.shooting.holed
        else battle.with_shooting(holed=(*battle.shooting.holed, event.vessel))
    )


def breach_rolled(battle: Battle, event: e.BreachRolled) -> Battle:
    """The hole opens when the shooting is over."""
    return (
        battle
        if event.hole is None
        else battle.with_shooting(cut=(*battle.shooting.cut, (event.building, event.hole)))
    )


def roof_fire_rolled(battle: Battle, event: e.RoofFireRolled) -> Battle:
    """The roof is seen to burn when the shooting is over."""
    return (
        battle.with_shooting(
            kindled=(*battle.shooting.kindled, (event.room, event.figure, event.at))
        )
        if event.lit and event.at
        else battle
    )


def vessel_hit(battle: Battle, event: e.VesselHit) -> Battle:
    return changed(battle, event.vessel, hits=battle.figures[event.vessel].hits + event.hits)


def taken_off(battle: Battle, figures: Iterable[str], cause: str) -> Battle:
    off = {
        key: replace(
            battle.figures[key],
            at=None,
            fate=cause,
            fell=battle.figures[key].at,
            fell_in=f"{battle.turn}:{battle.step}",
            fell_room=battle.figures[key].room,
            fell_roof=battle.figures[key].roof,
            aboard="",
            room="",
            roof="",
        )
        for key in figures
    }
    return replace(
        battle,
        figures={**battle.figures, **off},
        struck=tuple(key for key in battle.struck if key not in off),
    )


def removed(battle: Battle, event: e.Removed) -> Battle:
    exits: dict[str, int] = {}
    for key in event.figures:
        if event.cause == "exited" and battle.figures[key].unit:
            exits[battle.figures[key].unit] = exits.get(battle.figures[key].unit, 0) + 1
    for unit, number in exits.items():
        battle = unit_changed(battle, unit, exited=battle.units[unit].exited + number)
    return taken_off(battle, event.figures, event.cause)


def attendant_lost(battle: Battle, event: e.AttendantLost) -> Battle:
    return taken_off(battle, [event.attendant], "in_his_place")


def unit_lost(battle: Battle, event: e.UnitLost) -> Battle:
    owed = (
        None
        if battle.morale.owed is None
        else tuple(test for test in battle.morale.owed if test.unit != event.unit)
    )
    return unit_changed(battle.with_morale(owed=owed), event.unit, where=GONE, fate=event.fate)


def spell_broken(battle: Battle, event: e.SpellBroken) -> Battle:  # noqa: ARG001 the fact is enough
    return replace(battle, spell_broken=True)


def jammed(battle: Battle, event: e.Jammed) -> Battle:
    was = battle.figures[event.figure]
    return changed(
        battle,
        event.figure,
        jammed=event.turn if event.turn is not None else was.jammed,
        out_of_order=event.for_good or was.out_of_order,
    )


def fire_closed(battle: Battle, event: e.FireClosed) -> Battle:  # noqa: ARG001 the fact is enough
    for building, hole in battle.shooting.cut:
        battle = work_changed(
            battle, building, lambda work, hole=hole: replace(work, breaches=(*work.breaches, hole))
        )
    return replace(
        battle.with_shooting(queue=None, holed=(), orders={}, cut=(), kindled=()), struck_by=()
    )


def baggage_taken(battle: Battle, event: e.BaggageTaken) -> Battle:
    at = battle.figures[event.element].at
    battle = taken_off(battle, [event.element], "captured")
    happening = Happening("baggage_captured", event.side, event.element, at, event.by)
    return replace(
        battle,
        captured={**battle.captured, event.side: battle.captured.get(event.side, 0) + 1},
        happened=(*battle.happened, happening),
    )


def torch_rolled(battle: Battle, event: e.TorchRolled) -> Battle:
    return battle.with_shooting(
        torches=tuple(torch for torch in battle.shooting.torches if torch.figure != event.figure),
        fired=(*battle.shooting.fired, event.figure),
    )


def fire_lit(battle: Battle, event: e.FireLit) -> Battle:
    return replace(battle, fires=(*battle.fires, event.fire))


def reloaded(battle: Battle, event: e.Reloaded) -> Battle:
    return all_changed(battle, event.figures, lambda figure: replace(figure, smoke=None))


def smoke_marked(battle: Battle, event: e.SmokeMarked) -> Battle:
    return all_changed(battle, event.figures, lambda figure: replace(figure, smoke=battle.turn))


# ------------------------------------------------------------------------------------------------ c
def paired(battle: Battle, event: e.Paired) -> Battle:
    """What is named anew replaces what was named for the same men."""
    kept = tuple(
        pair for pair in battle.melee.pairs if not any({*pair} & {*named} for named in event.pairs)
    )
    return battle.with_melee(pairs=(*kept, *event.pairs))


def first_named(battle: Battle, event: e.FirstNamed) -> Battle:
    return battle.with_melee(
        first_opponent={**battle.melee.first_opponent, event.figure: event.opponent}
    )


def fights_set(battle: Battle, event: e.FightsSet) -> Battle:
    return battle.with_melee(fights=event.fights)


def fought(battle: Battle, event: e.Fought) -> Battle:
    dice = dict(zip(event.figures, event.dice, strict=True))
    return battle.with_melee(
        melee_dice={**battle.melee.melee_dice, **dice}, fights=(battle.melee.fights or ())[1:]
    )


def combat_closed(battle: Battle, event: e.CombatClosed) -> Battle:
    battle = all_changed(battle, event.victors, lambda figure: replace(figure, won=True))
    return battle.with_melee(fights=None)


def put_to_flight(battle: Battle, event: e.PutToFlight) -> Battle:
    return all_changed(battle, event.victors, lambda figure: replace(figure, won=True))


def happened(battle: Battle, event: e.Happened) -> Battle:
    return replace(battle, happened=(*battle.happened, event.happening))


def tests_owed(battle: Battle, event: e.TestsOwed) -> Battle:
    return battle.with_morale(
        tests=(*battle.morale.tests, *event.tests), owed=(*(battle.morale.owed or ()), *event.tests)
    )


def order_of_tests(battle: Battle, event: e.OrderOfTests) -> Battle:
    return replace(battle, context={**battle.context, f"order of {event.side}": event.units})


def cancel_ordered(battle: Battle, event: e.CancelOrdered) -> Battle:
    return battle.with_morale(cancels=(*battle.morale.cancels, (event.unit, event.by)))


def without(tests: Iterable[Any], test: Any) -> tuple[Any, ...]:
    """The tests with one such test left out."""
    kept = list(tests)
    kept.remove(test)
    return tuple(kept)


def test_cancelled(battle: Battle, event: e.TestCancelled) -> Battle:
    standards = battle.morale.standards_used
    if battle.figures[event.by].type == "standard_bearer":
        standards = (*standards, event.by)
    return battle.with_morale(
        owed=without(battle.morale.owed or (), event.test),
        cancelled=(*battle.morale.cancelled, event.test.unit),
        standards_used=standards,
        cancels=tuple(one for one in battle.morale.cancels if one[0] != event.test.unit),
    )


def morale_rolled(battle: Battle, event: e.MoraleRolled) -> Battle:
    unit = event.test.unit
    owed = without(battle.morale.owed or (), event.test)
    if event.result == "broken":
        owed = tuple(test for test in owed if test.unit != unit)
    battle = battle.with_morale(
        owed=owed,
        rolled={**battle.morale.rolled, unit: (*battle.morale.rolled.get(unit, ()), event.die)},
    )
    return unit_changed(battle, unit, marker=True) if event.result == "marker" else battle


def vessel_tested(battle: Battle, event: e.VesselTested) -> Battle:
    vessel = battle.figures[event.vessel]
    who = vessel.unit or vessel.id
    battle = battle.with_morale(
        rolled={**battle.morale.rolled, who: (*battle.morale.rolled.get(who, ()), event.die)}
    )
    return changed(
        battle,
        event.vessel,
        tested_to=event.tested_to,
        failed_tests=vessel.failed_tests + (not event.passed),
    )


def bewitched(battle: Battle, event: e.Bewitched) -> Battle:
    return battle.with_morale(cast=(*battle.morale.cast, event.figure))


def rallied(battle: Battle, event: e.Rallied) -> Battle:
    battle = battle.with_morale(rallied=(*battle.morale.rallied, event.figure))
    return unit_changed(battle, event.unit, marker=False) if event.success else battle


# ------------------------------------------------------------------------------------------------ o
def plans_changed(battle: Battle, side: str, **facts: Any) -> Battle:
    return replace(
        battle, plans={**battle.plans, side: replace(battle.plans.get(side, Plans()), **facts)}
    )


def overnight(battle: Battle, plans: Plans) -> Plans:
    """What is left of a side's plans when the turn is over."""
    march = plans.march
    return replace(
        plans, march=None if march is None or march.last <= battle.turn else march, led="", why=""
    )


def march_planned(battle: Battle, event: e.MarchPlanned) -> Battle:
    return plans_changed(battle, event.side, march=event.march)


def policies_set(battle: Battle, event: e.PoliciesSet) -> Battle:
    return plans_changed(battle, event.side, policies=event.policies)


def plan_stopped(battle: Battle, event: e.PlanStopped) -> Battle:
    march = battle.plans[event.side].march
    return plans_changed(
        battle, event.side, march=replace(march, stopped=event.why, who=event.who, by=event.by)
    )


def done_by_plan(battle: Battle, event: e.DoneByPlan) -> Battle:
    return plans_changed(battle, event.side, led=event.who, why=event.what) if event.who else battle


APPLY: Mapping[type[Event], Callable[[Any, Any], Battle]] = {
    e.BattleBegan: battle_began,
    e.SetupRolled: nothing,
    e.RolesFixed: roles_fixed,
    e.SideChosen: side_chosen,
    e.MarchOrdered: march_ordered,
    e.WorkPlaced: work_placed,
    e.PiecePlaced: piece_placed,
    e.Deployed: deployed,
    e.HeldBack: held_back,
    e.ObjectiveNamed: objective_named,
    e.Joined: joined,
    e.LeaderFreed: leader_freed,
    e.StepBegan: step_began,
    e.StepPassed: step_passed,
    e.TurnOver: turn_over,
    e.Asked: asked,
    e.Answered: answered,
    e.BattleEnded: battle_ended,
    e.ObjectiveHeld: objective_held,
    e.WindRolled: wind_rolled,
    e.FireOut: fire_out,
    e.ArrivalsDiced: arrivals_diced,
    e.ArrivalRolled: arrival_rolled,
    e.Arrived: arrived,
    e.MovementBegan: movement_began,
    e.Activated: activated,
    e.StoodStill: stood_still,
    e.FigureMoved: figure_moved,
    e.FigureTurned: figure_turned,
    e.Shifted: shifted,
    e.TrapSprung: trap_sprung,
    e.CrocodileRolled: crocodile_rolled,
    e.AmbushRevealed: ambush_revealed,
    e.ActivationEnded: activation_ended,
    e.TurnPassedTo: turn_passed_to,
    e.Swapped: swapped,
    e.Crossed: crossed,
    e.RoofBroken: roof_broken,
    e.RoofClimbed: roof_climbed,
    e.Boarded: boarded,
    e.WentAshore: went_ashore,
    e.VesselMoved: vessel_moved,
    e.AgroundRolled: aground_rolled,
    e.ModeChanged: mode_changed,
    e.ShootersDeclared: shooters_declared,
    e.FireWritten: fire_written,
    e.FireStruckOut: fire_struck_out,
    e.FireSealed: fire_sealed,
    e.FireOpened: fire_opened,
    e.ShotFired: shot_fired,
    e.SaveRolled: nothing,
    e.FragmentRolled: nothing,
    e.BreachRolled: breach_rolled,
    e.RoofFireRolled: roof_fire_rolled,
    e.VesselHit: vessel_hit,
    e.Struck: struck,
    e.Holed: holed,
    e.AttendantLost: attendant_lost,
    e.Removed: removed,
    e.UnitLost: unit_lost,
    e.SpellBroken: spell_broken,
    e.Jammed: jammed,
    e.FireClosed: fire_closed,
    e.BaggageTaken: baggage_taken,
    e.TorchRolled: torch_rolled,
    e.FireLit: fire_lit,
    e.Reloaded: reloaded,
    e.SmokeMarked: smoke_marked,
    e.Paired: paired,
    e.FirstNamed: first_named,
    e.FightsSet: fights_set,
    e.Fought: fought,
    e.CombatClosed: combat_closed,
    e.PutToFlight: put_to_flight,
    e.Happened: happened,
    e.TestsOwed: tests_owed,
    e.TestsClosed: nothing,
    e.OrderOfTests: order_of_tests,
    e.CancelOrdered: cancel_ordered,
    e.TestCancelled: test_cancelled,
    e.MoraleRolled: morale_rolled,
    e.VesselTested: vessel_tested,
    e.Bewitched: bewitched,
    e.Rallied: rallied,
    e.MarchPlanned: march_planned,
    e.PoliciesSet: policies_set,
    e.PlanStopped: plan_stopped,
    e.DoneByPlan: done_by_plan,
}
