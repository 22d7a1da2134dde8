"""Rated contests: their battles count for the ratings of the players (CON-SET-05, CON-SET-06)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.games.contests.battle_terms import playable_scenarios, scenario_of_round
from app.games.contests.state import HERE, Settings
from app.kernel.contract import Game, Scenario
from app.kernel.form import Field
from app.kernel.rated_scenarios import may_be_rated
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say

RATED = Field.flag(
    "rated",
    say("The battles are rated", "Las batallas puntúan"),
    hint=say(
        "The results count for the ratings of both players. Results of real tables count for a "
        "separate rating. Teams have none. Entrants agree by signing up.",
        "Los resultados cuentan para la puntuación de los dos jugadores. Los de mesas reales "
        "cuentan para una puntuación aparte. Los equipos no puntúan. Al inscribirse, los "
        "participantes lo aceptan.",
    ),
    is_optional=True,
)
IS_RATED = say(
    "The battles are rated: the results count for the ratings of both players. You agree to it "
    "by signing up.",
    "Las batallas puntúan: los resultados cuentan para la puntuación de los dos jugadores. Al "
    "inscribirte lo aceptas.",
)
OF_TABLES = say(
    "Results of real tables count for a separate rating, and change no other.",
    "Los resultados de mesas reales cuentan para una puntuación aparte, sin cambiar la otra.",
)


def rated_scenarios(game: Game | None) -> tuple[Scenario, ...]:
    """Scenarios of a game whose battles may be rated."""
    plots = playable_scenarios(game)
    return tuple(one for one in plots if game is not None and may_be_rated(game.card, one))


def rating_words(settings: Settings) -> Iterator[Say]:
    """The term of a rated contest in a sentence."""
    if settings.is_rated:
        yield IS_RATED
    if settings.is_rated and settings.played != HERE:
        yield OF_TABLES


def rating_impossible(games: Mapping[str, Game], settings: Settings) -> Iterator[Refusal]:
    """CON-SET-05: A contest may be rated if single entrants fight its battles, in scenarios of a
    game of this site with two sides.
    """
    if not settings.is_rated:
        return
    known = {one.key for one in rated_scenarios(games.get(settings.box))}
    rounds = range(1, max(len(settings.by_round), 1) + 1)
    if any(scenario_of_round(settings, number) not in known for number in rounds):
        yield no(
            "CON-SET-05",
            "A rated contest has scenarios of a game of this site, with two sides.",
            "Una competición que puntúa usa escenarios de un juego de este sitio, con dos bandos.",
        )
    if settings.team_size:
        yield no(
            "CON-SET-05",
            "A contest of teams is not rated. Leave the ratings out, or enter 0 for the teams.",
            "Una competición por equipos no puntúa. Quita la puntuación, o pon 0 en los equipos.",
        )
