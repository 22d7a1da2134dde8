"""Sheet of fire orders for the whole army: each shooter with its targets and their odds, and the
figures that cannot fire with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
import numpy as np

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.figures import (
    distance_between,
    enemies,
    is_attendant,
    is_vessel,
    radius,
)
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.shooting import fire_phase
from app.games.heart_of_africa.shooting.odds import odds
from app.games.heart_of_africa.shooting.targets import Lawful
from app.games.heart_of_africa.sight import visibility
from app.games.heart_of_africa.state import Battle, Shot
from app.kernel.form import Choice, Field
from app.kernel.offers import Offer, chance_in_percent
from app.kernel.refusal import Refusal
from app.kernel.say import say

MOST_SHOWN = 12
"""Targets of one shooter on the sheet."""
MOST_ASKED = 12
"""Figures without a target whose reason is worked out."""
ROUGH = 1e-6
"""More than the error of a distance in numbers (inches)."""
HELD = Choice("", say("hold fire", "no dispara"))


def man_by_man(
    battle: Battle,
    able: Sequence[Figure],
    law: Mapping[str, Lawful],
    volley: Sequence[Shot],
    idle: Mapping[str, tuple[Refusal, ...]],
) -> Iterator[Offer]:
    """The offer of the sheet: the default of a shooter is its first target that it can hit.

    `idle` are the refusals of the figures that may not shoot.
    """
    usual = {shot.figure: shot for shot in volley}
    rows = tuple(
        Choice(
            figure.id,
            called(battle, figure.id),
            of=tuple(shots_of(battle, figure, law[figure.id], usual.get(figure.id))),
        )
        for figure in able
        if law[figure.id].targets
    )
    if rows:
        yield Offer(
            orders.FireOrders(seal=True),
            say(
                "Give fire orders figure by figure, and seal",
                "Dar órdenes de fuego figura a figura y sellar",
            ),
            asks=(
                Field.each(
                    "shots",
                    say("Fires at", "Dispara a"),
                    (*rows, *silent_rows(battle, able, law, idle)),
                    as_list=True,
                ),
            ),
            act=say("Seal these orders", "Sellar estas órdenes"),
        )


def shots_of(battle: Battle, figure: Figure, law: Lawful, usual: Shot | None) -> Iterator[Choice]:
    """Choices of one shooter with their odds, the usual order first."""
    if usual is None:
        yield HELD
    listed = dict.fromkeys(
        ([usual] if usual else []) + [Shot(figure.id, (key,)) for key in law.targets[:MOST_SHOWN]]
    )
    for shot in listed:
        words, others = called(battle, shot.targets[0]), len(shot.targets) - 1
        if others:
            words = say(
                "{first} and {n} next to it", "{first} y {n} de al lado", first=words, n=others
            )
        share = odds(battle, shot)
        yield Choice(
            msgspec.json.encode({"figure": figure.id, "targets": shot.targets}).decode(),
            say(
                "{who} · {chance}",
                "{who} · {chance}",
                who=words,
                chance=chance_in_percent(share.numerator, share.denominator),
            ),
        )
    if usual is not None:
        yield HELD


def silent_rows(
    battle: Battle,
    able: Sequence[Figure],
    law: Mapping[str, Lawful],
    idle: Mapping[str, tuple[Refusal, ...]],
) -> Iterator[Choice]:
    """Rows of figures that cannot fire, one for each unit and rule."""
    aimless = [figure for figure in able if not law[figure.id].targets][:MOST_ASKED]
    nearest = {figure.id: nearest_enemy(battle, figure) for figure in aimless}
    visibility.tell_shots(
        battle, [(one, foe) for one in aimless if (foe := nearest[one.id]) is not None]
    )
    reasons = {figure.id: without_target(battle, figure, nearest[figure.id]) for figure in aimless}
    alike: dict[tuple[str, str], list[str]] = {}
    for key, refused in (*((key, found) for key, found in idle.items() if found), *reasons.items()):
        if refused:
            unit = battle.figures[key].unit or key
            alike.setdefault((unit, refused[0].rule), []).append(key)
    for (unit, _), keys in alike.items():
        title = called(battle, keys[0])
        if len(keys) > 1:
            title = say("{unit}: {n}", "{unit}: {n}", unit=called(battle, unit), n=len(keys))
        yield Choice(keys[0], title, no=(idle.get(keys[0]) or reasons[keys[0]])[:1])


def nearest_enemy(battle: Battle, figure: Figure) -> Figure | None:
    """The nearest enemy on the table. Only those that numbers leave as the nearest, and vessels,
    are measured exactly.
    """
    foes = [
        foe for foe in enemies(battle, figure.side) if foe.at is not None and not is_attendant(foe)
    ]
    if not foes or is_vessel(figure):
        return min(foes, key=lambda foe: distance_between(figure, foe), default=None)
    off = np.array([foe.position for foe in foes]) - figure.position
    gaps = np.hypot(off[:, 0], off[:, 1]) - [radius(foe) for foe in foes] - radius(figure)
    vessels = np.array([is_vessel(foe) for foe in foes])
    least = max(0.0, float(gaps[~vessels].min(initial=np.inf)))
    close = np.nonzero(vessels | (gaps <= least + ROUGH))[0].tolist()
    return min((foes[row] for row in close), key=lambda foe: distance_between(figure, foe))


def without_target(battle: Battle, figure: Figure, near: Figure | None) -> tuple[Refusal, ...]:
    """Refusals of a shot at the nearest enemy, for a figure without a lawful target."""
    if near is None:
        return ()
    shot = Shot(figure.id, (near.id,))
    return fire_phase.write_refusals(battle, orders.FireOrders((shot,)), figure.side)
