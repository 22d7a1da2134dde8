"""Changes of the Movement Phase."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.evolution.changes import (
    all_changed,
    figure_changed,
    put_down,
    unit_changed,
    with_marks,
    work_changed,
)
from app.games.heart_of_africa.pieces import (
    CHARGED,
    COLUMN,
    CROSSED,
    EMBARKED,
    LANDED,
    MOORED,
    MOVED,
    ON_TABLE,
    REMOUNTED,
    ROOFED,
    SWAPPED,
    TRAPPED,
    TURNED,
    Figure,
)
from app.games.heart_of_africa.state import Activation, Battle, Happening


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
    return figure_changed(battle, who, activated=True)


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
        "did": with_marks(figure, *event.did),
        "where": ON_TABLE,
    }
    if figure.began is None:
        facts |= {"began": event.way[0], "faced": figure.facing}
        battle = began_in_room(battle, figure)
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


def began_in_room(battle: Battle, figure: Figure) -> Battle:
    """The battle with the room in which a figure begins its move, if it is in one."""
    if not figure.room:
        return battle
    return battle.with_movement(began_in={**battle.movement.began_in, figure.id: figure.room})


def hand_after(hand: Activation | None, move: e.FigureMoved) -> Activation | None:
    """The activation in hand after a figure's move: the inches spent if it was stopped, and the
    marsh that it crossed.
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
        figure_changed(
            battle, figure.id, facing=event.facing, did=with_marks(figure, TURNED), faced=faced
        ),
        figure.id,
    )


def shifted(battle: Battle, event: e.Shifted) -> Battle:
    return figure_changed(battle, event.figure, at=event.at)


def trap_sprung(battle: Battle, event: e.TrapSprung) -> Battle:
    battle = figure_changed(
        battle, event.figure, did=with_marks(battle.figures[event.figure], TRAPPED)
    )
    return work_changed(
        battle, event.trap, lambda work: replace(work, shown=True, removed=not event.real)
    )


def crocodile_rolled(battle: Battle, event: e.CrocodileRolled) -> Battle:
    if battle.hand is not None:
        left = tuple(one for one in battle.hand.wading if one != (event.figure, event.piece))
        battle = replace(battle, hand=replace(battle.hand, wading=left))
    return figure_changed(battle, event.figure, waded=True)


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


def swapped(battle: Battle, event: e.Swapped) -> Battle:
    front, rear = battle.figures[event.front], battle.figures[event.rear]
    battle = figure_changed(
        battle, front.id, at=rear.at, facing=rear.facing, did=with_marks(front, SWAPPED)
    )
    battle = figure_changed(
        battle, rear.id, at=front.at, facing=front.facing, did=with_marks(rear, SWAPPED)
    )
    return stirred(battle, front.id).with_movement(
        swapped=(*battle.movement.swapped, (front.id, rear.id))
    )


def crossed(battle: Battle, event: e.Crossed) -> Battle:
    return gone_over(battle, event.figure, event.at, CROSSED, event.charges)


def gone_over(
    battle: Battle, figure: str, at: e.Place, mark: str, charges: tuple[Any, ...] = (), **facts: Any
) -> Battle:
    """The battle with the figure elsewhere after an action that took its whole move."""
    was = battle.figures[figure]
    marks = (mark, CHARGED) if charges else (mark,)
    facts |= {"at": at[:2], "facing": at[2], "did": with_marks(was, *marks)}
    if was.began is None:
        facts |= {"began": was.at, "faced": was.facing}
        battle = began_in_room(battle, was)
    return stirred(figure_changed(battle, figure, **facts), figure).with_movement(
        charges=(*battle.movement.charges, *charges)
    )


def roof_broken(battle: Battle, event: e.RoofBroken) -> Battle:
    if event.at is None:
        return stirred(
            figure_changed(
                battle, event.figure, did=with_marks(battle.figures[event.figure], ROOFED)
            ),
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
    return figure_changed(
        battle, event.figure, at=event.at[:2], facing=event.at[2], roof=event.room
    )


def boarded(battle: Battle, event: e.Boarded) -> Battle:
    figure = battle.figures[event.figure]
    battle = figure_changed(
        battle,
        figure.id,
        aboard=event.vessel,
        at=event.at or battle.figures[event.vessel].at,
        did=with_marks(figure, EMBARKED),
        began=figure.at if figure.began is None else figure.began,
    )
    return stirred(moored(battle, event.vessel), figure.id)


def moored(battle: Battle, vessel: str) -> Battle:
    """The battle with a vessel that stays this turn while figures embark or land."""
    return figure_changed(battle, vessel, did=with_marks(battle.figures[vessel], MOORED))


def went_ashore(battle: Battle, event: e.WentAshore) -> Battle:
    battle = moored(battle, battle.figures[event.figure].aboard)
    return gone_over(
        figure_changed(battle, event.figure, aboard=""), event.figure, event.at, LANDED
    )


def vessel_moved(battle: Battle, event: e.VesselMoved) -> Battle:
    vessel = battle.figures[event.vessel]
    battle = figure_changed(
        battle,
        vessel.id,
        at=event.way[-1],
        facing=event.heading,
        did=with_marks(vessel, MOVED),
        began=event.way[0] if vessel.began is None else vessel.began,
    )
    for key, figure in battle.figures.items():
        if figure.aboard == vessel.id and figure.at is not None:
            battle = figure_changed(
                battle,
                key,
                at=event.crew.get(key, event.way[-1]),
                did=with_marks(figure, MOVED),
                began=figure.at if figure.began is None else figure.began,
            )
    return stirred(battle, vessel.id)


def aground_rolled(battle: Battle, event: e.AgroundRolled) -> Battle:
    return figure_changed(battle, event.vessel, aground=battle.turn) if event.stuck else battle


def mode_changed(battle: Battle, event: e.ModeChanged) -> Battle:
    return all_changed(
        battle,
        event.figures,
        lambda figure: replace(figure, mode=event.mode, did=with_marks(figure, REMOUNTED)),
    )
