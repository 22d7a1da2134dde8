"""Setup of a contest: its battle, places, rounds, points and deadlines."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from typing_extensions import override

from app.games.contests import events as e
from app.games.contests.army_lists import lists_impossible, takes_armies
from app.games.contests.battle_terms import (
    MOST_ROUNDS,
    OF_ROUND,
    TERM,
    USUAL_ROUNDS,
    asked_terms,
    own_terms,
    playable_scenarios,
    round_faults,
    round_fields,
    scenarios_by_round,
    split_battle,
    term_faults,
    term_fields,
)
from app.games.contests.divisions import divisions_impossible
from app.games.contests.entry_conditions import FIELDS as CONDITIONS
from app.games.contests.entry_conditions import club_missing, conditions_impossible, conditions_of
from app.games.contests.form_fields import (
    answer_to,
    answers_of_form,
    fields_of_form,
    number_of,
    tiebreak_field,
    titled_choices,
)
from app.games.contests.forms import form_of
from app.games.contests.groups import groups_impossible
from app.games.contests.ladder import LEAST_REACH, MOST_REACH, USUAL_REACH
from app.games.contests.league import MOST_MEETINGS
from app.games.contests.rated import RATED, rated_scenarios, rating_impossible
from app.games.contests.seasons import names_in_order, seasons_impossible
from app.games.contests.setup_words import LATE_TITLES, PLAYED_TITLES, settings_words
from app.games.contests.standings import SCORINGS
from app.games.contests.state import (
    BOTH,
    HERE,
    LATE_RULES,
    ORGANISER,
    PLACES,
    REFEREE,
    Settings,
)
from app.games.contests.teams import MOST_IN_TEAM, teams_impossible
from app.kernel.contract import Game, Setup
from app.kernel.form import Choice, Field, Kind
from app.kernel.free_text import text_refused
from app.kernel.game_setup import Agreement, Form
from app.kernel.refusal import Refusal, no, refuse_if
from app.kernel.say import Say, say

BATTLE, WORDS, FEE = "battle", "words", "fee"
IN_WORDS = "in_words"
"""Battle that is no game of the platform."""
MOST_PLACES, LONGEST_WORDS, LONGEST_FEE = 200, 80, 40
USUAL_PLACES = 16


class ContestSetup(Agreement):
    """The contract of `app.kernel.game_setup.Agreement`. `games` are the battles of the
    platform.
    """

    def __init__(self, games: Mapping[str, Game]) -> None:
        self.games = games

    @override
    def terms(self, scenario: str, terms: Form) -> Sequence[Field]:
        """Questions of a new contest."""
        return tuple(fields_of(self.games, scenario, terms))

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
        refuse_if(*setting_faults(self.games, scenario, found))
        return found

    @override
    def club_refusals(self, scenario: str, terms: Form, *, has_club: bool) -> Sequence[Refusal]:
        """Condition that only a contest of a club can have."""
        asked = conditions_of(filled_terms(scenario, terms))
        found = club_missing(asked, has_club=has_club)
        return (found,) if found else ()

    @override
    def rates_battles(self, scenario: str, terms: Form) -> bool:
        """True for a rated contest."""
        return bool(terms.get(RATED.name))

    @override
    def told(self, scenario: str, terms: Form) -> Sequence[Say]:
        """Settings in sentences."""
        return tuple(settings_words(scenario, settings_of(scenario, terms, self.games), self.games))


# ---------------------------------------------------------------------- questions
def battle_choices(games: Mapping[str, Game]) -> Iterator[Choice]:
    """Battles of the platform with two sides, and a battle in words."""
    yield Choice(IN_WORDS, say("Another battle, named below", "Otra batalla, indicada abajo"))
    for key, game in games.items():
        for one in playable_scenarios(game):
            title = say(
                "{game}: {scenario}",
                "{game}: {scenario}",
                game=game.card.title,
                scenario=one.title,
            )
            yield Choice(f"{key}/{one.key}", title)


def fields_of(games: Mapping[str, Game], scenario: str, terms: Form) -> Iterator[Field]:
    """Questions of a new contest; those about its battles follow the battle chosen so far."""
    yield from contest_fields(games, scenario)
    found = filled_terms(scenario, terms)
    yield from term_fields(games, found[BATTLE], terms)
    box, plot = split_battle(found[BATTLE])
    if not form_of(scenario).is_open and takes_armies(games.get(box), plot, own_terms(terms)):
        yield Field.flag(
            "lists",
            say(
                "Army lists by a deadline, before round 1",
                "Listas de ejército con plazo, antes de la ronda 1",
            ),
            is_optional=True,
        )
    if rated_scenarios(games.get(box)):
        yield RATED
    rounds = found.get("rounds", USUAL_ROUNDS)
    yield from round_fields(games, scenario, found[BATTLE], rounds, found["places"])
    yield from CONDITIONS


def contest_fields(games: Mapping[str, Game], scenario: str) -> Iterator[Field]:
    """Questions about the contest itself."""
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
    yield Field(
        FEE,
        Kind.TEXT,
        say("Entry fee", "Cuota de inscripción"),
        most=LONGEST_FEE,
        hint=say(
            "In words. It is paid outside this site, and you note who has paid. Empty: no fee.",
            "En palabras. Se paga fuera de este sitio y tú anotas los pagos. Vacío: sin cuota.",
        ),
        is_optional=True,
    )
    if not form_of(scenario).is_open:
        yield team_size_field()
    yield from fields_of_form(scenario)
    late = say("If a battle is not over at its deadline", "Si una batalla no acaba en su plazo")
    yield Field.choice("late", late, titled_choices(LATE_RULES, LATE_TITLES), usual=ORGANISER)


def team_size_field() -> Field:
    """Boards of a team; single entrants play without teams."""
    return Field.number(
        "team_size",
        say("Players of a team in a round", "Jugadores por equipo en cada ronda"),
        most=MOST_IN_TEAM,
        usual="0",
        hint=say(
            "0: no teams. 2 to 6: each player has a board against one of the other team.",
            "0: sin equipos. De 2 a 6: cada jugador tiene un tablero contra uno del otro equipo.",
        ),
        is_optional=True,
    )


# ---------------------------------------------------------------------- answers
def filled_terms(scenario: str, terms: Form) -> dict[str, Any]:
    """Terms with all blank fields filled in, as plain data."""
    found = {
        BATTLE: str(terms.get(BATTLE) or IN_WORDS),
        WORDS: " ".join(str(terms.get(WORDS) or "").split()),
        "played": str(terms.get("played") or BOTH),
        "places": number_of(terms, "places", USUAL_PLACES),
        FEE: " ".join(str(terms.get(FEE) or "").split()),
        "scoring": "three",
        "team_size": number_of(terms, "team_size", 0),
        "late": str(terms.get("late") or ORGANISER),
        "lists": bool(terms.get("lists")) and not form_of(scenario).is_open,
        "rated": bool(terms.get("rated")),
    } | answers_of_form(scenario, terms)
    found |= {one.name: answer_to(one, terms) for one in CONDITIONS}
    of_battles = {f"{TERM}{name}": value for name, value in own_terms(terms).items()}
    by_round = enumerate(scenarios_by_round(terms), 1)
    return found | of_battles | {f"{OF_ROUND}{n}": key for n, key in by_round if key}


def settings_of(scenario: str, terms: Form, games: Mapping[str, Game]) -> Settings:
    """Settings of the terms."""
    found = filled_terms(scenario, terms)
    box, plot = split_battle(found[BATTLE])
    plots = rated_scenarios if found["rated"] else playable_scenarios
    return Settings(
        box=box,
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
        is_seeded=found.get("seeded", False),
        group_count=found.get("groups", 0),
        divisions=found.get("divisions", 1),
        moves=found.get("moves", 0),
        earlier=tuple(found.get("earlier", "").split()),
        returning=names_in_order(found.get("returning", "")),
        advance=found.get("advance", 0),
        is_double_groups=found.get("double_groups", False),
        challenge_round=found.get("challenge_round", 0),
        terms=asked_terms(games.get(box), plot, own_terms(found)),
        scenarios=tuple(one.key for one in plots(games.get(box))),
        by_round=scenarios_by_round(found),
        needs_lists=found["lists"],
        reach=found.get("reach", USUAL_REACH),
        meetings=found.get("meetings", 1),
        conditions=conditions_of(found),
        team_size=found["team_size"],
        fee=found[FEE],
        tiebreaks=tuple(found.get("tiebreaks", "").split()),
        is_rated=found["rated"],
    )


def setting_faults(
    games: Mapping[str, Game], form: str, found: Mapping[str, Any]
) -> Iterator[Refusal]:
    """Faults of the settings."""
    wrong = tuple(choice_faults(games, form, found))
    yield from wrong
    yield from number_faults(found)
    yield from filter(
        None, (divisions_impossible(found.get("divisions", 1), found.get("moves", 0)),)
    )
    returning = names_in_order(found.get("returning", ""))
    yield from seasons_impossible(returning, found.get("earlier", "").split())
    if form_of(form).has_groups:
        yield from filter(None, (groups_impossible(found["groups"], found["advance"]),))
    yield from conditions_impossible(conditions_of(found), has_game=found[BATTLE] != IN_WORDS)
    if not wrong:
        settings = settings_of(form, found, games)
        wrong = tuple(round_faults(games, settings))
        yield from wrong or term_faults(games, settings)
        yield from teams_impossible(form_of(form), settings)
        yield from rating_impossible(games, settings)
        impossible = lists_impossible(games, settings)
        if impossible is not None:
            yield impossible


def choice_faults(
    games: Mapping[str, Game], form: str, found: Mapping[str, Any]
) -> Iterator[Refusal]:
    """CON-SET-01: A contest has one battle of this site or in words, and known choices. A battle in
    words has no table on this site.
    """
    rule = "CON-SET-01"
    if found[BATTLE] not in {one.value for one in battle_choices(games)}:
        yield no(rule, "There is no such battle.", "No existe esa batalla.")
    known = (("played", PLACES), ("scoring", tuple(SCORINGS)), ("late", LATE_RULES))
    orders = {one.value for one in tiebreak_field(form).choices}
    is_known = not form_of(form).chooses_tiebreaks or found["tiebreaks"] in orders
    if not is_known or any(found[name] not in values for name, values in known):
        yield no(rule, "There is no such choice.", "No existe esa opción.")
    yield from filter(None, (text_refused(found[WORDS], LONGEST_WORDS, rule),))
    yield from filter(None, (text_refused(found[FEE], LONGEST_FEE, rule),))
    if found[BATTLE] == IN_WORDS and found["played"] == HERE:
        yield no(
            rule,
            "This site has no table for a battle named in words.",
            "Este sitio no tiene mesa para una batalla indicada en palabras.",
        )


def number_faults(found: Mapping[str, Any]) -> Iterator[Refusal]:
    """CON-SET-02: A contest has 2 to 200 places, a Swiss one 1 to 15 rounds. Late entry ends before
    the last round. A challenge of a ladder reaches 1 to 10 rungs. Two entrants
    of a free league meet 1 to 10 times.
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
    yield from challenge_round_faults(found.get("challenge_round", 0), rounds)
    if not LEAST_REACH <= found.get("reach", USUAL_REACH) <= MOST_REACH:
        yield no(
            rule,
            "A challenge reaches {least} to {most} rungs up.",
            "Un desafío alcanza de {least} a {most} peldaños hacia arriba.",
            least=LEAST_REACH,
            most=MOST_REACH,
        )
    if not 1 <= found.get("meetings", 1) <= MOST_MEETINGS:
        yield no(
            rule,
            "Two entrants meet 1 to {most} times.",
            "Dos participantes se enfrentan de 1 a {most} veces.",
            most=MOST_MEETINGS,
        )


def challenge_round_faults(number: int, rounds: int) -> Iterator[Refusal]:
    """Refusal of a challenge round that the contest does not have."""
    if not 0 <= number <= max(rounds, 1):
        yield no(
            "CON-SET-02",
            "The challenge round is one of the rounds, or 0 for none.",
            "La ronda de desafíos es una de las rondas, o 0 si no hay ninguna.",
        )


def begin(games: Mapping[str, Game], setup: Setup) -> e.ContestBegan:
    """First event of a contest. Raises `Refused` for settings that no contest can have."""
    found = filled_terms(setup.scenario, setup.stock)
    refuse_if(*setting_faults(games, setup.scenario, found))
    form = form_of(setup.scenario).key
    seats = tuple(side for side in setup.seats.values() if side != REFEREE)
    return e.ContestBegan(form, settings_of(form, setup.stock, games), seats)
