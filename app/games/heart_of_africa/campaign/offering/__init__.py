"""Orders that a seat may give now, and refused ones with their refusals."""

from __future__ import annotations

from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.fog import View
from app.games.heart_of_africa.campaign.offering.battles import battle_offers, conquest_offers
from app.games.heart_of_africa.campaign.offering.entry import (
    between_offers,
    gift_offers,
    joining_offers,
)
from app.games.heart_of_africa.campaign.offering.referee import referee_offers
from app.games.heart_of_africa.campaign.offering.turn import (
    declaration_offers,
    meeting_offers,
    talk_offers,
)
from app.games.heart_of_africa.campaign.state import (
    BATTLES,
    BETWEEN,
    CLOSING,
    DECLARING,
    MEETINGS,
    REFEREE,
)
from app.kernel.offers import Offer

ANY_STEP = (o.Give, o.TakeGift)
STEP_ORDERS: dict[str, tuple[type, ...]] = {
    BETWEEN: (
        *ANY_STEP, o.Join, o.Claim, o.KeepArmy, o.AnswerRevolt, o.OpenTurn, o.Book,
        o.BecomeMahdist, o.RefuseMahdist, o.EnterDate, o.EnterAccount, o.CloseCampaign,
    ),
    MEETINGS: (*ANY_STEP, o.Meet, o.PassFor, o.CloseTurn, o.Book),
    DECLARING: (
        *ANY_STEP, o.Attack, o.AskPassage, o.Hunt, o.PassTurn, o.Resist, o.OfferTerms, o.Accept,
        o.Refuse, o.PassFor, o.CloseTurn, o.Book,
    ),
    BATTLES: (
        *ANY_STEP, o.ChooseGround, o.ProposeGround, o.AcceptGround, o.ChoosePlace, o.EnterResult,
        o.ConfirmResult, o.DisputeResult, o.Decide, o.OrderForfeit, o.Lapse, o.VoidBattle,
        o.LetBotPlay, o.TakeDistrict, o.AnswerRevolt, o.PassFor, o.CloseTurn, o.Book,
    ),
    CLOSING: ANY_STEP,
}  # fmt: skip
"""Kinds of order by step; the sequence on the card lists them."""
ANY_TIME = (
    *ANY_STEP, o.Join, o.OpenTurn, o.Claim, o.AnswerRevolt, o.ProposeGround, o.AcceptGround, o.ChoosePlace,
    o.EnterResult, o.Decide, o.OrderForfeit, o.Lapse, o.VoidBattle, o.BecomeMahdist,
    o.RefuseMahdist, o.LetBotPlay,
    o.PassFor, o.CloseTurn, o.Book, o.EnterDate, o.EnterAccount, o.CloseCampaign,
)  # fmt: skip
"""Orders of a seat that owes no decision."""


def offers(view: View) -> list[Offer]:
    """Offers of the viewer's seat; none for a spectator or after the end."""
    season, me = view.season, view.me
    if me is None or season.is_closed:
        return []
    if me == REFEREE:
        return list(referee_offers(season))
    player = season.player(me)
    if player is None:
        return list(joining_offers(season, me))
    found = (
        *between_offers(season, player),
        *meeting_offers(season, player),
        *talk_offers(season, player),
        *declaration_offers(season, player),
        *battle_offers(season, player),
        *conquest_offers(season, player),
        *gift_offers(season, player),
    )
    return [offer for offer in found if type(offer.order) in STEP_ORDERS.get(season.step, ())]
