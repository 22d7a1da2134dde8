"""The sentences of shots and of close combat between two units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.event_summary.dice_rows import duel_row, save_rows, volley_row
from app.games.heart_of_africa.event_summary.groups import Group
from app.games.heart_of_africa.event_summary.items import (
    NOTHING,
    as_in_the_log,
    count,
    fallen,
    item,
    leader_among,
)
from app.games.heart_of_africa.event_summary.names import (
    name_without_article,
    owner_of,
    side_of,
)
from app.games.heart_of_africa.presentation.naming import (
    THE_WALL,
    called,
    figures_title,
    place_title,
    unit_codes,
)
from app.games.heart_of_africa.shooting.weapons import has_firearm
from app.games.heart_of_africa.state import Battle
from app.kernel.event_summary import Item
from app.kernel.say import Say, as_sentence, say
from app.kernel.space.plane import mean_of


def fire(group: Group) -> Item | None:
    """All shots of a unit at another one."""
    battle, (_, _, who, whom) = group.battle, group.key
    shots, down = list(group.all(e.ShotFired)), fallen(group)
    if not shots and not down:
        return as_in_the_log(group)
    hits = sum(shot.hit for shot in shots)
    mark = target_title(battle, whom)
    struck = (
        say("no hit", "ningún impacto")
        if not hits
        else count(hits, say("hit", "impacto"), say("hits", "impactos"))
    )
    lost = losses_words(group, down)
    says = say(
        "{who:the} {who:fires|fire} at {mark:the}: {shots}, {hits}{lost}.",
        "{who:el} {who:dispara|disparan} contra {mark:el}: {shots}, {hits}{lost}.",
        who=called(battle, who),
        mark=mark,
        shots=count(len(shots), say("shot", "disparo"), say("shots", "disparos")),
        hits=struck,
        lost=lost,
    )
    lines = [shot.line for shot in shots if shot.line is not None]
    way = [mean_of(start for start, _ in lines), mean_of(end for _, end in lines)] if lines else []
    volley = [volley_row(battle, who, mark, shots, len(down))] if shots else []
    title = say("fire on {mark:the}", "fuego contra {mark:el}", mark=mark)
    return item(
        group,
        says,
        side_of(battle, who),
        title=title,
        rules=["HOA-SHT-08"],
        dice=[(shot.die, shot.hit) for shot in shots],
        throws=[*volley, *save_rows(group)],
        way=way,
        kind="volley" if any(smokes(battle, shot.figure) for shot in shots) else "fire",
    )


def smokes(battle: Battle, shooter: str) -> bool:
    """True for a figure that shoots with a firearm."""
    figure = battle.figures.get(shooter)
    return figure is not None and has_firearm(battle, figure)


def target_title(battle: Battle, whom: str) -> Say:
    """The target of the shots: a unit, a figure, a room or the wall."""
    return (
        called(battle, whom)
        if whom in battle.units or whom in battle.figures
        else place_title(battle, whom)
        if "/" in whom
        else THE_WALL
    )


def losses_words(group: Group, down: Sequence[str]) -> Say:
    """The losses by the shots, with the Leader named."""
    return (
        say(
            ", {n} lost{leader}",
            ", {n} {what}{leader}",
            n=len(down),
            what=say("loss", "baja") if len(down) == 1 else say("losses", "bajas"),
            leader=leader_among(group),
        )
        if down
        else NOTHING
    )


def fight(group: Group) -> Item:
    """The close combat of two units: combats won, figures lost."""
    battle, (_, _, one, two) = group.battle, group.key
    bouts = list(group.all(e.Fought))
    won = Counter(
        owner_of(battle, next(key for key in bout.figures if key != bout.loser))
        for bout in bouts
        if bout.loser
    )
    says = say(
        "{one:the} {one:fights|fight} {two:the}. {wins} {falls}",
        "{one:el} {one:lucha|luchan} contra {two:el}. {wins} {falls}",
        one=called(battle, one),
        two=called(battle, two),
        wins=wins_words(battle, won, (one, two), len(bouts)),
        falls=falls_words(battle, fallen(group)),
    )
    men = [battle.figures[key].at for bout in bouts for key in bout.figures]
    title = say(
        "{one} against {two}",
        "{one} contra {two}",
        one=name_without_article(battle, one),
        two=name_without_article(battle, two),
    )
    return item(
        group,
        says,
        side_of(battle, one),
        title=title,
        rules=["HOA-MEL-10"],
        way=[mean_of(at for at in men if at is not None)],
        dice=[
            (face, bool(bout.loser) and bout.loser != key)
            for bout in bouts
            for key, face in zip(bout.figures, bout.dice, strict=True)
        ],
        throws=[duel_row(battle, bout) for bout in bouts],
    )


def wins_words(battle: Battle, won: Mapping[str, int], pair: Sequence[str], fought: int) -> Say:
    """The combats that either unit has won."""
    wins = [
        as_sentence(
            say(
                "{who:the} {who:wins|win} {n:combat+s}.",
                "{who:el} {who:gana|ganan} {n:combate+s}.",
                who=called(battle, key),
                n=won[key],
            )
        )
        for key in pair
        if won[key]
    ]
    if not wins:
        return say(
            "{n:The combat is a draw|All combats are draws}.",
            "{n:El combate queda en empate|Todos los combates quedan en empate}.",
            n=fought,
        )
    return wins[0] if len(wins) == 1 else say("{a} {b}", "{a} {b}", a=wins[0], b=wins[1])


def falls_words(battle: Battle, keys: Sequence[str]) -> Say:
    """The figures that fall, counted by type and unit: 2 Warriors (A1)."""
    if not keys:
        return say("No figure falls.", "No cae ninguna figura.")
    by_unit: dict[str, list[str]] = {}
    for key in keys:
        by_unit.setdefault(battle.figures[key].unit, []).append(key)
    men = [figures_title(battle, its) for its in by_unit.values()]
    words = [
        say("{men} ({code})", "{men} ({code})", men=one, code=unit_codes(battle)[unit])
        if unit
        else one
        for unit, one in zip(by_unit, men, strict=True)
    ]
    return say("{who} {men:falls|fall}.", "{men:Cae|Caen} {who}.", men=men, who=words)
