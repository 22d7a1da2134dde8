"""Context of the page of wishes for an opponent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from babel.dates import format_date, format_time
from starlette.datastructures import FormData

from app.kernel.contract import Game
from app.kernel.matchmaking import STRENGTHS
from app.kernel.say import LANGUAGES, Say, say
from app.services.container import Services
from app.services.errors import Malformed
from app.services.play import wish_rules
from app.services.play.opponent_wishes import WishForm, clubs_to_play_in
from app.services.watch.wish_pool import Beginnings, OwnWish, WishPage, load_wish_page
from app.store.clubs import Club
from app.web.forms import flag_field, integer_or_none
from app.web.pages import time_in_zone

MONDAY = date(2026, 1, 5)
EITHER, NEITHER = "either", ""
TALLEST = 6
"""Steps of the bars of weekdays; the style sheet has a height for each."""
STRENGTH_WORDS: Mapping[str, Say] = {
    "any": say("any strength", "cualquier nivel"),
    "preferred": say("preferably about my strength", "preferiblemente de mi nivel"),
    "required": say("only about my strength", "solo de mi nivel"),
}
LANGUAGE_NAMES: Mapping[str, Say] = {
    "en": say("English", "inglés"),
    "es": say("Spanish", "español"),
}


@dataclass(frozen=True)
class WishAnswers:
    """Answers of the form. `sides` has the chosen side by scenario: its key, "either" or ""."""

    box: str
    sides: Mapping[str, str]
    seats: tuple[tuple[str, str], ...]
    paces: tuple[str, ...] = ("slow",)
    live_hours: int = 2
    languages: tuple[str, ...] = ("en", "es")
    language_required: bool = False
    strength: str = "any"
    welcomes_newcomers: bool = True
    rated: bool = False
    at_once: int = 1
    apart: int = 1
    club_id: int | None = None

    def as_form(self) -> WishForm:
        """Answers as the service reads them."""
        values = {name: value for name, value in vars(self).items() if name != "sides"}
        return WishForm(**values)


@dataclass(frozen=True)
class DayBar:
    """Weekday with its number of games begun, and the height of its bar from 0 to `TALLEST`."""

    name: str
    count: int
    height: int


@dataclass(frozen=True)
class WishesPage:
    """Page of wishes of a visitor. `given` are the answers of the form for the game `box`.

    `wish` is the number of the wish that the form changes, 0 for a new one. `clubs` are those in
    which the visitor may play.
    """

    found: WishPage
    box: Game
    boxes: tuple[Game, ...]
    given: WishAnswers
    wish: int
    days: tuple[DayBar, ...]
    busiest: str
    hour: str
    may_add: bool
    clubs: tuple[Club, ...] = ()
    paces: Mapping[str, wish_rules.Pace] = field(default_factory=lambda: wish_rules.PACES)
    strengths: Mapping[str, Say] = field(default_factory=lambda: STRENGTH_WORDS)
    language_names: Mapping[str, Say] = field(default_factory=lambda: LANGUAGE_NAMES)
    live_hours: tuple[int, ...] = wish_rules.LIVE_HOURS
    most_games: int = wish_rules.MOST_GAMES
    most_apart: int = wish_rules.MOST_APART
    bound_minutes: int = wish_rules.BOUND_MINUTES

    @property
    def scenarios(self) -> tuple[tuple[str, Say, tuple[tuple[str, Say], ...]], ...]:
        """Scenarios of the game for a wish: key, title and sides."""
        known = {one.scenario for one in wish_rules.scenarios_of(self.box)}
        return tuple(
            (one.key, one.title, tuple((side.key, side.title) for side in one.sides))
            for one in self.box.card.scenarios
            if one.key in known
        )


def wish_context(
    services: Services,
    me: int | None,
    language: str,
    zone: str,
    box_key: str,
    wish: int,
    given: WishAnswers | None,
    club: int | None = None,
) -> WishesPage:
    """Page of wishes. Unknown games and wishes are left out of the form. `club` is chosen in the
    form of a new wish.
    """
    found = load_wish_page(services, me, zone)
    boxes = tuple(box for box in services.shelf.values() if wish_rules.scenarios_of(box))
    own = next((one for one in found.own if one.listed.id == wish), None)
    key = own.stored.box if own and not box_key else box_key
    box = next((one for one in boxes if one.card.key == key), boxes[0])
    now = found.beginnings
    return WishesPage(
        found,
        box,
        boxes,
        given or answers_of(box, own, club),
        own.listed.id if own else 0,
        day_bars(now, language),
        ", ".join(day_name(day, language, "EEEE") for day in now.most),
        hour_text(now, language, zone),
        len(found.own) < wish_rules.MOST_WISHES,
        clubs_to_play_in(services, me) if me is not None else (),
    )


def answers_of(box: Game, own: OwnWish | None, club: int | None = None) -> WishAnswers:
    """Answers of the form for an own wish; without one, either side of each scenario."""
    stored = own.stored if own else None
    if stored is None or stored.box != box.card.key:
        seats = tuple(
            (one.scenario, side) for one in wish_rules.scenarios_of(box) for side in one.sides
        )
        return WishAnswers(box.card.key, sides_of(box, seats), seats, club_id=club)
    return WishAnswers(
        stored.box,
        sides_of(box, stored.seats),
        stored.seats,
        stored.paces,
        languages=stored.languages,
        language_required=stored.language_required,
        strength=stored.strength,
        welcomes_newcomers=stored.welcomes_newcomers,
        rated=stored.rated,
        at_once=stored.at_once,
        apart=stored.apart,
        club_id=stored.club_id,
    )


def sides_of(box: Game, seats: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Chosen side of each scenario."""
    found = {}
    for one in wish_rules.scenarios_of(box):
        chosen = [side for side in one.sides if (one.scenario, side) in seats]
        found[one.scenario] = EITHER if len(chosen) == 2 else chosen[0] if chosen else NEITHER
    return found


