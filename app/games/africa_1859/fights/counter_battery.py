"""AFR-ART-07, AFR-ART-08: Spanish guns answer Moroccan guns that have fired."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.africa_1859.counters import is_artillery, title_of
from app.games.africa_1859.fights.artillery import fire_guns, gun_fire, no_guns, scattered_guns
from app.games.africa_1859.fights.standing_fire import standing_guns
from app.games.africa_1859.ground import adjacent, has_cover, units_at
from app.games.africa_1859.orders import CounterBattery
from app.games.africa_1859.procedures import Answer, Question
from app.games.africa_1859.run import QuestionRules, Run
from app.games.africa_1859.state import SPAIN, Unit, War
from app.kernel.refusal import Refusal, no


def answering_guns(war: War, space: str) -> list[Unit]:
    """AFR-ART-07: Spanish guns without any marker beside Moroccan guns that fired may answer."""
    return [
        unit
        for there in sorted(adjacent(war, space))
        for unit in units_at(war, there, SPAIN)
        if is_artillery(war, unit) and not (unit.dem or unit.marker or unit.fired)
    ]


def guns_still_there(war: War, answer: Answer) -> list[str]:
    """AFR-ART-08: The answer strikes guns that have just fired and still stand."""
    return [key for key in answer.guns if war.units[key].at == answer.space]


def may_answer(run: Run, answer: Answer) -> None:
    """Ask Spain for an answer while one is possible; otherwise it is over."""
    if guns_still_there(run.war, answer) and answering_guns(run.war, answer.space):
        units = tuple(unit.id for unit in answering_guns(run.war, answer.space))
        run.push(Question("counter_battery", SPAIN, answer.space, units=units))
    else:
        run.pop()


def answer_of(war: War) -> Answer:
    """Answer under way, below the question."""
    return next(frame for frame in reversed(war.stack) if isinstance(frame, Answer))


def counter_battery_refusals(
    war: War, question: Question, order: CounterBattery
) -> Iterator[Refusal | None]:
    """Reasons against an answer of guns."""
    if order.passes:
        return
    yield no_guns(order.guns)
    unable = [key for key in order.guns if key not in question.units]
    if unable:
        yield cannot_answer(war, unable[0])
    if all(key in war.units for key in order.guns):
        yield scattered_guns(war, order.guns)
    if order.target not in guns_still_there(war, answer_of(war)):
        yield no(
            "AFR-ART-08",
            "Counter-battery fire strikes guns that have just fired.",
            "La contrabatería tira contra los cañones que acaban de disparar.",
        )


def cannot_answer(war: War, key: str) -> Refusal:
    """Refusal of a battery that may not answer."""
    if key not in war.units:
        return no("CAR-TAB-06", "There is no such piece.", "No existe esa ficha.")
    return no(
        "AFR-ART-07",
        "{who} cannot answer. Only unmarked guns beside the firing guns can, if not demoralised.",
        "{who}: sin respuesta. Solo responden los cañones contiguos sin marcador ni"
        " desmoralización.",
        who=title_of(war, key),
    )


def counter_battery(run: Run, question: Question, order: CounterBattery) -> None:
    """Fire the answer, or end it. The question comes again while guns can answer."""
    if order.passes:
        run.pop()
        return
    cover = has_cover(run.war, question.space)
    fire = gun_fire(run.war, "counter_battery", order.guns, order.target, cover)
    fire_guns(run, fire, order.guns)


def default_counter_battery(war: War, question: Question) -> CounterBattery:
    """Answer of all able guns of the space with the lowest id, at the lowest id that fired."""
    first = min(war.units[key].at for key in question.units)
    guns = tuple(key for key in question.units if war.units[key].at == first)
    return CounterBattery(guns, min(guns_still_there(war, answer_of(war))))


def standing_counter_battery(war: War, question: Question, given: object) -> CounterBattery | None:
    """Answer of a conditional order."""
    usual = default_counter_battery(war, question)
    guns = standing_guns(given, usual.guns)
    if guns is None:
        return None
    return CounterBattery(guns, usual.target) if guns else CounterBattery(passes=True)


def only_counter_battery(war: War, question: Question) -> None:
    """Return None, because guns that can answer may also pass."""


COUNTER_BATTERY = QuestionRules(
    counter_battery_refusals,
    counter_battery,
    default_counter_battery,
    only_counter_battery,
    standing=standing_counter_battery,
    settled=standing_counter_battery,
)
