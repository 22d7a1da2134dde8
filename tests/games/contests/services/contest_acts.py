"""Operations on a contest that are no orders, by a user in a role."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from app.games.contests.state import REFEREE
from app.kernel.correction_orders import CorrectMove
from app.services.clubs import game_offices
from app.services.people import player_chat, spectator_chat
from app.services.play import (
    absence_reasons,
    chronicle_words,
    club_referees,
    corrections,
    game_export,
    invitations,
    lobby,
    photographs,
    referee_desk,
    referee_notes,
    referees,
    seat_substitution,
)
from app.services.play.picture_encoding import Picture, encode_picture
from app.services.watch import game_view, reading_pages
from app.web.contest_page import with_draft
from tests.services.clubs.staffed_club import NAMES


class LogInFirst(Exception):
    """An act that needs a log-in, without one."""


class Hidden(Exception):
    """Page without the secret part."""


def photograph(colour: str) -> Picture:
    written = io.BytesIO()
    Image.new("RGB", (4, 3), colour).save(written, "PNG")
    return encode_picture(written, colour)


class ContestActs:
    """Operations by a user; an anonymous visitor has no number."""

    def __init__(self, game: Any, user: int | None):
        self.game, self.user, self.services = game, user, game.services
        self.at = game.address

    @property
    def member(self) -> int:
        """Number of the logged-in user. Routes require a log-in before they call the service."""
        if self.user is None:
            raise LogInFirst
        return self.user

    # ------------------------------------------------------------------ reading
    def views(self) -> list[Any]:
        """Contest as the user knows it, from the own seat and at the desk of the organisers."""
        look = game_view.load_view(self.services, self.at, self.user)
        found = [look.view]
        viewer = club_referees.desk_viewer(look.seats, self.user)
        if viewer is not None:
            found.append(look.box.view(look.table.state, viewer))
        return [one.contest for one in found]

    def pages(self) -> Any:
        """Pages of the contest, with all that the user may know."""
        told = reading_pages.load_pages(self.services, self.at, self.user)
        return with_draft(told).pages.contest

    def read(self) -> None:
        game_view.load_view(self.services, self.at, self.user)

    def read_the_draft(self) -> None:
        shown = any(one.draft is not None for one in self.views())
        told = any(one.is_draft for one in self.pages().rounds)
        require(shown or told)

    def read_payments(self) -> None:
        """Payment of "opponent"."""
        seat = self.game.seats["opponent"]
        require(any(one.side == seat and one.has_paid is not None for one in self.pages().entrants))

    def read_a_list(self) -> None:
        """Army list of "opponent"."""
        keys = self.keys_of_list()
        require(any(one.side in keys and one.army for one in self.pages().lists))

    def keys_of_list(self) -> tuple[str, str]:
        """Keys under which "opponent" sends a list: as an entrant, and as the captain of a team."""
        seat = self.game.seats["opponent"]
        return seat, f"{seat}~1"

    def read_a_verdict(self) -> None:
        """Verdict on the army list of "opponent"."""
        keys = self.keys_of_list()
        rows = [one for one in self.pages().lists if one.side in keys]
        require(any(one.is_legal is not None for one in rows))

    def read_a_line_up(self) -> None:
        """Line-up of the team of "entrant"."""
        seat = self.game.seats["entrant"]
        require(any(seat in one.lineups for one in self.views()))

    def read_a_request_to_play(self) -> None:
        require(any(self.game.battle in one.requests for one in self.views()))

    def read_the_desk(self) -> None:
        referee_desk.load_desk(self.services, self.at, self.user)

    def read_the_corrections(self) -> None:
        corrections.load_signed(self.services, self.at, self.user)

    def read_the_notes(self) -> None:
        referee_notes.list_notes(self.services, self.at, self.user)

    def read_the_chat(self) -> None:
        """Messages of the players; others get none before the end."""
        require(bool(player_chat.load_chat_messages(self.services, self.at, self.user)))

    def read_reasons_of_absences(self) -> None:
        desk = referee_desk.load_desk(self.services, self.at, self.user)
        absence_reasons.absences_of(self.services, desk)

    def see_photographs(self) -> None:
        photographs.load_photograph(self.services, self.at, self.user, 1)

    def export(self) -> None:
        game_export.export_game(self.services, self.at, self.user)

    # ------------------------------------------------------------------ writing
    def preview_a_correction(self) -> None:
        look = corrections.load_desk(self.services, self.at, self.member)
        order = CorrectMove(self.game.move_of('"decide"'), "Mal leído.")
        corrections.preview_correction(look, order)

    def write_a_note(self) -> None:
        referee_notes.add_note(self.services, self.at, self.member, "Tarde.")

    def change_a_note(self) -> None:
        """Note of the founder."""
        referee_notes.change_note(self.services, self.at, self.member, 1, "Muy tarde.")

    def delete_a_note(self) -> None:
        """Note of the founder."""
        referee_notes.remove_note(self.services, self.at, self.member, 1)

    def name_an_organiser(self) -> None:
        referees.name_referee(self.services, self.at, self.member, NAMES["scribe"])

    def resign(self) -> None:
        referees.resign(self.services, self.at, self.member)

    def take_an_office(self) -> None:
        """Office of the founder."""
        founder = self.game.ids["organiser"]
        game_offices.remove_from_office(self.services, self.at, self.member, founder)

    def vote_for_an_organiser(self) -> None:
        look = game_view.load_view(self.services, self.at, self.member)
        referees.vote_for_referee(self.services, look, self.member, NAMES["scribe"])

    def invite(self) -> None:
        invitations.invite_member(self.services, self.at, self.member, NAMES["scribe"])

    def offer_the_own_seat(self) -> None:
        seat = self.game.seats.get("entrant", "p1")
        seat_substitution.offer_seat(self.services, self.at, self.member, seat, NAMES["scribe"])

    def withdraw_an_offered_seat(self) -> None:
        """Seat of "fifth"."""
        seat = self.game.seats["fifth"]
        seat_substitution.withdraw_offer(self.services, self.at, self.member, seat)

    def take_an_offered_seat(self) -> None:
        """Seat of "fifth", which is offered to "member"."""
        seat_substitution.take_offered_seat(self.services, self.at, self.member)

    def write_in_the_chat(self) -> None:
        player_chat.write_chat_message(self.services, self.at, self.member, "Hola.")

    def write_a_remark(self) -> None:
        spectator_chat.write_remark(self.services, self.at, self.member, "Hola.")

    def give_a_reason_of_an_absence(self) -> None:
        absence_reasons.save_reason(self.services, self.at, self.member, "2026-01-01", "Fuera.")

    def add_a_photograph(self) -> None:
        """Photograph of the battle of "entrant"."""
        pictures = [photograph("green")]
        photographs.add_photographs(self.services, self.at, self.member, self.game.battle, pictures)

    def remove_a_photograph(self) -> None:
        """Photograph of "opponent"."""
        photographs.remove_photograph(self.services, self.at, self.member, 1)

    def write_own_words(self) -> None:
        told = chronicle_words.load_illustrated(self.services, self.at, self.member)
        section = next(iter(sorted(told.sections)), "none")
        chronicle_words.write_words(self.services, self.at, self.member, section, "Llovió.")

    def name_a_scribe(self) -> None:
        chronicle_words.name_scribe(self.services, self.at, self.member, NAMES["member"])

    def remove_a_scribe(self) -> None:
        scribe = self.game.ids["scribe"]
        chronicle_words.remove_scribe(self.services, self.at, self.member, scribe)

    def found_the_next_season(self) -> None:
        terms = {"battle": "in_words", "words": "Chess", "earlier": str(self.at)}
        lobby.open_table(
            self.services, self.member, "contests", "swiss", REFEREE, terms=terms, gathers=True,
            visibility="club", club=self.game.club,
        )  # fmt: skip


def require(is_shown: bool) -> None:
    """Raise if a secret part is hidden."""
    if not is_shown:
        raise Hidden
