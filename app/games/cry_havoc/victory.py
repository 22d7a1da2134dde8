"""CH-SUM-03, -08: score and end of each scenario. The numbers are in the scenario's file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from app.games.cry_havoc import plans
from app.games.cry_havoc.deployment import is_off_the_map
from app.games.cry_havoc.events import BattleEnded, Scored
from app.games.cry_havoc.occupancy import (
    are_neighbours,
    is_animal,
    is_knight,
    is_mounted,
    is_on_map,
    is_prisoner,
    is_standing,
)
from app.games.cry_havoc.plans import Plan
from app.games.cry_havoc.state import DEAD, RECOVERY, Battle, Unit
from app.kernel.contract import Event
from app.kernel.outcome import Outcome
from app.kernel.say import Say, say
from app.kernel.tally import Reason, Tally

Score = dict[str, int]
Points = dict[str, Tally]
QUIET_TURNS = 10


class Verdict(msgspec.Struct, frozen=True):
    """End of a battle: the winners (none: a draw) and one of the `ENDINGS`."""

    winners: tuple[str, ...]
    ending: str


ENDINGS = {
    "objective": say(
        "The aim of the scenario was reached.", "Se alcanzó el objetivo del escenario."
    ),
    "destroyed": say("One side was destroyed.", "Un bando quedó destruido."),
    "points": say("The points decided.", "Decidieron los puntos."),
    "turn_limit": say(
        "The last turn was over; the points decided.",
        "Acabó el último turno; decidieron los puntos.",
    ),
}


def consequences(before: Battle, after: Battle, events: Sequence[Event]) -> list[Event]:
    """CH-SUM-03: The end is tested after every order, and the points are counted all the time."""
    if not events or before.winners is not None or after.scenario not in plans.PLANS:
        return []
    score = score_of(after)
    verdict = verdict_on(after)
    if verdict:
        score = score_of(after, is_over=True)
        return [Scored(score), BattleEnded(verdict.winners, verdict.ending, score)]
    return [Scored(score)] if score != dict(after.score) else []


def is_decided(battle: Battle) -> bool:
    return battle.winners is not None or verdict_on(battle) is not None


def score_of(battle: Battle, is_over: bool = False) -> Score:
    """Points of each side; some count only when the battle `is_over`."""
    return {side: tally.total for side, tally in points_of(battle, is_over).items()}


def points_of(battle: Battle, is_over: bool = False) -> Points:
    """Points of each side with their reasons."""
    plan = plans.PLANS.get(battle.scenario)
    if plan is None:
        return dict.fromkeys(battle.sides, Tally(()))
    return SCORES[battle.scenario](battle, plan, is_over)


def verdict_on(battle: Battle) -> Verdict | None:
    plan = plans.PLANS.get(battle.scenario)
    if plan is None or battle.turn < 1:
        return None
    return VERDICTS[battle.scenario](battle, plan) or last_turn_over(battle, plan)


def last_turn_over(battle: Battle, plan: Plan) -> Verdict | None:
    """CH-SUM-08: A battle goes on until it is decided, unless the scenario has a last turn."""
    is_last = plan.turn_limit is not None and battle.turn >= plan.turn_limit
    if is_last and battle.step == RECOVERY and battle.active == battle.sides[1]:
        return by_points(battle, "turn_limit")
    return None


def draw_is_near(battle: Battle) -> bool:
    """True after ten turns without a shot or an attack; the page then proposes a draw."""
    return battle.turn - max(battle.last_blow, 0) > QUIET_TURNS


def by_points(battle: Battle, ending: str) -> Verdict:
    """Verdict by points: the higher total wins; equal totals are a draw."""
    first, second = battle.sides
    score = score_of(battle, is_over=True)
    if score[first] == score[second]:
        return Verdict((), ending)
    return Verdict((first if score[first] > score[second] else second,), ending)


def agreed(battle: Battle) -> tuple[str, ...]:
    """Winners if both sides agree to end: the higher total if the scenario says so, else none."""
    plan = plans.PLANS.get(battle.scenario)
    return by_points(battle, "points").winners if plan and plan.totals_when_agreed else ()


def outcome(battle: Battle) -> Outcome | None:
    if battle.winners is None:
        return None
    return Outcome(battle.winners, battle.ending, ENDINGS[battle.ending], dict(battle.score))


def men(battle: Battle, side: str) -> Iterator[Unit]:
    """Characters of a side, on the map or off it; a captive does not count."""
    captive = plans.PLANS[battle.scenario].captive
    return (
        unit
        for unit in battle.units.values()
        if unit.side == side and not is_animal(unit) and unit.name != captive
    )


def dead(battle: Battle, side: str) -> tuple[Unit, ...]:
    return tuple(unit for unit in men(battle, side) if unit.state == DEAD)


def is_gone(unit: Unit) -> bool:
    """True if dead, or off the map for good."""
    return unit.state == DEAD or unit.left is not None


def is_in_play(unit: Unit) -> bool:
    """True if alive, and on the map or still to enter it."""
    return unit.state != DEAD and (is_on_map(unit) or is_off_the_map(unit))


DEATH, WAY_OUT, CAPTURE, STILL_HERE = (
    say("the death of {name}", "muerte de {name}"),
    say("{name} is off the map to the east", "{name} sale del mapa por el este"),
    say("the capture of {name}", "captura de {name}"),
    say("{name} is still on the map", "{name} sigue en el mapa"),
)


def worth(units: Iterable[Unit], knight: int, man: int, why: Say = DEATH) -> Iterator[Reason]:
    """Points for some characters, with one price for knights and one for all others."""
    for unit in units:
        its = say(why.en, why.es, name=unit.name)
        yield Reason("CH-SUM-03", knight if is_knight(unit) else man, its)


def deaths(battle: Battle, side: str, knight: int = 1, man: int = 1) -> Iterator[Reason]:
    """Points for the dead of a side."""
    return worth(dead(battle, side), knight, man)


def for_animals(battle: Battle, side: str, kind: str, each: int, why: Say) -> Reason | None:
    """Points for the animals of a kind that a side holds; None for none."""
    n = held(battle, side, kind)
    return Reason("CH-SUM-03", each * n, say(why.en, why.es, n=n)) if n else None


def held(battle: Battle, side: str, kind: str) -> int:
    """Animals of a kind that a side holds: an own unit on foot adjacent, and no enemy next to
    either.
    """
    return sum(
        is_held(battle, side, unit)
        for unit in battle.units.values()
        if unit.kind == kind and unit.state != DEAD and unit.hex
    )


def is_held(battle: Battle, side: str, animal: Unit) -> bool:
    holders = [
        unit
        for unit in men(battle, side)
        if is_standing(unit) and not is_mounted(unit) and are_neighbours(unit, animal)
    ]
    return any(not has_enemy_beside(battle, side, holder, animal) for holder in holders)


def has_enemy_beside(battle: Battle, side: str, *units: Unit) -> bool:
    enemies = [
        other
        for other in battle.units.values()
        if other.side != side
        and not is_animal(other)
        and is_standing(other)
        and not is_prisoner(other)
    ]
    return any(are_neighbours(enemy, unit) for enemy in enemies for unit in units)


def knight_errant_score(battle: Battle, plan: Plan, is_over: bool) -> Points:  # noqa: ARG001 - all scores share one signature
    knight, man = plan.points["knight_killed"], plan.points["villager_killed"]
    return {
        "mercenaries": Tally.of(*deaths(battle, "village", knight, man)),
        "village": Tally.of(*deaths(battle, "mercenaries")),
    }


def knight_errant(battle: Battle, plan: Plan) -> Verdict | None:
    """Verdict: the village breaks the band, or the mercenaries have enough points with both
    sergeants; both draw.
    """
    sergeants = [unit for unit in men(battle, "mercenaries") if unit.kind == "sergeant"]
    broken = (
        all(map(is_gone, sergeants))
        or len(dead(battle, "mercenaries")) >= plan.points["band_broken_by"]
    )
    enough = score_of(battle)["mercenaries"] >= plan.points["enough"] and not any(
        map(is_gone, sergeants)
    )
    if broken:
        return Verdict(() if enough else ("village",), "destroyed")
    return Verdict(("mercenaries",), "objective") if enough else None


MULES, HORSES = (
    say("{n:mule+s} held", "{n:mula+s} en su poder"),
    say("{n:horse+s} held", "{n:caballo+s} en su poder"),
)


def tres_mulas_score(battle: Battle, plan: Plan, is_over: bool) -> Points:
    points = plan.points
    lord = [*deaths(battle, "rebels", points["rebel_killed"], points["rebel_killed"])]
    rebels = [*deaths(battle, "lord", points["knight_killed"], points["man_killed"])]
    if not is_over:
        return {"lord": Tally.of(*lord), "rebels": Tally.of(*rebels)}
    mules = for_animals(battle, "lord", "mule", points["mule_held"], MULES)
    horses = for_animals(battle, "rebels", "horse", points["horse_held"], HORSES)
    return {"lord": Tally.of(*lord, mules), "rebels": Tally.of(*rebels, horses)}


def tres_mulas(battle: Battle, plan: Plan) -> Verdict | None:
    """Verdict: three mules away, or every rebel dead; by points when a side has no units left."""
    mules = [unit for unit in battle.units.values() if unit.kind == "mule"]
    if mules and all(mule.left in plan.side("rebels").leaves for mule in mules):
        return Verdict(("rebels",), "objective")
    if all(unit.state == DEAD for unit in men(battle, "rebels")):
        return Verdict(("lord",), "destroyed")
    if not all(any(map(is_in_play, men(battle, side))) for side in battle.sides):
        return by_points(battle, "points")
    return None


def emboscada_score(battle: Battle, plan: Plan, is_over: bool) -> Points:
    points = plan.points
    convoy = list(men(battle, "convoy"))
    out = [unit for unit in convoy if unit.left == "east" and not is_prisoner(unit)]
    taken = [unit for unit in convoy if is_prisoner(unit) and unit.left is not None]
    price = points["knight_taken"]
    left = [unit for unit in convoy if is_over and is_on_map(unit) and unit.state != DEAD]
    return {
        "convoy": Tally.of(*worth(out, points["knight_out"], points["man_out"], WAY_OUT)),
        "ambushers": Tally.of(
            *deaths(battle, "convoy", points["knight_killed"], points["man_killed"]),
            *worth(taken, price, price, CAPTURE),
            *worth(left, points["knight_left"], points["man_left"], STILL_HERE),
        ),
    }


def emboscada(battle: Battle, plan: Plan) -> Verdict | None:
    """Verdict when the convoy is off the map or after the last turn; without survivors a total
    victory.
    """
    late = last_turn_over(battle, plan)
    if any(map(is_in_play, men(battle, "convoy"))) and not late:
        return None
    if not score_of(battle)["convoy"]:
        return Verdict(("ambushers",), "turn_limit" if late else "destroyed")
    return late or by_points(battle, "points")


def lady_edith_score(battle: Battle, plan: Plan, is_over: bool) -> Points:  # noqa: ARG001 - all scores share one signature
    return {
        "gilbert": Tally.of(*deaths(battle, "richard")),
        "richard": Tally.of(*deaths(battle, "gilbert")),
    }


def lady_edith(battle: Battle, plan: Plan) -> Verdict | None:
    """Verdict: the lady off the east edge, Sir Gilbert or all men of the side gone, or the last
    turn.
    """
    if any(unit.name == plan.captive and unit.left for unit in battle.units.values()):
        return Verdict(("gilbert",), "objective")
    knights, others = by_rank(men(battle, "gilbert"))
    if any(map(is_gone, knights)) or (others and all(unit.state == DEAD for unit in others)):
        return Verdict(("richard",), "destroyed")
    return Verdict(("richard",), "turn_limit") if last_turn_over(battle, plan) else None


def by_rank(units: Iterable[Unit]) -> tuple[list[Unit], list[Unit]]:
    """Knights, and all other characters."""
    listed = list(units)
    return [unit for unit in listed if is_knight(unit)], [
        unit for unit in listed if not is_knight(unit)
    ]


CROSS_HELD = say("a man on the cross", "un hombre en la cruz")


def first_blood_score(battle: Battle, plan: Plan, is_over: bool) -> Points:
    first, second = battle.sides
    points = plan.points
    found = {}
    for side, enemy in ((first, second), (second, first)):
        reasons = [
            reason
            for unit in dead(battle, enemy)
            for reason in worth(
                [unit], *(points["leader_killed" if unit.armoured else "man_killed"],) * 2
            )
        ]
        if is_over and any(
            is_standing(unit) and unit.hex == plan.cross for unit in men(battle, side)
        ):
            reasons.append(Reason("CH-SUM-03", points["cross_held"], CROSS_HELD))
        found[side] = Tally.of(*reasons)
    return found


def first_blood(battle: Battle, plan: Plan) -> Verdict | None:
    """Verdict for the first side with enough points."""
    score = score_of(battle)
    for side in battle.sides:
        if score[side] >= plan.points["enough"]:
            return Verdict((side,), "points")
    return None


SCORES: dict[str, Callable[[Battle, Plan, bool], Points]] = {
    "knight_errant": knight_errant_score,
    "tres_mulas": tres_mulas_score,
    "emboscada": emboscada_score,
    "lady_edith": lady_edith_score,
    "first_blood": first_blood_score,
}
VERDICTS: dict[str, Callable[[Battle, Plan], Verdict | None]] = {
    "knight_errant": knight_errant,
    "tres_mulas": tres_mulas,
    "emboscada": emboscada,
    "lady_edith": lady_edith,
    "first_blood": first_blood,
}


COUNTED: dict[tuple[str, str], Say] = {
    ("knight_errant", "village"): say(
        "{n} of {most} mercenaries dead", "{n} de {most} mercenarios muertos"
    ),
    ("lady_edith", "gilbert"): say("{n} of Sir Richard’s dead", "{n} muertos de Sir Richard"),
    ("lady_edith", "richard"): say("{n} of Sir Gilbert’s dead", "{n} muertos de Sir Gilbert"),
}
POINTS = say("{n} points", "{n} puntos")


def score_words(battle: Battle) -> Mapping[str, Say]:
    """Score as shown, one line for each side: points, or the dead where they count."""
    plan = plans.PLANS.get(battle.scenario)
    most = plan.points.get("band_broken_by", 0) if plan else 0
    words = {side: COUNTED.get((battle.scenario, side), POINTS) for side in battle.sides}
    return {
        side: Say(it.en, it.es, {"n": battle.score.get(side, 0), "most": most})
        for side, it in words.items()
    }
