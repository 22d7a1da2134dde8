"""Names of the players and battles of a campaign, as subjects of a sentence."""

from __future__ import annotations

from app.games.heart_of_africa.campaign.state import NATIVE, REFEREE, Player, Season, War
from app.games.heart_of_africa.presentation.naming import side_name
from app.games.heart_of_africa.tables import REGIONS
from app.kernel.say import Say, as_is, noun, say

REFEREE_TITLE = noun("Referee", "Árbitro", the="the referee", el="el árbitro")
CLASSES = {
    "native": say("native people", "pueblo nativo"),
    "explorer": say("expedition of Explorers", "expedición de exploradores"),
    "colonial": say("Colonial Expedition", "expedición colonial"),
}
STATUSES = {
    "active": say("active", "en juego"),
    "conquered": say("conquered", "pueblo sometido"),
    "eliminated": say("eliminated", "fuera de la campaña"),
    "left": say("left the campaign", "abandonó la campaña"),
}
BATTLE_STATES = {
    "waiting": say("waits for an earlier battle", "espera a una batalla anterior"),
    "ready": say("to be fought", "por jugar"),
    "closed": say("fought", "jugada"),
    "no_decision": say("no decision", "sin decisión"),
    "forfeit": say("not played: the defender paid", "no se jugó: pagó el defensor"),
    "void": say("void", "anulada"),
}
HALVES = {1: say("first half", "primer semestre"), 2: say("second half", "segundo semestre")}


SHAPES = "abcdefgh"
"""Drawing styles of the players, in the order of their keys."""


def shape_of(key: str) -> str:
    """Drawing style of a side, by the number in its key."""
    number = key[1:]
    return SHAPES[(int(number) - 1) % len(SHAPES)] if number.isdecimal() else SHAPES[0]


def title_of(season: Season | None, key: str) -> Say:
    """Name of a player, with its grammar; the referee has a title too."""
    player = season.player(key) if season is not None else None
    if player is None:
        return REFEREE_TITLE if key == REFEREE else as_is(key)
    return player_title(player)


def player_title(player: Player) -> Say:
    """Name of a player: the people's own name, or the name of list and nation."""
    if not player.people:
        return side_name(player.list, player.nation)
    if player.class_ == NATIVE:
        return noun(
            "{own}", "{own}", plural=True, own=player.people, the="the {own}", el="los {own}"
        )
    return noun(
        "Expedition {own}",
        "Expedición {own}",
        "f",
        own=player.people,
        the="the expedition {own}",
        el="la expedición {own}",
    )


def nation_of(player: Player) -> Say:
    """Name of the player's list and nation."""
    return side_name(player.list, player.nation)


def ground_name(terrain: str) -> Say:
    """Name of a terrain class inside a sentence."""
    return say(REGIONS[terrain]["name_en"].lower(), REGIONS[terrain]["name_es"].lower())


def battle_title(season: Season, war: War) -> Say:
    """Name of a battle: its number and its players."""
    return say(
        "Battle {n}: {one} against {other}",
        "Batalla {n}: {one} contra {other}",
        n=war.key[1:],
        one=title_of(season, war.attacker),
        other=title_of(season, war.defender),
    )


def date_of(season: Season) -> Say:
    """Calendar of a turn: half and year."""
    return say("{half} of {year}", "{half} de {year}", half=HALVES[season.half], year=season.year)
