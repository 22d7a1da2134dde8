"""Setup of a contest: its battle, places, rounds, points and deadlines."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from typing_extensions import override

from app.games.contests import events as e
from app.games.contests.standings import SCORING_TITLES, SCORINGS
from app.games.contests.state import (
    BOTH,
    EXTEND,
    FORMS,
    HERE,
    KNOCKOUT,
    LATE_RULES,
    NO_POINTS,
    ORGANISER,
    PLACES,
    REFEREE,
    SILENT,
    SWISS,
    TABLES,
    Settings,
)
from app.kernel.contract import Game, Setup
from app.kernel.form import Choice, Field, Kind
from app.kernel.free_text import text_refused
from app.kernel.game_setup import Agreement, Form
from app.kernel.refusal import Refusal, no, refuse_if
from app.kernel.say import Say, as_is, say

BATTLE, WORDS = "battle", "words"
IN_WORDS = "in_words"
"""Battle that is no game of the platform."""
MOST_PLACES, MOST_ROUNDS, LONGEST_WORDS = 200, 15, 80
USUAL_PLACES, USUAL_ROUNDS = 16, 5
PLAYED_TITLES: dict[str, Say] = {
    BOTH: say("on this site or on real tables", "en este sitio o en mesas reales"),
    HERE: say("on this site only", "solo en este sitio"),
    TABLES: say("on real tables only", "solo en mesas reales"),
}
LATE_TITLES: dict[str, Say] = {
    ORGANISER: say("an organiser decides", "decide un organizador"),
    NO_POINTS: say("neither gets points", "ninguno obtiene puntos"),
    SILENT: say(
        "the entrant who neither proposed nor answered a date gets no points; otherwise an "
        "organiser decides",
        "si solo uno no propuso ni respondió fechas, se queda sin puntos; en otro caso decide un organizador",
    ),
    EXTEND: say(
        "one extension, then an organiser decides", "una prórroga; después decide un organizador"
    ),
}


class ContestSetup(Agreement):
    """The contract of `app.kernel.game_setup.Agreement`. `games` are the battles of the platform."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self.games = games

    @override
    def terms(self, scenario: str, terms: Form) -> Sequence[Field]:
        """Questions of a new contest."""
        return tuple(fields_of(self.games, scenario))

    @override
    def settled(
        self,
        scenario: str,
        terms: Form,
        brought: Mapping[str, Form],
        chance: random.Random,
        alone: str = "",
    ) -> Form:
        """Terms with all blank fields filled in."""
        return filled_terms(scenario, terms)

    @override
    def stock(
        self, scenario: str, options: Sequence[str], terms: Form, brought: Mapping[str, Form]
    ) -> Mapping[str, Any]:
        """Settings as plain data. Raises `Refused` for settings that no contest can have."""
        found = filled_terms(scenario, terms)
        refuse_if(*setting_faults(self.games, found))
        return found

    @override
    def told(self, scenario: str, terms: Form) -> Sequence[Say]:
        """Settings in sentences."""
        return tuple(settings_words(scenario, settings_of(scenario, terms), self.games))


# ---------------------------------------------------------------------- questions
def battle_choices(games: Mapping[str, Game]) -> Iterator[Choice]:
    """Battles of the platform with two sides, and a battle in words."""
    yield Choice(IN_WORDS, say("Another battle, named below", "Otra batalla, indicada abajo"))
    for key, game in games.items():
        for one in game.card.scenarios:
            if len([side for side in one.sides if side.competes]) == 2 and not one.guided:
                title = say(
                    "{game}: {scenario}",
                    "{game}: {scenario}",
                    game=game.card.title,
                    scenario=one.title,
                )
                yield Choice(f"{key}/{one.key}", title)


