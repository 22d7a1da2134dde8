"""A second sight test, slow and written from the rulings alone: GEOS for the shapes, one line at a
time, nothing shared with the box but the state. It says only whether a line is free.
"""

import math
from itertools import pairwise

from shapely import LineString, Point, Polygon, STRtree, box
from shapely.affinity import rotate, translate
from shapely.ops import unary_union

EVER_SO_LITTLE = 1e-6
GRACE = 0.01 + EVER_SO_LITTLE
FOOT, MOUNTED, GUN, BAGGAGE, SMALL_HULL, BIG_HULL = 0.4, 0.6, 0.8, 1.0, (3.0, 1.0), (8.0, 2.5)
SIZES = {
    "horseman": MOUNTED,
    "mounted_musketeer": MOUNTED,
    "lancer": MOUNTED,
    "mounted_regular": MOUNTED,
    "artillery": GUN,
    "muzzle_loading_cannon": GUN,
    "machine_gun": GUN,
    "baggage": BAGGAGE,
    "canoe": SMALL_HULL,
    "dhow": BIG_HULL,
    "gunboat": BIG_HULL,
}
MUZZLE_LOADERS = ("swordsman", "askari", "ruga_ruga", "musketeer", "mounted_musketeer")
DEPTHS = {"jungle": 1.0, "long_grass": 4.0, "village": 3.0}


def size(figure):
    if figure.type == "mounted_regular" and figure.mode == "dismounted":
        return FOOT
    return SIZES.get(figure.type, FOOT)


def half(figure):
    return size(figure)[1] / 2 if isinstance(size(figure), tuple) else size(figure)


def body(figure):
    """The base: for discs their centre and radius, hulls as polygons and 0."""
    it = size(figure)
    if isinstance(it, tuple):
        hull = rotate(
            box(-it[0] / 2, -it[1] / 2, it[0] / 2, it[1] / 2), figure.facing, origin=(0, 0)
        )
        return translate(hull, *figure.at), 0.0
    return Point(figure.at), it


def apart(a, b):
    (one, r), (two, s) = body(a), body(b)
    return max(0.0, one.distance(two) - r - s)


def strip(piece):
    return Polygon(piece.outline)


def on_foot(figure):
    return size(figure) == FOOT


class Scene:
    def __init__(self, battle):
        self.battle = battle
        self.kinds = {}
        for piece in battle.land.pieces:
            self.kinds.setdefault(piece.kind, []).append(piece)
        self.roads = unary_union([strip(piece) for piece in self.kinds.get("road", ())])
        self.there = [
            figure
            for figure in battle.figures.values()
            if figure.at is not None
            and not figure.fate
            and figure.type != "attendant"
            and not figure.aboard
            and not (figure.unit and battle.units[figure.unit].where == "ambush")
        ]
        self.works = {work.id: work for work in battle.land.works}
        self.bodies = [
            body(figure)[0].buffer(0) if isinstance(size(figure), tuple) else Point(figure.at)
            for figure in self.there
        ]
        self.tree = STRtree(self.bodies) if self.bodies else None

    def smokes(self):
        for fire in self.battle.fires:
            age = self.battle.turn - fire.lit
            if self.battle.wind is not None and 1 <= age <= 3:
                yield translate(
                    rotate(box(0, -2, 4 * age, 2), self.battle.wind, origin=(0, 0)), *fire.origin
                )


class Bare:
    """A point that looks like a figure."""

    type, unit, room, roof, aboard, facing, id = "point", "", "", "", "", 0.0, "?"

    def __init__(self, at):
        self.at = at


SIZES["point"] = 0.0


def free(battle, a, b, *, shooting=False, standard=False, scene=None):
    scene = scene or Scene(battle)
    start, end = stand(battle, a, b), stand(battle, b, a)
    line = LineString([start, end])
    if not ground_is_clear(scene, a, b, line, standard):
        return False
    if (
        is_dark(battle)
        and night_distance(a, b, start, end) > 6 + GRACE
        and not (shooting and before_a_fire(scene, a, b, start, end))
    ):
        return False
    return standard or men_are_clear(scene, a, b, line, shooting)


def is_dark(battle):
    return (
        battle.conditions.dark is not None
        and battle.conditions.dark[0] <= battle.turn <= battle.conditions.dark[1]
    )


