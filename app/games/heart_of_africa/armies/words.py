"""Names of troops, traits, extras and boats in both languages, with their numbers."""

from __future__ import annotations

from collections.abc import Iterable

from app.games.heart_of_africa.armies.lists import TYPES
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, as_is, say

ONE = {
    "white_man": say("White Man", "Hombre Blanco"),
    "regular": say("Regular", "Regular"),
    "soldier": say("Soldier", "Soldado"),
    "swordsman": say("Swordsman", "Espadachín"),
    "well_armed_askari": say("Well-Armed Askari", "Askari Bien Armado"),
    "askari": say("Askari", "Askari"),
    "ruga_ruga": say("Ruga-Ruga", "Ruga-Ruga"),
    "warrior": say("Warrior", "Guerrero"),
    "agile_warrior": say("Agile Warrior", "Guerrero Ágil"),
    "spearman": say("Spearman", "Lancero a pie"),
    "agile_spearman": say("Agile Spearman", "Lancero Ágil"),
    "musketeer": say("Musketeer", "Mosquetero"),
    "archer": say("Archer", "Arquero"),
    "pygmy_archer": say("Pygmy Archer", "Arquero Pigmeo"),
    "pygmy_spearman": say("Pygmy Spearman", "Lancero Pigmeo"),
    "horseman": say("Horseman", "Jinete"),
    "mounted_musketeer": say("Mounted Musketeer", "Mosquetero Montado"),
    "lancer": say("Lancer (mounted)", "Lancero Montado"),
    "mounted_regular": say("Mounted Regular", "Regular Montado"),
    "artillery": say("field gun", "pieza de Artillería de Campaña"),
    "machine_gun": say("Machine Gun", "Ametralladora"),
    "gunboat": say("Gunboat", "Cañonera"),
    "gun_bearer": say("Gun Bearer", "Portador de Armas"),
    "standard_bearer": say("Standard Bearer", "Abanderado"),
    "witch_doctor": say("Witch Doctor", "Brujo"),
    "scout": say("Scout", "Explorador"),
}
MANY = {kind: say(row["en"], row["es"]) for kind, row in TYPES.items()} | {
    "spearman": say("Spearmen", "Lanceros a pie"),
    "lancer": say("Lancers (mounted)", "Lanceros Montados"),
    "artillery": say("field guns", "piezas de Artillería de Campaña"),
    "standard_bearer": say("Standard Bearers", "Abanderados"),
    "witch_doctor": say("Witch Doctors", "Brujos"),
    "scout": say("Scouts", "Exploradores"),
}
TRAITS = {
    "charismatic": say("Charismatic", "Carismático"),
    "disciplinarian": say("Disciplinarian", "Disciplinario"),
    "eloquent": say("Eloquent", "Elocuente"),
    "mighty_warrior": say("Mighty Warrior", "Poderoso Guerrero"),
    "cunning_devil": say("Cunning Devil", "Astuto Diablo"),
    "organisational_genius": say("Organisational Genius", "Genio Organizativo"),
}
EXTRAS = {  # one, several
    "field_fortification": (
        say("1 in of field fortification", "1 pulgada de fortificación de campaña"),
        say("{n} in of field fortification", "{n} pulgadas de fortificación de campaña"),
    ),
    "barricade": (
        say("1 in of barricade", "1 pulgada de barricada"),
        say("{n} in of barricade", "{n} pulgadas de barricada"),
    ),
    "temba": (say("1 Temba", "1 Temba"), say("{n} Tembas", "{n} Tembas")),
    "mission_station": (
        say("1 mission or trading post", "1 misión o factoría"),
        say("{n} missions or trading posts", "{n} misiones o factorías"),
    ),
    "muzzle_loading_cannon": (
        say("1 muzzle-loading cannon", "1 Cañón de Avancarga"),
        say("{n} muzzle-loading cannon", "{n} Cañones de Avancarga"),
    ),
    "stake_trap": (
        say("1 stake trap", "1 trampa de estacas"),
        say("{n} stake traps", "{n} trampas de estacas"),
    ),
    "dummy_trap": (
        say("1 dummy trap", "1 trampa fingida"),
        say("{n} dummy traps", "{n} trampas fingidas"),
    ),
}
BOATS = {
    "canoe": (say("1 canoe", "1 canoa"), say("{n} canoes", "{n} canoas")),
    "dhow": (say("1 dhow", "1 dhow"), say("{n} dhows", "{n} dhows")),
}


def type_name(kind: str, count: int = 2) -> Say:
    """Name of a type, singular for one figure. A type in no table keeps its own name."""
    return (ONE if count == 1 else MANY).get(kind) or as_is(kind)


def figures_text(kind: str, count: int) -> Say:
    return say("{n} {kind}", "{n} {kind}", n=count, kind=type_name(kind, count))


def independent_name(kind: str) -> Say:
    return type_name(kind, 1)


def trait_name(trait: str) -> Say:
    return TRAITS.get(trait) or as_is(trait)


def purchase_text(item: str, count: int) -> Say:
    return _counted_words(EXTRAS, item, count)


def boats_text(kind: str, count: int) -> Say:
    return _counted_words(BOATS, kind, count)


def _counted_words(words: dict[str, tuple[Say, Say]], item: str, count: int) -> Say:
    if item not in words:
        return say("{n} {item}", "{n} {item}", n=count, item=item)
    if count == 1:
        return words[item][0]
    several = words[item][1]
    return Say(several.en, several.es, {"n": count})


def units_text(count: int) -> Say:
    if count == 0:
        return say("No units", "Ninguna unidad")
    return say("{n:unit+s}", "{n:unidad+es}", n=count)


def either_of(parts: Iterable[Say]) -> Say:
    """Alternatives in words: "a, b or c"."""
    names = {f"part{number}": part for number, part in enumerate(parts)}
    fields = [f"{{{field}}}" for field in names]
    if len(fields) < 2:
        return Say("".join(fields), "".join(fields), names)
    first, last = ", ".join(fields[:-1]), fields[-1]
    return Say(f"{first} or {last}", f"{first} o {last}", names)


def too_many(rule: str, what: Say, by: Say, most: int) -> Refusal:
    """Refusal of more figures than the source allows; the most may be zero."""
    if most == 0:
        return no(
            rule, "{what}: {by} allows none.", "{what}: {by} no permite ninguno.", what=what, by=by
        )
    return no(
        rule,
        "{what}; {by} allows {most}.",
        "{what}; {by} permite {most} como máximo.",
        what=what,
        by=by,
        most=most,
    )


def points_text(count: float) -> Say:
    return say("1 point", "1 punto") if count == 1 else say("{n} points", "{n} puntos", n=count)
