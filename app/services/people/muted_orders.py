"""Own words of muted users in their orders: names, remarks, reasons, and names in army lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.kernel.army_form import ArmyBuilder
from app.kernel.contract import Game, Order
from app.kernel.refusal import Refusal, Refused
from app.kernel.say import say
from app.services.container import Services
from app.services.people.moderation_rules import muted_refusal
from app.store.transactions import UnitOfWork


def words_refusal(work: UnitOfWork, user_id: int | None, words: frozenset[str]) -> Refusal | None:
    """Refusal of own words in the order of a muted user. The name of the account and those of the
    user's clubs are no own words.
    """
    muted = muted_refusal(work, user_id) if words and user_id is not None else None
    if muted is None or user_id is None or words <= known_names(work, user_id):
        return None
    return Refusal(
        muted.rule,
        say(
            "{muted} Send this without words of your own. A name may be that of your account.",
            "{muted} Envíalo sin palabras tuyas. Un nombre puede ser el de tu cuenta.",
            muted=muted.says,
        ),
    )


def is_muted(services: Services, user_id: int | None) -> bool:
    """True for a user whose orders carry no own words."""
    if user_id is None:
        return False
    with services.store.read() as work:
        return muted_refusal(work, user_id) is not None


def words_of(order: Order, armies: ArmyBuilder | None = None) -> frozenset[str]:
    """Texts that the player has written, without outer and doubled spaces. `armies` reads the
    armies of the order.
    """
    texts = [str(getattr(order, name)) for name in order.own_words]
    for field in order.own_armies:
        texts += names_in(armies, getattr(order, field))
    plain = frozenset(filter(None, (" ".join(one.split()) for one in texts)))
    return plain - order.fixed_words


def army_refusal(
    work: UnitOfWork, user_id: int | None, armies: ArmyBuilder | None, army: Mapping[str, Any]
) -> Refusal | None:
    """Refusal of an army with own names that a muted user brings to a table."""
    words = frozenset(" ".join(one.split()) for one in names_in(armies, army))
    return words_refusal(work, user_id, words)


def names_in(armies: ArmyBuilder | None, army: Mapping[str, Any]) -> tuple[str, ...]:
    """Names in an army; none in one that its game cannot read, and therefore refuses."""
    try:
        return armies.own_names(army) if armies is not None else ()
    except Refused:
        return ()


def armies_of(games: Mapping[str, Game], box: Game, state: Any, order: Order) -> ArmyBuilder | None:
    """Armies of the game of the battles, for an order with an army; None for other orders."""
    game = games.get(box.game_of_battles(state)) if order.own_armies else None
    return game.armies if game is not None else None


def known_names(work: UnitOfWork, user_id: int) -> frozenset[str]:
    """Name of the account and names of its clubs."""
    user = work.users.find_user(user_id)
    own = [user.name] if user else []
    return frozenset(own + [club.name for club in work.clubs.clubs_of_user(user_id)])