def fields_of(games: Mapping[str, Game], scenario: str) -> Iterator[Field]:
    """Questions of a new contest."""
    yield Field.choice(
        BATTLE, say("Battle", "Batalla"), tuple(battle_choices(games)), usual=IN_WORDS
    )
    words = say("Battle in words", "Batalla en palabras")
    yield Field(WORDS, Kind.TEXT, words, most=LONGEST_WORDS, is_optional=True)
    played = say("The battles are played", "Las batallas se juegan")
    yield Field.choice("played", played, titled_choices(PLACES, PLAYED_TITLES), usual=BOTH)
    yield Field.number(
        "places",
        say("Places", "Plazas"),
        least=2,
        most=MOST_PLACES,
        usual=str(USUAL_PLACES),
        hint=say(
            "Later entrants stand on a waiting list.",
            "Los que lleguen después quedan en lista de espera.",
        ),
    )
    yield from fields_of_form(scenario)
    points = say("Points of a battle", "Puntos por batalla")
    yield Field.choice(
        "scoring", points, titled_choices(tuple(SCORINGS), SCORING_TITLES), usual="three"
    )
    late = say("If a battle is not over at its deadline", "Si una batalla no acaba en su plazo")
    yield Field.choice("late", late, titled_choices(LATE_RULES, LATE_TITLES), usual=ORGANISER)


def fields_of_form(scenario: str) -> Iterator[Field]:
    """Questions of one form of contest."""
    if scenario == SWISS:
        rounds = say("Rounds", "Rondas")
        yield Field.number("rounds", rounds, least=1, most=MOST_ROUNDS, usual=str(USUAL_ROUNDS))
        yield Field.number(
            "late_entry",
            say("Entry is possible until round", "Se puede entrar hasta la ronda"),
            most=MOST_ROUNDS,
            usual="0",
            hint=say("0: only during the sign-up.", "0: solo durante la inscripción."),
            is_optional=True,
        )
        mates = say(
            "Club mates may meet in round one",
            "Los compañeros de club pueden enfrentarse en la primera ronda",
        )
        yield Field.flag("mates_meet", mates, is_optional=True)
    if scenario == KNOCKOUT:
        third = say("With a battle for third place", "Con batalla por el tercer puesto")
        yield Field.flag("third_place", third, is_optional=True)


def titled_choices(keys: Sequence[str], titles: Mapping[str, Say]) -> tuple[Choice, ...]:
    """Choices with their titles."""
    return tuple(Choice(key, titles[key]) for key in keys)


# ---------------------------------------------------------------------- answers
def filled_terms(scenario: str, terms: Form) -> dict[str, Any]:
    """Terms with all blank fields filled in, as plain data."""
    found = {
        BATTLE: str(terms.get(BATTLE) or IN_WORDS),
        WORDS: " ".join(str(terms.get(WORDS) or "").split()),
        "played": str(terms.get("played") or BOTH),
        "places": number_of(terms, "places", USUAL_PLACES),
        "scoring": str(terms.get("scoring") or "three"),
        "late": str(terms.get("late") or ORGANISER),
    }
    if scenario == SWISS:
        found["rounds"] = number_of(terms, "rounds", USUAL_ROUNDS)
        found["late_entry"] = number_of(terms, "late_entry", 0)
        found["mates_meet"] = bool(terms.get("mates_meet"))
    if scenario == KNOCKOUT:
        found["third_place"] = bool(terms.get("third_place"))
    return found


def number_of(terms: Form, name: str, usual: int) -> int:
    """Number of a field; -1 for an answer that is no number."""
    value = terms.get(name)
    text = "" if value is None else str(value).strip()
    if not text:
        return usual
    return int(text) if text.isdecimal() and len(text) <= 4 else -1


def settings_of(scenario: str, terms: Form) -> Settings:
    """Settings of the terms."""
    found = filled_terms(scenario, terms)
    box, _, plot = found[BATTLE].partition("/")
    return Settings(
        box=box if plot else "",
        scenario=plot,
        words=found[WORDS],
        played=found["played"],
        places=found["places"],
        rounds=found.get("rounds", 0),
        scoring=found["scoring"],
        late=found["late"],
        late_entry=found.get("late_entry", 0),
        keeps_mates_apart=not found.get("mates_meet", False),
        has_third_place=found.get("third_place", False),
    )


