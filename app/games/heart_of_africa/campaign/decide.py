"""Decision of an order: refusals first, then events. Only this module is called with dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from app.games.heart_of_africa.campaign import (
    absent_fighters,
    battles,
    bookkeeping,
    conquest,
    declaring,
    disputes,
    effects,
    explorers,
    ground_agreement,
    joining,
    meetings,
    opening,
    orders,
    place_agreement,
    promotions,
    reports,
    succession,
    terms,
)
from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.defaults import (
    answer_by_default,
    confirm,
    default_order,
    late_players,
)
from app.games.heart_of_africa.campaign.seats import (
    closed_already,
    not_a_referee,
    not_active,
    not_between_turns,
)
from app.games.heart_of_africa.campaign.sequence import (
    advance,
    open_turn,
)
from app.games.heart_of_africa.campaign.state import BETWEEN, READY, REFEREE, Season
from app.kernel.battle_results import SERVER_SEAT
from app.kernel.contract import Event, Order
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if

Refusals = Iterable[Refusal | None] | Refusal | None


def decide(season: Season, order: Order, seat: str, dice: Dice) -> Sequence[Event]:
    """Events that follow from the order, and from what the server does next. Raises `Refused`."""
    course = Course(season, dice)
    player = REFEREE if seat == SERVER_SEAT else season.seats.get(seat, seat)
    act(course, order, player)
    advance(course)
    return course.events


def act(course: Course, order: Order, player: str) -> None:
    """Refuse the order or apply it, without the automatic steps that follow."""
    refuse_if(refusals(course.season, order, player))
    ACTS[type(order)](course, player, order)


def refusals(season: Season, order: Order, player: str) -> tuple[Refusal, ...]:
    """All refusals of an order, from public facts and the player's own."""
    closed = closed_already(season)
    if closed is not None:
        return (closed,)
    return found_in(REFUSALS[type(order)](season, player, order))


# ----------------------------------------------------------------------------- refusals
def of_active(season: Season, player: str, more: Callable[[], Refusals]) -> Refusals:
    """Refusal of an inactive player, else the other refusals."""
    idle = not_active(season.player(player))
    return idle if idle is not None else more()


def gift_answer_refused(season: Season, player: str, order: orders.TakeGift) -> Refusals:
    """Refusals of an answer to a gift."""
    gift = gift_of(season, order.giver, player)
    if gift is None:
        return no(
            "HOA-CMP-06",
            "This player offers you no gift.",
            "Ese jugador no te ofrece ningún regalo.",
        )
    if not order.accept:
        return None
    return list(joining.gift_refused(season, order.giver, orders.Give(player, gift[2])))


def gift_of(season: Season, giver: str, receiver: str) -> tuple[str, str, int] | None:
    """Gift on offer between two players."""
    return next((gift for gift in season.gifts if gift[:2] == (giver, receiver)), None)


def give_refused(season: Season, player: str, order: orders.Give) -> Refusals:
    """Refusals of a gift; one gift to a player is open at a time."""
    if gift_of(season, player, order.to) is not None:
        return no(
            "HOA-CMP-06",
            "Your last gift to this player is not answered yet.",
            "Ese jugador aún no ha respondido a tu último regalo.",
        )
    return list(joining.gift_refused(season, player, order))


def entered_answer_refused(season: Season, player: str, battle: str) -> Refusals:
    """Refusals of a confirmation or an objection."""
    war = season.battle(battle)
    if (
        war is None
        or war.status != READY
        or war.entered is None
        or war.entered.disputed
        or war.opponent(war.entered.by) != player
        or player not in war.players
    ):
        return no(
            "HOA-CMP-23",
            "No result of this battle waits for your answer.",
            "Ningún resultado de esa batalla espera tu respuesta.",
        )
    return None


def answered_refused(season: Season, player: str, order: orders.Refuse) -> Refusals:
    """Refusals of a refusal: only what the other player proposes can be refused."""
    owed = terms.answer_refused(season, player, order.of)
    talk = terms.open_talk(season, player, order.of)
    if owed is not None or talk is None:
        return owed
    if talk.terms is None or talk.terms.by != order.of:
        return terms.no_talk()
    return None


def resisted_refused(season: Season, player: str, order: orders.Resist) -> Refusals:
    """Refusals of resistance."""
    unknown = terms.resist_refused(season, player, order.attacker)
    return unknown or terms.answer_refused(season, player, order.attacker)


