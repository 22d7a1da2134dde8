"""Pieces that could still act, beside the draft of an order that ends a step."""

from __future__ import annotations

from app.kernel.offers import Offer
from app.kernel.say import Say
from app.web.panels.frame import GameFrame
from app.web.panels.selection import Selection


def still_possible(frame: GameFrame, selection: Selection) -> tuple[Say, ...] | None:
    """Titles of the pieces and places with other live orders; None unless a step is about to end.

    An offer that says itself what it leaves undone needs no list. Neither do other orders without
    piece and place.
    """
    draft = selection.draft
    offers = [row.offer for row in selection.rows if draft and row.order == draft.order]
    if not any(ends_step(offer) for offer in offers):
        return None
    live = [row.offer for row in selection.rows if row.offer.is_live and not row.offer.ahead]
    pieces, places = {offer.piece for offer in live}, {offer.stack for offer in live}
    titles = (
        *(line.title for line in frame.summary.pieces if line.id in pieces),
        *(line.title for line in frame.summary.places if line.key in places),
    )
    return titles if titles or all(offer in offers for offer in live) else None


def ends_step(offer: Offer) -> bool:
    """Return True for an order without piece, place or field that the page shows apart."""
    is_about_pieces = offer.piece or offer.stack or offer.place or offer.target or offer.asks
    return offer.main and not is_about_pieces and offer.leaves_undone is None
