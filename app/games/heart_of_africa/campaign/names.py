"""Names of the players and battles of a campaign, as subjects of a sentence."""

from __future__ import annotations

from functools import lru_cache

from app.games.heart_of_africa.armies.lists import list_name
from app.games.heart_of_africa.campaign.joining import class_of
from app.games.heart_of_africa.campaign.state import (
    HERE,
    NATIVE,
    ON_REAL_TABLE,
    REFEREE,
    Entry,
    Player,
    Season,
    War,
)
from app.games.heart_of_africa.presentation.naming import side_name
from app.games.heart_of_africa.tables import REGIONS
from app.kernel.say import Noun, Say, as_is, noun, say

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


NAMES_KEPT = 1_000
"""Names of peoples whose sentences stay in memory."""
SHAPES = "abcdefgh"
"""Drawing styles of the players, in the order of their keys."""


def shape_of(key: str) -> str:
    """Drawing style of a side, by the number in its key."""
    number = key[1:]
    return SHAPES[(int(number) - 1) % len(SHAPES)] if number.isdecimal() else SHAPES[0]


PLACE_WORDS = {
    HERE: say("on this site", "en este sitio"),
    ON_REAL_TABLE: say("on a real table", "en una mesa real"),
}


def title_of(season: Season | None, key: str) -> Say:
    """Name of a player, with its grammar; the referee has a title too."""
    player = season.player(key) if season is not None else None
    if player is None:
        return REFEREE_TITLE if key == REFEREE else as_is(key)
    return player_title(player)


def player_title(player: Player) -> Say:
    """Name of a player: the people's own name, or the name of list and nation. The second player
    without a name of the same list and nation has the number 2, and so on.
    """
    if not player.people:
        title = side_name(player.list, player.nation)
        return title if player.number == 1 else numbered_title(title, player.number)
    return own_title(player.people, player.class_ == NATIVE)


def numbered_title(title: Say, number: int) -> Say:
    """Name with a number, which tells it from the same name of another player."""
    grammar = title.noun or Noun()
    the = "{title:the} {n}" if grammar.plural else "{title} {n}"
    return Say(
        "{title} {n}",
        "{title} {n}",
        {"title": title, "n": number},
        Noun(grammar.feminine, grammar.plural, the, "{title:el} {n}"),
    )


def entry_title(season: Season, entry: Entry) -> Say:
    """Name of a player whose entry waits; without an own name, with the number it would have
    now.
    """
    if not entry.people:
        number = entry_number(season, entry)
        title = side_name(entry.list, entry.nation)
        return title if number == 1 else numbered_title(title, number)
    return own_title(entry.people, class_of(entry.list, entry.class_) == NATIVE)


def entry_number(season: Season, entry: Entry) -> int:
    """Number after the players and the earlier entries without a name of the same list and
    nation.
    """
    army = (entry.list, entry.nation)
    taken = [
        one.number
        for one in season.players.values()
        if not one.people and (one.list, one.nation) == army
    ]
    earlier = season.queue[: season.queue.index(entry)] if entry in season.queue else season.queue
    waiting = sum(not one.people and (one.list, one.nation) == army for one in earlier)
    return max(taken, default=0) + waiting + 1


@lru_cache(NAMES_KEPT)
def own_title(people: str, is_native: bool) -> Say:
    """Name of a people or of an expedition that has its own. It has no facts, because most
    sentences of a campaign spell it.
    """
    own = people.replace("{", "{{").replace("}", "}}")
    if is_native:
        return noun(own, own, plural=True, the=f"the {own}", el=f"los {own}")
    return noun(
        f"Expedition {own}",
        f"Expedición {own}",
        "f",
        the=f"the expedition {own}",
        el=f"la expedición {own}",
    )


def nation_of(player: Player) -> Say:
    """Name of the player's list and nation."""
    return side_name(player.list, player.nation)


def army_title(list_: str, nation: str) -> Say:
    """Name of a list with that of the nation, unless both have one name."""
    title, name = list_name(list_), side_name(list_, nation)
    if title.in_("en").casefold() == name.in_("en").casefold():
        return title
    return say("{list} · {nation}", "{list} · {nation}", list=title, nation=name)


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
