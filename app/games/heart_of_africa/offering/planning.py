"""Conditional orders: a march order for many units at once, standing orders, and previews
of both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.conditional_orders import answering, marching
from app.games.heart_of_africa.conditional_orders.plans import ASK, March, Plans, Policies, Task
from app.games.heart_of_africa.conditional_orders.watch import (
    goal_of,
    men_of,
    place_of,
    visible_pieces,
)
from app.games.heart_of_africa.conditional_orders.words import (
    FEW_VISITS,
    FIRST,
    NEAR,
    STAND,
    STOPS,
    TOPICS,
    in_force,
)
from app.games.heart_of_africa.drawing.places import spelled_point, way_of
from app.games.heart_of_africa.events import StepBegan, TurnOver
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import enemies, is_attendant, is_vessel
from app.games.heart_of_africa.movement import formations
from app.games.heart_of_africa.offering import field
from app.games.heart_of_africa.offering.words import choices
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.sequence import owing
from app.games.heart_of_africa.shooting import default_fire
from app.games.heart_of_africa.state import INDEPENDENT_MOVES, SETUP_STEPS, UNIT_MOVES, Battle
from app.games.heart_of_africa.turn_order import still_to_act
from app.kernel.form import Choice, Field
from app.kernel.offers import Assessment, Offer
from app.kernel.refusal import Refusal
from app.kernel.say import Say, say
from app.kernel.space.plane import Path, Point, inches_to, mean_of

MOVES = (UNIT_MOVES, INDEPENDENT_MOVES)
WITHIN = 8
FAR = 99.0
SHOWN = 24
"""Largest number of enemies named as targets on the sheet."""


def plan_offers(battle: Battle, side: str) -> Iterator[Offer]:
    """Offers of conditional orders for a side that is asked a question now."""
    plans = battle.plans.get(side, Plans())
    if battle.step not in SETUP_STEPS:
        yield from march_offers(battle, side, plans.march)
    yield policy_sheet(plans.policies)
    if plans.policies == Policies():
        yield Offer(
            orders.SetPolicies(FEW_VISITS),
            say("Use the usual standing orders", "Usar las órdenes permanentes habituales"),
            ahead=True,
        )
    else:
        yield Offer(
            orders.SetPolicies(),
            say("Delete all standing orders", "Borrar todas las órdenes permanentes"),
            ahead=True,
        )


def march_offers(battle: Battle, side: str, march: March | None) -> Iterator[Offer]:
    if march is not None and march.stopped:
        order = marching.resumed_march(battle, march, side)
        yield Offer(
            order,
            say("Continue the march order", "Seguir con la orden de marcha"),
            marching.march_refusals(battle, order, side),
            rolls=battle.step in MOVES,
            ahead=True,
        )
    if march is not None:
        yield Offer(
            orders.Recall(),
            say("Delete the march order", "Borrar la orden de marcha"),
            ahead=True,
        )
    men = sorted(visible_pieces(battle, side), key=lambda who: gap_to_enemy(battle, who))
    if men:
        yield march_sheet(battle, side, men)


def march_sheet(battle: Battle, side: str, men: Sequence[str]) -> Offer:
    """The offer of a sheet with one row for each unit and single figure: destination, or target of
    a charge. Those near the enemy come first.
    """
    prey = choices(
        battle,
        list(
            dict.fromkeys(
                foe.unit or foe.id
                for foe in enemies(battle, side)
                if not (is_attendant(foe) or is_vessel(foe))
            )
        )[:SHOWN],
    )
    rows = tuple(Choice(who, called(battle, who), at=place_word(battle, who)) for who in men)
    asks = [field.points("to", say("Goes to", "Va a"), rows)]
    if prey:
        asks.append(
            Field.each(
                "target",
                say("Charges", "Carga contra"),
                tuple(msgspec.structs.replace(row, of=prey) for row in rows),
            )
        )
    if len(men) > 1:
        asks.append(companion_field(rows))
    asks += condition_fields(rows)
    return Offer(
        orders.PlanMarch(rest=STAND, within=WITHIN),
        say("Give a march order to many units", "Dar una orden de marcha a muchas unidades"),
        asks=tuple(asks),
        rolls=battle.step in MOVES,
        ahead=True,
    )


def condition_fields(rows: tuple[Choice, ...]) -> list[Field]:
    """Fields for all others, the conditions of a halt, and the order of moves."""
    return [
        Field.choice(
            "rest",
            say("All the others", "Todos los demás"),
            (
                Choice(STAND, say("stand", "se quedan")),
                Choice(ASK, say("ask me", "preguntarme")),
            ),
        ),
        Field.some(
            "stops",
            say("Stop and ask me, if", "Para y pregúntame si"),
            tuple(Choice(key, words) for key, words in STOPS.items()),
        ),
        Field.number(
            "within",
            say("Counts as near within (inches)", "Distancia que cuenta como cercana (pulgadas)"),
            least=0,
            most=marching.MOST_INCHES,
            usual=str(WITHIN),
        ),
        Field.number(
            "turns",
            say("For how many turns", "Para cuántos turnos"),
            least=1,
            most=marching.MOST_TURNS,
            usual="1",
        ),
        Field.ranking("order", say("Order of the moves", "Orden de los movimientos"), rows),
    ]


def companion_field(rows: tuple[Choice, ...]) -> Field:
    """The field for the unit that another one goes with."""
    return Field.each(
        "after",
        say("Goes with", "Va con"),
        tuple(
            msgspec.structs.replace(row, of=tuple(other for other in rows if other is not row))
            for row in rows
        ),
    )


def policy_sheet(policies: Policies) -> Offer:
    asks = tuple(
        Field.choice(
            f"policies.{key}",
            topic.title,
            tuple(Choice(word, says) for word, says in topic.options.items()),
            usual=getattr(policies, key),
        )
        for key, topic in TOPICS.items()
    )
    return Offer(
        orders.SetPolicies(policies),
        say("Standing orders", "Órdenes permanentes"),
        asks=asks,
        ahead=True,
    )


def gap_to_enemy(battle: Battle, who: str) -> float:
    """Distance in inches of the nearest enemy from the middle of a unit."""
    here = place_of(battle, who)
    if here is None:
        return FAR
    foes = enemies(battle, men_of(battle, who)[0].side)
    return min(
        (inches_to(here, foe.position) for foe in foes if not is_attendant(foe)), default=FAR
    )


def place_word(battle: Battle, who: str) -> str:
    """The place of a unit as a word."""
    here = place_of(battle, who)
    return spelled_point((round(here[0], 1), round(here[1], 1))) if here is not None else ""


def marched(
    battle: Battle, order: orders.PlanMarch, side: str, refused: tuple[Refusal, ...]
) -> Assessment:
    """Assessment of a march order: each task drawn for average dice, one after the other in the
    order of movement.
    """
    if refused:
        return Assessment(no=refused)
    march = marching.read(battle, order, side)
    then = at_its_moves(battle, side, march)
    ways: dict[str, Path] = {}
    notes: dict[str, Say] = {}
    left = list(march.tasks)
    while left:
        task = next((one for one in left if not marching.is_done(then, one)), left[0])
        left.remove(task)
        if task.after and marching.is_done(then, task):
            notes[task.who] = say(
                "{who} stays with {beside}",
                "{who} se queda con {beside}",
                who=called(then, task.who),
                beside=called(then, task.after),
            )
            continue
        draft = formations.drafted(then, marching.task_manoeuvre(then, task), side, explain=False)
        ways |= draft.paths
        notes[task.who] = outlook(then, task, draft)
        then = battle_after(then, draft)
    return Assessment(
        way=tuple(word for key, path in ways.items() for word in way_of(key, path)),
        notes=(*(notes[task.who] for task in march.tasks), *march_remarks(battle, march)),
    )


def at_its_moves(battle: Battle, side: str, march: March) -> Battle:
    """The battle at the first move of the march order, if nothing happens before."""
    if battle.step in MOVES and battle.turn == march.first:
        return msgspec.structs.replace(battle, hand=None)
    events = [] if march.first == battle.turn else [TurnOver({})]
    return fold(battle, [*events, StepBegan(march.first, UNIT_MOVES, side)])


def battle_after(battle: Battle, draft: formations.Draft) -> Battle:
    """The battle with the figures of a draft at the ends of their ways."""
    figures = {
        key: msgspec.structs.replace(battle.figures[key], at=path[-1])
        for key, path in draft.paths.items()
        if path
    }
    return (
        msgspec.structs.replace(battle, figures={**battle.figures, **figures})
        if figures
        else battle
    )


def outlook(battle: Battle, task: Task, draft: formations.Draft) -> Say:
    """A sentence about the progress of a task with an average roll."""
    who = called(battle, task.who)
    if draft.refusals:
        return say(
            "{who:The} {who:stays|stay}: {why}",
            "{who:El} {who:se queda|se quedan}: {why}",
            who=who,
            why=draft.refusals[0].says,
        )
    if task.target:
        return charge_outlook(battle, task, draft, who)
    here, end = middle_before_after(battle, task.who, draft)
    gone, left = (
        round(inches_to(here, end), 1),
        round(inches_to(end, goal_of(battle, task) or end), 1),
    )
    if left <= marching.THERE:
        return say(
            "{who:The} {who:arrives|arrive} with an average roll ({n} in)",
            "{who:El} {who:llega|llegan} con una tirada media ({n:pulgada+s})",
            who=who,
            n=gone,
        )
    return say(
        "{who:The} {who:comes|come} {n} in with an average roll, {left} are left",
        "{who:El} {who:avanza|avanzan} {n:pulgada+s} con una tirada media, {who:le|les} faltan "
        "{left}",
        who=who,
        n=gone,
        left=left,
    )


def charge_outlook(battle: Battle, task: Task, draft: formations.Draft, who: Say) -> Say:
    """A sentence about a charge with an average roll."""
    if draft.attack:
        return say(
            "{who:The} {who:reaches|reach} {target:the} with an average roll: {n:figure+s} in "
            "contact",
            "{who:El} {who:alcanza|alcanzan} {target:al} con una tirada media: {n:figura+s} "
            "en contacto",
            who=who,
            target=called(battle, task.target),
            n=len(draft.attack),
        )
    return say(
        "{who:The} {who:comes|come} nearer to {target:the}, but {who:does|do} not reach "
        "{target:it|them} with an average roll",
        "{who:El} {who:se acerca|se acercan} {target:al}, pero {who:no llega|no llegan} con "
        "una tirada media",
        who=who,
        target=called(battle, task.target),
    )


def middle_before_after(battle: Battle, who: str, draft: formations.Draft) -> tuple[Point, Point]:
    """The middle of a unit before and after."""
    men = men_of(battle, who)
    return mean_of(man.position for man in men), mean_of(
        draft.paths[man.id][-1] if draft.paths.get(man.id) else man.position for man in men
    )


def march_remarks(battle: Battle, march: March) -> Iterator[Say]:
    """Sentences with further facts about the order."""
    if march.first > battle.turn:
        yield say("It begins with turn {n}.", "Empieza en el turno {n}.", n=march.first)
    if march.watch.near and NEAR in march.stops:
        yield say(
            "Enemies that are near already do not stop it: {who}.",
            "No la detienen los enemigos que ya están cerca: {who}.",
            who=[called(battle, key) for key in dict.fromkeys(by for _, by in march.watch.near)],
        )
    if not march.stops:
        yield say("Nothing stops it.", "No la detiene nada.")


def standing(
    battle: Battle, order: orders.SetPolicies, side: str, refused: tuple[Refusal, ...]
) -> Assessment:
    """Assessment of standing orders: their words, and their answers now."""
    if refused:
        return Assessment(no=refused)
    plans = msgspec.structs.replace(battle.plans.get(side, Plans()), policies=order.policies)
    words = tuple(in_force(battle, Plans(policies=order.policies)))
    if not words:
        return Assessment(
            notes=(
                say(
                    "There are no standing orders: you decide every question.",
                    "No hay órdenes permanentes: decides todas las preguntas.",
                ),
            )
        )
    then = msgspec.structs.replace(battle, plans={side: plans})
    return Assessment(
        notes=(*words, *at_once(then, side), *fire_forecast(then, side, order.policies))
    )


def at_once(battle: Battle, side: str) -> Iterator[Say]:
    """A sentence about the answer to the current question."""
    if side not in owing(battle):
        return
    found = None if battle.pending else answering.answer(battle, side, still_to_act(battle, side))
    if found is not None and found.orders and found.what in TOPICS:
        yield say(
            "The present question would be answered at once: {what}.",
            "La pregunta actual se respondería al momento: {what}.",
            what=TOPICS[found.what].title,
        )
    else:
        yield say(
            "The present question is still yours to decide.",
            "La pregunta actual la sigues decidiendo tú.",
        )


def fire_forecast(battle: Battle, side: str, policies: Policies) -> Iterator[Say]:
    """A sentence about the fire orders if the shooting came now."""
    if policies.fire == FIRST and battle.step not in SETUP_STEPS and battle.shooting.queue is None:
        shots = default_fire.default_shots(battle, side)
        yield say(
            "If the shooting came now, {n} would fire.",
            "Si se disparara ahora, lo harían {n}.",
            n=len(shots),
        )
