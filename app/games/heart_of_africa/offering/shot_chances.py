"""Dry run of fire orders: a tally for each shot, exact chances, and the lines of fire."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.events import Mod
from app.games.heart_of_africa.figures import is_there
from app.games.heart_of_africa.offering.refusals import Refusals
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.presentation.reason_names import MODS
from app.games.heart_of_africa.shooting import aim, targets, torches
from app.games.heart_of_africa.shooting.modifiers import HIT, tally
from app.games.heart_of_africa.shooting.odds import odds as odds_of_shot
from app.games.heart_of_africa.shooting.odds import unit_odds
from app.games.heart_of_africa.sight import visibility
from app.games.heart_of_africa.state import Battle, Shot
from app.kernel.offers import Assessment, Chance
from app.kernel.say import Say, say
from app.kernel.tally import Reason, Tally

LINES_DRAWN = 24


def fire(battle: Battle, order: orders.FireOrders, side: str, refused: Refusals) -> Assessment:  # noqa: ARG001 one of a family
    """Assessment of fire orders: a tally for each shot, the chances of losses, and the lines of
    fire with their blockers.
    """
    shots = [
        shot
        for shot in order.shots
        if shot.figure in battle.figures and all(key in battle.figures for key in shot.targets)
    ]
    pairs = [
        (battle.figures[shot.figure], battle.figures[key])
        for shot in shots
        for key in targets_shown(battle, shot)
    ]
    pairs = [
        (one, two)
        for one, two in pairs
        if one.at is not None and two.at is not None and one.side != two.side
    ]
    lines = tuple(line_of(battle, one, two) for one, two in pairs[:LINES_DRAWN])
    report: dict[str, Any] = {
        "distances": {
            f"{one.id}/{two.id}": round(aim.aim(battle, one, two).distance, 2) for one, two in pairs
        }
    }
    if refused:
        return Assessment(no=refused, lines=lines, report=report)
    if order.torches and not shots:
        return Assessment(odds=burns(battle.figures[order.torches[0].figure]))
    tallies = shot_tallies(battle, pairs)
    return Assessment(
        report=report,
        tallies=tallies,
        notes=tuple(needs for needs, found in tallies if not found.reasons),
        odds=losses(unit_odds(battle, shots)) if len(shots) > 1 else single(battle, shots),
        lines=lines,
    )


def shot_tallies(
    battle: Battle, pairs: Sequence[tuple[Figure, Figure]]
) -> tuple[tuple[Say, Tally], ...]:
    """The die that each shot needs, with its reasons."""
    return tuple(
        (
            say(
                "{who} at {target}: hits on {n}",
                "{who} a {target}: alcanza con {n}",
                who=called(battle, one.id),
                target=called(battle, two.id),
                n=needed(mods),
            ),
            tally_of(mods),
        )
        for one, two in pairs
        for mods in (tally(battle, one, two),)
    )


def targets_shown(battle: Battle, shot: Shot) -> tuple[str, ...]:
    """The figures that a shot is aimed at; for a group order its nearest one."""
    if not shot.unit:
        return shot.targets
    figure = battle.figures[shot.figure]
    near = (
        targets.next_of_group(battle, figure, shot.unit, ())
        if is_there(battle, figure) and shot.unit in battle.units
        else None
    )
    return (near.id,) if near is not None else ()


def needed(mods: Sequence[Mod]) -> str:
    """The lowest face that hits."""
    least = max(1, HIT - sum(amount for _, _, amount in mods))
    return f"{least}+" if least <= 6 else "–"


def tally_of(mods: Sequence[Mod]) -> Tally:
    return Tally(tuple(Reason(rule, amount, MODS[what]) for rule, what, amount in mods))


def line_of(battle: Battle, one: Figure, two: Figure) -> tuple[str, str, bool, Say]:
    """The line of fire: its length if it is free, else the first thing in its way."""
    look = visibility.line_of_sight(battle, one, two, shooting=True)
    length = round(aim.aim(battle, one, two).distance, 1)
    return (
        one.id,
        two.id,
        look.free,
        say("{n} in", "{n} pulg.", n=length)
        if look.free or not look.blockers
        else look.blockers[0].says,
    )


def chance(says: Say, share: Fraction, *, good: bool = True) -> Chance:
    return Chance(says, share.numerator, share.denominator, good)


def single(battle: Battle, shots: Sequence[Shot]) -> tuple[Chance, ...]:
    if not shots:
        return ()
    share = odds_of_shot(battle, shots[0])
    return (
        chance(say("falls", "cae"), share),
        chance(say("stands", "aguanta"), 1 - share, good=False),
    )


def burns(figure: Figure) -> tuple[Chance, ...]:
    share = Fraction(7 - torches.needs(figure), 6)
    return (
        chance(say("it burns", "prende"), share),
        chance(say("it does not", "no prende"), 1 - share, good=False),
    )


def losses(chances: Sequence[Fraction]) -> tuple[Chance, ...]:
    """The chances of the numbers of losses."""
    words = [
        say("no figure falls", "no cae ninguna figura"),
        say("1 figure falls", "cae 1 figura"),
    ]
    return tuple(
        chance(
            words[count]
            if count < len(words)
            else say("{n} figures fall", "caen {n} figuras", n=count),
            share,
            good=count > 0,
        )
        for count, share in enumerate(chances)
        if share
    )
