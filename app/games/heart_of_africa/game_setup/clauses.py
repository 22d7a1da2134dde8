"""Fields of the terms of a battle, and of the armies that sides bring."""

from __future__ import annotations

from app.games.heart_of_africa.armies import list_terms, lists
from app.games.heart_of_africa.game_setup.laying_turns import WAYS
from app.games.heart_of_africa.game_setup.terms import (
    DICE,
    LAID,
    LAYINGS,
    MADE,
    SIZES,
    TITLES,
    USUAL_SIZE,
    Terms,
    armies_open,
    attackers,
    has_light,
    has_limit,
    points_of,
    possible_answers,
    readable_terms,
    value_limits,
)
from app.games.heart_of_africa.game_setup.words import LIGHT_NAMES, SIZE_NAMES
from app.games.heart_of_africa.setup.agreed_terms import DICED
from app.games.heart_of_africa.setup.beginning import usual_points
from app.games.heart_of_africa.setup.scenarios import AMBUSH, ENCOUNTER, PLANNED_ATTACK
from app.games.heart_of_africa.state import SIDES
from app.games.heart_of_africa.tables import REGIONS
from app.games.heart_of_africa.terrain.library import tables_for
from app.games.heart_of_africa.victory_conditions import usual_limit
from app.kernel.form import Choice, Field
from app.kernel.game_setup import Form
from app.kernel.say import Say, say

ATTACKERS = {
    "none": (
        say("No attacker", "Sin atacante"),
        say("Equal points; there is no attacker.", "Puntos iguales; no hay atacante."),
    ),
    "A": (
        say("Side A", "El bando A"),
        say("Take side B to defend.", "Para defender, elige el bando B."),
    ),
    DICE: (
        say("The dice", "Los dados"),
        say(
            "Each side rolls 1D6 and adds its Aggression.",
            "Cada bando tira 1D6 y suma su Factor de Agresividad.",
        ),
    ),
}


def term_fields(scenario: str, form: Form) -> tuple[Field, ...]:
    """All fields of the terms of this scenario, the table first."""
    agreed = readable_terms(scenario, form)
    return tuple(
        clause
        for clause in (
            table_field(scenario),
            region_field(scenario),
            size_field(scenario),
            lot_field(scenario),
            points_field(scenario),
            number_field(scenario, "year", hint=YEAR_HINT),
            attacker_field(scenario),
            *(
                people_field(
                    f"people_{side.lower()}",
                    TITLES[f"people_{side.lower()}"],
                    agreed,
                    FREE,
                    rare=True,
                )
                for side in SIDES
            ),
            laying_field(scenario),
            light_fields() if has_light(scenario) else None,
            number_field(scenario, "dark_turns", "3", DARK_HINT, rare=True)
            if has_light(scenario)
            else None,
            limit_field(scenario) if has_limit(scenario) else None,
        )
        if clause is not None
    )


FREE = say(
    "Not agreed: each side brings any people, in secret",
    "Sin acordar: cada bando trae el pueblo que quiera, en secreto",
)
YEAR_HINT = say(
    "If left blank, one is drawn when the table is opened.",
    "Si lo dejas en blanco, se sortea uno al abrir la mesa.",
)
DARK_HINT = say("For dawn and dusk.", "Para el alba y el ocaso.")


def number_field(
    scenario: str, field: str, usual: str = "", hint: Say | None = None, rare: bool = False
) -> Field:
    least, most = value_limits(scenario, field)
    title = (
        say("Points of each side", "Puntos de cada bando")
        if field == "points" and scenario == ENCOUNTER
        else TITLES[field]
    )
    return Field.number(field, title, least=least, most=most, usual=usual, hint=hint, rare=rare)


def table_field(scenario: str) -> Field | None:
    """The field of tables: those for the scenario, and a random one; before the scenario is rolled
    only the random one.
    """
    ready = [Choice(one.key, one.title, hint=one.about) for one in tables_for(scenario)]
    if not ready:
        return None
    made = Choice(
        MADE,
        say("Made by chance", "Hecha al azar"),
        hint=say(
            "Random, with the terrain of the region according to the rulebook.",
            "Al azar, con el terreno de la región según el reglamento.",
        ),
    )
    together = Choice(
        LAID,
        say("Laid out by the players (by hand)", "Montada por los jugadores"),
        hint=say(
            "Before the game, in the chosen region and size; by default in the Savannah.",
            "Antes de la partida, en la región y el tamaño elegidos; por defecto, en la sabana.",
        ),
    )
    return Field.choice(
        "table",
        TITLES["table"],
        (made, *ready, together),
        usual=MADE,
        draws=True,
        control="drawings",
    )


def laying_field(scenario: str) -> Field | None:
    if scenario == DICED:
        return None
    return Field.choice(
        "laying",
        TITLES["laying"],
        tuple(Choice(key, WAYS[key][0], hint=WAYS[key][1]) for key in LAYINGS),
        usual=LAYINGS[0],
        rare=True,
    )


def region_field(scenario: str) -> Field:
    """The field of the six regions, or the rule of the book."""
    unnamed = say("As in the rulebook: Savannah", "Según el reglamento: sabana")
    home = Choice(
        "",
        unnamed
        if scenario == ENCOUNTER
        else say("The defender’s home region", "La región del defensor"),
    )
    return Field.choice(
        "region",
        TITLES["region"],
        (home, *(Choice(key, say(row["name_en"], row["name_es"])) for key, row in REGIONS.items())),
        draws=True,
    )


