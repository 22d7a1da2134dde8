"""Small campaigns for tests: players p1, p2 ... of given classes."""

from __future__ import annotations

from typing import Any

from app.games.heart_of_africa.campaign.fog import View
from app.games.heart_of_africa.campaign.state import Player, Season

LISTS = {
    "native": ("zanzibaris", "zanzibaris"),
    "explorer": ("white_explorers", "expedition"),
    "colonial": ("colonial_expedition", "british"),
}


def player(number: int, class_: str, **more: Any) -> Player:
    """Player of a class, with 5 hongos if the class has an account."""
    list_, nation = LISTS[class_]
    hongos = more.pop("hongos", None if class_ == "colonial" else 5)
    return Player(f"p{number}", list_, nation, class_, hongos=hongos, joined=number, **more)


def season(step: str, *players: Player, **more: Any) -> Season:
    """Campaign in a step of turn 3 of 1886. All players are in the order of play."""
    keys = tuple(one.key for one in players)
    return Season(
        **{
            "turn": 3,
            "year": 1886,
            "step": step,
            "order": keys,
            "seats": {key: key for key in (*keys, "referee")},
            "players": {one.key: one for one in players},
            **more,
        }
    )


def seen(state: Season, me: str) -> View:
    """View of a small campaign that hides nothing."""
    return View(state, me)
