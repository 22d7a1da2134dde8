"""Summary of moves: results in a sentence, and each die in a table, in the order of the stages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise

import msgspec

from app.games.africa_1859 import events as e
from app.games.africa_1859.counters import title_of
from app.games.africa_1859.event_weights import weighed
from app.games.africa_1859.fights.fire_table import NO_EFFECT, Harm, fire_result
from app.games.africa_1859.ground import data_of
from app.games.africa_1859.morale import passes
from app.games.africa_1859.procedures import Assault
from app.games.africa_1859.state import War
from app.games.africa_1859.wording import wording
from app.games.africa_1859.wording_dice import PURPOSES, owner, sum_of
from app.games.africa_1859.wording_fights import FATES
from app.kernel.contract import Event
from app.kernel.event_summary import Item, Met, Throw
from app.kernel.log_lines import TOLD_OF_A_MOVE, plain_items
from app.kernel.say import Say, say
from app.kernel.seats import Viewer

FACES = range(1, 7)
FIRES = frozenset(
    (
        "fire",
        "support_fire",
        "defence_fire",
        "counter_battery",
        "caracole_rider",
        "caracole_target",
        "screen_attacker",
        "screen_defender",
        "screen_at_vanguard",
        "extra_fire",
        "vanguard_fire",
    )
)
"""Purposes of dice that the fire table reads."""

UNCHANGED: Mapping[str, Say] = {
    "rally": say("still demoralised", "sigue la desmoralización"),
    "victor": say("no harm", "sin daño"),
}
"""Results of dice that change nothing."""
CHANGED: Mapping[str, Say] = {"rally": say("rallied", "recuperación")}
"""Results of dice whose line would repeat the name of the unit."""

APPROACH, RIDERS, SCREENS, FIRES_AT_VANGUARDS = "approach", "riders", "screens", "fire"
CLASH, AFTERMATH = "clash", "aftermath"
STAGE_OF_DIE: Mapping[str, str] = {
    **dict.fromkeys(("caracole_rider", "caracole_target", "horse_charger", "horse_target"), RIDERS),
    **dict.fromkeys(
        ("screen_attacker", "screen_defender", "screen_at_vanguard", "extra_fire"), SCREENS
    ),
    **dict.fromkeys(
        ("support_fire", "defence_fire", "counter_battery", "vanguard_fire"), FIRES_AT_VANGUARDS
    ),
    **dict.fromkeys(("clash_attacker", "clash_defender"), CLASH),
    "victor": AFTERMATH,
}
"""Stage of an assault that a die begins. A morale check belongs to the stage before it."""


def summary_items(met: Sequence[Met], viewer: Viewer) -> tuple[Item, ...]:
    """Item for each move, and for each stage of an assault in it.

    If dice were thrown, the sentence tells their results.
    """
    items = []
    for _, its in groupby(met, key=lambda one: one.number):
        for part in stages_of(list(its)):
            found = plain_items(lambda before, event, _: wording(before, event), part, viewer)
            side = attacker_of(part)
            sided = [msgspec.structs.replace(item, side=side or item.side) for item in found]
            items += [weighed(with_dice(item, part), part) for item in sided]
    return tuple(items)


def attacker_of(part: Sequence[Met]) -> str:
    """Side whose assault a stage belongs to, also where an answer of the defender began it; "" for
    other events.
    """
    for one in part:
        if one.before is not None and stage_begun_by(one, ""):
            frames = (frame for frame in one.before.stack if isinstance(frame, Assault))
            return next((frame.attacker for frame in frames), "")
    return ""


def stages_of(met: Sequence[Met]) -> Iterator[list[Met]]:
    """Events of a move, divided where another stage of an assault begins."""
    part, stage = list[Met](), ""
    for one in met:
        begun = stage_begun_by(one, stage)
        is_other = begun not in ("", stage) or (stage and isinstance(one.event, e.Struck))
        if part and is_other and (stage or begun != APPROACH):
            yield part
            part = []
        part.append(one)
        stage = begun or stage
    if part:
        yield part


def stage_begun_by(one: Met, stage: str) -> str:
    """Stage of an assault that an event begins or continues; "" if it tells none.

    After the clash a retreat or a check begins the aftermath.
    """
    if isinstance(one.event, e.Struck | e.Revealed):
        return APPROACH
    stack = one.before.stack if one.before is not None else ()
    if not any(isinstance(frame, Assault) for frame in stack):
        return ""
    match one.event:
        case e.Rolled(purpose="check") | e.Moved(how="retreat"):
            return AFTERMATH if stage == CLASH else ""
        case e.Rolled(purpose=purpose):
            return STAGE_OF_DIE.get(purpose, "")
    return ""


def with_dice(item: Item, met: Sequence[Met]) -> Item:
    throws = tuple(throws_of(met))
    if not throws:
        return item
    first = next(place for place, one in enumerate(met) if isinstance(one.event, e.Rolled))
    told = [one for place, one in enumerate(met) if place >= first or follows_dice(one.event)]
    says = told_of(told) or told_of_dice(throws) or item.says
    return msgspec.structs.replace(item, says=says, throws=throws)


def follows_dice(event: Event) -> bool:
    """Return true for losses, retreats and spaces taken: dice of an earlier move led to them."""
    is_way = isinstance(event, e.Moved) and event.how in ("retreat", "assault")
    return is_way or isinstance(event, e.StepsLost | e.ControlTaken)


def told_of(met: Sequence[Met]) -> Say | None:
    """Lines without dice of a part of a move, as one sentence each.

    Losses of several units share one, and so do a loss of the last step and its consequence.
    """
    lines: list[Say] = []
    losses = [one for one in met if isinstance(one.event, e.StepsLost)]
    fates = fates_in(met)
    shares_one = len(losses) > 1 or any(one.event.unit in fates for one in losses)
    for one in met:
        if shares_one and isinstance(one.event, e.StepsLost):
            lines += [told_of_losses(losses, fates)] if one is losses[0] else []
        elif not is_told_elsewhere(one, met):
            told = wording(one.before, one.event)
            lines += [line.says for line in told if line.level == 1 and not line.dice]
    return sentences(lines[:TOLD_OF_A_MOVE])


def is_told_elsewhere(one: Met, met: Sequence[Met]) -> bool:
    """Return true for an advance into a space that changes hands, and for a unit without steps
    left.
    """
    events = [other.event for other in met]
    match one.event:
        case e.Moved(how="assault", path=path):
            return any(isinstance(it, e.ControlTaken) and it.space == path[-1] for it in events)
        case e.Removed(counters=counters):
            losing = [it.unit for it in events if isinstance(it, e.StepsLost)]
            return set(counters) <= set(losing)
    return False


def fates_in(met: Iterable[Met]) -> dict[str, Say]:
    """Words for the end of each counter that leaves the map in one part of a move."""
    return {
        counter: FATES[one.event.to][0]
        for one in met
        if isinstance(one.event, e.Removed)
        for counter in one.event.counters
    }


def told_of_losses(losses: Sequence[Met], fates: Mapping[str, Say]) -> Say:
    """Steps that units lose in one part of a move, and the end of those without steps."""
    lost: dict[str, int] = {}
    for one in losses:
        lost[one.event.unit] = lost.get(one.event.unit, 0) + one.event.steps
    before = losses[0].before
    return say(
        "Steps lost: {units}.",
        "Pasos perdidos: {units}.",
        units=[told_of_loss(before, key, steps, fates.get(key)) for key, steps in lost.items()],
    )


def told_of_loss(before: War, key: str, steps: int, fate: Say | None) -> Say:
    """Unit with the steps that it loses, and its end if none are left."""
    if fate is None or steps < before.units[key].steps:
        return say("{unit} (−{n})", "{unit} (−{n})", unit=title_of(before, key), n=steps)
    return say(
        "{unit} (−{n}, {fate})",
        "{unit} (−{n}, {fate})",
        unit=title_of(before, key),
        n=steps,
        fate=fate,
    )


def told_of_dice(throws: Sequence[Throw]) -> Say | None:
    """Results of dice that changed nothing, as one sentence each."""
    return sentences(
        say("{who:Aa}: {result}.", "{who:Aa}: {result}.", who=throw.who, result=throw.result)
        for throw in [one for one in throws if one.result is not None][:TOLD_OF_A_MOVE]
    )


def sentences(lines: Iterable[Say]) -> Say | None:
    """Lines as one text; None without any."""
    facts = {f"line{number}": line for number, line in enumerate(lines)}
    text = " ".join(f"{{{name}}}" for name in facts)
    return Say(text, text, facts) if facts else None


def throws_of(met: Sequence[Met]) -> Iterator[Throw]:
    """Row for each die, with the events up to the next one as its result."""
    starts = [place for place, one in enumerate(met) if isinstance(one.event, e.Rolled)]
    for start, end in pairwise([*starts, len(met)]):
        yield row_of(met[start].before, met[start].event, met[start + 1 : end])


def row_of(war: War, event: e.Rolled, after: Sequence[Met]) -> Throw:
    title, rules = PURPOSES[event.purpose]
    who = (
        say("{who:Aa}: {title}", "{who:Aa}: {title}", who=owner(war, event.of), title=title)
        if event.of
        else say("{title:Aa}", "{title:Aa}", title=title)
    )
    check = next((one.event for one in after if isinstance(one.event, e.Checked)), None)
    reasons = ((sum_of(event), rules[0]),) if event.mods else ()
    return Throw(
        who,
        ((str(event.die), is_success(war, event, check)),),
        need=need_of(war, event, check),
        result=result_of(war, event, check, after),
        reasons=reasons,
    )


def is_success(war: War, event: e.Rolled, check: e.Checked | None) -> bool:
    if check is not None:
        return check.passed
    return event.purpose in FIRES and has_effect(war, event, event.die)


def has_effect(war: War, event: e.Rolled, face: int) -> bool:
    """Return true if a fire with this face and the lines of the roll harms its target."""
    return harm_of(war, event, face) != NO_EFFECT


def harm_of(war: War, event: e.Rolled, face: int) -> Harm:
    rows = data_of(war).tables["fire"]["rows"]
    return fire_result(rows, face, face + sum(event.mods.values()))


def need_of(war: War, event: e.Rolled, check: e.Checked | None) -> Say | None:
    """Face that passes a check, or that has an effect on the fire table, before the lines."""
    if check is not None:
        most = max(face for face in FACES if passes(face, check.need))
        return say("{n} or less", "{n} o menos", n=most)
    if event.purpose not in FIRES:
        return None
    faces = [face for face in FACES if has_effect(war, event, face)]
    if not faces:
        return say("impossible", "imposible")
    if not event.mods:
        return say("{n}+", "{n}+", n=faces[0])
    return say("{n}+ on the die", "{n}+ en el dado", n=faces[0])


def result_of(
    war: War, event: e.Rolled, check: e.Checked | None, after: Iterable[Met]
) -> Say | None:
    """Result of a check or of a fire, or the first line about the harm of another die."""
    if check is not None:
        return say("passed", "superado") if check.passed else say("failed", "fallado")
    if event.purpose in FIRES:
        return harm_words(harm_of(war, event, event.die))
    if event.mods:
        return say("total {n}", "total {n}", n=event.total)
    if event.purpose == "draw":
        return None
    lines = (wording(one.before, one.event) for one in after)
    told = next((line.says for some in lines for line in some if line.level == 1), None)
    return CHANGED.get(event.purpose, told) if told else UNCHANGED.get(event.purpose)


def harm_words(harm: Harm) -> Say:
    if harm == NO_EFFECT:
        return say("no effect", "sin efecto")
    steps = say("{n:step+s} lost", "{n:paso+s} menos", n=harm.steps)
    check = say("a morale check is due", "obliga a un test de moral")
    if not harm.steps:
        return check
    return say("{a}, {b}", "{a}, {b}", a=steps, b=check) if harm.check else steps
