"""HOA-MEL: Evasion of figures that a charge has reached."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from app.games.heart_of_africa.board import Board, Spot, on_top_of, same_floor, spots_near
from app.games.heart_of_africa.figures import radius
from app.games.heart_of_africa.land import FIXED_WORKS
from app.games.heart_of_africa.movement.contact import (
    PRESS,
    may_evade,
    newly_touched,
    opponents_now,
)
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called, heading_words
from app.games.heart_of_africa.sight import ground, impassable
from app.games.heart_of_africa.state import Battle
from app.kernel.refusal import Refusal, no
from app.kernel.space.plane import (
    CONTACT,
    Path,
    angle_between,
    angle_to,
    distance_to_path,
    first_crossing,
    inches_to,
    on_grid,
    path_length,
    point_at,
    unit_vector,
)

BENDS = tuple(
    bend for step in range(19) for bend in ((step * 5.0, -step * 5.0) if step else (0.0,))
)


STRAIGHT = 2.5


def flight_line(
    battle: Battle, figure: Figure, attackers: Sequence[Figure], whole: float, board: Board
) -> tuple[float, float] | None:
    """The direction in degrees straight away from the attackers, and the least bend of a lawful
    evasion of the whole distance.
    """
    away = heading_away(battle, figure, attackers)
    for bend in BENDS:
        end = on_grid(point_at(figure.position, away + bend, whole))
        if is_clear(battle, figure, (figure.position, end), board):
            return away, abs(bend)
    return None


def heading_away(battle: Battle, figure: Figure, attackers: Sequence[Figure]) -> float:
    """Direction in degrees from the attacker's centre through the evader's; with several attackers,
    the middle of their directions.
    """
    order = [charge.attacker for charge in battle.movement.charges if charge.victim == figure.id]
    first = [enemy for enemy in attackers if order and enemy.id == order[0]] or list(attackers)
    x = sum(unit_vector(angle_to(enemy.position, figure.position))[0] for enemy in first)
    y = sum(unit_vector(angle_to(enemy.position, figure.position))[1] for enemy in first)
    return angle_to((0.0, 0.0), (x, y))


def is_clear(battle: Battle, figure: Figure, way: Path, board: Board) -> bool:
    """True if a straight evasion meets no enemy, no edge of the table, no obstacle and no difficult
    ground, and ends on free ground.
    """
    end, width = way[-1], radius(figure)
    if not (0 <= end[0] <= battle.land.width and 0 <= end[1] <= battle.land.depth):
        return False
    for spot in spots_near(board.foes, way, width + CONTACT):
        if same_floor(figure, spot.figure) and passes_over(figure, way, spot):
            return False
    if any(inches_to(end, spot.at) <= width + spot.radius + CONTACT for spot in board.foes):
        return False
    if on_top_of(board.friends, figure, end, {}) is not None or any(
        first_crossing(way, work.line) for work in battle.land.works if work.kind in FIXED_WORKS
    ):
        return False
    if impassable.first_obstacle(battle, figure, way) is not None:
        return False
    return not crosses_difficult_ground(battle, way)


def crosses_difficult_ground(battle: Battle, way: Path) -> bool:
    """True if a way leads into difficult ground. The dark makes no ground difficult."""
    return sum(inches for _, inches in ground.slow_pieces(battle, way)) > CONTACT


def passes_over(figure: Figure, way: Path, spot: Spot) -> bool:
    """True if a way takes the base over that of an enemy. Leaving an enemy touched at the start is
    allowed.
    """
    apart = radius(figure) + spot.radius
    start = inches_to(way[0], spot.at)
    least = distance_to_path(spot.at, way)
    if start <= apart + CONTACT:
        return least < min(start, apart) - PRESS
    return least <= apart + CONTACT


def evasion(
    battle: Battle,
    figure: Figure,
    opponents: Sequence[Figure],
    way: Path,
    whole: float | None,
    board: Board,
) -> Refusal | None:
    """HOA-MEL-03: A mounted figure evades by the whole distance rolled, straight away from the
    enemy on foot that made contact. It bends up to 90 degrees, only as far as enemies, the edge of
    the table or difficult ground force it. If that is impossible it stays. It ends in contact with
    no enemy.
    """
    fresh = newly_touched(figure, opponents)
    if not fresh or not may_evade(battle, figure, fresh) or whole is None:
        return None
    if crosses_difficult_ground(battle, way):
        return no(
            "HOA-MEL-03",
            "{who} evades over open ground only and rides round difficult ground.",
            "{who} solo huye por terreno abierto y rodea el terreno difícil.",
            who=called(battle, figure),
        )
    found = flight_line(battle, figure, fresh, whole, board) if whole > CONTACT else None
    if found is None:
        return no(
            "HOA-MEL-03",
            "{who} cannot use the whole {whole} in in any lawful direction: {who} stays.",
            "{who} no puede recorrer las {whole:pulgada+s} en ninguna dirección permitida: se "
            "queda y lucha.",
            who=called(battle, figure),
            whole=round(whole, 1),
        )
    return wrong_flight(battle, figure, way, whole, *found)


def wrong_flight(
    battle: Battle, figure: Figure, way: Path, whole: float, away: float, least: float
) -> Refusal | None:
    """Refusal of a flight that is shorter than `whole` inches, or that leaves the direction `away`
    by more than `least` degrees.
    """
    if abs(path_length(way) - whole) > CONTACT:
        return no(
            "HOA-MEL-03",
            "{who} evades by the whole {whole} in, not by {way}.",
            "{who} huye las {whole:pulgada+s} completas, no {way}.",
            who=called(battle, figure),
            whole=round(whole, 1),
            way=round(path_length(way), 1),
        )
    allowed = STRAIGHT if least == 0 else least + STRAIGHT
    if any(angle_between(angle_to(one, two), away) > allowed for one, two in pairwise(way)):
        return no(
            "HOA-MEL-03",
            "{who} evades straight away from the attacker, to the {way}, bent by at most "
            "{bend:degree+s}.",
            "{who} huye del atacante en línea recta, hacia el {way}, desviándose como mucho "
            "{bend:grado+s}.",
            who=called(battle, figure),
            way=heading_words(away),
            bend=round(least),
        )
    return None


def way_out(battle: Battle, figure: Figure, whole: float, board: Board) -> Path | None:
    """The way by which a mounted figure just contacted would evade; None if it does not evade or
    has no way.
    """
    fresh = newly_touched(figure, opponents_now(figure, board))
    if not fresh or not may_evade(battle, figure, fresh) or whole <= CONTACT:
        return None
    found = flight_line(battle, figure, fresh, whole, board)
    if found is None:
        return None
    away, least = found
    for bend in (least, -least):
        end = on_grid(point_at(figure.position, away + bend, whole))
        if is_clear(battle, figure, (figure.position, end), board):
            return (figure.position, end)
    return None
