"""Names of units, figures, ground and works in sentences, in both languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.words import ONE
from app.games.heart_of_africa.pieces import Figure, Unit
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import CHARACTERISTICS, DATA, TERRAIN_NAMES, WORK_NAMES
from app.kernel.data_tables import read_yaml
from app.kernel.say import Noun, Say, as_is, noun, say
from app.kernel.space.plane import angle_between, compass

NOUNS: Mapping[str, Any] = read_yaml(DATA / "nouns.yaml")
FEMININE = frozenset(NOUNS["feminine"])
SINGULAR = frozenset({"artillery", "baggage"})
"""Types whose printed plural is a singular noun."""
SIDES = {
    side: noun(f"Side {side}", f"Bando {side}", the=f"side {side}", el=f"el bando {side}")
    for side in ("A", "B")
}
ONE_TITLES = ONE | {  # a single figure of the type
    "spearman": say("Spearman", "Lancero"),
    "lancer": say("Lancer", "Lancero Montado"),
    "artillery": say("gun", "pieza de artillería"),
    "muzzle_loading_cannon": say("Muzzle-loading Cannon", "Cañón de Avancarga"),
    "machine_gun": say("Machine gun", "Ametralladora"),
    "attendant": say("Attendant", "Ayudante"),
    "baggage": say("baggage", "bagaje"),
    "canoe": say("canoe", "canoa"),
    "dhow": say("dhow", "dhow"),
}


def gender_of(kind: str) -> str:
    return "f" if kind in FEMININE else "m"


ONE = {kind: noun(title.en, title.es, gender_of(kind)) for kind, title in ONE_TITLES.items()}
TRAITS = {
    "charismatic": say("Charismatic", "Carismático"),
    "disciplinarian": say("Disciplinarian", "Disciplinario"),
    "eloquent": say("Eloquent", "Elocuente"),
    "mighty_warrior": say("Mighty Warrior", "Poderoso Guerrero"),
    "cunning_devil": say("Cunning Devil", "Astuto Diablo"),
    "organisational_genius": say("Organisational Genius", "Genio Organizativo"),
}
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
ROOMS = {
    "north": noun("north room", "habitación norte", "f"),
    "courtyard": noun("courtyard", "patio"),
    "south": noun("south room", "habitación sur", "f"),
    "west": noun("west room", "habitación oeste", "f"),
    "east": noun("east room", "habitación este", "f"),
}
EDGES = {
    "north": say("north", "norte"),
    "south": say("south", "sur"),
    "west": say("west", "oeste"),
    "east": say("east", "este"),
}
FATES = {  # after the name: 3 Warriors shot
    "shot": say("shot", "{who:abatido|abatida|abatidos|abatidas}"),
    "fragment": say(
        "hit by fragments", "{who:alcanzado|alcanzada|alcanzados|alcanzadas} por la metralla"
    ),
    "melee": say(
        "killed in close combat", "{who:muerto|muerta|muertos|muertas} en combate cuerpo a cuerpo"
    ),
    "trap": say(
        "killed by a stake trap", "{who:muerto|muerta|muertos|muertas} en una trampa de estacas"
    ),
    "crocodile": say(
        "taken by crocodiles", "{who:devorado|devorada|devorados|devoradas} por los cocodrilos"
    ),
    "fire": say("lost in the fire", "{who:perdido|perdida|perdidos|perdidas} en el fuego"),
    "sunk": say(
        "lost with the vessel", "{who:hundido|hundida|hundidos|hundidas} con la embarcación"
    ),
    "broken": say("in flight", "en fuga"),
    "captured": say("captured", "{who:capturado|capturada|capturados|capturadas}"),
    "exited": say("off the table", "fuera de la mesa"),
    "withdrawn": say("withdrawn", "{who:retirado|retirada|retirados|retiradas}"),
    "left": say("gone with {who:its|their} Leader", "fuera de la mesa con su Líder"),
    "in_his_place": say(
        "dead in place of {who:its|their} Leader",
        "{who:muerto|muerta|muertos|muertas} en lugar de su Líder",
    ),
}
UNKNOWN = ""
"""The type of a single figure off the table for the other side."""
PLURALS = {
    row["id"]: noun(
        row["name_en"], row["name_es"], gender_of(row["id"]), plural=row["id"] not in SINGULAR
    )
    for row in (*CHARACTERISTICS["types"], *CHARACTERISTICS["other"])
}
COUNTED = PLURALS | {  # after a number
    "artillery": noun("guns", "piezas de artillería", "f", plural=True),
    "muzzle_loading_cannon": noun("Muzzle-loading Cannon", "Cañones de Avancarga", plural=True),
    "attendant": noun("Attendants", "Ayudantes", plural=True),
    "baggage": noun("baggage elements", "elementos de bagaje", plural=True),
    "canoe": noun("canoes", "canoas", "f", plural=True),
    "dhow": noun("dhows", "dhows", plural=True),
}
COUNTED_ONE = ONE | {"baggage": noun("baggage element", "elemento de bagaje")}
LEADER_TITLE = noun("Leader", "Líder")
THE_LEADER = noun("the Leader", "el Líder", the="the Leader", el="el Líder")
THE_WALL = noun("the wall", "el muro", the="the wall", el="el muro")


def fate_words(cause: str, who: Say) -> Say:
    """The fate of `who`, in the form that agrees with the name."""
    fate = FATES.get(cause, FATES["left"])
    return Say(fate.en, fate.es, {"who": who})


def side_name(people: str, nation: str) -> Say:
    """The people of an army as the subject of a sentence; menus use the name of its list."""
    names = NOUNS["sides"][people]
    en, es, the, el, gender, number = names.get(nation, names[""])
    return noun(en, es, gender, plural=number == "plural", the=the, el=el)


def heading_words(angle: float) -> Say:
    """A direction of the plane by its name and by the compass: north (0 degrees)."""
    nearest = min(COMPASS, key=lambda one: angle_between(angle, one[0]))[1]
    return say(
        "{name} ({n} degrees)", "{name} ({n} grados)", name=nearest, n=round(compass(angle)) % 360
    )


def side_title(battle: Battle | None, side: str) -> Say:
    """The own title of a side, else the people of its list ("list/nation"), else its letter."""
    own = battle.names.get(side) if battle is not None else None
    if not own:
        return SIDES.get(side, as_is(side))
    people, _, nation = own.partition("/")
    if people in lists.LISTS:
        title = side_name(people, nation)
        both = battle is not None and battle.names.get("A") == battle.names.get("B")
        return told_apart(title, side) if both else title
    english, _, spanish = own.partition("|")
    return noun(
        "{own}",
        "{propio}",
        own=english,
        propio=spanish or english,
        the="the army “{own}”",
        el="el ejército «{propio}»",
    )


def peoples_of_terms(terms: Mapping[str, Any]) -> dict[str, Say]:
    """Peoples of both sides by their terms ("list/nation"); equal ones have the letter of the
    side.
    """
    named = {side: str(terms.get(f"people_{side.lower()}") or "") for side in SIDES}
    found = {}
    for side, own in named.items():
        people, _, nation = own.partition("/")
        if people in lists.LISTS:
            title = side_name(people, nation)
            is_double = len(set(named.values())) < len(named)
            found[side] = told_apart(title, side) if is_double else title
    return found


def told_apart(title: Say, side: str) -> Say:
    """A people that both sides have, with the letter of this side."""
    grammar = title.noun or Noun()
    return Say(
        "{title} ({side})",
        "{title} ({side})",
        {"title": title, "side": side},
        Noun(grammar.feminine, grammar.plural, "{title:the} ({side})", "{title:el} ({side})"),
    )


def kinds_of_units(battle: Battle) -> Mapping[str, tuple[str, ...]]:
    """The types of the men of every unit, the most numerous first; bearers, attendants and an
    attached Leader left out.
    """
    found = battle.__dict__.get("kinds_of_units")
    if found is None:
        men: dict[str, Counter[str]] = {}
        for figure in battle.figures.values():
            if figure.unit and not figure.role and figure.type not in ("gun_bearer", "attendant"):
                men.setdefault(figure.unit, Counter())[figure.type] += 1
        found = battle.__dict__["kinds_of_units"] = {
            key: tuple(kind for kind, _ in counted.most_common()) for key, counted in men.items()
        }
    return found


def kind_of_unit(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """The types of a unit's men, the most numerous first."""
    return kinds_of_units(battle).get(unit.id, ())


