"""Effects of a hit: saving throws, attendants lost in place of their Leader, shell fragments, holed
canoes, and figures that leave the table.
"""

from __future__ import annotations

from typing import Any

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import (
    attendants,
    distance_between,
    is_leader,
    is_vessel,
    passengers,
)
from app.games.heart_of_africa.melee_and_morale.losses import (
    BY_ARMS,
    ended_units,
    followers_lost,
    key_role,
)
from app.games.heart_of_africa.orders import MeetHit
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.shooting import guns, roof_shots
from app.games.heart_of_africa.shooting.saves import Save, best_save, white_man_save
from app.games.heart_of_africa.state import Battle, Happening, TakeHit
from app.games.heart_of_africa.tables import PROFILES
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.space.plane import is_within

SHOT, FRAGMENT, MELEE = "shot", "fragment", "melee"
REACH = float(PROFILES["attendant"].row["saves_leader_within_in"])
NATURAL_SIX = 6


def in_reach(battle: Battle, leader: Figure) -> tuple[str, ...]:
    """Ids of the attendants that can die in place of a Leader."""
    return tuple(
        one.id
        for one in attendants(battle, leader.id)
        if one.at is not None
        and one.id not in battle.struck
        and is_within(distance_between(leader, one), REACH)
    )


def hit_choice(battle: Battle, leader: Figure, cause: str, by: str) -> TakeHit | None:
    """HOA-LDR-08: A Leader killed by a shot or in close combat may lose an attendant within 2 in
    instead, one for each hit.

    The question for the owner; None if there is nothing to choose.
    """
    near = in_reach(battle, leader)
    if not near or not is_leader(leader):
        return None
    return TakeHit(leader.side, leader.id, cause, by, own_save(battle, leader, cause, by), near)


def own_save(battle: Battle, leader: Figure, cause: str, by: str) -> int | None:
    """HOA-LDR-09: A White Man Leader hit by a shot that can be saved chooses between an attendant
    and the save, and dies if it fails. A Leader without a save may lose an attendant.

    The lowest die that saves, or None.
    """
    if cause == MELEE or white_man_save(battle, leader, battle.figures[by]) is None:
        return None
    save = best_save(battle, leader, battle.figures[by])
    return save.needs if save is not None else None


def strike_figure(figure: Figure, cause: str, by: str) -> Event:
    """HOA-GEN-07: A gun or machine gun and its crew are one figure; one casualty removes both."""
    return e.Struck(figure.id, cause, by)


def direct_hit(battle: Battle, target: Figure, by: Figure, cause: str, dice: Dice) -> list[Event]:
    """Events of a hit on a figure. Empty if the owner of a Leader may choose; the caller
    then asks.
    """
    if is_vessel(target):
        return [guns.hit_on_hull(target, by)]
    if target.id in battle.struck:
        return [strike_figure(target, cause, by.id)]
    if (
        is_leader(target)
        and own_save(battle, target, cause, by.id) is not None
        and in_reach(battle, target)
    ):
        return []
    save = best_save(battle, target, by)
    happened: list[Event] = []
    if save is not None:
        rolled = roll_save(target, save, by.id, dice)
        happened.append(rolled)
        if rolled.saved:
            return happened
    if hit_choice(battle, target, cause, by.id) is None:
        happened.append(strike_figure(target, cause, by.id))
    return happened


def roll_save(target: Figure, save: Save, by: str, dice: Dice) -> e.SaveRolled:
    die = dice.roll(6, "save", target.id)
    return e.SaveRolled(target.id, die, save.needs, die >= save.needs, save.rule, by)


def question_of_hit(
    battle: Battle, target: Figure, by: Figure, cause: str, events: list[Event]
) -> TakeHit | None:
    """The question that a hit leaves open, given the events that follow without a choice."""
    if (
        target.id in battle.struck
        or is_vessel(target)
        or any(
            isinstance(one, e.Struck) or (isinstance(one, e.SaveRolled) and one.saved)
            for one in events
        )
    ):
        return None
    return hit_choice(battle, target, cause, by.id)


