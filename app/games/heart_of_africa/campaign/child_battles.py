"""Battles of a campaign as tables of the battle game, and their results as orders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.games.heart_of_africa.armies.validator import OPTIONS as ARMY_OPTIONS
from app.games.heart_of_africa.campaign.battles import army_terms
from app.games.heart_of_africa.campaign.events import ArmyIn, ArmyMissing
from app.games.heart_of_africa.campaign.names import player_title
from app.games.heart_of_africa.campaign.orders import Decide
from app.games.heart_of_africa.campaign.state import (
    COLONIAL,
    EXPLORER,
    READY,
    VOID,
    Season,
    War,
)
from app.games.heart_of_africa.campaign.wording.reports import compared_results
from app.kernel.battle_armies import BY_DEFAULT, MISSING
from app.kernel.child_battles import ENTERED, OVER, Aftermath, Battle
from app.kernel.child_battles import READY as TABLE_IS_READY
from app.kernel.child_battles import VOID as TABLE_IS_VOID
from app.kernel.contract import Event
from app.kernel.say import Say, say

BATTLE_BOX = "heart_of_africa"


def battles_of(season: Season) -> Iterator[Battle]:
    """Battles whose scenario, points and ground are fixed; side A attacks."""
    for number, war in enumerate(season.battles, 1):
        if war.scenario and war.chosen:
            yield Battle(
                war.key,
                war_title(season, war, number),
                BATTLE_BOX,
                war.scenario,
                seats_of(season, war),
                table_status(war),
                table_terms(season, war),
                options=tuple(one for one in season.options if one in ARMY_OPTIONS),
                stakes=stakes_of(season, war),
                unarmed=sides_of(war, war.unarmed),
                bot_for=sides_of(war, war.bot_for),
                compared=compared_results(season, war) if war.status == READY else None,
                is_on_real_table=war.is_on_real_table,
            )


def sides_of(war: War, players: tuple[str, ...]) -> tuple[str, ...]:
    """Sides of these players in the battle."""
    return tuple(side for side, key in zip("AB", war.players, strict=True) if key in players)


def war_title(season: Season, war: War, number: int) -> Say:
    """Number of the battle, and both players."""
    attacker, defender = (player_title(season.players[key]) for key in war.players)
    return say(
        "Battle {n}: {attacker} against {defender}",
        "Batalla {n}: {attacker} contra {defender}",
        n=number,
        attacker=attacker,
        defender=defender,
    )


def stakes_of(season: Season, war: War) -> Say:
    """Aim of the attacker, in one sentence."""
    attacker, defender = (season.players[key] for key in war.players)
    facts = {"attacker": player_title(attacker), "defender": player_title(defender)}
    if war.rivals:
        return say(
            "Rival expeditions have met by chance; no hongos change hands.",
            "Dos expediciones rivales se han encontrado por azar; no cambia de manos ningún hongo.",
        )
    if attacker.class_ == EXPLORER:
        return say(
            "With a victory, {attacker} explores the land of {defender}.",
            "Con una victoria, {attacker} explora la tierra de {defender}.",
            **facts,
        )
    if attacker.class_ == COLONIAL:
        return say(
            "Two victories without a defeat between them conquer {defender} for {attacker}.",
            "Dos victorias sin una derrota entre ambas someten a {defender} a {attacker}.",
            **facts,
        )
    if defender.class_ == COLONIAL:
        return say(
            "A victory brings {attacker} hongos. A victory of {defender} is a step to conquest.",
            "Una victoria da hongos a {attacker}. Una victoria de {defender} es un paso hacia la "
            "conquista.",
            **facts,
        )
    return say("The winner takes hongos of the loser.", "El ganador obtiene hongos del perdedor.")


def seats_of(season: Season, war: War) -> dict[str, str]:
    """Seat of each side of the battle."""
    seats = {player: seat for seat, player in season.seats.items()}
    return {"A": seats[war.attacker], "B": seats[war.defender]}


def table_status(war: War) -> str:
    """Status of the battle for its table."""
    if war.status == VOID:
        return TABLE_IS_VOID
    if war.status != READY:
        return OVER
    return ENTERED if war.entered is not None else TABLE_IS_READY


def table_terms(season: Season, war: War) -> dict[str, Any]:
    """Terms of the table, as the game setup of the battle reads them."""
    attacks, defends = (army_terms(season, war, player) for player in war.players)
    return {
        "campaign": True,
        "year": war.year,
        "region": war.chosen,
        "points_a": attacks.points,
        "points_b": defends.points,
        "people_a": f"{attacks.list}/{attacks.nation}",
        "people_b": f"{defends.list}/{defends.nation}",
        "class_a": attacks.campaign_class or "",
        "class_b": defends.campaign_class or "",
    }


def army_events(season: Season, battle: Battle, side: str, how: str) -> tuple[Event, ...]:
    """Event of an army that is in, or missing at the deadline."""
    player = season.seats[battle.seats[side]]
    if how == MISSING:
        return (ArmyMissing(battle.key, player),)
    return (ArmyIn(battle.key, player, is_default=how == BY_DEFAULT),)


def order_of_result(season: Season, battle: Battle, aftermath: Aftermath) -> Decide:
    """Order that the referee would give: one winner or no decision, and the Leaders who fell."""
    players = {side: season.seats[seat] for side, seat in battle.seats.items()}
    winner = players[aftermath.winners[0]] if len(aftermath.winners) == 1 else None
    fallen = (side for side, losses in aftermath.losses.items() if losses.leaders_lost)
    return Decide(battle.key, winner, tuple(players[side] for side in fallen))
