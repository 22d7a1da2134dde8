"""Result of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from app.kernel.say import Say, as_is, say
from app.kernel.tally import Tally

CANCELLED = "cancelled"
DROPPED = "dropped"
"""Ending of the table of a battle that its long game has dropped."""
CLOSED = "closed"
"""Ending of a long game with honours and without winners."""


class Honour(msgspec.Struct, frozen=True):
    """Title earned by one or more sides; `tally` gives its reasons if there are any.

    `table` is the key of the standings with all places; "" without one.
    """

    title: Say
    sides: tuple[str, ...]
    tally: Tally | None = None
    table: str = ""


class Outcome(msgspec.Struct, frozen=True):
    """Result: `winners` are sides, and several sides share the win. No winner means a draw or an
    end without a win.

    `ending` is one of the box's declared endings or one of the platform, such as "conceded" or
    "agreed". `degree` is a key of the card's degrees, "" without one. `places` lists the sides of
    each place, the first place first. `honours` are titles.
    """

    winners: tuple[str, ...]
    ending: str
    says: Say
    score: dict[str, int] = {}
    places: tuple[tuple[str, ...], ...] = ()
    honours: tuple[Honour, ...] = ()
    degree: str = ""

    @property
    def unwon(self) -> Say:
        """Headline of an end without winners, which need not be a draw."""
        return headline_without_winners(self.ending)

    def ranking(self, titles: Mapping[str, Say]) -> tuple[Say, ...]:
        """Sentences for places and honours; `titles` names the sides.

        Honours for exactly these places, in their order, stand for them.
        """

        def named(sides: tuple[str, ...]) -> tuple[Say, ...]:
            return tuple(titles.get(side, as_is(side)) for side in sides)

        honoured = [one.sides for one in self.honours]
        are_honours = honoured == [sides for sides in self.places if sides]
        places = (
            say("Place {n}: {who}.", "Puesto {n}: {who}.", n=number, who=named(sides))
            for number, sides in enumerate(self.places, start=1)
            if not are_honours
        )
        honours = (
            say("{title}: {who}.", "{title}: {who}.", title=one.title, who=named(one.sides))
            for one in self.honours
        )
        return (*places, *honours)


def headline_of_winners(winners: Sequence[Say], degree: Say | None) -> Say:
    """Headline of a game with winners: their names, and the degree of the victory if it has one."""
    if degree is None:
        return say("Victory: {who}", "Victoria: {who}", who=winners)
    return say("{degree:Aa}: {who}", "{degree:Aa}: {who}", degree=degree, who=winners)


def headline_without_winners(ending: str) -> Say:
    """Headline of a game that ended without winners."""
    if ending in (CANCELLED, DROPPED):
        return say("Cancelled", "Anulada")
    return say("Finished", "Terminada") if ending == CLOSED else say("A draw", "Tablas")