def resolve_hit(
    battle: Battle, target: Figure, by: Figure, cause: str, dice: Dice, context: dict[str, Any]
) -> list[Event]:
    """Events of a hit with all immediate effects. A question to the owner of a Leader comes last,
    with the rest still to be resolved.
    """
    happened = direct_hit(battle, target, by, cause, dice)
    question = question_of_hit(battle, target, by, cause, happened)
    return [*happened, e.Asked(question, context)] if question is not None else happened


def follow_shot(battle: Battle, shot: e.ShotFired, dice: Dice) -> list[Event]:
    """Events that follow a shooting die at a figure, up to the next question."""
    by, target = battle.figures[shot.figure], battle.figures[shot.falls_on or shot.target]
    happened: list[Event] = list(hole_canoe(battle, by, target, shot.die))
    if shot.hit:
        happened += resolve_hit(battle, target, by, SHOT, dice, {"by": by.id, "target": target.id})
        if isinstance(happened[-1] if happened else None, e.Asked):
            return happened
    return happened + aftermath(fold(battle, happened), by, target, dice, was_hit=shot.hit)


def aftermath(
    battle: Battle,
    by: Figure,
    target: Figure,
    dice: Dice,
    *,
    was_hit: bool,
    left: tuple[str, ...] | None = None,
) -> list[Event]:
    """Events after the hit itself: breach, fragments one by one, and fire in the roof. `left` holds
    the figures whose fragment dice are still to be rolled.
    """
    happened: list[Event] = []
    if left is None:
        wall = guns.damaged_wall(battle, by, target, hit=was_hit)
        if wall is not None:
            happened.append(guns.roll_breach(wall[0], by, wall[1], dice))
        bursts = guns.shell_bursts(by, hit=was_hit)
        left = tuple(one.id for one in guns.in_the_burst(battle, target)) if bursts else ()
    for place, key in enumerate(left):
        now = fold(battle, happened)
        one = now.figures[key]
        if one.fate:
            continue
        die = dice.roll(6, "fragment", key)
        kills = die >= guns.FRAGMENT_KILLS
        happened.append(e.FragmentRolled(key, by.id, die, kills))
        if kills:
            rest = {"by": by.id, "target": target.id, "left": list(left[place + 1 :])}
            happened += resolve_hit(now, one, by, FRAGMENT, dice, rest)
            if isinstance(happened[-1], e.Asked):
                return happened
    room = roof_shots.pierced_roof(battle, by, target)
    if room and target.at is not None:
        happened.append(roof_shots.roof_accident(by, room, target.at, dice))
    return happened


def hole_canoe(battle: Battle, by: Figure, target: Figure, die: int) -> list[Event]:
    """HOA-STR-14: A natural 6 of a White Man, machine gun, Artillery or Gunboat at a figure in a
    canoe holes the canoe, hit or not. The canoe sinks at the end of the phase. All figures aboard
    are lost; saves and attendants do not help.
    """
    canoe = battle.figures.get(target.aboard)
    if (
        canoe is None
        or canoe.type != "canoe"
        or die != NATURAL_SIX
        or by.type not in PROFILES["canoe"].row["sinks_on_natural_6_by"]
    ):
        return []
    return [e.Holed(canoe.id, by.id)]


def meet_refusals(battle: Battle, order: MeetHit, side: str) -> tuple[Refusal, ...]:
    """Everything that is wrong with the chosen answer to a hit on a Leader."""
    owed = battle.pending[0] if battle.pending else None
    if not isinstance(owed, TakeHit) or owed.side != side or owed.figure != order.figure:
        return (
            no(
                "CAR-TAB-07",
                "There is no question about that figure.",
                "No hay ninguna pregunta sobre esa figura.",
            ),
        )
    return found_in(unfit_answer(battle, order, owed))


