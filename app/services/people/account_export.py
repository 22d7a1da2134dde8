"""Export of an account as JSON (docs/account-format.md)."""

from __future__ import annotations

from typing import Any

import msgspec

from app.services.container import Services, current_time, require_account
from app.services.notify import outbox
from app.services.people.permissions import seat_of
from app.store import records
from app.store.transactions import UnitOfWork

FORMAT = "caracole-account/2"
ALL = 1_000_000


def export_account(services: Services, user_id: int) -> bytes:
    """All stored data of a member, as JSON (docs/account-format.md)."""
    with services.store.read() as work:
        user = require_account(work.users.find_user(user_id))
        kept: dict[str, Any] = {
            "format": FORMAT,
            "written_at": current_time(),
            "account": _account_data(work, user),
            "log_ins": work.logins.for_user(user_id),
            "second_factor": _second_factor(work, user_id),
            "programs": [
                {"name": one.user.name, "created": one.user.created, "may_write": one.may_write}
                for one in work.programs.for_owner(user_id)
            ],
            "tokens": work.tokens.for_user(user_id),
            **_played(work, user_id),
            **_written(work, user_id),
            **_notified(work, user),
        }
    return msgspec.json.format(msgspec.json.encode(kept), indent=1)


def _played(work: UnitOfWork, user_id: int) -> dict[str, Any]:
    """Games of a member, and everything that the member plans in them."""
    games = work.games.of_user(user_id, ALL)
    seats = work.seats.of_games([game.id for game in games])
    return {
        "armies": work.armies.of_user(user_id),
        "games": [_game_data(work, game, seats.get(game.id, ()), user_id) for game in games],
        "former_seats": _former_seats(work, user_id),
        "clubs": work.clubs.of_user(user_id),
        "club_dates": work.club_dates.of_user(user_id),
        "club_announcements": work.announcements.of_user(user_id),
        "club_offices": work.club_offices.of_user(user_id),
        "club_chapters": work.club_chronicles.of_user(user_id),
        "club_pictures": work.club_pictures.of_user(user_id),
        "club_messages": work.club_messages.of_user(user_id),
        "club_polls": work.club_polls.of_user(user_id),
        "house_rules": work.club_pages.of_user(user_id),
        "club_acts": work.club_log.acts_of_user(user_id),
        "referee_of": work.referees.by(user_id),
        "referee_votes": work.referees.votes_by(user_id),
        "referee_notes": work.referee_notes.by(user_id),
        "absence_reasons": work.absence_reasons.by(user_id),
        "scribe_of": work.scribes.by(user_id),
        "default_rosters": work.rosters.by(user_id),
        "ratings": work.ratings.by(user_id),
        "decisions_in_time": work.decision_counts.of_user(user_id),
        "opponents": work.opponent_wishes.by(user_id),
        "conditional_orders": work.conditional_orders.of_player(user_id),
        "sandboxes": _sandbox_data(work, user_id),
        "visits": work.visits.of_user(user_id),
        "invitations": [
            {"game": one.game_id, "by": one.by, "seat": one.seat, "made_at": one.made_at}
            for one in work.invitations.of_user(user_id)
        ],
    }


def _written(work: UnitOfWork, user_id: int) -> dict[str, Any]:
    """Texts of a member, the members whom they have blocked, and their complaints."""
    withheld = work.complaints.withheld_from(user_id)
    return {
        "chat_messages": [_message_data(one) for one in work.chat_messages.for_user(user_id)],
        "notes": work.notes.for_user(user_id),
        "remarks": [_message_data(one) for one in work.remarks.for_user(user_id)],
        "reports": work.reports.for_user(user_id),
        "photographs": work.photographs.of_user(user_id),
        "blocked": [name for _, name in work.blocks.blocked_names(user_id)],
        "complaints": [
            {
                "about": one.about,
                "text": one.text,
                "reason": one.reason,
                "created": one.created,
                "closed": one.closed,
            }
            for one in work.complaints.made_by(user_id)
            if one.id not in withheld
        ],
    }


def _notified(work: UnitOfWork, user: records.User) -> dict[str, Any]:
    """Hours of play, settings of notifications, and messages sent."""
    return {
        "hours": work.hours.for_users([user.id]),
        "notification_preferences": [
            [*what, how] for what, how in work.notification_preferences.for_user(user.id).items()
        ],
        "notification_targets": work.notification_targets.for_user(user.id),
        "has_calendar": bool(work.calendars.token_for_user(user.id)),
        "sent": [
            {
                "title": outbox.decode_message(one).title.in_(user.language),
                "channel": one.channel,
                "state": one.state,
                "made_at": one.made_at,
                "done_at": one.done_at,
            }
            for one in work.outbox.of_user(user.id, ALL)
        ],
    }


def _former_seats(work: UnitOfWork, user_id: int) -> list[dict[str, Any]]:
    return [
        {"game": one.game_id, "seat": one.seat, "until": one.until}
        for one in work.former.for_user(user_id)
    ]


def _account_data(work: UnitOfWork, user: records.User) -> dict[str, Any]:
    return {**msgspec.structs.asdict(user), "email": work.users.confirmed_email(user.id)}


def _second_factor(work: UnitOfWork, user_id: int) -> dict[str, Any] | None:
    """Date of the second factor and number of recovery codes left, without secrets."""
    since = work.second_factors.required_since(user_id)
    return (
        {"since": since, "recovery_codes_left": work.second_factors.codes_left(user_id)}
        if since
        else None
    )


def _message_data(one: records.ChatMessage | records.Remark) -> dict[str, Any]:
    """Chat message without its number, which would count messages of others."""
    return {
        field: value
        for field, value in msgspec.structs.asdict(one).items()
        if field not in ("number", "user_id", "name")
    }


def _sandbox_data(work: UnitOfWork, user_id: int) -> list[dict[str, Any]]:
    kept = work.sandboxes.for_user(user_id)
    orders = work.sandboxes.orders_by_sandbox([one.id for one in kept])
    return [
        {
            "game": one.game_id,
            "name": one.name,
            "seat": one.seat,
            "began": one.began,
            "created": one.created,
            "changed": one.changed,
            "orders": [{"seat": seat, "order": order} for seat, order in orders[one.id]],
        }
        for one in kept
    ]


def _game_data(
    work: UnitOfWork, game: records.Game, seats: tuple[records.Seat, ...], user_id: int
) -> dict[str, Any]:
    mine = seat_of(seats, user_id)
    return {
        "game": game.id,
        "box": game.box,
        "scenario": game.scenario,
        "title": game.title,
        "status": game.status,
        "opened_at": game.opened_at,
        "begun_at": game.begun_at,
        "moved_at": game.moved_at,
        "moves": game.number,
        "ending": game.ending,
        "winners": game.winners,
        "degree": game.degree,
        "rated": game.rated,
        "my_seat": mine.seat if mine else None,
        "campaign": game.parent_id,
        "battle": game.battle,
        "added_to_the_dice": mine.added if mine else "",
        "brought": work.seats.contributions_by_seat(game.id).get(mine.seat) if mine else None,
        "seats": [{"seat": seat.seat, "side": seat.side, "name": seat.name} for seat in seats],
        "record": f"/games/{game.address}/export",
    }
