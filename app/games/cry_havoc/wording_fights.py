"""Lines of the log about shots, combats and their results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.cry_havoc import events as e
from app.games.cry_havoc.occupancy import is_animal
from app.games.cry_havoc.state import Battle
from app.games.cry_havoc.wording_phrases import (
    all_of,
    gender,
    hexes_far,
    hexes_of,
    side_in,
    unit_phrase,
)
from app.kernel.say import Say, as_is, say
from app.kernel.single_lines import Lines, one_line

COVERS = {
    "none": say("no cover", "sin cobertura"),
    "light": say("light cover", "cobertura ligera"),
    "medium": say("medium cover", "cobertura media"),
}


BANDS = {
    "short": say("short range", "distancia corta"),
    "medium": say("medium range", "distancia media"),
    "long": say("long range", "distancia larga"),
}


NOTHING_ADDED = "short"
"""Range that adds nothing to the die."""


CATEGORIES = {
    "mounted": say("mounted target", "blanco a caballo"),
    "foot_armoured": say("armoured, on foot", "a pie, con armadura"),
    "foot_unarmoured": say("on foot, without armour", "a pie, sin armadura"),
}


TARGET_TABLES = {
    "against_foot": say("table against foot", "tabla contra gente a pie"),
    "against_mounted": say("table against riders", "tabla contra jinetes"),
}


HITS = {
    "foot": {
        "A": say("retreat", "lo hace retroceder"),
        "B": say("stunned", "lo aturde"),
        "C": say("wounded", "lo hiere"),
        "D": say("killed", "lo mata"),
    },
    "rider": {
        "A": say("horse and rider retreat", "hace retroceder a jinete y caballo"),
        "B": say("horse killed, rider thrown and stunned", "mata al caballo y aturde al jinete"),
        "C": say("rider thrown and wounded", "derriba y hiere al jinete"),
        "D": say("rider killed", "mata al jinete"),
    },
    "animal": {
        "A": say("retreat", "lo hace retroceder"),
        "B": say("killed", "lo mata"),
        "C": say("no harm", "sin daño"),
        "D": say("no harm", "sin daño"),
    },
}


BLOWS = {
    "A": say("an attacker is wounded", "un atacante resulta herido"),
    "B": say("the attackers retreat", "los atacantes retroceden"),
    "-": say("no effect", "sin efecto"),
    "C": say("the defenders retreat", "los defensores retroceden"),
    "D": say("a defender is stunned", "un defensor queda aturdido"),
    "E": say("a defender is wounded", "un defensor resulta herido"),
    "F": say("a defender is killed", "muere un defensor"),
}


RIDER_BLOWS = {
    "D": say("the rider is thrown and stunned", "el jinete cae aturdido"),
    "E": say(
        "the horse dies, the rider is thrown and wounded", "muere el caballo y el jinete cae herido"
    ),
    "F": say("rider and horse are killed", "mueren jinete y caballo"),
}


def shot_lines(before: Battle, event: e.Shot) -> Lines:
    reasons = shot_reasons(event)
    facts: dict[str, Any] = {
        "who": unit_phrase(before, event.unit),
        "target": unit_phrase(before, event.target),
        "reasons": reasons,
        "dice": [("d10", str(event.die))],
        "places": (*hexes_of(before, event.unit), event.target_hex),
        "sight": (before.units[event.unit].hex or "", event.target_hex),
    }
    if event.letter == "-":
        return one_line(
            "{who} shoots at {target} and misses.",
            "{who} tira a {target} y falla.",
            "CH-MIS-03",
            **facts,
        )
    return one_line(
        "{who} shoots at {target}: {result}.",
        "{who} tira a {target}: {result}.",
        "CH-MIS-03",
        result=shot_result(before, event),
        **facts,
    )


def shot_result(before: Battle, event: e.Shot) -> Say:
    """Result of a shot in words, with its letter."""
    if event.letter == "-":
        return say("misses", "falla")
    return lettered(shot_words(before, event)[event.letter], event.letter)


def shot_words(before: Battle, event: e.Shot) -> Mapping[str, Say]:
    """Meaning of the letters for the target of a shot."""
    if is_animal(before.units[event.target]):
        return HITS["animal"]
    return HITS["rider" if event.category == "mounted" else "foot"]


def lettered(result: Say, letter: str) -> Say:
    """Result with its letter in the table; a dash means that nothing happens."""
    if letter == "-":
        return result
    return say("{result} ({letter})", "{result} ({letter})", result=result, letter=letter)


def shot_reasons(event: e.Shot) -> list[tuple[Say, str]]:
    """Reasons of the total: distance, modifiers, cover and row of the table."""
    reasons = [
        (
            say("{n}: {band}", "{n}: {band}", n=hexes_far(event.range), band=BANDS[event.band]),
            "CH-MIS-10",
        )
    ]
    reasons += [
        (say("{sum} {why}", "{sum} {why}", sum=f"+{amount}", why=why), rule)
        for (rule, amount), why in zip(event.reasons, added_words(event), strict=False)
        if amount
    ]
    reasons += [(COVERS[event.cover], rule) for rule in event.cover_rules]
    reasons.append(
        (
            say(
                "{target}, row {row}: {letter}",
                "{target}, fila {row}: {letter}",
                target=CATEGORIES[event.category],
                row=event.row,
                letter=event.letter,
            ),
            "CH-MIS-02",
        )
    )
    return reasons


def added_words(event: e.Shot) -> tuple[Say, ...]:
    """Words of the numbers added to the die, in the order of `die_tally`: range, then wound."""
    far = () if event.band == NOTHING_ADDED else (BANDS[event.band],)
    return *far, say("wounded shooter", "tirador herido")


def fought_lines(before: Battle, event: e.Fought) -> Lines:
    several = len(event.attackers) > 1
    return one_line(
        "{who} attack {whom} at {column}: {result}."
        if several
        else "{who} attacks {whom} at {column}: {result}.",
        "{who} atacan a {whom} a {column}: {result}."
        if several
        else "{who} ataca a {whom} a {column}: {result}.",
        "CH-CBT-05",
        who=all_of(before, event.attackers),
        whom=all_of(before, event.defenders),
        column=event.column,
        result=combat_result(before, event),
        reasons=fight_reasons(event),
        places=hexes_of(before, *event.attackers, *event.defenders),
        dice=[("d10", str(event.die))],
    )


def combat_result(before: Battle, event: e.Fought) -> Say:
    """Result of a combat in words, with its letter."""
    return lettered(combat_words(before, event)[event.letter], event.letter)


def combat_words(before: Battle, event: e.Fought) -> Mapping[str, Say]:
    """Meaning of the letters for a combat."""
    mounted = event.table == "against_mounted" and all(
        before.units[unit].rides for unit in event.defenders
    )
    return BLOWS | RIDER_BLOWS if mounted else BLOWS


def fight_reasons(event: e.Fought) -> list[tuple[Say, str]]:
    """Reasons of the column: odds, ground and table."""
    reasons = [
        (
            say(
                "{a} against {d}: {column}",
                "{a} contra {d}: {column}",
                a=event.attack,
                d=event.defence,
                column=event.base_column,
            ),
            "CH-CBT-03",
        )
    ]
    if event.shift:
        reasons.append(
            (
                say(
                    "ground {shift}: {column}",
                    "terreno {shift}: {column}",
                    shift=f"{event.shift:+d}".replace("-", "−"),
                    column=event.column,
                ),
                "CH-CBT-07",
            )
        )
    reasons.append((TARGET_TABLES[event.table], "CH-CBT-04"))
    return reasons


def surrender_rolled(before: Battle, event: e.SurrenderRolled) -> Lines:
    facts: dict[str, Any] = {
        "who": unit_phrase(before, event.unit),
        "dice": [("d10", str(event.die))],
        "places": hexes_of(before, event.unit),
    }
    if event.surrendered:
        return one_line("{who} surrenders.", "{who} se rinde.", "CH-OPT-08", **facts)
    return one_line("{who} does not surrender.", "{who} no se rinde.", "CH-OPT-08", **facts)


def surrendered_lines(before: Battle, event: e.Surrendered) -> Lines:
    return one_line(
        "{who} is a prisoner of {side}, for ransom.",
        "{who} queda prisionero de {side}, por rescate.",
        "CH-OPT-09",
        who=unit_phrase(before, event.unit),
        side=side_in(before, event.to),
        places=hexes_of(before, event.unit),
    )


def why_of(rule: str) -> list[tuple[Say, str]]:
    """Reason of an event, if it has one."""
    return [(REASONS.get(rule, as_is(rule)), rule)] if rule else []


def because(rule: str) -> Say:
    """Reason of an event in brackets, where its sentence is told alone."""
    return say(" ({why})", " ({why})", why=REASONS[rule]) if rule in REASONS else say("", "")


REASONS = {
    "CH-CBT-06": say("already wounded or stunned", "ya tenía herida o aturdimiento"),
    "CH-CBT-14": say("no hex for a retreat", "sin casilla para retroceder"),
    "CH-CBT-20": say("no hexes for a retreat", "sin casillas para retroceder"),
    "CH-MIS-11": say("no hex for a retreat", "sin casilla para retroceder"),
    "CH-MNT-12": say("no free hex for the fall", "sin casilla libre donde caer"),
}


def wounded_lines(before: Battle, event: e.Wounded) -> Lines:
    unit = before.units[event.unit]
    return one_line(
        "{who} is wounded{why}.",
        "{who} queda {hurt}{why}.",
        who=unit_phrase(before, event.unit),
        hurt=gender(unit, "herido", "herida"),
        why=because(event.rule),
        reasons=why_of(event.rule),
        places=hexes_of(before, event.unit),
    )


def stunned_lines(before: Battle, event: e.Stunned) -> Lines:
    unit = before.units[event.unit]
    return one_line(
        "{who} is stunned.",
        "{who} queda {hurt}.",
        "CH-SEQ-10",
        who=unit_phrase(before, event.unit),
        hurt=gender(unit, "aturdido", "aturdida"),
        places=hexes_of(before, event.unit),
    )


def killed_lines(before: Battle, event: e.Killed) -> Lines:
    return one_line(
        "{who} is dead{why}.",
        "{who} muere{why}.",
        who=unit_phrase(before, event.unit),
        why=because(event.rule),
        reasons=why_of(event.rule),
        places=hexes_of(before, event.unit),
    )


def unharmed_lines(before: Battle, event: e.Unharmed) -> Lines:
    return one_line(
        "{letter} affects riders only: {who} is unharmed.",
        "{letter} solo afecta a jinetes: {who} no sufre daño.",
        "CH-MNT-13",
        letter=event.letter,
        who=unit_phrase(before, event.unit),
        places=hexes_of(before, event.unit),
    )


def unhorsed_lines(before: Battle, event: e.Unhorsed) -> Lines:
    horse = before.units[event.horse].name
    if event.horse_killed:
        return one_line(
            "{who} falls from the horse; {horse} dies.",
            "{who} cae; {horse} muere.",
            "CH-MNT-12",
            who=unit_phrase(before, event.unit),
            horse=horse,
            places=hexes_of(before, event.unit),
        )
    return one_line(
        "{who} falls from the horse; {horse} has no rider.",
        "{who} cae; {horse} queda sin jinete.",
        "CH-MNT-12",
        who=unit_phrase(before, event.unit),
        horse=horse,
        places=hexes_of(before, event.unit),
    )


def fell_lines(before: Battle, event: e.Fell) -> Lines:
    return one_line(
        "{who} lies in {hex}.",
        "{who} queda en {hex}.",
        "CH-MNT-12",
        who=unit_phrase(before, event.unit),
        hex=event.hex,
        places=(event.hex,),
        level=2,
    )


def retreated_lines(before: Battle, event: e.Retreated) -> Lines:
    return one_line(
        "{who} retreats to {hex}.",
        "{who} retrocede a {hex}.",
        "CH-CBT-14",
        who=unit_phrase(before, event.unit),
        hex=event.hex,
        places=(event.hex, event.rear),
    )


def advanced_lines(before: Battle, event: e.Advanced) -> Lines:
    return one_line(
        "{who} advances to {hex}.",
        "{who} avanza a {hex}.",
        "CH-ADV-01",
        who=unit_phrase(before, event.unit),
        hex=event.hex,
        places=event.path,
        way=event.path,
    )
