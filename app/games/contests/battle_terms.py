"""Terms of the battles of a contest, and the scenario of each round (CON-SET-03, CON-SET-04)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from app.games.contests.forms import form_of
from app.games.contests.orders import ChooseScenario
from app.games.contests.state import Contest, Settings
from app.kernel.contract import Game, Scenario
from app.kernel.form import Choice, Field
from app.kernel.game_setup import NOTHING_YET, Form
from app.kernel.refusal import Refusal, Refused, no
from app.kernel.say import Say, as_is, say

TERM, OF_ROUND = "of_", "scenario_"
"""Prefixes of fields: a term of the battles, and the scenario of a round."""
MOST_ROUNDS, USUAL_ROUNDS, FEWEST_LISTED = 15, 5, 2


# ---------------------------------------------------------------------- scenarios
def playable_scenarios(game: Game | None) -> tuple[Scenario, ...]:
    """Scenarios with two sides that a contest may play; lessons are none of them."""
    if game is None:
        return ()
    return tuple(
        one
        for one in game.card.scenarios
        if len([side for side in one.sides if side.competes]) == 2 and not one.guided
    )


def scenario_title(games: Mapping[str, Game], box: str, key: str) -> Say:
    """Name of a scenario; an unknown key stands for itself."""
    game = games.get(box)
    found = game.card.scenario(key) if game is not None else None
    return found.title if found is not None else as_is(key)


def roles_of_round(games: Mapping[str, Game], settings: Settings, number: int) -> tuple[Say, ...]:
    """Names of the two sides in the scenario of a round; () for a battle in words."""
    game = games.get(settings.box)
    found = game.card.scenario(scenario_of_round(settings, number)) if game is not None else None
    return tuple(one.title for one in found.sides if one.competes) if found is not None else ()


def scenario_of_round(settings: Settings, number: int) -> str:
    """Scenario of the battles of a round: its own, or that of the contest."""
    own = settings.by_round[number - 1] if number <= len(settings.by_round) else ""
    return own or settings.scenario


def with_scenario(settings: Settings, number: int, scenario: str) -> Settings:
    """Settings with another scenario for one round."""
    filled = [*settings.by_round, *[""] * (number - len(settings.by_round))]
    filled[number - 1] = scenario
    return replace(settings, by_round=tuple(filled))


def terms_of_round(games: Mapping[str, Game], settings: Settings, number: int) -> dict[str, Any]:
    """Terms of the battles of a round: those that its scenario asks for."""
    scenario = scenario_of_round(settings, number)
    if scenario == settings.scenario or not settings.terms:
        return dict(settings.terms)
    return asked_terms(games.get(settings.box), scenario, settings.terms)


def asked_terms(game: Game | None, scenario: str, terms: Form) -> dict[str, Any]:
    """Terms that a scenario asks for; all of them if its game asks for none."""
    if game is None or game.agreement is None:
        return dict(terms)
    asked = {one.name for one in game.agreement.terms(scenario, terms)}
    return {name: value for name, value in terms.items() if name in asked}


# ---------------------------------------------------------------------- questions
def split_battle(battle: str) -> tuple[str, str]:
    """Box and scenario of a chosen battle; both "" for a battle in words."""
    box, _, scenario = battle.partition("/")
    return (box, scenario) if scenario else ("", "")


def own_terms(terms: Form) -> dict[str, Any]:
    """Terms of the battles among the answers, without blank ones."""
    return {
        name.removeprefix(TERM): value
        for name, value in terms.items()
        if name.startswith(TERM) and str(value).strip()
    }


def term_fields(games: Mapping[str, Game], battle: str, terms: Form) -> Iterator[Field]:
    """Questions of the chosen battle, as its own game asks them, without pictures."""
    box, scenario = split_battle(battle)
    game = games.get(box)
    if game is None or game.agreement is None or game.card.scenario(scenario) is None:
        return
    for one in game.agreement.terms(scenario, own_terms(terms)):
        yield replace(
            one,
            name=TERM + one.name,
            draws=False,
            is_optional=True,
            control="" if one.control in ("drawings", "proposal") else one.control,
        )


def round_fields(
    games: Mapping[str, Game], form: str, battle: str, rounds: int, places: int
) -> Iterator[Field]:
    """Questions about the scenario of each later round, for a game with several scenarios."""
    box, scenario = split_battle(battle)
    choices = [Choice(one.key, one.title) for one in playable_scenarios(games.get(box))]
    if len(choices) < FEWEST_LISTED or scenario not in {one.value for one in choices}:
        return
    first = Choice("", say("As in round 1", "Como en la ronda 1"))
    for number in range(2, rounds_listed(form, rounds, places) + 1):
        title = say("Scenario of round {n}", "Escenario de la ronda {n}", n=number)
        yield Field.choice(
            f"{OF_ROUND}{number}", title, (first, *choices), rare=True, is_optional=True
        )


def rounds_listed(form: str, rounds: int, places: int) -> int:
    """Rounds that the founding form lists: those of a Swiss contest, or as many as the places may
    need.
    """
    if form_of(form).is_drawn:
        return min(max(rounds, 1), MOST_ROUNDS)
    if form_of(form).has_groups:
        return MOST_ROUNDS
    needed = 2 * max(places, 2).bit_length() if form_of(form).has_bracket else places
    return min(max(needed, 1), MOST_ROUNDS)


def scenarios_by_round(terms: Form) -> tuple[str, ...]:
    """Scenarios of the rounds among the answers, "" for that of the contest."""
    found = [str(terms.get(f"{OF_ROUND}{n}") or "").strip() for n in range(1, MOST_ROUNDS + 1)]
    while found and not found[-1]:
        found.pop()
    return tuple(found)


# ---------------------------------------------------------------------- faults
def term_faults(games: Mapping[str, Game], settings: Settings) -> Iterator[Refusal]:
    """CON-SET-03: The terms of the battles are those that their own game allows, in each scenario
    of the contest. The rules of that game refuse a fault.
    """
    game = games.get(settings.box)
    if game is None or game.agreement is None:
        if settings.terms:
            yield no(
                "CON-SET-03",
                "This battle has no terms of its own.",
                "Esta batalla no tiene condiciones propias.",
            )
        return
    seen: list[Refusal] = []
    first_rounds = {scenario_of_round(settings, n): n for n in range(MOST_ROUNDS, 0, -1)}
    for scenario, number in first_rounds.items():
        for fault in faults_in(game, scenario, terms_of_round(games, settings, number)):
            if fault not in seen:
                seen.append(fault)
                yield fault


def faults_in(
    game: Game, scenario: str, terms: Form, brought: Mapping[str, Form] = NOTHING_YET
) -> tuple[Refusal, ...]:
    """Faults of the terms in one scenario, and of what its sides bring. Blank terms are filled in
    with fixed chance.
    """
    if game.agreement is None:
        return ()
    chance = random.Random(0)  # noqa: S311 - only to check the terms; each table draws its own
    try:
        filled = {**game.agreement.settled(scenario, terms, brought, chance), **terms}
        game.agreement.stock(scenario, (), filled, brought)
    except Refused as refused:
        return tuple(refused.refusals)
    return ()


def round_faults(games: Mapping[str, Game], settings: Settings) -> Iterator[Refusal]:
    """Faults of the scenarios by round."""
    known = {one.key for one in playable_scenarios(games.get(settings.box))}
    if any(one and one not in known for one in settings.by_round):
        yield no_such_scenario()


def no_such_scenario() -> Refusal:
    """Refusal of a scenario that the game of the contest does not have."""
    return no(
        "CON-SET-04",
        "The game of this contest has no such scenario.",
        "El juego de esta competición no tiene ese escenario.",
    )


def choice_refused(contest: Contest, order: ChooseScenario) -> Refusal | None:
    """CON-SET-04: A round may have a scenario of its own. Organisers choose it until the round is
    published.
    """
    if order.scenario and order.scenario not in contest.settings.scenarios:
        return no_such_scenario()
    if contest.round < order.round <= MOST_ROUNDS:
        return None
    return no(
        "CON-SET-04",
        "The scenario of a published round stays. Name a later round, up to {most}.",
        "El escenario de una ronda publicada no cambia. Indica una ronda posterior, hasta la {most}.",
        most=MOST_ROUNDS,
    )


# ---------------------------------------------------------------------- words
def terms_words(games: Mapping[str, Game], settings: Settings) -> Iterator[Say]:
    """Terms of the battles in sentences, and the scenarios of the rounds."""
    game = games.get(settings.box)
    if game is None:
        return
    if game.agreement is not None and settings.terms:
        yield from game.agreement.told(settings.scenario, settings.terms)
    for number, key in enumerate(settings.by_round, 1):
        if key:
            yield say(
                "Round {n}: {scenario}",
                "Ronda {n}: {scenario}",
                n=number,
                scenario=scenario_title(games, settings.box, key),
            )
