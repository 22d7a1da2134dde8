"""Player of the server: declares, bargains and answers as a sensible commander would."""

from __future__ import annotations

import random

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.battles import points_tally
from app.games.heart_of_africa.campaign.fog import View
from app.games.heart_of_africa.campaign.joining import class_of
from app.games.heart_of_africa.campaign.offering import offers
from app.games.heart_of_africa.campaign.state import (
    COLONIAL,
    EXPLORER,
    NATIVE,
    READY,
    REFEREE,
    Player,
    Season,
    War,
)
from app.kernel.contract import Order
from app.kernel.offers import Offer

LISTS_OF_A_BOT = ("native_kingdom", "zanzibaris", "pastoralist_warriors", "white_explorers")
CHANCE_TO_HUNT = 0.5


def choose(view: View, chance: random.Random) -> Order:
    """Order of a bot in the viewer's seat, which owes a decision."""
    season, me = view.season, view.me or ""
    live = [one for one in offers(view) if one.is_live]
    if me == REFEREE:
        return referee_order(season, live, chance)
    player = season.player(me)
    if player is None:
        return entry(season, chance)
    for answer in (answer_terms, answer_revolt, declare, enter_result):
        order = answer(season, player, live, chance)
        if order is not None:
            return order
    owed = [one for one in live if not one.ahead]
    return next((one.order for one in owed if one.main), owed[0].order)


def referee_order(season: Season, live: list[Offer], chance: random.Random) -> Order:
    """Open turns, decide disputes by the points, and close after the last year."""
    if season.year > season.last_year:
        closing = [one.order for one in live if isinstance(one.order, o.CloseCampaign)]
        if closing:
            return closing[0]
    for war in season.battles:
        if war.status == READY and war.entered is not None and war.entered.disputed:
            return o.Decide(war.key, likely_winner(season, war, chance))
    return next(one.order for one in live if one.main)


def entry(season: Season, chance: random.Random) -> Order:
    """Entry with a list that is open this year."""
    open_lists = [
        (list_, nation)
        for list_ in (*LISTS_OF_A_BOT, "colonial_expedition")
        for nation in lists.NATIONS[list_]
        if not list(lists.available(lists.Standing(list_, nation, season.year)))
    ]
    list_ = chance.choice(sorted({list_ for list_, _ in open_lists}))
    nation = chance.choice([nation for one, nation in open_lists if one == list_])
    return o.Join(list_, nation, class_of(list_, None))


def answer_terms(
    season: Season, player: Player, live: list[Offer], chance: random.Random
) -> Order | None:
    """Accept terms that pay, and passage that costs nothing more than it brings."""
    for one in live:
        if not isinstance(one.order, o.Accept):
            continue
        talk = next(
            talk
            for talk in season.talks
            if {talk.attacker, talk.defender} == {player.key, one.order.of}
        )
        terms = talk.terms
        if terms is not None and (terms.payer != player.key or terms.passage):
            return one.order
    attacked = [talk for talk in season.talks if talk.defender == player.key and talk.is_attack]
    may_pay = player.class_ != COLONIAL and (player.hongos or 0) > 2
    if attacked and may_pay and attacked[0].terms is None and chance.random() < 0.3:
        attacker = season.players[attacked[0].attacker]
        if attacker.class_ != COLONIAL:
            return o.OfferTerms(
                attacker.key, player.key, 1, attacker.class_ == EXPLORER and player.class_ == NATIVE
            )
    return None


def answer_revolt(
    _season: Season, _player: Player, live: list[Offer], _chance: random.Random
) -> Order | None:
    """A conquered people always revolts; a Colonial takes the first district."""
    for one in live:
        if isinstance(one.order, o.AnswerRevolt) and one.order.revolt:
            return one.order
        if isinstance(one.order, o.TakeDistrict) and one.order.district:
            return one.order
    return None


def declare(
    season: Season, player: Player, live: list[Offer], chance: random.Random
) -> Order | None:
    """Explorers ask for passage or hunt; others attack the weakest neighbour, or pass."""
    if not any(isinstance(one.order, o.PassTurn) for one in live):
        return None
    passages = [one.order for one in live if isinstance(one.order, o.AskPassage)]
    if passages:
        return chance.choice(passages)
    hunting = [one.order for one in live if isinstance(one.order, o.Hunt)]
    if hunting and chance.random() < CHANCE_TO_HUNT:
        return hunting[0]
    attacks = [one.order for one in live if isinstance(one.order, o.Attack)]
    if player.class_ == EXPLORER or not attacks or chance.random() < 0.3:
        return o.PassTurn()
    best = player.pending
    return min(
        attacks,
        key=lambda attack: (
            -best.get(attack.target, 0),
            season.players[attack.target].hongos or 0,
            chance.random(),
        ),
    )


def enter_result(
    season: Season, _player: Player, live: list[Offer], chance: random.Random
) -> Order | None:
    """Enter the result of a battle between bots, by the points of both."""
    for one in live:
        if isinstance(one.order, o.EnterResult):
            war = season.battle(one.order.battle)
            if war is not None:
                return o.EnterResult(war.key, likely_winner(season, war, chance))
    return None


def likely_winner(season: Season, war: War, chance: random.Random) -> str:
    """Winner drawn in proportion to the points of both players."""
    weights = [points_tally(season, war, key, war.scenario).total for key in war.players]
    return chance.choices(war.players, weights)[0]
