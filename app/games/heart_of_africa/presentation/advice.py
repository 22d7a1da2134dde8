"""Advice of the guided first battle: its form, and facts that several steps use."""

from __future__ import annotations

import msgspec

from app.games.heart_of_africa.figures import (
    distance_between,
    enemies,
    is_attendant,
    placed,
)
from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.reach import offers
from app.games.heart_of_africa.shooting.weapons import weapon
from app.games.heart_of_africa.state import (
    Battle,
)
from app.kernel.contract import Order
from app.kernel.offers import Offer
from app.kernel.position import Hint
from app.kernel.say import Say, say


class Advice(msgspec.Struct, frozen=True):
    """A hint, and the offer that it recommends."""

    hint: Hint
    offer: Offer


def advised(offer: Offer, says: Say, do: Say, rule: str, **facts: object) -> Advice:
    """An advice; `facts` fill both sentences, `button` is the label of the offer."""
    every = {"button": offer.label, **facts}
    return Advice(
        Hint(say(says.en, says.es, **every), say(do.en, do.es, **every), rule, offer.order), offer
    )


def offered(view: View, kind: type[Order], **facts: object) -> Offer | None:
    """The first live offer of an order of this kind with these facts."""
    return next(
        (
            offer
            for offer in offers(view)
            if offer.is_live
            and not offer.ahead
            and isinstance(offer.order, kind)
            and all(getattr(offer.order, name) == fact for name, fact in facts.items())
        ),
        None,
    )


CHOOSE = say("Choose {unit}, then “{button}”.", "Elige {unit} y luego «{button}».")


def is_loaded(battle: Battle, men: tuple[Figure, ...]) -> bool:
    """True if they could shoot this turn."""
    return bool(weapon(battle, men[0]).range) and not any(man.smoke is not None for man in men)


def is_armed(battle: Battle, who: str) -> bool:
    return bool(weapon(battle, placed(battle, who)[0]).range)


def nearest(battle: Battle, men: tuple[Figure, ...]) -> tuple[float, Figure] | None:
    """Distance in inches of the nearest enemy, and that enemy."""
    gaps = [
        (distance_between(man, enemy), enemy)
        for man in men
        for enemy in enemies(battle, man.side)
        if not is_attendant(enemy)
    ]
    return min(gaps, key=lambda gap: gap[0], default=None)


def enemy_title(battle: Battle, enemy: Figure) -> Say:
    return called(battle, enemy.unit) if enemy.unit else LEADER


LEADER = say("the enemy’s Leader", "el Líder enemigo")
DONE = say("Press “{button}”.", "Pulsa «{button}».")


def inches(number: float | None) -> str:
    return f"{number or 0:g}"
