"""Order of the turn: every roll with its product, and the declarations so far."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign.declaring import next_to_declare
from app.games.heart_of_africa.campaign.names import title_of
from app.games.heart_of_africa.campaign.state import Season
from app.games.heart_of_africa.campaign.wording.turn import roll_words
from app.kernel.reading_pages import OrderRow
from app.kernel.say import Say, say

TO_DECLARE = say("to declare now", "declara ahora")
UNDECLARED = say("not declared yet", "aún sin declarar")
DECLARED = {
    "hunt": say("hunt", "caza"),
    "pass": say("pass", "sin ataque"),
}


def order_rows(season: Season) -> Iterator[OrderRow]:
    """Players in the order of this turn."""
    due = next_to_declare(season) if not season.talks else None
    for key in season.order:
        yield OrderRow(
            key,
            title_of(season, key),
            roll_words(season, key),
            TO_DECLARE if key == due else done_words(season, key),
            key == due,
            key in season.choices or key in season.attacked,
        )


def done_words(season: Season, key: str) -> Say:
    """Declaration of a player in this turn."""
    if key not in season.choices:
        if key in season.attacked:
            return say("under attack, no declaration", "bajo ataque, sin declaración")
        return UNDECLARED
    choice, target = season.choices[key]
    if choice == "attack":
        return say("attack on {who:the}", "ataque {who:al}", who=title_of(season, target))
    if choice == "passage":
        return say(
            "passage requested of {who:the}",
            "paso solicitado {who:al}",
            who=title_of(season, target),
        )
    return DECLARED[choice]
