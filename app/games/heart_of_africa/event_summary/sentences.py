"""The sentence of each group of events: actors, targets, results, and place on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.event_summary.groups import Group
from app.games.heart_of_africa.event_summary.items import (
    DOWNFALL,
    NOTHING,
    SURPRISE,
    WAVERING,
    as_in_the_log,
    count,
    fallen,
    figures_of,
    item,
    leader_among,
    place_of,
    roll_words,
)
from app.games.heart_of_africa.event_summary.march_sentences import (
    arrival,
    away,
    deployed,
    march,
    stands,
)
from app.games.heart_of_africa.event_summary.names import (
    bare,
    of_its_side,
    owner_of,
    several,
    side_of,
)
from app.games.heart_of_africa.pieces import LEADER
from app.games.heart_of_africa.presentation.naming import (
    CAUSES,
    THE_WALL,
    called,
    codes,
    fate_words,
    figures_title,
    place_title,
)
from app.games.heart_of_africa.state import Battle
from app.kernel.event_summary import Item
from app.kernel.say import Say, as_sentence, say
from app.kernel.space.plane import mean_of

EASIER = 4
"""The die that an ordinary Leader needs to rally a unit; an Eloquent one needs less."""
"""Weights of a lost unit, an important loss, an ambush, a charge, a failed test."""


def item_of(group: Group) -> Item | None:
    """The item of a group; None if there is nothing to say."""
    return SENTENCES.get(group.kind, as_in_the_log)(group)


# ------------------------------------------------------------------------------------------------ c


def ambush(group: Group) -> Item:
    battle, who = group.battle, group.key[1]
    event = next(group.all(e.AmbushRevealed))
    shocked = several(battle, event.shocked)
    tail = NOTHING
    if shocked:
        tail = (
            say(", which surprises {who:the}", ", que sorprende {who:al}", who=shocked)
            if event.by
            else say(" and surprises {who:the}", " y sorprende {who:al}", who=shocked)
        )
    title = say("the ambush of {who:the}", "la emboscada {who:del}", who=called(battle, who))
    says = say("{title} is sprung{tail}.", "salta {title}{tail}.", title=title, tail=tail)
    if event.by:
        says = say(
            "{by:the} {by:uncovers|uncover} {title}{tail}.",
            "{by:el} {by:descubre|descubren} {title}{tail}.",
            by=called(battle, owner_of(battle, event.by)),
            title=title,
            tail=tail,
        )
    return item(
        group,
        says,
        side_of(battle, who),
        title=title,
        rules=["HOA-DEP-10" if event.by else "HOA-DEP-09"],
        way=[mean_of((x, y) for x, y, _ in event.at.values())],
        weight=SURPRISE,
    )


# ------------------------------------------------------------------------------------------------ f
def fire(group: Group) -> Item | None:
    """All shots of a unit at another one."""
    battle, (_, _, who, whom) = group.battle, group.key
    shots, down = list(group.all(e.ShotFired)), fallen(group)
    if not shots and not down:
        return as_in_the_log(group)
    hits = sum(shot.hit for shot in shots)
    mark = (
        called(battle, whom)
        if whom in battle.units or whom in battle.figures
        else place_title(battle, whom)
        if "/" in whom
        else THE_WALL
    )
    struck = (
        say("no hit", "ningún impacto")
        if not hits
        else count(hits, say("hit", "impacto"), say("hits", "impactos"))
    )
    lost = (
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
    title = say("fire on {mark:the}", "fuego contra {mark:el}", mark=mark)
    return item(
        group,
        says,
        side_of(battle, who),
        title=title,
        rules=["HOA-SHT-08"],
        dice=[(shot.die, shot.hit) for shot in shots],
        way=way,
        kind="fire",
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
        "{one} against {two}", "{one} contra {two}", one=bare(battle, one), two=bare(battle, two)
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
        say("{men} ({code})", "{men} ({code})", men=one, code=codes(battle)[unit]) if unit else one
        for unit, one in zip(by_unit, men, strict=True)
    ]
    return say("{who} {men:falls|fall}.", "{men:Cae|Caen} {who}.", men=men, who=words)


# ------------------------------------------------------------------------------------------------ n
def held(group: Group) -> Item:
    battle, tests = group.battle, list(group.all(e.MoraleRolled))
    who = [event.test.unit for event in tests]
    says = say(
        "Morale test passed: {who:the}.",
        "{who:Supera|Superan} el test de moral: {who:el}.",
        who=several(battle, who),
    )
    sides = {side_of(battle, key) for key in who}
    return item(
        group,
        says,
        sides.pop() if len(sides) == 1 else "",
        rules=["HOA-MOR-11"],
        dice=[(event.die, True) for event in tests],
    )


def nerve(group: Group) -> Item:
    """A failed test: a marker, or a broken unit."""
    battle, who, test = group.battle, group.key[2], next(group.all(e.MoraleRolled))
    roll = say(
        "morale test for {cause}: {die}, {needs}+ needed",
        "test de moral por {cause}: {die}, necesita {needs}+",
        die=test.die,
        needs=test.needs,
        cause=CAUSES[test.test.cause],
    )
    at = [
        figure.at
        for figure in battle.figures.values()
        if figure.unit == who and figure.at is not None and not figure.fate
    ]
    place = [mean_of(at)] if at else []
    dice = [(test.die, False)]
    if test.result != "broken":
        says = say(
            "{who:the} {who:takes|take} a marker ({roll}).",
            "{who:el} {who:recibe|reciben} un marcador ({roll}).",
            who=called(battle, who),
            roll=roll,
        )
        return item(
            group,
            says,
            side_of(battle, who),
            rules=["HOA-MOR-12"],
            dice=dice,
            way=place,
            weight=WAVERING,
        )
    title = say(
        "{who:the} {who:breaks and flees|break and flee}",
        "{who:el} {who:se rompe y huye|se rompen y huyen}",
        who=called(battle, who),
    )
    lost = len(fallen(group))
    men = say(": {men}", ": {men}", men=figures_of(lost)) if lost else NOTHING
    says = say("{title}{men} ({roll}).", "{title}{men} ({roll}).", title=title, roll=roll, men=men)
    return item(
        group,
        says,
        side_of(battle, who),
        title=title,
        rules=["HOA-MOR-13"],
        dice=dice,
        way=place,
        weight=DOWNFALL,
    )


def gone(group: Group) -> Item | None:
    """Figures that left the table for other reasons, and units that were lost."""
    battle, (_, _, cause, who) = group.battle, group.key
    name = called(battle, who)
    if cause == "wiped_out":
        says = say(
            "{who:the} {who:is|are} wiped out.",
            "{who:el} {who:ha sido aniquilado|ha sido aniquilada|han sido aniquilados|"
            "han sido aniquiladas}.",
            who=name,
        )
        return item(
            group,
            says,
            side_of(battle, who),
            rules=["HOA-MOR-13"],
            weight=DOWNFALL,
            title=say("the end of {who:the}", "el fin {who:del}", who=name),
        )
    men = [key for event in group.all(e.Removed) for key in event.figures]
    if not men:
        return as_in_the_log(group)
    if cause == "left":
        return None  # attendants go with their Leader, whom the sentence names
    at = [battle.figures[key].position for key in men if battle.figures[key].at is not None]
    figures = figures_of(len(men))
    says = say(
        "{who:the}: {men} {how}.",
        "{who:el}: {men} {how}.",
        who=name,
        men=figures,
        how=fate_words(cause, figures),
    )
    if who not in battle.units and men == [who]:
        says = say("{who:the}: {how}.", "{who:el}: {how}.", who=name, how=fate_words(cause, name))
    return item(
        group, says, side_of(battle, who), rules=["HOA-GEN-04"], way=[mean_of(at)] if at else ()
    )


def spared(group: Group) -> Item:
    battle, event = group.battle, next(group.all(e.TestCancelled))
    who = event.test.unit
    says = say(
        "{who:the} {who:ignores its|ignore their} morale test for {cause}, thanks to {by:the}.",
        "{who:el} {who:ignora|ignoran} su test de moral por {cause}, gracias {by:al}.",
        who=called(battle, who),
        cause=CAUSES[event.test.cause],
        by=of_its_side(battle, event.by),
    )
    rule = "HOA-LDR-16" if battle.figures[event.by].role == LEADER else "HOA-SPC-06"
    return item(group, says, side_of(battle, who), rules=[rule])


RALLIES = say(
    "{leader:the} rallies {who:the} ({roll}): the marker is removed.",
    "{leader:el} reagrupa {who:al} ({roll}): se quita el marcador.",
)
DOES_NOT_RALLY = say(
    "{leader:the} does not rally {who:the} ({roll}).", "{leader:el} no reagrupa {who:al} ({roll})."
)


def rally(group: Group) -> Item:
    battle, event = group.battle, next(group.all(e.Rallied))
    text = RALLIES if event.success else DOES_NOT_RALLY
    says = Say(
        text.en,
        text.es,
        {
            "leader": called(battle, event.figure),
            "who": called(battle, event.unit),
            "roll": roll_words(event.die, event.needs),
        },
    )
    return item(
        group,
        says,
        side_of(battle, event.unit),
        rules=["HOA-LDR-17" if event.needs < EASIER else "HOA-LDR-04"],
        dice=[(event.die, event.success)],
        way=place_of(battle, event.figure),
    )


def spell(group: Group) -> Item:
    battle, event = group.battle, next(group.all(e.Bewitched))
    says = say(
        "{figure:the} bewitches {whom:the}.",
        "{figure:el} hechiza {whom:al}.",
        figure=called(battle, event.figure),
        whom=called(battle, event.unit),
    )
    return item(
        group,
        says,
        side_of(battle, event.figure),
        rules=["HOA-SPC-10"],
        way=place_of(battle, event.figure),
        weight=1,
    )


# ------------------------------------------------------------------------------------------------ a


SENTENCES: Mapping[str, Callable[[Group], Item | None]] = {
    "march": march,
    "away": away,
    "stands": stands,
    "deployed": deployed,
    "arrival": arrival,
    "ambush": ambush,
    "fire": fire,
    "fight": fight,
    "held": held,
    "nerve": nerve,
    "gone": gone,
    "spared": spared,
    "rally": rally,
    "spell": spell,
}
