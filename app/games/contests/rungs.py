"""Rungs of a ladder, and their changes by results, answers and idleness (chapter CON-LAD)."""

from __future__ import annotations

from msgspec.structs import replace

from app.games.contests import events as e
from app.games.contests.state import Challenge, Contest, Pairing, Result


# ---------------------------------------------------------------------- rungs
def rung_of(contest: Contest, key: str) -> int:
    """CON-LAD-01: Rung of an entrant, 1 for the highest; 0 without one. New entrants stand on the
    lowest.
    """
    return contest.rungs.index(key) + 1 if key in contest.rungs else 0


def heights(contest: Contest) -> dict[str, int]:
    """Number of rungs below each entrant."""
    return {key: at for at, key in enumerate(reversed(contest.rungs))}


def with_lowest(rungs: tuple[str, ...], key: str) -> tuple[str, ...]:
    """Rungs with a new entrant on the lowest."""
    return rungs if key in rungs else (*rungs, key)


def without(rungs: tuple[str, ...], key: str) -> tuple[str, ...]:
    """Rungs without an entrant; those below move up."""
    return tuple(one for one in rungs if one != key)


def lowered(rungs: tuple[str, ...], key: str) -> tuple[str, ...]:
    """Rungs after an entrant has lost one; the entrant of the lowest loses nothing."""
    if key not in rungs:
        return rungs
    at = rungs.index(key)
    return (*rungs[:at], *rungs[at + 1 : at + 2], key, *rungs[at + 2 :])


def taken(rungs: tuple[str, ...], winner: str, loser: str) -> tuple[str, ...]:
    """CON-LAD-04: The winner takes the higher rung of the two. Entrants between them move down
    one.
    """
    if winner not in rungs or loser not in rungs or rungs.index(winner) < rungs.index(loser):
        return rungs
    at, others = rungs.index(loser), without(rungs, winner)
    return (*others[:at], winner, *others[at:])


def rungs_after(contest: Contest, pairing: Pairing, result: Result) -> tuple[str, ...]:
    """Rungs after the result of a battle. A draw changes none."""
    if not result.winner:
        return contest.rungs
    return taken(contest.rungs, result.winner, pairing.opponent(result.winner))


# ---------------------------------------------------------------------- state after events
def after_result(contest: Contest, event: e.ResultSettled) -> Contest:
    """Rungs after a result. Both entrants may decline once and be idle again."""
    pairing = contest.pairing(event.battle)
    if not contest.rules.has_rungs or pairing is None:
        return contest
    entrants = dict(contest.entrants)
    for key in pairing.entrants:
        entrants[key] = replace(entrants[key], has_declined=False, has_idled=False, was_away=False)
    rungs = rungs_after(contest, pairing, event.result)
    return replace(contest, rungs=rungs, entrants=entrants)


def after_challenge(contest: Contest, challenge: Challenge) -> Contest:
    """Contest with a new challenge."""
    challenger = replace(contest.entrants[challenge.by], has_idled=False)
    return replace(
        contest,
        challenges=(*contest.challenges, challenge),
        challenged=contest.challenged + 1,
        entrants={**contest.entrants, challenge.by: challenger},
    )


def without_challenge(contest: Contest, key: str) -> Contest:
    """Contest without a challenge that has ended."""
    left = (
        tuple(one for one in all_ if one.key != key)
        for all_ in (contest.challenges, contest.agreed)
    )
    challenges, agreed = left
    return replace(contest, challenges=challenges, agreed=agreed)


def after_acceptance(contest: Contest, event: e.ChallengeAccepted) -> Contest:
    found = without_challenge(contest, event.challenge)
    return replace(found, pairings=(*found.pairings, event.pairing))


def after_refusal(contest: Contest, event: e.ChallengeDeclined) -> Contest:
    """CON-LAD-05: Declining is free once since the last battle. Each further time costs one
    rung.
    """
    challenge = contest.challenge(event.challenge)
    if challenge is None:
        return contest
    key, found = challenge.to, without_challenge(contest, event.challenge)
    entrant = replace(found.entrants[key], has_declined=True)
    rungs = found.rungs if event.is_free else lowered(found.rungs, key)
    return replace(found, rungs=rungs, entrants={**found.entrants, key: entrant})


def after_silence(contest: Contest, event: e.ChallengeLapsed) -> Contest:
    """CON-LAD-06: Silence gives the rung to the challenger, as a defeat does."""
    challenge = contest.challenge(event.challenge)
    if challenge is None:
        return contest
    rungs = taken(contest.rungs, challenge.by, challenge.to)
    return replace(without_challenge(contest, event.challenge), rungs=rungs)


def after_idleness(contest: Contest, key: str) -> Contest:
    entrant = replace(contest.entrants[key], has_idled=True)
    return replace(
        contest,
        rungs=lowered(contest.rungs, key),
        entrants={**contest.entrants, key: entrant},
    )
