"""Lines about shots, losses, fires and reloading."""

from __future__ import annotations

from typing import Any

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.log_lines.lines import die, figure, inches, reasons_of, roll
from app.games.heart_of_africa.presentation.naming import (
    THE_WALL,
    called,
    figures_title,
    place_title,
    side_title,
)
from app.games.heart_of_africa.state import Battle
from app.kernel.say import Say, say
from app.kernel.single_lines import Lines, one_line


def shooters_declared(before: Battle, event: e.ShootersDeclared) -> Lines:
    return one_line(
        "At the loopholes: {men}.",
        "En las troneras: {men}.",
        "HOA-FRT-24",
        places=event.figures,
        men=figures_title(before, event.figures),
    )


def fire_written(before: Battle, event: e.FireWritten) -> Lines:  # noqa: ARG001 only its owner hears
    return one_line(
        "Fire orders written: {n}.",
        "Órdenes de fuego escritas: {n}.",
        "HOA-SEQ-05",
        level=2,
        n=len(event.shots) + len(event.torches),
    )


def fire_struck_out(before: Battle, event: e.FireStruckOut) -> Lines:
    return one_line(
        "Fire orders removed: {men}.",
        "Órdenes de fuego quitadas: {men}.",
        "HOA-SEQ-05",
        level=2,
        men=figures_title(before, event.figures),
    )


def fire_sealed(before: Battle, event: e.FireSealed) -> Lines:
    return one_line(
        "{side:The} {side:has|have} sealed the fire orders.",
        "{side:El} {side:ha|han} sellado sus órdenes de fuego.",
        "HOA-SEQ-05",
        level=2,
        side=side_title(before, event.side),
    )


def shot_fired(before: Battle, event: e.ShotFired) -> Lines:
    what = (
        called(before, event.target)
        if event.target
        else place_title(before, event.room)
        if event.room
        else None
    )
    roof = say("the roof of {room:the}", "el techo {room:del}", room=what)
    said = shot_facts(before, event, what, roof)
    if event.falls_on:
        return one_line(
            "{figure} aims at {what}, {length} in away, and hits: rolled {die}, total {total} "
            "({needs}+ needed). The hit of the group falls on {other:the}.",
            "{figure} dispara {what} a {length:pulgada+s} y acierta: dado {die}, total {total} "
            "(necesita {needs}+). El impacto del grupo le corresponde {other:al}.",
            "HOA-SHT-08",
            "HOA-SHT-02",
            other=called(before, event.falls_on),
            **{**said, "places": (event.figure, event.falls_on)},
        )
    if event.hit:
        return one_line(
            "{figure} hits {what} at {length} in: rolled {die}, total {total} ({needs}+ needed).",
            "{figure} alcanza {what} a {length:pulgada+s}: dado {die}, total {total} "
            "(necesita {needs}+).",
            "HOA-SHT-08",
            **said,
        )
    return one_line(
        "{figure} misses {what} at {length} in: rolled {die}, total {total} ({needs}+ needed).",
        "{figure} no alcanza {what} a {length:pulgada+s}: dado {die}, total {total} "
        "(necesita {needs}+).",
        "HOA-SHT-08",
        **said,
    )


def shot_facts(before: Battle, event: e.ShotFired, what: Say | None, roof: Say) -> dict[str, Any]:
    """Facts of a shot that its sentences name."""
    said: dict[str, Any] = {
        "level": 2,
        "dice": [die(event.die)],
        "places": (event.figure, event.target),
        "reasons": reasons_of(event.mods),
        "sight": tuple(f"{x:g},{y:g}" for x, y in event.line or ()),
        "figure": figure(before, event.figure),
        "length": inches(event.distance),
        "die": event.die,
        "total": event.total,
        "needs": event.needs,
        "what": say("{it:the}", "{it:al}", it=what)
        if event.target
        else roof
        if event.room
        else THE_WALL,
    }
    return said


def save_rolled(before: Battle, event: e.SaveRolled) -> Lines:
    said: dict[str, Any] = {
        "dice": [die(event.die)],
        "places": [event.figure],
        "figure": figure(before, event.figure),
        "roll": roll(event.die, event.needs),
    }
    if event.saved:
        return one_line(
            "{figure} makes the saving roll: {roll}.",
            "{figure} supera la tirada de salvación: {roll}.",
            event.rule,
            **said,
        )
    return one_line(
        "{figure} fails the saving roll: {roll}.",
        "{figure} falla la tirada de salvación: {roll}.",
        event.rule,
        **said,
    )


def fragment_rolled(before: Battle, event: e.FragmentRolled) -> Lines:
    said: dict[str, Any] = {
        "level": 2,
        "dice": [die(event.die)],
        "places": [event.figure],
        "figure": called(before, event.figure),
        "die": event.die,
    }
    if event.hit:
        return one_line(
            "Fragments hit {figure:the} (rolled {die}).",
            "La metralla alcanza {figure:al} (dado {die}).",
            "HOA-ART-02",
            **said,
        )
    return one_line(
        "Fragments miss {figure:the} (rolled {die}).",
        "La metralla no alcanza {figure:al} (dado {die}).",
        "HOA-ART-02",
        **said,
    )


