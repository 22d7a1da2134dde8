"""Orders of the players and of the referee."""

from __future__ import annotations

from app.kernel.contract import Order


class Join(Order, frozen=True, tag="join", omit_defaults=True):
    """Entry between turns; `class_` is needed only for Egyptians. An empty `people` is drawn."""

    list: str
    nation: str = ""
    class_: str | None = None
    people: str = ""


class Give(Order, frozen=True, tag="give"):
    """Gift of hongos, which the other player has to accept."""

    to: str
    hongos: int


class TakeGift(Order, frozen=True, tag="take_gift"):
    """Answer to a gift on offer."""

    giver: str
    accept: bool = True


class Claim(Order, frozen=True, tag="claim_promotion"):
    """Promotion to another list."""

    list: str
    nation: str = ""


class KeepArmy(Order, frozen=True, tag="keep_army"):
    """Answer to an open promotion: none before the next turn."""


class OpenTurn(Order, frozen=True, tag="open_turn"):
    """The referee opens the turn."""


class Meet(Order, frozen=True, tag="meet"):
    """Answer to a chance meeting: "greet" or "fight"."""

    other: str
    answer: str


class Attack(Order, frozen=True, tag="attack"):
    """Declaration of an attack."""

    target: str


class AskPassage(Order, frozen=True, tag="ask_passage", omit_defaults=True):
    """Declaration of an Explorer who asks to cross a territory; `hongos` are offered for it."""

    target: str
    hongos: int = 0


class Hunt(Order, frozen=True, tag="hunt"):
    """Declaration of an Explorer who hunts this turn."""


class PassTurn(Order, frozen=True, tag="pass"):
    """Declaration of nothing."""


class Resist(Order, frozen=True, tag="resist"):
    """Answer to an attack: battle."""

    attacker: str


class OfferTerms(Order, frozen=True, tag="offer_terms", omit_defaults=True):
    """Answer to an attack or to a request for passage: terms."""

    to: str
    payer: str = ""
    hongos: int = 0
    passage: bool = False
    words: str = ""


class Accept(Order, frozen=True, tag="accept"):
    """Consent to the terms or the request of this player."""

    of: str


class Refuse(Order, frozen=True, tag="refuse"):
    """Refusal of the terms or the request of this player."""

    of: str


class ChooseGround(Order, frozen=True, tag="choose_ground"):
    """Choice of the defender among the terrain classes of the list."""

    battle: str
    terrain: str


class EnterResult(Order, frozen=True, tag="enter_result", omit_defaults=True):
    """Result of a battle on a real table, entered by one of its players.

    Fallen figures and remarks have no effect on the campaign.
    """

    battle: str
    winner: str | None
    leaders_lost: tuple[str, ...] = ()
    fallen_attacker: int = 0
    fallen_defender: int = 0
    remarks: str = ""


class ConfirmResult(Order, frozen=True, tag="confirm_result"):
    """Consent of the other player to the entered result."""

    battle: str


class DisputeResult(Order, frozen=True, tag="dispute_result", omit_defaults=True):
    """Objection of the other player to the entered result."""

    battle: str
    reason: str = ""


class Decide(Order, frozen=True, tag="decide", omit_defaults=True):
    """Result of a battle by the referee; `winner` None means no decision."""

    battle: str
    winner: str | None
    leaders_lost: tuple[str, ...] = ()


class OrderForfeit(Order, frozen=True, tag="order_forfeit", omit_defaults=True):
    """The referee lets the target of an attack pay for not playing."""

    battle: str
    passage: bool = False


class Lapse(Order, frozen=True, tag="lapse"):
    """The referee lets an attack lapse because the attacker does not come."""

    battle: str


class TakeDistrict(Order, frozen=True, tag="take_district", omit_defaults=True):
    """Choice of a Colonial winner; an empty `district` takes none."""

    district: str = ""


class AnswerRevolt(Order, frozen=True, tag="answer_revolt"):
    """Answer of a conquered people: return to the campaign, or remain a subject."""

    revolt: bool


class PassFor(Order, frozen=True, tag="pass_for"):
    """The referee gives the default answer for a player who does not answer."""

    player: str


class Book(Order, frozen=True, tag="book", omit_defaults=True):
    """Posting of the referee by hand. Without a payer the hongos come from no account; without a
    receiver they are lost.
    """

    hongos: int
    reason: str
    payer: str = ""
    receiver: str = ""


class CloseCampaign(Order, frozen=True, tag="close_campaign"):
    """The referee ends the campaign."""


ORDERS = (
    Join, Give, TakeGift, Claim, KeepArmy, OpenTurn, Meet, Attack, AskPassage, Hunt, PassTurn, Resist,
    OfferTerms, Accept, Refuse, ChooseGround, EnterResult, ConfirmResult, DisputeResult, Decide,
    OrderForfeit, Lapse, TakeDistrict, AnswerRevolt, PassFor, Book, CloseCampaign,
)  # fmt: skip
