"""Log lines of a contest, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.games.contests import events as e
from app.games.contests.battle_terms import scenario_title
from app.games.contests.ladder_words import (
    ladder_absence,
    opened_words,
    result_lines,
    rung_lines,
)
from app.games.contests.names import (
    entrant_title,
    group_title,
    pairing_title,
    result_words,
    title_of,
)
from app.games.contests.play_words import private_lines
from app.games.contests.rounds import draft_lapses
from app.games.contests.seats import knowing_side
from app.games.contests.sentences import DRAFT_VOID, sentence_line
from app.games.contests.state import (
    ASKED,
    CHALLENGES,
    ENTRANTS,
    REFEREE,
    WAITING,
    Contest,
    Pairing,
    Report,
)
from app.games.contests.team_words import TEAM_WORDS, team_result_lines
from app.games.contests.teams import is_in_team
from app.kernel.battle_dates import date_title
from app.kernel.contract import Event, Game, Line
from app.kernel.say import Say, say
from app.kernel.seats import Viewer

Lines = Sequence[Line]
OF_ORGANISERS = (e.GroupsDealt, e.BracketDrawn, e.RoundDrafted, e.DraftChanged, e.DraftLapsed)
"""Events of a draft, which only organisers see before the publication."""


def wording(
    games: Mapping[str, Game], before: Contest | None, event: Event, viewer: Viewer
) -> Lines:
    """Log lines of an event for this viewer."""
    if isinstance(event, e.ContestBegan):
        return (
            line(say("The sign-up is open.", "Se abre la inscripción."), "CON-ENT-01", level=0),
        )
    side = knowing_side(viewer)
    if before is None or (isinstance(event, OF_ORGANISERS) and side != REFEREE):
        return ()
    if isinstance(event, e.PaymentNoted) and side not in (REFEREE, event.entrant):
        return ()
    if isinstance(event, e.LineUpSet) and not is_in_team(before, event.team, side):
        return ()
    if isinstance(event, (e.PlayAsked, e.PlayAnswered)):
        return private_lines(before, event, side)
    if isinstance(event, e.ScenarioChosen):
        return scenario_chosen(games, before, event)
    if type(event) in WORDS:
        return WORDS[type(event)](before, event)
    told = sentence_line(before, event)
    return () if told is None else (told, *rung_lines(before, event))


def line(says: Say, rule: str, level: int = 1) -> Line:
    """One log line."""
    return Line(says, (rule,), level=level)


def draft_lapsed(before: Contest, _event: e.DraftLapsed) -> Lines:
    """A void draft with its reason: other entrants, or other accepted challenges."""
    if draft_lapses(before):
        return (line(DRAFT_VOID[ENTRANTS], "CON-RND-05"),)
    return (line(DRAFT_VOID[CHALLENGES], "CON-CHL-07"),)


def entered(_before: Contest, event: e.Entered) -> Lines:
    who = entrant_title(event.entrant)
    if event.entrant.status == WAITING:
        says = say("{who} is on the waiting list.", "{who} queda en lista de espera.", who=who)
        return (line(says, "CON-ENT-02"),)
    return (line(say("{who} signs up.", "{who} se inscribe.", who=who), "CON-ENT-01"),)


def entrant_left(before: Contest, event: e.EntrantLeft) -> Lines:
    facts = {"who": title_of(before, event.entrant)}
    entrant = before.entrant(event.entrant)
    if entrant is not None and entrant.status in (WAITING, ASKED):
        says = say("{who} leaves the waiting list.", "{who} deja la lista de espera.", **facts)
    elif event.reason:
        says = say(
            "{who} is out of the contest: “{why}”",
            "{who} queda fuera de la competición: «{why}»",
            why=event.reason,
            **facts,
        )
    else:
        says = say("{who} leaves the contest.", "{who} deja la competición.", **facts)
    return (line(says, "CON-ENT-07"),)


def absence_noted(before: Contest, event: e.AbsenceNoted) -> Lines:
    if before.rules.has_rungs:
        return ladder_absence(before, event)
    facts = {"who": title_of(before, event.entrant), "n": event.round}
    says = (
        say("{who} will miss round {n}.", "{who} faltará a la ronda {n}.", **facts)
        if event.absent
        else say("{who} will play in round {n}.", "{who} jugará la ronda {n}.", **facts)
    )
    return (line(says, "CON-ENT-06"),)


def payment_noted(before: Contest, event: e.PaymentNoted) -> Lines:
    facts = {"who": title_of(before, event.entrant)}
    says = (
        say("The payment of {who} is noted.", "Consta el pago de {who}.", **facts)
        if event.paid
        else say("The payment of {who} is taken back.", "Se anula el pago de {who}.", **facts)
    )
    return (line(says, "CON-ENT-08"),)


def lists_opened(before: Contest, _event: e.ListsOpened) -> Lines:
    says = say(
        "The army lists are public: {n:list+s}.",
        "Las listas de ejército son públicas: {n:lista+s}.",
        n=len(before.lists),
    )
    return (line(says, "CON-LST-03", level=0),)


def sign_up_closed(before: Contest, event: e.SignUpClosed) -> Lines:
    return (
        line(
            say(
                "The sign-up is closed with {n:entrant+s}.",
                "Se cierra la inscripción con {n:participante+s}.",
                n=len(event.lots),
            ),
            "CON-ENT-09",
            level=0,
        ),
        line(
            say(
                "Order of the lots: {all}.",
                "Orden del sorteo: {all}.",
                all=tuple(title_of(before, key) for key in event.lots),
            ),
            "CON-ENT-10",
            level=2,
        ),
    )


def round_published(before: Contest, event: e.RoundPublished) -> Lines:
    if before.rules.is_open:
        rule = "CON-LAD-01" if before.rules.has_rungs else "CON-LEA-01"
        return (line(opened_words(before), rule, level=0),)
    told = [one for pairing in event.pairings for one in (pairing, *pairing.boards)]
    pairs = tuple(line(pairing_title(before, one), "CON-RND-07", level=2) for one in told)
    says = say("Round {n} is published.", "Se publica la ronda {n}.", n=event.round)
    groups = group_lines(before, before.groups) if event.round == 1 else ()
    return (line(says, "CON-RND-07", level=0), *groups, *pairs)


def group_lines(before: Contest, groups: Sequence[Sequence[str]]) -> Lines:
    """Entrants of each group."""
    return tuple(
        line(
            say(
                "{group}: {names}",
                "{group}: {names}",
                group=group_title(before, number),
                names=tuple(title_of(before, key) for key in group),
            ),
            group_rule(before),
            level=2,
        )
        for number, group in enumerate(groups)
    )


def group_rule(before: Contest) -> str:
    """Rule that deals the groups or fills the divisions."""
    return "CON-GRP-02" if before.rules.has_groups else "CON-DIV-02"


def groups_dealt(before: Contest, event: e.GroupsDealt) -> Lines:
    if not before.rules.has_groups:
        says = say("The divisions are formed.", "Se forman las divisiones.")
        return (line(says, "CON-DIV-02"), *group_lines(before, event.groups))
    says = say(
        "The groups are formed: {n:group+s}.",
        "Se forman los grupos: {n:grupo+s}.",
        n=len(event.groups),
    )
    return (line(says, "CON-GRP-02"), *group_lines(before, event.groups))


def bracket_drawn(before: Contest, event: e.BracketDrawn) -> Lines:
    says = say(
        "The bracket is drawn. In the order of its seeds: {names}",
        "Se forma el cuadro. Por orden de puesto: {names}",
        names=tuple(title_of(before, key) for key in event.order),
    )
    return (line(says, "CON-GRP-06"),)


def reported(before: Contest, pairing: Pairing, report: Report) -> Say:
    """Stated result of a battle in words."""
    facts = {
        "battle": pairing_title(before, pairing),
        "result": result_words(before, pairing, report.winner, report.scores),
    }
    if not report.by:
        return say(
            "{battle}: {result} on the table. An organiser names the winner.",
            "{battle}: {result} en la mesa. Un organizador indica quién gana.",
            **facts,
        )
    who = title_of(before, report.by)
    return say(
        "{battle}: {result}, states {who}.", "{battle}: {result}, según {who}.", who=who, **facts
    )


def scenario_chosen(games: Mapping[str, Game], before: Contest, event: e.ScenarioChosen) -> Lines:
    key = event.scenario or before.settings.scenario
    says = say(
        "Round {n} has the scenario “{title}”.",
        "La ronda {n} tiene el escenario «{title}».",
        n=event.round,
        title=scenario_title(games, before.settings.box, key),
    )
    return (line(says, "CON-SET-04"),)


def result_entered(before: Contest, event: e.ResultEntered) -> Lines:
    pairing = before.pairing(event.battle)
    return () if pairing is None else (line(reported(before, pairing, event.report), "CON-RES-01"),)


def result_disputed(before: Contest, event: e.ResultDisputed) -> Lines:
    pairing = before.pairing(event.battle)
    return () if pairing is None else (line(reported(before, pairing, event.report), "CON-RES-03"),)


def result_settled(before: Contest, event: e.ResultSettled) -> Lines:
    pairing = before.pairing(event.battle)
    if pairing is None:
        return ()
    result, title = event.result, pairing_title(before, pairing)
    told = result_words(before, pairing, result.winner, result.scores)
    if len(result.silent) == 2:
        told = say("no points for either", "sin puntos para ninguno")
    says = say("{battle}: {result}.", "{battle}: {result}.", battle=title, result=told)
    lines = [line(says, "CON-RES-03" if result.by not in ("", REFEREE) else "CON-RES-06")]
    if result.reason:
        words = say("Reason: “{why}”", "Motivo: «{why}»", why=result.reason)
        lines.append(line(words, "CON-RES-06", level=2))
    if before.rules.has_rungs:
        lines.extend(result_lines(before, pairing, result))
    return [*lines, *team_result_lines(before, event)]


def date_answered(before: Contest, event: e.DateAnswered) -> Lines:
    pairing = before.pairing(event.battle)
    if pairing is None or pairing.date is None:
        return ()
    facts = {
        "battle": pairing_title(before, pairing),
        "date": date_title(pairing.date.at, pairing.date.words),
    }
    says = (
        say("{battle}: date agreed: “{date}”", "{battle}: fecha acordada: «{date}»", **facts)
        if event.accepted
        else say(
            "{battle}: the date “{date}” is refused.",
            "{battle}: se rechaza la fecha «{date}».",
            **facts,
        )
    )
    return (line(says, "CON-RES-10"),)


def entrants_seeded(before: Contest, event: e.EntrantsSeeded) -> Lines:
    told = tuple(
        say("{n}. {who}", "{n}. {who}", n=number, who=title_of(before, key))
        for number, key in enumerate(event.seeds, 1)
    )
    says = say("The organisers seed the entrants.", "Los organizadores fijan el orden inicial.")
    order = say("{order}", "{order}", order=told)
    if before.rules.has_rungs:
        says = say("The organisers order the rungs.", "Los organizadores ordenan los peldaños.")
        return (line(says, "CON-SED-05"), line(order, "CON-SED-03", level=2))
    return (line(says, "CON-SED-02"), line(order, "CON-SED-03", level=2))


WORDS: dict[type, Callable[[Contest, Any], Lines]] = {
    e.DraftLapsed: draft_lapsed,
    e.Entered: entered,
    e.EntrantLeft: entrant_left,
    **TEAM_WORDS,
    e.AbsenceNoted: absence_noted,
    e.PaymentNoted: payment_noted,
    e.ListsOpened: lists_opened,
    e.SignUpClosed: sign_up_closed,
    e.EntrantsSeeded: entrants_seeded,
    e.GroupsDealt: groups_dealt,
    e.BracketDrawn: bracket_drawn,
    e.RoundPublished: round_published,
    e.ResultEntered: result_entered,
    e.ResultDisputed: result_disputed,
    e.ResultSettled: result_settled,
    e.DateAnswered: date_answered,
}
"""Lines by kind of event; `sentences` has the others."""
