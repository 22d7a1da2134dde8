"""What units, figures, ground and works are called in a sentence, in both languages."""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.figures import piece_of, work_of
from app.games.heart_of_africa.state import Battle, Figure, Unit
from app.games.heart_of_africa.tables import CHARACTERISTICS, PROFILES, TERRAIN_NAMES, WORK_NAMES
from app.kernel.say import Say, name, say
from app.kernel.space.plane import angle_between, compass

SIDES = {"A": say("Side A", "Bando A"), "B": say("Side B", "Bando B")}
ONE = {                                             # a single figure of the type
    "white_man": say("White Man", "Hombre Blanco"), "regular": say("Regular", "Regular"), "soldier": say("Soldier", "Soldado"),
    "swordsman": say("Swordsman", "Espadachín"), "well_armed_askari": say("Well-Armed Askari", "Askari Bien Armado"),
    "askari": say("Askari", "Askari"), "ruga_ruga": say("Ruga-Ruga", "Ruga-Ruga"), "warrior": say("Warrior", "Guerrero"),
    "agile_warrior": say("Agile Warrior", "Guerrero Ágil"), "spearman": say("Spearman", "Lancero"),
    "agile_spearman": say("Agile Spearman", "Lancero Ágil"), "musketeer": say("Musketeer", "Mosquetero"), "archer": say("Archer", "Arquero"),
    "pygmy_archer": say("Pygmy Archer", "Arquero Pigmeo"), "pygmy_spearman": say("Pygmy Spearman", "Lancero Pigmeo"),
    "horseman": say("Horseman", "Jinete"), "mounted_musketeer": say("Mounted Musketeer", "Mosquetero Montado"),
    "lancer": say("Lancer", "Lancero Montado"), "mounted_regular": say("Mounted Regular", "Regular Montado"),
    "artillery": say("gun", "pieza de artillería"), "muzzle_loading_cannon": say("old cannon", "cañón de avancarga"),
    "machine_gun": say("machine gun", "ametralladora"), "gunboat": say("Gunboat", "cañonera"), "gun_bearer": say("Gun Bearer", "Portador de Armas"),
    "standard_bearer": say("Standard Bearer", "Abanderado"), "witch_doctor": say("Witch Doctor", "Brujo"), "scout": say("Scout", "Explorador"),
    "attendant": say("Attendant", "Ayudante"), "baggage": say("baggage", "bagaje"), "canoe": say("canoe", "canoa"), "dhow": say("dhow", "dhow"),
}
TRAITS = {
    "charismatic": say("Charismatic", "Carismático"), "disciplinarian": say("Disciplinarian", "Disciplinario"),
    "eloquent": say("Eloquent", "Elocuente"), "mighty_warrior": say("Mighty Warrior", "Poderoso Guerrero"),
    "cunning_devil": say("Cunning Devil", "Astuto Diablo"), "organisational_genius": say("Organisational Genius", "Genio Organizativo"),
}
ROOMS = {"north": say("north room", "habitación norte"), "south": say("south room", "habitación sur"), "west": say("west room", "habitación oeste"),
         "east": say("east room", "habitación este"), "courtyard": say("courtyard", "patio")}
