"""AFB-NAV: fire of Spanish ships at listed coast spaces."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.africa_1859 import events as e
from app.games.africa_1859.activation import side_of
from app.games.africa_1859.counters import title_of
from app.games.africa_1859.fights.artillery import target_candidates
from app.games.africa_1859.fights.firing import Fire, resolve_fire
from app.games.africa_1859.fights.rolling import draw_one
from app.games.africa_1859.ground import has_cover, is_enemy_held, map_of, place
from app.games.africa_1859.orders import ShipFire
from app.games.africa_1859.run import ActionRules, Run
from app.games.africa_1859.state import SPAIN, War
from app.games.africa_1859.supply import scenario_of
from app.kernel.refusal import Refusal, no


def ships_of(war: War) -> tuple[str, ...]:
    """Ships of the scenario; none on a bare map."""
    scenario = scenario_of(war)
    return scenario.ships.ids if scenario else ()


def ready_ships(war: War, space: str) -> tuple[str, ...]:
    """Ships that can fire at a space now."""
    return tuple(ship for ship in ships_of(war) if silent_ship(war, ship, space) is None)


def silent_ship(war: War, ship: str, space: str) -> Refusal | None:
    """AFB-NAV-01: A ship fires once per turn at a listed coast space, never in a storm."""
    scenario = scenario_of(war)
    if scenario is None or ship not in scenario.ships.ids:
        return no("AFB-NAV-01", "There is no such ship.", "No existe ese buque.")
    if war.phase.storm:
        return no(
            "AFB-NAV-01",
            "A storm blows; ships do not fire.",
            "Hay temporal; los buques no tiran.",
        )
    if ship in war.phase.ships_fired:
        return no(
            "AFB-NAV-01",
            "{who:Aa} fired earlier this turn.",
            "El {who} ya ha tirado este turno.",
            who=title_of(war, ship),
        )
    if space not in scenario.ships.spaces:
        return no(
            "AFB-NAV-01",
            "No ship reaches {space:the}.",
            "Los buques no alcanzan {space:el}.",
            space=place(war, space),
        )
    return None


def ship_fire_refusals(war: War, order: ShipFire, seat: str) -> Iterator[Refusal | None]:
    """Reasons against the fire of a ship outside an assault."""
    if side_of(war, seat) != SPAIN:
        yield no("AFB-NAV-01", "Only Spain has ships.", "Solo España tiene buques.")
    if order.target not in map_of(war).spaces:
        yield no(
            "CAR-TAB-08", "There is no such place on this map.", "No existe ese lugar en este mapa."
        )
        return
    yield silent_ship(war, order.ship, order.target)
    if war.phase.open:
        yield no(
            "AFB-NAV-01",
            "Close {place:the} first; ships fire while no space is open.",
            "Cierra antes {place:el}; los buques tiran sin ningún espacio abierto.",
            place=place(war, war.phase.open),
        )
    if not is_enemy_held(war, order.target, SPAIN):
        yield no(
            "AFB-NAV-01",
            "No enemy unit stands in {target:the}.",
            "En {target:el} no hay ninguna unidad enemiga.",
            target=place(war, order.target),
        )


def ship_shot(war: War, purpose: str, ship: str, target: str, space: str) -> Fire:
    """Fire of one ship at a counter in a space; cover counts."""
    scenario = scenario_of(war)
    if scenario is None:
        raise ValueError("a bare map has no ships")
    return Fire(purpose, ship, (scenario.ships.af,), target, has_cover(war, space))


def fire_ship(run: Run, fire: Fire) -> None:
    """Fire a ship, which is silent for the rest of the turn."""
    run.tell(e.ShipFired(fire.owner))
    resolve_fire(run, fire)


def ship_fire(run: Run, order: ShipFire, seat: str) -> None:  # noqa: ARG001 - all ships are Spanish
    """Fire of a ship at a target that is drawn."""
    target = draw_one(run, target_candidates(run.war, order.target, SPAIN))
    fire_ship(run, ship_shot(run.war, "fire", order.ship, target, order.target))


SHIP_FIRE = ActionRules(ship_fire_refusals, ship_fire)
