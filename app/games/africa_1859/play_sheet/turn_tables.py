"""Tables of the turn, of points and margins, and of the campaign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.games.africa_1859.data_file import GameData, Scenario
from app.games.africa_1859.play_sheet.cells import COMPLETION, faces, number, published, signed
from app.games.africa_1859.turn_order import SEQUENCE
from app.games.africa_1859.victory import minus
from app.kernel.report_tables import Sheet
from app.kernel.say import Say, as_is, say

END_STEPS = (
    say("rally, Spain first", "recuperación, primero España"),
    say("works dug this turn", "atrincheramientos empezados en el turno"),
    say(
        "reinforcements, replacement leaders; campaign: replacements, levy (not in the last turn)",
        "refuerzos, líderes sustitutos; campaña: reemplazos, leva (no en el último turno)",
    ),
    say("markers off", "se retiran los marcadores"),
    say("campaign: hunger, then disease", "campaña: hambre y después enfermedad"),
    say("victory", "victoria"),
    say("next turn; campaign: storm, events", "turno siguiente; campaña: temporal, sucesos"),
)


def turn_sheet() -> Sheet:
    """Steps of a turn, and those of its end."""
    rows = [(as_is(str(place)), step.title) for place, step in enumerate(SEQUENCE, start=1)]
    rows += [(as_is(f"{len(SEQUENCE)}.{place}"), says) for place, says in enumerate(END_STEPS, 1)]
    return Sheet(
        say("The turn", "El turno"),
        published(
            say("sequence, points 1 to 6", "secuencia, puntos 1 a 6"),
            "They give the phases, rally, reinforcements and markers; the other parts of the end "
            "of the turn are our completion.",
            "Dan las fases, la recuperación, los refuerzos y los marcadores; lo demás del fin del "
            "turno es complemento nuestro.",
        ),
        (as_is("№"), say("step", "paso")),
        tuple(rows),
        ("AFR-SEQ-01", "AFR-SEQ-15", "AFR-SEQ-20", "AFB-END-01"),
    )


def scenario_sheets(data: GameData) -> tuple[Sheet, ...]:
    """Points for losses, then length and margins of each scenario."""
    return points_sheet(data), margins_sheet(data)


def points_sheet(data: GameData) -> Sheet:
    """Points of a side."""
    worth = data.tables["victory"]
    rows = (
        (say("space of the scenario", "espacio del escenario"), say("see the map", "véase el mapa")),
        (
            say("enemy fighter or battery eliminated", "unidad de combate o batería eliminada"),
            number(worth["eliminated"]),
        ),
        (
            say("enemy convoy destroyed by fire", "convoy destruido por el fuego"),
            number(worth["convoy_destroyed"]),
        ),
        (
            say("gun or convoy captured", "cañón o convoy capturado"),
            number(worth["captured"]),
        ),
        (
            say("enemy leader lost", "líder enemigo perdido"),
            say("{n} + first factor", "{n} + primer factor", n=worth["leader"]),
        ),
        (
            say(
                "enemy broken: less than 1/{n} of its steps, nothing to come",
                "enemigo deshecho: menos de 1/{n} de sus pasos y nada por llegar",
                n=worth["broken_part"],
            ),
            number(worth["broken"]),
        ),
    )  # fmt: skip
    return Sheet(
        say("Points", "Puntos"),
        COMPLETION,
        (say("reason", "motivo"), say("points", "puntos")),
        rows,
        ("AFB-VIC-01", "AFB-END-03"),
    )


FITTED_AGAIN = say(
    "Our completion. Margins with a number in brackets were fitted again to games of the bots; the "
    "bracket holds the older margin.",
    "Complemento nuestro. Los márgenes con un número entre paréntesis se ajustaron de nuevo con "
    "partidas de los bots; el paréntesis indica el margen anterior.",
)


def margins_sheet(data: GameData) -> Sheet:
    """Turns and margins of the scenarios, with the older margins in brackets."""
    keys = ("S_decisive", "S_marginal", "M_marginal", "M_decisive")
    rows = tuple(
        (one.title, number(one.turns), *(margin_cell(data, one, key) for key in keys))
        for one in data.scenarios.values()
    )
    return Sheet(
        say("Scenarios: points of Spain minus Morocco", "Escenarios: puntos de España menos Marruecos"),
        FITTED_AGAIN if data.changes else COMPLETION,
        (
            say("scenario", "escenario"),
            say("turns", "turnos"),
            say("Spain decisive from", "España, decisiva desde"),
            say("Spain wins from", "España gana desde"),
            say("Morocco wins down from", "Marruecos gana hasta"),
            say("Morocco decisive down from", "Marruecos, decisiva hasta"),
        ),
        rows,
        ("AFB-VIC-02", "AFB-VIC-04"),
    )  # fmt: skip


def margin_cell(data: GameData, scenario: Scenario, key: str) -> Say:
    """Margin of a scenario, with the margin of the older data in brackets if it differs."""
    path, now = ("scenarios", scenario.key, "victory", "margin"), scenario.margins[key]
    older = next((one.was[key] for one in data.changes if one.value == path), now)
    return as_is(minus(now) if older == now else f"{minus(now)}\N{NO-BREAK SPACE}({minus(older)})")


def campaign_sheet(data: GameData) -> Sheet:
    """Supply, storm, disease, replacements and levy of the campaign."""
    scenario = next(one for one in data.scenarios.values() if one.campaign)
    return Sheet(
        say("The campaign", "La campaña"),
        COMPLETION,
        (say("matter", "asunto"), say("rule", "regla")),
        tuple(campaign_rows(data, scenario)),
        ("AFB-CMP-02", "AFB-CMP-03", "AFB-CMP-04", "AFB-CMP-05"),
    )


def campaign_rows(data: GameData, scenario: Scenario) -> Iterator[tuple[Say, Say]]:
    """Rows with the numbers of the file."""
    terms, spaces = scenario.campaign, data.maps[scenario.map].spaces
    yield (
        say("supply of Spain", "suministro de España"),
        say(
            "at most {n} ways, through no enemy-held space, from {places:the}, a convoy, or an own coast space "
            "without storm; else {less} to morale and clash",
            "a {n} tramos como máximo, sin pasar por espacios enemigos, {places:del}, un convoy o un espacio de costa "
            "propio sin temporal; si no, {less} a la moral y al choque",
            n=terms["supply"]["range"],
            places=tuple(spaces[key].title for key in terms["supply"]["sources"]),
            less=signed(data.tables["morale"]["modifiers"]["supply"]),
        ),
    )
    for turns, dice in terms["storm"]["results"].items():
        yield (
            say("storm", "temporal")
            if turns == "default"
            else say("storm, turns {turns}", "temporal, turnos {turns}", turns=turns),
            say("D6: {faces}", "D6: {faces}", faces=faces(dice)),
        )
    yield (
        say("hunger", "hambre"),
        say("1 step in each space out of supply", "1 paso en cada espacio sin suministro"),
    )
    yield (
        say("disease", "enfermedad"),
        say(
            "D6 for {n} Spanish fighters or more in a space, not in {places:the}; 1 step on {faces}",
            "D6 con {n} unidades de combate españolas o más en un espacio, salvo {places:el}; 1 paso "
            "con {faces}",
            n=terms["disease"]["stack_of"],
            places=tuple(spaces[key].title for key in terms["disease"]["except"]),
            faces=faces(terms["disease"]["results"]),
        ),
    )
    yield from replacement_rows(data, terms["replacements"])


def replacement_rows(data: GameData, terms: Mapping[str, Any]) -> Iterator[tuple[Say, Say]]:
    """Steps that come back, and the levy."""
    for side, title in data.sides.items():
        yield (
            say("replacements: {side}", "reemplazos: {side}", side=title),
            say("{n:step+s} a turn", "{n:paso+s} por turno", n=terms[side]),
        )
    yield (
        say("Moroccan levy", "leva marroquí"),
        say(
            "D6: on {faces} an eliminated unit returns with {n:step+s}",
            "D6: con {faces} vuelve una unidad eliminada con {n:paso+s}",
            faces=faces(terms["levy_on"]),
            n=terms["levy_steps"],
        ),
    )
