"""End of a campaign (page 41): standings of each class, without one winner."""

from __future__ import annotations

import msgspec

from app.games.heart_of_africa.campaign.state import (
    COLONIAL,
    CONQUERED,
    EXPLORER,
    NATIVE,
    Player,
    Season,
)
from app.kernel.outcome import CLOSED, Honour, Outcome
from app.kernel.say import Say, say
from app.kernel.tally import Reason, Tally

WHITES = ("white_explorers", "colonial_expedition", "egyptians_colonial")
Ranking = list[tuple[str, int]]


class Unit(msgspec.Struct, frozen=True):
    """Number of an honour: its table of the standings, its rule, and its words for 1 and for
    more.
    """

    table: str
    rule: str
    one: Say
    many: Say

    def tally(self, number: int) -> Tally:
        return Tally.of(Reason(self.rule, number, self.one if number == 1 else self.many))


EXPLORED = Unit(
    "explored",
    "HOA-CMP-54",
    say("territory explored", "territorio explorado"),
    say("territories explored", "territorios explorados"),
)


def explorers_race(season: Season) -> list[Player]:
    """HOA-CMP-54: Explorers by date of completion, then by territories explored.

    An Explorer promoted after completion keeps the place.
    """
    runners = [
        one for one in season.active() if one.class_ == EXPLORER or one.completed_in is not None
    ]
    return sorted(runners, key=race_key)


def race_key(player: Player) -> tuple[float, int, int]:
    """Sort key of the race; equal first two numbers share a place."""
    done = float("inf") if player.completed_in is None else float(player.completed_in)
    return (done, -len(player.explored), player.joined)


def natives_in_table(season: Season) -> list[Player]:
    """Native players who are active or conquered, by joining."""
    return [
        one
        for one in season.by_joining
        if one.class_ == NATIVE and (one.is_active or one.status == CONQUERED)
    ]


def natives_by_hongos(season: Season) -> Ranking:
    """Natives with their hongos, the richest first; a conquered people counts 0."""
    return ranked([(one.key, one.hongos or 0) for one in natives_in_table(season)])


def natives_by_victories(season: Season) -> Ranking:
    """HOA-CMP-55: Natives by victories over Whites; beside them stands the table of hongos."""
    return ranked(
        [
            (one.key, sum(one.victories.get(name, 0) for name in WHITES))
            for one in natives_in_table(season)
        ]
    )


def colonials_by_districts(season: Season) -> Ranking:
    """Active Colonials with the number of their districts."""
    return ranked([(one.key, len(one.districts)) for one in season.active(COLONIAL)])


def ranked(numbers: Ranking) -> Ranking:
    """Highest number first; equal numbers keep the order of joining."""
    return sorted(numbers, key=lambda row: -row[1])


def end_is_proposed(season: Season) -> bool:
    """HOA-CMP-56: The end is proposed without an active native, or after the last year.

    The referee closes the campaign; it never closes by itself, and it has no single winner.
    """
    return not season.active(NATIVE) or season.year > season.last_year


def honours_of(season: Season) -> tuple[Honour, ...]:
    """Honours of each class at the end; each names its table of the standings."""
    honours = [
        best_of(
            say("Richest people", "Pueblo más rico"),
            natives_by_hongos(season),
            Unit("hongos", "HOA-CMP-55", say("hongo", "hongo"), say("hongos", "hongos")),
        ),
        best_of(
            say("Most victories over the Whites", "Más victorias sobre los blancos"),
            natives_by_victories(season),
            Unit(
                "victories",
                "HOA-CMP-55",
                say("victory over Whites", "victoria sobre blancos"),
                say("victories over Whites", "victorias sobre blancos"),
            ),
        ),
        best_of(
            say("Greatest colonial power", "Mayor potencia colonial"),
            colonials_by_districts(season),
            Unit(
                "districts",
                "HOA-CMP-40",
                say("district", "distrito"),
                say("districts", "distritos"),
            ),
        ),
    ]
    race = explorers_race(season)
    if race and race[0].explored:
        first = [one.key for one in race if race_key(one)[:2] == race_key(race[0])[:2]]
        title = say("First among the Explorers", "Primero entre los exploradores")
        tally = EXPLORED.tally(len(race[0].explored))
        honours.append(Honour(title, tuple(first), tally, EXPLORED.table))
    return tuple(one for one in honours if one is not None)


def best_of(title: Say, ranking: Ranking, unit: Unit) -> Honour | None:
    """Honour of the players with the highest number above 0."""
    if not ranking or not ranking[0][1]:
        return None
    best = ranking[0][1]
    winners = tuple(key for key, number in ranking if number == best)
    return Honour(title, winners, unit.tally(best), unit.table)


def outcome_of(season: Season) -> Outcome | None:
    """Result of a closed campaign: honours, and no winner."""
    if not season.is_closed:
        return None
    says = say("The campaign is over.", "La campaña ha terminado.")
    return Outcome((), CLOSED, says, honours=honours_of(season))