def size_field(scenario: str) -> Field:
    """The field of sizes for a table that is random or laid out; one of the library has its own."""
    picks = tuple(
        Choice(
            key,
            say(
                "{size} ({long} × {broad} ft)",
                "{size} ({long} × {broad} pies)",
                size=SIZE_NAMES[key],
                long=int(SIZES[key][0] // 12),
                broad=int(SIZES[key][1] // 12),
            ),
        )
        for key in possible_answers(scenario, "size")
    )
    return Field.choice(
        "size",
        TITLES["size"],
        picks,
        usual=USUAL_SIZE,
        draws=True,
        hint=say(
            "The rulebook assumes 6 by 4 feet. A smaller table is enough in dense vegetation.",
            "El reglamento supone 6 por 4 pies. Con vegetación densa basta una mesa menor.",
        ),
    )


def lot_field(scenario: str) -> Field | None:
    if scenario == DICED:
        return None
    least, most = value_limits(scenario, "lot")
    return Field.number(
        "lot",
        TITLES["lot"],
        least=least,
        most=most,
        draws=True,
        hint=say("The same number makes the same table.", "El mismo número da la misma mesa."),
        control="proposal",
    )


def attacker_field(scenario: str) -> Field | None:
    if scenario == DICED:
        return None
    return Field.choice(
        "attacker",
        TITLES["attacker"],
        tuple(
            Choice(key, ATTACKERS[key][0], hint=ATTACKERS[key][1]) for key in attackers(scenario)
        ),
        usual=attackers(scenario)[0],
        rare=True,
    )


def points_field(scenario: str) -> Field:
    if scenario == DICED:
        hint = say(
            "If left blank, the points of the scenario.", "En blanco, los puntos del escenario."
        )
        return number_field(scenario, "points", hint=hint)
    usual = usual_points(scenario)
    attacks = points_of(scenario, Terms(points=100), "attacker")
    hint = (
        BALANCED
        if scenario == ENCOUNTER
        else say(
            "The attacker has {percent}% of them. The lists are balanced for 300 to 720.",
            "El atacante tiene el {percent} %. Las listas están equilibradas de 300 a 720.",
            percent=attacks,
        )
    )
    return number_field(scenario, "points", str(usual), hint)


BALANCED = say(
    "The lists are balanced for 300 to 720.", "Las listas están equilibradas de 300 a 720."
)


def light_fields() -> Field:
    return Field.choice(
        "light",
        TITLES["light"],
        tuple(Choice(key, LIGHT_NAMES[key]) for key in LIGHT_NAMES),
        usual="day",
        rare=True,
    )


def limit_field(scenario: str) -> Field:
    """The field of the last turn, with its effect; the players agree on both before the battle."""
    usual = usual_limit(scenario)
    return number_field(
        scenario,
        "turn_limit",
        str(usual or ""),
        LIMIT_HINTS[scenario],
        rare=scenario in (PLANNED_ATTACK, DICED),
    )


LIMIT_HINTS = {
    ENCOUNTER: say(
        "After the last turn the battle is a draw. Left blank, it lasts until it is decided or "
        "both sides agree to a draw.",
        "Tras el último turno, tablas. En blanco, la batalla dura hasta que se decida o los dos "
        "bandos acuerden tablas.",
    ),
    AMBUSH: say(
        "After the last turn the defender wins. Left blank, the battle lasts until it is decided "
        "or both sides agree to a draw.",
        "Tras el último turno gana el defensor. En blanco, la batalla dura hasta que se decida o "
        "los dos bandos acuerden tablas.",
    ),
    PLANNED_ATTACK: say(
        "After the last turn the defender wins. If the attacker is then holding the objective, up "
        "to two more turns are played.",
        "Tras el último turno gana el defensor. Si el atacante domina entonces el objetivo, se "
        "juegan hasta dos turnos más.",
    ),
    DICED: say(
        "After the last turn an Encounter is a draw; an Ambush or a Planned Attack goes to the "
        "defender. A Raid always has 10 turns.",
        "Tras el último turno, un Encuentro queda en tablas; una Emboscada o un Ataque Planeado "
        "los gana el defensor. "
        "Una Incursión tiene siempre 10 turnos.",
    ),
}


ANY = say("Any: chosen at random", "Cualquiera: se elige al azar")
OWN_ARMY = say(
    "It is judged in the year, role and points of this table.",
    "Se juzga con el año, el papel y los puntos de esta mesa.",
)


def contribution_fields(scenario: str, form: Form, side: str) -> tuple[Field, ...]:
    """Fields of a side: a people with an army from the server, or its own army if scenario and
    attacker are known.
    """
    agreed = readable_terms(scenario, form)
    found = (
        []
        if agreed.people(side)
        else [people_field("people", say("Your people", "Tu pueblo"), agreed, ANY)]
    )
    if armies_open(scenario, agreed):
        found.append(
            Field.choice(
                "army",
                say("An army of your own", "Un ejército tuyo"),
                hint=OWN_ARMY,
                control="armies",
            )
        )
    return tuple(found)


def people_field(field: str, title: Say, agreed: Terms, unnamed: Say, rare: bool = False) -> Field:
    """The field of peoples of the twelve lists that exist in the agreed year."""
    picks = (
        Choice(
            key, lists.nation_name(*key.split("/")), group=lists.list_name(key.partition("/")[0])
        )
        for key in possible_answers("", field)
        if agreed.year is None or is_there(key, agreed.year)
    )
    return Field.choice(field, title, (Choice("", unnamed), *picks), rare=rare)


def is_there(people_: str, year: int) -> bool:
    """True if list and people exist in that year."""
    key, _, nation = people_.partition("/")
    return not any(lists.available(list_terms.Standing(key, nation, year)))
