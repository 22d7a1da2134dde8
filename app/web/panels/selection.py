"""Selection of the viewer, as the address names it: piece, draft, survey and shot.

Board and decision panel read the same selection.
"""

from __future__ import annotations

from dataclasses import dataclass

from starlette.datastructures import QueryParams

from app.kernel.box import implements_part
from app.kernel.form import Kind
from app.kernel.offers import Offer, Reach
from app.services.watch import game_view
from app.web.draft import Draft, OfferRow, address_of, draft_of, filled_order, rows_of, with_odds
from app.web.panels.frame import GameFrame
from app.web.panels.reach import ReachRow, reached_places
from app.web.panels.stacks import NO_STACK, Stack, open_stack
from app.web.panels.unreached import Unreached, unreached_place
from app.web.shot_replay import Redrawn, redrawn_shot
from app.web.survey_panel import Seeing, seeing_of


@dataclass(frozen=True)
class Selection:
    """Piece or place, draft, survey or shot that the viewer has selected.

    `rows` are all offers; without a draft those of the chosen piece or place have their odds.
    `tap_address` is the address that a tapped place completes; "" if a tap orders nothing.
    `unreached` tells why the stack that was open before does not reach the open place.
    """

    chosen: str
    stack: Stack
    draft: Draft | None
    rows: tuple[OfferRow, ...]
    reach: tuple[ReachRow, ...]
    seeing: Seeing | None
    shot: Redrawn | None
    tap_address: str = ""
    unreached: Unreached | None = None

    @property
    def has_refusal(self) -> bool:
        """Return True if the survey or the shot is refused."""
        return any(one is not None and one.no for one in (self.seeing, self.shot))

    @property
    def is_any(self) -> bool:
        """Return True if a piece or a place is chosen."""
        return bool(self.chosen or self.stack.place)

    def lists(self, offer: Offer) -> bool:
        """Return True if the offer orders the chosen piece, or pieces of the chosen place. Without
        a choice these are the offers of all pieces.
        """
        if self.stack.place:
            return offer.stack == self.stack.place
        return bool(offer.piece) and self.chosen in ("", offer.piece)


def selection_of_query(frame: GameFrame, language: str) -> Selection:
    """Selection that the query of the page names."""
    look, query, here = frame.look, frame.query, frame.here
    chosen, draft = query.get("piece", ""), draft_of(look, query, language)
    if not chosen and look.decisions and look.decisions[0].piece and "all" not in query:
        chosen = look.decisions[0].piece
    rows = rows_of(look.offers, here)
    stack = NO_STACK
    place = "" if chosen else chosen_place(frame, query, draft)
    if place:
        stack = open_stack(look, rows, place, here, query, language)
    if not draft:
        rows = [
            row
            for one in rows
            for row in (
                with_odds(look, [one], language)
                if one.offer.main
                or one.offer.piece == chosen
                or (place and one.offer.stack == place)
                else [one]
            )
        ]
    start = query.get("from", "")
    return Selection(
        chosen=chosen,
        stack=stack,
        draft=draft,
        rows=tuple(rows),
        reach=stack.reach or reach_rows(look, rows, chosen, here),
        seeing=seeing_of(look, query, frame.summary, here, language),
        shot=redrawn_shot(look, query, here),
        tap_address=tap_address(frame, rows, chosen),
        unreached=unreached_place(frame, rows, start, place, language) if start and place else None,
    )


def tap_address(frame: GameFrame, rows: list[OfferRow], chosen: str) -> str:
    """Address of a tap with a chosen piece, without the place; "" if a tap orders nothing."""
    is_read = implements_part(frame.look.box, "order_to_place") and not frame.in_words
    is_ordered = bool(chosen) and any(row.offer.piece == chosen for row in rows)
    return f"{address_of(frame.here, piece=chosen)}&tap=" if is_read and is_ordered else ""


def chosen_place(frame: GameFrame, query: QueryParams, draft: Draft | None) -> str:
    """Place of the query or of the draft; "" if the viewer does not know it."""
    place = query.get("place", "") or (draft.stack if draft else "")
    return place if any(one.key == place for one in frame.summary.places) else ""


def reach_rows(
    look: game_view.GameView, rows: list[OfferRow], chosen: str, here: str
) -> tuple[ReachRow, ...]:
    """Places within reach of the chosen piece; the first offer of a place counts."""
    places: dict[str, ReachRow] = {}
    for row in rows:
        if not chosen or row.offer.piece != chosen or not row.offer.is_live:
            continue
        for ask in row.offer.asks:
            for place, reach in reached_places(look, row.offer.order, ask).items():
                path = list(reach.path) if ask.kind is Kind.PATH else place
                order = filled_order(row.offer, {ask.name: path})
                found = ReachRow(place, reach, address_of(here, piece=chosen, order=order))
                places.setdefault(place, found)
        if row.offer.place and not row.offer.asks:
            place = row.offer.place
            places.setdefault(place, ReachRow(place, Reach((place,), 0), row.address))
    return tuple(places.values())
