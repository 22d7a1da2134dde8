"""Visibility from a post: every unit and single figure, the nearest first, and the blockers of
hidden ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.games.heart_of_africa.drawing.places import spelled_point
from app.games.heart_of_africa.figures import (
    base,
    distance_between,
    enemies,
    is_attendant,
    visible_figures,
)
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import ONE, called
from app.games.heart_of_africa.sight import visibility
from app.games.heart_of_africa.sight.lines_of_sight import Blocker, End, Look, Looks
from app.games.heart_of_africa.sight.viewpoints import Post
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.survey.country import country_title
from app.games.heart_of_africa.survey.shots import (
    Fire,
    fire_of,
    nearest_shots,
    shot_at,
    shot_of_one,
    tell_lines,
    threat_of,
)
from app.games.heart_of_africa.survey.words import direction, length_in_both_units, on_the_board
from app.games.heart_of_africa.tables import TERRAIN_NAMES, WORK_NAMES
from app.kernel.refusal import Refusal
from app.kernel.say import Say, say
from app.kernel.space.plane import Base, base_gap
from app.kernel.survey import Line, Shot, Sight

LINES_DRAWN = 24
MOST_NAMED = 4
IN_THE_LINE = say("In the line", "En la línea")
SEEN, UNSEEN, NONE_SEEN = (
    say("in sight", "a la vista"),
    say("out of sight", "fuera de la vista"),
    say("none in sight", "ninguno a la vista"),
)
BLOCKERS = {
    "figure": say("a base", "una base"),
    "gap": say("too narrow a gap", "hueco estrecho"),
    "wall": say("a wall", "un muro"),
    "roof": say("a roof", "un techo"),
    "dark": say("the dark", "la oscuridad"),
    "smoke": say("smoke", "humo"),
}


class Pair(msgspec.Struct, frozen=True):
    """A viewer (None: a bare place) and a figure."""

    watcher: Figure | None
    target: Figure
    gap: float


class Row(msgspec.Struct, frozen=True):
    """A unit or single figure in the view of the post: the nearest pair, the pair with the drawn
    line, and its blockers.
    """

    sight: Sight
    gap: float
    drawn: Pair
    look: Look | None


def rows_of_post(post: Post) -> list[Row]:
    """All pieces that the post can see, the nearest first: its enemies, or from a bare
    place all.
    """
    others = [
        figure
        for figure in (
            enemies(post.battle, post.side) if post.figures else visible_figures(post.battle)
        )
        if not is_attendant(figure)
    ]
    fire, groups = fire_of(post), by_unit(others)
    seen = seen_by(post, [figure for figures in groups.values() for figure in figures])
    found, parts = [], []
    for key, figures in groups.items():
        own = seen[:, : len(figures)]
        found.append(GroupInSight(key, figures, own, *nearest_pairs(post, figures, own)))
        parts += hidden_parts(post, figures, own)
        seen = seen[:, len(figures) :]
    looks = looks_at(post, [*(one.near for one in found if one.is_hidden), *parts])
    nearest = nearest_shots(post, fire, groups)
    tell_lines(post, fire, [*nearest.values(), *single_shots(post, fire, found)])
    return sorted(
        (row_of(post, fire, one, looks, nearest.get(one.key)) for one in found),
        key=lambda row: row.gap,
    )


def single_shots(
    post: Post, fire: Fire, groups: Iterable[GroupInSight]
) -> Iterator[tuple[Figure, Figure]]:
    """A single shooter with each figure of a unit that it sees and may not shoot at."""
    if len(post.figures) > 1 or len(fire.armed) != 1:
        return
    shooter = fire.armed[0]
    for group in groups:
        for place, target in enumerate(group.figures if len(group.figures) > 1 else ()):
            if group.seen[0, place] and target.id not in fire.law[shooter.id].targets:
                yield shooter, target


class GroupInSight(msgspec.Struct, frozen=True):
    """A unit or single figure, flags of shape (viewers, figures), its nearest pair, and the pair
    with the drawn line.
    """

    key: str
    figures: Sequence[Figure]
    seen: NDArray[np.bool_]
    near: Pair
    drawn: Pair

    @property
    def is_hidden(self) -> bool:
        return not self.seen.any()


LooksByPair = Mapping[tuple[str, str], Look]
"""Looks by the ids of watcher and target; a bare place has the id ""."""


def looks_at(post: Post, pairs: Iterable[Pair]) -> LooksByPair:
    """The lines of sight of these pairs, judged together."""
    wanted = {key_of(pair): pair for pair in pairs}
    ones = [pair.watcher or post.at for pair in wanted.values()]
    others = [pair.target for pair in wanted.values()]
    return dict(zip(wanted, visibility.lines_of_sight(post.battle, ones, others), strict=True))


def key_of(pair: Pair) -> tuple[str, str]:
    return (pair.watcher.id if pair.watcher else "", pair.target.id)


def hidden_parts(post: Post, figures: Sequence[Figure], seen: NDArray[np.bool_]) -> list[Pair]:
    """Pairs of a single viewer and each hidden figure of a unit."""
    if len(post.figures) > 1 or len(figures) == 1:
        return []
    return [pair_of_one(post, target) for place, target in enumerate(figures) if not seen[0, place]]


def pair_of_one(post: Post, target: Figure) -> Pair:
    watcher = post.figures[0] if post.figures else None
    return Pair(watcher, target, gap_between(post, watcher, target))


def by_unit(figures: Iterable[Figure]) -> dict[str, list[Figure]]:
    found: dict[str, list[Figure]] = {}
    for figure in figures:
        found.setdefault(figure.unit or figure.id, []).append(figure)
    return found


def nearest_pairs(
    post: Post, figures: Sequence[Figure], seen: NDArray[np.bool_]
) -> tuple[Pair, Pair]:
    """The nearest pair, and the nearest one with a free line; without one the nearest again."""
    pairs = [
        Pair(watcher, target, gap_between(post, watcher, target))
        for target in figures
        for watcher in post.figures or (None,)
    ]
    near = min(pairs, key=lambda pair: pair.gap)
    free = {(watcher, target) for watcher, target in zip(*np.nonzero(seen), strict=True)}
    open_pairs = [
        pair for place, pair in enumerate(pairs) if (place % len(seen), place // len(seen)) in free
    ]
    return near, min(open_pairs, key=lambda pair: pair.gap, default=near)


def row_of(
    post: Post,
    fire: Fire,
    group: GroupInSight,
    looks: LooksByPair,
    nearest: tuple[Figure, Figure] | None,
) -> Row:
    key, figures, seen, near = group.key, group.figures, group.seen, group.near
    look = looks[key_of(near)] if group.is_hidden else None
    in_sight = int(seen.any(axis=0).sum())
    one = Sight(
        id=key,
        title=called(post.battle, key),
        side=figures[0].side,
        bearing=bearing_of(post, near),
        far=length_in_both_units(post.battle, near.gap),
        free=in_sight > 0,
        seen=how_many(in_sight, len(figures)),
        blockers=blockers_told(post.battle, look),
        shot=without_blockers(shot_at(post, fire, figures, nearest), look)
        if post.figures
        else None,
        threat=threat_of(post, fire, figures) if post.figures else None,
        parts=tuple(
            sight_of_figure(post, fire, target, None if seen[0, place] else looks)
            for place, target in enumerate(figures)
        )
        if len(post.figures) <= 1 and len(figures) > 1
        else (),
    )
    return Row(one, near.gap, group.drawn, look)


def without_blockers(shot: Shot | None, look: Look | None) -> Shot | None:
    """The shot without the reasons that visibility already states."""
    if shot is None or look is None or not shot.no:
        return shot
    others = tuple(
        refusal
        for refusal in shot.no
        if refusal.rule not in {blocker.rule for blocker in look.blockers}
    )
    return msgspec.structs.replace(shot, no=others) if others else None


def sight_of_figure(post: Post, fire: Fire, target: Figure, looks: LooksByPair | None) -> Sight:
    """The sight of a figure of a unit, for a single viewer. A hidden figure has its look."""
    pair, is_seen = pair_of_one(post, target), looks is None
    look = None if looks is None else looks[key_of(pair)]
    return Sight(
        id=target.id,
        title=called(post.battle, target.id),
        side=target.side,
        bearing=bearing_of(post, pair),
        far=length_in_both_units(post.battle, pair.gap),
        free=is_seen,
        seen=SEEN if is_seen else UNSEEN,
        blockers=blockers_told(post.battle, look)[:1],
        shot=shot_of_one(post, fire, target) if is_seen else None,
    )


def seen_by(post: Post, figures: Sequence[Figure]) -> NDArray[np.bool_]:
    """Flags of shape (viewers, figures): True where the viewer sees the figure."""
    if post.figures:
        return visibility.sees_all_round(post.battle, post.figures, figures)
    return visibility.seen_from_many(post.battle, (post.at,), figures, bases=True)


def between_ends(battle: Battle, one: End, two: End) -> Look:
    looks = Looks(battle, (one, two), [0], [1], tells=True)
    visibility.judge_lines(looks)
    return looks.told()


def gap_between(post: Post, watcher: Figure | None, target: Figure) -> float:
    return (
        distance_between(watcher, target)
        if watcher is not None
        else base_gap(Base(post.at), base(target))
    )


def bearing_of(post: Post, pair: Pair) -> Say:
    here = pair.watcher.at if pair.watcher is not None and pair.watcher.at is not None else post.at
    return direction(here, base(pair.target).at, post.facing)


def how_many(seen: int, of: int) -> Say:
    if of == 1:
        return SEEN if seen else UNSEEN
    if not seen:
        return NONE_SEEN
    return (
        say("all {of} in sight", "los {of} a la vista", of=of)
        if seen == of
        else say("{n} of {of} in sight", "{n} de {of} a la vista", n=seen, of=of)
    )


def blockers_told(battle: Battle, look: Look | None) -> tuple[Refusal, ...]:
    """Blockers by name and rule; equal blockers share a sentence."""
    names: dict[tuple[str, str], list[Say]] = {}
    says: dict[tuple[str, str], Say] = {}
    for blocker in look.blockers if look is not None else ():
        is_base = blocker.kind == "figure" and blocker.id in battle.figures
        key = (blocker.rule, "" if is_base else str(blocker.says))
        title = called(battle, blocker.id) if is_base else country_title(battle, blocker.id)
        says[key] = IN_THE_LINE if is_base else blocker.says
        if title is not None and title not in names.setdefault(key, []):
            names[key].append(title)
    return tuple(
        Refusal(rule, blocker_sentence(says[rule, text], names.get((rule, text), [])))
        for rule, text in says
    )


def blocker_sentence(says: Say, named: Sequence[Say]) -> Say:
    """A sentence about a blocker, with its name."""
    if not named:
        return says
    if says is IN_THE_LINE:
        return say("In the line: {who}", "En la línea: {who}", who=tuple(named[:MOST_NAMED]))
    return say("{says} ({what})", "{says} ({what})", says=says, what=tuple(named[:MOST_NAMED]))


def lines_of(post: Post, found: Sequence[Row]) -> tuple[Line, ...]:
    """A line to each piece, the nearest first: solid if it is visible, else solid up to the blocker
    and dotted beyond.
    """
    return tuple(line for row in found[:LINES_DRAWN] for line in line_drawn(post, row))


def line_drawn(post: Post, row: Row) -> tuple[Line, ...]:
    watcher = row.drawn.watcher
    start = (
        watcher.id
        if watcher is not None and not post.planned
        else spelled_point(watcher.at if watcher is not None and watcher.at else post.at)
    )
    return split_line(post.battle, start, row.drawn.target.id, row.drawn.gap, row.look)


def split_line(
    battle: Battle, start: str, end: str, inches: float, look: Look | None
) -> tuple[Line, ...]:
    """The line in its free and its hidden part."""
    if look is None or look.free:
        return ((start, end, True, on_the_board(inches)),)
    first = look.blockers[0]
    spot = spelled_point((round(first.at[0], 2), round(first.at[1], 2)))
    return ((start, spot, True, say("", "")), (spot, end, False, in_a_word(battle, first)))


def in_a_word(battle: Battle, blocker: Blocker) -> Say:
    """A blocker in one word, short enough for the board."""
    figure = battle.figures.get(blocker.id)
    if blocker.kind == "figure" and figure is not None:
        return ONE.get(figure.type, BLOCKERS["figure"])
    return (
        BLOCKERS.get(blocker.kind)
        or TERRAIN_NAMES.get(blocker.kind)
        or WORK_NAMES.get(blocker.kind)
        or say("", "")
    )


def hiding_pieces(found: Sequence[Row]) -> tuple[str, ...]:
    """The pieces, works and figures that block the lines drawn."""
    first = [
        row.look.blockers[0]
        for row in found[:LINES_DRAWN]
        if row.look is not None and row.look.blockers
    ]
    return tuple(dict.fromkeys(key for one in first for key in (one.id, one.other) if key))
