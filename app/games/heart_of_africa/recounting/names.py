"""Units and single figures as one speaks of them: the Askaris B2, los Askaris B2; with the verb in the number that goes with them."""
from __future__ import annotations

from collections.abc import Sequence

from app.games.heart_of_africa.drawing.figures import codes
from app.games.heart_of_africa.naming import ONE, PLURALS, kind_of_unit
from app.games.heart_of_africa.state import LEADER, Battle, Figure
from app.kernel.say import Say, name, say

HERS = frozenset({"machine_gun", "gunboat", "canoe"})
"""Types whose Spanish name is feminine."""
PIECES = frozenset({"artillery"})
"""Types whose plural names the arm, in the singular."""
EL, DEL, AL = "el ", "del ", "al "


def owner_of(battle: Battle, key: str) -> str:
    """The unit of a figure; an attendant's is his Leader's; who belongs to none is his own."""
    figure = battle.figures.get(key)
    if figure is None:
        return key
    if figure.unit or not figure.of:
        return figure.unit or figure.id
    return owner_of(battle, figure.of)


def side_of(battle: Battle, key: str) -> str:
    one = battle.units.get(key) or battle.figures.get(key)
    return one.side if one is not None else ""


def is_many(battle: Battle, key: str) -> bool:
    """Whether its verb stands in the plural."""
    unit = battle.units.get(key)
    return unit is not None and unit.kind != "baggage" and kind_of_unit(battle, unit)[:1] not in [(kind,) for kind in PIECES]


def verb(battle: Battle, key: str, one_en: str, many_en: str, one_es: str, many_es: str) -> Say:
    return say(many_en, many_es) if is_many(battle, key) else say(one_en, one_es)


def the(battle: Battle, key: str) -> Say:
    """the Askaris B2, baggage B, Scout A; in Spanish each with its article."""
    if key not in battle.figures and (key not in battle.units or battle.units[key].kind != "baggage"):
        return of_its_side(battle, key)
    who = of_its_side(battle, key)
    return say("{who} {side}", "{who} {side}", who=Say(who.en.removeprefix("the "), who.es, who.facts), side=side_of(battle, key))


def of_its_side(battle: Battle, key: str) -> Say:
    """The same where the side has been named: the Askaris B2, the baggage, the Scout."""
    unit, figure = battle.units.get(key), battle.figures.get(key)
    if unit is not None:
        return say("the baggage", "el bagaje") if unit.kind == "baggage" else unit_with_code(battle, key)
    return the_figure(figure) if figure is not None else name(key)


def the_figure(figure: Figure) -> Say:
    if figure.role == LEADER:
        return say("the Leader", "el Líder")
    title = ONE[figure.type]
    return say("the {it}", "la {it}" if figure.type in HERS | PIECES else "el {it}", it=title)


def unit_with_code(battle: Battle, key: str) -> Say:
    unit, code = battle.units[key], codes(battle).get(key, "")
    kinds = kind_of_unit(battle, unit)
    if unit.name or not kinds:
        return say("{name} {code}", "{name} {code}", name=unit.name or unit.id, code=code)
    article = "la " if kinds[0] in PIECES else "las " if kinds[0] in HERS else "los "
    return say("the {kind} {code}", article + "{kind} {code}", kind=PLURALS[kinds[0]], code=code)


def bare(battle: Battle, key: str) -> Say:
    """A unit without its article, for a heading."""
    unit = battle.units.get(key)
    if unit is None or unit.kind == "baggage" or unit.name:
        return at_the_head(the(battle, key))
    kinds = kind_of_unit(battle, unit)
    return say("{kind} {code}", "{kind} {code}", kind=PLURALS[kinds[0]] if kinds else name(unit.id), code=codes(battle).get(key, ""))


def at_the_head(title: Say, *, english: bool = True, spanish: bool = True) -> Say:
    """At the beginning of a sentence: written large, and so is a name that stands there."""
    facts = {key: at_the_head(fact, english=english and title.en.startswith(f"{{{key}}}"), spanish=spanish and title.es.startswith(f"{{{key}}}"))
             if isinstance(fact, Say) else fact for key, fact in title.facts.items()}
    return Say(large(title.en) if english else title.en, large(title.es) if spanish else title.es, facts)


def large(words: str) -> str:
    return words[:1].upper() + words[1:]


def several(battle: Battle, keys: Sequence[str], *, sided: bool = False) -> tuple[Say, ...]:
    """Each of them once; `sided`: their side has been named."""
    return tuple((of_its_side if sided else the)(battle, key) for key in dict.fromkeys(keys))


def to_the(title: Say) -> Say:
    """After a Spanish "a": al bagaje, a los Guerreros."""
    return after(title, "a ", AL)


def of_the(title: Say) -> Say:
    """After a Spanish "de": del bagaje, de los Guerreros."""
    return after(title, "de ", DEL)


def after(title: Say, preposition: str, joined: str) -> Say:
    """The Spanish name behind its preposition; in English nothing changes."""
    first = next((key for key, fact in title.facts.items() if isinstance(fact, Say) and title.es.startswith(f"{{{key}}}")), "")
    if first:
        return Say(title.en, title.es, {**title.facts, first: after(title.facts[first], preposition, joined)})
    spanish = joined + title.es.removeprefix(EL) if title.es.startswith(EL) else preposition + title.es
    return Say(title.en, spanish, title.facts)