COMPASS: tuple[tuple[float, Say], ...] = (
    (0, say("east", "este")),
    (45, say("north-east", "nordeste")),
    (90, say("north", "norte")),
    (135, say("north-west", "noroeste")),
    (180, say("west", "oeste")),
    (225, say("south-west", "suroeste")),
    (270, say("south", "sur")),
    (315, say("south-east", "sureste")),
)
"""The eight directions, by their angles in the plane."""
EDGES = {"north": say("north", "norte"), "south": say("south", "sur"), "west": say("west", "oeste"), "east": say("east", "este")}
CAUSES = {
    "losses": say("losses", "bajas"), "ambush": say("surprised by an ambush", "sorpresa de una emboscada"),
    "pygmy_ambush": say("ambushed by Pygmies", "emboscada de pigmeos"), "spell": say("a spell", "un hechizo"),
    "friend_lost": say("friends lost", "unidad amiga perdida"), "key_figure_lost": say("key figure lost", "figura clave perdida"),
    "baggage_captured": say("baggage captured", "bagaje capturado"), "own_village_burnt": say("village burnt", "poblado incendiado"),
}
FATES = {
    "shot": say("shot", "abatido"), "fragment": say("hit by fragments", "alcanzado por la metralla"),
    "melee": say("killed in close combat", "muerto cuerpo a cuerpo"), "trap": say("dead in a stake trap", "muerto en una trampa de estacas"),
    "crocodile": say("taken by crocodiles", "devorado por los cocodrilos"), "fire": say("lost in the fire", "perdido en el fuego"),
    "sunk": say("lost with the vessel", "hundido con la nave"), "broken": say("fled", "en fuga"), "captured": say("captured", "capturado"),
    "exited": say("off the table", "fuera de la mesa"), "withdrawn": say("withdrawn", "retirado"), "left": say("gone with his Leader", "se va con su Líder"),
    "in_his_place": say("dead in his Leader’s place", "muerto en lugar de su Líder"),
}
MODS = {
    "bonus": say("shooting bonus", "bonificación de disparo"), "mighty_warrior": say("Mighty Warrior", "Poderoso Guerrero"),
    "over_half_range": say("over half range", "más de medio alcance"), "target_charged": say("target charged", "el blanco ha cargado"),
    "target_in_cover": say("target in cover", "blanco a cubierto"), "pygmy_in_cover": say("Pygmy in cover", "pigmeo a cubierto"),
    "target_scattered": say("scattered target", "blanco disperso"), "shooter_in_works": say("shooting from works", "dispara desde una obra"),
    "factor": say("close combat factor", "factor de combate"), "obstacle": say("obstacle", "obstáculo"),
    "second_opponent": say("second opponent", "segundo rival"),
}
UNKNOWN = ""
"""The type of a single figure that is still off the table, for all that the other side knows."""
PLURALS = {row["id"]: say(row["name_en"], row["name_es"]) for row in (*CHARACTERISTICS["types"], *CHARACTERISTICS["other"])}


def heading_words(angle: float) -> Say:
    """A direction of the plane by its name and by the compass: north (0 degrees)."""
    nearest = min(COMPASS, key=lambda one: angle_between(angle, one[0]))[1]
    return say(
        "{name} ({n} degrees)", "{name} ({n} grados)", name=nearest, n=round(compass(angle)) % 360
    )


def side_title(battle: Battle | None, side: str) -> Say:
    """What a side calls itself, else the people of its list ("list/nation"), else its letter."""
    own = battle.names.get(side) if battle is not None else None
    if not own:
        return SIDES.get(side, name(side))
    people, _, nation = own.partition("/")
    if people in lists.LISTS:
        title = lists.nation_name(people, nation) if nation in lists.NATIONS.get(people, {}) else lists.list_name(people)
        both = battle is not None and battle.names.get("A") == battle.names.get("B")
        return say("{title} ({side})", "{title} ({side})", title=title, side=side) if both else title
    english, _, spanish = own.partition("|")
    return say("{own}", "{propio}", own=english, propio=spanish or english)


def kinds_of_units(battle: Battle) -> Mapping[str, tuple[str, ...]]:
    """The types of the men of every unit, the most numerous first; bearers, attendants and an attached Leader left out."""
    found = battle.__dict__.get("kinds_of_units")
    if found is None:
        men: dict[str, Counter[str]] = {}
        for figure in battle.figures.values():
            if figure.unit and not figure.role and figure.type not in ("gun_bearer", "attendant"):
                men.setdefault(figure.unit, Counter())[figure.type] += 1
        found = battle.__dict__["kinds_of_units"] = {key: tuple(kind for kind, _ in counted.most_common()) for key, counted in men.items()}
    return found


