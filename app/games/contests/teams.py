"""Teams: captains, players, line-ups and departures (chapter CON-TEA)."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.contests import events as e
from app.games.contests import orders as o
from app.games.contests.course import Course
from app.games.contests.forms import ContestForm
from app.games.contests.state import (
    ASKS,
    LEFT,
    REFEREE,
    WITHDRAWN,
    Contest,
    Entrant,
    Pairing,
    Result,
    Settings,
    TeamPlayer,
    seat_of,
)
from app.games.contests.team_lists import has_account
from app.kernel.free_text import text_refused
from app.kernel.refusal import Refusal, no
from app.kernel.say import as_is

LEAST_IN_TEAM, MOST_IN_TEAM = 2, 6
RESERVES = 2
"""Players of a team beyond its boards."""
MOST_BOARDS = 150
"""Places of a contest times the boards of a team; each player may take a seat."""
LONGEST_NAME = 40


# ---------------------------------------------------------------------- settings
def teams_impossible(form: ContestForm, settings: Settings) -> Iterator[Refusal]:
    """CON-TEA-01: Teams have 2 to 6 boards. They play with rounds, for points by wins and draws.
    Places times boards are 150 at most.
    """
    rule, size = "CON-TEA-01", settings.team_size
    if not size:
        return
    if not LEAST_IN_TEAM <= size <= MOST_IN_TEAM:
        yield no(
            rule,
            "A team has {least} to {most} boards. Enter 0 for a contest without teams.",
            "Un equipo tiene de {least} a {most} tableros. Pon 0 para competir sin equipos.",
            least=LEAST_IN_TEAM,
            most=MOST_IN_TEAM,
        )
    if form.is_open:
        yield no(
            rule,
            "Teams need a contest with rounds.",
            "Los equipos necesitan una competición con rondas.",
        )
    if settings.scoring == "twenty":
        yield no(
            rule,
            "Teams get no points by difference. Choose points for a win and a draw.",
            "Los equipos no obtienen puntos según la diferencia. Elige puntos por victoria y empate.",
        )
    if size * settings.places > MOST_BOARDS:
        yield no(
            rule,
            "{n} places with {size} boards each are more than {most} in all. {fit} places are possible.",
            "{n} plazas con {size} tableros cada una son más de {most} en total. Caben {fit} plazas.",
            n=settings.places,
            size=size,
            most=MOST_BOARDS,
            fit=MOST_BOARDS // size,
        )


# ---------------------------------------------------------------------- permissions
def captains_only(contest: Contest, side: str) -> Refusal | None:
    """CON-TEA-02: The captain orders for the team. Other players order for their own boards."""
    if contest.entrant(side) is not None or contest.team_of(side) is None:
        return None
    return no(
        "CON-TEA-02",
        "Only the captain of your team does this.",
        "Esto lo hace solo el capitán de tu equipo.",
    )


def no_team(contest: Contest, side: str) -> Refusal | None:
    """Refusal of an order about a team by a seat that leads none."""
    entrant = contest.entrant(side)
    if entrant is not None and entrant.players and entrant.is_in_contest:
        return None
    return no(
        "CON-TEA-02",
        "You lead no team in this contest.",
        "No eres capitán de ningún equipo en esta competición.",
    )


def is_in_team(contest: Contest, team: str, side: str | None) -> bool:
    """True if the side is the captain or another player of the team."""
    found = contest.entrant(team)
    return found is not None and side is not None and side in map(seat_of, found.squad)


# ---------------------------------------------------------------------- joining
def joining_refused(contest: Contest, order: o.Enter) -> Iterator[Refusal | None]:
    """All refusals of a player who asks for a place in a team."""
    team = contest.entrant(order.team)
    if team is None or not team.players or not team.is_in_contest:
        yield no(
            "CON-TEA-03",
            "There is no such team in this contest.",
            "No hay ningún equipo así en esta competición.",
        )
        return
    yield team_is_full(contest, team)
    yield player_name_refused(team, order.player)


def team_is_full(contest: Contest, team: Entrant) -> Refusal | None:
    """CON-TEA-03: A team has two reserves beyond its boards at most. A player with an account asks
    for a place, and the captain accepts or declines. A declined player may ask another team.
    """
    most = contest.settings.team_size + RESERVES
    if len(team.squad) < most:
        return None
    return no(
        "CON-TEA-03",
        "The team has {most} players already.",
        "El equipo ya tiene {most} jugadores.",
        most=most,
    )


def player_name_refused(team: Entrant | None, name: str) -> Refusal | None:
    """CON-TEA-04: Each player has a name of their own in the team, of 40 visible characters at
    most. The captain names players without an account, and states the results of their boards.
    """
    plain = " ".join(name.split())
    if not plain:
        return None
    found = text_refused(name, LONGEST_NAME, "CON-TEA-04")
    if found is not None:
        return found
    present = [one for one in team.players if one.status != LEFT] if team is not None else []
    if plain.casefold() not in (one.name.casefold() for one in present):
        return None
    return no(
        "CON-TEA-04",
        "Another player of the team has the name {name}.",
        "Otro jugador del equipo ya se llama {name}.",
        name=as_is(plain),
    )


def unnamed(name: str) -> Refusal | None:
    """Refusal of a player without an account and without a name."""
    if name.strip():
        return None
    return no("CON-TEA-04", "Name the player.", "Indica el nombre del jugador.")


def teams_to_join(contest: Contest) -> list[Entrant]:
    """Teams with room for another player."""
    known = (one for one in contest.by_entry if one.players and one.is_in_contest)
    return [one for one in known if team_is_full(contest, one) is None]


def ask_for_place(course: Course, key: str, order: o.Enter) -> None:
    """Ask the captain of a team for a place."""
    course.happen(e.PlayerAsked(order.team, TeamPlayer(key, " ".join(order.player.split()), ASKS)))


def name_player(course: Course, captain: str, order: o.NamePlayer) -> None:
    """Add a player without an account, under the next number of the captain's seat."""
    team = course.contest.entrants[captain]
    number = sum("~" in one.key for one in team.players) + 1
    player = TeamPlayer(f"{captain}~{number}", " ".join(order.name.split()))
    course.happen(e.PlayerNamed(captain, player))


