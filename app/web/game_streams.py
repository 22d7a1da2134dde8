"""Frames of the streams of games, as server-sent events: move numbers only, and each browser
fetches its own view. Public data, equal for all anonymous visitors, is included.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Hashable, Iterable, Iterator
from contextlib import ExitStack

import msgspec
from fastapi import Request

from app.services.notify.change_notifier import WAITING
from app.services.people.accounts import Visitor
from app.services.watch import game_view
from app.web import spectator_frames
from app.web.board_frames import BoardFrames, each_move
from app.web.direct_writes import Write
from app.web.forms import integer_or_none
from app.web.language import language_of
from app.web.page_cache import HEADER, Page
from app.web.spectator_frames import ChatFrame
from app.web.sse_broadcaster import Subscriber, Tell, make_frame
from app.web.waiting_counts import WaitingCounts

Topic = tuple[int, int, Tell]
"""Last number that the browser knows, number from which new frames follow, maker of frames."""


class SpectatorState(msgspec.Struct, frozen=True):
    """Page's state of the spectator chat. `news` is the version it knows, `is_shown` means that the
    chat is open. `is_counted` counts the reader as a spectator.
    """

    language: str
    news: int = 0
    is_shown: bool = False
    is_counted: bool = False


NOT_SPECTATING = SpectatorState("en")


class LastFrame(Page, frozen=True):
    """Last frame of a stream."""


def accepts_gzip(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


async def as_bytes(sent: AsyncIterator[Page], is_packed: bool) -> AsyncIterator[bytes]:
    """Frames as bytes. In a compressed stream each frame is compressed by itself."""
    if is_packed:
        yield HEADER
    async for frame in sent:
        yield frame.packed if is_packed else frame.plain


def stream_headers(is_packed: bool) -> dict[str, str]:
    kept = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return kept | ({"Content-Encoding": "gzip"} if is_packed else {})


class Subscriptions(ExitStack):
    """Topics that one stream follows, until it is left."""

    def __init__(self, request: Request, write: Write | None = None):
        super().__init__()
        self.subscriber = Subscriber(write)
        self._notifier = request.app.state.services.notifier
        self._broadcaster = request.app.state.broadcaster

    def follow(
        self,
        of: int,
        what: str,
        number: int,
        known: int,
        tell: Tell,
        *kind: Hashable,
        then: Tell | None = None,
    ) -> Topic:
        """Follow a topic from `number` on. The browser knows the number `known`. After the first
        broadcast `then` makes the frames.
        """
        following = self._broadcaster.subscribed(
            self.subscriber,
            (of, what, *kind),
            number,
            lambda seen: self._notifier.next_after(of, seen, what),
            tell,
            then,
        )
        return known, self.enter_context(following), tell


async def stream_frames(
    request: Request,
    followed: game_view.FollowedGame,
    after: int,
    messages: int,
    visitor: Visitor | None,
    tab: str = "",
    spectating: SpectatorState = NOT_SPECTATING,
    write: Write | None = None,
) -> AsyncIterator[Page]:
    """Frames of a stream until a disconnect, a shutdown or the end of the session. Every viewer
    gets moves and the number of spectators.

    Players also get the numbers of new messages, counted from the last known one. Other viewers get
    remarks. A viewer without a seat at a waiting game gets only the start. The browser then opens a
    new stream, and permission and delay are checked again.
    """
    yield make_frame("retry: 2000\n\n")
    with Subscriptions(request, write) as subscriptions:
        topics = [
            move_topic(request, followed, after, tab, subscriptions),
            *player_topics(followed, messages, subscriptions),
            *(user_topics(request, visitor, subscriptions) if visitor else ()),
            *spectator_topics(request, followed, visitor, spectating, subscriptions),
        ]
        async for frame in frames_of_topics(topics, subscriptions.subscriber):
            if isinstance(frame, ChatFrame) and visitor and visitor.user.id in frame.seated:
                # The viewer has taken a seat meanwhile. The next stream carries the topics of a
                # player.
                return
            yield frame
            if isinstance(frame, LastFrame):
                return


def move_topic(
    request: Request,
    followed: game_view.FollowedGame,
    after: int,
    tab: str,
    subscriptions: Subscriptions,
) -> Topic:
    """Moves after the last known one. A viewer without a seat at a waiting game gets its start."""
    game, last = followed.game, integer_or_none(request.headers.get("last-event-id", ""))
    waits = followed.seat is None and game.status == "open"
    begins = (game.number, game.number if waits else after if last is None else last)
    kind = (bool(followed.seat), waits, tab and language_of(request), tab)
    if not tab or waits:
        tell = first_move if waits else each_move
        return subscriptions.follow(game.id, followed.topic, *begins, tell, *kind)
    board = BoardFrames(request, game.address, tab)
    known, number, _ = subscriptions.follow(
        game.id, followed.topic, *begins, board.whole, *kind, then=board.difference
    )
    return known, number, board.whole_once


def player_topics(
    followed: game_view.FollowedGame,
    messages: int,
    subscriptions: Subscriptions,
) -> Iterator[Topic]:
    """New messages of the players."""
    if followed.seat:
        yield subscriptions.follow(
            followed.game.id, followed.chat, followed.messages, messages, player_chat_frame
        )


def user_topics(
    request: Request, visitor: Visitor, subscriptions: Subscriptions
) -> Iterator[Topic]:
    """End of the user's sessions, and decisions that wait for the user."""
    user, counts = visitor.user.id, request.app.state.waiting_counts
    yield subscriptions.follow(user, "logins", visitor.ended, visitor.ended, on_logout)
    yield subscriptions.follow(user, WAITING, 0, -1, waiting_frames(counts, user))