def kind_of_unit(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """The types of a unit's men, the most numerous first."""
    return kinds_of_units(battle).get(unit.id, ())


def codes(battle: Battle) -> Mapping[str, str]:
    """The short names of units on their flags: A1, A2 ...; baggage by its letter."""
    found = battle.__dict__.get("codes")
    if found is None:
        found = {}
        for side in ("A", "B"):
            units = [unit.id for unit in battle.units.values() if unit.side == side and unit.kind == "troops"]
            found |= {
                unit: battle.units[unit].code or f"{side}{number}"
                for number, unit in enumerate(units, start=1)
            }
            found |= {unit.id: f"{side}+" for unit in battle.units.values() if unit.side == side and unit.kind != "troops"}
        battle.__dict__["codes"] = found
    return found


def called(battle: Battle, who: str | Unit | Figure) -> Say:
    """Nobody is named by an id: whoever a sentence speaks of is called this, the same wherever it is said and whoever listens. Remembered."""
    key = who if isinstance(who, str) else who.id
    known: dict[str, Say] = battle.__dict__.setdefault("called", {})
    if key not in known:
        unit, figure = battle.units.get(key), battle.figures.get(key)
        known[key] = unit_title(battle, unit) if unit is not None else figure_title(battle, figure) if figure is not None else say("nobody", "nadie")
    return known[key]


def unit_title(battle: Battle, unit: Unit) -> Say:
    """Warriors A3: its name or its troops, and the code on its flag; a unit of which nothing else is known is that alone."""
    if unit.kind == "baggage":
        return say("baggage {side}", "bagaje {side}", side=unit.side)
    kinds = kind_of_unit(battle, unit)
    title = name(unit.name) if unit.name else PLURALS[kinds[0]] if kinds else say("unit", "unidad")
    return say("{title} {code}", "{title} {code}", title=title, code=codes(battle)[unit.id])


def figure_title(battle: Battle, figure: Figure) -> Say:
    """Warrior 4 of A3, by his unit; Scout 2 of A, Leader A by their side: one of several has a number, which he keeps when others fall."""
    if figure.type == UNKNOWN:
        return say("single figure {of}", "figura suelta {of}", of=figure.side)
    title = say("Leader", "Líder") if figure.role == "leader" else ONE.get(figure.type, PROFILES[figure.type].title)
    unit = battle.units.get(figure.unit) if figure.role != "leader" else None
    of = codes(battle)[unit.id] if unit is not None and unit.kind == "troops" else figure.side
    number = re.search(r"\d+$", figure.id) if unit is None or unit.original != 1 else None
    if number is None:
        return say("{title} {of}", "{title} {of}", title=title, of=of)
    return say("{title} {n} of {of}", "{title} {n} de {of}", title=title, n=int(number[0]), of=of)


def figures_title(battle: Battle, keys: Iterable[str]) -> Say:
    """Several figures counted by type: 3 Warriors and 1 Archer."""
    counted: Mapping[str, int] = Counter("leader" if battle.figures[key].role == "leader" else battle.figures[key].type
                                         for key in keys if key in battle.figures)
    words = [say("the Leader", "el Líder") if kind == "leader"
             else say("{n} {kind}", "{n} {kind}", n=number, kind=ONE.get(kind, PLURALS.get(kind, name(kind))) if number == 1 else PLURALS[kind])
             for kind, number in counted.items()]
    return say("{all}", "{all}", all=words)


def place_title(battle: Battle, key: str) -> Say:
    """A piece of terrain, a work or a room."""
    if "/" in key:
        building, room = key.split("/", 1)
        return say("{room} of the {building}", "{room} de {building}", room=ROOMS.get(room, name(room)), building=place_title(battle, building))
    piece, work = piece_of(battle, key), work_of(battle, key)
    if piece is not None:
        return TERRAIN_NAMES.get(piece.kind, name(piece.kind))
    if work is not None:
        return WORK_NAMES.get(work.kind, say("trap", "trampa") if work.kind == "trap" else name(work.kind))
    return say("nowhere", "ningún sitio")
