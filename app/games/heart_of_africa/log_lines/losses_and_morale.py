"""Lines about losses, close combat and morale."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.log_lines.lines import die, figure, reasons_of, roll, unit
from app.games.heart_of_africa.presentation.naming import (
    called,
    fate_words,
    figures_title,
    side_title,
)
from app.games.heart_of_africa.presentation.reason_names import CAUSES
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Line
from app.kernel.say import Say, say
from app.kernel.single_lines import Lines, one_line


def removed(before: Battle, event: e.Removed) -> Lines:
    shown = [key for key in event.figures if key in before.figures]
    by_unit: dict[str, list[str]] = {}
    for key in shown:
        found = before.figures[key]
        by_unit.setdefault(found.unit or found.side, []).append(key)
    lines: list[Line] = []
    for owner, keys in by_unit.items():
        side = before.units[owner].side if owner in before.units else owner
        men = figures_title(before, keys)
        lines += one_line(
            "{side}: {men} {how}.",
            "{side}: {men} {how}.",
            "HOA-GEN-04",
            places=keys,
            side=side_title(before, side),
            men=men,
            how=fate_words(event.cause, men),
        )
    return lines


FALLS: Mapping[str, Say] = {
    "wiped_out": say(
        "{unit:is|are} wiped out",
        "{unit:queda aniquilado|queda aniquilada|quedan aniquilados|quedan aniquiladas}",
    ),
    "broken": say(
        "{unit:breaks and flees|break and flee}", "{unit:se rompe y huye|se rompen y huyen}"
    ),
    "exited": say("{unit:has|have} left the table", "{unit:ha salido|han salido} de la mesa"),
    "withdrawn": say("{unit:withdraws|withdraw}", "{unit:se retira|se retiran}"),
}
"""The fate of a lost unit, after its name."""


def unit_lost(before: Battle, event: e.UnitLost) -> Lines:
    falls, who = FALLS[event.fate], unit(before, event.unit)
    return one_line(
        "{unit} {how}.",
        "{unit} {how}.",
        "HOA-MOR-13",
        unit=who,
        how=say(falls.en, falls.es, unit=who),
    )


def spell_broken(before: Battle, event: e.SpellBroken) -> Lines:  # noqa: ARG001 it concerns all
    return one_line(
        "A White Man has fallen: no White Man has a saving roll any more.",
        "Ha caído un Hombre Blanco: ya ningún Hombre Blanco tiene tirada de salvación.",
        "HOA-TRP-04",
        places=[event.figure],
    )


def baggage_taken(before: Battle, event: e.BaggageTaken) -> Lines:
    return one_line(
        "{figure} captures a baggage element of {side:the}.",
        "{figure} captura un elemento de bagaje {side:del}.",
        "HOA-SPC-21",
        places=(event.by, event.element),
        figure=figure(before, event.by),
        side=side_title(before, event.side),
    )


def fought(before: Battle, event: e.Fought) -> Lines:
    won, lost = (1, 0) if event.loser == event.figures[0] else (0, 1)
    said: dict[str, Any] = {
        "dice": [die(face) for face in event.dice],
        "places": event.figures,
        "reasons": [*reasons_of(event.mods[0]), *reasons_of(event.mods[1])],
        "figure": figure(before, event.figures[won]),
        "enemy": called(before, event.figures[lost]),
        "a": event.totals[won],
        "b": event.totals[lost],
    }
    if not event.loser:
        return one_line(
            "{figure} draws with {enemy:the}: total {a} against {b}.",
            "{figure} empata con {enemy:el}: total {a} contra {b}.",
            "HOA-MEL-10",
            level=2,
            **said,
        )
    return one_line(
        "{figure} beats {enemy:the}: total {a} against {b}.",
        "{figure} vence {enemy:al}: total {a} contra {b}.",
        "HOA-MEL-10",
        **said,
    )


def paired(before: Battle, event: e.Paired) -> Lines:
    pairs = [
        say("{a} – {b}", "{a} – {b}", a=called(before, a), b=called(before, b))
        for a, b in event.pairs
    ]
    return one_line("Combats: {pairs}.", "Combates: {pairs}.", "HOA-MEL-05", level=2, pairs=pairs)


def first_named(before: Battle, event: e.FirstNamed) -> Lines:
    return one_line(
        "{figure} fights {enemy:the} first.",
        "{figure} lucha primero contra {enemy:el}.",
        "HOA-MEL-07",
        level=2,
        places=(event.figure, event.opponent),
        figure=figure(before, event.figure),
        enemy=called(before, event.opponent),
    )


def test_cancelled(before: Battle, event: e.TestCancelled) -> Lines:
    through = before.figures[event.by]
    rule = "HOA-LDR-16" if through.role == "leader" else "HOA-SPC-06"
    return one_line(
        "{unit} {unit:ignores its|ignore their} morale test for {cause}, thanks to {by:the}.",
        "{unit} {unit:ignora|ignoran} su test de moral por {cause}, gracias {by:al}.",
        rule,
        unit=unit(before, event.test.unit),
        cause=CAUSES[event.test.cause],
        by=called(before, event.by),
    )


RESULTS: Mapping[str, tuple[Say, str]] = {
    "passed": (say("{unit:It holds|They hold}.", "{unit:Aguanta|Aguantan}."), "HOA-MOR-11"),
    "marker": (
        say("{unit:It takes|They take} a marker.", "{unit:Recibe|Reciben} un marcador."),
        "HOA-MOR-12",
    ),
    "broken": (say("{unit:It breaks|They break}.", "{unit:Se rompe|Se rompen}."), "HOA-MOR-13"),
}
"""The result of a morale test, with its rule."""


def morale_rolled(before: Battle, event: e.MoraleRolled) -> Lines:
    (how, rule), who = RESULTS[event.result], unit(before, event.test.unit)
    return one_line(
        "{unit}, morale test for {cause}: {die} ({needs}+ needed). {how}",
        "{unit}, test de moral por {cause}: {die} (necesita {needs}+). {how}",
        rule,
        dice=[die(event.die)],
        unit=who,
        cause=CAUSES[event.test.cause],
        die=event.die,
        needs=event.needs,
        how=say(how.en, how.es, unit=who),
    )


def vessel_tested(before: Battle, event: e.VesselTested) -> Lines:
    how = say("It fights on.", "Sigue combatiendo.") if event.passed else say("It fails.", "Falla.")
    return one_line(
        "{figure}, morale test: {die} ({needs}+ needed). {how}",
        "{figure}, test de moral: {die} (necesita {needs}+). {how}",
        "HOA-ART-22",
        dice=[die(event.die)],
        places=[event.vessel],
        figure=figure(before, event.vessel),
        die=event.die,
        needs=event.needs,
        how=how,
    )


def bewitched(before: Battle, event: e.Bewitched) -> Lines:
    return one_line(
        "{figure} bewitches {unit:the}.",
        "{figure} hechiza {unit:al}.",
        "HOA-SPC-10",
        places=[event.figure],
        figure=figure(before, event.figure),
        unit=called(before, event.unit),
    )


def rallied(before: Battle, event: e.Rallied) -> Lines:
    said: dict[str, Any] = {
        "dice": [die(event.die)],
        "places": [event.figure],
        "figure": figure(before, event.figure),
        "unit": called(before, event.unit),
        "roll": roll(event.die, event.needs),
    }
    rule = "HOA-LDR-17" if event.needs < 4 else "HOA-LDR-04"
    if event.success:
        return one_line(
            "{figure} rallies {unit:the}: {roll}. The marker is removed.",
            "{figure} reagrupa {unit:al}: {roll}. Se quita el marcador.",
            rule,
            **said,
        )
    return one_line(
        "{figure} does not rally {unit:the}: {roll}.",
        "{figure} no reagrupa {unit:al}: {roll}.",
        rule,
        **said,
    )
