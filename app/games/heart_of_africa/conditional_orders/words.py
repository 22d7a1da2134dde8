"""Standing orders and march orders in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from typing import NamedTuple

from msgspec.structs import replace

from app.games.heart_of_africa.conditional_orders.plans import (
    ASK,
    DeploymentPlan,
    March,
    Plans,
    Policies,
    Station,
    Task,
    WorkStation,
)
from app.games.heart_of_africa.figures import distance_between
from app.games.heart_of_africa.land import Work
from app.games.heart_of_africa.pieces import TO_DEPLOY
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import WORK_NAMES
from app.kernel.say import Say, as_is, say
from app.kernel.space.notation import place_words
from app.kernel.space.plane import Point

STAND, HOUSE, NONE = "stand", "house", "none"
LIE, EVADE, EVERYBODY, FIRST, HOLD, ATTENDANT, SAVE, AS_THEY_STAND, DICE, SHAKEN = (
    "lie",
    "evade",
    "everybody",
    "first",
    "hold",
    "attendant",
    "save",
    "as_they_stand",
    "dice",
    "shaken",
)
OPEN, HIDDEN, HELD, LATER = "open", "ambush", "held", "later"
ABOARD = "aboard"
"""Way of deployment, before the ids of vessels."""
"""Ways of a unit in a deployment plan."""
NEAR, LOST, AMBUSH, CONTACT, REFUSED = "near", "lost", "ambush", "contact", "refused"


class Topic(NamedTuple):
    """A kind of question, and the possible answers in advance."""

    title: Say
    options: Mapping[str, Say]


ME, THE_HOUSE, NO_FIGURE = (
    say("ask me", "preguntarme"),
    say("decide automatically", "decidir automáticamente"),
    say("no figure", "ninguna figura"),
)
TOPICS: Mapping[str, Topic] = {
    "deployment": Topic(
        say("Deployment", "Despliegue"),
        {ASK: ME, HOUSE: say("deploy automatically", "desplegar automáticamente")},
    ),
    "arrivals": Topic(
        say("Arrivals", "Llegadas"),
        {ASK: ME, HOUSE: say("place them automatically", "colocarlas automáticamente")},
    ),
    "riders": Topic(
        say("Riders charged by enemies on foot", "Jinetes a los que cargan enemigos a pie"),
        {ASK: ME, EVADE: say("evade as soon as they may", "huyen en cuanto pueden")},
    ),
    "ambushes": Topic(
        say("Ambushers, while others move", "Emboscados, mientras los demás mueven"),
        {
            ASK: ME,
            LIE: say("lie still", "siguen ocultos"),
            **{
                str(n): say(
                    "attack an enemy within {n} in",
                    "atacan al enemigo a {n:pulgada+s} o menos",
                    n=n,
                )
                for n in (4, 6, 8)
            },
        },
    ),
    "reveal": Topic(
        say("Ambushers, before the shooting", "Emboscados, antes de disparar"),
        {ASK: ME, LIE: say("lie still", "siguen ocultos")},
    ),
    "loopholes": Topic(
        say("Figures at loopholes", "Figuras en las troneras"),
        {
            ASK: ME,
            EVERYBODY: say("all figures that can shoot", "disparan todas las figuras que pueden"),
            NONE: NO_FIGURE,
        },
    ),
    "fire": Topic(
        say("Fire orders", "Órdenes de fuego"),
        {
            ASK: ME,
            FIRST: say("all at their first target", "todos a su primer objetivo"),
            HOLD: say("hold fire", "no disparar"),
        },
    ),
    "hits": Topic(
        say("My Leader is hit", "Alcanzan a mi Líder"),
        {
            ASK: ME,
            ATTENDANT: say("an attendant dies instead", "muere un Ayudante en su lugar"),
            SAVE: say("the saving roll, if there is one", "la tirada de salvación, si la hay"),
        },
    ),
    "baggage": Topic(
        say("Baggage in reach of one captor", "Varios bagajes al alcance"),
        {ASK: ME, FIRST: say("any of it", "cualquiera")},
    ),
    "combat": Topic(
        say("Pairs in close combat", "Parejas del cuerpo a cuerpo"),
        {
            ASK: ME,
            AS_THEY_STAND: say("keep the default pairs", "mantener las parejas por defecto"),
            HOUSE: THE_HOUSE,
        },
    ),
    "tests": Topic(
        say("Morale tests that can be ignored", "Test de moral que se pueden ignorar"),
        {
            ASK: ME,
            DICE: say("roll all tests", "hacer todos los test"),
            SHAKEN: say(
                "ignore a test of each unit with a marker",
                "ignorar un test de cada unidad con marcador",
            ),
            HOUSE: THE_HOUSE,
        },
    ),
    "spells": Topic(
        say("Witch Doctors", "Brujos"),
        {ASK: ME, NONE: say("cast no spell", "no hechizan"), HOUSE: THE_HOUSE},
    ),
    "rally": Topic(
        say("Rallying", "Reagrupar"),
        {
            ASK: ME,
            HOUSE: say("the unit with the highest value", "a la unidad de más valor"),
            NONE: NO_FIGURE,
        },
    ),
    "roofs": Topic(say("Climbing onto roofs", "Subir a los techos"), {ASK: ME, NONE: NO_FIGURE}),
}
FEW_VISITS = Policies(
    riders=EVADE,
    ambushes="6",
    loopholes=EVERYBODY,
    hits=ATTENDANT,
    baggage=FIRST,
    combat=HOUSE,
    tests=HOUSE,
    spells=HOUSE,
    rally=HOUSE,
    roofs=NONE,
)
"""Standing orders for routine questions; deployment, arrivals, ambushes and fire are left to the
player.
"""

STOPS: Mapping[str, Say] = {
    NEAR: say(
        "an enemy comes near a unit without an order to charge",
        "un enemigo se acerca a una unidad sin orden de cargar",
    ),
    LOST: say("a unit of mine is lost", "pierdo una unidad"),
    AMBUSH: say("an enemy ambush is sprung", "salta una emboscada enemiga"),
    CONTACT: say("one of my units is charged", "cargan contra una unidad mía"),
}
REASONS: Mapping[str, Say] = {
    NEAR: say("{by:the} {by:is|are} near {who:the}", "{by:el} {by:está|están} cerca {who:del}"),
    LOST: say("{who:the} {who:is|are} lost", "{who:se ha|se han} perdido {who:el}"),
    AMBUSH: say("an enemy ambush is sprung", "ha saltado una emboscada enemiga"),
    CONTACT: say(
        "{who:the} {who:is|are} in contact with the enemy",
        "{who:el} {who:está|están} en contacto con el enemigo",
    ),
    REFUSED: say(
        "{who:the} cannot do as ordered", "{who:el} {who:no puede|no pueden} hacer lo ordenado"
    ),
}
NEARBY = say(
    "{by:the} {by:is|are} {gap} in from {who:the}",
    "{by:el} {by:está|están} a {gap:pulgada+s} {who:del}",
)
NEAR_THE_WAY = say(
    "{by:the} {by:is|are} {gap} in from {who:the}, but at most {within} in from the way of the next "
    "move",
    "{by:el} {by:está|están} a {gap:pulgada+s} {who:del}, pero a {within} como mucho del camino "
    "del próximo movimiento",
)
DEPLOYMENT_PLAN = "deployment_plan"
BY_PLAN: Mapping[str, Say] = {
    "march": say("by march order", "por orden de marcha"),
    DEPLOYMENT_PLAN: say("by deployment plan", "por plan de despliegue"),
} | {
    key: say("by standing order ({what})", "por orden permanente ({what})", what=topic.title)
    for key, topic in TOPICS.items()
}


def why_stopped(battle: Battle, march: March | None, why: str, who: str, by: str) -> Say:
    """The reason in words. For an enemy nearby with its distance, from the unit or from its way."""
    words = REASONS[why]
    gap = gap_between(battle, who, by) if why == NEAR and march is not None else None
    if gap is not None and march is not None:
        words = NEARBY if gap <= march.within else NEAR_THE_WAY
        return say(
            words.en,
            words.es,
            who=called(battle, who),
            by=called(battle, by),
            gap=round(gap, 1),
            within=march.within,
        )
    return say(words.en, words.es, who=called(battle, who), by=called(battle, by))


def gap_between(battle: Battle, who: str, by: str) -> float | None:
    """The gap between two units or single figures on the table, inches; None if one of them is not
    there."""
    mine, theirs = (
        [
            one
            for one in battle.figures.values()
            if key in (one.id, one.unit) and one.at is not None and not one.fate
        ]
        for key in (who, by)
    )
    return min((distance_between(one, two) for one in mine for two in theirs), default=None)


def in_force(battle: Battle, plans: Plans) -> Iterator[Say]:
    """A side's conditional orders, one sentence each."""
    if plans.march is not None:
        yield from march_words(battle, plans.march)
    if plans.deployment is not None:
        yield from deployment_words(battle, still_waiting(battle, plans.deployment))
    for key, topic in TOPICS.items():
        word = getattr(plans.policies, key)
        if word != ASK:
            yield say(
                "{topic}: {what}.", "{topic}: {what}.", topic=topic.title, what=topic.options[word]
            )


