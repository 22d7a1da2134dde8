"""Sample campaign of a referee and three players, founded over the API; its game brings it."""

from __future__ import annotations

from tests.sample_games import sample_part

Campaign = sample_part("campaign", "api_campaign", "Campaign")
NAMES = sample_part("campaign", "api_campaign", "NAMES")
"""Names of the referee and of the players."""
