"""Moves of a unit as one body: the figures that can go, their goals, and the distance that all get
without blocking one another.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

import msgspec

from app.games.heart_of_africa.board import Board, without_repeats
from app.games.heart_of_africa.figures import is_attendant, is_vessel, radius
from app.games.heart_of_africa.movement.activation import movers
from app.games.heart_of_africa.movement.allowances import never_moves
from app.games.heart_of_africa.movement.cohesion import LINK, groups, keeps_together
from app.games.heart_of_africa.movement.contact import may_evade, newly_touched, opponents_now
from app.games.heart_of_africa.movement.detours import WINDING, Web
from app.games.heart_of_africa.movement.moves import evasion_path
from app.games.heart_of_africa.movement.obstacles import (
    Chart,
    Measure,
    Obstacles,
    Rolls,
    furthest,
)
from app.games.heart_of_africa.movement.planned_moves import end_of
from app.games.heart_of_africa.movement.regions import FAR
from app.games.heart_of_africa.movement.taken_ground import TakenGround
from app.games.heart_of_africa.movement.walking import plan, rearranged
from app.games.heart_of_africa.movement.wishes import Wish, attack_of, shortened
from app.games.heart_of_africa.pieces import COLUMN, Figure
from app.games.heart_of_africa.state import Battle
from app.kernel.refusal import Refusal, no
from app.kernel.space.plane import Path, Point, cut_path, inches_to, path_length, place_along

AHEAD = 4.0
"""Distance beyond the roll within which figures search a detour (inches)."""
LEAST = 0.05
"""Shortest move of a figure (inches); shorter ones are dropped."""
ROUNDS = 14
"""Largest number of attempts to draw a draft."""
STEPS_BACK = 8


class GroupMove:
    """The figures of an activation: those that can go, those that cannot with the reasons, and
    those with orders of their own.
    """

    def __init__(
        self,
        battle: Battle,
        who: str,
        side: str,
        own: Mapping[str, Path] = {},
        attack: Mapping[str, str] = {},
    ):
        self.battle, self.who, self.side = battle, who, side
        self.chart = Chart(battle, side)
        self.own = {
            key: end_of(battle, key, path, attack.get(key, ""))
            for key, path in own.items()
            if path and key in battle.figures
        }
        self.stuck: dict[str, tuple[Refusal, ...]] = {}
        self.engaged: dict[str, tuple[Figure, ...]] = {}
        self.torn: Refusal | None = None
        self.passed: dict[str, Path] = {}
        self.men: list[Figure] = []
        self.followers: list[Figure] = []
        for figure in movers(battle, who):
            if figure.id in self.own or figure.aboard or is_vessel(figure):
                continue
            if figure.at is None and not self.comes_in(figure):
                continue
            self.sort(figure)
        self.all = {figure.id for figure in movers(battle, who)}
        self.rolls: dict[str, Rolls] = {
            figure.id: (None, None) if never_moves(battle, figure) else self.chart.rolls(figure)
            for figure in (*self.men, *self.followers)
        }

    def comes_in(self, figure: Figure) -> bool:
        """True if a figure off the table marches onto it now."""
        return figure.where == COLUMN or bool(
            self.battle.deployment.march and self.battle.hand and self.battle.hand.who == self.who
        )

    def sort(self, figure: Figure) -> None:
        """Decides if a figure can go at all, and stores the reason if it cannot."""
        opponents = opponents_now(figure, self.chart.grid)
        stuck = (
            plan(self.battle, figure, (figure.at,), grid=self.chart.grid).refusals
            if figure.at is not None
            else ()
        )
        if stuck and never_moves(self.battle, figure) is None:
            self.stuck[figure.id] = stuck
            return
        if opponents:
            self.engaged[figure.id] = opponents
        (
            self.followers if is_attendant(figure) or (figure.of and not figure.unit) else self.men
        ).append(figure)

    @property
    def in_the_unit(self) -> bool:
        return self.who in self.battle.units

    def at(self, figure: Figure) -> Point:
        return figure.position

    def flight_of(self, figure: Figure) -> Path | None:
        """The way of a rider that evades; None if it does not evade."""
        fresh = newly_touched(figure, self.engaged.get(figure.id, ()))
        if not fresh or not may_evade(self.battle, figure, fresh):
            return None
        return evasion_path(self.battle, figure)

    def must_fly(self, figure: Figure) -> bool:
        return bool(newly_touched(figure, self.engaged.get(figure.id, ())))

    def leader_of(self, follower: Figure) -> Figure | None:
        return self.battle.figures.get(follower.of)

    def measured(self, wishes: Sequence[Wish]) -> list[Wish]:
        """The wishes with the distance that each figure gets, on a detour where that is better."""
        found: dict[str, Wish] = {}
        for obstacles, alike in self.by_kind(wishes):
            ways = Measure(
                obstacles,
                [wish.way for wish in alike],
                slow_from_start=[self.chart.starts_slow(wish.figure) for wish in alike],
            )
            hampered = []
            for n, wish in enumerate(alike):
                limit = self.limit(wish, ways.hard[n], ways.slow[n])
                found[wish.figure.id] = msgspec.structs.replace(wish, limit=limit)
                if self.is_hampered(wish, limit, ways, n):
                    hampered.append((found[wish.figure.id], ways.hard[n] < ways.whole[n]))
            if hampered:
                found.update(self.led_round(obstacles, hampered))
        return [found[wish.figure.id] for wish in wishes]

    def by_kind(self, wishes: Sequence[Wish]) -> Iterator[tuple[Obstacles, list[Wish]]]:
        kinds: dict[int, tuple[Obstacles, list[Wish]]] = {}
        for wish in wishes:
            obstacles = self.chart.obstacles(wish.figure)
            kinds.setdefault(id(obstacles), (obstacles, []))[1].append(wish)
        return iter(kinds.values())

    def limit(self, wish: Wish, hard: float, slow: float) -> float:
        """Distance in inches that a figure gets on its way."""
        whole = path_length(wish.way)
        fast, creep = self.rolls[wish.figure.id]
        if wish.attack:
            return whole
        if wish.dry < FAR and slow == FAR:
            fast = None if fast is None else min(fast, wish.dry)
        elif wish.dry < FAR:
            return min(
                whole,
                max(
                    furthest((fast, None), min(hard, wish.dry), slow),
                    furthest((None, creep), hard, slow),
                ),
            )
        return min(whole, furthest((fast, creep), hard, slow))

    def is_hampered(self, wish: Wish, limit: float, ways: Measure, n: int) -> bool:
        """True if ground, and not the dice alone, keeps a figure from its goal."""
        if (
            len(wish.way) != 2
            or wish.whole
            or wish.attack
            or wish.figure.at is None
            or limit >= ways.whole[n] - LEAST
        ):
            return False
        most = max(
            (inches for inches in self.rolls[wish.figure.id] if inches is not None), default=0.0
        )
        return (
            most > 0.5
            and limit < most - 0.3
            and (ways.hard[n] < ways.whole[n] or 0 < ways.slow[n] < FAR)
        )

    def led_round(
        self, obstacles: Obstacles, hampered: Sequence[tuple[Wish, bool]]
    ) -> Iterator[tuple[str, Wish]]:
        """Detours for the figures that gain by them."""
        wishes, stopped = [wish for wish, _ in hampered], [barred for _, barred in hampered]
        pace = self.rolls[wishes[0].figure.id]
        burden = self.burden(pace)
        reach = min(8.0, max((inches for inches in pace if inches is not None), default=0.0))
        wishes = [
            msgspec.structs.replace(wish, way=shortened(wish.way, reach + AHEAD)) for wish in wishes
        ]
        starts, goals = [wish.way[0] for wish in wishes], [wish.way[-1] for wish in wishes]
        web = Web(obstacles, starts, goals, reach, burden)
        better = [
            (wish, barred, way, cost)
            for wish, barred, (way, cost) in zip(
                wishes, stopped, web.ways(starts, goals), strict=True
            )
            if len(way) > 2
            and cost
            <= WINDING * max(burden if not barred else 1.0, 1.0) * inches_to(way[0], way[-1]) + 2
        ]
        if not better:
            return
        ways = Measure(obstacles, [way for _, _, way, _ in better])
        for n, (wish, barred, way, cost) in enumerate(better):
            limit = self.limit(msgspec.structs.replace(wish, way=way), ways.hard[n], ways.slow[n])
            left = cost * (1 - limit / ways.whole[n])
            stays_away = inches_to(cut_path(wish.way, wish.limit)[-1], wish.way[-1])
            if left < (stays_away + 0.5 if barred else stays_away * max(1.0, burden) - 0.2):
                yield wish.figure.id, msgspec.structs.replace(wish, way=way, limit=limit)

    @staticmethod
    def burden(pace: Rolls) -> float:
        """Inches in the open that an inch of difficult ground is worth."""
        fast, creep = pace
        if not fast:
            return 1.0
        return 8.0 if not creep else min(8.0, max(1.0, fast / creep))

    def drawn(self, wishes: Sequence[Wish]) -> dict[str, tuple[Path, Wish]]:
        """The resulting ways and wishes by figure: each as far as it gets, no two bases
        overlapping, the unit in cohesion.
        """
        stay: set[str] = set()
        short: dict[str, float] = {}
        cap = FAR
        longest = 0.0
        for _ in range(ROUNDS):
            ends, clashes = self.settled(wishes, stay, short, cap)
            if clashes:
                stay |= clashes
                continue
            if self.is_torn(ends):
                back = self.called_back(ends)
                if back and cap == FAR:
                    short.update(back)
                    continue
                longest = longest or max(path_length(way) for way, _ in ends.values())
                cap = (longest if cap == FAR else cap) - longest / STEPS_BACK
                if cap <= LEAST:
                    return {}
                continue
            wrong = self.wrong(ends)
            if not wrong:
                return ends
            for key in wrong:
                if key in short or ends[key][1].whole:
                    stay.add(key)
                else:
                    short[key] = path_length(ends[key][0]) / 2
        return {}

    def settled(
        self, wishes: Sequence[Wish], stay: Collection[str], short: Mapping[str, float], cap: float
    ) -> tuple[dict[str, tuple[Path, Wish]], set[str]]:
        """The ends of all figures, one after another, and the ids of those that would end on ground
        already taken.
        """
        ground = TakenGround(self.circles_of_others(wishes, stay), len(wishes))
        ends: dict[str, tuple[Path, Wish]] = {}
        clashes: set[str] = set()
        for wish in wishes:
            figure = wish.figure
            if figure.id in stay:
                continue
            width = radius(figure)
            whole = path_length(wish.way)
            far = min(wish.limit, short.get(figure.id, FAR), FAR if wish.whole else cap)
            if wish.whole and far < whole - 1e-6:
                far = 0.0
            far = ground.last_free(wish.way, far, width)
            if wish.whole and far < whole - 1e-6:
                far = 0.0
            if far < LEAST and figure.at is not None:
                if ground.is_crowded(figure.at, width) and not is_attendant(figure):
                    clashes.add(figure.id)
                at = figure.at
            else:
                way = without_repeats(wish.way if far >= whole - 1e-6 else cut_path(wish.way, far))
                at = way[-1]
                ends[figure.id] = (way if len(way) > 1 else (way[0], way[0]), wish)
            if not is_attendant(figure):
                ground.add(at, width)
        return ends, clashes

    def circles_of_others(
        self, wishes: Sequence[Wish], stay: Collection[str]
    ) -> list[tuple[float, float, float]]:
        """Places and radii of all bases that end where no wish leads."""
        figures, wished = self.battle.figures, {wish.figure.id for wish in wishes}
        staying = [
            figures[key]
            for key in self.all
            if not is_attendant(figures[key])
            and key not in self.own
            and (key in self.stuck or key in stay)
        ]
        staying += [one for one in self.men if one.id not in wished and one.id not in stay]
        return [
            *((*spot.at, spot.radius) for spot in self.chart.others(self.all)),
            *((*one.at, radius(one)) for one in staying if one.at is not None),
            *((*at, radius(figures[key])) for key, at in self.own.items() if at is not None),
        ]

    def is_torn(self, ends: Mapping[str, tuple[Path, Wish]]) -> bool:
        """True if the unit would lose cohesion; the refusal is stored in `torn`."""
        if not self.in_the_unit or not ends:
            return False
        places = {key: way[-1] for key, (way, _) in ends.items()} | {
            key: at for key, at in self.own.items() if at is not None
        }
        torn = keeps_together(self.battle, self.who, places)
        if torn is None:
            return False
        bound = [
            figure.id
            for figure in movers(self.battle, self.who)
            if figure.at is not None and opponents_now(figure, self.chart.grid)
        ]
        self.torn = keeps_together(self.battle, self.who, places, bound) if bound else torn
        return self.torn is not None

    def called_back(self, ends: Mapping[str, tuple[Path, Wish]]) -> dict[str, float]:
        """The figures that have left the main body, with the length of their way in inches at which
        they are still with it.
        """
        figures = [figure for figure in movers(self.battle, self.who) if figure.unit == self.who]
        at = {
            figure.id: place
            for figure in figures
            if (place := ends[figure.id][0][-1] if figure.id in ends else figure.at) is not None
        }
        parts = groups([figure for figure in figures if figure.id in at], at)
        body = [(*at[mate.id], radius(mate)) for mate in parts[0]]
        found = {}
        for figure in (
            one
            for part in parts[1:]
            for one in part
            if one.id in ends and not ends[one.id][1].whole
        ):
            way = ends[figure.id][0]
            whole = path_length(way)
            reach = LINK + radius(figure) - 0.01
            for step in range(STEPS_BACK * 2 - 1, 0, -1):
                x, y = place_along(way, whole * step / STEPS_BACK / 2)
                if any(math.hypot(mx - x, my - y) <= reach + half for mx, my, half in body):
                    found[figure.id] = whole * step / STEPS_BACK / 2
                    break
        return found

    def wrong(self, ends: Mapping[str, tuple[Path, Wish]]) -> list[str]:
        """Ids of the figures whose move the rules of movement refuse."""
        places: dict[str, Point | None] = {key: way[-1] for key, (way, _) in ends.items()}
        later = rearranged(self.battle, self.chart.grid, {**self.own, **places})
        found = []
        for key, (way, wish) in ends.items():
            if self.passed.get(key) == way:
                continue
            if plan(self.battle, wish.figure, way, attack_of(way, wish), grid=later).refusals:
                found.append(key)
            else:
                self.passed[key] = way
        return found

    @cached_property
    def grid_of_others(self) -> Board:
        """The bases without those of the unit."""
        return rearranged(self.battle, self.chart.grid, dict.fromkeys(self.all))

    def why_not(self, wish: Wish) -> tuple[Refusal, ...]:
        """Everything that speaks against the whole of a wish, with the others at their present
        places.
        """
        others = self.grid_of_others
        return plan(self.battle, wish.figure, wish.way, wish.attack, grid=others).refusals


def no_figure_can_move() -> Refusal:
    return no("HOA-MOV-01", "No figure can move that way.", "Ninguna figura puede mover por ahí.")
