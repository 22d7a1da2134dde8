"""In the Heart of Africa: miniatures on a continuous table."""

from app.games.heart_of_africa.box import GAME

__all__ = ["GAME"]
