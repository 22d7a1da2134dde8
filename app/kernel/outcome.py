"""How a game ended, as far as anybody outside the box may ask."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.kernel.say import Say, name, say
from app.kernel.tally import Tally

CANCELLED = "cancelled"
CLOSED = "closed"
"""The ending of a long game that has honours and no winners."""


class Honour(msgspec.Struct, frozen=True):
    """A title that one or more sides have earned; `tally` gives its reasons where there are any."""

    title: Say
    sides: tuple[str, ...]
    tally: Tally | None = None


class Outcome(msgspec.Struct, frozen=True):
    """`winners` are sides (none: a draw); `ending` is one of the box's declared endings or
    "conceded", "agreed", "closed".

    Winners share the win. `places` lists the sides of each place, the first place first; `honours`
    are titles.
    """

    winners: tuple[str, ...]
    ending: str
    says: Say
    score: dict[str, int] = {}
    places: tuple[tuple[str, ...], ...] = ()
    honours: tuple[Honour, ...] = ()

    @property
    def unwon(self) -> Say:
        """The headline of an end without winners: not every one is a draw."""
        return headline_without_winners(self.ending)

    def ranking(self, titles: Mapping[str, Say]) -> tuple[Say, ...]:
        """Sentences for places and honours; `titles` names the sides."""

        def named(sides: tuple[str, ...]) -> tuple[Say, ...]:
            return tuple(titles.get(side, name(side)) for side in sides)

        places = (
            say("Place {n}: {who}.", "Puesto {n}: {who}.", n=number, who=named(sides))
            for number, sides in enumerate(self.places, start=1)
        )
        honours = (
            say("{title}: {who}.", "{title}: {who}.", title=one.title, who=named(one.sides))
            for one in self.honours
        )
        return (*places, *honours)


def headline_without_winners(ending: str) -> Say:
    """The headline of a game that ended without winners."""
    if ending == CANCELLED:
        return say("Cancelled", "Anulada")
    return say("Finished", "Terminada") if ending == CLOSED else say("A draw", "Tablas")
