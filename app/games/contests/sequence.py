"""Sequence of a contest: steps, deadlines, and decisions owed."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from app.games.contests.army_lists import lists_not_open, owes_list
from app.games.contests.entries import too_few_entrants
from app.games.contests.forms import FORMS, LADDER, LEAGUE
from app.games.contests.ladder import is_away, may_idle
from app.games.contests.names import pairing_title, title_of
from app.games.contests.pairing_words import late_sentence
from app.games.contests.results import is_for_organisers, is_of_departed
from app.games.contests.rounds import is_complete
from app.games.contests.state import (
    ASKED,
    ASKS,
    PAIRING,
    PLAYING,
    REFEREE,
    SIGN_UP,
    Challenge,
    Contest,
    Pairing,
    seat_of,
)
from app.games.contests.team_lists import list_keys, own_key
from app.kernel.clock_terms import StepDeadline
from app.kernel.offers import Decision
from app.kernel.say import Say, say

ANSWER, PLAY, EXTENSION, CONFIRM, LISTS = "answer", "play", "extension", "confirm", "lists"
CHALLENGE, PROPOSAL, IDLE, AWAY = "challenge", "proposal", "idle", "away"
DEADLINES = {
    one.key: replace(one, waits_in_holidays=True)
    for one in (
        StepDeadline(
            ANSWER,
            say("Answer about a free place", "Respuesta sobre una plaza libre"),
            say("the place goes to the next entrant.", "la plaza pasa al siguiente participante."),
            2,
            say("to answer", "para responder"),
        ),
        StepDeadline(
            LISTS,
            say("Army list", "Lista de ejército"),
            say(
                "the entrant has no list and brings an army to each table.",
                "el participante se queda sin lista y trae un ejército a cada mesa.",
            ),
            7,
            say("to send an army list", "para enviar una lista de ejército"),
            forms=tuple(key for key, form in FORMS.items() if not form.is_open),
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
        StepDeadline(
            CHALLENGE,
            say("Answer to a challenge", "Respuesta a un desafío"),
            say("the challenger takes your rung.", "tu rival ocupa tu peldaño."),
            5,
            say("to answer a challenge", "para responder a un desafío"),
            forms=(LADDER,),
        ),
        StepDeadline(
            PROPOSAL,
            say("Answer to a proposed battle", "Respuesta a una propuesta de batalla"),
            say("the proposal lapses.", "la propuesta caduca."),
            5,
            say("to answer a proposal", "para responder a una propuesta"),
            forms=(LEAGUE,),
        ),
        StepDeadline(
            IDLE,
            say("Time without a challenge or battle", "Tiempo sin desafíos ni batallas"),
            say("you lose one rung.", "pierdes un peldaño."),
            42,
            say("without a challenge or battle", "sin desafíos ni batallas"),
            forms=(LADDER,),
        ),
        StepDeadline(
            AWAY,
            say("Announced absence", "Ausencia anunciada"),
            say("the absence ends.", "la ausencia termina."),
            28,
            say("of absence at most", "de ausencia como mucho"),
            forms=(LADDER,),
        ),
    )
}
OF_STEPS = {
    SIGN_UP: (),
    PAIRING: (LISTS, ANSWER),
    PLAYING: (PLAY, EXTENSION, CONFIRM, ANSWER, CHALLENGE, PROPOSAL, IDLE, AWAY),
}
STEP_TITLES: dict[str, Say] = {
    SIGN_UP: say("Sign-up", "Inscripción"),
    PAIRING: say("Pairing", "Emparejamientos"),
    PLAYING: say("Battles", "Batallas"),
}
CLOSE = say("Close the contest", "Cierra la competición")
STEP_RULES = {SIGN_UP: "CON-ENT-01", PAIRING: "CON-RND-01", PLAYING: "CON-RES-01"}


def deadlines_of(step: str) -> tuple[StepDeadline, ...]:
    """Deadlines of the decisions in a step."""
    return tuple(DEADLINES[key] for key in OF_STEPS[step])


def decisions(contest: Contest) -> tuple[Decision, ...]:
    """Decisions owed now, by side."""
    if contest.is_closed:
        return ()
    found = (
        *answers_owed(contest),
        *lists_owed(contest),
        *players_owed(contest),
        *battles_owed(contest),
        *challenges_owed(contest),
        *organiser_decisions(contest),
    )
    return found or (Decision(REFEREE, contest.step, CLOSE, rule="CON-ORG-03"),)


def challenges_owed(contest: Contest) -> Iterator[Decision]:
    """Answers to challenges, the end of absences, and acts of idle entrants of a ladder."""
    for one in contest.challenges if contest.rules.is_open else ():
        yield answer_owed(contest, one)
    for key in contest.rungs:
        if is_away(contest, key):
            says = say("You are away: come back in time", "Estás ausente: vuelve a tiempo")
            yield Decision(key, PLAYING, says, rule="CON-LAD-08", deadline=AWAY)
        elif may_idle(contest, key):
            says = say(
                "Challenge an entrant above you, or be challenged",
                "Desafía a un participante por encima de ti, o espera un desafío",
            )
            yield Decision(key, PLAYING, says, rule="CON-LAD-07", deadline=IDLE)


def answers_owed(contest: Contest) -> Iterator[Decision]:
    """Answers of entrants who are asked to move up."""
    says = say("A place is free for you: do you take it?", "Hay una plaza libre: ¿la ocupas?")
    for one in contest.by_entry:
        if one.status == ASKED:
            yield Decision(one.key, contest.step, says, rule="CON-ENT-05", deadline=ANSWER)


def players_owed(contest: Contest) -> Iterator[Decision]:
    """Answers of captains to players who ask for a place."""
    says = say("A player asks for a place in your team", "Un jugador pide plaza en tu equipo")
    for team in contest.by_entry:
        for one in team.players:
            if one.status == ASKS and team.is_in_contest:
                yield Decision(team.key, contest.step, says, rule="CON-TEA-03", subject=one.key)


def lists_owed(contest: Contest) -> Iterator[Decision]:
    """Army lists that are missing after the sign-up."""
    for key in list_keys(contest):
        if owes_list(contest, key):
            yield list_owed(contest, key)


def list_owed(contest: Contest, key: str) -> Decision:
    """Missing list of an entrant or of a player. A captain owes those of players without an
    account.
    """
    seat, subject = seat_of(key), "" if contest.entrant(key) is not None else key
    says = say("Send your army list", "Envía tu lista de ejército")
    if key != own_key(contest, seat):
        who = title_of(contest, key)
        says = say("Send the army list of {who}", "Envía la lista de ejército de {who}", who=who)
    return Decision(*(seat, contest.step, says), rule="CON-LST-02", deadline=LISTS, subject=subject)


def battles_owed(contest: Contest) -> Iterator[Decision]:
    """Battles to play, results to confirm, and results that an organiser decides."""
    for pairing in contest.open_pairings():
        title = pairing_title(contest, pairing)
        if is_of_departed(contest, pairing):
            says = say(
                "Decide the battle of an entrant who is no longer in the contest",
                "Decide la batalla de un participante que ya no está en la competición",
            )
            yield Decision(REFEREE, PLAYING, says, rule="CON-RES-06", about=title, is_dispute=True)
        elif is_for_organisers(contest, pairing):
            says = say("Decide the result of a battle", "Decide el resultado de una batalla")
            yield Decision(REFEREE, PLAYING, says, rule="CON-RES-06", about=title, is_dispute=True)
        elif pairing.report is None:
            yield from plays_owed(contest, pairing)
        else:
            says = say("Confirm the result", "Confirma el resultado")
            opponent = seat_of(pairing.opponent(pairing.report.by))
            yield Decision(
                *(opponent, PLAYING, says),
                rule="CON-RES-03",
                deadline=CONFIRM,
                subject=pairing.key,
                about=title,
            )


def answer_owed(contest: Contest, challenge: Challenge) -> Decision:
    """Answer to a challenge of a ladder, or to a proposal of a free league."""
    if not contest.rules.has_rungs:
        says = say("Answer a proposed battle", "Responde a una propuesta de batalla")
        return Decision(
            challenge.to, PLAYING, says, rule="CON-LEA-02", deadline=PROPOSAL, subject=challenge.key
        )
    says = say("Answer a challenge", "Responde a un desafío")
    return Decision(
        challenge.to, PLAYING, says, rule="CON-LAD-06", deadline=CHALLENGE, subject=challenge.key
    )


def plays_owed(contest: Contest, pairing: Pairing) -> Iterator[Decision]:
    """Battle that both entrants have to play, with the consequence as agreed."""
    says = say("Play your battle of this round", "Juega tu batalla de esta ronda")
    if contest.rules.is_open:
        says = say("Play your battle", "Juega tu batalla")
    for key in map(seat_of, pairing.entrants):
        yield Decision(
            key,
            PLAYING,
            says,
            rule="CON-RES-01",
            battle=pairing.key,
            deadline=play_deadline(pairing),
            silence=late_sentence(contest, pairing),
            about=pairing_title(contest, pairing),
        )


def play_deadline(pairing: Pairing) -> str:
    """Key of the deadline of a battle that is to be played."""
    return EXTENSION if pairing.is_extended else PLAY


def organiser_decisions(contest: Contest) -> Iterator[Decision]:
    """Next act of the organisers between two rounds."""
    if contest.step == SIGN_UP:
        owed = tuple(entries_owed(contest))
        yield from owed
        if not owed or too_few_entrants(contest) is None:
            says = say("Close the sign-up", "Cierra la inscripción")
            yield Decision(REFEREE, SIGN_UP, says, rule="CON-ENT-09")
    elif contest.step == PAIRING and not any((*answers_owed(contest), *lists_owed(contest))):
        yield Decision(REFEREE, PAIRING, next_act(contest), rule="CON-RND-01")


def entries_owed(contest: Contest) -> Iterator[Decision]:
    """Entries of seats that were taken before the contest began."""
    says = say("Sign up", "Inscríbete")
    for key in contest.invited:
        if contest.entrant(key) is None:
            yield Decision(key, SIGN_UP, says, rule="CON-ENT-01")


def next_act(contest: Contest) -> Say:
    """Act that the organisers owe between two rounds."""
    if is_complete(contest):
        return CLOSE
    if lists_not_open(contest):
        return say("Open the army lists", "Haz públicas las listas de ejército")
    if contest.draft is None:
        return say("Draw the next round", "Sortea la ronda siguiente")
    return say("Publish the round", "Publica la ronda")
