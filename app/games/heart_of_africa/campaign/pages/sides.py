"""Page of a player: kind, state, facts, victories by list, roads to promotion."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.campaign.names import (
    CLASSES,
    STATUSES,
    army_title,
    player_title,
    title_of,
)
from app.games.heart_of_africa.campaign.pages.standings import list_beaten_title
from app.games.heart_of_africa.campaign.promotions import (
    TALLIES,
    needs_of,
    needs_refused,
    rows_to,
)
from app.games.heart_of_africa.campaign.state import COLONIAL, EXPLORER, Player, Season
from app.games.heart_of_africa.campaign.tables import PROMOTIONS
from app.kernel.reading_pages import PromotionRoad, SidePage
from app.kernel.say import Say, say
from app.kernel.tally import Tally


def side_pages(season: Season) -> Iterator[SidePage]:
    """Pages of all players, by joining."""
    for player in season.by_joining:
        yield SidePage(
            player.key,
            player_title(player),
            say(
                "{army} · {class_}",
                "{army} · {class_}",
                army=army_title(player.list, player.nation),
                class_=CLASSES[player.class_],
            ),
            status_of(season, player),
            player.is_active,
            player.hongos,
            tuple(facts_of(season, player)),
            tuple((list_beaten_title(name), n) for name, n in player.victories.items() if n),
            tuple(roads_of(season, player)),
        )


def status_of(season: Season, player: Player) -> Say:
    """State of a player, with the master of a subject."""
    if player.master:
        return say("subject of {who:the}", "súbdito {who:del}", who=title_of(season, player.master))
    return STATUSES[player.status]


def facts_of(season: Season, player: Player) -> Iterator[Say]:
    """Sentences about the present of a player."""
    if player.class_ == EXPLORER:
        yield named(season, player.explored, EXPLORED, NOTHING_EXPLORED)
        if player.completed_in is not None:
            yield say(
                "The exploration was complete in turn {n}.",
                "La exploración quedó completa en el turno {n}.",
                n=player.completed_in,
            )
        if player.hunting:
            yield say("The expedition hunts this turn.", "La expedición caza este turno.")
        if player.rests_in is not None and player.rests_in >= season.turn:
            yield say(
                "The Leader recovers in turn {n}.",
                "El Líder se recupera en el turno {n}.",
                n=player.rests_in,
            )
    if player.class_ == COLONIAL:
        yield named(season, player.districts, DISTRICTS, NO_DISTRICTS)
        yield say("Defeats in a row: {n}.", "Derrotas seguidas: {n}.", n=player.streak)
        for people, number in player.pending.items():
            if number:
                yield say(
                    "Victories over {who:the}: {n}.",
                    "Victorias sobre {who:el}: {n}.",
                    who=title_of(season, people),
                    n=number,
                )


EXPLORED = ("Explored: {all}.", "Explorados: {all}.")
NOTHING_EXPLORED = say("No territory explored yet.", "Ningún territorio explorado todavía.")
DISTRICTS = ("Districts: {all}.", "Distritos: {all}.")
NO_DISTRICTS = say("No districts yet.", "Ningún distrito todavía.")


def named(season: Season, keys: tuple[str, ...], words: tuple[str, str], none: Say) -> Say:
    """Sentence that lists players, or the one for none."""
    if not keys:
        return none
    return say(*words, all=tuple(title_of(season, key) for key in keys))


def roads_of(season: Season, player: Player) -> Iterator[PromotionRoad]:
    """Promotions of the player's list, with what is missing."""
    for row in PROMOTIONS:
        if player.list not in row["from"]:
            continue
        list_ = row["to"]["list"]
        found = rows_to(player, list_)[0]
        tally_of = TALLIES.get(found["id"])
        yield PromotionRoad(
            lists.list_name(list_),
            tally_of(player) if tally_of else Tally(()),
            int(needs_of(found["id"]).get("total", 0)),
            tuple(needs_refused(season, player, found)),
        )
