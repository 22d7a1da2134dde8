"""Context of the page of a rating."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from babel.dates import format_date
from babel.numbers import format_percent

from app.kernel.rating import Rating
from app.kernel.rating_periods import TABLE, WEB
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
class RatingLink:
    """Rating of a player in a game, and its page. `figures` is None without a rating."""

    address: str
    title: Say
    pool: str
    figures: Figures | None


@dataclass(frozen=True)
class RatingContext:
    """Page of the rating of a player in a game. `both` are the ratings in this game, on this site
    and of real tables. `others` are those in other games. `earlier` is the address of the page
    with earlier battles.
    """

    found: RatingPage
    here: str
    now: Figures | None
    curve: RatingCurve | None
    rows: tuple[BattleRow, ...]
    earlier: str
    both: tuple[RatingLink, ...]
    others: tuple[RatingLink, ...]
    share: str

    @property
    def is_of_tables(self) -> bool:
        return self.found.pool == TABLE

    @property
    def has_pools(self) -> bool:
        """True if a result of a real table has counted in this game."""
        return any(one.pool == TABLE and one.figures for one in self.both)

    @property
    def address(self) -> str:
        """Address of this page."""
        return address_of(self.here, self.found.box, self.found.pool)

    @property
    def rule(self) -> str:
        """Rule about battles that do not count, or about the rating of real tables; the others
        about ratings stand beside it.
        """
        return "CAR-RAT-08" if self.is_of_tables else "CAR-RAT-03"

    @property
    def reliability(self) -> Reliability | None:
        return self.found.reliability


def rating_context(found: RatingPage, language: str, zone: str) -> RatingContext:
    here = f"/people/{found.person.id}/rating"
    reliability = found.reliability
    links = [
        RatingLink(address_of(here, one.box, one.pool), one.title, one.pool, figures_of(one.rating))
        for one in found.others
    ]
    known = {one.address: one for one in links}
    both = {address_of(here, found.box, pool): pool for pool in (WEB, TABLE)}
    return RatingContext(
        found,
        here,
        figures_of(found.now) if found.now else None,
        rating_curve(found.course, language),
        tuple(_row(one, language, zone) for one in found.battles),
        earlier_address(here, found),
        tuple(
            known.get(address) or RatingLink(address, found.title, pool, None)
            for address, pool in both.items()
        ),
        tuple(one for one in links if one.address not in both),
        share_in_words(reliability, language),
    )


def address_of(here: str, box: str, pool: str) -> str:
    """Address of the page of a rating. `here` is the address of all ratings of the player."""
    return f"{here}/{box}" + (f"?pool={pool}" if pool != WEB else "")


def earlier_address(here: str, found: RatingPage) -> str:
    """Address of the page with earlier battles; "" without any."""
    if not found.until:
        return ""
    query = f"before={quote(found.until)}" + (f"&pool={TABLE}" if found.pool == TABLE else "")
    return f"{here}/{found.box}?{query}"


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
