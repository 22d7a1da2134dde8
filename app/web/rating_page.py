"""Context of the page of a rating."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from babel.dates import format_date
from babel.numbers import format_percent

from app.kernel.rating import Rating
from app.kernel.say import Say
from app.services.play.rating_rules import REASONS
from app.services.watch.player_ratings import ListedBattle, RatingPage
from app.services.watch.reliability import Reliability
from app.web.pages import time_in_zone
from app.web.rating_curve import RatingCurve, rating_curve

MINUS = "−"


@dataclass(frozen=True)
class Figures:
    """Rating in whole points: "1540 ± 124", and the range of 95 %."""

    rating: int
    deviation: int
    low: int
    high: int
    is_provisional: bool


@dataclass(frozen=True)
class BattleRow:
    """Battle in the table, with its day, the change in whole points with its sign, and the reason
    why it is not rated.
    """

    listed: ListedBattle
    day: str
    change: str
    rating: Figures | None
    reason: Say | None


@dataclass(frozen=True)
class RatingContext:
    """Page of the rating of a player in a game. `earlier` is the query for earlier battles."""

    found: RatingPage
    here: str
    now: Figures | None
    curve: RatingCurve | None
    rows: tuple[BattleRow, ...]
    earlier: str
    others: tuple[tuple[str, Say, Figures], ...]
    share: str

    @property
    def rule(self) -> str:
        """Rule about battles that do not count; the others about ratings stand beside it."""
        return "CAR-RAT-03"

    @property
    def reliability(self) -> Reliability | None:
        return self.found.reliability


def rating_context(found: RatingPage, language: str, zone: str) -> RatingContext:
    here = f"/people/{found.person.id}/rating"
    reliability = found.reliability
    return RatingContext(
        found,
        here,
        figures_of(found.now) if found.now else None,
        rating_curve(found.course, language),
        tuple(_row(one, language, zone) for one in found.battles),
        f"?before={quote(found.until)}" if found.until else "",
        tuple(
            (f"{here}/{one.box}", one.title, figures_of(one.rating))
            for one in found.others
            if one.box != found.box
        ),
        share_in_words(reliability, language),
    )


def figures_of(rating: Rating) -> Figures:
    return Figures(
        round(rating.value), round(rating.deviation), *rating.range, rating.is_provisional
    )


def share_in_words(reliability: Reliability | None, language: str) -> str:
    """Weighted share of decisions in time, such as "99.2 %"; "" without decisions."""
    if reliability is None or reliability.share is None:
        return ""
    return format_percent(reliability.share, "#,##0.#%", locale=language)


def change_in_words(change: float | None) -> str:
    """Change in whole points with its sign; "" if it is hidden."""
    if change is None:
        return ""
    points = round(change)
    return f"+{points}" if points > 0 else f"{MINUS}{-points}" if points else "0"


def _row(one: ListedBattle, language: str, zone: str) -> BattleRow:
    return BattleRow(
        one,
        format_date(time_in_zone(one.battle.ended_at, zone), "d MMM y", locale=language),
        change_in_words(one.change),
        figures_of(one.rating) if one.rating and not one.battle.reason else None,
        REASONS.get(one.battle.reason),
    )
