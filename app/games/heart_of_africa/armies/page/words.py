"""Words of the page: titles of troops and things, their characteristics in a line, effects of
traits.
"""

from __future__ import annotations

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.words import type_name
from app.games.heart_of_africa.tables import MODES, PROFILES, Profile
from app.kernel.say import Say, as_is, say

SCENARIOS = {
    "encounter": say("Encounter", "Encuentro"),
    "ambush": say("Ambush", "Emboscada"),
    "planned_attack": say("Planned Attack", "Ataque Planeado"),
    "raid": say("Raid", "Incursión"),
    "none": say("No scenario", "Sin escenario"),
}
ROLES = {
    "none": say("Neither", "Ninguno"),
    "attacker": say("Attacker", "Atacante"),
    "defender": say("Defender", "Defensor"),
}
CLASSES = {
    "native": say("Native", "Nativa"),
    "explorer": say("Explorers", "Exploradores"),
    "colonial": say("Colonial", "Colonial"),
}
SINGLE = {
    "standard_bearer": say("Standard bearer", "Abanderado"),
    "witch_doctor": say("Witch doctor", "Brujo"),
    "scout": say("Scout", "Explorador"),
}
THINGS = {
    "field_fortification": say("Field fortification, inches", "Fortificación de campaña, pulgadas"),
    "barricade": say("Barricade, inches", "Barricada, pulgadas"),
    "temba": say("Temba", "Temba"),
    "mission_station": say("Mission or trading post", "Misión o factoría"),
    "muzzle_loading_cannon": say("Muzzle-loading cannon", "Cañón de Avancarga"),
    "stake_trap": say("Stake trap", "Trampa de estacas"),
    "dummy_trap": say("Dummy trap", "Trampa fingida"),
    "canoe": say("Canoe", "Canoa"),
    "dhow": say("Dhow", "Dhow"),
    "attendants": say("Attendants", "Ayudantes"),
    "repeating": say("Repeating rifles", "Rifles de repetición"),
}
DOES = {  # effects of the traits, with their rules
    "charismatic": (
        say(
            "joins a unit at the start; it takes no morale test until below half its strength",
            "se une a una unidad al empezar; no tiene test de moral hasta bajar de la mitad",
        ),
        ("HOA-LDR-13", "HOA-LDR-14", "HOA-LDR-15"),
    ),
    "disciplinarian": (
        say(
            "each unit of the army within 4″ ignores one morale test a turn",
            "cada unidad del ejército a 4″ o menos ignora un test de moral por turno",
        ),
        ("HOA-LDR-16",),
    ),
    "eloquent": (
        say("rallies on 2 or more instead of 4", "reagrupa con 2 o más en vez de 4"),
        ("HOA-LDR-17",),
    ),
    "mighty_warrior": (
        say(
            "+1 to all the Leader’s own shooting and close combat",
            "+1 a todos sus disparos y combates",
        ),
        ("HOA-LDR-18",),
    ),
    "cunning_devil": (
        say(
            "discovers ambushes at 8″ instead of 2″; the side hides one unit more",
            "descubre emboscadas a 8″ en vez de 2″; su bando oculta una unidad más",
        ),
        ("HOA-LDR-19", "HOA-LDR-20"),
    ),
    "organisational_genius": (
        say(
            "may move before all units of the side; those still to arrive come on 3 or more",
            "puede mover antes que sus unidades; las que faltan llegan con 3 o más",
        ),
        ("HOA-LDR-21", "HOA-LDR-22"),
    ),
}
TRAITS = {
    "charismatic": say("Charismatic", "Carismático"),
    "disciplinarian": say("Disciplinarian", "Disciplinario"),
    "eloquent": say("Eloquent", "Elocuente"),
    "mighty_warrior": say("Mighty Warrior", "Poderoso Guerrero"),
    "cunning_devil": say("Cunning Devil", "Astuto Diablo"),
    "organisational_genius": say("Organisational Genius", "Genio Organizativo"),
}
TROOPS = {kind: say(row["en"], row["es"]) for kind, row in lists.TYPES.items()} | {
    "spearman": say("Spearmen", "Lanceros a pie")
}


def title(kind: str) -> Say:
    """Title of a kind for a column, row or field."""
    return SINGLE.get(kind) or TROOPS.get(kind) or THINGS.get(kind) or as_is(kind.replace("_", " "))


def single_title(kind: str) -> Say:
    """Title of a single figure of the kind."""
    it = type_name(kind, 1)
    return Say(it.en[:1].upper() + it.en[1:], it.es[:1].upper() + it.es[1:], it.facts)


def profile_row(kind: str) -> Profile | None:
    """Row of the table of characteristics; for Mounted Regulars the mounted one."""
    return MODES["mounted"] if kind == "mounted_regular" else PROFILES.get(kind)


def stat_line(kind: str) -> Say | None:
    """Characteristics in a line, such as "10″ +1, reload · combat +2 · morale 3+ · moves 2D6"."""
    row = profile_row(kind)
    if row is None:
        return None
    parts = [
        shooting_words(row),
        say("combat {n}", "combate {n}", n=signed_number(row.melee))
        if row.melee is not None
        else None,
        say("morale {n}+", "moral {n}+", n=row.morale) if row.morale else None,
        say("moves {dice}", "mueve {dice}", dice=str(row.open).replace("-", "−"))
        if row.open
        else None,
    ]
    there = [part for part in parts if part is not None]
    facts = {f"part{place}": part for place, part in enumerate(there)}
    text = " · ".join(f"{{{field}}}" for field in facts)
    return Say(text, text, facts) if facts else None


def shooting_words(row: Profile) -> Say | None:
    if not row.range:
        return None
    return say(
        "{range}″ {bonus}{reload}",
        "{range}″ {bonus}{reload}",
        range=f"{row.range:g}",
        bonus=signed_number(row.bonus),
        reload=say(", reload", ", recarga") if row.reload else "",
    )


def signed_number(amount: int | None) -> str:
    return f"{amount or 0:+d}".replace("-", "−") if amount else "0"
