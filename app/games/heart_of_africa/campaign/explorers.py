"""White Explorers (pages 39 and 40): exploration, hunting and wounds."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.joining import remove, territories
from app.games.heart_of_africa.campaign.state import ELIMINATED, EXPLORER, Player, Season
from app.games.heart_of_africa.campaign.tables import HONGOS, HUNTING, WOUNDS
from app.kernel.refusal import Refusal, no


def has_explored_all(season: Season, player: Player) -> bool:
    """HOA-CMP-30: At least one territory is explored, and every native player active now."""
    return bool(player.explored) and set(territories(season)) <= set(player.explored)


def note_completions(course: Course) -> None:
    """Record each Explorer whose exploration is complete now; later joiners do not undo it."""
    for player in course.season.active(EXPLORER):
        if player.completed_in is None and has_explored_all(course.season, player):
            course.happen(e.ExplorationCompleted(player.key))


def explore_by_victory(course: Course, attacker: str, defender: str, winner: str) -> None:
    """HOA-CMP-31: An Explorer who attacks a native and wins explores the territory."""
    explorer, native = course.player(attacker), course.player(defender)
    if winner == attacker and explorer.class_ == EXPLORER and native.class_ == "native":
        course.happen(e.Explored(attacker, defender, "HOA-CMP-31"))


def roll_wound(course: Course, explorer: str) -> None:
    """HOA-CMP-37: 1D6 for a fallen Leader: 1-2 slight, 3-4 loses the next turn, 5-6 dead."""
    die = course.dice.roll(6, "wound", explorer)
    effect = WOUNDS[die]
    course.happen(e.WoundRolled(explorer, die, effect))
    if effect == "dead":
        remove(course, explorer, ELIMINATED, "HOA-CMP-37")


def hunting_refused(season: Season, player: Player) -> Iterator[Refusal]:
    """HOA-CMP-38: An Explorer hunts in at most one turn of a calendar year."""
    if player.class_ != EXPLORER:
        yield no("HOA-CMP-38", "Only Explorers hunt.", "Solo los exploradores cazan.")
    elif season.year in player.hunted_years:
        yield no(
            "HOA-CMP-38",
            "You have hunted in {year} already.",
            "Ya has cazado en {year}.",
            year=season.year,
        )


def roll_hunt(course: Course, explorer: str) -> None:
    """HOA-CMP-39: 1D6: with 4 or more one hongo; with 1 the elephant wins and a wound is rolled."""
    die = course.dice.roll(6, "hunt", explorer)
    course.happen(e.HuntRolled(explorer, die))
    match HUNTING[die]:
        case "plus_one_hongo":
            course.post("", explorer, HONGOS["hunting_gain"], "hunting", "HOA-CMP-39")
        case "roll_leader_wound":
            roll_wound(course, explorer)