def unfit_answer(battle: Battle, order: MeetHit, owed: TakeHit) -> Refusal | None:
    """Refusal of an answer that this hit does not allow."""
    who = called(battle, battle.figures[owed.figure])
    if order.how == "save" and owed.save is None:
        return no(
            "HOA-LDR-09",
            "{who} has no saving roll against this hit.",
            "{who} no tiene tirada de salvación contra este impacto.",
            who=who,
        )
    if order.how == "attendant" and (order.attendant or owed.attendants[0]) not in owed.attendants:
        return no(
            "HOA-LDR-08",
            "That attendant is not within {reach} in of {who}: {near} are.",
            "Ese Ayudante no está a {reach:pulgada+s} o menos de {who}; sí lo están: {near}.",
            who=who,
            reach=REACH,
            near=[called(battle, battle.figures[key]) for key in owed.attendants],
        )
    if order.how == "death" and owed.save is not None:
        return no(
            "HOA-LDR-09",
            "{who} loses an attendant or makes the saving roll.",
            "{who} pierde un Ayudante o hace la tirada de salvación.",
            who=who,
        )
    if order.how not in ("save", "attendant", "death"):
        return no(
            "HOA-LDR-08",
            "The answers to a hit are saving roll, attendant or death.",
            "Las respuestas son tirada de salvación, Ayudante o muerte.",
        )
    return None


def meet(battle: Battle, order: MeetHit, side: str, dice: Dice) -> list[Event]:
    """Events of the answer of a Leader's owner, and of the rest of the shot."""
    refuse_if(meet_refusals(battle, order, side))
    owed = battle.pending[0]
    if not isinstance(owed, TakeHit):
        raise TypeError(f"{owed} is not owed by a Leader")
    leader, context = battle.figures[owed.figure], dict(battle.context)
    happened: list[Event] = [e.Answered()]
    if order.how == "attendant":
        happened.append(e.AttendantLost(leader.id, order.attendant or owed.attendants[0]))
    elif order.how == "save":
        save = best_save(battle, leader, battle.figures[owed.by]) or Save(
            owed.save or 0, "HOA-LDR-09"
        )
        rolled = roll_save(leader, save, owed.by, dice)
        happened += (
            [rolled] if rolled.saved else [rolled, strike_figure(leader, owed.cause, owed.by)]
        )
    else:
        happened.append(strike_figure(leader, owed.cause, owed.by))
    if owed.cause == MELEE or "by" not in context:
        return happened
    left = tuple(context["left"]) if "left" in context else None
    by, target = battle.figures[context["by"]], battle.figures[context["target"]]
    return happened + aftermath(fold(battle, happened), by, target, dice, was_hit=True, left=left)


def carried_off(battle: Battle) -> list[Event]:
    """HOA-GEN-04: A figure is unhurt or a casualty. Casualties leave the table together when the
    phase ends, after their own shots, and so do holed canoes with all figures aboard.
    """
    first = {key: (cause, by) for key, cause, by in reversed(battle.struck_by)}
    by_cause = {
        cause: [
            key
            for key in battle.struck
            if key in first and first[key][0] == cause and not battle.figures[key].fate
        ]
        for cause in (SHOT, FRAGMENT)
    }
    dead = {key for keys in by_cause.values() for key in keys}
    by_cause["sunk"] = [
        key
        for canoe in battle.shooting.holed
        for key in (canoe, *(one.id for one in passengers(battle, canoe)))
        if key not in dead
    ]
    happened: list[Event] = [
        e.Removed(tuple(keys), cause, tuple(first.get(key, ("", ""))[1] for key in keys))
        for cause, keys in by_cause.items()
        if keys
    ]
    gone = [(battle.figures[key], cause) for cause, keys in by_cause.items() for key in keys]
    happened += [
        e.Happened(Happening("key_figure_lost", figure.side, role, figure.at, by=figure.id))
        for figure, _ in gone
        if (role := key_role(figure))
    ]
    happened += followers_lost(fold(battle, happened), [figure for figure, _ in gone], SHOT)
    if not battle.spell_broken:
        happened += [
            e.SpellBroken(figure.id)
            for figure, cause in gone
            if cause in BY_ARMS and figure.type == "white_man"
        ][:1]
    return happened + ended_units(battle, fold(battle, happened), SHOT)
