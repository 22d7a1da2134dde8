"""Text of a notification, written when it is sent, from the view of its reader."""

from __future__ import annotations

from app.services.clubs import club_chat
from app.services.container import Services
from app.services.notify import digest
from app.services.notify.local_times import zone_of
from app.services.notify.outbox import decode_message
from app.services.people import player_chat
from app.services.watch import game_view
from app.store import records

MOST_LETTERS = 20


def mail_text(services: Services, row: records.Sending, language: str) -> str:
    """Text of a mail below its title. Of a game it contains only facts that its reader may see."""
    message = decode_message(row)
    said = [line.in_(language) for line in message.lines]
    if row.kind in ("your_turn", "reminder", "result") and row.game_id is not None:
        news = news_digest(services, row.game_id, row.user_id, language)
        said = [one for one in said if digest.decision_line(one, language) not in news]
        said.append(news)
    elif row.kind == "chat" and row.game_id is not None:
        said += recent_chat(services, row.game_id, row.user_id, message.after)
    elif row.kind in ("mention", "club_chat") and message.club_id is not None:
        last = message.after if row.kind == "mention" else None
        said += recent_club_chat(services, message.club_id, row.user_id, message.after, last)
    return "\n\n".join(part.strip() for part in said if part.strip())


def short_text(row: records.Sending, language: str) -> str:
    """Text of a webhook or web push below the title.

    Of an invitation or a found opponent it is the last line (clock, seat or pace). Web push has the
    news of a campaign too; a webhook, which others may read, has not.
    """
    lines = decode_message(row).lines
    if row.kind in ("invitation", "opponent"):
        return lines[-1].in_(language) if lines else ""
    is_news = row.channel == "push" and row.kind in ("your_turn", "battle", "campaign")
    return " ".join(line.in_(language) for line in lines) if is_news else ""


def news_digest(services: Services, game_id: int, user_id: int | None, language: str) -> str:
    """Digest for the user: events since the last visit, and open decisions."""
    seen = game_view.load_view(services, game_id, user_id)
    if seen.table.state is None:
        return ""
    with services.store.read() as work:
        zone = zone_of(work, user_id, seen.game)
    return digest.digest_text(seen, language, zone)


def recent_chat(services: Services, game_id: int, user_id: int | None, first: int) -> list[str]:
    """Chat messages of the other players, from the number `first` on, at most `MOST_LETTERS`."""
    written = [
        one
        for one in player_chat.load_chat_messages(services, game_id, user_id, first - 1)
        if one.user_id != user_id and not one.hidden
    ]
    return [f"{one.name}: {one.text}" for one in written[-MOST_LETTERS:]]


def recent_club_chat(
    services: Services, club_id: int, user_id: int | None, first: int, last: int | None
) -> list[str]:
    """Messages of other members in the chat of a club, from the number `first` on, at most
    `MOST_LETTERS`. Hidden ones and those of blocked users are left out.
    """
    _, chat = club_chat.load_chat(services, club_id, user_id, 0 if last is None else last + 1)
    written = [
        one
        for one in chat.messages
        if one.number >= first and one.user_id != user_id and not one.hidden
    ]
    return [f"{one.name}: {one.text}" for one in written[-MOST_LETTERS:]]
