"""Photographs of battles for the commands verify, upgrade-check and repair."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from app.services.container import Services
from app.store.photographs import Photograph
from app.store.transactions import UnitOfWork


def print_damaged(services: Services, game_id: int | None = None) -> int:
    """Print the photographs of a game, or of all games, whose data do not have their digest. Return
    their number.
    """
    with services.store.read() as work:
        damaged = work.photographs.damaged(game_id)
    for one in damaged:
        print(f"game {one.game_id}: photograph {one.id} of battle {one.battle} is damaged")
    return len(damaged)


def data_by_digest(
    work: UnitOfWork, game_id: int, wanted: Sequence[Photograph]
) -> dict[str, bytes]:
    """Data of the wanted photographs in a backup, by their digest; damaged ones are left out."""
    digests, found = {one.digest for one in wanted}, {}
    for one in work.photographs.of_game(game_id):
        if one.digest in digests:
            data = work.photographs.data_of(one.id)
            if hashlib.sha256(data).hexdigest() == one.digest:
                found[one.digest] = data
    return found


def put_back(
    work: UnitOfWork, damaged: Sequence[Photograph], kept: Mapping[str, bytes]
) -> list[Photograph]:
    """Write the data of damaged photographs again; return those that the backup lacks.

    A removed photograph stays removed.
    """
    for one in damaged:
        if one.digest in kept:
            work.photographs.put_back(one.id, kept[one.digest])
    return [one for one in damaged if one.digest not in kept]
