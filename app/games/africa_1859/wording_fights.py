"""Lines of the log about fights: designations, clash, losses, morale, retreat."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.africa_1859 import events as e
from app.games.africa_1859.counters import title_of, titles_of
from app.games.africa_1859.ground import place
from app.games.africa_1859.state import CAPTURED, DESTROYED, ELIMINATED, GONE, LOST, War
from app.games.africa_1859.wording_phrases import counter_line, space_line, where
from app.kernel.contract import Line
from app.kernel.say import Say, say
from app.kernel.single_lines import Lines, one_line

ROLES: Mapping[str, Say] = {
    "leader": say("leader", "líder"),
    "vanguard": say("vanguard", "vanguardia"),
    "screen": say("screen", "cobertura"),
}
CAUSES: Mapping[str, tuple[Say, tuple[str, ...]]] = {
    "fire": (say("fire", "fuego"), ("AFB-FIR-04",)),
    "clash": (say("clash", "choque"), ("AFR-ASL-18", "AFR-ASL-19")),
    "horse_clash": (say("clash of riders", "choque de caballería"), ("AFB-CAV-01",)),
    "check": (say("second failed check", "segundo test fallado"), ("AFB-MOR-03",)),
    "hunger": (say("hunger", "hambre"), ("AFB-CMP-04",)),
    "disease": (say("disease", "enfermedad"), ("AFB-CMP-04",)),
}
"""Name and rules of each cause of a loss."""
FATES: Mapping[str, tuple[Say, tuple[str, ...]]] = {
    ELIMINATED: (say("eliminated", "fuera de combate"), ("AFB-UNI-04",)),
    CAPTURED: (say("captured by the enemy", "en manos del enemigo"), ("AFR-MOR-03",)),
    DESTROYED: (say("destroyed", "destrucción completa"), ("AFB-UNI-06",)),
    LOST: (say("lost to the army", "baja definitiva"), ("AFB-UNI-07",)),
    GONE: (say("leaves the campaign", "deja la campaña"), ("AFB-CMP-06",)),
}
"""Words and rules of each way off the map."""
REASONS: Mapping[str, tuple[Say, tuple[str, ...]]] = {
    "cut_off": (say("no way out", "sin salida"), ("AFB-RET-03",)),
    "convoy": (say("no escort", "sin escolta"), ("AFB-ACT-06",)),
    "clash": (say("left behind in the clash", "abandono en el choque"), ("AFR-MOR-03",)),
    "victor": (say("risk of the victor", "riesgo del vencedor"), ("AFR-LDR-02",)),
    "check": (say("failed check", "test fallado"), ("AFR-LDR-01",)),
    "fire": (say("fire", "fuego"), ("AFB-FIR-04",)),
    "no_refuge": (say("no refuge", "sin refugio"), ("AFB-ACT-05",)),
    "ill": (say("illness", "enfermedad"), ("AFB-CMP-06",)),
}
"""Name and rules of other causes that take a counter off the map."""

LEAST_NEED, MOST_NEED = 1, 5
"""A natural 1 always passes a morale check, a natural 6 always fails it (AFB-MOR-01)."""


def revealed(before: War, event: e.Revealed) -> Lines:
    """Lines of the designations of both sides, shown together."""
    titles = (say("Attacker", "Atacante"), say("Defender", "Defensor"))
    return tuple(
        Line(
            say("{side}: {roles}.", "{side}: {roles}.", side=title, roles=roles_of(before, roles)),
            ("AFB-GEN-02", "AFR-ASL-02", "AFR-ASL-03"),
            places=(event.space,),
        )
        for title, roles in zip(titles, (event.attacker, event.defender), strict=True)
        if any(roles.values())
    )


def roles_of(war: War, roles: Mapping[str, str]) -> tuple[Say, ...]:
    """Counter and role of each designation."""
    return tuple(
        say("{who} ({role})", "{who} ({role})", who=title_of(war, counter), role=ROLES[role])
        for role, counter in roles.items()
        if counter
    )


def clashed(before: War, event: e.Clashed) -> Lines:
    """Line of the result of a clash."""
    winner = {
        "attacker": say("the attacker wins", "gana el atacante"),
        "defender": say("the defender wins", "gana el defensor"),
    }[event.winner]
    attacker, defender = event.losses
    return space_line(
        before,
        event.space,
        "Clash at {place:the}: {attacker} to {defender}, {winner}. "
        "Losses due: attacker {lost}, defender {others}.",
        "Choque en {place:el}: {attacker} a {defender}, {winner}. "
        "Pérdidas que corresponden: atacante {lost}, defensor {others}.",
        "AFR-ASL-16",
        "AFR-ASL-17",
        "AFR-ASL-18",
        "AFR-ASL-19",
        attacker=event.attacker,
        defender=event.defender,
        winner=winner,
        lost=attacker,
        others=defender,
    )


def called_off(before: War, event: e.CalledOff) -> Lines:
    """Line of an assault without a clash."""
    if event.taken:
        return space_line(
            before,
            event.space,
            "{place}: no defender is left, and the attacker takes the space.",
            "{place}: no queda ningún defensor, y el atacante toma el espacio.",
            "AFB-ASL-10",
        )
    return one_line(
        "{place}: the assault is called off.",
        "{place}: se suspende el asalto.",
        "AFB-ASL-05",
        places=(event.space,),
        place=place(before, event.space),
    )


def steps_lost(before: War, event: e.StepsLost) -> Lines:
    """Line of lost steps with what is left. The next line tells that a unit without steps is
    gone.
    """
    cause, rules = CAUSES[event.cause]
    left = before.units[event.unit].steps - event.steps
    if not left:
        return counter_line(
            before,
            event.unit,
            "{who:Aa}: {n:step+s} lost to {cause}.",
            "{who:Aa}: {n:paso+s} menos por {cause}.",
            *rules,
            n=event.steps,
            cause=cause,
        )
    return counter_line(
        before,
        event.unit,
        "{who:Aa}: {n:step+s} lost to {cause}, {left} left.",
        "{who:Aa}: {n:paso+s} menos por {cause}; {left:queda|quedan} {left}.",
        *rules,
        n=event.steps,
        cause=cause,
        left=left,
    )


def steps_gained(before: War, event: e.StepsGained) -> Lines:
    """Line of steps that are restored."""
    return counter_line(
        before,
        event.unit,
        "{who:Aa}: {n:step+s} restored.",
        "{who:Aa}: {n:paso+s} más.",
        "AFB-CMP-05",
        n=event.steps,
    )


def checked(before: War, event: e.Checked) -> Lines:
    """Line of the need and result of a morale check. A natural 1 passes, a natural 6 fails."""
    rules = ("AFR-LDR-01",) if event.counter in before.leaders else ("AFB-MOR-01",)
    result = say("passed", "superado") if event.passed else say("failed", "fallado")
    return counter_line(
        before,
        event.counter,
        "{who:Aa}: {need} or less was needed, check {result}.",
        "{who:Aa}: hacía falta {need} o menos; test {result}.",
        *rules,
        level=2,
        need=min(max(event.need, LEAST_NEED), MOST_NEED),
        result=result,
    )


def demoralised(before: War, event: e.Demoralised) -> Lines:
    """Line of a unit that is demoralised."""
    return counter_line(
        before,
        event.unit,
        "{who:Aa}: demoralised.",
        "{who:Aa}: unidad desmoralizada.",
        "AFB-MOR-02",
    )


def rallied(before: War, event: e.Rallied) -> Lines:
    """Line of a unit that has rallied."""
    return counter_line(
        before,
        event.unit,
        "{who:Aa}: rallied.",
        "{who:Aa}: unidad recuperada.",
        "AFR-MOR-04",
    )


def removed(before: War, event: e.Removed) -> Lines:
    """Line of counters that leave the map. The loss of the last step is in the line before."""
    fate, rules = FATES[event.to]
    has_steps = any(before.units[one].steps for one in event.counters if one in before.units)
    is_leader = any(one in before.leaders for one in event.counters)
    reason = REASONS.get(event.cause) if has_steps or is_leader else None
    fate = (
        fate
        if reason is None
        else say("{fate} ({why})", "{fate} ({why})", fate=fate, why=reason[0])
    )
    return one_line(
        "{who:Aa}: {fate}.",
        "{who:Aa}: {fate}.",
        *(rules if reason is None else reason[1]),
        places=dict.fromkeys(where(before, one) for one in event.counters),
        who=titles_of(before, event.counters),
        fate=fate,
    )
