"""CH-SUM-10: the tables of the rules, with all cells and their origin."""

from __future__ import annotations

from app.games.cry_havoc.tables import (
    CHARACTERS,
    COMBAT,
    CORPSES,
    DATA,
    MISSILES,
    RANGES,
    SHIFTS,
    TERRAIN,
    TYPES,
)
from app.kernel.report_tables import Sheet
from app.kernel.say import Say, as_is, say

DIE = say("die", "dado")
ORIGINS = {
    "ranges": say(
        "Bow and modifiers: published in a later game of the series. Crossbow and wounded "
        "shooter: reconstructed.",
        "Arco y modificadores: publicados en otro juego de la serie. Ballesta y tirador herido: "
        "reconstruidos.",
    ),
    "missiles": say(
        "Layout published; the letters are reconstructed to fit the rules text.",
        "Disposición publicada; las letras están reconstruidas según el texto de las reglas.",
    ),
    "combat": say(
        "Two cells of 3-1 (2 and 7) and the column 8-1 come from the rules text, the letters B, "
        "C, E and F are published; the other cells are reconstructed.",
        "Dos casillas de 3-1 (2 y 7) y la columna 8-1 salen del texto, las letras B, C, E y F "
        "están publicadas; lo demás está reconstruido.",
    ),
    "shift": say(
        "One cell comes from the rules text (attackers −, defender 0); the others are "
        "reconstructed as the difference of the signs.",
        "Una casilla sale del texto (atacantes −, defensor 0); las demás están reconstruidas como "
        "diferencia de signos.",
    ),
    "terrain": say(
        "Columns, covers and the cost of a window come from the rules text; most costs and signs "
        "are reconstructed.",
        "Las columnas, las coberturas y el coste de la ventana salen del texto; casi todos los "
        "costes y signos están reconstruidos.",
    ),
    "characters": say(
        "Names and types published; figures reconstructed from those in the rules text.",
        "Nombres y tipos publicados; cifras reconstruidas a partir de las que da el texto.",
    ),
    "results": say(
        "A and D come from the rules text, the others are published or reconstructed.",
        "A y D salen del texto; las demás están publicadas o reconstruidas.",
    ),
    "corpses": say(
        "From the rules text; the weight of a mule is published by example.",
        "Del texto de las reglas; el peso de la mula está publicado en un ejemplo.",
    ),
}
WORDS = {
    "short": say("short", "corta"),
    "medium": say("medium", "media"),
    "long": say("long", "larga"),
    "none": say("none", "nula"),
    "light": say("light", "ligera"),
    "bow": say("bow", "arco"),
    "crossbow": say("crossbow", "ballesta"),
    "mounted": say("mounted", "a caballo"),
    "foot_armoured": say("on foot, armoured", "a pie, con armadura"),
    "foot_unarmoured": say("on foot, without armour", "a pie, sin armadura"),
    "clear": say("open", "llano"),
    "road": say("road", "camino"),
    "bush": say("bush", "matorral"),
    "trees": say("trees", "árboles"),
    "embankment": say("embankment", "terraplén"),
    "high_ground": say("high ground", "terreno alto"),
    "water": say("pond", "charca"),
    "interior": say("inside a house", "interior de casa"),
    "door": say("door", "puerta"),
    "courtyard": say("courtyard", "patio"),
    "gate": say("gate of a yard", "entrada de patio"),
    "horse": say("horse", "caballo"),
    "mule": say("mule", "mula"),
    "person": say("person", "persona"),
}
RESULTS = (
    (
        "A",
        say("retreats 1 hex", "retrocede 1 casilla"),
        say("rider and horse retreat 1 hex", "jinete y caballo retroceden 1 casilla"),
    ),
    (
        "B",
        say("stunned", "aturdido"),
        say(
            "horse killed; rider unhorsed and stunned",
            "caballo muerto; jinete derribado y aturdido",
        ),
    ),
    (
        "C",
        say("wounded", "herido"),
        say("rider unhorsed and wounded; horse unhurt", "jinete derribado y herido; caballo ileso"),
    ),
    (
        "D",
        say("killed", "muerto"),
        say("rider killed; horse unhurt", "jinete muerto; caballo ileso"),
    ),
    ("-", say("no effect", "sin efecto"), say("no effect", "sin efecto")),
)
BLOWS = (
    (
        "A",
        say("one attacker wounded", "un atacante herido"),
        say("one attacker wounded", "un atacante herido"),
    ),
    (
        "B",
        say("attackers retreat 1 hex", "los atacantes retroceden 1 casilla"),
        say("attackers retreat 1 hex", "los atacantes retroceden 1 casilla"),
    ),
    ("-", say("no effect", "sin efecto"), say("no effect", "sin efecto")),
    (
        "C",
        say("defenders retreat 1 hex", "los defensores retroceden 1 casilla"),
        say("defenders retreat 1 hex", "los defensores retroceden 1 casilla"),
    ),
    (
        "D",
        say("one defender stunned", "un defensor aturdido"),
        say(
            "rider unhorsed and stunned; horse unhurt", "jinete derribado y aturdido; caballo ileso"
        ),
    ),
    (
        "E",
        say("one defender wounded", "un defensor herido"),
        say(
            "horse killed; rider unhorsed and wounded", "caballo muerto; jinete derribado y herido"
        ),
    ),
    (
        "F",
        say("one defender killed", "un defensor muerto"),
        say("rider and horse killed", "jinete y caballo muertos"),
    ),
)


