"""Sentence for a player who is out of the campaign, or whose people are conquered."""

from __future__ import annotations

from app.games.heart_of_africa.campaign.fog import View
from app.games.heart_of_africa.campaign.names import title_of
from app.games.heart_of_africa.campaign.state import (
    COLONIAL,
    CONQUERED,
    ELIMINATED,
    EXPLORER,
    Player,
    Season,
)
from app.games.heart_of_africa.campaign.tables import RECALL_AFTER
from app.kernel.say import Say, say

READING_ON = say(
    "You can still read the campaign and write in its chats.",
    "Aún puedes leer la campaña y escribir en sus chats.",
)


def own_notice(view: View) -> Say | None:
    """Sentence for the viewer's player; None for an active player and for a spectator."""
    player = view.season.player(view.me or "")
    if player is None or view.season.is_closed:
        return None
    if player.status == CONQUERED:
        return conquered_notice(view.season, player)
    if player.status == ELIMINATED:
        return say("{why} {then}", "{why} {then}", why=end_words(player), then=READING_ON)
    return None


def conquered_notice(season: Season, player: Player) -> Say:
    """Sentence for a conquered people, with the way back into the campaign."""
    if player.master is None:
        return say(
            "Your people are conquered and have no master any more. You may return between turns.",
            "Tu pueblo está sometido, pero ya no tiene amo. Puedes volver entre dos turnos.",
        )
    return say(
        "Your people are conquered by {who:the}, and do not act in the campaign. "
        "You may revolt when {who:the} {who:loses|lose} a battle.",
        "Tu pueblo está sometido por {who:el} y no actúa en la campaña. "
        "Podrás sublevarte cuando {who:el} {who:pierda|pierdan} una batalla.",
        who=title_of(season, player.master),
    )


def end_words(player: Player) -> Say:
    """Reason why a player is out of the campaign."""
    if player.class_ == EXPLORER:
        return say(
            "Your Leader is dead, and your expedition is out of the campaign.",
            "Tu Líder ha muerto y tu expedición queda fuera de la campaña.",
        )
    if player.class_ == COLONIAL:
        return say(
            "Your expedition is out of the campaign after {n} defeats in a row.",
            "Tu expedición queda fuera de la campaña tras {n} derrotas seguidas.",
            n=RECALL_AFTER,
        )
    if not player.hongos:
        return say(
            "Your people have no hongos left and are out of the campaign.",
            "Tu pueblo se ha quedado sin hongos y queda fuera de la campaña.",
        )
    return say(
        "Your people were beaten by their former masters and are out of the campaign.",
        "Tu pueblo ha perdido ante sus antiguos amos y queda fuera de la campaña.",
    )
