"""A long game with child battles: three families challenge each other, and each challenge is fought
as a skirmish. A referee may settle a battle or declare it void.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from app.kernel.battle_results import SERVER_SEAT
from app.kernel.child_battles import ENTERED, OVER, READY, SETTLED, VOID, Battle, battle_title
from app.kernel.contract import Event, Order, Step
from app.kernel.offers import Decision, Offer
from app.kernel.refusal import no, refuse_if
from app.kernel.say import say
from tests.contract.tiny.box import Tiny, card, not_your_turn, rules, won

FAMILIES = ("ash", "birch", "cedar")
REFEREE = "referee"
LAST = 4  # battles


class Challenge(Order, frozen=True, tag="challenge"):
    family: str
    blades: int = 2


class Enter(Order, frozen=True, tag="enter"):
    """A result from elsewhere, which the referee still has to settle."""

    battle: str


class Settle(Order, frozen=True, tag="settle", omit_defaults=True):
    """Result of a battle; no winner means a draw."""

    battle: str
    winner: str = ""
    fallen: int = 0


class Void(Order, frozen=True, tag="void"):
    battle: str


class Placed(Event, frozen=True, tag="placed"):
    pass


class Challenged(Event, frozen=True, tag="challenged"):
    battle: str
    attacker: str
    defender: str
    die: int
    blades: int


class Noted(Event, frozen=True, tag="noted"):
    battle: str


class Settled(Event, frozen=True, tag="settled", omit_defaults=True):
    battle: str
    winner: str = ""
    fallen: int = 0


class Voided(Event, frozen=True, tag="voided"):
    battle: str


class Fight(Struct, frozen=True):
    attacker: str
    defender: str
    blades: int
    status: str = READY
    winner: str = ""
    fallen: int = 0


class Feud(Struct, frozen=True):
    turn: int = 1
    fights: dict[str, Fight] = {}
    seat: str | None = None

    @property
    def active(self):
        return FAMILIES[(self.turn - 1) % len(FAMILIES)]

    @property
    def open(self):
        return [key for key, fight in self.fights.items() if fight.status not in SETTLED]


class FeudGame(Tiny):
    card = card(
        "feud",
        (*FAMILIES, REFEREE),
        (
            Step("challenge", "FEU-SEQ-01", say("Challenge", "Reto"), (Challenge,)),
            Step("battle", "FEU-SEQ-02", say("Battle", "Batalla"), (Enter, Settle, Void)),
        ),
        (Challenge, Enter, Settle, Void),
        (Placed, Challenged, Noted, Settled, Voided),
        ("feud",),
        judges=(REFEREE,),
    )
    card = replace(card, kind="campaign", any_time=(Enter, Settle, Void))
    rulebook = rules(
        "FEU",
        SEQ_01="The families challenge in turn.",
        SEQ_02="The referee settles open battles.",
        BAT_01="A battle is settled once.",
    )

    def new_game(self, setup, dice):
        return (Placed(),)

    def decide(self, state, order, seat, dice):
        match order:
            case Challenge(family, blades):
                refuse_if(_challenges(state, seat), _other(seat, family), _few(blades))
                key = f"b{len(state.fights) + 1}"
                return (Challenged(key, seat, family, dice.roll(6, "ground", key), blades),)
            case Enter(battle):
                refuse_if(_referee(seat), _open(state, battle))
                return (Noted(battle),)
            case Settle(battle, winner, fallen):
                refuse_if(_referee(seat), _open(state, battle), _fought(state, battle, winner))
                return (Settled(battle, winner, fallen),)
            case Void(battle):
                refuse_if(_referee(seat), _open(state, battle))
                return (Voided(battle),)
        raise TypeError(order)

    def evolve(self, state, event):
        match event:
            case Placed():
                return Feud()
            case Challenged(key, attacker, defender, _, blades):
                fights = state.fights | {key: Fight(attacker, defender, blades)}
                return replace(state, fights=fights, turn=state.turn + 1)
            case Noted(key):
                return _with(state, key, status=ENTERED)
            case Settled(key, winner, fallen):
                return _with(state, key, status=OVER, winner=winner, fallen=fallen)
            case Voided(key):
                return _with(state, key, status=VOID)
        raise TypeError(event)

    def view(self, state, viewer):
        return replace(state, seat=viewer.seat)

    def waiting_for(self, state):
        if self.outcome(state):
            return ()
        owed = []
        if len(state.fights) < LAST:
            owed.append(Decision(state.active, "challenge", say("Challenge.", "Reta.")))
        for key in state.open:
            says = say("Settle battles.", "Decide.")
            owed.append(Decision(REFEREE, "battle", says, battle=key))
        return owed

    def offers(self, view):
        if view.seat == REFEREE:
            return [
                Offer(order, say("Settle", "Decidir"))
                for key in view.open
                for order in (Settle(key, view.fights[key].attacker), Settle(key), Void(key))
            ]
        refusal = _challenges(view, view.seat)
        return [
            Offer(Challenge(one), say("Challenge", "Retar"), no=(refusal,) if refusal else ())
            for one in FAMILIES
            if one != view.seat
        ]

    def outcome(self, state):
        if len(state.fights) < LAST or state.open:
            return None
        wins = {one: _wins(state, one) for one in FAMILIES}
        return won([one for one in FAMILIES if wins[one] == max(wins.values())], "feud")

    # ------------------------------------------------------------------ child battles
    def battles(self, state):
        return tuple(
            Battle(
                key,
                battle_title(number),
                "skirmish",
                "plain",
                {"north": fight.attacker, "south": fight.defender},
                fight.status,
                {"north": fight.blades + 1, "south": fight.blades},
            )
            for number, (key, fight) in enumerate(state.fights.items(), 1)
        )

    def defeat_words(self, state, battle, side):
        return (
            say(
                "{who} loses the feud of {n} blades.",
                "{who} pierde la disputa de {n} espadas.",
                who=battle.seats[side],
                n=state.fights[battle.key].blades,
            ),
        )

    def resulted(self, state, battle, aftermath):
        winner = battle.seats[aftermath.winners[0]] if len(aftermath.winners) == 1 else ""
        return Settle(battle.key, winner, sum(one.fallen for one in aftermath.losses.values()))


def _with(state, key, **values):
    return replace(state, fights=state.fights | {key: replace(state.fights[key], **values)})


def _wins(state, family):
    return sum(fight.winner == family for fight in state.fights.values())


def _challenges(state, seat):
    ok = seat == state.active and len(state.fights) < LAST
    return None if ok else not_your_turn("FEU-SEQ-01")


def _other(seat, family):
    if family in FAMILIES and family != seat:
        return None
    return no("FEU-SEQ-01", "There is no such rival.", "No hay tal rival.")


def _few(blades):
    if 1 <= blades <= 5:
        return None
    return no("FEU-SEQ-01", "One to five blades.", "De uno a cinco filos.")


def _referee(seat):
    return None if seat in (REFEREE, SERVER_SEAT) else not_your_turn("FEU-SEQ-02")


def _open(state, battle):
    if battle in state.open:
        return None
    return no("FEU-BAT-01", "This battle is settled.", "Esa batalla está decidida.")


def _fought(state, battle, winner):
    fight = state.fights.get(battle)
    if not winner or (fight and winner in (fight.attacker, fight.defender)):
        return None
    return no("FEU-BAT-01", "A family of the battle wins.", "Gana una familia de la batalla.")


GAME = FeudGame()
