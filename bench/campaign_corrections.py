"""Random corrections of campaigns on record: the outcome equals the preview, and no posting is lost.

Usage: python -m bench.campaign_corrections [CORRECTIONS] [sqlite | postgres] [--write]

Bots play campaigns of eight players over twelve turns through the services. Every second turn the
referee corrects random entries: another order that was on offer, or nothing. A fifth of the
corrections is of entries that were corrected before, and a fifth is chosen among those that roll new
dice. Every signed correction is compared with its preview.
"""

from __future__ import annotations

import secrets
import sys
from collections import Counter
from collections.abc import Iterator

import msgspec

from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.campaign.state import REFEREE, Posting, Season
from app.kernel import record
from app.kernel.contract import Order
from app.kernel.correction_orders import Corrected, CorrectMove
from app.kernel.monkey import filled_offer
from app.kernel.readjudication import readjudicate_moves
from app.kernel.refusal import Refused
from app.services.play import corrections
from app.services.play.corrections import CorrectableMove, Preview, Result
from app.services.rate_limit import RateLimiter
from app.services.watch.game_view import GameView
from bench.campaign_partner import opened
from bench.campaign_tables import CampaignTable
from bench.long_campaigns import FIRST_YEARS, PLAYERS, TURNS, database
from bench.written import at_least, at_most, counted, write
from tests.games.heart_of_africa.campaign import properties

EACH_TIME, LATELY = 4, 40
"""Corrections at a time, and the latest entries. Early corrections end most that follows."""
OF_CORRECTED, OF_THE_LATEST, WITH_NEW_DICE = 0.25, 0.75, 0.25
MOST_TRIES = 20
STAGES = range(2, TURNS + 1, 2)
"""Turns after which entries are corrected. Later in a campaign, its Explorers hunt no more."""


class Corrector:
    """Referee of one campaign who corrects random entries."""

    def __init__(self, table: CampaignTable):
        self.table = table
        self.user = table.users[REFEREE]
        self.faults: list[str] = []
        self.named: set[int] = set()
        self.happened: Counter[str] = Counter()

    def desk(self) -> GameView:
        """Campaign as the referee sees it."""
        return corrections.load_desk(self.table.services, self.table.id, self.user)

    def correct_some(self, wanted: int) -> None:
        """Make this number of corrections, then check the whole record."""
        for _ in range(wanted):
            wants_dice = self.table.chance.random() < WITH_NEW_DICE
            for _ in range(MOST_TRIES):
                if self.correct_one(wants_dice):
                    break
        self.check_record()

    def correct_one(self, wants_dice: bool) -> bool:
        """Correct a random entry. Return false if the rules refuse it, and if it rolls no new die
        although one is wanted.
        """
        look, chance = self.desk(), self.table.chance
        moves = corrections.list_moves(look)
        again = [move for move in moves if move.number in self.named]
        lately = moves[:LATELY] if chance.random() < OF_THE_LATEST else moves
        move = chance.choice(again if again and chance.random() < OF_CORRECTED else lately)
        order = CorrectMove(move.number, "Entered wrong.", self.instead_of(look, move))
        try:
            preview = corrections.preview_correction(look, order)
        except Refused:
            return False
        if wants_dice and not rolls_new_dice(preview):
            return False
        corrections.sign_correction(
            self.table.services,
            self.table.id,
            self.user,
            secrets.token_hex(8),
            order,
            preview.digest,
        )
        self.happened["corrections"] += 1
        self.happened["of corrected entries"] += move.number in self.named
        self.named.add(move.number)
        self.compare(look, self.desk(), preview)
        return True

    def instead_of(self, look: GameView, move: CorrectableMove) -> dict[str, object] | None:
        """Order that could have been given in place of a move; None strikes it."""
        before, chance = corrections.view_before(look, move), self.table.chance
        offers = corrections.offers_before(before)
        if not offers or chance.random() < 0.3:
            return None
        offer = chance.choice(offers)
        order: Order | None = offer.order
        if offer.asks:
            order = filled_offer(CAMPAIGN, before.view, offer, chance)
        return msgspec.to_builtins(order) if order is not None else None

    # ------------------------------------------------------------------ checks
    def compare(self, before: GameView, after: GameView, preview: Preview) -> None:
        """Compare a signed correction with its preview."""
        number = after.last
        for fault in self.differences_from(before, after, preview):
            self.faults.append(f"{self.table.seed}, move {number}: {fault}")

    def differences_from(
        self, before: GameView, after: GameView, preview: Preview
    ) -> Iterator[str]:
        """Facts of a correction that its preview did not tell."""
        old: Season = before.table.state
        new: Season = after.table.state
        move = after.story.moves[before.last]
        is_told = any(is_as_told(one, before, after, move) for one in preview.results)
        self.happened["with new dice"] += rolls_new_dice(preview)
        self.happened["with several results"] += len(preview.results) > 1
        self.happened["not listed"] += not is_told and preview.unlisted > 0
        if not is_told and not preview.unlisted:
            yield f"the outcome of {preview.order} is in no branch of its preview"
        if not 0 <= preview.unlisted < 1 and preview.results:
            yield f"the odds of {preview.order} are wrong: {preview.unlisted} unlisted"
        known = {*map(key_of, postings_of(new))}
        for posting in postings_of(old):
            if key_of(posting) not in known:
                yield f"a posting is lost: {posting}"
        yield from properties.accounts(new)
        yield from properties.ledger(new)
        yield from properties.points_of_battles(new)
        yield from properties.districts(new)

    def check_record(self) -> None:
        """Replay the record and decide it again."""
        story = self.desk().story
        if record.replay_moves(CAMPAIGN, story.moves).state != story.now.state:
            self.faults.append(f"{self.table.seed}: the replay differs")
        self.faults += [
            f"{self.table.seed}, move {one.number} decided again: {one.why}"
            for one in readjudicate_moves(CAMPAIGN, story.moves, story.tables)
        ]


