"""Orders that a side has given ahead, as plain frozen facts."""

from __future__ import annotations

import msgspec

from app.kernel.space.plane import Point

ASK = "ask"
"""What a standing order says as long as its side wants to be asked."""


class Task(msgspec.Struct, frozen=True):
    """What a unit or single figure is to do when its turn to move comes: march to a place (and face
    so), charge a unit or figure, or keep its place beside one of its own, `after`, as far off the
    middle of it as `to` says.
    """

    who: str
    to: Point | None = None
    facing: float | None = None
    target: str = ""
    after: str = ""


class Watch(msgspec.Struct, frozen=True):
    """What a side knew when it gave a march order: only what is new stops it: `lost` units, how
    many `hidden` enemies, its own people `touched` by the enemy, who of them has which enemies
    `near`.
    """

    lost: tuple[str, ...] = ()
    hidden: int = 0
    touched: tuple[str, ...] = ()
    near: tuple[tuple[str, str], ...] = ()


class March(msgspec.Struct, frozen=True):
    """A march order: the tasks in the order in which they are done, and what the rest does
    ("stand", "ask"), from turn `first` to `last`.

    `stops` are the conditions that stop it; `within` inches is near. `stopped` says which one has,
    `who` and `by` whom it concerns.
    """

    first: int
    last: int
    tasks: tuple[Task, ...] = ()
    rest: str = ASK
    stops: tuple[str, ...] = ()
    within: int = 0
    watch: Watch = Watch()
    stopped: str = ""
    who: str = ""
    by: str = ""


class Policies(msgspec.Struct, frozen=True):
    """Standing orders of a side, one word for each kind of question; what the words mean stands in
    `planning.words`.
    """

    deployment: str = ASK
    arrivals: str = ASK
    riders: str = ASK
    ambushes: str = ASK
    reveal: str = ASK
    loopholes: str = ASK
    fire: str = ASK
    hits: str = ASK
    baggage: str = ASK
    combat: str = ASK
    tests: str = ASK
    spells: str = ASK
    rally: str = ASK
    roofs: str = ASK


class Plans(msgspec.Struct, frozen=True):
    """What a side has ordered ahead; `led` is whoever is, or was this turn, taken in hand by it,
    and `why`: "march", "riders", "ambushes".
    """

    march: March | None = None
    policies: Policies = Policies()
    led: str = ""
    why: str = ""
