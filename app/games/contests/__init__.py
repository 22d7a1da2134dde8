"""Contests: tournaments, leagues and knock-outs over the battles of the other games."""

from app.games.contests.box import contest_of

OVER_BATTLES = contest_of

__all__ = ["OVER_BATTLES"]