def march_words(battle: Battle, march: March) -> Iterator[Say]:
    turns = (
        say("turn {n}", "turno {n}", n=march.first)
        if march.first == march.last
        else say("turns {a} to {b}", "turnos {a} a {b}", a=march.first, b=march.last)
    )
    tasks: list[Say] = [task_words(battle, task) for task in march.tasks]
    if march.rest == STAND:
        tasks.append(
            say("the other units do not move", "las demás unidades no mueven")
            if tasks
            else say("no unit moves", "ninguna unidad mueve")
        )
    yield say(
        "March order, {turns}: {tasks}.",
        "Orden de marcha, {turns}: {tasks}.",
        turns=turns,
        tasks=tasks,
    )
    if march.stopped:
        yield say(
            "It waits for you: {why}.",
            "Te espera: {why}.",
            why=why_stopped(battle, march, march.stopped, march.who, march.by),
        )


def deployment_words(battle: Battle, plan: DeploymentPlan) -> Iterator[Say]:
    """A sentence with the stations in their order."""
    rest = (
        say("the others automatically", "lo demás, automáticamente")
        if plan.rest == HOUSE
        else say("you deploy the others yourself", "lo demás lo despliegas tú")
    )
    camp = [] if plan.camp is None else [camp_words(plan.camp)]
    works = [work_words(one) for one in plan.works]
    stations = [*camp, *works, *(station_words(battle, one) for one in plan.stations)]
    told = reduce(
        lambda one, other: say("{one}; {other}", "{one}; {other}", one=one, other=other),
        [*stations, rest],
    )
    yield say("Deployment plan. {stations}.", "Plan de despliegue. {stations}.", stations=told)


