"""Standing orders and march orders in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from app.games.heart_of_africa.conditional_orders.plans import ASK, March, Plans, Policies, Task
from app.games.heart_of_africa.figures import between
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.state import Battle
from app.kernel.say import Say, say
from app.kernel.space.notation import place_words

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
NEAR, LOST, AMBUSH, CONTACT, REFUSED = "near", "lost", "ambush", "contact", "refused"


class Topic(NamedTuple):
    """A kind of question, and the possible answers in advance."""

    title: Say
    options: Mapping[str, Say]


ME, THE_HOUSE, NOBODY = (
    say("ask me", "pregúntame"),
    say("as the house thinks best", "lo que la casa crea mejor"),
    say("nobody", "nadie"),
)
TOPICS: Mapping[str, Topic] = {
    "deployment": Topic(
        say("Deployment", "Despliegue"),
        {ASK: ME, HOUSE: say("leave it to the house", "que lo haga la casa")},
    ),
    "arrivals": Topic(
        say("Arrivals", "Llegadas"),
        {ASK: ME, HOUSE: say("leave them to the house", "que las coloque la casa")},
    ),
    "riders": Topic(
        say("Riders charged by men on foot", "Jinetes a los que carga gente a pie"),
        {ASK: ME, EVADE: say("ride away as soon as they may", "huyen en cuanto pueden")},
    ),
    "ambushes": Topic(
        say("Ambushers, while others move", "Emboscados, mientras los demás mueven"),
        {
            ASK: ME,
            LIE: say("lie still", "siguen ocultos"),
            **{
                str(n): say(
                    "fall upon an enemy within {n} in",
                    "caen sobre el enemigo a {n:pulgada+s} o menos",
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
        say("Men at loopholes", "Gente en las troneras"),
        {
            ASK: ME,
            EVERYBODY: say("all shoot who can", "disparan todos los que pueden"),
            NONE: NOBODY,
        },
    ),
    "fire": Topic(
        say("Fire orders", "Órdenes de fuego"),
        {
            ASK: ME,
            FIRST: say("all at their first target", "todos a su primer blanco"),
            HOLD: say("hold fire", "no disparar"),
        },
    ),
    "hits": Topic(
        say("My Leader is hit", "Alcanzan a mi Líder"),
        {
            ASK: ME,
            ATTENDANT: say("an attendant dies for him", "un ayudante muere por él"),
            SAVE: say("his save, if he has one", "su salvación, si la tiene"),
        },
    ),
    "baggage": Topic(
        say("Baggage in reach of one captor", "Varios bagajes al alcance"),
        {ASK: ME, FIRST: say("any of it", "cualquiera")},
    ),
    "combat": Topic(
        say("Who fights whom", "Quién lucha con quién"),
        {ASK: ME, AS_THEY_STAND: say("fight as they stand", "luchan como están"), HOUSE: THE_HOUSE},
    ),
    "tests": Topic(
        say("Morale tests that could be ignored", "Test de moral que se pueden anular"),
        {
            ASK: ME,
            DICE: say("let the dice fall", "que caigan los dados"),
            SHAKEN: say(
                "spare units with a marker, once each",
                "librar a las unidades con marcador, una vez cada una",
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
        {ASK: ME, HOUSE: say("whoever is worth most", "a quien más valga"), NONE: NOBODY},
    ),
    "roofs": Topic(say("Climbing onto roofs", "Subir a los techos"), {ASK: ME, NONE: NOBODY}),
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
        "an enemy comes near somebody who is not to charge",
        "un enemigo se acerca a alguien que no va a cargar",
    ),
    LOST: say("a unit of mine is lost", "pierdo una unidad"),
    AMBUSH: say("an enemy ambush is sprung", "salta una emboscada enemiga"),
    CONTACT: say("somebody of mine is charged", "cargan contra alguno de los míos"),
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
    "{by:the} {by:is|are} {gap}″ from {who:the}",
    "{by:el} {by:está|están} a {gap:pulgada+s} {who:del}",
)
NEAR_THE_WAY = say(
    "{by:the} {by:is|are} {gap}″ from {who:the}, but at most {within}″ from the way of the next "
    "move",
    "{by:el} {by:está|están} a {gap:pulgada+s} {who:del}, pero a {within} como mucho del camino "
    "del próximo movimiento",
)
BY_PLAN: Mapping[str, Say] = {"march": say("by march order", "por orden de marcha")} | {
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
    return min((between(one, two) for one in mine for two in theirs), default=None)


# ------------------------------------------------------------------------------------------------ w
def in_force(battle: Battle, plans: Plans) -> Iterator[Say]:
    """A side's conditional orders, one sentence each."""
    if plans.march is not None:
        yield from march_words(battle, plans.march)
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
            say("the others stand", "los demás se quedan")
            if tasks
            else say("everybody stands", "todos se quedan")
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