def night_distance(a, b, start, end):
    if isinstance(size(a), tuple) or isinstance(size(b), tuple):
        return apart(a, b)
    return (
        math.dist(start, end) - (half(a) if start == a.at else 0) - (half(b) if end == b.at else 0)
    )


def ground_is_clear(scene, a, b, line, standard):
    kinds = scene.kinds
    for kind, limit in DEPTHS.items():
        if kind in kinds and not (standard and kind == "long_grass"):
            growth = unary_union(
                [strip(piece) for piece in kinds[kind] if strip(piece).intersects(line)]
            ).difference(scene.roads)
            if line.intersection(growth).length > limit + EVER_SO_LITTLE:
                return False
    if line.intersection(unary_union(list(scene.smokes()))).length > 0.05 + EVER_SO_LITTLE:
        return False
    return (
        all(hill_is_clear(piece, a, b, line) for piece in kinds.get("low_hill", ()))
        and all(
            edge_is_clear(piece, a, b, line)
            for kind in ("escarpment", "kopje")
            for piece in kinds.get(kind, ())
        )
        and all(ravine_is_clear(piece, a, b, line) for piece in kinds.get("ravine", ()))
        and all(
            work_is_clear(scene, work, a, b, line, standard)
            for work in scene.battle.land.works
            if work.line
        )
        and all(
            walls_are_clear(scene, work, a, b, line)
            for work in scene.battle.land.works
            if work.rect
        )
    )


def hill_is_clear(hill, a, b, line):
    shape, crest = strip(hill), LineString(hill.crest)
    if not shape.intersects(line):
        return True
    here, there = shape.intersects(Point(a.at)), shape.intersects(Point(b.at))
    if line.intersects(crest) and not any(
        Point(one.at).distance(crest) <= half(one) + EVER_SO_LITTLE for one in (a, b)
    ):
        return False
    if here and there:
        return apart(a, b) <= 4 + GRACE
    over = line.intersection(shape)
    if not here and not there:
        return over.length <= 0.05 + EVER_SO_LITTLE
    summit = crest.interpolate(0.5, normalized=True)
    own = Point(a.at if here else b.at)
    return over.distance(summit) >= own.distance(summit) - 0.05 - EVER_SO_LITTLE


def edge_is_clear(piece, a, b, line):
    shape = strip(piece)
    high = Polygon(piece.high) if piece.high else None
    if piece.kind == "kopje" and piece.variant == "closed":
        return line.intersection(shape).length <= 0.05 + EVER_SO_LITTLE
    if piece.kind == "kopje" and high is None:
        inside = any(shape.intersects(Point(one.at)) for one in (a, b))
        return inside or line.intersection(shape).length <= 0.05 + EVER_SO_LITTLE
    edge = (
        high.exterior
        if high is not None and (piece.kind == "kopje" or not piece.top_edge)
        else LineString(piece.top_edge)
    )
    meets = line.intersection(edge)
    if meets.is_empty:
        return True
    times = len(meets.geoms) if hasattr(meets, "geoms") else 1
    up = [high is not None and high.intersects(Point(one.at)) for one in (a, b)]
    if all(up):
        return True
    if not any(up):
        return times < 2
    one = a if up[0] else b
    return Point(one.at).distance(edge) - half(one) <= 2 + GRACE


def ravine_is_clear(piece, a, b, line):
    shape = strip(piece)
    down = [shape.intersects(Point(one.at)) for one in (a, b)]
    if not any(down):
        return True
    inside = line.intersection(shape)
    if all(down):
        return inside.length >= line.length - 1e-5
    outer = b if down[0] else a
    parts = sum(1 for part in getattr(inside, "geoms", (inside,)) if part.length > EVER_SO_LITTLE)
    return parts <= 1 and Point(outer.at).distance(shape.exterior) - half(outer) <= 2 + GRACE


def touches(figure, work):
    shape, r = body(figure)
    return shape.distance(LineString(work.line)) - r <= 0.05 + EVER_SO_LITTLE


def in_file(scene, rear, work):
    """The first rank that a muzzle-loader stands behind."""
    if rear.type not in MUZZLE_LOADERS or not rear.unit or touches(rear, work):
        return []
    front = [
        one
        for one in scene.there
        if one.unit == rear.unit
        and one.type == rear.type
        and one is not rear
        and touches(one, work)
    ]
    return front if any(apart(one, rear) <= 0.05 + EVER_SO_LITTLE for one in front) else []