def still_waiting(battle: Battle, plan: DeploymentPlan) -> DeploymentPlan:
    """The plan without the stations that have been taken."""
    left = tuple(one for one in plan.stations if is_waiting(battle, one.who))
    works = tuple(one for one in plan.works if not is_built(battle, one.work))
    camp = None if battle.conditions.objective else plan.camp
    return DeploymentPlan(left, plan.rest, works, camp)


def is_built(battle: Battle, work: Work) -> bool:
    return any(replace(one, id="") == work and one.owner == work.owner for one in battle.land.works)


def camp_words(at: Point) -> Say:
    return say("Village or camp: {at}", "Poblado o campamento: {at}", at=place_words(at))


def work_words(station: WorkStation) -> Say:
    return say(
        "{work}: {at}",
        "{work}: {at}",
        work=WORK_NAMES.get(station.work.kind, as_is(station.work.kind)),
        at=place_words(station.to),
    )


def is_waiting(battle: Battle, who: str) -> bool:
    """True for a unit or single figure that is neither deployed nor held off the table."""
    thing = battle.units.get(who) or battle.figures.get(who)
    return thing is not None and thing.where == TO_DEPLOY and not thing.fate


def station_words(battle: Battle, station: Station) -> Say:
    who = called(battle, station.who)
    if station.how == HELD:
        return say("{who}: off the table", "{who}: fuera de la mesa", who=who)
    if station.how == ABOARD:
        vessels = tuple(called(battle, key) for key in station.aboard)
        return say(
            "{who}: aboard {vessels}", "{who}: a bordo de {vessels}", who=who, vessels=vessels
        )
    at = place_words(station.to or (0.0, 0.0))
    if station.how == HIDDEN:
        return say("{who}: ambush, {at}", "{who}: emboscada, {at}", who=who, at=at)
    return say("{who}: {at}", "{who}: {at}", who=who, at=at)


def task_words(battle: Battle, task: Task) -> Say:
    who = called(battle, task.who)
    if task.target:
        return say(
            "{who:the} {who:charges|charge} {target:the}",
            "{who:el} {who:carga|cargan} contra {target:el}",
            who=who,
            target=called(battle, task.target),
        )
    if task.after:
        return say(
            "{who:the} {who:goes|go} with {beside:the}",
            "{who:el} {who:va|van} con {beside:el}",
            who=who,
            beside=called(battle, task.after),
        )
    return say(
        "{who:the} to {at}", "{who:el} a {at}", who=who, at=place_words(task.to or (0.0, 0.0))
    )
