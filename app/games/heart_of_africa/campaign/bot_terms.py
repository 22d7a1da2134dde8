"""Answers of a bot to attacks, requests for passage and terms."""

from __future__ import annotations

import random
from collections.abc import Iterator

from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.bot_declaring import chance_to_win
from app.games.heart_of_africa.campaign.state import (
    COLONIAL,
    EXPLORER,
    NATIVE,
    Player,
    Season,
    Talk,
)
from app.kernel.contract import Order

CHANCE_TO_BUY_PEACE = 0.25  # between players of equal strength
CHANCE_OF_FREE_PASSAGE = 0.3
DEAREST_PASSAGE = 2  # hongos that an Explorer pays


def answers_to_talks(season: Season, player: Player, chance: random.Random) -> Iterator[Order]:
    """Answers that the bot would like to give to open attacks and requests."""
    for talk in season.talks:
        if talk.answerer != player.key:
            continue
        if player.key == talk.attacker:
            yield from answers_to_terms(player, talk)
        elif talk.is_attack:
            yield from answers_to_attack(season, player, season.players[talk.attacker], chance)
        else:
            yield from answers_to_request(season.players[talk.attacker], talk, chance)


def answers_to_terms(player: Player, talk: Talk) -> Iterator[Order]:
    """Terms are accepted if they bring hongos, or passage at a fair price."""
    terms = talk.terms
    if terms is not None:
        is_paid = terms.payer != player.key and terms.hongos > 0
        is_fair = terms.payer != player.key or terms.hongos <= DEAREST_PASSAGE
        if is_paid or (terms.passage and is_fair):
            yield o.Accept(talk.defender)
    yield o.Refuse(talk.defender)


def answers_to_attack(
    season: Season, player: Player, attacker: Player, chance: random.Random
) -> Iterator[Order]:
    """Passage for an Explorer who pays; a hongo for a stronger attacker; else resistance."""
    if attacker.class_ == EXPLORER and player.class_ == NATIVE and attacker.hongos:
        if player.key not in attacker.explored:
            yield o.OfferTerms(attacker.key, attacker.key, 1, passage=True)
    elif attacker.class_ != COLONIAL and (player.hongos or 0) > 1:
        odds = chance_to_win(season, player, attacker)
        if odds < 0.5 or (odds == 0.5 and chance.random() < CHANCE_TO_BUY_PEACE):
            yield o.OfferTerms(attacker.key, player.key, 1)
    yield o.Resist(attacker.key)


def answers_to_request(explorer: Player, talk: Talk, chance: random.Random) -> Iterator[Order]:
    """Passage is granted for a hongo, and sometimes for nothing."""
    offered = talk.terms.hongos if talk.terms is not None else 0
    if offered or chance.random() < CHANCE_OF_FREE_PASSAGE:
        yield o.Accept(explorer.key)
    if explorer.hongos:
        yield o.OfferTerms(explorer.key, explorer.key, 1, passage=True)
    yield o.Refuse(explorer.key)
