"""Lines of the log about moves, animals, ammunition and prisoners."""

from __future__ import annotations

from typing import Any

from app.games.cry_havoc import events as e
from app.games.cry_havoc.state import Battle
from app.games.cry_havoc.wording_phrases import all_of, hexes_of, points, unit_phrase
from app.kernel.say import as_is, say
from app.kernel.single_lines import Lines, one_line

EDGES = {
    "north": say("north", "norte"),
    "south": say("south", "sur"),
    "west": say("west", "oeste"),
    "east": say("east", "este"),
}


def moved_lines(before: Battle, event: e.Moved) -> Lines:
    facts: dict[str, Any] = {
        "who": unit_phrase(before, event.unit),
        "hex": event.hex,
        "cost": points(event.cost),
        "places": event.path,
        "way": event.path,
    }
    led = all_of(before, (animal for animal, _, _ in event.animals)) if event.leads else ()
    if event.entered:
        return one_line(
            "{who} enters the map and goes to {hex}: {cost}.",
            "{who} entra en el mapa y va a {hex}: {cost}.",
            "CH-SUM-07",
            **facts,
        )
    if led:
        return one_line(
            "{who} leads {led} to {hex}: {cost}.",
            "{who} lleva a {led} hasta {hex}: {cost}.",
            "CH-MNT-09",
            led=led,
            **facts,
        )
    return one_line(
        "{who} goes to {hex}: {cost}.", "{who} va a {hex}: {cost}.", "CH-MOV-01", **facts
    )


def left_map(before: Battle, event: e.LeftMap) -> Lines:
    facts: dict[str, Any] = {
        "who": unit_phrase(before, event.unit),
        "edge": EDGES.get(event.edge, as_is(event.edge)),
        "places": hexes_of(before, event.unit),
    }
    if event.leads:
        return one_line(
            "{who} leaves the map by the {edge} edge with {led}.",
            "{who} sale del mapa por el {edge} con {led}.",
            "CH-SUM-07",
            led=all_of(before, event.leads),
            **facts,
        )
    return one_line(
        "{who} leaves the map by the {edge} edge.",
        "{who} sale del mapa por el {edge}.",
        "CH-SUM-07",
        **facts,
    )


def mounted_lines(before: Battle, event: e.Mounted) -> Lines:
    return one_line(
        "{who} mounts {horse}.",
        "{who} monta a {horse}.",
        "CH-MNT-03",
        who=unit_phrase(before, event.unit),
        horse=before.units[event.animal].name,
        places=hexes_of(before, event.unit, event.animal),
    )


def dismounted_lines(before: Battle, event: e.Dismounted) -> Lines:
    return one_line(
        "{who} dismounts in {hex}.",
        "{who} desmonta en {hex}.",
        "CH-MNT-03",
        who=unit_phrase(before, event.unit),
        hex=event.hex,
        places=(event.hex,),
    )


def tied_lines(before: Battle, event: e.Tied) -> Lines:
    return one_line(
        "{who} ties {pair} together.",
        "{who} ata a {pair}.",
        "CH-MNT-11",
        who=unit_phrase(before, event.unit),
        pair=all_of(before, event.pair),
        places=hexes_of(before, event.unit, *event.pair),
    )


def untied_lines(before: Battle, event: e.Untied) -> Lines:
    return one_line(
        "{who} unties {pair}.",
        "{who} desata a {pair}.",
        "CH-MNT-11",
        who=unit_phrase(before, event.unit),
        pair=all_of(before, event.pair),
        places=hexes_of(before, event.unit, *event.pair),
    )


def lead_lost(before: Battle, event: e.LeadLost) -> Lines:
    return one_line(
        "{who} lets {what} go.",
        "{who} suelta a {what}.",
        "CH-MNT-08",
        who=unit_phrase(before, event.unit),
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
        return one_line(
            "{to} takes {n} missiles from dead {giver}.",
            "{to} toma {n} proyectiles del cadáver de {giver}.",
            "CH-OPT-04",
            **facts,
        )
    return one_line(
        "{giver} hands {n} missiles to {to}.",
        "{giver} pasa {n} proyectiles a {to}.",
        "CH-OPT-03",
        **facts,
    )


def guards_assigned(before: Battle, event: e.GuardsAssigned) -> Lines:
    if not event.guards:
        return one_line(
            "{who} has no guards.",
            "{who} queda sin guardia.",
            "CH-OPT-11",
            who=unit_phrase(before, event.prisoner),
        )
    return one_line(
        "{who} is guarded by {guards}.",
        "{guards}: guardia de {who}.",
        "CH-OPT-11",
        who=unit_phrase(before, event.prisoner),
        guards=all_of(before, event.guards),
        places=hexes_of(before, event.prisoner, *event.guards),
    )


def escorted_lines(before: Battle, event: e.Escorted) -> Lines:
    guards = all_of(before, (unit for unit, *_ in event.places if unit != event.prisoner))
    facts: dict[str, Any] = {"who": unit_phrase(before, event.prisoner), "guards": guards}
    if event.edge:
        return one_line(
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
    return one_line(
        "{guards} lead {who} to {hex}." if len(guards) > 1 else "{guards} leads {who} to {hex}.",
        "{guards} llevan a {who} a {hex}."
        if len(guards) > 1
        else "{guards} lleva a {who} a {hex}.",
        "CH-OPT-11",
        hex=there,
        places=[place[1] for place in event.places],
        **facts,
    )


def escaped_lines(before: Battle, event: e.Escaped) -> Lines:
    return one_line(
        "{who} escapes and cannot surrender again.",
        "{who} escapa y no podrá volver a rendirse.",
        "CH-OPT-12",
        who=unit_phrase(before, event.unit),
        places=hexes_of(before, event.unit),
    )


def retaken_lines(before: Battle, event: e.Retaken) -> Lines:
    return one_line(
        "{who} is taken again by {by}.",
        "{by} vuelve a apresar a {who}."
        if len(event.by) == 1
        else "{by} vuelven a apresar a {who}.",
        "CH-OPT-14",
        who=unit_phrase(before, event.unit),
        by=all_of(before, event.by),
        places=hexes_of(before, event.unit, *event.by),
    )
