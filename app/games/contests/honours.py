"""End of a contest: winner, places and honours."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.contests.brackets import bracket_places
from app.games.contests.standings import group_places, places_of
from app.games.contests.state import Contest
from app.games.contests.tiebreaks import Place
from app.kernel.outcome import CLOSED, Honour, Outcome
from app.kernel.say import Say, say

MOST_PLACES = 3
TITLES: tuple[Say, ...] = (
    say("Winner", "Ganador"),
    say("Second place", "Segundo puesto"),
    say("Third place", "Tercer puesto"),
)


def outcome_of(contest: Contest) -> Outcome | None:
    """CON-ORG-04: Places of a closed contest: of a knock-out by its bracket, otherwise by the
    standings.
    """
    if not contest.is_closed:
        return None
    if not contest.round:
        return Outcome(
            (), CLOSED, say("The contest was called off.", "La competición se suspendió.")
        )
    places = final_places(contest)
    says = say("The contest is over.", "La competición ha terminado.")
    honours = tuple(
        Honour(title, sides) for title, sides in zip(TITLES, places, strict=False) if sides
    )
    return Outcome(places[0] if places else (), CLOSED, says, places=places, honours=honours)


def counted_table(contest: Contest) -> Sequence[Place]:
    """CON-DIV-03: Each division has standings of its own, and the first one has the final
    places.
    """
    return group_places(contest)[0] if contest.groups else places_of(contest)


def final_places(contest: Contest) -> tuple[tuple[str, ...], ...]:
    """Entrants of the first places."""
    if contest.has_bracket:
        return bracket_places(contest)
    if contest.rules.has_groups:
        return tuple((one.key,) for one in contest.playing()[:1])
    found: dict[int, list[str]] = {}
    for one in counted_table(contest):
        if one.place <= MOST_PLACES:
            found.setdefault(one.place, []).append(one.entrant)
    return tuple(tuple(found[place]) for place in sorted(found))
