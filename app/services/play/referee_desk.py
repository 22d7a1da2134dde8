"""Desk of a referee: what waits, late players, and the orders that a referee may give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from itertools import islice
from typing import Any

import msgspec

from app.kernel import record
from app.kernel.child_battles import READY, Battle
from app.kernel.clock_orders import AnnounceAbsence, ExtendTime, StoodIn, TimeWasUp
from app.kernel.clock_terms import MOST_DAYS
from app.kernel.form import Choice, Field
from app.kernel.offers import Assessment, Decision, Offer
from app.kernel.reading_pages import ReadingPages
from app.kernel.record import Move
from app.kernel.say import Moment, Say, say
from app.kernel.seats import QueuedEntry
from app.services.container import Services
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people.permissions import player_seat_of, referee_seat_of
from app.services.play import archived_clubs, club_referees
from app.services.play.corrections import SignedCorrection, signed_corrections
from app.services.play.marked_decisions import MarkedDecision, marked_decisions
from app.services.server_clock import current_datetime
from app.services.time.viewer_clocks import SeatTime, clocks_for_viewer
from app.services.watch import game_view
from app.services.watch.game_view import GameView, LogEntry
from app.store import records

MORE_TIME = say("Time", "Tiempo")
LAST_ORDERS = 8
DAYS_AHEAD = 60  # days from today on which an absence may begin, on the form


class LatePlayer(msgspec.Struct, frozen=True):
    """Player who owes a decision: `owes` says which, `since` is the time of the move that asked.

    `time` is the clock, None without one. `last` is the time of the player's last own move, ""
    before the first.
    """

    seat: records.Seat
    title: Say
    owes: Say
    since: str
    last: str
    time: SeatTime | None


class UnarmedBattle(msgspec.Struct, frozen=True):
    """Battle that is not begun after the deadline for its armies; `who` has none."""

    battle: Battle
    who: Say


class Desk(msgspec.Struct, frozen=True):
    """Desk of one referee. `plays` is true if this referee also has a seat as a player. `done` are
    the last orders of referees, newest first. `reviews` and `reviewed_decisions` wait for a review.
    """

    look: GameView
    seat: records.Seat
    plays: bool
    waits: tuple[Decision, ...]
    players: tuple[LatePlayer, ...]
    done: tuple[LogEntry, ...]
    offers: tuple[Offer, ...]
    reviews: tuple[SignedCorrection, ...] = ()
    reviewed_decisions: tuple[MarkedDecision, ...] = ()

    @property
    def all_reviews(self) -> tuple[SignedCorrection | MarkedDecision, ...]:
        """Corrections and other decisions whose review waits for a referee."""
        return (*self.reviews, *self.reviewed_decisions)

    @property
    def entries(self) -> tuple[QueuedEntry, ...]:
        """Entries of players that take effect when the turn ends."""
        return tuple(self.look.box.queued(self.look.table.state))

    @property
    def referees(self) -> tuple[tuple[records.Referee, Say | None], ...]:
        """All referees, each with the title of the side that they play; None without one."""
        seats = self.look.seats
        own = ((one, player_seat_of(seats, one.user_id)) for one in self.seat.referees)
        return tuple(
            (one, game_view.side_title(self.look, seat.side) if seat else None) for one, seat in own
        )

    @property
    def out_of_time(self) -> tuple[LatePlayer, ...]:
        """Players whose time is up and whose decision has no default order: the referee decides."""
        return tuple(one for one in self.players if one.time is not None and one.time.is_up)

    @property
    def unarmed(self) -> tuple[UnarmedBattle, ...]:
        """Open battles without an army at the deadline."""
        return unarmed_battles(self.look)

    @property
    def disputes(self) -> tuple[Battle, ...]:
        """Battles whose players state different results."""
        found = self.look.box.battles(self.look.table.state)
        return tuple(one for one in found if one.compared is not None)

    def find(self, order: str) -> Offer | None:
        """Live offer whose order has this JSON form; None if it is not open any more."""
        return next(
            (one for one in self.offers if one.is_live and record.as_given(one.order) == order),
            None,
        )


def load_desk(services: Services, address: int | str, user_id: int | None) -> Desk:
    """Desk of a user who is a referee of a running game.

    The view holds what a spectator sees; a referee who does not play also reads terms on offer.
    Raises `NoSuchGame`, also for a game without referees, and `NotYourSeat` for any other user or
    state.
    """
    look = game_view.load_view(services, address, user_id)
    if not any(one.is_of_referees for one in look.seats):
        raise NoSuchGame
    seat, own = (
        referee_seat_of(look.seats, user_id, judging=True),
        player_seat_of(look.seats, user_id),
    )
    viewer = club_referees.desk_viewer(look.seats, user_id)
    if seat is None or viewer is None or look.game.status != "running" or not look.is_now:
        raise NotYourSeat
    state = look.table.state
    owed = tuple(one for one in look.box.waiting_for(state) if one.seat == seat.seat)
    players = late_players(services, look)
    timed = (one for one in players if one.time is not None)
    offers = (
        *look.box.offers(look.box.view(state, viewer)),
        *map(more_time, timed),
        *announced_absences(look),
    )
    return Desk(
        look,
        seat,
        own is not None,
        owed,
        players,
        last_orders(look, seat.seat),
        archived_clubs.refused_offers(
            services,
            look.box,
            look.game,
            look.table,
            club_referees.offers_for(look.seats, user_id, offers),
        ),
        open_reviews(look),
        decisions_to_review(look),
    )


def assess_order(desk: Desk, order: Mapping[str, Any]) -> Assessment:
    """Dry run of an order of the desk, from the knowledge of its referee. Raises `Malformed`."""
    look = desk.look
    viewer = club_referees.desk_viewer(look.seats, look.user_id) or look.viewer
    view = look.box.view(look.table.state, viewer)
    return game_view.assess_order(msgspec.structs.replace(look, view=view), order)


def pages_of_referee(look: GameView) -> ReadingPages | None:
    """Pages of a running game for one of its referees, who may play as well. None for other
    users.
    """
    viewer = club_referees.desk_viewer(look.seats, look.user_id)
    if viewer is None or look.game.status != "running" or not look.is_now:
        return None
    return look.box.pages(look.box.view(look.table.state, viewer))


def decision_form_of(desk: Desk, order: str) -> tuple[str, int] | None:
    """Battle, and number of the result, whose form gives the order with this JSON; None without
    one.
    """
    pages = pages_of_referee(desk.look)
    for battle in pages.battles if pages else ():
        form = battle.decision_form if battle.is_open else None
        for number, offer in enumerate(form.results if form else ()):
            if offer.is_live and record.as_given(offer.order) == order:
                return battle.key, number
    return None


def open_reviews(look: GameView) -> tuple[SignedCorrection, ...]:
    """Corrections of a long game whose review waits for a referee."""
    if look.box.card.is_battle:
        return ()
    signed = signed_corrections(look)
    return tuple(one for one in signed if one.review is not None and one.review.agrees is None)


def decisions_to_review(look: GameView) -> tuple[MarkedDecision, ...]:
    """Other decisions of referees who play whose review waits for a referee."""
    if look.box.card.is_battle:
        return ()
    found = marked_decisions(look)
    return tuple(one for one in found if one.review is not None and one.review.agrees is None)


def unarmed_battles(look: GameView) -> tuple[UnarmedBattle, ...]:
    """Open battles without an army at the deadline."""
    sides = {one.seat: one.side for one in look.seats}
    return tuple(
        UnarmedBattle(
            battle,
            say(
                "{who}",
                "{who}",
                who=[
                    game_view.side_title(look, sides[battle.seats[side]])
                    for side in battle.unarmed
                    if battle.seats[side] in sides
                ],
            ),
        )
        for battle in look.box.battles(look.table.state)
        if battle.unarmed and battle.status == READY
    )


def late_players(services: Services, look: GameView) -> tuple[LatePlayer, ...]:
    """Players who owe a decision, the earliest deadline first, then those without a deadline."""
    on = clocks_for_viewer(services, look.game, look.seats, look.history, None)
    judges = {one.seat for one in look.seats if one.is_of_referees}
    owed = {one.seat: one for one in reversed(look.box.waiting_for(look.table.state))}
    found = [
        LatePlayer(
            seat,
            game_view.side_title(look, seat.side),
            owed[seat.seat].says,
            owed_since(look, owed[seat.seat]),
            last_move_of(look, seat.seat),
            on.of(seat.seat) if on else None,
        )
        for seat in look.seats
        if seat.seat in owed and seat.seat not in judges
    ]
    return tuple(sorted(found, key=lambda one: (one.time.deadline if one.time else "~", one.since)))


def owed_since(look: GameView, owed: Decision) -> str:
    """Time of the move since which a decision is owed without a break."""
    since = look.at
    while since > 1 and owed in look.box.waiting_for(look.history.tables[since - 1].state):
        since -= 1
    return look.history.moves[since - 1].made_at


def last_move_of(look: GameView, seat: str) -> str:
    """Time of the last move that the player of a seat made; "" before the first."""
    moves = (one for one in reversed(look.history.moves) if one.seat == seat and not stood_in(one))
    return next((one.made_at for one in moves), "")


def stood_in(move: Move) -> bool:
    """True if the server made the move in place of the player."""
    return any(isinstance(event, (StoodIn, TimeWasUp)) for event in move.events)


def has_event(told: LogEntry) -> bool:
    """True if an entry has more than details."""
    return any(line.level <= 1 for line in told.lines)


def last_orders(look: GameView, seat: str) -> tuple[LogEntry, ...]:
    """Last orders of referees with their lines, newest first."""
    told = (
        one for one in reversed(game_view.load_log(look)) if one.seat == seat and has_event(one)
    )
    return tuple(islice(told, LAST_ORDERS))


def more_time(player: LatePlayer) -> Offer:
    """Offer to give a player more time."""
    return Offer(
        ExtendTime(player.seat.seat, 0),
        say("Give more time to {who}", "Dar más tiempo a {who}", who=player.title),
        asks=(Field.number("days", say("Days", "Días"), least=1, most=MOST_DAYS, usual="3"),),
        says=say(
            "The days are counted from now on. The other players are told.",
            "Los días cuentan desde ahora. Se avisa a los demás jugadores.",
        ),
        about=MORE_TIME,
        ahead=True,
    )


def announced_absences(look: GameView) -> Iterator[Offer]:
    """Offer to announce the absence of a player, in a game with a clock."""
    if not look.game.clock.runs:
        return
    judges = {one.seat for one in look.seats if one.is_of_referees}
    players = tuple(
        Choice(seat.seat, game_view.side_title(look, seat.side))
        for seat in look.seats
        if seat.seat not in judges and seat.user_id is not None
    )
    today = current_datetime().date()
    days = ((today + timedelta(days=n)).isoformat() for n in range(DAYS_AHEAD))
    firsts = tuple(Choice(day, say("{day}", "{day}", day=Moment(day))) for day in days)
    if players:
        yield Offer(
            AnnounceAbsence("", "", 0),
            say("Announce an absence", "Anunciar una ausencia"),
            asks=(
                Field.choice("to", say("Player", "Jugador"), players),
                Field.choice("first", say("First day", "Primer día"), firsts),
                Field.number("days", say("Days", "Días"), least=1, most=MOST_DAYS, usual="7"),
            ),
            says=say(
                "It works as a holiday of the player. Where the rules have a default answer, it is "
                "given at once. The other players are told.",
                "Funciona como unas vacaciones del jugador. Si las reglas tienen una respuesta por "
                "defecto, se da en el acto. Se avisa a los demás jugadores.",
            ),
            about=MORE_TIME,
            ahead=True,
        )
