"""Army lists of teams: a list for each player, its senders, and departures (chapter CON-TEA)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.games.contests.state import REFEREE, ArmyList, Contest, Entrant, seat_of
from app.kernel.refusal import Refusal, no


def has_account(key: str) -> bool:
    """True for an entrant, a captain, and a player with an own seat."""
    return "~" not in key or key.endswith("~1")


def own_key(contest: Contest, side: str) -> str:
    """Key under which a seat brings its own army: that of the entrant, or of the player."""
    entrant = contest.entrant(side)
    return f"{side}~1" if entrant is not None and entrant.players else side


def senders(entrant: Entrant) -> tuple[str, ...]:
    """Keys of the lists of an entrant: one list, or one for each player of a team."""
    return entrant.squad if entrant.players else (entrant.key,)


def list_keys(contest: Contest) -> Iterator[str]:
    """Keys of all lists that a contest expects, by entry."""
    for one in contest.playing():
        yield from senders(one)


def keys_on_page(contest: Contest, side: str | None) -> Iterator[str]:
    """Keys of the lists on the page of a side. Lists of the waiting list are told to their senders
    and to organisers. All others know them once they are open.
    """
    yield from list_keys(contest)
    for one in contest.by_entry:
        if one.is_in_contest and not one.is_playing:
            yield from (key for key in senders(one) if is_on_page(contest, key, side))


def is_on_page(contest: Contest, key: str, side: str | None) -> bool:
    """True if a side knows the list of an entrant on the waiting list."""
    is_open = contest.are_lists_open and key in contest.lists
    return is_open or side == REFEREE or knows_list(contest, key, side)


def entrant_of_list(contest: Contest, key: str) -> Entrant | None:
    """Entrant or team to which a list with this key belongs; None for another key."""
    found = contest.team_of(key) or contest.entrant(key)
    return found if found is not None and key in senders(found) else None


def knows_list(contest: Contest, key: str, side: str | None) -> bool:
    """True for the sender of a list, and for the captain of the player."""
    team = contest.team_of(key)
    return side is not None and side in (seat_of(key), team.key if team is not None else "")


def sender_refused(contest: Contest, side: str, key: str) -> Refusal | None:
    """CON-TEA-12: Each player of a team sends an army list. The captain sends one for any player of
    the team. An organiser sends one for a player without an account and without a list.
    """
    team = contest.team_of(key)
    if key == own_key(contest, side) or (team is not None and team.key == side):
        return None
    if side != REFEREE or has_account(key):
        return no(
            "CON-TEA-12",
            "Only the player or the captain sends this list.",
            "Esta lista la envía solo el jugador o su capitán.",
        )
    if key in contest.lists:
        return no(
            "CON-TEA-12",
            "A list has been sent for this player. Only the captain replaces it.",
            "Ya se ha enviado una lista de ese jugador. Solo la cambia su capitán.",
        )
    return None


def without_departed(contest: Contest, key: str) -> dict[str, ArmyList]:
    """CON-TEA-13: A list stays with its player in each line-up and under a new captain. A player
    who leaves the team before the lists are opened takes the list along.
    """
    if contest.are_lists_open:
        return contest.lists
    return {one: sent for one, sent in contest.lists.items() if one != key}


def with_new_list_keys(contest: Contest, keys: Mapping[str, str]) -> dict[str, ArmyList]:
    """Lists under other keys of their players."""
    return {keys.get(key, key): sent for key, sent in contest.lists.items()}
