"""Conditions of a sign-up: club, rating, decisions in time, finished games (chapter CON-CND)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from app.kernel.entrant_facts import EntrantFacts
from app.kernel.form import Field
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say

LEAST_RATING, MOST_RATING, MOST_GAMES, HUNDRED = 100, 3_000, 1_000, 100


class Conditions(Struct, frozen=True, omit_defaults=True):
    """Conditions of an entry. 0 and false ask for nothing.

    `least_rating` and `most_rating` are points, `least_in_time` per cent, `least_finished` games.
    """

    members_only: bool = False
    least_rating: int = 0
    most_rating: int = 0
    no_provisional: bool = False
    least_in_time: int = 0
    least_finished: int = 0

    @property
    def asks_rating(self) -> bool:
        """True if an entrant needs a rating."""
        return bool(self.least_rating or self.most_rating or self.no_provisional)


def number_field(name: str, title: Say, most: int, hint: Say) -> Field:
    """Number of a condition; 0 asks for nothing."""
    return Field.number(name, title, most=most, usual="0", hint=hint, rare=True, is_optional=True)


NOTHING_ASKED = say("0: no condition.", "0: sin condición.")
FIELDS: tuple[Field, ...] = (
    Field.flag(
        "members_only",
        say("Entrants are members of the club", "Los participantes son miembros del club"),
        rare=True,
        is_optional=True,
    ),
    number_field(
        "least_rating",
        say("Rating of an entrant, at least", "Puntuación mínima para inscribirse"),
        MOST_RATING,
        NOTHING_ASKED,
    ),
    number_field(
        "most_rating",
        say("Rating of an entrant, at most", "Puntuación máxima para inscribirse"),
        MOST_RATING,
        NOTHING_ASKED,
    ),
    Field.flag(
        "no_provisional",
        say("A provisional rating is not enough", "No basta una puntuación provisional"),
        rare=True,
        is_optional=True,
    ),
    number_field(
        "least_in_time",
        say("Decisions in time, at least (per cent)", "Decisiones a tiempo, como mínimo (%)"),
        HUNDRED,
        NOTHING_ASKED,
    ),
    number_field(
        "least_finished",
        say("Finished games, at least", "Partidas terminadas, como mínimo"),
        MOST_GAMES,
        NOTHING_ASKED,
    ),
)
"""Questions about the conditions. Their names are those of `Conditions`."""


def conditions_of(found: Mapping[str, Any]) -> Conditions:
    """Conditions of the filled terms; older contests have none."""
    return Conditions(**{one.name: found[one.name] for one in FIELDS if one.name in found})


# ---------------------------------------------------------------------- refusals
def conditions_refused(asked: Conditions, facts: EntrantFacts) -> Iterator[Refusal]:
    """CON-CND-01: An entrant meets all conditions of the sign-up at the time of the entry. Ratings
    are in points, decisions in per cent. Only a rating that all visitors see counts.
    """
    rule = "CON-CND-01"
    if asked.members_only and facts.is_member is False:
        yield no(
            rule,
            "Only members of the club sign up for this contest.",
            "En esta competición se inscriben solo miembros del club.",
        )
    yield from rating_refused(asked, facts, rule)
    if (facts.in_time or 0) < asked.least_in_time:
        yield no(
            rule,
            "{have}% of your decisions were in time; {need}% are asked for.",
            "Tomaste a tiempo el {have} % de tus decisiones; se pide el {need} %.",
            have=facts.in_time or 0,
            need=asked.least_in_time,
        )
    if facts.finished < asked.least_finished:
        yield no(
            rule,
            "You have {have} finished {have:game|games}; {need} are asked for.",
            "Tienes {have:partida+s} {have:terminada|terminadas}; se piden {need}.",
            have=facts.finished,
            need=asked.least_finished,
        )


def rating_refused(asked: Conditions, facts: EntrantFacts, rule: str) -> Iterator[Refusal]:
    """Refusals of a rating that is hidden, missing, too low, too high or provisional."""
    if not asked.asks_rating:
        return
    if facts.hides_ratings or facts.rating is None:
        yield rating_missing(facts, rule)
        return
    if facts.rating < asked.least_rating:
        yield no(
            rule,
            "Visitors see your rating as {have}; at least {need} is asked for.",
            "Los visitantes ven tu puntuación como {have}; se pide {need} como mínimo.",
            have=facts.rating,
            need=asked.least_rating,
        )
    if asked.most_rating and facts.rating > asked.most_rating:
        yield no(
            rule,
            "Visitors see your rating as {have}; at most {need} is asked for.",
            "Los visitantes ven tu puntuación como {have}; se pide {need} como máximo.",
            have=facts.rating,
            need=asked.most_rating,
        )
    if asked.no_provisional and facts.is_provisional:
        yield no(
            rule,
            "Your rating is provisional. Play more rated battles first.",
            "Tu puntuación es provisional. Juega antes más batallas puntuadas.",
        )


def rating_missing(facts: EntrantFacts, rule: str) -> Refusal:
    """Refusal of an entrant whose rating visitors do not see."""
    if facts.hides_ratings:
        return no(
            rule,
            "You hide your ratings, so they do not count here. To show them, open your rating and "
            "choose “All visitors”.",
            "Ocultas tus puntuaciones, así que aquí no cuentan. Para mostrarlas, abre tu "
            "puntuación y elige «Todos los visitantes».",
        )
    return no(
        rule,
        "Visitors see no rating of yours in the game of this contest.",
        "Los visitantes no ven ninguna puntuación tuya en el juego de esta competición.",
    )


def conditions_impossible(asked: Conditions, *, has_game: bool) -> Iterator[Refusal]:
    """CON-CND-02: A rating is 100 to 3,000 points, and the highest is not below the lowest.
    Decisions are 0 to 100 per cent, finished games 0 to 1,000. Only a battle of this site has
    ratings.
    """
    rule = "CON-CND-02"
    if asked.asks_rating and not has_game:
        yield no(
            rule,
            "A battle named in words has no ratings.",
            "Una batalla indicada en palabras no tiene puntuaciones.",
        )
    ratings = [one for one in (asked.least_rating, asked.most_rating) if one]
    is_range = all(LEAST_RATING <= one <= MOST_RATING for one in ratings)
    if not is_range or ratings != sorted(ratings):
        yield no(
            rule,
            "A rating is {least} to {most}, and the lowest comes first.",
            "Una puntuación va de {least} a {most}, y la mínima no supera a la máxima.",
            least=LEAST_RATING,
            most=MOST_RATING,
        )
    if not 0 <= asked.least_in_time <= HUNDRED or not 0 <= asked.least_finished <= MOST_GAMES:
        yield no(
            rule,
            "Decisions in time are 0 to 100 per cent, finished games 0 to {most}.",
            "Las decisiones a tiempo van de 0 a 100 %, las partidas terminadas de 0 a {most}.",
            most=MOST_GAMES,
        )


def club_missing(asked: Conditions, *, has_club: bool) -> Refusal | None:
    """CON-CND-03: Only a contest of a club asks its entrants to be members of the club."""
    if has_club or not asked.members_only:
        return None
    return no(
        "CON-CND-03",
        "This contest belongs to no club, so its entrants cannot be required to be members of one. "
        "Choose a club or remove the condition.",
        "Esta competición no es de ningún club, así que no puede pedir que los participantes sean "
        "miembros de uno. Elige un club o quita la condición.",
    )


# ---------------------------------------------------------------------- words
def conditions_words(asked: Conditions) -> Iterator[Say]:
    """Conditions in sentences."""
    if asked.members_only:
        yield say("Only members of the club sign up", "Se inscriben solo miembros del club")
    if asked.least_rating:
        yield say("Rating of {n} at least", "Puntuación de {n} como mínimo", n=asked.least_rating)
    if asked.most_rating:
        yield say("Rating of {n} at most", "Puntuación de {n} como máximo", n=asked.most_rating)
    if asked.no_provisional:
        yield say("A provisional rating is not enough", "No basta una puntuación provisional")
    elif asked.asks_rating:
        yield say("A provisional rating is enough", "Basta una puntuación provisional")
    if asked.least_in_time:
        yield say(
            "{n}% of the decisions in time at least",
            "Al menos un {n} % de las decisiones a tiempo",
            n=asked.least_in_time,
        )
    if asked.least_finished:
        yield say(
            "At least {n} finished {n:game|games}",
            "Al menos {n:partida+s} {n:terminada|terminadas}",
            n=asked.least_finished,
        )
