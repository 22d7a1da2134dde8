"""Form of a next season: the terms of a finished contest, with its entrants in their new order."""

from __future__ import annotations

from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.watch.reading_pages import load_pages

STEPS = "steps"


def next_season_form(services: Services, address: str, user_id: int | None) -> dict[str, str]:
    """Fields of the founding form for the season after a finished contest.

    Raises `NoSuchGame` if the user may not watch it, or if it has no next season.
    """
    told = load_pages(services, address, user_id)
    game, contest = told.look.game, told.pages.contest
    if contest is None or not contest.has_next_season:
        raise NoSuchGame
    given = {f"t.{name}": text_of(value) for name, value in game.terms.items()}
    earlier = " ".join((*contest.earlier, game.address))
    given |= {"t.earlier": earlier, "title": game.title}
    if contest.returning:
        given["t.returning"] = contest.returning
    given["clock"] = game.clock.kind
    if game.clock.kind == STEPS:
        days = {f"clock_step_{key}": str(count) for key, count in game.clock.steps.items()}
        given |= {"clock_steps_hour": game.clock.hour, **days}
        given |= {"clock_steps_zone": game.clock.zone}
    if game.club_id is not None:
        given |= {"club": str(game.club_id), "visibility": "club" if game.club_only else "open"}
    return given


def text_of(value: object) -> str:
    """Answer as a form sends it."""
    if isinstance(value, bool):
        return "yes" if value else ""
    return str(value)
