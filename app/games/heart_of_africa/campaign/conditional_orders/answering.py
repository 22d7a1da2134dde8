"""Answers of conditional orders to the decisions of a campaign. The rules may refuse each of
them.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.battles import default_ground
from app.games.heart_of_africa.campaign.conditional_orders import topics as t
from app.games.heart_of_africa.campaign.conditional_orders.between_turns import (
    gift_answers,
    order_words,
    promotion_answers,
)
from app.games.heart_of_africa.campaign.conquest import may_answer_revolt
from app.games.heart_of_africa.campaign.decide import refusals
from app.games.heart_of_africa.campaign.declaring import next_to_declare
from app.games.heart_of_africa.campaign.meetings import FIGHT
from app.games.heart_of_africa.campaign.names import ground_name, title_of
from app.games.heart_of_africa.campaign.state import READY, Season, Talk
from app.kernel.conditional_orders import Answer, Answers, nearest_answer
from app.kernel.contract import Order
from app.kernel.say import Say, say

Found = Iterator[tuple[str, Order]]
"""Topic of a decision, and an order that answers it."""


def answer(season: Season, me: str | None, given: Answers) -> Answer | None:
    """First answer that the rules accept, else the first one with its refusals; None without
    any.
    """
    if me is None or season.player(me) is None:
        return None
    refused = None
    for topic, order in answers_to(season, me, given):
        no = refusals(season, order, me)
        if not no:
            return Answer(topic, order, in_words(season, order), spent_keys(season, topic))
        refused = refused or Answer(topic, order, in_words(season, order), no=no)
    return refused


def spent_keys(season: Season, topic: str) -> tuple[str, ...]:
    """Answers of the form that a decision on this topic uses up."""
    if topic == t.DECLARE:
        return (t.declaration_key(season.turn),)
    return (topic,) if topic in t.USED_ONCE else ()


def answer_dropped(season: Season, me: str | None, topic: str, given: Answers) -> Answer | None:
    """Pass for a declaration that the rules refuse after a correction, if the player prefers it."""
    order = o.PassTurn()
    wants_pass = topic == t.DECLARE and given.get(t.UNLAWFUL) == t.PASS
    if me is None or not wants_pass or refusals(season, order, me):
        return None
    return Answer(topic, order, in_words(season, order))


def answers_to(season: Season, me: str, given: Answers) -> Found:
    """Answers to all decisions that the player owes."""
    yield from meeting_answers(season, me, given)
    yield from talk_answers(season, me, given)
    yield from declarations(season, me, given)
    yield from grounds(season, me, given)
    yield from districts(season, me, given)
    if given.get(t.REVOLT) and me not in season.kept and may_answer_revolt(season, me):
        yield t.REVOLT, o.AnswerRevolt(given[t.REVOLT] == t.REVOLT)
    yield from promotion_answers(season, me, given)
    yield from gift_answers(season, me, given)


def meeting_answers(season: Season, me: str, given: Answers) -> Found:
    for meeting in season.meetings:
        if given.get(t.MEET) and me in meeting.players and me not in meeting.answers:
            other = meeting.two if me == meeting.one else meeting.one
            yield t.MEET, o.Meet(other, given[t.MEET])


# ---------------------------------------------------------------------- declarations
def declarations(season: Season, me: str, given: Answers) -> Found:
    """Declaration of this turn; then a pass, if the player prefers it to a question."""
    said = given.get(t.declaration_key(season.turn), "")
    if not said or season.talks or next_to_declare(season) != me:
        return
    yield t.DECLARE, declaration(said, given)
    if given.get(t.UNLAWFUL) == t.PASS:
        yield t.DECLARE, o.PassTurn()


def declaration(said: str, given: Answers) -> Order:
    """Order of a declaration given in advance."""
    kind, _, target = said.partition(":")
    match kind:
        case t.ATTACK:
            return o.Attack(target)
        case t.PASSAGE:
            return o.AskPassage(target, int(given.get(t.HONGOS) or 0))
        case t.HUNT:
            return o.Hunt()
    return o.PassTurn()


# ---------------------------------------------------------------------- attacks, requests, terms
def talk_answers(season: Season, me: str, given: Answers) -> Found:
    for talk in season.talks:
        if talk.answerer != me:
            continue
        if me == talk.attacker:
            order = answer_to_terms(talk, given.get(t.TERMS, ""))
        elif talk.is_attack:
            order = answer_to_attack(talk, nearest_answer(given, t.ANSWER, talk.attacker))
        else:
            order = answer_to_request(talk, given.get(t.REQUEST, ""))
        if order is not None:
            yield t.ANSWER, order


def answer_to_attack(talk: Talk, said: str) -> Order | None:
    """Resistance, or terms. The rules refuse passage for a player who is no Explorer."""
    kind, _, hongos = said.partition(":")
    match kind:
        case t.RESIST:
            return o.Resist(talk.attacker)
        case t.PAY:
            return o.OfferTerms(talk.attacker, talk.defender, int(hongos))
        case t.PASSAGE:
            return o.OfferTerms(talk.attacker, talk.defender, passage=True)
    return None


def answer_to_request(talk: Talk, said: str) -> Order | None:
    """Refusal, or consent if the Explorer offers enough."""
    kind, _, least = said.partition(":")
    if kind == t.REFUSE:
        return o.Refuse(talk.attacker)
    is_enough = kind == t.LEAST and talk.terms is not None and talk.terms.hongos >= int(least)
    return o.Accept(talk.attacker) if is_enough else None


def answer_to_terms(talk: Talk, said: str) -> Order | None:
    """Refusal, or consent to terms that bring enough. Terms with words are never accepted here."""
    kind, _, least = said.partition(":")
    terms = talk.terms
    if kind == t.REFUSE:
        return o.Refuse(talk.defender)
    if terms is None or terms.words:
        return None
    is_paid = terms.payer != talk.attacker and kind == t.LEAST and terms.hongos >= int(least)
    costs_nothing = terms.payer != talk.attacker or not terms.hongos
    is_passage = kind == t.PASSAGE and terms.passage and costs_nothing
    return o.Accept(talk.defender) if is_paid or is_passage else None


# ---------------------------------------------------------------------- battles
def grounds(season: Season, me: str, given: Answers) -> Found:
    said = given.get(t.GROUND)
    for war in season.battles:
        if said and war.status == READY and war.defender == me and not war.chosen:
            terrain = default_ground(war.ground) if said == t.USUAL else said
            yield t.GROUND, o.ChooseGround(war.key, terrain)


def districts(season: Season, me: str, given: Answers) -> Found:
    """District in the first place, then the one in the second."""
    if any(one.winner == me for one in season.takings):
        for said in filter(None, (given.get(t.DISTRICT), given.get(t.SECOND))):
            yield t.DISTRICT, o.TakeDistrict("" if said == t.NONE else said)


# ---------------------------------------------------------------------- in words
def in_words(season: Season, order: Order) -> Say:
    """Text of an answer."""
    match order:
        case o.Meet(other, said):
            who = title_of(season, other)
            if said == FIGHT:
                return say("you fight {who:the}", "combates {who:al}", who=who)
            return say("you greet {who:the}", "saludas {who:al}", who=who)
        case o.Attack(target):
            who = title_of(season, target)
            return say("you attack {who:the}", "atacas {who:al}", who=who)
        case o.AskPassage(target, hongos):
            return say(
                "you ask {who:the} for passage, for {n:hongo+s}",
                "pides paso {who:al} por {n:hongo+s}",
                who=title_of(season, target),
                n=hongos,
            )
        case o.ChooseGround(_, terrain):
            ground = ground_name(terrain)
            return say("the ground is {where}", "el terreno es {where}", where=ground)
        case o.OfferTerms(to, _, hongos, passage):
            who = title_of(season, to)
            if passage:
                return say("you offer {who:the} passage", "ofreces el paso {who:al}", who=who)
            return say(
                "you offer {who:the} {n:hongo+s}", "ofreces {n:hongo+s} {who:al}", who=who, n=hongos
            )
    return plain_words(season, order)


def plain_words(season: Season, order: Order) -> Say:
    """Text of an answer with few details."""
    match order:
        case o.Resist(attacker):
            who = title_of(season, attacker)
            return say("you resist {who:the}", "resistes {who:al}", who=who)
        case o.Accept(of):
            who = title_of(season, of)
            return say("you agree with {who:the}", "aceptas lo que propone {who:el}", who=who)
        case o.Refuse(of):
            who = title_of(season, of)
            return say("you refuse {who:the}", "rechazas lo que propone {who:el}", who=who)
        case o.TakeDistrict(district) if district:
            who = title_of(season, district)
            return say("you take the district of {who:the}", "tomas el distrito {who:del}", who=who)
        case o.TakeDistrict():
            return say("you take no district", "no tomas ningún distrito")
        case o.AnswerRevolt(revolt):
            return t.RISING if revolt else t.STAYING
        case o.Hunt():
            return say("you hunt", "cazas")
        case o.Claim() | o.KeepArmy() | o.TakeGift():
            return order_words(season, order)
    return say("you pass", "pasas")