def work_is_clear(scene, work, a, b, line, standard):
    if not line.intersects(LineString(work.line)) or (standard and work.height != "higher"):
        return True
    if work.height == "higher":
        return False
    men = [
        one
        for one in (a, b)
        if not isinstance(one, Bare)
        and (on_foot(one) or (one.type == "machine_gun" and work.kind != "field_fortification"))
    ]
    posts = [
        post for one in men for post in ([one] if touches(one, work) else in_file(scene, one, work))
    ]
    met = line.intersection(LineString(work.line))
    return all(
        any(is_right_behind(post, work, Point(spot)) for post in posts)
        for part in getattr(met, "geoms", (met,))
        for spot in part.coords
    )


def is_right_behind(man, work, spot):
    """At the straight stretch that is crossed, or within an inch of where it is."""
    shape, r = body(man)
    legs = [LineString(ends) for ends in pairwise(work.line)]
    return shape.distance(spot) - r <= 1 + EVER_SO_LITTLE or any(
        shape.distance(leg) - r <= 0.05 + EVER_SO_LITTLE and leg.distance(spot) <= 0.01
        for leg in legs
    )


def rooms(work):
    x0, y0, x1, y1 = work.rect
    if x1 - x0 > y1 - y0:
        return {
            "south": box(x0, y0, x1, y0 + 2),
            "north": box(x0, y1 - 2, x1, y1),
            "west": box(x0, y0 + 2, x0 + 2, y1 - 2),
            "east": box(x1 - 2, y0 + 2, x1, y1 - 2),
        }
    return {
        "west": box(x0, y0, x0 + 2, y1),
        "east": box(x1 - 2, y0, x1, y1),
        "south": box(x0 + 2, y0, x1 - 2, y0 + 2),
        "north": box(x0 + 2, y1 - 2, x1 - 2, y1),
    }


def loopholes(work, room):
    """Five along the middle of the outer wall, two along the inner: with the way out."""
    x0, y0, x1, y1 = rooms(work)[room].bounds
    if room in ("north", "south"):
        outer, inner, way = (y1, y0, 1) if room == "north" else (y0, y1, -1)
        u0, u1 = max(x0, work.rect[0] + 2), min(x1, work.rect[2] - 2)
        return [((x0 + (x1 - x0) * (n + 0.5) / 5, outer), (0, way)) for n in range(5)] + [
            ((u0 + (u1 - u0) * (n + 0.5) / 2, inner), (0, -way)) for n in range(2)
        ]
    outer, inner, way = (x1, x0, 1) if room == "east" else (x0, x1, -1)
    v0, v1 = max(y0, work.rect[1] + 2), min(y1, work.rect[3] - 2)
    return [((outer, y0 + (y1 - y0) * (n + 0.5) / 5), (way, 0)) for n in range(5)] + [
        ((inner, v0 + (v1 - v0) * (n + 0.5) / 2), (-way, 0)) for n in range(2)
    ]


def shoots_from(battle, figure):
    building, _, room = figure.room.partition("/")
    if not room or room == "courtyard" or figure.id not in battle.shooting.shooters:
        return None
    work = next(one for one in battle.land.works if one.id == building)
    hole = min(loopholes(work, room), key=lambda one: math.dist(one[0], figure.at))
    return hole if math.dist(hole[0], figure.at) <= half(figure) + 0.05 + EVER_SO_LITTLE else None


def stand(battle, figure, other):
    """Start of a line: the loophole for a figure that shoots out of a room."""
    hole = shoots_from(battle, figure) if figure.room and figure.room != other.room else None
    return (round(hole[0][0], 3), round(hole[0][1], 3)) if hole else figure.at


def walls_are_clear(scene, work, a, b, line):
    roofs = [one for one in (a, b) if one.roof.partition("/")[0] == work.id]
    if roofs:
        other = b if a is roofs[0] else a
        building, _, room = other.room.partition("/")
        return (
            building != work.id
            or room == "courtyard"
            or (other.room == roofs[0].roof and room in work.roof_holes)
        )
    shapes = rooms(work)
    walls = unary_union([shape.exterior for shape in shapes.values()])
    for start, end in work.breaches:
        walls = walls.difference(LineString([start, end]).buffer(0.005))
    for one, other in ((a, b), (b, a)):
        hole = shoots_from(scene.battle, one)
        if hole and one.room != other.room and one.room.partition("/")[0] == work.id:
            walls = walls.difference(Point(hole[0]).buffer(0.01))
    return not walls.intersects(line)


