"""End of a contest: winner, places and honours."""

from __future__ import annotations

from app.games.contests.brackets import bracket_places
from app.games.contests.standings import places_of
from app.games.contests.state import KNOCKOUTS, Contest
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


def final_places(contest: Contest) -> tuple[tuple[str, ...], ...]:
    """Entrants of the first places."""
    if contest.form in KNOCKOUTS:
        return bracket_places(contest)
    found: dict[int, list[str]] = {}
    for one in places_of(contest):
        if one.place <= MOST_PLACES:
            found.setdefault(one.place, []).append(one.entrant)
    return tuple(tuple(found[place]) for place in sorted(found))
