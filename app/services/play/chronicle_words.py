"""Own words in the chronicle of a long game, and its scribes (`CAR-CHR-…`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

import msgspec

from app.kernel.free_text import text_refused
from app.kernel.refusal import Refusal, no, refuse_if
from app.services.container import Services, current_time, require_game
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people import blocking, bot_accounts, moderation_rules
from app.services.people.initials import hides_names, initials_of, texts_for_reader
from app.services.people.permissions import may_watch, referee_seat_of, seat_of
from app.services.play import invitations
from app.services.watch import chronicle
from app.services.watch.chronicle import Chronicle
from app.services.watch.game_view import GameView
from app.store import records
from app.store.photographs import Photograph
from app.store.transactions import UnitOfWork

T = TypeVar("T")
LONGEST = 4000
MOST_SCRIBES = 6
TURN, BATTLE = "turn-", "battle-"
"""Beginnings of a section: the number of a turn, or the key of a battle, follows."""


class IllustratedChronicle(msgspec.Struct, frozen=True):
    """Chronicle with own words by section, photographs by battle, and scribes by number.

    Words that a moderator has hidden are empty. `may_edit` is true for referees and scribes.
    """

    found: Chronicle
    words: Mapping[str, tuple[records.Paragraphs, ...]]
    photographs: Mapping[str, tuple[Photograph, ...]]
    scribes: Mapping[int, str]
    may_write: bool
    may_edit: bool

    @property
    def sections(self) -> frozenset[str]:
        """Sections that take own words."""
        chapters = self.found.chapters
        return frozenset(
            (
                *(f"{TURN}{one.chapter.turn}" for one in chapters),
                *(f"{BATTLE}{battle.key}" for one in chapters for battle in one.battles),
            )
        )

    def may_change(self, one: records.Paragraphs) -> bool:
        """CAR-CHR-02: The author, a referee and a scribe edit and remove own words."""
        me = self.found.look.user_id
        return self.may_edit or (self.may_write and me is not None and one.user_id == me)

    def own(self, section: str) -> records.Paragraphs | None:
        """Words of the viewer in a section."""
        me = self.found.look.user_id
        written = self.words.get(section, ())
        return next((one for one in written if me is not None and one.user_id == me), None)

    def find(self, number: int) -> records.Paragraphs | None:
        """Own words by their number."""
        return next((one for some in self.words.values() for one in some if one.id == number), None)


def load_illustrated(
    services: Services, address: int | str, user_id: int | None = None
) -> IllustratedChronicle:
    """Load the chronicle with words and photographs. Raises `NoSuchGame`."""
    found = chronicle.load_chronicle(services, address, user_id)
    game = found.look.game
    with services.store.read() as work:
        scribes = work.scribes.of_game(game.id)
        words = texts_for_reader(
            services.shelf, work, game, work.reports.for_game(game.id), user_id
        )
        pictures = texts_for_reader(
            services.shelf, work, game, work.photographs.of_game(game.id), user_id
        )
        if hides_names(services.shelf, work, game, user_id):
            scribes = {user: initials_of(name) for user, name in scribes.items()}
    seat, is_scribe = seat_of(found.look.seats, user_id), user_id in scribes
    return IllustratedChronicle(
        found,
        _by(lambda one: one.section, [_as_shown(one) for one in words]),
        _by(lambda one: one.battle, pictures),
        scribes,
        may_write=seat is not None or is_scribe,
        may_edit=is_scribe or referee_seat_of(found.look.seats, user_id) is not None,
    )


def _by(key: Callable[[T], str], rows: Iterable[T]) -> dict[str, tuple[T, ...]]:
    """Rows by their key, in order."""
    found: dict[str, tuple[T, ...]] = {}
    for one in rows:
        found[key(one)] = (*found.get(key(one), ()), one)
    return found


def _as_shown(one: records.Paragraphs) -> records.Paragraphs:
    return msgspec.structs.replace(one, text="") if one.hidden else one


def write_words(
    services: Services,
    address: int | str,
    user_id: int,
    section: str,
    text: str,
    number: int | None = None,
) -> None:
    """Save own words in a section, or change those with a number; empty text removes them.

    Raises `NoSuchGame`, `NotYourSeat`, `TooOften` or `Refused`.
    """
    text = "\n".join(line.rstrip() for line in text.strip().splitlines())
    told = load_illustrated(services, address, user_id)
    changed = told.own(section) if number is None else told.find(number)
    if section not in told.sections or (number is not None and changed is None):
        raise NoSuchGame
    if not (told.may_write and (changed is None or told.may_change(changed))):
        raise NotYourSeat
    refuse_if(words_refusal(text))
    services.limits.rate_limit("texts", user_id)
    with services.store.write() as work:
        game = require_game(work.games.lock_game(told.found.look.game.id))
        refuse_if(*_writing_refusals(work, game, user_id, text))
        _save(work, game, user_id, section, text, changed)
        work.commit()


def _writing_refusals(
    work: UnitOfWork, game: records.Game, user_id: int, text: str
) -> tuple[Refusal | None, ...]:
    """Refusals of users who may not write now; each user may remove words."""
    seats = work.seats.for_game(game.id)
    return (
        bot_accounts.bot_writing_refusal(work, user_id),
        moderation_rules.muted_refusal(work, user_id),
        blocking.blocked_writer_refusal(work, game, seats, user_id) if text else None,
    )


def _save(
    work: UnitOfWork,
    game: records.Game,
    user_id: int,
    section: str,
    text: str,
    changed: records.Paragraphs | None,
) -> None:
    """Store the text. A text of another user is marked as edited."""
    now = current_time()
    if changed is not None and changed.user_id != user_id:
        if text and not changed.hidden:
            work.reports.edit_text(changed.id, text, now)
        elif not text:
            work.reports.delete_text(changed.id)
    elif text:
        user = work.users.find_user(user_id)
        name = user.name if user else ""
        work.reports.save_text(
            game.id, section, user_id, name=name, text=text, replaces=False, changed=now
        )
    else:
        work.reports.remove_text(game.id, section, user_id)


def words_refusal(text: str) -> Refusal | None:
    """CAR-CHR-01: Own words have at most 4000 characters in each chapter and at each battle."""
    return text_refused(text, LONGEST, "CAR-CHR-01")


# --- Scribes
def name_scribe(services: Services, address: int | str, user_id: int, name: str) -> None:
    """Name a scribe, by a referee. Raises `NoSuchGame`, `NotYourSeat`, `Refused`."""
    with services.store.write() as work:
        game = _game_of_referee(work, address, user_id)
        user = invitations.require_invitable(work, user_id, name)
        seats, scribes = work.seats.for_game(game.id), work.scribes.of_game(game.id)
        refuse_if(
            too_many_scribes_refusal(len(scribes)),
            named_already_refusal(scribes, user),
            None if may_watch(game, seats, user.id, game.token or game.id) else no_reader_refusal(),
        )
        work.scribes.add(game.id, user.id, current_time())
        work.commit()


def remove_scribe(services: Services, address: int | str, user_id: int, scribe: int) -> None:
    """Remove a scribe, by a referee or by the scribe. Raises `NoSuchGame`, `NotYourSeat`."""
    with services.store.write() as work:
        game = _game_of_referee(work, address, user_id, or_is=scribe == user_id)
        work.scribes.remove(game.id, scribe)
        work.commit()


def _game_of_referee(
    work: UnitOfWork, address: int | str, user_id: int, *, or_is: bool = False
) -> records.Game:
    """Locked game of a referee; with `or_is`, of any user who may watch it. Raises `NoSuchGame` for
    a hidden game, else `NotYourSeat`.
    """
    game = require_game(work.games.lock_game(address))
    seats = work.seats.for_game(game.id)
    if referee_seat_of(seats, user_id) is None:
        if not may_watch(game, seats, user_id, address):
            raise NoSuchGame
        if not or_is:
            raise NotYourSeat
    return game


def may_name_scribes(look: GameView) -> bool:
    """True for a referee of the game."""
    return referee_seat_of(look.seats, look.user_id) is not None


def too_many_scribes_refusal(many: int) -> Refusal | None:
    """CAR-CHR-03: A referee names at most six scribes, who edit the chronicle and nothing else."""
    if many < MOST_SCRIBES:
        return None
    return no(
        "CAR-CHR-03",
        "A game has at most {most} scribes.",
        "Una partida tiene {most} cronistas como mucho.",
        most=MOST_SCRIBES,
    )


def named_already_refusal(scribes: Mapping[int, str], user: records.User) -> Refusal | None:
    """Refusal of a scribe who is named already."""
    if user.id not in scribes:
        return None
    return no(
        "CAR-CHR-03",
        "{name} is a scribe of this game already.",
        "{name} ya es cronista de esta partida.",
        name=user.name,
    )


def no_reader_refusal() -> Refusal:
    """Refusal of a scribe who cannot read the game."""
    return no(
        "CAR-CHR-03",
        "This game admits no spectators. A scribe without a seat could not read it.",
        "Esta partida no admite espectadores. Un cronista sin asiento no podría leerla.",
    )
