"""Titles of chapters of the chronicle: the most important public change of a turn."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign.names import title_of
from app.games.heart_of_africa.campaign.state import (
    CLOSED,
    CONQUERED,
    ELIMINATED,
    NO_DECISION,
    Player,
    Season,
    War,
)
from app.kernel.say import Say, say

AGREEMENT = "agreement"
"""Cause of a payment by consent after an attack or a request."""
QUIET = say("A quiet half year", "Un semestre tranquilo")


def chapter_title(before: Season, after: Season) -> Say:
    """Title of the chapter between two positions: conquests first, then departures, revolts,
    explorations, battles, payments.
    """
    return next(title_candidates(before, after), QUIET)


def title_candidates(before: Season, after: Season) -> Iterator[Say]:
    """Changes of the turn as titles, the most important first."""
    pairs = [(before.player(one.key), one) for one in after.by_joining]
    for earlier, player in pairs:
        yield from change_of_state(after, earlier, player)
    for earlier, player in pairs:
        if earlier is not None and earlier.completed_in is None and player.completed_in is not None:
            yield say(
                "{who:The} {who:completes|complete} the exploration",
                "{who:El} {who:completa|completan} la exploración",
                who=title_of(after, player.key),
            )
    yield from battle_titles(before, after)
    for earlier, player in pairs:
        for people in player.explored:
            if earlier is not None and people not in earlier.explored:
                yield with_both(
                    after,
                    player.key,
                    people,
                    "{who:The} {who:crosses|cross} the land of {other:the}",
                    "{who:El} {who:cruza|cruzan} la tierra {other:del}",
                )
    for line in after.ledger[len(before.ledger) :]:
        if line.cause == AGREEMENT and line.payer and line.receiver:
            yield with_both(
                after,
                line.payer,
                line.receiver,
                "{who:The} {who:pays|pay} {other:the}",
                "{who:El} {who:paga|pagan} {other:al}",
            )


def change_of_state(after: Season, earlier: Player | None, player: Player) -> Iterator[Say]:
    """Conquest, end or revolt of a player."""
    if earlier is None or earlier.status == player.status:
        return
    if player.status == CONQUERED and player.master:
        yield with_both(
            after,
            player.master,
            player.key,
            "{who:The} {who:conquers|conquer} {other:the}",
            "{who:El} {who:somete|someten} {other:al}",
        )
    elif player.status == ELIMINATED:
        who = title_of(after, player.key)
        yield say("The end of {who:the}", "El final {who:del}", who=who)
    elif earlier.status == CONQUERED and player.is_active:
        who = title_of(after, player.key)
        yield say(
            "{who:The} {who:revolts|revolt}", "{who:El} {who:se subleva|se sublevan}", who=who
        )


def battle_titles(before: Season, after: Season) -> Iterator[Say]:
    """Battles that were settled since, the one with the most points first; won ones before
    others.
    """
    ended = [one for one in after.battles if is_settled(one) and not is_known(before, one)]
    ended.sort(key=lambda war: (war.winner is None, -sum(war.points.values())))
    for war in ended:
        if war.winner is not None:
            yield with_both(
                after,
                war.winner,
                war.opponent(war.winner),
                "{who:The} {who:beats|beat} {other:the}",
                "{who:El} {who:vence|vencen} {other:al}",
            )
        else:
            yield with_both(
                after,
                *war.players,
                "{who:The} and {other:the} fight without a decision",
                "{who:El} y {other:el} combaten sin decisión",
            )


def is_settled(war: War) -> bool:
    return war.status in (CLOSED, NO_DECISION)


def is_known(before: Season, war: War) -> bool:
    """True if a battle was settled before the turn."""
    earlier = before.battle(war.key)
    return earlier is not None and is_settled(earlier)


def with_both(season: Season, who: str, other: str, english: str, spanish: str) -> Say:
    """Title about two players."""
    return say(english, spanish, who=title_of(season, who), other=title_of(season, other))
