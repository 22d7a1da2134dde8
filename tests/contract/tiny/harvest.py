"""Long game with dice and accounts, for corrections: two players gather and spend, a referee opens
each season.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from app.kernel.contract import Difference, Event, Order, Step
from app.kernel.offers import Decision, Offer
from app.kernel.refusal import no, refuse_if
from app.kernel.say import as_is, say
from tests.contract.tiny.box import Tiny, card, not_your_turn, rules, won

PLAYERS = ("lion", "crane")
REFEREE = "referee"
SEASONS = 6


class OpenSeason(Order, frozen=True, tag="open_season"):
    prize: int = 1


class Gather(Order, frozen=True, tag="gather"):
    """A river field brings a die, a dry one brings one."""

    river: bool


class Spend(Order, frozen=True, tag="spend"):
    amount: int


class Founded(Event, frozen=True, tag="founded"):
    pass


class SeasonOpened(Event, frozen=True, tag="season_opened"):
    prize: int


class Gathered(Event, frozen=True, tag="gathered"):
    player: str
    amount: int


class Spent(Event, frozen=True, tag="spent"):
    player: str
    amount: int


class AccountsCorrected(Event, frozen=True, tag="accounts_corrected"):
    """Accounts that a correction struck stay readable."""

    move: int
    accounts: dict[str, int]


class Year(Struct, frozen=True):
    season: int = 0
    is_open: bool = False
    accounts: dict[str, int] = {}
    done: tuple[str, ...] = ()
    struck: tuple[tuple[int, dict[str, int]], ...] = ()
    seat: str | None = None

    @property
    def turn(self) -> int:
        return self.season


class Harvest(Tiny):
    card = replace(
        card(
            "harvest",
            (*PLAYERS, REFEREE),
            (
                Step("season", "HAR-SEQ-01", say("Season", "Estación"), (OpenSeason,)),
                Step("field", "HAR-SEQ-02", say("Field", "Campo"), (Gather, Spend)),
            ),
            (OpenSeason, Gather, Spend),
            (Founded, SeasonOpened, Gathered, Spent, AccountsCorrected),
            ("seasons",),
            judges=(REFEREE,),
        ),
        kind="campaign",
    )
    rulebook = rules(
        "HAR",
        SEQ_01="The referee opens each season.",
        SEQ_02="Then every player gathers or spends once.",
        ACC_01="No player spends more than the account holds.",
    )

    def new_game(self, setup, dice):
        return (Founded(),)

    def decide(self, state, order, seat, dice):
        refuse_if(refused(state, order, seat))
        match order:
            case OpenSeason(prize):
                return (SeasonOpened(prize),)
            case Gather(river):
                return (Gathered(seat, dice.roll(6, "river", seat) if river else 1),)
            case Spend(amount):
                return (Spent(seat, amount),)
        raise TypeError(order)

    def evolve(self, state, event):
        match event:
            case Founded():
                return Year(accounts=dict.fromkeys(PLAYERS, 0))
            case SeasonOpened(prize):
                accounts = {player: held + prize for player, held in state.accounts.items()}
                return replace(state, season=state.season + 1, is_open=True, accounts=accounts)
            case Gathered(player, amount):
                return acted(state, player, amount)
            case Spent(player, amount):
                return acted(state, player, -amount)
            case AccountsCorrected(move, accounts):
                return replace(state, struck=(*state.struck, (move, accounts)))
        raise TypeError(event)

    def view(self, state, viewer):
        return replace(state, seat=viewer.seat)

    def waiting_for(self, state):
        if self.outcome(state):
            return ()
        if not state.is_open:
            return (Decision(REFEREE, "season", say("Open the season.", "Abre la estación.")),)
        return tuple(
            Decision(player, "field", say("Gather or spend.", "Recoge o gasta."))
            for player in PLAYERS
            if player not in state.done
        )

    def offers(self, view):
        orders = [OpenSeason()] if view.seat == REFEREE else [Gather(True), Gather(False), Spend(3)]
        return [
            Offer(
                one,
                as_is(type(one).__name__),
                no=tuple(filter(None, [refused(view, one, view.seat)])),
                main=True,
            )
            for one in orders
        ]

    def outcome(self, state):
        if state.season < SEASONS or state.is_open:
            return None
        best = max(state.accounts.values())
        return won([player for player in PLAYERS if state.accounts[player] == best], "seasons")

    def corrected(self, before, after, move):
        return (AccountsCorrected(move, before.accounts),)

    def differences(self, before, after):
        return [
            Difference(as_is(player), as_is(str(before.accounts[player])), as_is(str(held)))
            for player, held in after.accounts.items()
            if held != before.accounts[player]
        ]


def acted(state, player, amount):
    """State after a player has acted; the season closes after the last one."""
    accounts = state.accounts | {player: state.accounts[player] + amount}
    done = (*state.done, player)
    is_open = set(done) != set(PLAYERS)
    return replace(state, accounts=accounts, done=done if is_open else (), is_open=is_open)


def refused(state, order, seat):
    if isinstance(order, OpenSeason):
        is_due = seat == REFEREE and not state.is_open
        return None if is_due and 0 <= order.prize <= 9 else not_your_turn("HAR-SEQ-01")
    if seat not in PLAYERS or not state.is_open or seat in state.done:
        return not_your_turn("HAR-SEQ-02")
    if isinstance(order, Spend) and not 0 < order.amount <= state.accounts[seat]:
        return no("HAR-ACC-01", "You do not have so much.", "No tienes tanto.")
    return None


GAME = Harvest()