REFUSALS: dict[type, Callable[[Season, str, Any], Refusals]] = {
    orders.Join: joining.entry_refused,
    orders.Give: lambda s, p, o: of_active(s, p, lambda: give_refused(s, p, o)),
    orders.TakeGift: lambda s, p, o: of_active(s, p, lambda: gift_answer_refused(s, p, o)),
    orders.Claim: lambda s, p, o: of_active(
        s, p, lambda: promotions.claim_refused(s, s.players[p], o)
    ),
    orders.KeepArmy: lambda s, p, _: of_active(
        s, p, lambda: promotions.keeping_refused(s, s.players[p])
    ),
    orders.OpenTurn: lambda s, p, _: [
        not_a_referee(p),
        not_between_turns(s, "HOA-CMP-03"),
        joining.too_few_refused(s),
    ],
    orders.Meet: lambda s, p, o: of_active(s, p, lambda: meetings.answer_refused(s, p, o)),
    orders.Attack: declaring.declaration_refused,
    orders.AskPassage: declaring.declaration_refused,
    orders.Hunt: declaring.declaration_refused,
    orders.PassTurn: declaring.declaration_refused,
    orders.Resist: lambda s, p, o: of_active(s, p, lambda: resisted_refused(s, p, o)),
    orders.OfferTerms: lambda s, p, o: of_active(s, p, lambda: terms.terms_refused(s, p, o)),
    orders.Accept: lambda s, p, o: of_active(s, p, lambda: terms.accept_refused(s, p, o.of)),
    orders.Refuse: lambda s, p, o: of_active(s, p, lambda: answered_refused(s, p, o)),
    orders.ChooseGround: lambda s, p, o: battles.ground_refused(s, p, o.battle, o.terrain),
    orders.EnterResult: reports.entered_refused,
    orders.ConfirmResult: lambda s, p, o: entered_answer_refused(s, p, o.battle),
    orders.DisputeResult: lambda s, p, o: (
        entered_answer_refused(s, p, o.battle) or disputes.dispute_refused(s, o)
    ),
    orders.Decide: lambda s, p, o: not_a_referee(p) or disputes.decision_refused(s, o),
    orders.OrderForfeit: lambda s, p, o: (
        not_a_referee(p) or effects.forfeit_refused(s, o.battle, passage=o.passage)
    ),
    orders.Lapse: lambda s, p, o: not_a_referee(p) or effects.lapse_refused(s, o.battle),
    orders.VoidBattle: lambda s, p, o: (
        not_a_referee(p) or effects.void_refused(s, o.battle, o.reason)
    ),
    orders.BecomeMahdist: succession.becoming_refused,
    orders.RefuseMahdist: succession.refusing_refused,
    orders.ProposeGround: ground_agreement.proposal_refused,
    orders.AcceptGround: ground_agreement.consent_refused,
    orders.ChoosePlace: place_agreement.place_refused,
    orders.LetBotPlay: absent_fighters.bot_refused,
    orders.TakeDistrict: lambda s, p, o: conquest.taking_refused(s, p, o.district),
    orders.AnswerRevolt: lambda s, p, _: conquest.revolt_refused(s, p),
    orders.PassFor: lambda s, p, o: not_a_referee(p) or pass_refused(s, o.player),
    orders.CloseTurn: lambda s, p, _: not_a_referee(p) or close_turn_refused(s),
    orders.Book: lambda s, p, o: not_a_referee(p) or bookkeeping.book_refused(s, o),
    orders.EnterDate: lambda s, p, o: not_a_referee(p) or opening.date_refused(s, o),
    orders.EnterAccount: lambda s, p, o: not_a_referee(p) or opening.account_refused(s, o),
    orders.CloseCampaign: lambda s, p, _: [not_a_referee(p), not_between_turns(s, "HOA-CMP-56")],
}


def left_refused(season: Season, player: str) -> Refusals:
    """Refusal of a departure: a player leaves once, also as a conquered people."""
    one = season.player(player)
    if one is not None and one.status in ("active", "conquered"):
        return None
    return not_active(one)


def pass_refused(season: Season, player: str) -> Refusals:
    """Refusal of a default answer for a player who owes none."""
    if default_order(season, player) is not None:
        return None
    return no(
        "HOA-CMP-24",
        "This player owes no answer.",
        "Ese jugador no debe ninguna respuesta.",
    )


