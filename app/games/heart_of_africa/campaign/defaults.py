"""Default orders: what follows when a player does not answer (page 39)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign import subjects
from app.games.heart_of_africa.campaign.absent_fighters import call_bot
from app.games.heart_of_africa.campaign.battles import default_ground
from app.games.heart_of_africa.campaign.conquest import (
    may_answer_revolt,
    revolt_refused,
    take_district,
)
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.declaring import declare_nothing, next_to_declare
from app.games.heart_of_africa.campaign.effects import settle
from app.games.heart_of_africa.campaign.meetings import GREET, answer_meeting
from app.games.heart_of_africa.campaign.orders import (
    AnswerRevolt,
    ChooseGround,
    ConfirmResult,
    EnterResult,
    KeepArmy,
    LetBotPlay,
    Meet,
    PassTurn,
    Refuse,
    Resist,
    TakeDistrict,
    TakeGift,
)
from app.games.heart_of_africa.campaign.promotions import keep_army, keeping_refused
from app.games.heart_of_africa.campaign.state import BOT_PLAYS, READY, UNDECIDED, Season, War
from app.games.heart_of_africa.campaign.terms import refuse_terms, resist
from app.kernel.contract import Order

Default = tuple[str, Order]
"""Subject of a decision, and its default order."""


def default_order(season: Season, player: str, subject: str = "") -> Order | None:
    """HOA-CMP-24: A player who does not answer is passed over; None if the rules give no order.

    A meeting is greeted, an attack resisted, a request refused and a declaration passed. A battle
    that has to be fought has no default. Without a subject the first decision is answered.
    """
    found = (*defaults_in_turn(season, player), *defaults_between_turns(season, player))
    return next((order for about, order in found if subject in ("", about)), None)


def defaults_in_turn(season: Season, player: str) -> Iterator[Default]:
    """Default orders for the decisions that the turn waits for."""
    yield from defaults_of_meetings(season, player)
    yield from defaults_of_talks(season, player)
    if not season.talks and next_to_declare(season) == player:
        yield subjects.DECLARATION, PassTurn()
    yield from defaults_of_battles(season, player)
    taking = next((one for one in season.takings if one.winner == player), None)
    if taking is not None:
        yield subjects.district_of(taking), TakeDistrict()
    if player in season.revolts and not any(revolt_refused(season, player)):
        yield subjects.REVOLT, AnswerRevolt(revolt=False)


def late_players(season: Season) -> tuple[str, ...]:
    """Players for whose answer the turn waits, in the order of joining."""
    return tuple(one.key for one in season.by_joining if any(defaults_in_turn(season, one.key)))


def defaults_of_meetings(season: Season, player: str) -> Iterator[Default]:
    """Greeting of each rival Explorer."""
    for meeting in season.meetings:
        if player in meeting.players and player not in meeting.answers:
            rival = next(one for one in meeting.players if one != player)
            yield subjects.meeting_of(meeting), Meet(rival, GREET)


def defaults_of_talks(season: Season, player: str) -> Iterator[Default]:
    """Resistance to an attack; refusal of a request for passage or of terms on offer."""
    for talk in season.talks:
        if talk.answerer == player:
            if player == talk.defender and talk.is_attack:
                yield subjects.talk_of(talk), Resist(talk.attacker)
            else:
                other = talk.attacker if player == talk.defender else talk.defender
                yield subjects.talk_of(talk), Refuse(other)


def defaults_of_battles(season: Season, player: str) -> Iterator[Default]:
    """Savannah, or the first printed ground; consent to a result that the opponent entered.

    A battle that is not fought waits for the referee, or ends without a decision by agreement. On
    its table, and before its deadline *play*, it goes on. No player forfeits by the clock.
    """
    for war in season.battles:
        if war.status != READY or player not in war.players:
            continue
        if not war.chosen:
            if war.defender == player:
                yield subjects.ground_of(war), ChooseGround(war.key, default_ground(war.ground))
        elif war.entered is None:
            order = default_of_fight(season, war, player)
            if order is not None:
                yield subjects.fight_of(war), order
        elif not war.entered.disputed and war.opponent(war.entered.by) == player:
            yield subjects.result_of(war), ConfirmResult(war.key)


def default_of_fight(season: Season, war: War, player: str) -> Order | None:
    """Bot that plays on, or no decision for a battle that is not fought here, as agreed."""
    if war.is_on_table:
        is_agreed = BOT_PLAYS in season.options and player not in war.bot_for
        return LetBotPlay(war.key, player) if is_agreed else None
    is_agreed = UNDECIDED in season.options and not war.awaits_armies
    return EnterResult(war.key, None) if is_agreed else None


def defaults_between_turns(season: Season, player: str) -> Iterator[Default]:
    """No promotion, no return of a people without a master, no gift."""
    one = season.player(player)
    if one is None:
        return
    if one.is_active and not any(keeping_refused(season, one)):
        yield subjects.PROMOTION, KeepArmy()
    elif player not in season.kept and may_answer_revolt(season, player):
        yield subjects.REVOLT, AnswerRevolt(revolt=False)
    for giver, receiver, _ in season.gifts:
        if receiver == player:
            yield subjects.gift_from(giver), TakeGift(giver, accept=False)


def answer_by_default(course: Course, player: str) -> bool:
    """Give the default order of the player; return false if there is none."""
    order = default_order(course.season, player)
    if order is None:
        return False
    ACTS[type(order)](course, player, order)
    return True


def confirm(course: Course, battle: str) -> None:
    """Apply the entered result: one function settles it, as it settles the referee's decision."""
    war = course.season.battle(battle)
    if war is not None and war.entered is not None:
        settle(course, war.key, war.entered.winner, war.entered.leaders_lost)


ACTS: dict[type, Callable[[Course, str, Any], None]] = {
    Meet: answer_meeting,
    Resist: lambda c, p, o: resist(c, o.attacker, p, is_default=True),
    Refuse: lambda c, p, o: refuse_terms(c, p, o.of, is_default=True),
    PassTurn: lambda c, p, _: declare_nothing(c, p, is_default=True),
    ChooseGround: lambda c, _, o: c.happen(e.GroundChosen(o.battle, o.terrain, is_default=True)),
    EnterResult: lambda c, p, o: c.happen(e.ResultEntered(o.battle, p, o.winner, o.leaders_lost)),
    ConfirmResult: lambda c, _, o: confirm(c, o.battle),
    LetBotPlay: lambda c, _, o: call_bot(c, o),
    TakeDistrict: lambda c, p, o: take_district(c, p, o.district),
    AnswerRevolt: lambda c, p, _: c.happen(e.StayedSubject(p, is_default=True)),
    KeepArmy: lambda c, p, _: keep_army(c, p, is_default=True),
    TakeGift: lambda c, p, o: c.happen(e.GiftAnswered(o.giver, p, accepted=False)),
}
"""Effects of the default orders, by kind."""
