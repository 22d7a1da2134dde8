"""Hidden pieces with triggers: a scout on a road with ambushers, who attack a scout that comes
near.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from app.kernel.contract import Event, Line, Order, Step
from app.kernel.form import Field
from app.kernel.offers import Assessment, Decision, Offer, Reach
from app.kernel.refusal import no, refuse_if
from app.kernel.say import as_is, say
from app.kernel.seats import Viewer
from tests.contract.tiny.box import Tiny, card, not_your_turn, rules, unseen, won

END = 12
STRIDE = 3


class Walk(Order, frozen=True, tag="walk"):
    path: tuple[str, ...] = ()


class Shoot(Order, frozen=True, tag="shoot"):
    target: str


class Spring(Order, frozen=True, tag="spring"):
    piece: str


class Wait(Order, frozen=True, tag="wait"):
    pass


class Laid(Event, frozen=True, tag="laid"):
    ambushes: dict[str, int]


class Walked(Event, frozen=True, tag="walked"):
    to: int


class Revealed(Event, frozen=True, tag="revealed"):
    """An ambusher has been seen."""

    reveals = True

    piece: str
    at: int


class Shot(Event, frozen=True, tag="shot"):
    piece: str
    die: int
    falls: bool


class Sprung(Event, frozen=True, tag="sprung"):
    piece: str
    at: int
    die: int


class Waited(Event, frozen=True, tag="waited"):
    pass


class Road(Struct, frozen=True):
    ambushes: dict[str, int]
    seen: frozenset[str] = frozenset()
    scout: int = 0
    active: str = "scout"
    turn: int = 1
    hurt: int = 0


class SeenRoad(Struct, frozen=True):
    ambushes: dict[str, int]  # those the viewer knows of
    scout: int
    active: str
    turn: int
    hurt: int
    seat: str | None


class Hidden(Tiny):
    card = card(
        "hidden",
        ("scout", "bandit"),
        (
            Step("walk", "HID-SEQ-01", say("Walk", "Marcha"), (Walk, Shoot)),
            Step("ambush", "HID-SEQ-02", say("Ambush", "Emboscada"), (Spring, Wait)),
        ),
        (Walk, Shoot, Spring, Wait),
        (Laid, Walked, Revealed, Shot, Sprung, Waited),
        ("through", "caught"),
    )
    rulebook = rules(
        "HID",
        SEQ_01="The scout walks or shoots.",
        SEQ_02="Then the bandits spring or wait.",
        WLK_01="The scout walks 1 to 3 places along the road.",
        SHT_01="A target is at most 4 places away.",
        TRG_01="Whoever comes next to an ambusher sees him and stops.",
        SPR_01="An ambusher springs within 3 places.",
    )

    def new_game(self, setup, dice):
        return (Laid({"a": 3 + dice.roll(3, "lay", "a"), "b": 7 + dice.roll(4, "lay", "b")}),)

    def decide(self, state, order, seat, dice):
        match order:
            case Walk(path):
                refuse_if(_turn(state, seat, "scout", "HID-SEQ-01"), _way(state.scout, path))
                return self._walked(state, int(path[-1]))
            case Shoot(target):
                if target not in self.view(state, Viewer(seat, seat)).ambushes:
                    raise unseen()
                refuse_if(
                    _turn(state, seat, "scout", "HID-SEQ-01"),
                    _near(state.scout, state.ambushes[target]),
                )
                die = dice.roll(6, "shot", seat)
                return (Shot(target, die, die > 3),)
            case Spring(piece):
                if piece not in self.view(state, Viewer(seat, seat)).ambushes:
                    raise unseen()
                refuse_if(
                    _turn(state, seat, "bandit", "HID-SEQ-02"),
                    _leap(state.scout, state.ambushes[piece]),
                )
                return (Sprung(piece, state.ambushes[piece], dice.roll(6, "spring", piece)),)
            case Wait():
                refuse_if(_turn(state, seat, "bandit", "HID-SEQ-02"))
                return (Waited(),)
        raise TypeError(order)

    def _walked(self, state, goal):
        for place in range(state.scout + 1, goal + 1):
            met = [
                piece
                for piece, at in state.ambushes.items()
                if abs(at - place) <= 1 and piece not in state.seen
            ]
            if met:
                return (Walked(place), *(Revealed(piece, state.ambushes[piece]) for piece in met))
        return (Walked(goal),)

    def evolve(self, state, event):
        match event:
            case Laid(ambushes):
                return Road(dict(ambushes))
            case Walked(to):
                return replace(state, scout=to, active="bandit")
            case Revealed(piece):
                return replace(state, seen=state.seen | {piece})
            case Shot(piece, falls=falls):
                left = {
                    one: at for one, at in state.ambushes.items() if not (falls and one == piece)
                }
                return replace(state, ambushes=left, active="bandit")
            case Sprung(piece, die=die):
                left = {one: at for one, at in state.ambushes.items() if one != piece}
                return replace(
                    state,
                    ambushes=left,
                    hurt=state.hurt + (die > 2),
                    active="scout",
                    turn=state.turn + 1,
                )
            case Waited():
                return replace(state, active="scout", turn=state.turn + 1)
        raise TypeError(event)

    def view(self, state, viewer):
        known = {
            piece: at
            for piece, at in sorted(state.ambushes.items())
            if piece in state.seen or viewer.side == "bandit" or viewer.finished
        }
        return SeenRoad(known, state.scout, state.active, state.turn, state.hurt, viewer.seat)

    def imagined(self, view):
        seen = frozenset(view.ambushes) if view.seat != "bandit" else frozenset()
        return Road(view.ambushes, seen, view.scout, view.active, view.turn, view.hurt)

    def waiting_for(self, state):
        if self.outcome(state):
            return ()
        step = "walk" if state.active == "scout" else "ambush"
        return (Decision(state.active, step, say("Go on.", "Sigue.")),)

    def offers(self, view):
        if view.active == "scout":
            turn = _turn(view, view.seat, "scout", "HID-SEQ-01")
            walk = Offer(
                Walk(),
                say("Walk", "Andar"),
                no=(turn,) if turn else (),
                asks=(Field.path("path", as_is("path")),),
            )
            shots = [
                Offer(
                    Shoot(piece),
                    say("Shoot", "Tirar"),
                    rolls=True,
                    no=_all(turn, _near(view.scout, at)),
                )
                for piece, at in view.ambushes.items()
            ]
            return [walk, *shots]
        turn = _turn(view, view.seat, "bandit", "HID-SEQ-02")
        return [
            Offer(Wait(), say("Wait", "Esperar"), no=_all(turn)),
            *(
                Offer(
                    Spring(piece),
                    say("Spring", "Saltar"),
                    rolls=True,
                    no=_all(turn, _leap(view.scout, at)),
                )
                for piece, at in view.ambushes.items()
            ),
        ]

    def assess(self, view, order):
        match order:
            case Walk(path):
                reach = {
                    str(place): Reach(
                        tuple(str(one) for one in range(view.scout + 1, place + 1)),
                        place - view.scout,
                    )
                    for place in range(view.scout + 1, min(END, view.scout + STRIDE) + 1)
                }
                return Assessment(no=_all(_way(view.scout, path)) if path else (), reach=reach)
            case Shoot(piece) | Spring(piece) if piece not in view.ambushes:
                return Assessment(no=unseen().refusals)
        return super().assess(view, order)

    def wording(self, before, event, viewer):
        if isinstance(event, Laid) and viewer.side != "bandit" and not viewer.finished:
            return (Line(say("Ambushers lie in wait.", "Hay emboscados.")),)
        return (Line(say("{what}", "{what}", what=str(event))),)

    def outcome(self, state):
        if state.hurt >= 2:
            return won(("bandit",), "caught")
        return won(("scout",), "through") if state.scout >= END or state.turn > 30 else None


def _turn(state, seat, side, rule):
    return None if seat == side == state.active else not_your_turn(rule)


def _way(scout, path):
    wanted = tuple(str(place) for place in range(scout + 1, scout + len(path) + 1))
    if 1 <= len(path) <= STRIDE and path == wanted and int(path[-1]) <= END:
        return None
    return no("HID-WLK-01", "That is no way along the road.", "Eso no es un camino.")


def _near(scout, at):
    return no("HID-SHT-01", "Too far.", "Demasiado lejos.") if abs(at - scout) > 4 else None


def _leap(scout, at):
    return no("HID-SPR-01", "Too far.", "Demasiado lejos.") if abs(at - scout) > 3 else None


def _all(*refusals):
    return tuple(filter(None, refusals))


GAME = Hidden()
