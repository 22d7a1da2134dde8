"""Changes that several events share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from app.games.heart_of_africa.campaign.state import Season, Taking


def with_player(season: Season, key: str, **changes: Any) -> Season:
    """The season with some fields of a player changed."""
    player = replace(season.players[key], **changes)
    return replace(season, players={**season.players, key: player})


def with_battle(season: Season, key: str, **changes: Any) -> Season:
    """The season with some fields of a battle changed."""
    return replace(
        season,
        battles=tuple(replace(war, **changes) if war.key == key else war for war in season.battles),
    )


def one_more(counts: Mapping[str, int], key: str, more: int = 1) -> dict[str, int]:
    """The counts with `more` added to one of them."""
    return {**counts, key: counts.get(key, 0) + more}


def without(counts: Mapping[str, int], key: str) -> dict[str, int]:
    """The counts without one of them."""
    return {name: number for name, number in counts.items() if name != key}


def without_district(takings: Iterable[Taking], people: str) -> tuple[Taking, ...]:
    """The takings without a people that is no choice any more; empty ones are dropped."""
    left = (
        replace(one, districts=tuple(each for each in one.districts if each != people))
        for one in takings
    )
    return tuple(one for one in left if one.districts)


def forget(season: Season, gone: str) -> Season:
    """The season without open matters of a player who is no longer active."""
    return replace(
        season,
        players={
            key: replace(one, pending=without(one.pending, gone)) if gone in one.pending else one
            for key, one in season.players.items()
        },
        talks=tuple(talk for talk in season.talks if gone not in (talk.attacker, talk.defender)),
        gifts=tuple(gift for gift in season.gifts if gone not in gift[:2]),
        meetings=tuple(one for one in season.meetings if gone not in one.players),
        revolts=tuple(one for one in season.revolts if one != gone),
        successions=tuple(one for one in season.successions if one != gone),
        takings=without_district((one for one in season.takings if one.winner != gone), gone),
    )
