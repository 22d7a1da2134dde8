"""Procedures that are under way: plain frozen facts, no rules.

A procedure lasts over several orders, because players answer questions in it. The innermost one
goes on first. A `Question` stands on top of the procedure that asks it.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class March(msgspec.Struct, frozen=True, tag_field="kind", tag="march"):
    """Move of a stack, space by space. `done` is the number of spaces entered.

    - `start`: space in which the action began. `point`: named point unit, "" for the default.
    - `demoralised`: move of a demoralised unit.
    - `charge`: the path leads to the middle space of a charge; the assault follows it.
    - `stopped`: the action is over before the end of the path.
    """

    side: str
    start: str
    units: tuple[str, ...]
    leaders: tuple[str, ...]
    path: tuple[str, ...]
    done: int = 0
    point: str = ""
    demoralised: bool = False
    charge: bool = False
    stopped: bool = False


class Window(msgspec.Struct, frozen=True, tag_field="kind", tag="window"):
    """Arrival that riders may answer. `side` owns the riders, `came_from` is the mover's last
    space.

    `closed` are spaces from which riders have charged or which can answer no more.
    """

    side: str
    space: str
    came_from: str
    units: tuple[str, ...]
    leaders: tuple[str, ...]
    point: str = ""
    caracoled_from: tuple[str, ...] = ()


class Roles(msgspec.Struct, frozen=True):
    """Roles of one side in an assault. `screened_off` is true once the screen has joined its stack.

    `guns_fired`: own guns or a ship have fired at the enemy vanguard. `fired_screen`: the screen
    that has fired; older records have only `screen_fired`. `settled`: answers that the sheet
    settled ahead, as pairs of decision and answer.
    """

    leader: str = ""
    vanguard: str = ""
    screen: str = ""
    screened_off: bool = False
    screen_fired: bool = False
    fired_screen: str = ""
    guns_fired: bool = False
    settled: tuple[tuple[str, str], ...] = ()


class RiderChoice(msgspec.Struct, frozen=True):
    """Choice of a rider in defence: "stay", "counter_charge" or "caracole".

    A caracole ends in the space `exit`, or in the shelter of its own space.
    """

    unit: str
    choice: str
    exit: str = ""
    shelter: bool = False


class Clash(msgspec.Struct, frozen=True):
    """Clash that has been rolled: natural dice, totals, winner by role, losses due."""

    attacker_die: int
    defender_die: int
    attacker: int
    defender: int
    winner: str
    attacker_loss: int
    defender_loss: int


class Assault(msgspec.Struct, frozen=True, tag_field="kind", tag="assault"):
    """Assault under way. `stage` names the next stage to carry out.

    - `space`: the space assaulted. `start`: where the action began. `via`: the last space before.
    - `group`, `leaders`: counters that take part on the attacking side.
    - `reaction`: charge of riders against an arrival; `came_from` is the mover's last space then.
    - `riders`, `next_rider`: list of the defender's choices and the next one to carry out.
    - `pairs`: interceptor by counter-charging unit.
    - `reacted`: riders of the defender that have reacted.
    - `fired`: guns and ships that have fired in the assault.
    - `answered`: Moroccan guns that have just fired, and that Spanish guns may answer next.
    - `beaten`: counters of the beaten side that check their morale.
    - `stayed`: units of a charge that were demoralised in the middle space.
    """

    attacker: str
    space: str
    start: str
    via: str
    group: tuple[str, ...]
    leaders: tuple[str, ...]
    att: Roles
    dfn: Roles = Roles()
    stage: str = "begin"
    reaction: bool = False
    came_from: str = ""
    riders: tuple[RiderChoice, ...] = ()
    next_rider: int = 0
    pairs: Mapping[str, str] = {}
    reacted: tuple[str, ...] = ()
    fired: tuple[str, ...] = ()
    answered: tuple[str, ...] = ()
    beaten: tuple[str, ...] = ()
    stayed: tuple[str, ...] = ()
    clash: Clash | None = None
    revealed: bool = False


class Answer(msgspec.Struct, frozen=True, tag_field="kind", tag="counter_battery"):
    """Moroccan guns that have fired, and that Spanish guns may answer."""

    space: str
    guns: tuple[str, ...]


class EndStep(msgspec.Struct, frozen=True, tag_field="kind", tag="end_step"):
    """End step of a turn. `stage` is the next part, `done` its counters, groups or spaces so
    far.
    """

    stage: str
    done: tuple[str, ...] = ()


class Question(msgspec.Struct, frozen=True, tag_field="kind", tag="question"):
    """Question to a side. `decision` is its kind, the tag of the order that answers it.

    - `asked`: it has been put to the players, because no other answer was found.
    - `about`: counter that it concerns; `space`: its place.
    - `units`, `spaces`: possible answers, where the question has a list of them.
    - `steps`: steps to be lost.
    """

    decision: str
    side: str
    space: str = ""
    about: str = ""
    units: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    steps: int = 0
    asked: bool = False


Procedure = March | Window | Assault | Answer | EndStep | Question