def setting_faults(games: Mapping[str, Game], found: Mapping[str, Any]) -> Iterator[Refusal]:
    """Faults of the settings."""
    yield from choice_faults(games, found)
    yield from number_faults(found)


def choice_faults(games: Mapping[str, Game], found: Mapping[str, Any]) -> Iterator[Refusal]:
    """CON-SET-01: A contest has one battle of this site or in words, and known choices. A battle in
    words has no table on this site.
    """
    rule = "CON-SET-01"
    if found[BATTLE] not in {one.value for one in battle_choices(games)}:
        yield no(rule, "There is no such battle.", "No existe esa batalla.")
    known = (("played", PLACES), ("scoring", tuple(SCORINGS)), ("late", LATE_RULES))
    if any(found[name] not in values for name, values in known):
        yield no(rule, "There is no such choice.", "No existe esa opción.")
    wrong = text_refused(found[WORDS], LONGEST_WORDS, rule)
    if wrong is not None:
        yield wrong
    if found[BATTLE] == IN_WORDS and found["played"] == HERE:
        yield no(
            rule,
            "This site has no table for a battle named in words.",
            "Este sitio no tiene mesa para una batalla indicada en palabras.",
        )


def number_faults(found: Mapping[str, Any]) -> Iterator[Refusal]:
    """CON-SET-02: A contest has 2 to 200 places, a Swiss one 1 to 15 rounds. Late entry ends before
    the last round.
    """
    rule, rounds = "CON-SET-02", found.get("rounds", 1)
    if not 2 <= found["places"] <= MOST_PLACES:
        yield no(
            rule,
            "A contest has 2 to {most} places.",
            "Una competición tiene de 2 a {most} plazas.",
            most=MOST_PLACES,
        )
    if not 1 <= rounds <= MOST_ROUNDS:
        yield no(
            rule,
            "A Swiss contest has 1 to {most} rounds.",
            "Un sistema suizo tiene de 1 a {most} rondas.",
            most=MOST_ROUNDS,
        )
    if not 0 <= found.get("late_entry", 0) < max(rounds, 1):
        yield no(
            rule,
            "Late entry ends before the last round.",
            "La entrada tardía acaba antes de la última ronda.",
        )


def settings_words(
    form: str, settings: Settings, games: Mapping[str, Game] | None = None
) -> Iterator[Say]:
    """Settings in sentences."""
    yield battle_words(settings, games or {})
    yield say("Played {where}", "Se juega {where}", where=PLAYED_TITLES[settings.played])
    yield say("{n:place+s}", "{n:plaza+s}", n=settings.places)
    if form == SWISS:
        yield say("{n:round+s}", "{n:ronda+s}", n=settings.rounds)
        if settings.late_entry:
            yield say("Entry until round {n}", "Entrada hasta la ronda {n}", n=settings.late_entry)
    yield SCORING_TITLES[settings.scoring]
    yield say(
        "At the deadline of a battle: {what}",
        "Al acabar el plazo de una batalla: {what}",
        what=LATE_TITLES[settings.late],
    )


def battle_words(settings: Settings, games: Mapping[str, Game]) -> Say:
    """Battle of the contest in words."""
    game = games.get(settings.box)
    scenario = game.card.scenario(settings.scenario) if game is not None else None
    if game is None or scenario is None:
        if not settings.words and not settings.box:
            return say("A battle by agreement", "Una batalla por acuerdo")
        return as_is(settings.words or settings.box)
    return say(
        "{game}: {scenario}", "{game}: {scenario}", game=game.card.title, scenario=scenario.title
    )


def begin(games: Mapping[str, Game], setup: Setup) -> e.ContestBegan:
    """First event of a contest. Raises `Refused` for settings that no contest can have."""
    found = filled_terms(setup.scenario, setup.stock)
    refuse_if(*setting_faults(games, found))
    form = setup.scenario if setup.scenario in FORMS else SWISS
    seats = tuple(side for side in setup.seats.values() if side != REFEREE)
    return e.ContestBegan(form, settings_of(form, setup.stock), seats)
