"""Heaps: a complete small game, dropped into the folder of games by a test."""

from app.games.heaps.box import GAME

__all__ = ["GAME"]
