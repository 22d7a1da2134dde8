"""Context of sandbox pages, and of the game page's links to sandboxes and the followed plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from app.kernel.box import implements_part
from app.kernel.dice import Roll
from app.kernel.record import as_given
from app.kernel.say import Say, say
from app.kernel.seats import Viewer
from app.services.container import Services
from app.services.notify.digest import Digest
from app.services.play import sandbox_plan, sandbox_rules, sandboxes
from app.services.play.sandbox_plan import PlannedOrder, PlanProgress
from app.services.play.sandbox_replay import OpenSandbox
from app.services.watch import game_view
from app.store import records
from app.web.draft import address_of

EVERYTHING = Viewer(finished=True)
"""Viewpoint for the dice of a sandbox. Its player may see all of it, because it contains no hidden
facts.
"""
LAST_STEP = say("The last step", "El último paso")


@dataclass(frozen=True)
class PlanRow:
    """Order of a plan: its place, its result in the sandbox, its status, and its address as a draft
    in the game.
    """

    place: int
    planned: PlannedOrder
    address: str


@dataclass(frozen=True)
class Fallen:
    """Dice of a step with their numbers, and the line that tells of them. `says` is None if the
    lines do not match the dice.
    """

    says: Say | None
    rolls: tuple[tuple[int, Roll], ...]

    @property
    def asked(self) -> tuple[tuple[int, int, range], ...]:
        """Number, face and possible faces of each die."""
        return tuple((number, roll.face, range(1, roll.sides + 1)) for number, roll in self.rolls)


@dataclass(frozen=True)
class SandboxPage:
    """Sandbox page. `base` is its address, `game` that of the game. `others` are the player's other
    sandboxes of the game.

    `decides_for` is the other player's side whose decision the player makes in the sandbox.
    """

    tried: OpenSandbox
    base: str
    game: str
    decides_for: Say | None
    plan: tuple[PlanRow, ...]
    others: tuple[tuple[records.Sandbox, str], ...]

    @property
    def name(self) -> str:
        return self.tried.sandbox.name

    @property
    def seat(self) -> str:
        """Seat of the player."""
        return self.tried.sandbox.seat

    @property
    def steps(self) -> int:
        return self.tried.steps

    @property
    def one_back(self) -> int:
        return max(0, self.steps - 1)

    @property
    def is_typical(self) -> bool:
        return self.tried.sandbox.dice == sandbox_rules.TYPICAL

    @property
    def is_behind(self) -> bool:
        """Return True if the game has moved on since the sandbox began."""
        return self.tried.sandbox.began < self.tried.real.last

    @property
    def may_be_played(self) -> bool:
        return bool(self.plan) and self.tried.real.game.status == "running"

    @property
    def fallen(self) -> tuple[Fallen, ...]:
        """Dice of the last step, grouped under the lines that tell of them."""
        history = self.tried.look.history
        rolls = history.moves[-1].rolls if history.moves else ()
        told = (
            [line for line in history.lines(history.number, EVERYTHING) if line.dice]
            if rolls
            else []
        )
        if sum(len(line.dice) for line in told) != len(rolls):
            return (Fallen(None, tuple(enumerate(rolls, start=1))),)
        dice = enumerate(rolls, start=1)
        return tuple(Fallen(line.says, tuple(islice(dice, len(line.dice)))) for line in told)

    @property
    def digest(self) -> Digest:
        """Events of the last step."""
        look = self.tried.look
        after = max(0, self.steps - 1)
        return Digest(LAST_STEP, after, look.history.summary_items(after, look.at, look.viewer))


@dataclass(frozen=True)
class Trying:
    """Links on the game page: the viewer's sandboxes, permission for another one, and the followed
    plan.
    """

    kept: tuple[tuple[records.Sandbox, str], ...]
    is_full: bool
    may_try: bool
    following: PlanProgress | None = None
    plan: tuple[PlanRow, ...] = field(default=())

    @property
    def next(self) -> PlanRow | None:
        return next((row for row in self.plan if row.planned.state == sandbox_plan.NEXT), None)


def sandbox_page(services: Services, tried: OpenSandbox) -> SandboxPage:
    game = f"/games/{tried.real.game.address}"
    look, own = tried.look, tried.sandbox.seat
    title = game_view.side_title(look, look.viewer.side or "")
    decides_for = (
        say("{side:the}", "{side:el}", side=title) if look.seat != own and look.decisions else None
    )
    others = [
        one for one in sandboxes.list_sandboxes(services, tried.real) if one.id != tried.sandbox.id
    ]
    return SandboxPage(
        tried,
        address_in(game, tried.sandbox),
        game,
        decides_for,
        plan_rows(game, sandbox_plan.planned_orders(tried)),
        sandbox_addresses(game, others),
    )


def sandbox_links(services: Services, look: game_view.GameView, here: str) -> Trying | None:
    """Sandbox links for a player's page at `here`; None for other viewers and for a game without
    sandboxes.
    """
    if look.seat is None or look.view is None or not implements_part(look.box, "imagined"):
        return None
    kept, base = sandboxes.list_sandboxes(services, look), f"/games/{look.game.address}"
    followed = sandbox_plan.load_plan_progress(services, look, kept)
    return Trying(
        sandbox_addresses(base, kept),
        len(kept) >= sandbox_rules.MOST,
        look.outcome is None,
        followed,
        plan_rows(here, followed.plan) if followed else (),
    )


def plan_rows(here: str, plan: Sequence[PlannedOrder]) -> tuple[PlanRow, ...]:
    """Orders of a plan with the addresses that make them drafts."""
    return tuple(
        PlanRow(place, one, address_of(here, order=as_given(one.order)))
        for place, one in enumerate(plan, start=1)
    )


def sandbox_addresses(
    game: str, kept: Sequence[records.Sandbox]
) -> tuple[tuple[records.Sandbox, str], ...]:
    return tuple((one, address_in(game, one)) for one in kept)


def address_in(game: str, sandbox: records.Sandbox) -> str:
    return f"{game}/sandboxes/{sandbox.id}"
