"""Army lists of the entrants: sending, verdict, secrecy, opening (chapter CON-LST)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.games.contests import events as e
from app.games.contests import orders as o
from app.games.contests.battle_terms import asked_terms, faults_in, scenario_of_round
from app.games.contests.course import Course
from app.games.contests.state import ArmyList, Contest, Fault, Settings, seat_of
from app.games.contests.team_lists import (
    entrant_of_list,
    list_keys,
    own_key,
    sender_refused,
)
from app.kernel.contract import Game
from app.kernel.game_setup import Form
from app.kernel.refusal import Refusal, Refused, no

ARMY = "army"
"""Field of a side's contribution that holds its army."""


# ---------------------------------------------------------------------- settings
def takes_armies(game: Game | None, scenario: str, terms: Form) -> bool:
    """True if the sides of a scenario bring armies that players build."""
    if game is None or game.agreement is None or game.armies is None:
        return False
    found = game.card.scenario(scenario)
    sides = [one.key for one in found.sides if one.competes] if found is not None else []
    return bool(sides) and all(
        any(field.control == "armies" for field in game.agreement.brings(scenario, terms, side))
        for side in sides
    )


def lists_impossible(games: Mapping[str, Game], settings: Settings) -> Refusal | None:
    """CON-LST-01: A contest may ask for army lists if the sides of its battle bring armies."""
    game = games.get(settings.box)
    if not settings.needs_lists or takes_armies(game, settings.scenario, settings.terms):
        return None
    return no(
        "CON-LST-01",
        "The sides of this battle bring no army, so there are no lists.",
        "Los bandos de esta batalla no traen ejército, así que no hay listas.",
    )


# ---------------------------------------------------------------------- verdict
def verdict(games: Mapping[str, Game], settings: Settings, army: Form) -> tuple[Fault, ...]:
    """Faults of an army under the terms of the contest, on both sides and in each scenario."""
    found: dict[tuple[str, str], Fault] = {}
    for one in army_refusals(games, settings, army):
        fault = Fault(one.rule, one.says.in_("en"), one.says.in_("es"))
        found.setdefault((fault.rule, fault.en), fault)
    return tuple(found.values())


def army_refusals(games: Mapping[str, Game], settings: Settings, army: Form) -> Iterator[Refusal]:
    """Refusals of an army by the game of the battles."""
    game = games.get(settings.box)
    if game is None:
        return
    rounds = range(1, max(len(settings.by_round), 1) + 1)
    for key in dict.fromkeys(scenario_of_round(settings, number) for number in rounds):
        scenario = game.card.scenario(key)
        terms = asked_terms(game, key, settings.terms)
        for side in scenario.sides if scenario is not None else ():
            if side.competes:
                yield from faults_in(game, key, terms, {side.key: {ARMY: army}})


def readable_army(games: Mapping[str, Game], settings: Settings, army: Form) -> dict[str, Any]:
    """Army as its game stores it. Raises `Refused` if the game cannot read it."""
    game = games.get(settings.box)
    if game is None or game.armies is None:
        raise Refused(no_lists_wanted())
    return dict(game.armies.read(army))


# ---------------------------------------------------------------------- sending
def no_lists_wanted() -> Refusal:
    """Refusal of a list in a contest without lists."""
    return no(
        "CON-LST-02",
        "This contest asks for no army lists.",
        "Esta competición no pide listas de ejército.",
    )


def list_refused(contest: Contest, side: str, player: str = "") -> Refusal | None:
    """CON-LST-02: An entrant sends an army list, and may replace it until the lists are opened."""
    key = player or own_key(contest, side)
    entrant = entrant_of_list(contest, key)
    if not contest.settings.needs_lists:
        return no_lists_wanted()
    if entrant is None or not entrant.is_in_contest:
        return no(
            "CON-LST-02", "Only entrants send a list.", "Solo los participantes envían una lista."
        )
    wrong = sender_refused(contest, side, key)
    if wrong is None and contest.are_lists_open and key in contest.lists:
        return no(
            "CON-LST-02",
            "The lists are open. This one stays as it is.",
            "Las listas ya son públicas. Esta se queda como está.",
        )
    return wrong


def owes_list(contest: Contest, key: str) -> bool:
    """True if the deadline for lists runs for this entrant or player."""
    entrant = entrant_of_list(contest, key)
    return (
        contest.settings.needs_lists
        and contest.has_begun
        and not contest.are_lists_open
        and entrant is not None
        and entrant.is_playing
        and key not in contest.lists
        and key not in contest.without_list
    )


def lists_owed_by(contest: Contest, seat: str) -> list[str]:
    """Keys of the lists that a seat owes: the own one, and those of players without an account."""
    return [key for key in list_keys(contest) if seat_of(key) == seat and owes_list(contest, key)]


def no_list_owed(contest: Contest, seat: str, player: str = "") -> Refusal | None:
    """Refusal of going without a list that the seat does not owe."""
    if (player or own_key(contest, seat)) in lists_owed_by(contest, seat):
        return None
    return no("CON-LST-02", "You owe no list.", "No debes ninguna lista.")


# ---------------------------------------------------------------------- opening
def opening_refused(contest: Contest) -> Refusal | None:
    """CON-LST-03: Lists are secret until an organiser opens all of them at once: after the sign-up,
    when each entrant has sent one or missed the deadline.
    """
    if not contest.settings.needs_lists or contest.are_lists_open:
        return no("CON-LST-03", "There are no secret lists.", "No hay listas secretas.")
    if not contest.has_begun:
        return no(
            "CON-LST-03",
            "Close the sign-up first.",
            "Cierra antes la inscripción.",
        )
    missing = [key for key in list_keys(contest) if owes_list(contest, key)]
    if not missing:
        return None
    if contest.settings.team_size:
        return no(
            "CON-LST-03",
            "Lists are missing, and the deadline has not passed: {n:player+s}.",
            "Faltan listas y el plazo no ha terminado: {n:jugador+es}.",
            n=len(missing),
        )
    return no(
        "CON-LST-03",
        "Lists are missing, and the deadline has not passed: {n:entrant+s}.",
        "Faltan listas y el plazo no ha terminado: {n:participante+s}.",
        n=len(missing),
    )


def lists_not_open(contest: Contest) -> Refusal | None:
    """CON-LST-04: In a contest with lists no round is drawn before the lists are open."""
    if not contest.settings.needs_lists or contest.are_lists_open:
        return None
    return no(
        "CON-LST-04", "The army lists are still secret.", "Las listas de ejército aún son secretas."
    )


def armies_of_battle(contest: Contest, entrants: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """CON-LST-05: A battle begins with the open lists of its entrants or players. For a list with
    faults, or without one, they bring an army to the table.
    """
    if not contest.are_lists_open:
        return {}
    found = {side: contest.lists.get(key) for side, key in entrants.items()}
    return {side: one.army for side, one in found.items() if one is not None and not one.faults}


def send_list(games: Mapping[str, Game], course: Course, seat: str, order: o.SendList) -> None:
    """Note a list with its verdict. Raises `Refused` for an army that cannot be read."""
    contest = course.contest
    key = order.player or own_key(contest, seat)
    stored = readable_army(games, contest.settings, order.army)
    sent = ArmyList(stored, verdict(games, contest.settings, stored))
    course.happen(e.ListSent(key, sent, by="" if key == own_key(contest, seat) else seat))