def unit_codes(battle: Battle) -> Mapping[str, str]:
    """The short names of units on their flags: A1, A2 ...; baggage by its letter."""
    found = battle.__dict__.get("codes")
    if found is None:
        found = {}
        for side in ("A", "B"):
            units = [
                unit.id
                for unit in battle.units.values()
                if unit.side == side and unit.kind == "troops"
            ]
            found |= {
                unit: battle.units[unit].code or f"{side}{number}"
                for number, unit in enumerate(units, start=1)
            }
            found |= {
                unit.id: f"{side}+"
                for unit in battle.units.values()
                if unit.side == side and unit.kind != "troops"
            }
        battle.__dict__["codes"] = found
    return found


def called(battle: Battle, who: str | Unit | Figure) -> Say:
    """The name of a unit or figure in sentences, cached. It is the same in all places and for all
    readers.
    """
    key = who if isinstance(who, str) else who.id
    known: dict[str, Say] = battle.__dict__.setdefault("called", {})
    if key not in known:
        unit, figure = battle.units.get(key), battle.figures.get(key)
        known[key] = (
            unit_title(battle, unit)
            if unit is not None
            else figure_title(battle, figure)
            if figure is not None
            else say("an unknown unit", "una unidad desconocida")
        )
    return known[key]


def unit_title(battle: Battle, unit: Unit) -> Say:
    """Title of a unit, such as Warriors A3: its name or its troops, and the code on its flag. A
    unit without known facts has only the code.
    """
    if unit.kind == "baggage":
        return noun("baggage {side}", "bagaje {side}", the="baggage {side}", side=unit.side)
    code, kinds = unit_codes(battle)[unit.id], kind_of_unit(battle, unit)
    if unit.name:
        return noun(
            "{title} {code}",
            "{title} {code}",
            "f",
            title=as_is(unit.name),
            code=code,
            the="the unit {title} {code}",
            el="la unidad {title} {code}",
        )
    title = noun("unit", "unidad", "f")
    if kinds:
        title = ONE[kinds[0]] if unit.original == 1 else PLURALS[kinds[0]]
    return with_code(title, "{title} {code}", "{title} {code}", the="the {title} {code}", code=code)


