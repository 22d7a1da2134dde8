"""Battles of a contest as tables of the platform, and their results as orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from app.games.contests.army_lists import armies_of_battle
from app.games.contests.battle_terms import scenario_of_round, terms_of_round
from app.games.contests.names import pairing_title
from app.games.contests.orders import Decide
from app.games.contests.results import MOST_POINTS
from app.games.contests.state import TABLES, Contest, Pairing, seat_of
from app.games.contests.teams import is_at_tables
from app.kernel.child_battles import ENTERED, OVER, READY, Aftermath, Battle, EnteredResult
from app.kernel.contract import Game
from app.kernel.refusal import Refusal, Refused, no


def sides_of(games: Mapping[str, Game], box: str, key: str) -> tuple[str, str] | None:
    """The two sides of a scenario; None if the platform has no table for it."""
    game = games.get(box)
    scenario = game.card.scenario(key) if game is not None else None
    sides = [one.key for one in scenario.sides if one.competes] if scenario is not None else []
    return (sides[0], sides[1]) if len(sides) == 2 else None


def battles_of(games: Mapping[str, Game], contest: Contest) -> Iterator[Battle]:
    """Battles of all published rounds; none if they are played on real tables only."""
    settings = contest.settings
    if settings.played == TABLES:
        return
    for one in contest.battles():
        scenario = scenario_of_round(settings, one.round)
        sides = sides_of(games, settings.box, scenario)
        if sides is not None and is_at_tables(one):
            seats = dict(zip(sides, map(seat_of, one.entrants), strict=True))
            yield Battle(
                one.key,
                pairing_title(contest, one),
                settings.box,
                scenario,
                seats,
                status_of(one),
                terms_of_round(games, settings, one.round),
                options=settings.options,
                armies=armies_of_battle(contest, dict(zip(sides, one.entrants, strict=True))),
                is_rated=is_in_ratings(contest, one),
                decided=sides_decided(one, sides),
            )


def status_of(pairing: Pairing) -> str:
    """Status of the battle for its table."""
    if pairing.result is not None:
        return OVER
    return READY if pairing.report is None else ENTERED


def is_in_ratings(contest: Contest, pairing: Pairing) -> bool:
    """True for a battle of a rated contest that is no forfeit (CON-SET-06), and for which no result
    of a real table is entered.
    """
    is_forfeit = pairing.result is not None and pairing.result.silent != ()
    is_elsewhere = is_at_real_table(contest, pairing)
    return contest.settings.is_rated and not is_forfeit and not is_elsewhere


def is_at_real_table(contest: Contest, pairing: Pairing) -> bool:
    """True in a contest on real tables only, and for a result that an entrant has stated."""
    is_stated = pairing.report is not None and pairing.report.by != ""
    return contest.settings.played == TABLES or is_stated


def entered_results(contest: Contest) -> Iterator[EnteredResult]:
    """CON-SET-07: Settled results of real tables in a rated contest, also decided or corrected
    ones, and forfeits that do not count.
    """
    if not contest.settings.is_rated:
        return
    for one in contest.battles():
        result = one.result
        if result is not None and not one.is_bye and is_at_real_table(contest, one):
            yield EnteredResult(
                one.key,
                contest.settings.box,
                (seat_of(one.first), seat_of(one.second)),
                (seat_of(result.winner),) if result.winner else (),
                is_forfeit=result.silent != (),
            )


def sides_decided(pairing: Pairing, sides: Sequence[str]) -> tuple[str, ...] | None:
    """CON-SET-06: The settled result counts for the ratings, also a decided or corrected one. A
    draw at the table of a knock-out stays a draw for them.
    """
    is_drawn_at_table = pairing.report is not None and not pairing.report.by
    if pairing.result is None or is_drawn_at_table:
        return None
    winner = pairing.result.winner
    return tuple(side for side, key in zip(sides, pairing.entrants, strict=True) if key == winner)


def other_scenario(battle: Battle) -> Refusal:
    """Refusal of a result whose sides the scenario of the battle does not have (CON-RES-09)."""
    return no(
        "CON-RES-09",
        "{battle} has another scenario than its table.",
        "{battle} tiene otro escenario que su mesa.",
        battle=battle.title,
    )


def order_of_result(contest: Contest, battle: Battle, aftermath: Aftermath) -> Decide:
    """CON-RES-09: The result of a table counts with its winner and its points of victory. A table
    of another scenario has other sides.
    """
    sides, pairing = list(battle.seats), contest.pairing(battle.key)
    if not battle.seats.keys() >= set(aftermath.winners):
        raise Refused(other_scenario(battle))
    winner = None
    if pairing is not None and len(aftermath.winners) == 1:
        winner = pairing.acting(battle.seats[aftermath.winners[0]])
    scores = [min(max(aftermath.score.get(side, 0), 0), MOST_POINTS) for side in sides]
    if winner is not None and scores[sides.index(aftermath.winners[0])] < max(scores):
        scores = [0, 0]  # a concession: the loser may be ahead in points
    return Decide(battle.key, winner, scores[0], scores[1])