def rolls_new_dice(preview: Preview) -> bool:
    """Return true if the results of a preview depend on dice that were not rolled before."""
    return any(way for one in preview.results for way in one.rolls)


def is_as_told(told: Result, before: GameView, after: GameView, move: record.Move) -> bool:
    """Return true if a correction has this result: its dice, its changes, and its struck moves."""
    happened = next(event for event in move.events if isinstance(event, Corrected))
    faces = [roll.face for roll in move.rolls]
    struck = {one.number: one.is_struck for one in happened.line if one.number != happened.move}
    return (
        faces in [[roll.face for roll in one] for one in told.rolls]
        and told.differences == tuple(CAMPAIGN.differences(before.table.state, after.table.state))
        and all(struck.get(one.number) == one.is_struck for one in told.changed)
    )


def postings_of(season: Season) -> list[Posting]:
    """All postings that can be read: those that count, and struck ones."""
    return [*season.ledger, *(one.posting for one in season.struck)]


def key_of(posting: Posting) -> tuple[object, ...]:
    """Posting as a value to compare."""
    return tuple(getattr(posting, name) for name in posting.__struct_fields__)


def main(wanted: int = 100, kind: str = "sqlite", *, is_written: bool = False) -> int:
    """Correct campaigns until there are enough corrections; return 1 if one is at fault."""
    totals: Counter[str] = Counter()
    faults: list[str] = []
    with database(kind) as url:
        services = opened(url)
        services.limits = RateLimiter(lifted=True)
        number = 0
        while totals["corrections"] < wanted:
            table = CampaignTable(services, f"corrections {number}")
            table.found(PLAYERS, FIRST_YEARS[number % len(FIRST_YEARS)])
            corrector = Corrector(table)
            for turn in STAGES:
                table.play_turns(turn, 0)
                left = wanted - totals["corrections"] - corrector.happened["corrections"]
                corrector.correct_some(min(EACH_TIME, left))
            totals.update(corrector.happened)
            totals["campaigns"] += 1
            faults += corrector.faults
            number += 1
            print(number, dict(totals), *corrector.faults[:3], sep="\n    ", flush=True)
            if is_written:
                write_figures(kind, totals, len(faults))
        services.close()
    return 1 if faults else 0


def write_figures(kind: str, totals: Counter[str], faults: int) -> None:
    """Write the figures of the corrections made so far."""
    made = totals["corrections"]
    write(
        "campaign-corrections",
        f"python -m bench.campaign_corrections {made} {kind} --write",
        [
            counted("campaigns", totals["campaigns"]),
            counted("corrections", made),
            at_least("corrections_again", totals["of corrected entries"], made // 10),
            at_least("corrections_dice", totals["with new dice"], made // 20),
            counted("corrections_unlisted", totals["not listed"]),
            at_most("corrections_faults", faults, 0),
        ],
    )


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    numbers = [int(word) for word in words if word.isdigit()]
    sys.exit(
        main(
            numbers[0] if numbers else 100,
            "postgres" if "postgres" in words else "sqlite",
            is_written="--write" in sys.argv,
        )
    )
