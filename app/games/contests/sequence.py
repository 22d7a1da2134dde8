"""Sequence of a contest: steps, deadlines, and decisions owed."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.contests.entries import too_few_entrants
from app.games.contests.rounds import is_complete
from app.games.contests.state import (
    ASKED,
    PAIRING,
    PLAYING,
    REFEREE,
    SIGN_UP,
    Contest,
    Pairing,
)
from app.kernel.clock_terms import StepDeadline
from app.kernel.offers import Decision
from app.kernel.say import Say, say

ANSWER, PLAY, EXTENSION, CONFIRM = "answer", "play", "extension", "confirm"
DEADLINES = {
    one.key: one
    for one in (
        StepDeadline(
            ANSWER,
            say("Answer about a free place", "Respuesta sobre una plaza libre"),
            say("the place goes to the next entrant.", "la plaza pasa al siguiente participante."),
            2,
            say("to answer", "para responder"),
        ),
        StepDeadline(
            PLAY,
            say("Battle", "Batalla"),
            say(
                "as agreed: one extension, no points, or an organiser decides.",
                "según lo acordado: una prórroga, sin puntos o decide un organizador.",
            ),
            14,
            say("to play a battle", "para jugar una batalla"),
        ),
        StepDeadline(
            EXTENSION,
            say("Extension of a battle", "Prórroga de una batalla"),
            say("an organiser decides.", "decide un organizador."),
            7,
            say("to play an extended battle", "para jugar una batalla prorrogada"),
        ),
        StepDeadline(
            CONFIRM,
            say("Confirmation of a result", "Confirmación de un resultado"),
            say("the result is confirmed.", "el resultado queda confirmado."),
            3,
            say("to confirm a result", "para confirmar un resultado"),
        ),
    )
}
OF_STEPS = {SIGN_UP: (), PAIRING: (ANSWER,), PLAYING: (PLAY, EXTENSION, CONFIRM, ANSWER)}
STEP_TITLES: dict[str, Say] = {
    SIGN_UP: say("Sign-up", "Inscripción"),
    PAIRING: say("Pairing", "Emparejamientos"),
    PLAYING: say("Round", "Ronda"),
}
STEP_RULES = {SIGN_UP: "CON-ENT-01", PAIRING: "CON-RND-01", PLAYING: "CON-RES-01"}


def deadlines_of(step: str) -> tuple[StepDeadline, ...]:
    """Deadlines of the decisions in a step."""
    return tuple(DEADLINES[key] for key in OF_STEPS[step])


def decisions(contest: Contest) -> tuple[Decision, ...]:
    """Decisions owed now, by side."""
    if contest.is_closed:
        return ()
    return (*answers_owed(contest), *battles_owed(contest), *organiser_decisions(contest))


def answers_owed(contest: Contest) -> Iterator[Decision]:
    """Answers of entrants who are asked to move up."""
    says = say("A place is free for you. Do you take it?", "Hay una plaza libre. ¿La ocupas?")
    for one in contest.by_entry:
        if one.status == ASKED:
            yield Decision(one.key, contest.step, says, rule="CON-ENT-05", deadline=ANSWER)


def battles_owed(contest: Contest) -> Iterator[Decision]:
    """Battles to play, results to confirm, and results that an organiser decides."""
    for pairing in contest.open_pairings():
        if pairing.report is None:
            yield from plays_owed(pairing)
        elif pairing.dispute is not None or not pairing.report.by:
            says = say("Decide the result of a battle.", "Decide el resultado de una batalla.")
            yield Decision(REFEREE, PLAYING, says, rule="CON-RES-06")
        else:
            says = say("Confirm the result.", "Confirma el resultado.")
            opponent = pairing.opponent(pairing.report.by)
            yield Decision(opponent, PLAYING, says, rule="CON-RES-03", deadline=CONFIRM)


def plays_owed(pairing: Pairing) -> Iterator[Decision]:
    """Battle that both entrants have to play."""
    says = say("Play your battle of this round.", "Juega tu batalla de esta ronda.")
    deadline = EXTENSION if pairing.is_extended else PLAY
    for key in pairing.entrants:
        yield Decision(key, PLAYING, says, rule="CON-RES-01", battle=pairing.key, deadline=deadline)


def organiser_decisions(contest: Contest) -> Iterator[Decision]:
    """Next act of the organisers between two rounds."""
    if contest.step == SIGN_UP:
        owed = tuple(entries_owed(contest))
        yield from owed
        if not owed or too_few_entrants(contest) is None:
            says = say("Close the sign-up.", "Cierra la inscripción.")
            yield Decision(REFEREE, SIGN_UP, says, rule="CON-ENT-09")
    elif contest.step == PAIRING and not any(answers_owed(contest)):
        yield Decision(REFEREE, PAIRING, next_act(contest), rule="CON-RND-01")


def entries_owed(contest: Contest) -> Iterator[Decision]:
    """Entries of seats that were taken before the contest began."""
    says = say("Sign up.", "Inscríbete.")
    for key in contest.invited:
        if contest.entrant(key) is None:
            yield Decision(key, SIGN_UP, says, rule="CON-ENT-01")


def next_act(contest: Contest) -> Say:
    """Act that the organisers owe between two rounds."""
    if is_complete(contest):
        return say("Close the contest.", "Cierra la competición.")
    if contest.draft is None:
        return say("Draw the next round.", "Sortea la ronda siguiente.")
    return say("Publish the round.", "Publica la ronda.")