def asking_player(contest: Contest, captain: str, key: str) -> TeamPlayer | None:
    """Player who waits for the answer of this captain."""
    team = contest.entrant(captain)
    found = team.player(key) if team is not None else None
    return found if found is not None and found.status == ASKS else None


def answer_refused(contest: Contest, side: str, order: o.AnswerPlayer) -> Iterator[Refusal | None]:
    """All refusals of an answer to a player."""
    missing = no_team(contest, side)
    yield missing
    if missing is None and asking_player(contest, side, order.player) is None:
        yield no(
            "CON-TEA-03",
            "This player asks for no place in your team.",
            "Ese jugador no pide plaza en tu equipo.",
        )
    elif missing is None and order.accept:
        yield team_is_full(contest, contest.entrants[side])


def naming_refused(contest: Contest, side: str, order: o.NamePlayer) -> Iterator[Refusal | None]:
    """All refusals of a player without an account."""
    missing = no_team(contest, side)
    yield missing
    if missing is None:
        yield unnamed(order.name)
        yield team_is_full(contest, contest.entrants[side])
        yield player_name_refused(contest.entrants[side], order.name)


# ---------------------------------------------------------------------- line-up
def line_up_refused(contest: Contest, side: str, order: o.SetLineUp) -> Iterator[Refusal | None]:
    """All refusals of a line-up."""
    missing = no_team(contest, side)
    yield missing
    if missing is not None:
        return
    named, squad = {*order.players}, {*contest.entrants[side].squad}
    if not named or len(named) < len(order.players) or not named <= squad:
        yield no(
            "CON-TEA-05",
            "Name players of the team, each of them once.",
            "Indica jugadores del equipo, cada uno una sola vez.",
        )


# ---------------------------------------------------------------------- departures
def release_refused(
    contest: Contest, side: str, order: o.ReleasePlayer
) -> Iterator[Refusal | None]:
    """CON-TEA-09: A captain takes a player out of the team; a player may leave it. Their open
    boards are won by the opponents. A captain who leaves takes the team out of the contest.
    """
    missing = no_team(contest, side)
    yield missing
    if missing is None:
        others = [key for key in contest.entrants[side].squad if key != f"{side}~1"]
        if order.player not in others:
            yield no(
                "CON-TEA-09",
                "Name another player of your team.",
                "Indica a otro jugador de tu equipo.",
            )


def successors(contest: Contest, side: str) -> tuple[str, ...]:
    """Players with a seat of their own who may lead the team of this captain, by their keys."""
    team = contest.entrant(side)
    if team is None or not team.is_in_contest or contest.is_closed:
        return ()
    return tuple(key for key in team.squad if "~" not in key)


def no_successor(contest: Contest, side: str, successor: str) -> Refusal | None:
    """CON-TEA-11: A captain who leaves may name another player with an account as the new captain.
    The team stays, and only the open boards of the former captain are lost.
    """
    if successor in successors(contest, side):
        return None
    return no(
        "CON-TEA-11",
        "Name a player of your team with an account as the new captain.",
        "Indica como nuevo capitán a un jugador de tu equipo que tenga cuenta.",
    )


def leave_to_successor(course: Course, captain: str, successor: str) -> None:
    """Exchange the captain with a player of the team; the former captain leaves it."""
    course.happen(e.CaptainLeft(captain, successor))
    forfeit(course, (successor,))


def leave_team(course: Course, key: str) -> None:
    """Take a player out of the team; the opponents of open boards win."""
    team = course.contest.team_of(key)
    if team is None:
        return
    course.happen(e.PlayerLeft(team.key, key))
    forfeit(course, (key,))


def forfeit(course: Course, players: tuple[str, ...]) -> None:
    """Settle all open battles of these entrants or players for their opponents."""
    for pairing in course.contest.open_pairings():
        for key in pairing.entrants:
            if key in players:
                result = Result(pairing.opponent(key), silent=(key,), by=REFEREE)
                course.happen(e.ResultSettled(pairing.key, result))


def battlers(contest: Contest, entrant: str) -> tuple[str, ...]:
    """Keys under which an entrant fights: the own one, or those of all players of a team."""
    found = contest.entrants[entrant]
    return tuple(one.key for one in found.players) or (entrant,)


def is_out(contest: Contest, side: str) -> bool:
    """True for the seat of a player who has left the team, or whose team has left the contest."""
    team = contest.team_of(side)
    player = team.player(side) if team is not None else None
    if team is None or player is None:
        return False
    return player.status == LEFT or team.status in (LEFT, WITHDRAWN)


def has_gone(contest: Contest, seat: str) -> bool:
    """True for the seat of an entrant or player who is out of the contest, or whose entry a
    correction has struck.
    """
    entrant = contest.entrant(seat)
    if entrant is not None:
        return entrant.status in (LEFT, WITHDRAWN)
    return contest.team_of(seat) is None or is_out(contest, seat)


def is_at_tables(pairing: Pairing) -> bool:
    """True if both players of a battle may sit at a table of this site."""
    return not pairing.is_bye and all(map(has_account, pairing.entrants))
