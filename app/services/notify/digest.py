"""Digest of a game: recent events in a few numbered sentences.

A page shows the same numbers on its board; a mail gets plain text.
"""

from __future__ import annotations

import msgspec

from app.kernel.event_summary import Arrow, Item, event_arrows
from app.kernel.say import Say, say
from app.services.notify.local_times import moment_text
from app.services.watch.film import own_deeds_left_out, own_moves
from app.services.watch.game_view import GameView, standing_numbers

MOST = 30
SINCE, SO_FAR, THIS_TURN = (
    say("Since your last visit", "Desde tu última visita"),
    say("So far", "Hasta ahora"),
    say("This turn", "Este turno"),
)
NOTHING_NEW = say("Nothing has happened.", "No ha pasado nada.")
NOW = say("Now: {what}", "Ahora: {what}")
MORE = say("Before that: {n} more", "Antes: {n} cosas más")


class Digest(msgspec.Struct, frozen=True):
    """Events after move `after`, in their order.

    Only the last `MOST` items are kept; `left_out` counts the others. `is_for_me` is true for the
    news of a player.
    """

    title: Say
    after: int
    items: tuple[Item, ...]
    left_out: int = 0
    is_for_me: bool = False

    @property
    def arrows(self) -> tuple[Arrow, ...]:
        return event_arrows(self.items)


def make_digest(seen: GameView) -> Digest:
    """Digest for the viewer.

    A player at the current move gets the news since the last visit. It contains moves of others,
    moves made for the player, and their results. It stays until the player decides. Before the
    first own move it is all that happened. All others, and views of the past, get the turn so far.
    """
    mine = seen.is_now and seen.seat is not None and seen.outcome is None
    after = last_seen_move(seen) if mine else before_the_turn(seen)
    told = (
        seen.history.summary_items(after, seen.at, seen.viewer)
        if seen.table.state is not None
        else ()
    )
    news = own_deeds_left_out(seen, told) if mine else tuple(told)
    title = THIS_TURN if not mine else SINCE if after else SO_FAR
    return Digest(title, after, news[-MOST:], max(0, len(news) - MOST), mine)


def last_seen_move(seen: GameView) -> int:
    """Move after which events are new to a player.

    It is before the last own decisions that others have answered, and not after the last visit.
    While a player makes several decisions in a row, their cause stays included.
    """
    mine, numbers = own_moves(seen), list(standing_numbers(seen))
    while seen.decisions and numbers and numbers[-1] in mine:
        numbers.pop()
    own = max((number for number in numbers if number in mine), default=1)
    return min(own - 1, own if seen.seen is None else seen.seen)


def before_the_turn(seen: GameView) -> int:
    """Last move before the turn of the move in view; 0 for the first turn."""
    numbers = seen.history.standing(seen.at)
    turns = [seen.history.turn(before) for before in (0, *numbers[:-1])]
    return (
        next(
            (
                0 if not place else numbers[place - 1]
                for place, turn in enumerate(turns)
                if turn == turns[-1]
            ),
            0,
        )
        if numbers
        else 0
    )


def digest_text(seen: GameView, language: str, zone: str = "UTC") -> str:
    """Digest as plain text: first the events, then the decisions of the reader. Times are those of
    the time zone.
    """

    def in_words(says: Say) -> str:
        return says.in_(language, lambda moment: moment_text(moment, language, zone))

    found = make_digest(seen)
    lines = [f"{found.title.in_(language)}:", ""]
    if found.left_out:
        lines.append(f"({say(MORE.en, MORE.es, n=found.left_out).in_(language)})")
    lines += [
        f"{number}. {item_sentence(item, in_words(item.says))}"
        for number, item in enumerate(found.items, start=1)
    ] or [NOTHING_NEW.in_(language)]
    lines += [
        "",
        *(decision_line(in_words(decision.says), language) for decision in seen.decisions),
    ]
    return "\n".join(lines).strip() + "\n"


def decision_line(words: str, language: str) -> str:
    """Line of the digest that names a decision of the reader."""
    return say(NOW.en, NOW.es, what=words).in_(language)


def item_sentence(item: Item, words: str) -> str:
    """Words of an item with its dice; scoring dice have a star."""
    dice = " ".join(face + "*" * scored for face, scored in item.dice)
    return words + (f" [{dice}]" if dice else "")
