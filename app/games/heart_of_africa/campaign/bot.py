"""Player of the server: declares, bargains and answers as a sensible commander would."""

from __future__ import annotations

import random
from collections.abc import Iterator

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.battles import default_ground, points_tally
from app.games.heart_of_africa.campaign.bot_declaring import declarations
from app.games.heart_of_africa.campaign.bot_terms import answers_to_talks
from app.games.heart_of_africa.campaign.decide import refusals
from app.games.heart_of_africa.campaign.defaults import default_order
from app.games.heart_of_africa.campaign.fog import View
from app.games.heart_of_africa.campaign.honours import end_is_proposed
from app.games.heart_of_africa.campaign.joining import army_refused, name_refused
from app.games.heart_of_africa.campaign.meetings import FIGHT, GREET
from app.games.heart_of_africa.campaign.promotions import open_promotions
from app.games.heart_of_africa.campaign.state import (
    BETWEEN,
    COLONIAL,
    EGYPTIANS,
    EXPLORER,
    NATIVE,
    READY,
    REFEREE,
    Player,
    Season,
    War,
)
from app.kernel.contract import Order

MOST_OF_A_CLASS = {EXPLORER: 2, COLONIAL: 2}
"""Explorers and Colonials that bots bring into a campaign; all others are natives."""
EXPEDITIONS = ("Aldana", "Brandt", "Carvalho", "Duval", "Eriksen", "Fairfax", "Grünwald", "Hallam")
"""Names of the expeditions that bots lead."""
BY_POINTS = "By the points of both armies. / Por los puntos de ambos ejércitos."
"""Reason of a bot that decides a dispute, in both languages."""
CHANCE_TO_FIGHT_A_RIVAL = 0.1
CHANCE_OF_A_FALLEN_LEADER = 0.3  # of the loser, in a battle that bots do not play out


def choose(view: View, chance: random.Random) -> Order:
    """Order of a bot in the viewer's seat, which owes a decision."""
    season, me = view.season, view.me or ""
    if me == REFEREE:
        return referee_order(season, chance)
    player = season.player(me)
    if player is None:
        return entry(season, chance)
    for order in wishes(season, player, chance):
        if not refusals(season, order, me):
            return order
    usual = default_order(season, me)
    if usual is None:
        raise LookupError(f"{me} owes no decision")
    return usual


def wishes(season: Season, player: Player, chance: random.Random) -> Iterator[Order]:
    """Orders that the bot would like to give now, the best first; some may be refused."""
    yield from (o.TakeGift(giver) for giver, to, _ in season.gifts if to == player.key)
    yield from (o.Claim(list_, nation) for list_, nation in promotions(season, player, chance))
    yield o.AnswerRevolt(revolt=True)
    yield from answers_to_rivals(season, player, chance)
    yield from answers_to_talks(season, player, chance)
    yield from declarations(season, player, chance)
    yield from (o.TakeDistrict(one.districts[0]) for one in season.takings)
    yield from orders_of_battle(season, player, chance)


def promotions(season: Season, player: Player, chance: random.Random) -> Iterator[tuple[str, str]]:
    """One promotion that is open to the player, if any."""
    found = open_promotions(season, player)
    if found:
        yield chance.choice(found)


def answers_to_rivals(season: Season, player: Player, chance: random.Random) -> Iterator[Order]:
    """Answers to chance meetings: mostly greetings."""
    for meeting in season.meetings:
        if player.key in meeting.players:
            other = next(one for one in meeting.players if one != player.key)
            if chance.random() < CHANCE_TO_FIGHT_A_RIVAL:
                yield o.Meet(other, FIGHT)
            yield o.Meet(other, GREET)


def orders_of_battle(season: Season, player: Player, chance: random.Random) -> Iterator[Order]:
    """Ground and result of the player's battles; an entered result is confirmed."""
    for war in season.battles:
        if war.status != READY or player.key not in war.players:
            continue
        if not war.chosen:
            yield o.ChooseGround(war.key, default_ground(war.ground))
        elif war.entered is None:
            yield o.EnterResult(war.key, *likely_result(season, war, chance))
        else:
            yield o.ConfirmResult(war.key)


def likely_result(season: Season, war: War, chance: random.Random) -> tuple[str, tuple[str, ...]]:
    """Winner drawn in proportion to the points of both players, and the Leaders who fell."""
    weights = [points_tally(season, war, key, war.scenario).total for key in war.players]
    winner = chance.choices(war.players, weights)[0]
    fell = chance.random() < CHANCE_OF_A_FALLEN_LEADER
    return winner, (war.opponent(winner),) if fell else ()


# ----------------------------------------------------------------------------- the referee
def referee_order(season: Season, chance: random.Random) -> Order:
    """Order of a referee: disputes are decided by the points, the end is not put off."""
    for war in season.battles:
        if war.status == READY and war.is_disputed:
            return o.Decide(war.key, *likely_result(season, war, chance), reason=BY_POINTS)
    if season.step == BETWEEN and season.turn > 1 and end_is_proposed(season):
        return o.CloseCampaign()
    return o.OpenTurn()


# ----------------------------------------------------------------------------- entry
def entry(season: Season, chance: random.Random) -> Order:
    """Entry with a list that is open this year and that few other players have."""
    armies = [
        (list_, nation, class_)
        for list_ in lists.LISTS
        for nation in lists.NATIONS[list_]
        for class_ in classes_of(list_)
        if not list(army_refused(list_, nation, class_, season.year))
    ]
    class_ = wanted_class(season, {one[2] for one in armies}, chance)
    armies = [one for one in armies if one[2] == class_]
    used = [one.list for one in season.players.values()]
    fewest = min(used.count(list_) for list_, *_ in armies)
    list_ = chance.choice(sorted({one[0] for one in armies if used.count(one[0]) == fewest}))
    nation = chance.choice([nation for one, nation, _ in armies if one == list_])
    name = expedition_name(season, chance) if class_ == EXPLORER else ""
    return o.Join(list_, nation, class_ if list_ == EGYPTIANS else None, name)


def expedition_name(season: Season, chance: random.Random) -> str:
    """Name of an expedition that no player has yet; empty if all are taken."""
    free = [name for name in EXPEDITIONS if not name_refused(season, name)]
    return chance.choice(free) if free else ""


def classes_of(list_: str) -> tuple[str, ...]:
    """Classes that a list may have in a campaign."""
    printed: str = lists.LISTS[list_]["campaign_class"]
    return (NATIVE, COLONIAL) if printed == "choice" else (printed,)


def wanted_class(season: Season, open_classes: set[str], chance: random.Random) -> str:
    """Class of a newcomer: two natives first, then classes that the campaign lacks."""
    if len(season.active(NATIVE)) < 2:
        return NATIVE
    lacking = [
        class_
        for class_, most in MOST_OF_A_CLASS.items()
        if class_ in open_classes and len(season.active(class_)) < most
    ]
    return chance.choice([*lacking, NATIVE])
