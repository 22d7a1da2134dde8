"""Selection of the viewer, as the address names it: piece, draft, survey and shot.

Board and decision panel read the same selection.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.kernel.form import Field, Kind
from app.kernel.offers import Offer, Reach
from app.services.watch import game_view
from app.web.draft import Draft, OfferRow, address_of, draft_of, filled_order, rows_of, with_odds
from app.web.panels.frame import GameFrame
from app.web.shot_replay import Redrawn, redrawn_shot
from app.web.survey_panel import Seeing, seeing_of

ReachRow = tuple[str, Reach, str]
"""Place within reach, the path to it, and the address of the draft that goes there."""


@dataclass(frozen=True)
class Selection:
    """Piece, draft, survey or shot that the viewer has selected.

    `rows` are all offers; without a draft those of the chosen piece have their odds.
    """

    chosen: str
    draft: Draft | None
    rows: tuple[OfferRow, ...]
    reach: tuple[ReachRow, ...]
    seeing: Seeing | None
    shot: Redrawn | None

    @property
    def has_refusal(self) -> bool:
        """Return True if the survey or the shot is refused."""
        return any(one is not None and one.no for one in (self.seeing, self.shot))


def selection_of_query(frame: GameFrame, language: str) -> Selection:
    """Selection that the query of the page names."""
    look, query, here = frame.look, frame.query, frame.here
    chosen, draft = query.get("piece", ""), draft_of(look, query, language)
    if not chosen and look.decisions and look.decisions[0].piece and "all" not in query:
        chosen = look.decisions[0].piece
    rows = rows_of(look.offers, here)
    if not draft:
        rows = [
            row
            for one in rows
            for row in (
                with_odds(look, [one]) if one.offer.main or one.offer.piece == chosen else [one]
            )
        ]
    return Selection(
        chosen=chosen,
        draft=draft,
        rows=tuple(rows),
        reach=reach_rows(look, rows, chosen, here),
        seeing=seeing_of(look, query, frame.summary, here, language),
        shot=redrawn_shot(look, query, here),
    )


def reach_rows(
    look: game_view.GameView, rows: list[OfferRow], chosen: str, here: str
) -> tuple[ReachRow, ...]:
    """Places within reach of the chosen piece; the first offer of a place counts."""
    places: dict[str, ReachRow] = {}
    for row in rows:
        if not chosen or row.offer.piece != chosen or not row.offer.is_live:
            continue
        for ask in row.offer.asks:
            for place, reach in asked_places(look, row.offer, ask).items():
                path = list(reach.path) if ask.kind is Kind.PATH else place
                order = filled_order(row.offer, {ask.name: path})
                found = place, reach, address_of(here, piece=chosen, order=order)
                places.setdefault(place, found)
        if row.offer.place and not row.offer.asks:
            place = row.offer.place
            places.setdefault(place, (place, Reach((place,), 0), row.address))
    return tuple(places.values())


def asked_places(look: game_view.GameView, offer: Offer, ask: Field) -> dict[str, Reach]:
    """Places that answer a field of an offer, with the path to each."""
    if ask.is_measured:
        return {}
    if ask.kind is Kind.PATH:
        return dict(game_view.assess_order(look, offer.order).reach)
    if ask.kind is Kind.PLACE:
        return {choice.value: Reach((choice.value,), 0) for choice in ask.choices}
    return {}
