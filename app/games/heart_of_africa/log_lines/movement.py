"""Lines about movement, discovery, roofs and vessels."""

from __future__ import annotations

from typing import Any

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.log_lines.lines import die, figure, inches, roll, unit
from app.games.heart_of_africa.pieces import AMBUSH
from app.games.heart_of_africa.presentation.naming import called, place_title, side_title
from app.games.heart_of_africa.state import Battle
from app.kernel.say import Say, say
from app.kernel.single_lines import Lines, one_line


def activated(before: Battle, event: e.Activated) -> Lines:
    hand = event.hand
    dice, who = [die(face) for _, _, face in event.dice], unit(before, hand.who)
    if hand.open is None and hand.difficult is None:
        return one_line(
            "{unit:The} {unit:may not move|may not move}.",
            "{unit:El} {unit:no puede mover|no pueden mover}.",
            "HOA-TRP-24",
            dice=dice,
            unit=who,
        )
    if hand.open is None or hand.difficult is None or hand.open == hand.difficult:
        return one_line(
            "{unit:The} {unit:may move|may move} up to {inches} in.",
            "{unit:El} {unit:puede|pueden} mover hasta {inches:pulgada+s}.",
            "HOA-MOV-01",
            dice=dice,
            unit=who,
            inches=inches(hand.open if hand.open is not None else hand.difficult or 0),
        )
    return one_line(
        "{unit:The} {unit:may move|may move} {open} in over open ground{fast}, "
        "{difficult} in over difficult ground{slow}.",
        "{unit:El} {unit:puede|pueden} mover {open:pulgada+s} en terreno abierto{fast}, "
        "{difficult} en terreno difícil{slow}.",
        "HOA-MOV-01",
        dice=dice,
        unit=who,
        open=inches(hand.open),
        difficult=inches(hand.difficult),
        fast=rolled_with(event, "open"),
        slow=rolled_with(event, "difficult"),
    )


def rolled_with(event: e.Activated, purpose: str) -> Say:
    """The dice of one column, in brackets; no words for a Leader that uses the unit's roll."""
    faces = [face for what, who, face in event.dice if (what, who) == (purpose, event.hand.who)]
    if not faces:
        return say("", "")
    return say(" ({n:die|dice} {faces})", " ({n:dado|dados} {faces})", n=len(faces), faces=faces)


def stood_still(before: Battle, event: e.StoodStill) -> Lines:
    shown = [
        called(before, who)
        for who in event.who
        if who in before.figures or before.units[who].where != AMBUSH
    ]
    tail = say(": {units}", ": {units}", units=shown) if shown else say("", "")
    return one_line(
        "{side:The} {side:does|do} not move{tail}.",
        "{side:El} {side:no mueve|no mueven}{tail}.",
        "HOA-SEQ-02",
        side=side_title(before, event.side),
        tail=tail,
    )


def figure_moved(before: Battle, event: e.FigureMoved) -> Lines:
    said: dict[str, Any] = {
        "level": 2,
        "figure": figure(before, event.figure),
        "places": [event.figure],
        "way": tuple(f"{x:g},{y:g}" for x, y in event.way),
    }
    if event.charges:
        victims = [charge.victim for charge in event.charges]
        return one_line(
            "{figure} charges {foes:the}.",
            "{figure} carga contra {foes:el}.",
            "HOA-MEL-01",
            **said | {"places": (event.figure, *victims)},
            foes=[called(before, victim) for victim in victims],
        )
    if "evaded" in event.did:
        return one_line(
            "{figure} rides {length} in away.",
            "{figure} se aleja {length:pulgada+s} al galope.",
            "HOA-MEL-03",
            **said,
            length=inches(event.length),
        )
    if "broke_off" in event.did:
        return one_line("{figure} breaks off.", "{figure} rompe el contacto.", "HOA-MEL-11", **said)
    return one_line(
        "{figure} moves {length} in.",
        "{figure} mueve {length:pulgada+s}.",
        **said,
        length=inches(event.length),
    )


def figure_turned(before: Battle, event: e.FigureTurned) -> Lines:
    return one_line(
        "{figure} turns.",
        "{figure} gira.",
        "HOA-MOV-04",
        level=2,
        places=[event.figure],
        figure=figure(before, event.figure),
    )


def trap_sprung(before: Battle, event: e.TrapSprung) -> Lines:
    who, places = figure(before, event.figure), [event.figure]
    if not event.real:
        return one_line(
            "{figure} steps on a trap: it is a dummy.",
            "{figure} pisa una trampa: es fingida.",
            "HOA-STR-03",
            places=places,
            figure=who,
        )
    if event.die is None or event.needs is None:
        return one_line(
            "{figure} falls into a stake trap.",
            "{figure} cae en una trampa de estacas.",
            "HOA-STR-04",
            places=places,
            figure=who,
        )
    said: dict[str, Any] = {
        "dice": [die(event.die)],
        "places": places,
        "figure": who,
        "roll": roll(event.die, event.needs),
    }
    if event.die >= event.needs:
        return one_line(
            "{figure} steps on a stake trap and escapes: {roll}.",
            "{figure} pisa una trampa de estacas y se libra: {roll}.",
            "HOA-STR-04",
            **said,
        )
    return one_line(
        "{figure} falls into a stake trap: {roll}.",
        "{figure} cae en una trampa de estacas: {roll}.",
        "HOA-STR-04",
        **said,
    )


def crocodile_rolled(before: Battle, event: e.CrocodileRolled) -> Lines:
    dice, who = [die(event.die)], called(before, event.figure)
    if event.die == 1:
        return one_line(
            "Crocodiles take {figure:the} (rolled {die}).",
            "Los cocodrilos devoran {figure:al} (dado {die}).",
            "HOA-TER-25",
            dice=dice,
            places=[event.figure],
            figure=who,
            die=event.die,
        )
    return one_line(
        "{figure:Aa} gets past the crocodiles (rolled {die}).",
        "{figure:Aa} esquiva a los cocodrilos (dado {die}).",
        "HOA-TER-25",
        level=2,
        dice=dice,
        figure=who,
        die=event.die,
    )


