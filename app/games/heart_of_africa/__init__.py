"""In the Heart of Africa: miniatures on a continuous table, and the campaign around its battles."""

from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.campaign.box import CAMPAIGN

__all__ = ["CAMPAIGN", "GAME"]
