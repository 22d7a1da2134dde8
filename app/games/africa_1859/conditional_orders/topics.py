"""Topics of conditional orders: the kinds of decision, their possible answers and their scopes."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from app.games.africa_1859.counters import is_cavalry, is_fighter, is_on_map, title_of
from app.games.africa_1859.ground import leaders_at, map_of, place, units_at
from app.games.africa_1859.questions import DEFAULT
from app.games.africa_1859.state import MOROCCO, SPAIN, Unit, War
from app.games.africa_1859.supply import scenario_of
from app.kernel.conditional_orders import ASK_ME, SCOPE, Topic
from app.kernel.form import Choice
from app.kernel.say import Say, say

SIDE, SPACES, RIDERS = "side", "spaces", "riders"
"""Scopes of a topic: the whole side alone, its spaces as well, or its riders as well."""
NONE, PASS, GROUP, SINGLY, STRONGEST = "none", "pass", "group", "one_by_one", "strongest"
CARACOLE, CHARGE, COUNTER_CHARGE = "caracole", "charge", "counter_charge"
FULL = 2
"""Steps from which riders act, if the answer asks for strong riders."""
BY_DEFAULT = Choice(DEFAULT, say("by default", "por defecto"))
NO_FIRE = Choice(PASS, say("no fire", "no tirar"))
AS_A_GROUP = Choice(GROUP, say("all as one group", "todos como un grupo"))
ONE_BY_ONE = Choice(SINGLY, say("one by one", "uno a uno"))
STRONG = "_strong"
"""Ending of the answers of riders that hold from `FULL` steps on."""
STEPS = (3, 4, 6, 8, 10, 12)
"""Steps of an assaulting group in a condition."""


class Subject(msgspec.Struct, frozen=True):
    """Kind of decision that can be answered in advance.

    - `choices`: fixed answers. `units`, `leaders`, `spaces`: answers that name these.
    - `is_ranking`: the first possible answer counts. `several`: all of them count.
    - `with_default`: the server's default is an answer.
    - `sides`: sides that are asked. `in_campaign`: asked in the campaign alone.
    - `is_asked`: a player is asked; the others only bear on another answer.
    """

    title: Say
    rule: str
    scope: str = SIDE
    choices: tuple[Choice, ...] = ()
    units: bool = False
    leaders: bool = False
    spaces: bool = False
    is_ranking: bool = False
    several: bool = False
    with_default: bool = True
    sides: tuple[str, ...] = (SPAIN, MOROCCO)
    in_campaign: bool = False
    is_asked: bool = True


def rider_choices(*named: tuple[str, str, str]) -> tuple[Choice, ...]:
    """Choices of riders: each for all riders, and for those with two steps or more."""
    found = []
    for key, en, es in named:
        title = say(en, es)
        found.append(Choice(key, title))
        strong = say(
            "{what}, from {n} steps on", "{what}, a partir de {n} pasos", what=title, n=FULL
        )
        found.append(Choice(key + STRONG, strong))
    return tuple(found)


SUBJECTS: Mapping[str, Subject] = {
    "defend": Subject(
        say("Vanguard of the defence", "Vanguardia de la defensa"),
        "AFB-ASL-02",
        SPACES,
        units=True,
        is_ranking=True,
    ),
    "screen": Subject(
        say("Screen of the defence", "Cobertura de la defensa"),
        "AFB-ASL-02",
        SPACES,
        (Choice(NONE, say("no screen", "sin cobertura")),),
        units=True,
        with_default=False,
        is_asked=False,
    ),
    "leader": Subject(
        say("Leader of the defence", "Líder de la defensa"),
        "AFB-ASL-02",
        SPACES,
        (Choice(NONE, say("no leader", "sin líder")),),
        leaders=True,
        with_default=False,
        is_asked=False,
    ),
    "arrival": Subject(
        say("Riders at an arrival", "Jinetes ante una llegada"),
        "AFR-SEQ-14",
        RIDERS,
        (
            Choice(PASS, say("no answer", "no responder")),
            *rider_choices((CARACOLE, "caracole", "caracola"), (CHARGE, "charge", "carga")),
        ),
        with_default=False,
    ),
    "riders": Subject(
        say("Riders in defence", "Jinetes en defensa"),
        "AFR-ASL-05",
        RIDERS,
        (
            Choice(PASS, say("stay", "quedarse")),
            *rider_choices(
                (CARACOLE, "caracole", "caracola"),
                (COUNTER_CHARGE, "counter-charge", "contracarga"),
            ),
        ),
        with_default=False,
    ),
    "intercept": Subject(
        say("Interception of a counter-charge", "Intercepción de una contracarga"),
        "AFR-ASL-09",
        choices=(
            Choice(PASS, say("no interception", "no interceptar")),
            Choice(STRONGEST, say("the strongest riders", "los jinetes más fuertes")),
        ),
        with_default=False,
    ),
    "new_vanguard": Subject(
        say("New vanguard", "Nueva vanguardia"), "AFB-ASL-04", units=True, is_ranking=True
    ),
    "support": Subject(
        say("Supporting fire", "Fuego de apoyo"),
        "AFR-ASL-14",
        choices=(NO_FIRE, AS_A_GROUP, ONE_BY_ONE),
        with_default=False,
    ),
    "defence_fire": Subject(
        say("Defensive fire", "Fuego defensivo"),
        "AFR-ASL-15",
        choices=(NO_FIRE, AS_A_GROUP, ONE_BY_ONE),
        with_default=False,
    ),
    "counter_battery": Subject(
        say("Counter-battery fire", "Contrabatería"),
        "AFR-ART-07",
        choices=(NO_FIRE, AS_A_GROUP, ONE_BY_ONE),
        with_default=False,
        sides=(SPAIN,),
    ),
    "losses": Subject(
        say("Losses, first of", "Bajas, primero en"), "AFB-ASL-09", units=True, is_ranking=True
    ),
    "spare": Subject(
        say("Losses, last of", "Bajas, en último lugar en"),
        "AFB-ASL-09",
        units=True,
        several=True,
        with_default=False,
        is_asked=False,
    ),
    "retreat": Subject(
        say("Retreat to", "Retirada a"), "AFB-RET-02", SPACES, spaces=True, is_ranking=True
    ),
    "picket": Subject(
        say("Unit that meets a caracole", "Unidad que recibe una caracola"),
        "AFR-SEQ-08",
        SPACES,
        units=True,
        is_ranking=True,
        with_default=False,
        is_asked=False,
    ),
    "entry": Subject(
        say("Entry of reinforcements", "Entrada de refuerzos"),
        "AFB-END-02",
        spaces=True,
        is_ranking=True,
    ),
    "leader_entry": Subject(
        say("Entry of a leader", "Entrada de un líder"),
        "AFR-LDR-03",
        spaces=True,
        is_ranking=True,
    ),
    "hunger": Subject(
        say("Loss by hunger", "Baja por hambre"),
        "AFB-CMP-04",
        units=True,
        is_ranking=True,
        sides=(SPAIN,),
        in_campaign=True,
    ),
    "replacement": Subject(
        say("Replacement", "Reemplazo"),
        "AFB-CMP-05",
        units=True,
        is_ranking=True,
        in_campaign=True,
    ),
    "levy": Subject(say("Levy", "Leva"), "AFB-CMP-05", sides=(MOROCCO,), in_campaign=True),
}
"""Every kind of decision with a conditional order, in the order of the page."""
CONDITIONS = (
    *(
        Choice(
            f"steps={n}",
            say("the attacker has {n} steps or more", "el atacante tiene {n} pasos o más", n=n),
        )
        for n in STEPS
    ),
    Choice("leader", say("a leader of mine is there", "hay un líder mío")),
    Choice("scores", say("the space scores points", "el espacio da puntos")),
)
"""Conditions on which the side is asked all the same."""


def topics(war: War, side: str) -> Iterator[Topic]:
    """Topics of a side in a position, in the order of the page; past ones with an answer last."""
    offered = tuple(present_topics(war, side))
    yield from offered
    yield from past_topics(war, side, {topic.key for topic in offered})


def past_topics(war: War, side: str, offered: Container[str]) -> Iterator[Topic]:
    """Topics of spaces that the side has left, and of riders that are gone, with an answer."""
    for key, scopes in war.standing.get(side, {}).items():
        for scope in scopes:
            if scope != SIDE and f"{key}{SCOPE}{scope}" not in offered:
                is_space = scope in map_of(war).spaces
                about = place(war, scope) if is_space else title_of(war, scope)
                yield replace(topic(war, side, key, scope, about), is_past=True)


def present_topics(war: War, side: str) -> Iterator[Topic]:
    """Topics that a side may answer in a position."""
    is_campaign = bool((scenario := scenario_of(war)) and scenario.campaign)
    for key, subject in SUBJECTS.items():
        if side in subject.sides and (is_campaign or not subject.in_campaign):
            for scope, about in scopes_of(war, side, subject.scope):
                yield topic(war, side, key, scope, about)


def scopes_of(war: War, side: str, scope: str) -> Iterator[tuple[str, Say | None]]:
    """The whole side, then its occupied spaces or its riders, with their names."""
    yield SIDE, None
    if scope == SPACES:
        for key in held_spaces(war, side):
            yield key, place(war, key)
    if scope == RIDERS:
        for unit in own_units(war, side, lambda unit: is_cavalry(war, unit)):
            yield unit.id, title_of(war, unit.id)


def held_spaces(war: War, side: str) -> list[str]:
    """Spaces with fighters of the side, by name."""
    fighters = own_units(war, side, lambda unit: is_fighter(war, unit))
    return sorted({unit.at for unit in fighters}, key=lambda key: place(war, key).en)


def own_units(war: War, side: str, chosen: Callable[[Unit], bool]) -> list[Unit]:
    """Units of a side on the map, by id."""
    mine = (unit for unit in war.units.values() if unit.side == side and is_on_map(unit))
    return sorted(filter(chosen, mine), key=lambda unit: unit.id)


def topic(war: War, side: str, key: str, scope: str, about: Say | None) -> Topic:
    """Topic of a kind of decision and a scope."""
    subject = SUBJECTS[key]
    ask = (ASK_ME,) if scope != SIDE and subject.is_asked else ()
    usual = (BY_DEFAULT,) if subject.with_default else ()
    return Topic(
        key if scope == SIDE else f"{key}{SCOPE}{scope}",
        subject.title,
        subject.rule,
        (*usual, *subject.choices, *named_choices(war, side, subject, scope), *ask),
        several=subject.several,
        on_record=True,
        waits=True,
        is_ranking=subject.is_ranking,
        asks_if=CONDITIONS if subject.is_asked and subject.scope != RIDERS else (),
        about=about,
        is_never_asked=not subject.is_asked,
    )


def named_choices(war: War, side: str, subject: Subject, scope: str) -> Iterable[Choice]:
    """Choices that name counters of the scope, or spaces of the map."""
    at = scope if scope in map_of(war).spaces else ""
    if subject.units:
        units = units_at(war, at, side) if at else own_units(war, side, lambda _: True)
        yield from (Choice(unit.id, title_of(war, unit.id)) for unit in units)
    if subject.leaders:
        leaders = leaders_at(war, at, side) if at else war.leaders.values()
        mine = sorted(one.id for one in leaders if one.side == side and is_on_map(one))
        yield from (Choice(key, title_of(war, key)) for key in mine)
    if subject.spaces:
        names = {key: place(war, key) for key in map_of(war).spaces}
        yield from (Choice(key, names[key]) for key in sorted(names, key=lambda key: names[key].en))
