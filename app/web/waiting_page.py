"""Context of the waiting room, where a table waits for its players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fastapi import Request, Response
from markupsafe import Markup

from app.kernel.clock_words import in_words
from app.kernel.game_setup import ARMIES, ContributionWords
from app.kernel.refusal import Refusal
from app.kernel.say import Say, say
from app.services.container import Services
from app.services.people.permissions import player_seat_of
from app.services.play import game_setup, invitations
from app.services.play.dice_rounds import missing_seats
from app.services.watch import battle_links, game_view, player_record
from app.services.watch.battle_links import LongGameLink
from app.services.watch.broadcast_delay import DELAYS
from app.store import records
from app.web import svg
from app.web.game_setup_page import Asked, SideForces, asked_to_bring, side_forces
from app.web.language import language_of
from app.web.pages import render_page
from app.web.preview_image import card_of
from app.web.roster_page import builder_address
from app.web.table_editor_page import laying_of

NOTHING: Mapping[str, str] = {}
OF_THE_CAMPAIGN = say("The deadlines of the campaign apply.", "Valen los plazos de la campaña.")


@dataclass(frozen=True)
class WaitingSeat:
    """Seat of the table. `brings` holds the setup questions for a new player, or for the visitor in
    this seat.
    """

    key: str
    shape: str
    title: Say
    command: Say | None
    name: str | None
    user_id: int | None
    is_mine: bool
    has_brought: bool
    asks: bool
    brings: tuple[Asked, ...]


@dataclass(frozen=True)
class Host:
    """User who opened the table, with the results that the visitor may read."""

    user: records.User
    record: player_record.PlayerRecord


@dataclass(frozen=True)
class WaitingPage:
    """Table before the beginning for one visitor, e.g. /games/7. It does not contain what other
    players have brought.
    """

    look: game_view.GameView
    base: str
    link: str
    told: tuple[Say, ...]
    drawing: Markup
    seats: tuple[WaitingSeat, ...]
    findings: tuple[Refusal, ...]
    changes: int | None
    lays: bool
    asked: tuple[str, ...]
    invite: str
    long_game: LongGameLink | None
    builder: str
    host: Host | None

    @property
    def forces(self) -> tuple[SideForces, ...]:
        """Pieces of each side, as the scenario gives them."""
        agreement, game = self.look.box.agreement, self.look.game
        return side_forces(agreement, self.look.scenario, game.terms) if agreement else ()

    @property
    def options_on(self) -> tuple[Say, ...]:
        """Optional rules of this game."""
        return self.look.box.card.options_in_words(self.look.game.options)

    @property
    def options_off(self) -> tuple[Say, ...]:
        """Optional rules that this game does not use."""
        on = set(self.look.game.options)
        return tuple(
            one.title
            for one in self.look.box.card.options
            if not one.is_number and one.key not in on
        )

    @property
    def words(self) -> ContributionWords:
        """Texts about what the players contribute."""
        agreement = self.look.box.agreement
        return agreement.words if agreement else ARMIES

    @property
    def clock(self) -> Say:
        """Time limits in one sentence."""
        if self.look.game.is_child_battle:
            return OF_THE_CAMPAIGN
        return in_words(self.look.game.clock, self.look.box.card.deadlines)

    @property
    def delay(self) -> Say | None:
        """Broadcast delay in one sentence; None without spectators."""
        return DELAYS[self.look.game.delay].says if self.look.game.spectators else None

    @property
    def is_being_laid(self) -> bool:
        """Return True if the players lay out the table. `changes` counts their changes."""
        return self.changes is not None

    @property
    def asks(self) -> bool:
        """Return True if some seat asks for a setup."""
        return any(seat.asks for seat in self.seats)

    @property
    def is_held(self) -> bool:
        """Return True if the players fight on a real table, so that this table does not open."""
        return self.long_game is not None and self.long_game.is_on_real_table

    @property
    def has_fixed_armies(self) -> bool:
        """Return True if both armies for a real table are in."""
        return self.is_held and all(seat.has_brought for seat in self.seats if seat.asks)

    @property
    def is_player(self) -> bool:
        """Return True if the visitor holds a seat, and is no referee."""
        return player_seat_of(self.look.seats, self.look.user_id) is not None

    @property
    def silent_players(self) -> tuple[str, ...]:
        """Names of the players whose browsers owe a value for the dice."""
        return tuple(one.name or "" for one in missing_seats(self.look.game, self.look.seats))

    @property
    def has_free_seat(self) -> bool:
        return any(seat.name is None for seat in self.seats)

    @property
    def may_sit(self) -> bool:
        return self.look.seat is None and self.has_free_seat


def waiting_page(
    services: Services,
    look: game_view.GameView,
    link: str,
    language: str,
    given: Mapping[str, str] = NOTHING,
    findings: tuple[Refusal, ...] = (),
    invite: str = "",
) -> WaitingPage:
    """Waiting room for a visitor. `given` or `invite` is the refused input, `findings`
    the reasons.
    """
    game, agreement = look.game, look.box.agreement
    brought = game_setup.load_setup_progress(services, game.address, look.user_id)
    scene = agreement.drawing(game.scenario, game.terms, language) if agreement else None
    laying = laying_of(look)
    return WaitingPage(
        look,
        f"/games/{game.address}",
        link,
        game_setup.terms_in_words(look.box, game),
        Markup(svg.fixed_picture(scene)) if scene else Markup(""),
        tuple(seat_of(services, look, seat, brought, given) for seat in look.seats),
        findings,
        laying.number if laying else None,
        look.seat is not None and any(seat.seat == look.seat and seat.owes for seat in look.seats),
        tuple(invitations.invited_names(services, game)) if look.seat else (),
        invite,
        battle_links.load_long_game_link(services, look),
        builder_of_viewer(look),
        host_of(services, look),
    )


def host_of(services: Services, look: game_view.GameView) -> Host | None:
    """Host of the table; None for the visitor's own table, and if the host has no seat (any
    more).
    """
    opened_by = look.game.opened_by
    seated = {seat.user_id for seat in look.seats if seat.user_id is not None}
    if opened_by == look.user_id or opened_by not in seated:
        return None
    with services.store.read() as work:
        user = work.users.find_user(opened_by)
    if user is None:
        return None
    return Host(user, player_record.load_record(services, user, look.user_id))


def builder_of_viewer(look: game_view.GameView) -> str:
    """Address of the army builder under the terms of the viewer's side; "" without such terms."""
    game = look.game
    side = next((seat.side for seat in look.seats if seat.seat == look.seat), "")
    if not side or not game.is_child_battle:
        return ""
    return builder_address(look.box, game, side)


