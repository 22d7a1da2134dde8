"""The whole table in words, for readers without the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.games.heart_of_africa import digest
from app.games.heart_of_africa.drawing.words import state_words
from app.games.heart_of_africa.figures import (
    distance_between,
    enemies,
    is_hidden,
    is_independent,
    is_there,
    is_vessel,
    placed,
)
from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import EDGES, called, heading_words, side_title
from app.games.heart_of_africa.setup.ground_to_deploy import open_zones
from app.games.heart_of_africa.sight import impassable, smoke
from app.games.heart_of_africa.sight.viewpoints import common_facing
from app.games.heart_of_africa.sight.visibility import NIGHT_REACH
from app.games.heart_of_africa.state import DEPLOYMENT, SIDES, Battle
from app.games.heart_of_africa.survey.country import country_of, country_title, pair
from app.games.heart_of_africa.survey.facts import paces, reach
from app.games.heart_of_africa.survey.words import (
    compass,
    direction,
    extent,
    length,
    length_in_both_units,
    nearest_edge,
)
from app.games.heart_of_africa.tables import REGIONS
from app.kernel.position import PieceLine
from app.kernel.say import Say, say
from app.kernel.space.plane import mean_of, rect_path
from app.kernel.survey import Battlefield, Fact, Standing


def battlefield(view: View) -> Battlefield:
    """The table in words; the viewer's own side comes first."""
    battle = view.battle
    order = sorted(SIDES, key=lambda side: side != view.side)
    lines = digest.summary(view).pieces
    sides = tuple(
        (
            side,
            side_title(battle, side),
            tuple(standing(battle, line) for line in lines if line.side == side),
        )
        for side in order
    )
    return Battlefield(tuple(table(view)), country_of(battle), sides)


def table(view: View) -> Iterator[Fact]:
    battle = view.battle
    land = battle.land
    region = REGIONS.get(land.region)
    yield from table_size(land, region)
    yield Fact(
        say(
            "A place is two numbers, from the west and from the south edge: {corner} is the "
            "south-west corner, {middle} the middle",
            "Un punto son dos números, desde el borde oeste y desde el borde sur: {corner} es la "
            "esquina suroeste; {middle}, el centro",
            corner=pair((0, 0)),
            middle=pair((land.width / 2, land.depth / 2)),
        )
    )
    for side, edge in battle.edges.items():
        yield Fact(
            say(
                "{side}: base on the {edge} edge",
                "{side}: base en el borde {edge}",
                side=side_title(battle, side),
                edge=EDGES[edge],
            )
        )
    yield from deployment_facts(view, battle)
    yield from weather(battle)
    for side, count in view.hidden:
        yield Fact(
            say(
                "{side}: you do not see {n} {n:figure|figures}",
                "{side}: no ves {n} {n:figura|figuras}",
                side=side_title(battle, side),
                n=count,
            ),
            "HOA-VIS-01",
        )


def table_size(land: Land, region: Mapping[str, Any] | None) -> Iterator[Fact]:
    """The region and the size of the table."""
    size = say(
        "{width} from west to east, {depth} from south to north",
        "{width} de oeste a este, {depth} de sur a norte",
        width=length(land.width),
        depth=length(land.depth),
    )
    yield Fact(
        say(
            "{region}: {size}",
            "{region}: {size}",
            region=say(region["name_en"], region["name_es"]),
            size=size,
        )
        if region
        else size,
        "HOA-GEN-08",
    )


def deployment_facts(view: View, battle: Battle) -> Iterator[Fact]:
    """The zones in which the side deploys."""
    if battle.step == DEPLOYMENT and view.side in SIDES:
        zone, *ahead = (extent(rect_path(*zone.rect)) for zone in open_zones(battle, view.side))
        yield Fact(
            say("Your deployment zone: {where}", "Tu zona de despliegue: {where}", where=zone)
        )
        for where in ahead:
            yield Fact(
                say(
                    "Zone of your advanced guard, one unit: {where}",
                    "Zona de tu guardia avanzada, una unidad: {where}",
                    where=where,
                ),
                "HOA-SCN-06",
            )