def sheets() -> tuple[Sheet, ...]:
    """CH-SUM-10: The play sheet shows every table of the rules, in the order of a phase."""
    return (
        range_sheet(),
        *missile_sheets(),
        missile_results(),
        *combat_sheets(),
        combat_results(),
        shift_sheet(),
        terrain_sheet(),
        corpse_sheet(),
        *character_sheets(),
    )


def range_sheet() -> Sheet:
    rows = [
        (
            WORDS[weapon],
            WORDS[band["band"]],
            as_is(f"{band['min']}–{band['max']}"),
            as_is(f"+{band['modifier']}"),
        )
        for weapon in ("bow", "crossbow")
        for band in RANGES[weapon]
    ]
    rows.append(
        (
            say("wounded shooter", "tirador herido"),
            as_is("–"),
            as_is("–"),
            as_is(f"+{RANGES['shooter_state']['wounded']}"),
        )
    )
    return Sheet(
        say("Range", "Alcance"),
        ORIGINS["ranges"],
        (
            say("weapon", "arma"),
            say("range", "distancia"),
            say("hexes", "casillas"),
            say("to the die", "al dado"),
        ),
        tuple(rows),
        ("CH-MIS-01", "CH-MIS-10"),
    )


def missile_sheets() -> list[Sheet]:
    sheets = []
    for category, columns in MISSILES["tables"].items():
        rows = tuple(
            (
                as_is(MISSILES["die_columns"]["crossbow"][row]),
                as_is(MISSILES["die_columns"]["bow"][row] or "–"),
                *(as_is(columns[cover][row]) for cover in ("none", "light", "medium")),
            )
            for row in range(9)
        )
        head = (
            WORDS["crossbow"],
            WORDS["bow"],
            *(
                say("cover: {it}", "cobertura: {it}", it=WORDS[cover])
                for cover in ("none", "light", "medium")
            ),
        )
        sheets.append(
            Sheet(
                say("Missiles, target {it}", "Proyectiles, blanco {it}", it=WORDS[category]),
                ORIGINS["missiles"],
                head,
                rows,
                ("CH-MIS-02",),
            )
        )
    return sheets


def missile_results() -> Sheet:
    return Sheet(
        say("Missile results", "Resultados de los proyectiles"),
        ORIGINS["results"],
        (say("letter", "letra"), say("on foot", "a pie"), say("mounted", "a caballo")),
        tuple((as_is(letter), foot, mounted) for letter, foot, mounted in RESULTS),
        ("CH-MIS-03", "CH-MIS-09"),
    )


def combat_sheets() -> list[Sheet]:
    titles = {
        "against_foot": say(
            "Close combat against characters on foot", "Cuerpo a cuerpo contra gente a pie"
        ),
        "against_mounted": say("Close combat against riders", "Cuerpo a cuerpo contra jinetes"),
    }
    return [
        Sheet(
            title,
            ORIGINS["combat"],
            (DIE, *map(as_is, COMBAT["columns"])),
            tuple((as_is(str(die % 10)), *map(as_is, COMBAT[table][die])) for die in range(1, 11)),
            ("CH-CBT-03", "CH-CBT-04"),
        )
        for table, title in titles.items()
    ]