def with_code(title: Say, en: str, es: str, /, *, the: str = "", **facts: Any) -> Say:
    """A name with the code of its flag, or of its side; a single figure has no article in
    English.
    """
    grammar = title.noun or Noun()
    el = es.replace("{title}", "{title:el}")
    return Say(
        en, es, {"title": title, **facts}, Noun(grammar.feminine, grammar.plural, the or en, el)
    )


def figure_title(battle: Battle, figure: Figure) -> Say:
    """Title of a figure: Warrior 4 of A3, by its unit; Scout 2 of A, Leader A, by the side. One of
    several has a number that it keeps when others fall.
    """
    if figure.type == UNKNOWN:
        return noun(
            "single figure {of}",
            "figura independiente {of}",
            "f",
            the="single figure {of}",
            of=figure.side,
        )
    title = LEADER_TITLE if figure.role == "leader" else ONE[figure.type]
    unit = battle.units.get(figure.unit) if figure.role != "leader" else None
    of = unit_codes(battle)[unit.id] if unit is not None and unit.kind == "troops" else figure.side
    number = (
        figure.id[len(figure.id.rstrip("0123456789")) :]
        if unit is None or unit.original != 1
        else ""
    )
    if not number:
        return with_code(title, "{title} {of}", "{title} {of}", of=of)
    return with_code(title, "{title} {n} of {of}", "{title} {n} de {of}", n=int(number), of=of)


def figures_title(battle: Battle, keys: Iterable[str]) -> Say:
    """Several figures counted by type, the Leader first: the Leader, 3 Warriors and 1 Archer."""
    counted = Counter(
        "leader" if battle.figures[key].role == "leader" else battle.figures[key].type
        for key in keys
        if key in battle.figures
    )
    words = [THE_LEADER] * (counted["leader"] > 0)
    words += [some_of(kind, number) for kind, number in counted.items() if kind != "leader"]
    many = len(words) > 1 or any(number > 1 for number in counted.values())
    feminine = all(word.noun is not None and word.noun.feminine for word in words)
    return Say("{all}", "{all}", {"all": words}, Noun(feminine, many, "{all}", "{all}"))


def some_of(kind: str, number: int) -> Say:
    """3 Warriors, 1 gun."""
    title = COUNTED_ONE[kind] if number == 1 else COUNTED[kind]
    return noun(
        "{n} {title}",
        "{n} {title}",
        gender_of(kind),
        plural=number != 1,
        n=number,
        title=title,
        the="{n} {title}",
        el="{n} {title}",
    )


def place_title(battle: Battle, key: str) -> Say:
    """The title of a piece of terrain, a work or a room, with a capital."""
    if "/" in key:
        building, room = key.split("/", 1)
        grammar = ROOMS[room].noun if room in ROOMS else Noun()
        return Say(
            "{room} of {building:the}",
            "{room} {building:del}",
            {"room": ROOMS.get(room, as_is(room)), "building": place_title(battle, building)},
            Noun(
                grammar is not None and grammar.feminine,
                the="{room:the} of {building:the}",
                el="{room:el} {building:del}",
            ),
        )
    piece = next((one for one in battle.land.pieces if one.id == key), None)
    if piece is not None:
        return place_name(piece.kind, TERRAIN_NAMES.get(piece.kind))
    work = next((one for one in battle.land.works if one.id == key), None)
    if work is not None:
        return place_name(work.kind, WORK_NAMES.get(work.kind))
    return say("nowhere", "ningún sitio")


def place_name(kind: str, title: Say | None) -> Say:
    """The name of a kind of terrain or work; of an unknown trap only that it is one."""
    if title is None:
        return noun("trap", "trampa", "f") if kind == "trap" else as_is(kind)
    the, el, gender, number = NOUNS["places"][kind]
    return noun(title.en, title.es, gender, plural=number == "plural", the=the, el=el)
