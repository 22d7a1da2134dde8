"""The log of a move: what the house has to say of it, and what the box has."""
from __future__ import annotations

from collections.abc import Sequence

from app.kernel import table
from app.kernel.contract import Event, Game, Line
from app.kernel.record import Move
from app.kernel.say import Say, name, say
from app.kernel.seats import Viewer


def told(game: Game, before: table.Table, move: Move, viewer: Viewer) -> tuple[Line, ...]:
    """The lines of a move as this viewer hears of it; `before` is the table that it met."""
    lines: list[Line] = []
    for event in move.events:
        ours = of_the_house(game, before, event)
        lines += game.wording(before.state, event, viewer) if ours is None else ours
        before = table.evolve(game, before, event)
    return tuple(lines)


def side_title(game: Game, scenario: str, side: str) -> Say:
    """What a side of the scenario is called."""
    sides = (one for known in game.card.scenarios if known.key == scenario for one in known.sides)
    return next((one.title for one in sides if one.key == side), name(side))


def of_the_house(game: Game, before: table.Table, event: Event) -> Sequence[Line] | None:
    """The lines of an event of the house, None if it is the box's own."""
    def line(en: str, es: str, rule: str, side: str = "") -> Sequence[Line]:
        return (Line(say(en, es, side=side_title(game, before.scenario, side)), rules=(rule,)),)

    match event:
        case table.Began():
            return ()
        case table.Conceded(side):
            return line("{side}: gives up.", "{side}: se rinde.", "CAR-TAB-02", side)
        case table.DrawOffered(side):
            return line("{side}: offers a draw.", "{side}: ofrece tablas.", "CAR-DRW-01", side)
        case table.DrawDeclined(side):
            return line("{side}: no draw.", "{side}: sin tablas.", "CAR-DRW-02", side)
        case table.DrawAgreed(winners):
            if winners:
                return line("The end is agreed: the higher total wins.", "Se acuerda el final: gana el total más alto.", "CAR-DRW-01")
            return line("A draw is agreed.", "Se acuerdan tablas.", "CAR-DRW-01")
        case table.TakenBack(_, seat):
            return line("{side}: the last move is taken back.", "{side}: se deshace la última jugada.", "CAR-UND-01",
                        before.seats.get(seat, seat))
    return None