def before_a_fire(scene, a, b, start, end):
    far = math.dist(start, end)
    if far == 0:
        return False
    reach = half(b) + 6 + GRACE
    on = (b.at[0] + (end[0] - start[0]) / far * reach, b.at[1] + (end[1] - start[1]) / far * reach)
    beyond = LineString([b.at, on])
    for fire in scene.battle.fires:
        if fire.lit <= scene.battle.turn <= fire.lit + 3 and len(fire.burning) > 2:
            flames = beyond.intersection(Polygon(fire.burning))
            if not flames.is_empty:
                first = min(
                    beyond.project(Point(spot))
                    for part in getattr(flames, "geoms", (flames,))
                    for spot in part.coords
                )
                near = beyond.interpolate(max(0.0, first - 0.05))
                there = Bare((near.x, near.y))
                if ground_is_clear(
                    scene, a, there, LineString([stand(scene.battle, a, there), there.at]), False
                ):
                    return True
    return False


def men_are_clear(scene, a, b, line, shooting):
    if scene.tree is None:
        return True
    others = [
        scene.there[n]
        for n in scene.tree.query(line.buffer(4.2))
        if counts(scene, scene.there[n], a, b, line, shooting)
    ]
    for one in others:
        shape, r = body(one)
        if shape.distance(line) <= r + EVER_SO_LITTLE:
            return False
    return not shooting or gaps_are_wide(others, a, b, line)


def counts(scene, one, a, b, line, shooting):
    battle = scene.battle
    if one.id in (a.id, b.id, a.aboard, b.aboard) or (
        not shooting and one.unit and one.unit in (a.unit, b.unit)
    ):
        return False
    house = (one.roof or one.room).partition("/")[0]
    from_roof = house in (a.roof.partition("/")[0], b.roof.partition("/")[0]) if house else False
    if one.roof and not from_roof:
        return False
    if one.room and not one.room.endswith("courtyard"):
        out = [
            end
            for end, other in ((a, b), (b, a))
            if end.room == one.room and other.room != end.room and shoots_from(battle, end)
        ]
        if from_roof or out:
            return False
    return not (shooting and passes_over(scene, one, a, b, line))


def passes_over(scene, one, a, b, line):
    if (
        a.type in ("artillery", "muzzle_loading_cannon", "gunboat")
        and (is_high(scene, a) or is_high(scene, b))
        and not is_high(scene, one)
        and apart(one, a) >= 12 - GRACE
        and apart(one, b) >= 12 - GRACE
    ):
        return True
    if a.type == "gunboat" and one.type == "canoe":
        water = unary_union(
            [
                strip(piece).buffer(0.02)
                for kind in ("river", "ford", "sea_or_lake")
                for piece in scene.kinds.get(kind, ())
            ]
        )
        return any(
            part.intersects(Point(a.at)) and part.intersects(Point(one.at))
            for part in getattr(water, "geoms", (water,))
        )
    return any(
        line.intersects(LineString(work.line)) and one in in_file(scene, a, work)
        for work in scene.battle.land.works
        if work.line
    )


def is_high(scene, figure):
    return any(
        strip(piece).intersects(Point(figure.at))
        or (piece.high and Polygon(piece.high).intersects(Point(figure.at)))
        for kind in ("low_hill", "escarpment", "kopje")
        for piece in scene.kinds.get(kind, ())
    )


def gaps_are_wide(others, a, b, line):
    (sx, sy), (tx, ty) = line.coords
    far = line.length
    left, right = [], []
    for one in others:
        along = ((one.at[0] - sx) * (tx - sx) + (one.at[1] - sy) * (ty - sy)) / far
        side = ((tx - sx) * (one.at[1] - sy) - (ty - sy) * (one.at[0] - sx)) / far
        if EVER_SO_LITTLE < along < far - EVER_SO_LITTLE and abs(side) > EVER_SO_LITTLE:
            (left if side > 0 else right).append(one)
    for one in left:
        for two in right:
            gap = LineString([one.at, two.at]).intersection(line)
            if gap.is_empty:
                continue
            near = (
                gap.distance(Point(sx, sy)) - (half(a) if (sx, sy) == a.at else 0) <= 1 + GRACE
                or gap.distance(Point(tx, ty)) - (half(b) if (tx, ty) == b.at else 0) <= 1 + GRACE
            )
            if apart(one, two) < (2 * half(a) if near else 3.0) - GRACE:
                return False
    return True
