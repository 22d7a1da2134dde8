"""Own words of muted users in their orders: names, remarks and reasons."""

from __future__ import annotations

from app.kernel.contract import Order
from app.kernel.refusal import Refusal
from app.kernel.say import say
from app.services.people.moderation_rules import muted_refusal
from app.store.transactions import UnitOfWork


def words_refusal(work: UnitOfWork, user_id: int | None, order: Order) -> Refusal | None:
    """Refusal of own words in the order of a muted user. The name of the account and those of the
    user's clubs are no own words.
    """
    words = words_of(order)
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


def words_of(order: Order) -> frozenset[str]:
    """Texts that the player has written, without outer and doubled spaces."""
    texts = (" ".join(str(getattr(order, name)).split()) for name in order.own_words)
    return frozenset(text for text in texts if text)


def known_names(work: UnitOfWork, user_id: int) -> frozenset[str]:
    """Name of the account and names of its clubs."""
    user = work.users.find_user(user_id)
    own = [user.name] if user else []
    return frozenset(own + [club.name for club in work.clubs.clubs_of_user(user_id)])