def command_of(look: game_view.GameView, seat: str) -> Say | None:
    """Name of what a seat commands, if its side is shared."""
    agreement = look.box.agreement
    if agreement is None:
        return None
    sides = {one.seat: one.side for one in look.seats}
    return agreement.commands(look.game.scenario, sides).get(seat)


def seat_of(
    services: Services,
    look: game_view.GameView,
    seat: records.Seat,
    brought: game_setup.SetupProgress,
    given: Mapping[str, str],
) -> WaitingSeat:
    game = look.game
    is_mine = seat.seat == look.seat
    asks = (
        look.box.agreement is not None
        and brought.for_side.get(seat.side) == seat.seat
        and bool(look.box.agreement.brings(game.scenario, game.terms, seat.side))
    )
    concerns = asks and (is_mine or (seat.is_free and look.seat is None))
    asked = questions_for_seat(services, look, seat, brought, given, game, is_mine, concerns)
    shape = next((side.shape for side in look.scenario.sides if side.key == seat.side), "a")
    if game_setup.settles_sides(look.box, game):
        shape = ""
    return WaitingSeat(
        seat.seat,
        shape,
        game_view.side_title(look, seat.side),
        command_of(look, seat.seat),
        seat.name,
        seat.user_id,
        is_mine,
        seat.seat in brought.seats,
        asks,
        asked,
    )


def questions_for_seat(
    services: Services,
    look: game_view.GameView,
    seat: records.Seat,
    brought: game_setup.SetupProgress,
    given: Mapping[str, str],
    game: records.Game,
    is_mine: bool,
    concerns: bool,
) -> tuple[Asked, ...]:
    """Questions about the choices for a seat."""
    now = given or game_setup.answers_giving(
        services, look.box, look.user_id, brought.mine if is_mine else NOTHING
    )
    return (
        asked_to_bring(
            services,
            look.box,
            game.scenario,
            game.terms,
            seat.side,
            now,
            look.user_id,
            f"{seat.seat}-",
        )
        if concerns
        else ()
    )


def show_waiting_room(
    request: Request,
    look: game_view.GameView,
    given: dict[str, str] | None = None,
    findings: tuple[Refusal, ...] = (),
    status: int = 200,
    invite: str = "",
    added: str = "",
) -> Response:
    """Answer with the waiting room; after a refusal with the refused input and the reasons."""
    base_url, language = request.app.state.settings.base_url, language_of(request)
    page = waiting_page(
        request.app.state.services,
        look,
        f"{base_url}/games/{look.game.address}",
        language,
        given or {},
        findings,
        invite,
    )
    card = card_of(look, base_url, language)
    return render_page(
        request, "lobby/waiting.html", status=status, page=page, card=card, added=added
    )
