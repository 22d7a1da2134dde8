"""Events about wishes of the players of a battle: its ground and its place."""

from __future__ import annotations

from app.kernel.contract import Event


class GroundProposed(Event, frozen=True, tag="ground_proposed"):
    battle: str
    by: str
    terrain: str


class PlaceChosen(Event, frozen=True, tag="place_chosen"):
    """Wish of a player about the place of a battle; an empty `place` takes it back."""

    battle: str
    player: str
    place: str
