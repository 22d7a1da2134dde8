"""One item of a summary: its sentence, losses and weight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.drawing.places import spelled_point
from app.games.heart_of_africa.event_summary.groups import Group
from app.games.heart_of_africa.melee_and_morale.losses import ALIVE
from app.games.heart_of_africa.pieces import LEADER, STANDARD_BEARER, WITCH_DOCTOR
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.wording import TOLD
from app.kernel.event_summary import Item, Throw
from app.kernel.log_lines import plain_throws
from app.kernel.say import Say, as_sentence, noun, say
from app.kernel.space.plane import Point, mean_of

NOTHING = say("", "")


PASSED_OVER = 2
"""Lines of the log from this level on are details."""


WEIGHTS: Mapping[type, int] = {
    e.BattleEnded: 10,
    e.ObjectiveHeld: 6,
    e.BaggageTaken: 6,
    e.SpellBroken: 3,
    e.FireLit: 3,
    e.TrapSprung: 2,
    e.Jammed: 2,
}


DOWNFALL, DEATH_OF_A_LEADER, DEATH_OF_A_MAN_OF_NOTE, SURPRISE, ONSET, WAVERING = 8, 10, 3, 5, 2, 2


def item(
    group: Group,
    says: Say,
    side: str,
    *,
    title: Say | None = None,
    rules: Iterable[str] = (),
    dice: Iterable[tuple[int, bool]] = (),
    way: Sequence[Point] = (),
    kind: str = "",
    deed: bool = False,
    weight: int = 0,
    throws: Iterable[Throw] = (),
) -> Item:
    lost, leader = losses_of(group), fallen_leader(group)
    battle = group.battle
    if leader:
        title = say("the fall of {who:the}", "la caída {who:del}", who=called(battle, leader))
    return Item(
        as_sentence(says),
        group.move,
        group.parts[0].number,
        battle.turn,
        side,
        title,
        tuple(rules),
        tuple((str(face), scored) for face, scored in dice),
        tuple(spelled_point((round(x, 1), round(y, 1))) for x, y in way),
        kind,
        deed,
        tuple(sorted(lost.items())),
        weight + sum(lost.values()) + weight_of_losses(group),
        tuple(throws),
    )


def fallen(group: Group) -> list[str]:
    return [
        key
        for event in group.all(e.Removed)
        if event.cause not in ALIVE or event.cause == "broken"
        for key in event.figures
    ]


def losses_of(group: Group) -> Counter[str]:
    """The figures lost, by side."""
    return Counter(group.battle.figures[key].side for key in fallen(group))


def weight_of_losses(group: Group) -> int:
    """Weight of the important figures among the losses."""
    men = [group.battle.figures[key] for key in fallen(group)]
    return sum(
        DEATH_OF_A_LEADER
        if one.role == LEADER
        else DEATH_OF_A_MAN_OF_NOTE
        if one.type in (STANDARD_BEARER, WITCH_DOCTOR)
        else 0
        for one in men
    )


def fallen_leader(group: Group) -> str:
    return next((key for key in fallen(group) if group.battle.figures[key].role == LEADER), "")


def leader_among(group: Group) -> Say:
    if not fallen_leader(group):
        return NOTHING
    return (
        say(", the Leader among them", ", el Líder entre ellas")
        if len(fallen(group)) > 1
        else say(": the Leader", ": el Líder")
    )


def count(n: int, one: Say, many: Say) -> Say:
    return say("{n} {what}", "{n} {what}", n=n, what=one if n == 1 else many)


def roll_words(face: int, needs: int) -> Say:
    return say(
        "rolled {die}, {needs}+ needed", "dado {die}, necesita {needs}+", die=face, needs=needs
    )


def figures_of(n: int) -> Say:
    """3 figures: feminine in Spanish."""
    text = "{n:figure+s}", "{n:figura+s}"
    return noun(*text, "f", plural=n != 1, the=text[0], el=text[1], n=n)


def place_of(battle: Battle, key: str) -> list[Point]:
    at = battle.figures[key].at
    return [at] if at is not None else []


def as_in_the_log(group: Group) -> Item | None:
    """A single event in the words of the log; a detail is left out."""
    battle, part = group.battle, group.parts[0]
    line = next(
        (line for line in TOLD[type(part.event)](battle, part.event) if line.level < PASSED_OVER),
        None,
    )
    if line is None:
        return None
    spots = [
        battle.figures[key].position
        for key in line.places
        if key in battle.figures and battle.figures[key].at is not None
    ]
    return item(
        group,
        line.says,
        part.side,
        rules=line.rules,
        dice=[(int(face), False) for _, face in line.dice],
        throws=plain_throws([line]),
        way=[mean_of(spots)] if spots else (),
        weight=WEIGHTS.get(type(part.event), 0),
    )
