"""Data to check the dice of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from app.kernel import record
from app.kernel.dice import JOINED_LATER, Roll, key_of, seed_commitment
from app.kernel.dice_pledges import LEFT_OUT
from app.kernel.say import Say
from app.services.container import Services
from app.services.watch.game_view import GameView, side_title
from app.store import records


class DiceValue(msgspec.Struct, frozen=True):
    """Value of a seat for the dice. `kind` is "browser" (pledged and revealed), "silent" (pledged,
    never revealed), "pledged" (not yet revealed), "words" (own words) or "server".
    """

    title: Say
    player: str
    value: str
    pledge: str
    kind: str


class DicePage(msgspec.Struct, frozen=True):
    """Data to check the dice. `rolls` are (move, seat, dice); seed and rolls are published once the
    game is over.

    `seed_fits` is true if the seed matches its commitment. `false` counts recorded dice that differ
    from those of the key.
    """

    commitment: str
    seed: str
    added: tuple[tuple[str, str], ...]
    values: tuple[DiceValue, ...]
    pledges: tuple[str, ...]
    rolls: tuple[tuple[int, str, tuple[Roll, ...]], ...]
    seed_fits: bool = False
    false: int = 0

    @property
    def count(self) -> int:
        return sum(len(rolls) for _, _, rolls in self.rolls)

    @property
    def good(self) -> int:
        """Number of dice that were the same when computed again."""
        return self.count - self.false


def load_dice(services: Services, seen: GameView) -> DicePage:
    """Dice of the game. While it is running, rolls appear only in the log."""
    added = tuple((seat.seat, seat.added) for seat in seen.seats if seat.added != JOINED_LATER)
    values = tuple(value_of(seen, seat) for seat in seen.seats if seat.added != JOINED_LATER)
    pledges = public_pledges([seat for seat in seen.seats if seat.added != JOINED_LATER])
    if seen.game.status != "over":
        return DicePage(seen.game.commitment, "", added, values, pledges, ())
    with services.store.read() as work:
        seed = work.games.seed_of(seen.game.id)
    rolls = tuple((move.number, move.seat, move.rolls) for move in seen.history.moves if move.rolls)
    false = record.false_dice(key_of(seed, [text for _, text in added]), seen.history.moves)
    return DicePage(
        seen.game.commitment,
        seed,
        added,
        values,
        pledges,
        rolls,
        seed_commitment(seed) == seen.game.commitment,
        len(false),
    )


def words_of_rolls(seen: GameView) -> Mapping[int, tuple[Say, ...]]:
    """Sentence of the log for each die of a finished game, by move. A move is missing if its
    sentences show other dice.
    """
    if seen.game.status != "over":
        return {}
    found = {}
    for move in seen.history.moves if seen.history else ():
        lines = seen.history.lines(move.number, seen.viewer) if move.rolls else ()
        told = [(line.says, face) for line in lines for _, face in line.dice]
        if [face for _, face in told] == [str(roll.face) for roll in move.rolls]:
            found[move.number] = tuple(says for says, _ in told)
    return found


def value_of(seen: GameView, seat: records.Seat) -> DiceValue:
    """Value of a seat, and where it comes from."""
    value = "" if seat.added == LEFT_OUT else seat.added
    if not seat.pledge:
        kind = "words" if value else "server"
    elif value:
        kind = "browser"
    else:
        kind = "silent" if seat.added == LEFT_OUT else "pledged"
    return DiceValue(side_title(seen, seat.side), seat.name or "", value, seat.pledge, kind)


def public_pledges(seats: Iterable[records.Seat]) -> tuple[str, ...]:
    """Pledges of the browsers by seat, "" without one, as players compare them before they
    reveal.
    """
    return tuple(seat.pledge for seat in seats)