async def stream_user(
    request: Request, visitor: Visitor, write: Write | None = None
) -> AsyncIterator[Page]:
    """Frames of a page without a game, until the end of the session."""
    yield make_frame("retry: 2000\n\n")
    with Subscriptions(request, write) as subscriptions:
        topics = list(user_topics(request, visitor, subscriptions))
        async for frame in frames_of_topics(topics, subscriptions.subscriber):
            yield frame


def waiting_frames(counts: WaitingCounts, user: int) -> Tell:
    """Frames with the number of decisions that wait for a user, after each move in the user's
    games.
    """

    async def tell(*_: int) -> Page:
        return make_frame(f"event: waiting\ndata: {await counts.count(user)}\n\n")

    return tell


async def frames_of_topics(topics: Iterable[Topic], subscriber: Subscriber) -> AsyncIterator[Page]:
    """Frames that the browser misses on each topic, then new frames until the end. The recorded
    state may already end the stream.
    """
    for known, begins, tell in topics:
        if known < begins:
            frame = await tell(known, begins)
            if frame is None:
                return
            yield frame
    async for frame in subscriber.frames():
        yield frame


def spectator_topics(
    request: Request,
    followed: game_view.FollowedGame,
    visitor: Visitor | None,
    spectating: SpectatorState,
    subscriptions: Subscriptions,
) -> Iterator[Topic]:
    """Topics about spectators and, without a seat or after the end, their chat. A viewer without a
    seat counts as a spectator.
    """
    game, presence = followed.game, request.app.state.services.presence
    if (
        spectating.is_counted
        and followed.seat is None
        and game.status != "open"
        and not (visitor and visitor.user.is_bot)
    ):
        subscriptions.enter_context(
            presence.watching(game.id, visitor.user.id if visitor else None)
        )
    yield subscriptions.follow(
        game.id,
        "watching",
        presence.told(game.id),
        -1,
        spectator_frames.watching_frames(request, game.id, spectating.language),
        spectating.language,
    )
    if followed.remarks is not None:
        is_shown = spectating.is_shown and game.spectators and not followed.is_apart
        tell = spectator_frames.remark_frames(request, game, spectating.language, is_shown=is_shown)
        yield subscriptions.follow(
            game.id,
            "remarks",
            followed.remarks,
            spectating.news,
            tell,
            is_shown and spectating.language,
        )


async def first_move(*_: int) -> Page:
    """Frame of the first move."""
    first = await each_move(0, 1)
    return LastFrame(first.plain, first.packed)


async def player_chat_frame(_: int, number: int) -> Page:
    return make_frame(f"event: letter\ndata: {number}\n\n")


async def on_logout(*_: int) -> None:
    """End the streams of an account when its sessions end."""