def breach_rolled(before: Battle, event: e.BreachRolled) -> Lines:
    said: dict[str, Any] = {
        "dice": [die(event.die)],
        "die": event.die,
        "building": place_title(before, event.building),
    }
    if event.hole is not None:
        return one_line(
            "The shot opens a breach in {building:the} (rolled {die}).",
            "El disparo abre una brecha en {building:el} (dado {die}).",
            "HOA-FRT-25",
            **said,
        )
    return one_line(
        "The wall of {building:the} holds (rolled {die}).",
        "El muro {building:del} aguanta (dado {die}).",
        "HOA-FRT-25",
        **said,
    )


def roof_fire_rolled(before: Battle, event: e.RoofFireRolled) -> Lines:
    said: dict[str, Any] = {
        "dice": [die(event.die)],
        "die": event.die,
        "room": place_title(before, event.room),
    }
    if event.lit:
        return one_line(
            "The roof of {room:the} catches fire (rolled {die}).",
            "El techo {room:del} arde (dado {die}).",
            "HOA-FRT-34",
            **said,
        )
    return one_line(
        "The roof of {room:the} does not catch fire (rolled {die}).",
        "El techo {room:del} no arde (dado {die}).",
        "HOA-FRT-34",
        **said,
    )


def vessel_hit(before: Battle, event: e.VesselHit) -> Lines:
    total = before.figures[event.vessel].hits + event.hits
    return one_line(
        "{figure} takes {hits:hit+s}, {total} in all.",
        "{figure} recibe {hits:impacto+s}, {total} en total.",
        "HOA-ART-21",
        places=[event.vessel],
        figure=figure(before, event.vessel),
        hits=event.hits,
        total=total,
    )


def holed(before: Battle, event: e.Holed) -> Lines:
    return one_line(
        "{figure} is holed.",
        "{figure} hace agua.",
        "HOA-STR-14",
        places=[event.vessel],
        figure=figure(before, event.vessel),
    )


def attendant_lost(before: Battle, event: e.AttendantLost) -> Lines:
    return one_line(
        "An Attendant dies in place of {leader:the}.",
        "Un Ayudante muere en lugar {leader:del}.",
        "HOA-LDR-08",
        places=(event.leader, event.attendant),
        leader=called(before, event.leader),
    )


def jammed(before: Battle, event: e.Jammed) -> Lines:
    said: dict[str, Any] = {
        "places": [event.figure],
        "figure": figure(before, event.figure),
        "ones": event.ones,
        "sixes": event.sixes,
    }
    if event.for_good:
        return one_line(
            "{figure} breaks down for good: {ones:one+s} rolled.",
            "{figure} se avería para siempre (dados: {ones:uno+s}).",
            "HOA-ART-14",
            **said,
        )
    return one_line(
        "{figure} jams: {ones:one+s} and {sixes} {sixes:six|sixes} rolled; it does not fire next "
        "turn.",
        "{figure} se encasquilla (dados: {ones:uno+s} y {sixes:seis+es}); "
        "no dispara el próximo turno.",
        "HOA-ART-13",
        **said,
    )


def torch_rolled(before: Battle, event: e.TorchRolled) -> Lines:
    said: dict[str, Any] = {
        "dice": [die(event.die)],
        "places": [event.figure],
        "figure": figure(before, event.figure),
        "place": place_title(before, event.target),
        "roll": roll(event.die, event.needs),
    }
    if event.lit:
        return one_line(
            "{figure} sets fire to {place:the}: {roll}.",
            "{figure} incendia {place:el}: {roll}.",
            "HOA-FIR-03",
            **said,
        )
    return one_line(
        "{figure} fails to set fire to {place:the}: {roll}.",
        "{figure} no logra incendiar {place:el}: {roll}.",
        "HOA-FIR-03",
        **said,
    )


def fire_lit(before: Battle, event: e.FireLit) -> Lines:
    """One line for a fire; further parts of a patch that it reaches have none."""
    fire = event.fire
    if any(
        one.id != fire.id
        and (one.target, one.lit, one.origin) == (fire.target, fire.lit, fire.origin)
        for one in before.fires
    ):
        return ()
    return one_line(
        "{place:The} {place:burns|burn}.",
        "{place:Arde|Arden} {place:el}.",
        "HOA-FIR-04",
        place=place_title(before, event.fire.target),
    )


def reloaded(before: Battle, event: e.Reloaded) -> Lines:
    return one_line(
        "Reloaded: {men}.",
        "{men:Ha|Han} recargado: {men}.",
        "HOA-REL-01",
        level=2,
        places=event.figures,
        men=figures_title(before, event.figures),
    )


def smoke_marked(before: Battle, event: e.SmokeMarked) -> Lines:
    return one_line(
        "To reload: {men}.",
        "{men:Debe|Deben} recargar: {men}.",
        "HOA-SEQ-06",
        level=2,
        places=event.figures,
        men=figures_title(before, event.figures),
    )
