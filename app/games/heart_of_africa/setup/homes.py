"""The village or camp that a defender holds."""

from __future__ import annotations

from app.games.heart_of_africa.figures import defender
from app.games.heart_of_africa.land import Piece
from app.games.heart_of_africa.setup.scenarios import has_home
from app.games.heart_of_africa.setup.table_edges import half, in_rect
from app.games.heart_of_africa.sight.ground import extent_of
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.terrain_and_works import piece_of
from app.kernel.space.plane import mean_of


def homes(battle: Battle, side: str) -> tuple[Piece, ...]:
    """The villages and camps in a defender's half without another owner."""
    own = half(battle.land, battle.edges[side])
    return tuple(
        piece
        for piece in battle.land.pieces
        if piece.kind in ("village", "camp")
        and piece.owner in ("", side)
        and len(piece.outline) > 2
        and in_rect(own, mean_of(piece.outline))
    )


def home_of(battle: Battle, side: str) -> Piece | None:
    """The village or camp that counts: the named one, else a camp, else the largest village."""
    if battle.conditions.objective:
        return piece_of(battle, battle.conditions.objective)
    return max(
        homes(battle, side),
        key=lambda piece: (piece.kind == "camp", extent_of(piece).area),
        default=None,
    )


def may_name_home(battle: Battle, side: str) -> bool:
    """True if the side may still name its village or mark a camp."""
    return (
        has_home(battle)
        and side == defender(battle)
        and not battle.conditions.objective
        and not battle.deployment.deployed
    )


def needs_home(battle: Battle, side: str) -> bool:
    """True if the side has to defend a village or camp and has none yet."""
    if not has_home(battle) or side != defender(battle):
        return False
    return not (battle.conditions.objective or homes(battle, side))