def ambush_revealed(before: Battle, event: e.AmbushRevealed) -> Lines:
    shocked = [called(before, one_) for one_ in event.shocked]
    who = unit(before, event.unit)
    if event.by:
        tail = (
            say(", which surprises {units:the}", ", que sorprende {units:al}", units=shocked)
            if shocked
            else say("", "")
        )
        return one_line(
            "{figure} uncovers the ambush of {unit:the}{tail}.",
            "{figure} descubre la emboscada {unit:del}{tail}.",
            "HOA-DEP-10",
            places=event.at,
            figure=figure(before, event.by),
            unit=who,
            tail=tail,
        )
    tail = (
        say(
            " and {unit:surprises|surprise} {units:the}",
            " y {unit:sorprende|sorprenden} {units:al}",
            unit=who,
            units=shocked,
        )
        if shocked
        else say("", "")
    )
    return one_line(
        "{unit} {unit:leaves its|leave their} ambush{tail}.",
        "{unit} {unit:sale|salen} de su emboscada{tail}.",
        "HOA-DEP-09",
        places=event.at,
        unit=who,
        tail=tail,
    )


def activation_ended(before: Battle, event: e.ActivationEnded) -> Lines:
    if event.how != "declined":
        return ()
    return one_line(
        "{unit} {unit:rolls and does|roll and do} not move.",
        "{unit} {unit:tira y no mueve|tiran y no mueven}.",
        "HOA-SEQ-03",
        unit=unit(before, event.who),
    )


def swapped(before: Battle, event: e.Swapped) -> Lines:
    return one_line(
        "{figure} and {mate:the} change places.",
        "{figure} y {mate:el} se relevan.",
        "HOA-FRT-08",
        level=2,
        places=(event.front, event.rear),
        figure=figure(before, event.front),
        mate=called(before, event.rear),
    )


def crossed(before: Battle, event: e.Crossed) -> Lines:
    return one_line(
        "{figure} climbs over {work:the}.",
        "{figure} trepa {work:el}.",
        "HOA-FRT-04",
        level=2,
        places=[event.figure],
        figure=figure(before, event.figure),
        work=place_title(before, event.work),
    )


def roof_broken(before: Battle, event: e.RoofBroken) -> Lines:
    said: dict[str, Any] = {
        "dice": [die(event.die)] if event.die is not None else [],
        "places": [event.figure],
        "figure": figure(before, event.figure),
    }
    if event.at is None:
        return one_line(
            "{figure} fails to break the roof (rolled {die}).",
            "{figure} no logra romper el techo (dado {die}).",
            "HOA-FRT-30",
            **said,
            die=event.die,
        )
    return one_line(
        "{figure} drops through the roof into {room:the}.",
        "{figure} cae por el techo {room:al}.",
        "HOA-FRT-30",
        **said,
        room=place_title(before, event.room),
    )


def roof_climbed(before: Battle, event: e.RoofClimbed) -> Lines:
    return one_line(
        "{figure} climbs onto the roof of {room:the}.",
        "{figure} sube al techo {room:del}.",
        "HOA-FRT-28",
        places=[event.figure],
        figure=figure(before, event.figure),
        room=place_title(before, event.room),
    )


def boarded(before: Battle, event: e.Boarded) -> Lines:
    return one_line(
        "{figure} goes aboard {vessel:the}.",
        "{figure} embarca en {vessel:el}.",
        "HOA-STR-12",
        level=2,
        places=[event.figure],
        figure=figure(before, event.figure),
        vessel=called(before, event.vessel),
    )


def went_ashore(before: Battle, event: e.WentAshore) -> Lines:
    return one_line(
        "{figure} goes ashore.",
        "{figure} desembarca.",
        "HOA-STR-12",
        level=2,
        places=[event.figure],
        figure=figure(before, event.figure),
    )


def vessel_moved(before: Battle, event: e.VesselMoved) -> Lines:
    return one_line(
        "{figure} sails {length} in.",
        "{figure} navega {length:pulgada+s}.",
        "HOA-STR-10",
        places=[event.vessel],
        way=tuple(f"{x:g},{y:g}" for x, y in event.way),
        figure=figure(before, event.vessel),
        length=inches(event.length),
    )


def aground_rolled(before: Battle, event: e.AgroundRolled) -> Lines:
    said: dict[str, Any] = {
        "dice": [die(face) for face in event.dice],
        "faces": event.dice,
        "figure": figure(before, event.vessel),
    }
    if event.stuck:
        return one_line(
            "{figure} runs aground (rolled {faces}).",
            "{figure} encalla (dados {faces}).",
            "HOA-ART-17",
            **said,
            places=[event.vessel],
        )
    return one_line(
        "{figure} stays afloat (rolled {faces}).",
        "{figure} sigue a flote (dados {faces}).",
        "HOA-ART-17",
        **said,
        level=2,
    )


def mode_changed(before: Battle, event: e.ModeChanged) -> Lines:
    if event.mode == "dismounted":
        return one_line(
            "{unit} {unit:dismounts|dismount}.",
            "{unit} {unit:desmonta|desmontan}.",
            "HOA-TRP-23",
            places=event.figures,
            unit=unit(before, event.unit),
        )
    return one_line(
        "{unit} {unit:mounts|mount}.",
        "{unit} {unit:monta|montan}.",
        "HOA-TRP-23",
        places=event.figures,
        unit=unit(before, event.unit),
    )
