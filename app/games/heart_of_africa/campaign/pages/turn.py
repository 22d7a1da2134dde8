"""Order of the turn: every roll with its product, and the declarations so far."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign.declaring import next_to_declare
from app.games.heart_of_africa.campaign.names import title_of
from app.games.heart_of_africa.campaign.state import Season
from app.kernel.reading_pages import OrderRow
from app.kernel.say import Say, say

UNDECLARED = say("not declared yet", "aún no ha declarado")
DECLARED = {
    "hunt": say("hunts", "caza"),
    "pass": say("passes", "pasa"),
}


def order_rows(season: Season) -> Iterator[OrderRow]:
    """Players in the order of this turn."""
    due = next_to_declare(season) if not season.talks else None
    for key in season.order:
        yield OrderRow(
            key,
            title_of(season, key),
            tuple(
                say(
                    "{die} × {aggression} = {product}",
                    "{die} × {aggression} = {product}",
                    die=die,
                    aggression=aggression,
                    product=die * aggression,
                )
                for player, die, aggression in season.order_rolls
                if player == key
            ),
            done_words(season, key),
            key == due,
        )


def done_words(season: Season, key: str) -> Say:
    """Declaration of a player in this turn."""
    if key not in season.choices:
        if key in season.attacked:
            return say("attacked: no declaration", "atacado: no declara")
        return UNDECLARED
    choice, target = season.choices[key]
    if choice == "attack":
        return say("attacks {who:the}", "ataca {who:al}", who=title_of(season, target))
    if choice == "passage":
        return say("asks {who:the} for passage", "pide paso {who:al}", who=title_of(season, target))
    return DECLARED[choice]