def combat_results() -> Sheet:
    return Sheet(
        say("Combat results", "Resultados del combate"),
        ORIGINS["results"],
        (
            say("letter", "letra"),
            say("against foot", "contra gente a pie"),
            say("against riders", "contra jinetes"),
        ),
        tuple((as_is(letter), foot, mounted) for letter, foot, mounted in BLOWS),
        ("CH-CBT-05",),
    )


def shift_sheet() -> Sheet:
    signs = ("+", "0", "-")
    return Sheet(
        say("Terrain in close combat", "Terreno en el cuerpo a cuerpo"),
        ORIGINS["shift"],
        (
            say("attackers", "atacantes"),
            *(say("defenders {it}", "defensores {it}", it=sign) for sign in signs),
        ),
        tuple(
            (as_is(mine), *(as_is(f"{SHIFTS[mine][theirs]:+d}") for theirs in signs))
            for mine in signs
        ),
        ("CH-CBT-07",),
    )


def terrain_sheet() -> Sheet:
    closed = say("closed", "cerrado")
    grounds = [key for key in TERRAIN if key in WORDS]
    covers = {"none": WORDS["none"], "light": WORDS["light"]}
    medium = say("medium, under conditions", "media, según el tiro")
    rows = [
        (
            WORDS[key],
            *(
                as_is(str(TERRAIN[key][who])) if TERRAIN[key][who] else closed
                for who in ("foot", "horse")
            ),
            covers.get(TERRAIN[key]["cover"], medium),
            as_is(TERRAIN[key]["combat"]),
        )
        for key in grounds
    ]
    rows.append(
        (
            say("window", "ventana"),
            as_is(str(TERRAIN["hexsides"]["window"]["foot_total"])),
            closed,
            medium,
            as_is("–"),
        )
    )
    rows.append((say("wall", "pared"), closed, closed, say("total", "total"), as_is("–")))
    return Sheet(
        say("Terrain", "Terreno"),
        ORIGINS["terrain"],
        (
            say("ground", "terreno"),
            say("on foot", "a pie"),
            say("horse", "caballo"),
            say("cover", "cobertura"),
            say("combat", "combate"),
        ),
        tuple(rows),
        ("CH-MOV-02", "CH-COV-01", "CH-CBT-07"),
    )


def corpse_sheet() -> Sheet:
    rows = [(WORDS[who], as_is(str(weight))) for who, weight in CORPSES["weight"].items()]
    rows.append(
        (
            say("one point more from", "un punto más desde"),
            as_is(str(CORPSES["surcharge"]["from_weight"])),
        )
    )
    rows.append((say("closed from", "cerrada desde"), as_is(str(CORPSES["closed"]["from_weight"]))))
    return Sheet(
        say("Corpses in a hex", "Cadáveres en una casilla"),
        ORIGINS["corpses"],
        (say("character", "personaje"), say("weight", "peso")),
        tuple(rows),
        ("CH-MOV-06", "CH-MOV-07"),
    )


def character_sheets() -> list[Sheet]:
    head = (
        say("name", "nombre"),
        say("type", "tipo"),
        say("on foot", "a pie"),
        say("wounded", "herido"),
        say("mounted", "a caballo"),
        say("mounted, wounded", "a caballo, herido"),
    )
    rows = tuple(
        (
            as_is(who),
            kind_words(row["type"]),
            *(
                figure_words(row.get(form))
                for form in ("foot", "foot_wounded", "mounted", "mounted_wounded")
            ),
        )
        for who, row in CHARACTERS.items()
    )
    ransom = tuple(
        (
            as_is(key),
            as_is("–"),
            figure_words(DATA["ransom_counters"][key]),
            as_is("–"),
            as_is("–"),
            as_is("–"),
        )
        for key in ("ransom", "ransom_wounded")
    )
    return [
        Sheet(
            say(
                "Characters: attack / defence / movement",
                "Personajes: ataque / defensa / movimiento",
            ),
            ORIGINS["characters"],
            head,
            rows + ransom,
            ("CH-SUM-06", "CH-SEQ-10"),
        )
    ]


def kind_words(kind: str) -> Say:
    return Say(kind.replace("infantry", "man-at-arms"), TYPES[kind]["es"])


def figure_words(figures: list[int] | None) -> Say:
    return as_is(" / ".join(map(str, figures))) if figures else as_is("–")
