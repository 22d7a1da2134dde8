"""HOA-DEP: Laying an ambush: units allowed to hide, hiding ground, numbers, and the units surprised
when it emerges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import shapely
from msgspec.structs import replace

from app.games.heart_of_africa.figures import (
    distance_between,
    is_baggage,
    is_leader,
    is_vessel,
    members,
    other_side,
    radius,
    visible_figures,
)
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.pieces import AMBUSH, Figure, Unit
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.setup.places import Stand, is_follower
from app.games.heart_of_africa.setup.scenarios import part_of
from app.games.heart_of_africa.setup.table_edges import base_line
from app.games.heart_of_africa.sight import visibility
from app.games.heart_of_africa.sight.ground import (
    country,
    enclosed_area,
    extent_of,
    is_cut_by_roads,
    kept_with,
)
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import LIGHT_AMBUSH, TERRAIN, TERRAIN_DATA
from app.kernel.refusal import Refusal, no
from app.kernel.space.notation import place_words
from app.kernel.space.plane import GRACE, Point, is_within

FOR_ALL = tuple(kind for kind, row in TERRAIN.items() if row["ambush"]["who"] == "all")
ROCKS = tuple(
    kind
    for kind, row in TERRAIN.items()
    if row["ambush"]["who"] == "light" and row["ambush"].get("where") == "inside"
)
HUMAN = ("village", "camp", "kraal")
EXTRA: int = TERRAIN_DATA["cunning_devil_extra_ambush"]
SHOCK: float = TERRAIN_DATA["detection"]["shock_distance"]


def ambushes_allowed(battle: Battle, side: str) -> int | None:
    """HOA-LDR-20: A Cunning Devil may put one unit more in ambush than the scenario allows, even if
    it allows none.

    Number of ambushes; None: any number.
    """
    most = part_of(battle, side).ambushes
    return None if most is None else most + EXTRA * has_devil(battle, side)


def has_devil(battle: Battle, side: str) -> bool:
    return any(
        figure.side == side
        and is_leader(figure)
        and not figure.fate
        and "cunning_devil" in figure.traits
        for figure in battle.figures.values()
    )


def hidden_units(battle: Battle, side: str) -> list[Unit]:
    return [unit for unit in battle.units.values() if unit.side == side and unit.where == AMBUSH]


def too_many(battle: Battle, side: str) -> Refusal | None:
    """Refusal of an ambush beyond the number that a side may lay."""
    most = ambushes_allowed(battle, side)
    if most is None or len(hidden_units(battle, side)) < most:
        return None
    rule = part_of(battle, side).ambush_rule
    if not most:
        return no(
            rule, "This scenario gives you no ambush.", "Este escenario no te permite emboscadas."
        )
    return no(
        rule,
        "In ambush already: {n}, no more are allowed.",
        "Ya hay {n} en emboscada y no se permiten más.",
        n=most,
    )


def ambush_refusals(battle: Battle, unit: Unit, found: Mapping[str, Stand]) -> Iterator[Refusal]:
    """Everything that speaks against hiding these figures there."""
    men = [stand for stand in found.values() if not is_follower(battle, stand.figure)]
    unfit = who_cannot_hide(unit, (stand.figure for stand in men))
    if unfit:
        yield unfit
        return
    light = all(
        is_light(figure) for figure in (*members(battle, unit.id), *(stand.figure for stand in men))
    )
    cover = hiding_ground(battle, light)
    outside = [stand for stand in men if not wholly_in(cover, stand)]
    half_out = [stand for stand in outside if cover.contains(shapely.Point(stand.at))]
    if half_out and not (light and seen_behind_the_hill(battle, unit.side, half_out) is None):
        yield half_covered(battle, half_out[0])
        return
    if outside and not light:
        yield no(
            "HOA-DEP-06",
            "{who} is not hidden: these troops hide in ravines, jungle and long grass.",
            "{who} no está {who:oculto|oculta|ocultos|ocultas}: esa tropa solo se esconde en "
            "barrancos, "
            "jungla y hierba alta.",
            who=called(battle, outside[0].figure),
        )
    elif outside:
        seen = seen_behind_the_hill(battle, unit.side, outside)
        if seen:
            yield seen


def who_cannot_hide(unit: Unit, men: Iterable[Figure]) -> Refusal | None:
    """Baggage, boats and Gunboats may not hide (HOA-DEP-06)."""
    if unit.kind != "baggage" and not any(
        is_vessel(figure) or is_baggage(figure) for figure in men
    ):
        return None
    return no(
        "HOA-DEP-06",
        "Baggage, boats and Gunboats cannot be in ambush.",
        "Ni el bagaje, ni los botes, ni las Cañoneras pueden estar en emboscada.",
    )


def is_light(figure: Figure) -> bool:
    return figure.type in LIGHT_AMBUSH


def hiding_ground(battle: Battle, light: bool) -> shapely.Geometry:
    """HOA-DEP-06: Any unit may hide in a ravine, in jungle or in long grass, if it may enter it.
    Roads are cut out of the kinds of ground that HOA-TER-34 names, so not out of ravines.
    """
    found: shapely.Geometry
    found = kept_with(
        battle.land, f"hiding ground {light}", lambda land: ground_that_hides(land, light)
    )
    return found


def ground_that_hides(land: Land, light: bool) -> shapely.Geometry:
    kinds = (*FOR_ALL, *(ROCKS if light else ()))
    cover = [
        (piece, extent_of(piece))
        for piece in land.pieces
        if piece.kind in kinds and len(piece.outline) > 2
    ]
    whole = [extent for piece, extent in cover if not is_cut_by_roads(piece.kind)]
    crossed = [extent for piece, extent in cover if is_cut_by_roads(piece.kind)]
    roads = [enclosed_area(road.points) for road in country(land).roads]
    left = shapely.unary_union(crossed).difference(shapely.unary_union(roads))
    return shapely.unary_union([*whole, left])


def wholly_in(cover: shapely.Geometry, stand: Stand) -> bool:
    return (
        cover.contains(shapely.Point(stand.at))
        and cover.boundary.distance(shapely.Point(stand.at)) >= radius(stand.figure) - GRACE
    )


def is_in_cover(battle: Battle, figure: Figure) -> bool:
    """True if growth or the like hides the whole base, so that seeing the figure finds nothing."""
    stand = Stand(figure, figure.position, figure.facing)
    return wholly_in(hiding_ground(battle, is_light(figure)), stand)


def half_covered(battle: Battle, stand: Stand) -> Refusal:
    """HOA-DEP-08: Every base of an ambush lies wholly in cover or out of sight. The unit counts as
    deployed; its places are noted in secret.
    """
    return no(
        "HOA-DEP-08",
        "{who} is not wholly in cover: the base reaches over the edge.",
        "{who} no está del todo a cubierto: su base sobresale del borde.",
        who=called(battle, stand.figure),
    )


def seen_behind_the_hill(battle: Battle, side: str, men: Iterable[Stand]) -> Refusal | None:
    """HOA-DEP-07: Native troops may also hide among rocks, or behind a hill, escarpment or the
    like. No point of the enemy's base line may have a view of any figure. In a mixed unit all types
    must be on the list. Works hide no figure.
    """
    men = list(men)
    line = base_line(battle.land, battle.edges[other_side(side)])
    figures = [replace(stand.figure, at=stand.at) for stand in men]
    seen = visibility.seen_from_many(without_works(battle), line, figures)
    if not seen.any():
        return None
    point, man = (int(n[0]) for n in seen.nonzero())
    return no(
        "HOA-DEP-07",
        "{who} is not hidden: the place {at} on the enemy's base line has a view of the figure.",
        "{who} no está {who:oculto|oculta|ocultos|ocultas}: se ve desde el punto {at} "
        "de la línea base enemiga.",
        who=called(battle, men[man].figure),
        at=place_words(line[point]),
    )


def without_works(battle: Battle) -> Battle:
    """HOA-FRT-02: Works are visible from the start, and no ambush is laid behind them. Visibility
    is computed without them.
    """
    land = replace(
        battle.land,
        works=(),
        pieces=tuple(piece for piece in battle.land.pieces if piece.kind not in HUMAN),
    )
    return replace(battle.with_conditions(dark=None), land=land, fires=())


def lies_behind(battle: Battle, unit: Unit, found: Mapping[str, Stand]) -> bool:
    """True if some of the figures are hidden by a hill alone."""
    men = [stand for stand in found.values() if not is_follower(battle, stand.figure)]
    cover = hiding_ground(battle, all(is_light(stand.figure) for stand in men))
    return unit.kind == "troops" and not all(wholly_in(cover, stand) for stand in men)


def shocked_units(battle: Battle, side: str, at: Mapping[str, Point]) -> tuple[str, ...]:
    """HOA-DEP-11: An ambush of `side` that emerges surprises every enemy unit with a figure within
    8 in of one of its figures. Units in ambush are exempt. A unit takes at most one such test a
    turn.
    """
    appear = [replace(battle.figures[key], at=spot) for key, spot in at.items()]
    near: dict[str, None] = {}
    for enemy in visible_figures(battle, other_side(side)):
        if (
            enemy.unit
            and enemy.unit not in near
            and battle.units[enemy.unit].kind == "troops"
            and not is_vessel(enemy)
            and any(is_within(distance_between(enemy, figure), SHOCK) for figure in appear)
        ):
            near[enemy.unit] = None
    return tuple(near)
