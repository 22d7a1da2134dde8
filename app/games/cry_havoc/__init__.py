"""Cry Havoc: medieval skirmish, man against man, on hexes."""

from app.games.cry_havoc.box import GAME

__all__ = ["GAME"]
