"""Orders of the players and of the referee."""

from __future__ import annotations

from collections.abc import Mapping

from app.kernel.child_battles import UnitLosses
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

    begins = True


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

    own_words = ("words",)

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


class ProposeGround(Order, frozen=True, tag="propose_ground"):
    """Proposal of another ground for a battle, before an army is in."""

    battle: str
    terrain: str


class AcceptGround(Order, frozen=True, tag="accept_ground"):
    """Consent to the ground that the other player proposes."""

    battle: str
    terrain: str


class ChoosePlace(Order, frozen=True, tag="choose_place"):
    """Wish of a player to fight a battle on this site ("here") or on a real table ("table").

    An empty `place` takes the wish back.
    """

    battle: str
    place: str


class EnterResult(Order, frozen=True, tag="enter_result", omit_defaults=True):
    """Result of a battle on a real table, entered by one of its players.

    Turns, fallen figures, baggage and remarks have no effect on the campaign.
    """

    own_words = ("remarks",)

    battle: str
    winner: str | None
    leaders_lost: tuple[str, ...] = ()
    fallen_attacker: int = 0
    fallen_defender: int = 0
    remarks: str = ""
    turns: int = 0
    baggage_attacker: int = 0
    baggage_defender: int = 0
    casualties: tuple[UnitLosses, ...] = ()


class ConfirmResult(Order, frozen=True, tag="confirm_result"):
    """Consent of the other player to the entered result."""

    battle: str


class DisputeResult(Order, frozen=True, tag="dispute_result", omit_defaults=True):
    """Objection of the other player to the entered result, with other numbers or without any.

    `winner` is "" if no other numbers are given. None means no decision, as in `EnterResult`.
    """

    own_words = ("reason",)

    battle: str
    reason: str = ""
    winner: str | None = ""
    leaders_lost: tuple[str, ...] = ()
    fallen_attacker: int = 0
    fallen_defender: int = 0
    turns: int = 0
    baggage_attacker: int = 0
    baggage_defender: int = 0
    casualties: tuple[UnitLosses, ...] = ()


class Decide(Order, frozen=True, tag="decide", omit_defaults=True):
    """Result of a battle by the referee; `winner` None means no decision.

    `report_of` is the player whose numbers of a disputed result are accepted. The other fields
    after it are numbers of the referee. `reason` is that of the referee in a dispute.
    """

    own_words = ("reason",)

    battle: str
    winner: str | None
    leaders_lost: tuple[str, ...] = ()
    report_of: str = ""
    fallen_attacker: int = 0
    fallen_defender: int = 0
    turns: int = 0
    baggage_attacker: int = 0
    baggage_defender: int = 0
    casualties: tuple[UnitLosses, ...] = ()
    reason: str = ""


class OrderForfeit(Order, frozen=True, tag="order_forfeit", omit_defaults=True):
    """The referee lets the target of an attack pay for not playing."""

    battle: str
    passage: bool = False


class Lapse(Order, frozen=True, tag="lapse"):
    """The referee lets an attack lapse because the attacker does not come."""

    battle: str


class VoidBattle(Order, frozen=True, tag="void_battle"):
    """The referee declares a battle void, with a reason."""

    own_words = ("reason",)

    battle: str
    reason: str


class BecomeMahdist(Order, frozen=True, tag="become_mahdist"):
    """A player of the Khartoum Arabs asks to become Mahdist, or the referee lets one."""

    player: str


class RefuseMahdist(Order, frozen=True, tag="refuse_mahdist"):
    """The referee refuses the request of a player to become Mahdist."""

    player: str


class LetBotPlay(Order, frozen=True, tag="let_bot_play"):
    """A bot plays on for a player of a battle on its table. The referee gives this order; the
    player does if the campaign has agreed it.
    """

    battle: str
    player: str


class TakeDistrict(Order, frozen=True, tag="take_district", omit_defaults=True):
    """Choice of a Colonial winner; an empty `district` takes none."""

    district: str = ""


class AnswerRevolt(Order, frozen=True, tag="answer_revolt"):
    """Answer of a conquered people: return to the campaign, or remain a subject."""

    revolt: bool


class PassFor(Order, frozen=True, tag="pass_for"):
    """The referee gives the default answer for a player who does not answer."""

    player: str


class CloseTurn(Order, frozen=True, tag="close_turn"):
    """The referee gives the default answers of all late players, one after another. The turn ends,
    unless a battle waits for its result.
    """


class Book(Order, frozen=True, tag="book", omit_defaults=True):
    """Posting of the referee by hand. Without a payer the hongos come from no account; without a
    receiver they are lost.
    """

    own_words = ("reason",)

    hongos: int
    reason: str
    payer: str = ""
    receiver: str = ""


class EnterDate(Order, frozen=True, tag="enter_date"):
    """Opening entry of the referee: year and half year of the next turn."""

    year: int
    half: int


class EnterAccount(Order, frozen=True, tag="enter_account", omit_defaults=True):
    """Opening entry of the referee for a player, from a campaign on paper.

    - `victories`: by the list of the loser. `explored`: peoples that an Explorer has explored.
    - `districts`: conquered peoples of a Colonial. `streak`: its defeats in a row.
    - `pending`: peoples over which a Colonial has one of the victories that conquer them.
    """

    player: str
    hongos: int = 0
    promotions: int = 0
    streak: int = 0
    explored: tuple[str, ...] = ()
    districts: tuple[str, ...] = ()
    victories: Mapping[str, int] = {}
    pending: tuple[str, ...] = ()


class CloseCampaign(Order, frozen=True, tag="close_campaign"):
    """The referee ends the campaign."""


ORDERS = (
    Join, Give, TakeGift, Claim, KeepArmy, OpenTurn, Meet, Attack, AskPassage, Hunt, PassTurn, Resist,
    OfferTerms, Accept, Refuse, ChooseGround, ProposeGround, AcceptGround, ChoosePlace, EnterResult,
    ConfirmResult, DisputeResult, Decide, OrderForfeit, Lapse, VoidBattle, BecomeMahdist,
    RefuseMahdist, LetBotPlay, TakeDistrict, AnswerRevolt, PassFor, CloseTurn, Book, EnterDate, EnterAccount, CloseCampaign,
)  # fmt: skip
