"""Fire from a post and at it: targets, needed dice, and chances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec

from app.games.heart_of_africa.figures import enemies
from app.games.heart_of_africa.offering.shot_chances import needed, tally_of
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.shooting import (
    ability_to_shoot,
    aim,
    odds,
    single_shots,
    targets,
)
from app.games.heart_of_africa.shooting.default_fire import usual_shot
from app.games.heart_of_africa.shooting.modifiers import tally
from app.games.heart_of_africa.shooting.targets import Lawful, Mark
from app.games.heart_of_africa.shooting.weapons import weapon
from app.games.heart_of_africa.sight import visibility
from app.games.heart_of_africa.sight.viewpoints import Post
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.state import Shot as FireOrder
from app.kernel.offers import Chance
from app.kernel.refusal import Refusal
from app.kernel.say import Say, say
from app.kernel.survey import Shot

FALLS = say("falls", "cae")
MOST_NO = 2
"""Largest number of reasons against a shot in a survey."""


class Fire(msgspec.Struct, frozen=True):
    """The fire from a post and at it: its armed figures, their lawful targets, and the enemies that
    others could hit.
    """

    armed: tuple[Figure, ...]
    law: Mapping[str, Lawful]
    marks: Mapping[str, tuple[Mark, ...]]


def fire_of(post: Post) -> Fire:
    battle = post.battle
    if not post.figures:
        return Fire((), {}, {})
    armed = tuple(figure for figure in post.figures if weapon(battle, figure).range)
    foes = [
        figure
        for figure in enemies(battle, post.side)
        if weapon(battle, figure).range
        and not ability_to_shoot.unable(battle, figure)
        and not ability_to_shoot.opponents(battle, figure)
    ]
    return Fire(armed, targets.lawful_all(battle, armed), targets.eligible(battle, foes))


def percent(share: Fraction) -> int:
    return round(100 * share)


def inches_between(battle: Battle, one: Figure, two: Figure) -> float:
    return aim.aim(battle, one, two).distance


def shot_at(
    post: Post,
    fire: Fire,
    foes: Sequence[Figure],
    nearest: tuple[Figure, Figure] | None = None,
) -> Shot | None:
    """The fire from the post at some enemies; None if no figure there is armed. `nearest` is the
    result of `nearest_shot` if it is known.
    """
    if not fire.armed:
        return None
    orders = fire_orders(post, fire, {foe.id for foe in foes})
    return (
        volley_shot(post.battle, orders)
        if orders
        else no_shot(post, fire, nearest or nearest_shot(post, fire, foes))
    )


def fire_orders(post: Post, fire: Fire, wanted: set[str]) -> list[FireOrder]:
    """The shots that the post may fire at them, one of a file, each at its nearest target."""
    battle = post.battle
    found: list[FireOrder] = []
    for figure in fire.armed:
        law = fire.law[figure.id]
        mine = sorted(
            (key for key in law.targets if key in wanted),
            key=lambda key: inches_between(battle, figure, battle.figures[key]),
        )
        if mine and single_shots.one_of_the_file(battle, figure, found) is None:
            shot = usual_shot(battle, figure, Lawful(law.priority, tuple(mine)))
            found.append(shot or FireOrder(figure.id, (mine[0],)))
    return found


def volley_shot(battle: Battle, orders: Sequence[FireOrder]) -> Shot:
    """The nearest shot with its reasons, and the outcome of all together."""
    near = min(
        orders,
        key=lambda order: inches_between(
            battle, battle.figures[order.figure], battle.figures[order.targets[0]]
        ),
    )
    shooter, target = battle.figures[near.figure], battle.figures[near.targets[0]]
    reasons = tally(battle, shooter, target)
    share = odds.odds(battle, FireOrder(shooter.id, (target.id,)))
    return Shot(
        volley_outcome(battle, orders),
        hits_on(needed(reasons)),
        tally_of(reasons),
        Chance(FALLS, share.numerator, share.denominator),
    )


def hits_on(needs: str) -> Say:
    return say("hits on {n}", "alcanza con {n}", n=needs)


def volley_outcome(battle: Battle, orders: Sequence[FireOrder]) -> Say:
    """A sentence with the average losses, and the chance of any."""
    count = len(orders)
    if count == 1 and len(orders[0].targets) == 1:
        return say(
            "{who} may shoot at {target}",
            "{who} puede disparar a {target}",
            who=called(battle, orders[0].figure),
            target=called(battle, orders[0].targets[0]),
        )
    chances = odds.unit_odds(battle, orders)
    mean = sum((number * share for number, share in enumerate(chances)), Fraction(0))
    return say(
        "{n} may shoot: {mean} fall on average, {pct}% that at least one falls",
        "{n} pueden disparar: caen {mean} de media, {pct} % de que caiga al menos una",
        n=count,
        mean=round(float(mean), 1),
        pct=percent(1 - chances[0]),
    )


def nearest_shot(post: Post, fire: Fire, foes: Sequence[Figure]) -> tuple[Figure, Figure]:
    """The nearest shooter and enemy, with a shooter able to shoot if possible."""
    able = [figure for figure in fire.armed if not fire.law[figure.id].no] or fire.armed
    _, shooter, foe = min(
        ((inches_between(post.battle, one, two), one, two) for one in able for two in foes),
        key=lambda pair: pair[0],
    )
    return shooter, foe


def nearest_shots(
    post: Post, fire: Fire, groups: Mapping[str, Sequence[Figure]]
) -> dict[str, tuple[Figure, Figure]]:
    """The nearest shooter and enemy for each group at which no figure of the post may shoot."""
    lawful = {key for law in fire.law.values() for key in law.targets}
    return {
        key: nearest_shot(post, fire, foes)
        for key, foes in groups.items()
        if fire.armed and lawful.isdisjoint(foe.id for foe in foes)
    }


def no_shot(post: Post, fire: Fire, nearest: tuple[Figure, Figure]) -> Shot:
    """Reasons why no figure of the post may shoot at some enemies: those of the nearest pair."""
    return Shot(say("no shot", "sin disparo"), no=why_not(post.battle, fire, *nearest)[:MOST_NO])


def tell_lines(post: Post, fire: Fire, pairs: Iterable[tuple[Figure, Figure]]) -> None:
    """Judges at once the lines of the shots for which `why_not` is asked."""
    visibility.tell_shots(
        post.battle, [(one, foe) for one, foe in pairs if not fire.law[one.id].no]
    )


def why_not(battle: Battle, fire: Fire, shooter: Figure, foe: Figure) -> tuple[Refusal, ...]:
    return fire.law[shooter.id].no or targets.target_refusals(battle, shooter, foe)


def shot_of_one(post: Post, fire: Fire, foe: Figure) -> Shot | None:
    """The shot of a single figure at a single enemy. Reasons are left out if the enemy is not
    visible, which is stated elsewhere.
    """
    if len(fire.armed) != 1:
        return None
    battle, shooter = post.battle, fire.armed[0]
    if foe.id not in fire.law[shooter.id].targets:
        return Shot(say("no shot", "sin disparo"), no=why_not(battle, fire, shooter, foe)[:1])
    reasons = tally(battle, shooter, foe)
    share = odds.odds(battle, FireOrder(shooter.id, (foe.id,)))
    return Shot(
        say("may shoot", "puede disparar"),
        hits_on(needed(reasons)),
        tally_of(reasons),
        Chance(FALLS, share.numerator, share.denominator),
    )


def threat_of(post: Post, fire: Fire, foes: Sequence[Figure]) -> Shot | None:
    """Number of these enemies that could shoot at the post now, without their priorities."""
    battle, mine = post.battle, {figure.id for figure in post.figures}
    pairs = [
        (mark.distance, foe, mark.figure)
        for foe in foes
        for mark in fire.marks.get(foe.id, ())
        if mark.figure.id in mine
    ]
    if not pairs:
        return None
    _, shooter, target = min(pairs, key=lambda pair: pair[0])
    reasons = tally(battle, shooter, target)
    share = odds.odds(battle, FireOrder(shooter.id, (target.id,)))
    count = len({foe.id for _, foe, _ in pairs})
    one, many = (
        say("it could shoot back", "podría responder"),
        say("{n} of them could shoot back", "{n} de ellos podrían responder", n=count),
    )
    return Shot(
        one if count == 1 else many,
        hits_on(needed(reasons)),
        tally_of(reasons),
        Chance(FALLS, share.numerator, share.denominator),
    )
