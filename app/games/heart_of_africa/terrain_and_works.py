"""Pieces of terrain and works of a battle by their ids."""

from __future__ import annotations

from app.games.heart_of_africa.land import Piece, Work
from app.games.heart_of_africa.state import Battle


def piece_of(battle: Battle, key: str) -> Piece | None:
    return next((piece for piece in battle.land.pieces if piece.id == key), None)


def work_of(battle: Battle, key: str) -> Work | None:
    return next((work for work in battle.land.works if work.id == key), None)


def named_work(battle: Battle, place: str) -> Work:
    """The work with this id, or the building of a room such as "T1/west"; KeyError for another."""
    work = work_of(battle, place.partition("/")[0])
    if work is None:
        raise KeyError(place)
    return work
