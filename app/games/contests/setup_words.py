"""Settings of a contest in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from app.games.contests.battle_terms import scenario_of_round, terms_words
from app.games.contests.entry_conditions import conditions_words
from app.games.contests.forms import BY_BRACKET, form_of
from app.games.contests.rated import rating_words
from app.games.contests.standings import SCORING_TITLES, tiebreak_order, tiebreak_words
from app.games.contests.state import (
    BOTH,
    EXTEND,
    HERE,
    NO_POINTS,
    ORGANISER,
    SILENT,
    TABLES,
    Settings,
)
from app.games.contests.teams import RESERVES
from app.kernel.contract import Game
from app.kernel.say import Say, as_is, say

PLAYED_TITLES: dict[str, Say] = {
    BOTH: say("on this site or on real tables", "en este sitio o en mesas reales"),
    HERE: say("on this site only", "solo en este sitio"),
    TABLES: say("on real tables only", "solo en mesas reales"),
}
BRACKET_TITLES: dict[str, Say] = SCORING_TITLES | {
    "three": say("3 points for a win", "3 puntos por victoria"),
    "two": say("2 points for a win", "2 puntos por victoria"),
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


def settings_words(
    form: str, settings: Settings, games: Mapping[str, Game] | None = None
) -> Iterator[Say]:
    """Settings in sentences."""
    yield battle_words(settings, games or {})
    yield from terms_words(games or {}, settings)
    yield say("Played {where}", "Se juega {where}", where=PLAYED_TITLES[settings.played])
    if not settings.team_size:
        yield say("{n:place+s}", "{n:plaza+s}", n=settings.places)
    else:
        yield say("Places for {n} teams", "{n} plazas para equipos", n=settings.places)
        yield team_words(settings)
    if settings.fee:
        yield say(
            "Entry fee: {fee}, paid outside this site",
            "Cuota de inscripción: {fee}; se paga fuera de este sitio",
            fee=as_is(settings.fee),
        )
    if form_of(form).is_drawn:
        yield from swiss_words(settings)
    if settings.needs_lists:
        yield say(
            "Army lists before round 1, secret until all are opened",
            "Listas de ejército antes de la ronda 1, secretas hasta que se publican todas",
        )
    yield from rating_words(settings)
    yield from form_words(form, settings)
    yield from conditions_words(settings.conditions)
    yield say(
        "At the deadline of a battle: {what}",
        "Al acabar el plazo de una batalla: {what}",
        what=LATE_TITLES[settings.late],
    )


def team_words(settings: Settings) -> Say:
    """Boards and players of a team."""
    return say(
        "Teams with {n} boards: one player on each, and {m:reserve+s} at most",
        "Equipos de {n} tableros: un jugador en cada uno y {m:reserva+s} como mucho",
        n=settings.team_size,
        m=RESERVES,
    )


def form_words(form: str, settings: Settings) -> Iterator[Say]:
    """Settings that only some forms have, in sentences."""
    if settings.earlier:
        yield say("Season {n}", "Temporada {n}", n=len(settings.earlier) + 1)
    if settings.returning:
        yield returning_words(form, settings)
    if settings.divisions > 1:
        yield say(
            "{n:division+s}; entrants who move up and down: {m}",
            "{n} {n:división|divisiones}; participantes que suben y bajan: {m}",
            n=settings.divisions,
            m=settings.moves,
        )
    if form_of(form).has_groups:
        yield from group_words(settings)
    if settings.has_third_place:
        yield say("With a battle for third place", "Con batalla por el tercer puesto")
    if settings.is_seeded:
        yield seeding_words(form)
    yield from asked_words(form, settings)


def seeding_words(form: str) -> Say:
    """Time at which the organisers seed the entrants."""
    if form_of(form).has_rungs:
        return say(
            "Organisers may order the rungs before the first challenge",
            "Los organizadores pueden ordenar los peldaños antes del primer desafío",
        )
    return say(
        "Organisers seed the entrants before round 1",
        "Los organizadores ordenan a los participantes antes de la ronda 1",
    )


def returning_words(form: str, settings: Settings) -> Say:
    """Order of the returning entrants in the divisions or on the rungs."""
    names = tuple(map(as_is, settings.returning))
    if form_of(form).has_rungs:
        return say(
            "Returning entrants take the first rungs in this order: {names}",
            "Los participantes que vuelven ocupan los primeros peldaños en este orden: {names}",
            names=names,
        )
    return say(
        "Returning entrants fill the divisions in this order: {names}",
        "Los participantes que vuelven llenan las divisiones en este orden: {names}",
        names=names,
    )


def asked_words(form: str, settings: Settings) -> Iterator[Say]:
    """Reach of challenges, points, tie-breaks and meetings, for the forms that ask for them."""
    asks = form_of(form).asks
    if "reach" in asks:
        yield say(
            "A challenge reaches {n:rung+s} up",
            "Un desafío alcanza {n:peldaño+s} hacia arriba",
            n=settings.reach,
        )
    if "scoring" in asks:
        yield scoring_words(form, settings)
    if form_of(form).chooses_tiebreaks:
        yield say(
            "Tie-breaks: {words}",
            "Desempates: {words}",
            words=tiebreak_words(tiebreak_order(form_of(form), settings)),
        )
    if "meetings" in asks:
        yield say(
            "Two entrants meet at most {n:time+s}",
            "Dos participantes se enfrentan {n} {n:vez|veces} como mucho",
            n=settings.meetings,
        )


def scoring_words(form: str, settings: Settings) -> Say:
    """Points of a battle. No battle of a bracket ends as a draw."""
    is_bracket = form_of(form).pairs == BY_BRACKET
    return (BRACKET_TITLES if is_bracket else SCORING_TITLES)[settings.scoring]


def group_words(settings: Settings) -> Iterator[Say]:
    """Number of groups, meetings, and entrants who go on."""
    facts = {"n": settings.group_count, "a": settings.advance}
    if settings.is_double_groups:
        yield say(
            "{n:group+s} with two meetings; places in the bracket for each: {a}",
            "{n:grupo+s} a doble vuelta; plazas de cada uno en el cuadro: {a}",
            **facts,
        )
    else:
        yield say(
            "{n:group+s}; places in the bracket for each: {a}",
            "{n:grupo+s}; plazas de cada uno en el cuadro: {a}",
            **facts,
        )


def swiss_words(settings: Settings) -> Iterator[Say]:
    """Rounds of a Swiss contest, its late entry and its challenge round."""
    yield say("{n:round+s}", "{n:ronda+s}", n=settings.rounds)
    if settings.late_entry:
        yield say("Entry until round {n}", "Entrada hasta la ronda {n}", n=settings.late_entry)
    if settings.challenge_round:
        yield say(
            "Before round {n} entrants challenge each other",
            "Antes de la ronda {n} los participantes se desafían",
            n=settings.challenge_round,
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


def battle_of_round(settings: Settings, games: Mapping[str, Game], number: int) -> Say:
    """Battle of a round in words."""
    return battle_words(replace(settings, scenario=scenario_of_round(settings, number)), games)
