"""Units and single figures as one speaks of them: the Askaris B2, los Askaris B2; with the verb in the number that goes with them."""
from __future__ import annotations

from collections.abc import Sequence

from app.games.heart_of_africa.naming import ONE, UNKNOWN, called, kind_of_unit
from app.games.heart_of_africa.state import LEADER, Battle, Figure
from app.kernel.say import Say, say

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
    unit = battle.units.get(key)
    if unit is None or unit.kind == "baggage":
        figure = battle.figures.get(key)
        return say("{who}", ("la " if figure is not None and figure.type in HERS | PIECES | {UNKNOWN} else EL) + "{who}", who=called(battle, key))
    if unit.name:
        return called(battle, key)
    kind = next(iter(kind_of_unit(battle, unit)), "")
    return say("the {who}", ("la " if kind in PIECES or not kind else "las " if kind in HERS else "los ") + "{who}", who=called(battle, key))


def of_its_side(battle: Battle, key: str) -> Say:
    """The same where the side has been named: the Askaris B2, the baggage, the Scout."""
    unit, figure = battle.units.get(key), battle.figures.get(key)
    if unit is not None and unit.kind == "baggage":
        return say("the baggage", "el bagaje")
    return the_figure(figure) if unit is None and figure is not None else the(battle, key)


def the_figure(figure: Figure) -> Say:
    if figure.role == LEADER:
        return say("the Leader", "el Líder")
    title = ONE[figure.type]
    return say("the {it}", "la {it}" if figure.type in HERS | PIECES else "el {it}", it=title)


def bare(battle: Battle, key: str) -> Say:
    """Without its article, for a heading."""
    return at_the_head(called(battle, key))


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