def weather(battle: Battle) -> Iterator[Fact]:
    """Night, wind, fires and smoke."""
    if smoke.is_dark(battle):
        yield Fact(
            say(
                "It is dark: nothing is seen beyond {n}",
                "Es de noche: no se ve a más de {n}",
                n=length(NIGHT_REACH),
            ),
            "HOA-VIS-11",
        )
    if battle.wind is not None and battle.fires:
        yield Fact(
            say(
                "The wind blows to the {way}",
                "El viento sopla hacia el {way}",
                way=heading_words(battle.wind),
            ),
            "HOA-FIR-07",
        )
    for fire in impassable.burning_fires(battle):
        what = country_title(battle, fire.target)
        where = extent(fire.burning) if len(fire.burning) > 2 else pair(fire.origin)
        yield Fact(
            say(
                "Burning: {what} ({where})",
                "Arde: {what} ({where})",
                what=what or fire.target,
                where=where,
            ),
            "HOA-FIR-06",
        )
    for outline in smoke.smoke(battle):
        yield Fact(say("Smoke: {where}", "Humo: {where}", where=extent(outline)), "HOA-FIR-08")


def standing(battle: Battle, line: PieceLine) -> Standing:
    """A unit, a single figure or a boat, named as in the list next to the board."""
    men = [] if line.lost else men_of(battle, line.id)
    if not men:
        return Standing(line.id, called(battle, line.id), line.says, ())
    figures = tuple((figure.id, one_of(battle, figure)) for figure in men) if len(men) > 1 else ()
    its = tuple(facts(battle, men if line.id in battle.units else men[:1]))
    return Standing(line.id, called(battle, line.id), line.says, its, figures, looks=True)


def men_of(battle: Battle, key: str) -> list[Figure]:
    """The figures on the table: a unit with all in it, or a single figure with its followers."""
    if key in battle.units:
        return list(placed(battle, key))
    return [
        figure
        for figure in battle.figures.values()
        if figure.at is not None
        and not figure.fate
        and (
            figure.id == key
            or (figure.of == key and not figure.unit and not is_independent(figure))
        )
    ]


def facts(battle: Battle, men: list[Figure]) -> Iterator[Fact]:
    spots = [figure.at for figure in men if figure.at is not None]
    centre = mean_of(spots)
    facing = common_facing(tuple(men))
    where = say(
        "{at} ({edge})", "{at} ({edge})", at=pair(centre), edge=nearest_edge(battle, centre)
    )
    yield Fact(
        say("At {where}", "En {where}", where=where)
        if len(men) == 1
        else say("Its middle at {where}", "Su centro en {where}", where=where)
    )
    if len(men) > 1:
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        yield Fact(
            say(
                "It stretches {x} from west to east, {y} from south to north",
                "Ocupa {x} de oeste a este, {y} de sur a norte",
                x=length(max(xs) - min(xs)),
                y=length(max(ys) - min(ys)),
            )
        )
    if facing is not None and not is_vessel(men[0]):
        yield Fact(say("Facing {way}", "Mira al {way}", way=compass(facing)))
    for figure in {(one.type, one.mode): one for one in men}.values():
        yield paces(battle, figure)
        yield from reach(battle, figure)
    near = nearest_enemy(battle, men)
    if near is not None:
        yield near


def nearest_enemy(battle: Battle, men: list[Figure]) -> Fact | None:
    """The nearest unit of the other side, and its direction."""
    seen = [figure for figure in men if is_there(battle, figure) or is_hidden(battle, figure)]
    foes = list(enemies(battle, men[0].side))
    if not seen or not foes:
        return None
    inches, man, foe = min(
        ((distance_between(man, foe), man, foe) for man in seen for foe in foes),
        key=lambda found: found[0],
    )
    return Fact(
        say(
            "Nearest enemy: {who}, {far}, to the {way}",
            "Enemigo más cercano: {who}, a {far}, hacia el {way}",
            who=called(battle, foe.unit or foe.id),
            far=length_in_both_units(battle, inches),
            way=direction(man.position, foe.position, None),
        )
    )


def one_of(battle: Battle, figure: Figure) -> Say:
    """A figure with its place, facing and state."""
    at = figure.at or (0.0, 0.0)  # only figures on the table are listed one by one
    parts = [
        say(
            "{who}: {at} ({edge})",
            "{who}: {at} ({edge})",
            who=called(battle, figure.id),
            at=pair(at),
            edge=nearest_edge(battle, at),
        )
    ]
    parts += [say("facing {way}", "mira al {way}", way=compass(figure.facing))]
    parts += state_words(battle, (figure,), called(battle, figure.id))
    text = ", ".join(f"{{p{place}}}" for place in range(len(parts)))
    return Say(text, text, {f"p{place}": part for place, part in enumerate(parts)})
