"""Page of a battle: points with their reasons, scenario, ground, state, result."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign.names import (
    BATTLE_STATES,
    battle_title,
    ground_name,
    title_of,
)
from app.games.heart_of_africa.campaign.offering.offer import entered_words
from app.games.heart_of_africa.campaign.pages.ledger import date_of_turn
from app.games.heart_of_africa.campaign.state import READY, Season, War
from app.games.heart_of_africa.campaign.wording.players import posting_words
from app.games.heart_of_africa.setup.beginning import title as scenario_title
from app.kernel.reading_pages import BattlePage
from app.kernel.say import Say, say
from app.kernel.tally import Reason, Tally


def battle_pages(season: Season) -> Iterator[BattlePage]:
    """Pages of all battles, by number."""
    for war in season.battles:
        ground = war.chosen or ""
        yield BattlePage(
            war.key,
            battle_title(season, war),
            war.turn,
            date_of_turn(season, war.turn or season.turn),
            war.players,
            state_of(war),
            war.is_open,
            scenario_title(war.scenario) if war.scenario else None,
            ground_name(ground) if ground else grounds_of(war),
            tuple((key, points_of(points)) for key, points in war.points.items()),
            war.winner or "",
            tuple(facts_of(season, war)),
        )


def state_of(war: War) -> Say:
    """State of a battle in words."""
    if war.status != READY:
        return BATTLE_STATES[war.status]
    if not war.chosen:
        return say("the defender chooses the ground", "el defensor elige el terreno")
    if war.entered is None:
        return BATTLE_STATES[READY]
    if war.entered.disputed:
        return say("result disputed", "resultado discutido")
    return say("result to confirm", "resultado por confirmar")


def grounds_of(war: War) -> Say | None:
    """Grounds from which the defender chooses."""
    if not war.ground:
        return None
    return say("{all}", "{all}", all=tuple(ground_name(one) for one in war.ground))


def points_of(points: int) -> Tally:
    """Points fixed when the battle became ready."""
    return Tally((Reason("HOA-CMP-49", points, say("points", "puntos")),))


def facts_of(season: Season, war: War) -> Iterator[Say]:
    """Attacker, result and postings of a battle."""
    attacker = title_of(season, war.attacker)
    if war.rivals:
        yield say(
            "{who:The} {who:attacks|attack} a rival after a chance meeting.",
            "{who:El} {who:ataca|atacan} a un rival tras un encuentro casual.",
            who=attacker,
        )
    else:
        yield say("{who:The} {who:attacks|attack}.", "{who:El} {who:ataca|atacan}.", who=attacker)
    if war.entered is not None:
        yield entered_words(season, war)
    if war.winner:
        yield say(
            "{who:The} {who:wins|win}.",
            "{who:El} {who:gana|ganan}.",
            who=title_of(season, war.winner),
        )
    for posting in season.ledger:
        if posting.battle == war.key:
            yield posting_words(season, posting)
