"""Default orders: what follows when a player does not answer (page 39)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.games.heart_of_africa.campaign import events as e
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


def default_order(season: Season, player: str) -> Order | None:
    """HOA-CMP-24: A player who does not answer is passed over; None if the rules give no order.

    A meeting is greeted, an attack resisted, a request refused and a declaration passed. A battle
    that has to be fought has no default.
    """
    return default_in_turn(season, player) or default_between_turns(season, player)


def default_in_turn(season: Season, player: str) -> Order | None:
    """Default order for a decision that the turn waits for, else None."""
    return (
        default_of_meeting(season, player)
        or default_of_talk(season, player)
        or default_of_declaration(season, player)
        or default_of_battle(season, player)
        or default_after_battle(season, player)
    )


def late_players(season: Season) -> tuple[str, ...]:
    """Players for whose answer the turn waits, in the order of joining."""
    return tuple(
        one.key for one in season.by_joining if default_in_turn(season, one.key) is not None
    )


def default_of_meeting(season: Season, player: str) -> Order | None:
    """Greeting of a rival Explorer."""
    for meeting in season.meetings:
        if player in meeting.players and player not in meeting.answers:
            return Meet(next(one for one in meeting.players if one != player), GREET)
    return None


def default_of_talk(season: Season, player: str) -> Order | None:
    """Resistance to an attack; refusal of a request for passage or of terms on offer."""
    for talk in season.talks:
        if talk.answerer == player:
            if player == talk.defender and talk.is_attack:
                return Resist(talk.attacker)
            return Refuse(talk.attacker if player == talk.defender else talk.defender)
    return None


def default_of_declaration(season: Season, player: str) -> Order | None:
    """A declaration of nothing."""
    if not season.talks and next_to_declare(season) == player:
        return PassTurn()
    return None


def default_of_battle(season: Season, player: str) -> Order | None:
    """Savannah, or the first printed ground; consent to a result that the opponent entered.

    A battle that is not fought waits for the referee, or ends without a decision by agreement. On
    its table, and before its deadline *play*, it goes on. No player forfeits by the clock.
    """
    for war in season.battles:
        if war.status != READY or player not in war.players:
            continue
        if not war.chosen:
            if war.defender == player:
                return ChooseGround(war.key, default_ground(war.ground))
        elif war.entered is None:
            return default_of_fight(season, war, player)
        elif not war.entered.disputed and war.opponent(war.entered.by) == player:
            return ConfirmResult(war.key)
    return None


def default_of_fight(season: Season, war: War, player: str) -> Order | None:
    """Bot that plays on, or no decision for a battle that is not fought here, as agreed."""
    if war.is_on_table:
        is_agreed = BOT_PLAYS in season.options and player not in war.bot_for
        return LetBotPlay(war.key, player) if is_agreed else None
    is_agreed = UNDECIDED in season.options and not war.awaits_armies
    return EnterResult(war.key, None) if is_agreed else None


def default_after_battle(season: Season, player: str) -> Order | None:
    """No district for a Colonial winner; a people with an open revolt remains a subject."""
    if any(one.winner == player for one in season.takings):
        return TakeDistrict()
    if player in season.revolts and not any(revolt_refused(season, player)):
        return AnswerRevolt(revolt=False)
    return None


def default_between_turns(season: Season, player: str) -> Order | None:
    """No promotion, no return of a people without a master, no gift."""
    one = season.player(player)
    if one is None:
        return None
    if one.is_active and not any(keeping_refused(season, one)):
        return KeepArmy()
    if player not in season.kept and may_answer_revolt(season, player):
        return AnswerRevolt(revolt=False)
    giver = next((gift[0] for gift in season.gifts if gift[1] == player), None)
    return TakeGift(giver, accept=False) if giver is not None else None


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
