"""Standings of the classes, each number with its reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.campaign.honours import (
    WHITES,
    explorers_race,
    natives_in_table,
    race_key,
)
from app.games.heart_of_africa.campaign.names import player_title, title_of
from app.games.heart_of_africa.campaign.state import (
    COLONIAL,
    CONQUERED,
    EGYPTIANS,
    Player,
    Season,
)
from app.games.heart_of_africa.campaign.wording.players import POSTING_CAUSES
from app.kernel.reading_pages import StandingRow, StandingsTable
from app.kernel.say import Say, say
from app.kernel.tally import Reason, Tally

ABOUT_HONGOS = say(
    "Hongos are the wealth of the campaign: cloth, beads, cattle, ivory, guns.",
    "Los hongos son la riqueza de la campaña: telas, abalorios, ganado, marfil, armas.",
)
TallyOf = Callable[[Season, Player], Tally]


def standings_tables(season: Season) -> Iterator[StandingsTable]:
    """Tables of the classes that have players."""
    natives = natives_in_table(season)
    if natives:
        title = say("Native peoples by hongos", "Pueblos nativos por hongos")
        unit = say("hongos", "hongos")
        rows = ranked_rows(season, natives, hongos_tally)
        yield StandingsTable("hongos", title, unit, "HOA-CMP-55", rows, ABOUT_HONGOS)
        title = say(
            "Native peoples by victories over Whites", "Pueblos nativos por victorias sobre blancos"
        )
        unit = say("victories", "victorias")
        rows = ranked_rows(season, natives, whites_tally)
        yield StandingsTable("victories", title, unit, "HOA-CMP-55", rows)
    race = explorers_race(season)
    if race:
        yield race_table(season, race)
    colonials = season.active(COLONIAL)
    if colonials:
        title = say("Colonial Expeditions by districts", "Expediciones coloniales por distritos")
        unit = say("districts", "distritos")
        rows = ranked_rows(season, colonials, districts_tally)
        yield StandingsTable("districts", title, unit, "HOA-CMP-40", rows)


def ranked_rows(
    season: Season, players: Sequence[Player], tally_of: TallyOf
) -> tuple[StandingRow, ...]:
    """Players by their number, the highest first; equal numbers share a place."""
    counted = [(player, tally_of(season, player)) for player in players]
    counted.sort(key=lambda row: -row[1].total)
    totals = [tally.total for _, tally in counted]
    return tuple(
        StandingRow(
            totals.index(tally.total) + 1,
            player.key,
            player_title(player),
            tally.total,
            tally,
            player.status == CONQUERED,
        )
        for player, tally in counted
    )


def race_table(season: Season, race: Sequence[Player]) -> StandingsTable:
    """Race of the Explorers: the first to explore all peoples, then the number of territories."""
    keys = [race_key(player)[:2] for player in race]
    rows = tuple(
        StandingRow(
            keys.index(race_key(player)[:2]) + 1,
            player.key,
            player_title(player),
            len(player.explored),
            explored_tally(season, player),
            not player.is_active,
        )
        for player in race
    )
    title = say("Explorers by territories", "Exploradores por territorios")
    return StandingsTable("explored", title, say("territories", "territorios"), "HOA-CMP-54", rows)


def hongos_tally(season: Season, player: Player) -> Tally:
    """Hongos of a player by cause. A conquered people counts 0."""
    if player.hongos is None:
        return Tally(())
    sums: dict[tuple[str, str], int] = {}
    for posting in season.ledger:
        if player.key in (posting.payer, posting.receiver):
            amount = posting.amount if posting.receiver == player.key else -posting.amount
            key = (posting.cause, posting.rule)
            sums[key] = sums.get(key, 0) + amount
    return Tally(
        tuple(
            Reason(rule, amount, POSTING_CAUSES[cause])
            for (cause, rule), amount in sums.items()
            if amount
        )
    )


def list_beaten_title(key: str) -> Say:
    """Name of a list under which victories are counted."""
    return lists.list_name(EGYPTIANS if key == "egyptians_colonial" else key)


def whites_tally(_season: Season, player: Player) -> Tally:
    """Victories over Whites, by list."""
    return Tally(
        tuple(
            Reason("HOA-CMP-55", player.victories[name], list_beaten_title(name))
            for name in WHITES
            if player.victories.get(name)
        )
    )


def explored_tally(season: Season, player: Player) -> Tally:
    """Territories explored, one reason each."""
    return Tally(
        tuple(Reason("HOA-CMP-54", 1, title_of(season, people)) for people in player.explored)
    )


def districts_tally(season: Season, player: Player) -> Tally:
    """Districts held, one reason each."""
    return Tally(
        tuple(Reason("HOA-CMP-40", 1, title_of(season, people)) for people in player.districts)
    )