def close_turn_refused(season: Season) -> Refusals:
    """Refusal of the default answers of all, if the turn waits for none of them."""
    if season.step == BETWEEN:
        return no("HOA-CMP-24", "No turn is open.", "No hay ningún turno abierto.")
    if late_players(season):
        return None
    return no(
        "HOA-CMP-24",
        "No player owes an answer. Decide the open battles to end the turn.",
        "Ningún jugador debe una respuesta. Para acabar el turno, decide las batallas abiertas.",
    )


# ----------------------------------------------------------------------------- acts
def give(course: Course, player: str, order: orders.Give) -> None:
    course.happen(e.GiftOffered(player, order.to, order.hongos))


def take_gift(course: Course, player: str, order: orders.TakeGift) -> None:
    """Answer a gift; an accepted one is posted."""
    gift = gift_of(course.season, order.giver, player)
    course.happen(e.GiftAnswered(order.giver, player, order.accept))
    if order.accept and gift is not None:
        joining.pay_by_consent(course, order.giver, player, gift[2], "gift")


def leave(course: Course, player: str) -> None:
    """Remove the player; exploration may be complete without that people."""
    joining.leave(course, player)
    explorers.note_completions(course)


def claim(course: Course, player: str, order: orders.Claim) -> None:
    """Promote the player; a people that becomes Colonial is no native territory any more."""
    promotions.promote(course, player, order)
    explorers.note_completions(course)


def pass_for(course: Course, player: str) -> None:
    """Give the default answer for a player."""
    answer_by_default(course, player)


def close_turn(course: Course) -> None:
    """Give the default answers of all late players until the turn ends or waits for a battle."""
    while course.season.step != BETWEEN and (late := late_players(course.season)):
        answer_by_default(course, late[0])
        advance(course)


ACTS: dict[type, Callable[[Course, str, Any], None]] = {
    orders.Join: joining.join,
    orders.Give: give,
    orders.TakeGift: take_gift,
    orders.Claim: claim,
    orders.KeepArmy: lambda c, p, _: promotions.keep_army(c, p),
    orders.OpenTurn: lambda c, _p, _o: open_turn(c),
    orders.Meet: meetings.answer_meeting,
    orders.Attack: declaring.declare,
    orders.AskPassage: declaring.declare,
    orders.Hunt: declaring.declare,
    orders.PassTurn: declaring.declare,
    orders.Resist: lambda c, p, o: terms.resist(c, o.attacker, p),
    orders.OfferTerms: terms.offer_terms,
    orders.Accept: lambda c, p, o: terms.accept_terms(c, p, o.of),
    orders.Refuse: lambda c, p, o: terms.refuse_terms(c, p, o.of),
    orders.ChooseGround: lambda c, _, o: c.happen(e.GroundChosen(o.battle, o.terrain)),
    orders.EnterResult: reports.enter_result,
    orders.ConfirmResult: lambda c, _, o: confirm(c, o.battle),
    orders.DisputeResult: disputes.dispute,
    orders.Decide: lambda c, _, o: disputes.settle_by_referee(c, o),
    orders.OrderForfeit: lambda c, _, o: effects.forfeit(c, o.battle, passage=o.passage),
    orders.Lapse: lambda c, _, o: effects.lapse(c, o.battle),
    orders.VoidBattle: lambda c, _, o: effects.void(c, o.battle, o.reason),
    orders.BecomeMahdist: succession.become_mahdist,
    orders.RefuseMahdist: lambda c, _, o: succession.refuse_mahdist(c, o),
    orders.ProposeGround: ground_agreement.propose_ground,
    orders.AcceptGround: lambda c, _, o: ground_agreement.accept_ground(c, o),
    orders.ChoosePlace: place_agreement.choose_place,
    orders.LetBotPlay: lambda c, _, o: absent_fighters.call_bot(c, o),
    orders.TakeDistrict: lambda c, p, o: conquest.take_district(c, p, o.district),
    orders.AnswerRevolt: conquest.answer_revolt,
    orders.PassFor: lambda c, _, o: pass_for(c, o.player),
    orders.CloseTurn: lambda c, _p, _o: close_turn(c),
    orders.Book: lambda c, _, o: bookkeeping.book(c, o),
    orders.EnterDate: lambda c, _, o: opening.enter_date(c, o),
    orders.EnterAccount: lambda c, _, o: opening.enter_account(c, o),
    orders.CloseCampaign: lambda c, _p, _o: c.happen(e.CampaignClosed()),
}
