"""Form of a next season: the terms of a finished contest, with its entrants in their new order."""

from __future__ import annotations

import re

from app.kernel.say import Say, as_is, say
from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.watch.reading_pages import load_pages
from app.store import records

STEPS, LONGEST_TITLE = "steps", 60


SEASON = re.compile(r", (?:season|temporada) \d+$")
"""End of the title of a season, in both languages."""


def next_season_form(
    services: Services, address: str, user_id: int | None, language: str = "en"
) -> dict[str, str]:
    """Fields of the founding form for the season after a finished contest. Its title has the number
    of the season. Organisers of a ladder may order its rungs.

    Raises `NoSuchGame` if the user may not watch it, or if it has no next season.
    """
    told = load_pages(services, address, user_id)
    game, contest = told.look.game, told.pages.contest
    if contest is None or not contest.has_next_season:
        raise NoSuchGame
    given = {f"t.{name}": text_of(value) for name, value in game.terms.items()}
    earlier = " ".join((*contest.earlier, game.address))
    title = season_title(game.title, len(contest.earlier) + 2).in_(language)
    given |= {"t.earlier": earlier, "title": title if len(title) <= LONGEST_TITLE else game.title}
    if contest.returning:
        given["t.returning"] = contest.returning
    if contest.ladder is not None:
        given["t.seeded"] = "yes"
    given["clock"] = game.clock.kind
    if game.clock.kind == STEPS:
        days = {f"clock_step_{key}": str(count) for key, count in game.clock.steps.items()}
        given |= {"clock_steps_hour": game.clock.hour, **days}
        given |= {"clock_steps_zone": game.clock.zone}
        given |= {"clock_holidays": str(game.clock.holidays)}
    if game.club_id is not None:
        given["club"] = str(game.club_id)
    return given | {"visibility": visibility_of(game)}


def season_title(title: str, number: int) -> Say:
    """Title of a season with its number; empty for a contest without a title."""
    if not title:
        return as_is("")
    plain = as_is(SEASON.sub("", title))
    return say("{title}, season {n}", "{title}, temporada {n}", title=plain, n=number)


def visibility_of(game: records.Game) -> str:
    """Visibility of a game as the form names it."""
    if game.club_only:
        return "club"
    return "invited" if game.by_invitation else game.visibility


def text_of(value: object) -> str:
    """Answer as a form sends it."""
    if isinstance(value, bool):
        return "yes" if value else ""
    return str(value)