def wish_given(box: Game, form: FormData) -> WishAnswers:
    """Answers of a sent form. Raises `Malformed` for a missing number."""
    sides = {
        one.scenario: str(form.get(f"side:{one.scenario}", ""))
        for one in wish_rules.scenarios_of(box)
    }
    seats = tuple(
        (one.scenario, side)
        for one in wish_rules.scenarios_of(box)
        for side in one.sides
        if sides[one.scenario] in (EITHER, side)
    )
    return WishAnswers(
        box.card.key,
        sides,
        seats,
        tuple(pace for pace in wish_rules.PACES if pace in form.getlist("pace")),
        _number(form, "live_hours"),
        tuple(one for one in LANGUAGES if one in form.getlist("language")),
        form.get("language_must") == "must",
        str(form.get("strength", STRENGTHS[0])),
        flag_field(form, "newcomers"),
        flag_field(form, "rated"),
        _number(form, "at_once"),
        _number(form, "apart"),
        integer_or_none(str(form.get("club", ""))),
    )


def _number(form: FormData, name: str) -> int:
    found = integer_or_none(str(form.get(name, "")))
    if found is None:
        raise Malformed(say("A number is missing.", "Falta un número."))
    return found


def day_bars(now: Beginnings, language: str) -> tuple[DayBar, ...]:
    """Weekdays with the games begun in the last weeks."""
    most = max(now.by_day, default=0) or 1
    return tuple(
        DayBar(day_name(day, language, "EEE"), count, -(-TALLEST * count // most))
        for day, count in enumerate(now.by_day)
    )


def day_name(day: int, language: str, form: str) -> str:
    """Name of a weekday, Monday is 0."""
    return format_date(MONDAY + timedelta(days=day), form, locale=language)


def hour_text(now: Beginnings, language: str, zone: str) -> str:
    """Usual hour of the beginning, such as "18:00"; "" without games."""
    if now.hour is None:
        return ""
    noon = time_in_zone(f"{MONDAY.isoformat()}T12:00:00Z", zone)
    return format_time(noon.replace(hour=now.hour, minute=0), "HH:mm", locale=language)
