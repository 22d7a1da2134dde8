"""Seeds: the order of the entrants that organisers give before the first round (chapter
CON-SED).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.games.contests.state import LEFT, PAIRING, PLAYING, Contest
from app.kernel.refusal import Refusal, no


def seeds(contest: Contest) -> tuple[str, ...]:
    """Entrants in the order of their seeds, then of an earlier season, then of their lots. Those
    who left before the first round have none. An entrant of a published battle keeps the seed after
    each correction, so that the later rounds stay the same.
    """
    order = dict.fromkeys((*contest.seeded, *returning_entrants(contest), *contest.lots))
    return tuple(key for key in order if has_seed(contest, key))


def has_seed(contest: Contest, key: str) -> bool:
    """True for an entrant who plays or has left, and for each one of a published battle."""
    entrant = contest.entrant(key)
    if entrant is not None and (entrant.is_playing or entrant.status == LEFT):
        return True
    return any(key in one.entrants for one in contest.pairings)


def returning_entrants(contest: Contest) -> Iterator[str]:
    """Entrants of an earlier season who have signed up again, in the agreed order of their
    names.
    """
    names = {
        one.name.replace(";", ",").casefold(): one.key
        for one in contest.entrants.values()
        if one.name
    }
    for name in contest.settings.returning:
        key = names.get(name.casefold())
        if key is not None and key in contest.lots:
            yield key


def first_rungs(contest: Contest, lots: Sequence[str]) -> tuple[str, ...]:
    """First rungs of a ladder (CON-LAD-01): returning entrants in the order of the last season,
    then the others by lot. An entrant that a correction has struck gets no rung.
    """
    order = dict.fromkeys((*returning_entrants(contest), *lots))
    return tuple(filter(contest.entrants.get, order))


def seeded_rungs(contest: Contest, seeds: Sequence[str]) -> tuple[str, ...]:
    """Rungs in the order of the organisers (CON-SED-05), then the other entrants as they stood."""
    return tuple(key for key in dict.fromkeys((*seeds, *contest.rungs)) if key in contest.rungs)


def may_seed(contest: Contest) -> bool:
    """True while organisers may seed the entrants."""
    return not_seeded(contest) is None and not_seeding_time(contest) is None


def seeds_refused(contest: Contest, seeds: Sequence[str]) -> Iterator[Refusal | None]:
    """All refusals of an order of the entrants."""
    yield not_seeded(contest) or not_seeding_time(contest)
    yield seeds_unknown(contest, seeds)


def not_seeded(contest: Contest) -> Refusal | None:
    """CON-SED-01: Organisers seed the entrants if the founder has agreed on it; otherwise lots give
    their order.
    """
    if contest.settings.is_seeded:
        return None
    return no(
        "CON-SED-01",
        "In this contest the lots give the order of the entrants.",
        "En esta competición el orden de los participantes sale del sorteo.",
    )


def not_seeding_time(contest: Contest) -> Refusal | None:
    """CON-SED-02: Entrants are seeded after the sign-up and before the first draft."""
    if contest.rules.has_rungs:
        return not_ordering_rungs(contest)
    if contest.step == PAIRING and contest.round == 0 and contest.draft is None:
        return None
    return no(
        "CON-SED-02",
        "Entrants are seeded after the sign-up and before the first round is drawn.",
        "El orden inicial se fija después de la inscripción y antes de sortear la primera ronda.",
    )


def not_ordering_rungs(contest: Contest) -> Refusal | None:
    """CON-SED-05: Organisers order the rungs of a ladder until the first challenge."""
    if contest.step == PLAYING and contest.challenged == 0:
        return None
    return no(
        "CON-SED-05",
        "The rungs are ordered after the sign-up and before the first challenge.",
        "Los peldaños se ordenan después de la inscripción y antes del primer desafío.",
    )


def seeds_unknown(contest: Contest, seeds: Sequence[str]) -> Refusal | None:
    """CON-SED-03: Seeds are entrants with a place, each named once."""
    playing = {one.key for one in contest.playing()}
    if len(set(seeds)) == len(seeds) and playing.issuperset(seeds):
        return None
    return no(
        "CON-SED-03",
        "Name entrants with a place, each of them once.",
        "Indica solo participantes con plaza, cada uno una sola vez.",
    )
