"""CH-SUM-10: the tables of the rules, with all cells and their origin."""

from __future__ import annotations

from app.games.cry_havoc.sheet_words import BLOWS, DIE, ORIGINS, RESULTS, WORDS
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
            tuple((as_is(str(die)), *map(as_is, COMBAT[table][die])) for die in range(1, 11)),
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
    ransom = ransom_rows()
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


def ransom_rows() -> tuple[tuple[Say, ...], ...]:
    """Rows of the ransom counters."""
    return tuple(
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


def kind_words(kind: str) -> Say:
    return Say(kind.replace("infantry", "man-at-arms"), TYPES[kind]["es"])


def figure_words(figures: list[int] | None) -> Say:
    return as_is(" / ".join(map(str, figures))) if figures else as_is("–")
