"""Questions about the settings that only some forms of contests have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.games.contests.battle_terms import MOST_ROUNDS, USUAL_ROUNDS
from app.games.contests.divisions import MOST_DIVISIONS, MOST_MOVES, USUAL_MOVES
from app.games.contests.forms import form_of
from app.games.contests.groups import (
    LEAST_GROUPS,
    MOST_ADVANCE,
    MOST_GROUPS,
    USUAL_ADVANCE,
    USUAL_GROUPS,
)
from app.games.contests.ladder import LEAST_REACH, MOST_REACH, USUAL_REACH
from app.games.contests.league import MOST_MEETINGS
from app.games.contests.seasons import LONGEST_EARLIER, LONGEST_ORDER
from app.games.contests.standings import SCORING_TITLES, SCORINGS, tiebreak_words
from app.kernel.form import Choice, Field, Kind
from app.kernel.game_setup import Form
from app.kernel.say import Say, say


def titled_choices(keys: Sequence[str], titles: Mapping[str, Say]) -> tuple[Choice, ...]:
    """Choices with their titles."""
    return tuple(Choice(key, titles[key]) for key in keys)


FORM_FIELDS: dict[str, Field] = {
    one.name: one
    for one in (
        Field.number(
            "rounds",
            say("Rounds", "Rondas"),
            least=1,
            most=MOST_ROUNDS,
            usual=str(USUAL_ROUNDS),
        ),
        Field.number(
            "late_entry",
            say("Entry is possible until round", "Se puede entrar hasta la ronda"),
            most=MOST_ROUNDS,
            usual="0",
            hint=say("0: only during the sign-up.", "0: solo durante la inscripción."),
            is_optional=True,
        ),
        Field.flag(
            "mates_meet",
            say(
                "Club mates may meet in round one",
                "Los compañeros de club pueden enfrentarse en la primera ronda",
            ),
            is_optional=True,
        ),
        Field.number(
            "divisions",
            say("Divisions", "Divisiones"),
            least=1,
            most=MOST_DIVISIONS,
            usual="1",
        ),
        Field.number(
            "moves",
            say("Entrants who move up and down", "Participantes que suben y bajan"),
            most=MOST_MOVES,
            usual=str(USUAL_MOVES),
            hint=say("Between two divisions.", "Entre dos divisiones."),
            is_optional=True,
        ),
        Field(
            "returning",
            Kind.TEXT,
            say(
                "Entrants of the last season in their order",
                "Participantes de la temporada anterior en su orden",
            ),
            most=LONGEST_ORDER,
            hint=say(
                "Names with semicolons between them. They fill the divisions or rungs from the top.",
                "Nombres separados por punto y coma. Llenan las divisiones o los peldaños desde arriba.",
            ),
            is_optional=True,
            rare=True,
        ),
        Field(
            "earlier",
            Kind.TEXT,
            say("Earlier seasons", "Temporadas anteriores"),
            most=LONGEST_EARLIER,
            hint=say(
                "Last parts of their addresses, the first season first.",
                "Última parte de sus direcciones, empezando por la primera.",
            ),
            is_optional=True,
            rare=True,
        ),
        Field.number(
            "groups",
            say("Groups", "Grupos"),
            least=LEAST_GROUPS,
            most=MOST_GROUPS,
            usual=str(USUAL_GROUPS),
            hint=say(
                "Fewer if a group would be too small.",
                "Menos si algún grupo quedara demasiado pequeño.",
            ),
        ),
        Field.number(
            "advance",
            say("Entrants of each group who go on", "Participantes de cada grupo que pasan"),
            least=1,
            most=MOST_ADVANCE,
            usual=str(USUAL_ADVANCE),
        ),
        Field.flag(
            "double_groups",
            say("Two meetings in the groups", "Doble vuelta en los grupos"),
            is_optional=True,
        ),
        Field.number(
            "challenge_round",
            say("Challenge round", "Ronda de desafíos"),
            most=MOST_ROUNDS,
            usual="0",
            hint=say(
                "Entrants challenge each other before this round, which pairs those who agree. 0: none.",
                "Antes de esta ronda los participantes se desafían, y se enfrentan los que se ponen "
                "de acuerdo. 0: ninguna.",
            ),
            rare=True,
            is_optional=True,
        ),
        Field.flag(
            "third_place",
            say("With a battle for third place", "Con batalla por el tercer puesto"),
            is_optional=True,
        ),
        Field.flag(
            "seeded",
            say(
                "Organisers seed the entrants before round 1",
                "Los organizadores ordenan a los participantes antes de la ronda 1",
            ),
            hint=say(
                "By hand or by rating; without seeds, by lots. In a ladder, before the first challenge.",
                "A mano o por puntuación; si no, por sorteo. En una escalera, antes del primer desafío.",
            ),
            is_optional=True,
        ),
        Field.number(
            "reach",
            say("A challenge reaches rungs above", "Un desafío alcanza peldaños por encima"),
            least=LEAST_REACH,
            most=MOST_REACH,
            usual=str(USUAL_REACH),
        ),
        Field.number(
            "meetings",
            say("Battles of the same two entrants", "Batallas entre los mismos dos participantes"),
            least=1,
            most=MOST_MEETINGS,
            usual="1",
        ),
        Field.choice(
            "scoring",
            say("Points of a battle", "Puntos por batalla"),
            titled_choices(tuple(SCORINGS), SCORING_TITLES),
            usual="three",
        ),
    )
}


TIEBREAK_ORDERS = (
    "buchholz wins difference",
    "buchholz sonneborn_berger difference",
    "sonneborn_berger head_to_head difference",
    "head_to_head difference wins",
    "difference head_to_head wins",
    "difference buchholz wins",
    "wins difference head_to_head",
)
"""Tie-breaks that the terms of a contest may name, in their order; drawn lots follow."""


def tiebreak_field(form: str) -> Field:
    """Order of the tie-breaks; the usual one of the form comes first."""
    usual = " ".join(one for one in form_of(form).tiebreaks if one != "lots")
    orders = (usual, *(one for one in TIEBREAK_ORDERS if one != usual))
    titles = {one: tiebreak_words(one.split()) for one in orders}
    return Field.choice(
        "tiebreaks",
        say("Tie-breaks after the points", "Desempates tras los puntos"),
        titled_choices(orders, titles),
        usual=usual,
        rare=True,
    )


def fields_of_form(form: str) -> Iterator[Field]:
    """Questions of one form of contest."""
    for name in form_of(form).asks:
        yield tiebreak_field(form) if name == "tiebreaks" else FORM_FIELDS[name]


def answers_of_form(form: str, terms: Form) -> dict[str, Any]:
    """Answers to these questions, blank ones filled in."""
    return {one.name: answer_to(one, terms) for one in fields_of_form(form)}


def answer_to(field: Field, terms: Form) -> Any:
    """Answer to a question, or its usual answer: a number, true or false, or a choice."""
    if field.kind is Kind.FLAG:
        return bool(terms.get(field.name))
    if field.kind is Kind.NUMBER:
        return number_of(terms, field.name, int(field.usual))
    return str(terms.get(field.name) or field.usual)


def number_of(terms: Form, name: str, usual: int) -> int:
    """Number of a field; -1 for an answer that is no number."""
    value = terms.get(name)
    text = "" if value is None else str(value).strip()
    if not text:
        return usual
    return int(text) if text.isdecimal() and len(text) <= 4 else -1
