"""Log lines of each event in both languages, with numbers, rules and places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from app.games.cry_havoc import events as e
from app.games.cry_havoc import plans
from app.games.cry_havoc.occupancy import is_animal
from app.games.cry_havoc.state import FIRST_FIRE, SETUP, Battle, Unit
from app.games.cry_havoc.tables import printed
from app.games.cry_havoc.victory import ENDINGS
from app.kernel.contract import Event, Line
from app.kernel.say import Say, as_is, say

Lines = Sequence[Line]
WOMEN = ("civilian", "mule")  # Audrey and Edith are women; «mula» is feminine
EDGES = {
    "north": say("north", "norte"),
    "south": say("south", "sur"),
    "west": say("west", "oeste"),
    "east": say("east", "este"),
}
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
CATEGORIES = {
    "mounted": say("mounted target", "blanco a caballo"),
    "foot_armoured": say("armoured, on foot", "a pie, con armadura"),
    "foot_unarmoured": say("on foot, without armour", "a pie, sin armadura"),
}
TARGET_TABLES = {
    "against_foot": say("table against foot", "tabla contra gente a pie"),
    "against_mounted": say("table against riders", "tabla contra jinetes"),
}
SHIFTED = {
    "CH-MIS-01": say("wounded shooter", "tirador herido"),
    "CH-MIS-10": say("range", "distancia"),
}
COVERED_FROM = {
    "outside": say("outside", "fuera"),
    "inside": say("inside", "dentro"),
    "rear": say("the rear", "la espalda"),
    "N": say("the north", "el norte"),
    "S": say("the south", "el sur"),
    "E": say("the east", "el este"),
    "W": say("the west", "el oeste"),
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


def wording(before: Battle | None, event: Event) -> Lines:
    """Lines of an event; `before` is the battle before it. Nothing is hidden from any viewer."""
    if isinstance(event, e.BattleBegan):
        return battle_began(event)
    if before is None:
        return ()
    return TOLD[type(event)](before, event)


def one(
    en: str,
    es: str,
    *rules: str,
    places: Iterable[str | None] = (),
    level: int = 1,
    reasons: Iterable[tuple[Say, str]] = (),
    dice: Iterable[tuple[str, str]] = (),
    way: tuple[str, ...] = (),
    sight: tuple[str, ...] = (),
    **facts: Any,
) -> Lines:
    """Single line with its facts."""
    return (
        Line(
            say(en, es, **facts),
            rules,
            tuple(reasons),
            tuple(filter(None, places)),
            tuple(dice),
            level,
            way,
            sight,
        ),
    )


def nothing(before: Battle, event: Event) -> Lines:  # noqa: ARG001 the event has no line
    return ()


# ------------------------------------------------------------------------------------------------ n
def who(battle: Battle, unit: str) -> Say:
    """Name of a unit in a sentence; a horse with its knight."""
    found = battle.units[unit]
    knight = battle.units.get(found.of or "")
    if found.kind == "horse" and knight:
        return say(
            "{horse}, {knight}’s horse,",
            "{horse}, caballo de {knight},",
            horse=found.name,
            knight=knight.name,
        )
    return as_is(found.name)


def all_of(battle: Battle, units: Iterable[str]) -> tuple[str, ...]:
    return tuple(battle.units[unit].name for unit in units)


def gender(unit: Unit, masculine: str, feminine: str) -> Say:
    """Spanish participle by gender; empty in English."""
    return Say("", feminine if unit.kind in WOMEN else masculine)


def side_in(battle: Battle, side: str | None) -> Say:
    return plans.side_title(battle.scenario, side or "")


def capital(title: Say) -> Say:
    """Name at the head of a line, with a capital."""
    return Say(
        title.en[:1].upper() + title.en[1:], title.es[:1].upper() + title.es[1:], title.facts
    )


def hexes_of(battle: Battle, *units: str) -> tuple[str | None, ...]:
    return tuple(battle.units[unit].hex for unit in units)


# ------------------------------------------------------------------------------------------------ t
def battle_began(event: e.BattleBegan) -> Lines:
    plan = plans.PLANS.get(event.scenario)
    lines = [Line(plan.title if plan else say("A battle begins", "Empieza una batalla"), level=0)]
    if plan:
        lines.append(Line(plan.plot, ("CH-SUM-01",), level=2))
    return lines


def ammunition_rolled(before: Battle, event: e.AmmunitionRolled) -> Lines:
    return one(
        "{who} has {n} missiles: {sum}.",
        "{who} lleva {n} proyectiles: {sum}.",
        "CH-OPT-01",
        who=who(before, event.unit),
        n=event.ammo,
        sum=" + ".join(map(str, event.dice)),
        dice=[("d10", printed(face)) for face in event.dice],
        level=2,
    )


def deployed(before: Battle, event: e.Deployed) -> Lines:
    return one(
        "{who} deploys in {hex}.",
        "{who} se despliega en {hex}.",
        "CH-SUM-01",
        who=who(before, event.unit),
        hex=event.hex,
        places=(event.hex, event.rear),
        level=2,
    )


def step_began(before: Battle, event: e.StepBegan) -> Lines:
    side = side_in(before, event.side)
    if event.step == SETUP:
        return one("Deployment: {side}", "Despliegue: {side}", "CH-SUM-01", side=side, level=0)
    if event.step == FIRST_FIRE:
        return one(
            "Turn {n}: {side}", "Turno {n}: {side}", "CH-SEQ-01", n=event.turn, side=side, level=0
        )
    return ()  # the log has no line for a step, only for its orders


def recovered(before: Battle, event: e.Recovered) -> Lines:
    return one(
        "{who} recovers.",
        "{who} se recupera.",
        "CH-SEQ-08",
        who=who(before, event.unit),
        places=hexes_of(before, event.unit),
    )


def agreed(before: Battle, event: e.Agreed) -> Lines:  # noqa: ARG001 - the event has the seat
    return one(
        "{seat} lets allies use the units of this seat in joint attacks.",
        "{seat} deja que sus aliados sumen a los suyos a ataques conjuntos.",
        "CH-SEQ-02",
        seat=event.seat,
        level=2,
    )


def cover_set(before: Battle, event: e.CoverSet) -> Lines:
    unit = before.units[event.unit]
    if event.cover is None:
        return one(
            "{who} chooses no covered side.",
            "{who} no elige ningún lado cubierto.",
            "CH-COV-10",
            who=unit.name,
            level=2,
        )
    return one(
        "{who} keeps covered from {side}.",
        "{who} se cubre de {side}.",
        "CH-COV-10",
        who=unit.name,
        side=COVERED_FROM.get(event.cover, as_is(event.cover)),
        level=2,
    )


# ------------------------------------------------------------------------------------------------ s
def shot(before: Battle, event: e.Shot) -> Lines:
    reasons = [
        (
            say("{n}: {band}", "{n}: {band}", n=hexes_far(event.range), band=BANDS[event.band]),
            "CH-MIS-10",
        )
    ]
    reasons += [
        (
            say("{sum} {why}", "{sum} {why}", sum=f"+{amount}", why=SHIFTED.get(rule, as_is(rule))),
            rule,
        )
        for rule, amount in event.reasons
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
    facts: dict[str, Any] = {
        "who": who(before, event.unit),
        "target": who(before, event.target),
        "reasons": reasons,
        "dice": [("d10", printed(event.die))],
        "places": (*hexes_of(before, event.unit), event.target_hex),
        "sight": (before.units[event.unit].hex or "", event.target_hex),
    }
    if event.letter == "-":
        return one(
            "{who} shoots at {target} and misses.",
            "{who} tira a {target} y falla.",
            "CH-MIS-03",
            **facts,
        )
    words = HITS[
        "animal"
        if is_animal(before.units[event.target])
        else "rider"
        if event.category == "mounted"
        else "foot"
    ]
    return one(
        "{who} shoots at {target}: {result} ({letter}).",
        "{who} tira a {target}: {result} ({letter}).",
        "CH-MIS-03",
        letter=event.letter,
        result=words[event.letter],
        **facts,
    )


def hexes_far(number: int) -> Say:
    return (
        say("{n} hex", "{n} casilla", n=number)
        if number == 1
        else say("{n} hexes", "{n} casillas", n=number)
    )


# ------------------------------------------------------------------------------------------------ b
def fought(before: Battle, event: e.Fought) -> Lines:
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
    mounted = event.table == "against_mounted" and all(
        before.units[unit].rides for unit in event.defenders
    )
    result = RIDER_BLOWS.get(event.letter, BLOWS[event.letter]) if mounted else BLOWS[event.letter]
    several = len(event.attackers) > 1
    return one(
        "{who} attack {whom} at {column}: {result} ({letter})."
        if several
        else "{who} attacks {whom} at {column}: {result} ({letter}).",
        "{who} atacan a {whom} a {column}: {result} ({letter})."
        if several
        else "{who} ataca a {whom} a {column}: {result} ({letter}).",
        "CH-CBT-05",
        who=all_of(before, event.attackers),
        whom=all_of(before, event.defenders),
        column=event.column,
        letter=event.letter,
        result=result,
        reasons=reasons,
        places=hexes_of(before, *event.attackers, *event.defenders),
        dice=[("d10", printed(event.die))],
    )


def surrender_rolled(before: Battle, event: e.SurrenderRolled) -> Lines:
    facts: dict[str, Any] = {
        "who": who(before, event.unit),
        "dice": [("d10", printed(event.die))],
        "places": hexes_of(before, event.unit),
    }
    if event.surrendered:
        return one("{who} surrenders.", "{who} se rinde.", "CH-OPT-08", **facts)
    return one("{who} does not surrender.", "{who} no se rinde.", "CH-OPT-08", **facts)


def surrendered(before: Battle, event: e.Surrendered) -> Lines:
    return one(
        "{who} is a prisoner of {side}, for ransom.",
        "{who} queda prisionero de {side}, por rescate.",
        "CH-OPT-09",
        who=who(before, event.unit),
        side=side_in(before, event.to),
        places=hexes_of(before, event.unit),
    )


def why_of(rule: str) -> list[tuple[Say, str]]:
    """Reason of an event, if it has one."""
    return [(REASONS.get(rule, as_is(rule)), rule)] if rule else []


REASONS = {
    "CH-CBT-06": say("already wounded or stunned", "ya tenía herida o aturdimiento"),
    "CH-CBT-14": say("no hex for a retreat", "sin casilla para retroceder"),
    "CH-CBT-20": say("no hexes for a retreat", "sin casillas para retroceder"),
    "CH-MIS-11": say("no hex for a retreat", "sin casilla para retroceder"),
    "CH-MNT-12": say("no free hex for the fall", "sin casilla libre donde caer"),
}


def wounded(before: Battle, event: e.Wounded) -> Lines:
    unit = before.units[event.unit]
    return one(
        "{who} is wounded.",
        "{who} queda {hurt}.",
        who=who(before, event.unit),
        hurt=gender(unit, "herido", "herida"),
        reasons=why_of(event.rule),
        places=hexes_of(before, event.unit),
    )


def stunned(before: Battle, event: e.Stunned) -> Lines:
    unit = before.units[event.unit]
    return one(
        "{who} is stunned.",
        "{who} queda {hurt}.",
        "CH-SEQ-10",
        who=who(before, event.unit),
        hurt=gender(unit, "aturdido", "aturdida"),
        places=hexes_of(before, event.unit),
    )


def killed(before: Battle, event: e.Killed) -> Lines:
    return one(
        "{who} is dead.",
        "{who} muere.",
        who=who(before, event.unit),
        reasons=why_of(event.rule),
        places=hexes_of(before, event.unit),
    )


def unharmed(before: Battle, event: e.Unharmed) -> Lines:
    return one(
        "{letter} affects riders only: {who} is unharmed.",
        "{letter} solo afecta a jinetes: {who} no sufre daño.",
        "CH-MNT-13",
        letter=event.letter,
        who=who(before, event.unit),
        places=hexes_of(before, event.unit),
    )


def unhorsed(before: Battle, event: e.Unhorsed) -> Lines:
    horse = before.units[event.horse].name
    if event.horse_killed:
        return one(
            "{who} falls from the horse; {horse} dies.",
            "{who} cae; {horse} muere.",
            "CH-MNT-12",
            who=who(before, event.unit),
            horse=horse,
            places=hexes_of(before, event.unit),
        )
    return one(
        "{who} falls from the horse; {horse} has no rider.",
        "{who} cae; {horse} queda sin jinete.",
        "CH-MNT-12",
        who=who(before, event.unit),
        horse=horse,
        places=hexes_of(before, event.unit),
    )


def fell(before: Battle, event: e.Fell) -> Lines:
    return one(
        "{who} lies in {hex}.",
        "{who} queda en {hex}.",
        "CH-MNT-12",
        who=who(before, event.unit),
        hex=event.hex,
        places=(event.hex,),
        level=2,
    )


def retreated(before: Battle, event: e.Retreated) -> Lines:
    return one(
        "{who} retreats to {hex}.",
        "{who} retrocede a {hex}.",
        "CH-CBT-14",
        who=who(before, event.unit),
        hex=event.hex,
        places=(event.hex, event.rear),
    )


def advanced(before: Battle, event: e.Advanced) -> Lines:
    return one(
        "{who} advances to {hex}.",
        "{who} avanza a {hex}.",
        "CH-ADV-01",
        who=who(before, event.unit),
        hex=event.hex,
        places=event.path,
        way=event.path,
    )


# ------------------------------------------------------------------------------------------------ m
def moved(before: Battle, event: e.Moved) -> Lines:
    facts: dict[str, Any] = {
        "who": who(before, event.unit),
        "hex": event.hex,
        "cost": points(event.cost),
        "places": event.path,
        "way": event.path,
    }
    led = all_of(before, (animal for animal, _, _ in event.animals)) if event.leads else ()
    if event.entered:
        return one(
            "{who} enters the map and goes to {hex}: {cost}.",
            "{who} entra en el mapa y va a {hex}: {cost}.",
            "CH-SUM-07",
            **facts,
        )
    if led:
        return one(
            "{who} leads {led} to {hex}: {cost}.",
            "{who} lleva a {led} hasta {hex}: {cost}.",
            "CH-MNT-09",
            led=led,
            **facts,
        )
    return one("{who} goes to {hex}: {cost}.", "{who} va a {hex}: {cost}.", "CH-MOV-01", **facts)


def points(number: int) -> Say:
    return (
        say("{n} point", "{n} punto", n=number)
        if number == 1
        else say("{n} points", "{n} puntos", n=number)
    )


def left_map(before: Battle, event: e.LeftMap) -> Lines:
    facts: dict[str, Any] = {
        "who": who(before, event.unit),
        "edge": EDGES.get(event.edge, as_is(event.edge)),
        "places": hexes_of(before, event.unit),
    }
    if event.leads:
        return one(
            "{who} leaves the map by the {edge} edge with {led}.",
            "{who} sale del mapa por el {edge} con {led}.",
            "CH-SUM-07",
            led=all_of(before, event.leads),
            **facts,
        )
    return one(
        "{who} leaves the map by the {edge} edge.",
        "{who} sale del mapa por el {edge}.",
        "CH-SUM-07",
        **facts,
    )


def mounted(before: Battle, event: e.Mounted) -> Lines:
    return one(
        "{who} mounts {horse}.",
        "{who} monta a {horse}.",
        "CH-MNT-03",
        who=who(before, event.unit),
        horse=before.units[event.animal].name,
        places=hexes_of(before, event.unit, event.animal),
    )


def dismounted(before: Battle, event: e.Dismounted) -> Lines:
    return one(
        "{who} dismounts in {hex}.",
        "{who} desmonta en {hex}.",
        "CH-MNT-03",
        who=who(before, event.unit),
        hex=event.hex,
        places=(event.hex,),
    )


def tied(before: Battle, event: e.Tied) -> Lines:
    return one(
        "{who} ties {pair} together.",
        "{who} ata a {pair}.",
        "CH-MNT-11",
        who=who(before, event.unit),
        pair=all_of(before, event.pair),
        places=hexes_of(before, event.unit, *event.pair),
    )


def untied(before: Battle, event: e.Untied) -> Lines:
    return one(
        "{who} unties {pair}.",
        "{who} desata a {pair}.",
        "CH-MNT-11",
        who=who(before, event.unit),
        pair=all_of(before, event.pair),
        places=hexes_of(before, event.unit, *event.pair),
    )


def lead_lost(before: Battle, event: e.LeadLost) -> Lines:
    return one(
        "{who} lets {what} go.",
        "{who} suelta a {what}.",
        "CH-MNT-08",
        who=who(before, event.unit),
        what=before.units[event.animal].name,
        places=hexes_of(before, event.unit),
        level=2,
    )


def ammunition_given(before: Battle, event: e.AmmunitionGiven) -> Lines:
    giver = before.units[event.giver]
    facts: dict[str, Any] = {
        "giver": giver.name,
        "to": before.units[event.to].name,
        "n": event.count,
        "places": hexes_of(before, event.giver, event.to),
    }
    if giver.state == "dead":
        return one(
            "{to} takes {n} missiles from dead {giver}.",
            "{to} toma {n} proyectiles del cadáver de {giver}.",
            "CH-OPT-04",
            **facts,
        )
    return one(
        "{giver} hands {n} missiles to {to}.",
        "{giver} pasa {n} proyectiles a {to}.",
        "CH-OPT-03",
        **facts,
    )


# ------------------------------------------------------------------------------------------------ p
def guards_assigned(before: Battle, event: e.GuardsAssigned) -> Lines:
    if not event.guards:
        return one(
            "{who} has no guards.",
            "{who} queda sin guardia.",
            "CH-OPT-11",
            who=who(before, event.prisoner),
        )
    return one(
        "{who} is guarded by {guards}.",
        "{guards}: guardia de {who}.",
        "CH-OPT-11",
        who=who(before, event.prisoner),
        guards=all_of(before, event.guards),
        places=hexes_of(before, event.prisoner, *event.guards),
    )


def escorted(before: Battle, event: e.Escorted) -> Lines:
    guards = all_of(before, (unit for unit, *_ in event.places if unit != event.prisoner))
    facts: dict[str, Any] = {"who": who(before, event.prisoner), "guards": guards}
    if event.edge:
        return one(
            "{guards} lead {who} off the map."
            if len(guards) > 1
            else "{guards} leads {who} off the map.",
            "{guards} sacan a {who} del mapa."
            if len(guards) > 1
            else "{guards} saca a {who} del mapa.",
            "CH-OPT-11",
            **facts,
        )
    there = next((place[1] for place in event.places if place[0] == event.prisoner), None)
    return one(
        "{guards} lead {who} to {hex}." if len(guards) > 1 else "{guards} leads {who} to {hex}.",
        "{guards} llevan a {who} a {hex}."
        if len(guards) > 1
        else "{guards} lleva a {who} a {hex}.",
        "CH-OPT-11",
        hex=there,
        places=[place[1] for place in event.places],
        **facts,
    )


def escaped(before: Battle, event: e.Escaped) -> Lines:
    return one(
        "{who} escapes and cannot surrender again.",
        "{who} escapa y no podrá volver a rendirse.",
        "CH-OPT-12",
        who=who(before, event.unit),
        places=hexes_of(before, event.unit),
    )


def retaken(before: Battle, event: e.Retaken) -> Lines:
    return one(
        "{who} is taken again by {by}.",
        "{by} vuelve a apresar a {who}."
        if len(event.by) == 1
        else "{by} vuelven a apresar a {who}.",
        "CH-OPT-14",
        who=who(before, event.unit),
        by=all_of(before, event.by),
        places=hexes_of(before, event.unit, *event.by),
    )


# ------------------------------------------------------------------------------------------------ t
def scored(before: Battle, event: e.Scored) -> Lines:
    totals = [
        say("{side} {n}", "{side} {n}", side=side_in(before, side), n=event.score.get(side, 0))
        for side in before.sides
    ]
    return one("Points: {totals}.", "Puntos: {totals}.", "CH-SUM-03", totals=totals, level=2)


def battle_ended(before: Battle, event: e.BattleEnded) -> Lines:
    why = ENDINGS[event.ending]
    if not event.winners:
        return one("A draw. {why}", "Tablas. {why}", "CH-SUM-03", why=why, level=0)
    winner = capital(side_in(before, event.winners[0]))
    return one(
        "{side} win. {why}" if is_many(before, event.winners[0]) else "{side} wins. {why}",
        "{side} ganan. {why}" if is_many(before, event.winners[0]) else "{side} gana. {why}",
        "CH-SUM-03",
        side=winner,
        why=why,
        level=0,
    )


def is_many(battle: Battle, side: str) -> bool:
    """True if the name of the side is a plural, in both languages."""
    return side_in(battle, side).es.startswith(("los ", "las "))


TOLD: dict[type, Callable[[Battle, Any], Lines]] = {
    e.AmmunitionRolled: ammunition_rolled,
    e.Deployed: deployed,
    e.StepPassed: nothing,
    e.StepBegan: step_began,
    e.Recovered: recovered,
    e.Agreed: agreed,
    e.CoverSet: cover_set,
    e.Shot: shot,
    e.Fought: fought,
    e.SurrenderRolled: surrender_rolled,
    e.Surrendered: surrendered,
    e.Wounded: wounded,
    e.Stunned: stunned,
    e.Killed: killed,
    e.Unharmed: unharmed,
    e.Unhorsed: unhorsed,
    e.Fell: fell,
    e.Retreated: retreated,
    e.Asked: nothing,
    e.Answered: nothing,
    e.CombatClosed: nothing,
    e.Advanced: advanced,
    e.Moved: moved,
    e.LeftMap: left_map,
    e.Mounted: mounted,
    e.Dismounted: dismounted,
    e.Tied: tied,
    e.Untied: untied,
    e.LeadShifted: nothing,
    e.LeadLost: lead_lost,
    e.AmmunitionGiven: ammunition_given,
    e.GuardsAssigned: guards_assigned,
    e.Escorted: escorted,
    e.Escaped: escaped,
    e.Retaken: retaken,
    e.Scored: scored,
    e.BattleEnded: battle_ended,
}
