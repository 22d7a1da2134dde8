"""AFB-RET: retreat of a beaten defender, captures, and entry of the victor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from app.games.africa_1859 import events as e
from app.games.africa_1859.counters import is_artillery, is_convoy, is_fighter
from app.games.africa_1859.ends_of_actions import end_action
from app.games.africa_1859.fights.roles import (
    ATTACKER,
    DEFENDER,
    assault_of,
    side_in,
    units_of_role,
)
from app.games.africa_1859.ground import (
    adjacent,
    has_enemy_counter,
    is_closed,
    is_enemy_held,
    leaders_at,
    map_of,
    place,
    units_at,
)
from app.games.africa_1859.orders import Retreat
from app.games.africa_1859.procedures import Assault, Question
from app.games.africa_1859.retreat_ranks import retreat_rank
from app.games.africa_1859.run import QuestionRules, Run
from app.games.africa_1859.stacking import has_room
from app.games.africa_1859.state import CAPTURED, ELIMINATED, LOST, War
from app.kernel.refusal import Refusal, no


def capture_train(run: Run) -> None:
    """AFR-MOR-03: Guns and convoys of a beaten defender are captured before the others retreat."""
    assault = assault_of(run)
    side = side_in(assault, DEFENDER)
    train = tuple(
        unit.id
        for unit in units_at(run.war, assault.space, side)
        if is_artillery(run.war, unit) or is_convoy(run.war, unit)
    )
    if train:
        run.tell(e.Removed(train, CAPTURED, "clash"))
    beaten = (*fighters_to_go(run.war, assault), *leaders_to_go(run.war, assault))
    run.update(replace(assault_of(run), stage="retreat", beaten=beaten))


def fighters_to_go(war: War, assault: Assault) -> list[str]:
    """Fighters of the defender still in the space lost, by id."""
    there = units_at(war, assault.space, side_in(assault, DEFENDER))
    return [unit.id for unit in there if is_fighter(war, unit)]


def leaders_to_go(war: War, assault: Assault) -> list[str]:
    """Leaders of the defender still in the space lost, by id."""
    return [one.id for one in leaders_at(war, assault.space, side_in(assault, DEFENDER))]


def cannot_retreat(war: War, assault: Assault, space: str, fighters: list[str]) -> Refusal | None:
    """AFB-RET-01: A retreat goes to an adjacent space without enemies, with room, off the approach.

    Leaders without fighters avoid every enemy counter.
    """
    side = side_in(assault, DEFENDER)
    is_free = not (is_enemy_held(war, space, side) or is_closed(war, space, side))
    fits = has_room(war, side, space, fighters[:1])
    if not fighters:
        fits = not has_enemy_counter(war, space, side)
    is_there = space in adjacent(war, assault.space) and space != assault.via
    if is_there and is_free and fits:
        return None
    return no(
        "AFB-RET-01",
        "A retreat to {space:the} is not possible.",
        "No es posible retirarse {space:al}.",
        space=place(war, space),
    )


def best_retreats(war: War, assault: Assault) -> list[str]:
    """Spaces of retreat that are equally good, by id; the way back of charged movers comes
    first.
    """
    fighters, side = fighters_to_go(war, assault), side_in(assault, DEFENDER)
    legal = [
        space
        for space in sorted(adjacent(war, assault.space))
        if cannot_retreat(war, assault, space, fighters) is None
    ]
    if assault.reaction and assault.came_from in legal:
        return [assault.came_from]
    ranks = {space: retreat_rank(war, side, assault.space, space) for space in legal}
    best = min(ranks.values(), default=None)
    return [space for space, rank in ranks.items() if rank == best]


def retreat_or_enter(run: Run) -> None:
    """Ask for the space of retreat while beaten counters are in the space; then the victor
    enters.
    """
    assault = assault_of(run)
    if fighters_to_go(run.war, assault) or leaders_to_go(run.war, assault):
        spaces = tuple(best_retreats(run.war, assault))
        if spaces:
            side = side_in(assault, DEFENDER)
            run.push(Question("retreat", side, assault.space, spaces=spaces))
        else:
            cut_off(run)
    else:
        enter_taken_space(run)
        run.update(replace(assault_of(run), stage="checks"))


def cut_off(run: Run) -> None:
    """AFB-RET-03: Fighters without a legal space are eliminated, and leaders with them are lost."""
    assault = assault_of(run)
    fighters = tuple(fighters_to_go(run.war, assault))
    leaders = tuple(leaders_to_go(run.war, assault))
    if fighters:
        run.tell(e.Removed(fighters, ELIMINATED, "cut_off"))
    if leaders:
        run.tell(e.Removed(leaders, LOST, "cut_off"))


def retreat_refusals(war: War, question: Question, order: Retreat) -> Iterator[Refusal | None]:
    """Reasons against a space of retreat."""
    if order.to in question.spaces:
        return
    if order.to not in map_of(war).spaces:
        yield no(
            "CAR-TAB-08", "There is no such place on this map.", "No existe ese lugar en este mapa."
        )
        return
    yield no(
        "AFB-RET-02",
        "The best spaces of retreat are {spaces:the}.",
        "Los mejores espacios de retirada son {spaces:el}.",
        spaces=[place(war, space) for space in question.spaces],
    )


def retreat(run: Run, question: Question, order: Retreat) -> None:
    """AFR-MOR-02: A beaten defender retreats; its units check their morale where they arrive.

    Fighters fill the space in order of id, and all leaders go with the first of them.
    """
    assault = assault_of(run)
    going: list[str] = []
    for unit in fighters_to_go(run.war, assault):
        if has_room(run.war, question.side, order.to, [*going, unit]):
            going.append(unit)
    leaders = leaders_to_go(run.war, assault)
    run.tell(e.Moved((*going, *leaders), (order.to,), "retreat"))
    end_action(run, question.side, going, order.to)


def usual_retreat(war: War, question: Question) -> Retreat:  # noqa: ARG001 - as all
    """Lowest id of the equally good spaces."""
    return Retreat(min(question.spaces))


def only_retreat(war: War, question: Question) -> Retreat | None:  # noqa: ARG001 - as all
    """Space of retreat if one is best."""
    return Retreat(question.spaces[0]) if len(question.spaces) == 1 else None


def standing_retreat(war: War, question: Question, given: object) -> Retreat | None:  # noqa: ARG001 - as all
    """Space by a conditional order: a ranking."""
    ranking = given.get("to", ()) if isinstance(given, Mapping) else given
    if not isinstance(ranking, list | tuple):
        return None
    found = [space for space in ranking if space in question.spaces]
    return Retreat(found[0]) if found else None


def settled_retreat(war: War, question: Question, settled: str) -> Retreat:  # noqa: ARG001 - as all
    """Space settled ahead."""
    return Retreat(settled)


RETREAT = QuestionRules(
    retreat_refusals,
    retreat,
    usual_retreat,
    only_retreat,
    standing=standing_retreat,
    settled=settled_retreat,
)


def enter_taken_space(run: Run) -> None:
    """AFB-ASL-10: The victorious group enters with its leaders; without survivors they stay
    behind.
    """
    assault = assault_of(run)
    units = tuple(unit.id for unit in units_of_role(run.war, assault, ATTACKER))
    if not units:
        return
    leaders = tuple(key for key in assault.leaders if run.war.leaders[key].at == assault.start)
    run.tell(e.Moved((*units, *leaders), (assault.space,), "assault"))
    end_action(run, assault.attacker, units, assault.space)
