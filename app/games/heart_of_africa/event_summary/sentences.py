"""The sentence of each group of events: who did what to whom, what came of it, and where on the
table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.drawing.places import spelled
from app.games.heart_of_africa.event_summary.groups import Group
from app.games.heart_of_africa.event_summary.names import (
    bare,
    of_its_side,
    owner_of,
    several,
    side_of,
)
from app.games.heart_of_africa.melee_and_morale.losses import ALIVE
from app.games.heart_of_africa.presentation.naming import (
    CAUSES,
    THE_WALL,
    called,
    codes,
    fate_words,
    figures_title,
    place_title,
    side_title,
)
from app.games.heart_of_africa.state import (
    AMBUSH,
    BROKE_OFF,
    LEADER,
    STANDARD_BEARER,
    WITCH_DOCTOR,
    Battle,
)
from app.games.heart_of_africa.survey.words import length, wind
from app.games.heart_of_africa.wording import TOLD
from app.kernel.event_summary import Item
from app.kernel.say import Say, noun, say, sentence
from app.kernel.space.plane import Point, bearing, distance, middle

NOTHING = say("", "")
STEP = 0.4
"""A unit whose middle moved less has stayed where it was, inches."""
PASSED_OVER = 2
"""Lines of the log from this level on are details."""
WEIGHTS: Mapping[type, int] = {
    e.BattleEnded: 10,
    e.ObjectiveHeld: 6,
    e.BaggageTaken: 6,
    e.SpellBroken: 3,
    e.FireLit: 3,
    e.TrapSprung: 2,
    e.Jammed: 2,
}
DOWNFALL, DEATH_OF_A_LEADER, DEATH_OF_A_MAN_OF_NOTE, SURPRISE, ONSET, WAVERING = 8, 10, 3, 5, 2, 2
EASIER = 4
"""What an ordinary Leader needs to rally a unit; an Eloquent one needs less."""
"""How much it matters that a unit is lost, that such a man falls, that an ambush is sprung, that
somebody charges, that a test fails.
"""


def item_of(group: Group) -> Item | None:
    """None where there is nothing to say."""
    return SENTENCES.get(group.kind, as_in_the_log)(group)


def item(
    group: Group,
    says: Say,
    side: str,
    *,
    title: Say | None = None,
    rules: Iterable[str] = (),
    dice: Iterable[tuple[int, bool]] = (),
    way: Sequence[Point] = (),
    kind: str = "",
    deed: bool = False,
    weight: int = 0,
) -> Item:
    lost, leader = losses_of(group), fallen_leader(group)
    battle = group.battle
    if leader:
        title = say("the fall of {who:the}", "la caída {who:del}", who=called(battle, leader))
    return Item(
        sentence(says),
        group.move,
        group.parts[0].number,
        battle.turn,
        side,
        title,
        tuple(rules),
        tuple((str(face), scored) for face, scored in dice),
        tuple(spelled((round(x, 1), round(y, 1))) for x, y in way),
        kind,
        deed,
        tuple(sorted(lost.items())),
        weight + sum(lost.values()) + notable(group),
    )


# ------------------------------------------------------------------------------------------------ w
def fallen(group: Group) -> list[str]:
    return [
        key
        for event in group.all(e.Removed)
        if event.cause not in ALIVE or event.cause == "broken"
        for key in event.figures
    ]


def losses_of(group: Group) -> Counter[str]:
    """The figures lost, by side."""
    return Counter(group.battle.figures[key].side for key in fallen(group))


def notable(group: Group) -> int:
    """How much the men of note among them matter."""
    men = [group.battle.figures[key] for key in fallen(group)]
    return sum(
        DEATH_OF_A_LEADER
        if one.role == LEADER
        else DEATH_OF_A_MAN_OF_NOTE
        if one.type in (STANDARD_BEARER, WITCH_DOCTOR)
        else 0
        for one in men
    )


def fallen_leader(group: Group) -> str:
    return next((key for key in fallen(group) if group.battle.figures[key].role == LEADER), "")


def leader_among(group: Group) -> Say:
    if not fallen_leader(group):
        return NOTHING
    return (
        say(", the Leader among them", ", el Líder entre ellas")
        if len(fallen(group)) > 1
        else say(": the Leader", ": el Líder")
    )


def count(n: int, one: Say, many: Say) -> Say:
    return say("{n} {what}", "{n} {what}", n=n, what=one if n == 1 else many)


# ------------------------------------------------------------------------------------------------ m
def march(group: Group) -> Item | None:
    """A unit's activation: its charge, its march, or why it stayed."""
    battle, who = group.battle, group.key[2]
    moves, charges = (
        list(group.all(e.FigureMoved)),
        [charge for event in group.all(e.FigureMoved) for charge in event.charges],
    )
    dice = [(face, False) for event in group.all(e.Activated) for _, _, face in event.dice]
    way = walked(battle, who, moves) or [
        point for event in group.all(e.VesselMoved) for point in (event.way[0], event.way[-1])
    ]
    if charges:
        return charge_item(group, who, charges, dice, way)
    if any(event.how == "declined" for event in group.all(e.ActivationEnded)):
        says = say(
            "{who:the} {who:rolls and does|roll and do} not move.",
            "{who:el} {who:tira y no mueve|tiran y no mueven}.",
            who=called(battle, who),
        )
        return item(group, says, side_of(battle, who), rules=["HOA-SEQ-03"], dice=dice, deed=True)
    if way and distance(way[0], way[-1]) >= STEP:
        return march_item(group, who, moves, dice, way)
    changed = next(group.all(e.ModeChanged), None)
    if changed is not None or len(group.parts) == 1:
        return as_in_the_log(group)
    says = say(
        "{who:the} hardly {who:moves|move}.",
        "{who:el} {who:apenas se mueve|apenas se mueven}.",
        who=called(battle, who),
    )
    return item(group, says, side_of(battle, who), dice=dice, way=way[-1:], deed=True)


def walked(battle: Battle, who: str, moves: Sequence[e.FigureMoved]) -> list[Point]:
    """From where to where the middle of a unit went, attendants left out."""
    own = walkers(battle, who, moves)
    return (
        [middle(event.way[0] for event in own), middle(event.way[-1] for event in own)]
        if own
        else []
    )


def walkers(battle: Battle, who: str, moves: Sequence[e.FigureMoved]) -> list[e.FigureMoved]:
    return [event for event in moves if not battle.figures[event.figure].of or event.figure == who]


LEAVES = say(
    "{who:the} {who:breaks off and goes|break off and go} {most}{length} to the {way}.",
    "{who:el} {who:rompe el contacto y va|rompen el contacto y van} {most}{length} hacia el {way}.",
)
MARCHES = say(
    "{who:the} {who:marches|march} {most}{length} to the {way}.",
    "{who:el} {who:avanza|avanzan} {most}{length} hacia el {way}.",
)
GOES = say(
    "{who:the} {who:goes|go} {most}{length} to the {way}.",
    "{who:el} {who:va|van} {most}{length} hacia el {way}.",
)


def march_item(
    group: Group,
    who: str,
    moves: Sequence[e.FigureMoved],
    dice: list[tuple[int, bool]],
    way: list[Point],
) -> Item:
    battle = group.battle
    farthest = max((event.length for event in (*moves, *group.all(e.VesselMoved))), default=0.0)
    left = any(BROKE_OFF in event.did for event in moves)
    most = say("up to ", "hasta ") if len(walkers(battle, who, moves)) > 1 else NOTHING
    text = LEAVES if left else MARCHES if who in battle.units else GOES
    says = Say(
        text.en,
        text.es,
        {
            "who": called(battle, who),
            "most": most,
            "length": length(farthest),
            "way": wind(bearing(way[0], way[-1])),
        },
    )
    return item(
        group,
        says,
        side_of(battle, who),
        rules=["HOA-MEL-11"] if left else ["HOA-MOV-01"],
        dice=dice,
        way=way,
        kind="march",
        deed=True,
    )


def charge_item(
    group: Group,
    who: str,
    charges: Sequence[e.Charge],
    dice: list[tuple[int, bool]],
    way: list[Point],
) -> Item:
    battle = group.battle
    foes = several(battle, [owner_of(battle, charge.victim) for charge in charges])
    men = len({charge.attacker for charge in charges})
    says = say(
        "{who:the} {who:charges|charge} {foes:the}: {n:figure+s} in contact.",
        "{who:el} {who:carga|cargan} contra {foes:el}: {n:figura+s} en contacto.",
        who=called(battle, who),
        foes=foes,
        n=men,
    )
    title = say("the charge of {who:the}", "la carga {who:del}", who=called(battle, who))
    return item(
        group,
        says,
        side_of(battle, who),
        title=title,
        rules=["HOA-MEL-01"],
        dice=dice,
        way=way,
        kind="march",
        deed=True,
        weight=ONSET,
    )


def away(group: Group) -> Item:
    battle, who = group.battle, group.key[2]
    says = say(
        "{who:the} {who:rides|ride} away from the charge.",
        "{who:el} {who:escapa|escapan} de la carga al galope.",
        who=called(battle, who),
    )
    return item(
        group,
        says,
        side_of(battle, who),
        rules=["HOA-MEL-03"],
        way=walked(battle, who, list(group.all(e.FigureMoved))),
        kind="march",
        weight=ONSET,
    )


def stands(group: Group) -> Item | None:
    battle, side = group.battle, group.key[2]
    who = [
        key
        for event in group.all(e.StoodStill)
        for key in event.who
        if key in battle.figures or battle.units[key].where != AMBUSH
    ]
    if not who:
        return None
    says = say(
        "{side:the} {side:does|do} not move: {who}.",
        "{side:el} {side:no mueve|no mueven}: {who}.",
        side=side_title(battle, side),
        who=several(battle, who, sided=True),
    )
    return item(group, says, side, rules=["HOA-SEQ-02"], deed=True)


# ------------------------------------------------------------------------------------------------ c
def deployed(group: Group) -> Item:
    battle, side = group.battle, group.key[1]
    open_, hidden = (
        [event.who for event in group.all(e.Deployed) if event.ambush is which]
        for which in (False, True)
    )
    says = say(
        "{side}, deployed: {who}.",
        "{side}, despliegue: {who}.",
        side=side_title(battle, side),
        who=several(battle, open_, sided=True),
    )
    if hidden:
        lying = several(battle, hidden, sided=True)
        says = (
            say("{says} In ambush: {who}.", "{says} En emboscada: {who}.", says=says, who=lying)
            if open_
            else say(
                "{side}, in ambush: {who}.",
                "{side}, en emboscada: {who}.",
                side=side_title(battle, side),
                who=lying,
            )
        )
    return item(group, says, side, rules=["HOA-SCN-05"], deed=True)


def arrival(group: Group) -> Item:
    battle, who = group.battle, group.key[2]
    rolls, places = (
        list(group.all(e.ArrivalRolled)),
        [place for event in group.all(e.Arrived) for place in event.at.values()],
    )
    comes = bool(places) or any(event.arrives for event in rolls)
    text = COMES if comes else DOES_NOT_COME
    odds = (
        say(" ({roll})", " ({roll})", roll=roll_words(rolls[0].die, rolls[0].needs))
        if rolls
        else NOTHING
    )
    return item(
        group,
        Say(text.en, text.es, {"who": called(battle, who), "odds": odds}),
        side_of(battle, who),
        rules=["HOA-DEP-01" if rolls else "HOA-DEP-03"],
        dice=[(event.die, event.arrives) for event in rolls],
        way=[middle((x, y) for x, y, _ in places)] if places else (),
        weight=ONSET if comes else 0,
    )


COMES = say(
    "{who:the} {who:comes|come} onto the table{odds}.",
    "{who:el} {who:entra|entran} en la mesa{odds}.",
)
DOES_NOT_COME = say(
    "{who:the} {who:does|do} not arrive yet{odds}.",
    "{who:el} {who:aún no llega|aún no llegan}{odds}.",
)


def roll_words(face: int, needs: int) -> Say:
    return say(
        "rolled {die}, {needs}+ needed", "dado {die}, necesita {needs}+", die=face, needs=needs
    )


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
        way=[middle((x, y) for x, y, _ in event.at.values())],
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
    way = [middle(start for start, _ in lines), middle(end for _, end in lines)] if lines else []
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
    """The close combat of two units: bouts won, men lost."""
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
        way=[middle(at for at in men if at is not None)],
        dice=[
            (face, bool(bout.loser) and bout.loser != key)
            for bout in bouts
            for key, face in zip(bout.figures, bout.dice, strict=True)
        ],
    )


def wins_words(battle: Battle, won: Mapping[str, int], pair: Sequence[str], fought: int) -> Say:
    """The combats that either unit has won."""
    wins = [
        sentence(
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
    """A test that fails: a marker, or flight."""
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
    place = [middle(at)] if at else []  # type: ignore[type-var]
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
    """Who left the table otherwise, and units that are no more."""
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
        return None  # attendants go with their Leader, who is told of
    at = [battle.figures[key].at for key in men if battle.figures[key].at is not None]
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
        group, says, side_of(battle, who), rules=["HOA-GEN-04"], way=[middle(at)] if at else ()
    )  # type: ignore[type-var]


def figures_of(n: int) -> Say:
    """3 figures: feminine in Spanish."""
    text = "{n:figure+s}", "{n:figura+s}"
    return noun(*text, "f", plural=n != 1, the=text[0], el=text[1], n=n)


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


def place_of(battle: Battle, key: str) -> list[Point]:
    at = battle.figures[key].at
    return [at] if at is not None else []


# ------------------------------------------------------------------------------------------------ a
def as_in_the_log(group: Group) -> Item | None:
    """What stands alone, in the words of the log; a detail is passed over."""
    battle, part = group.battle, group.parts[0]
    line = next(
        (line for line in TOLD[type(part.event)](battle, part.event) if line.level < PASSED_OVER),
        None,
    )
    if line is None:
        return None
    spots = [
        battle.figures[key].at
        for key in line.places
        if key in battle.figures and battle.figures[key].at is not None
    ]
    return item(
        group,
        line.says,
        part.side,
        rules=line.rules,
        dice=[(int(face), False) for _, face in line.dice],
        way=[middle(spots)] if spots else (),
        weight=WEIGHTS.get(type(part.event), 0),
    )  # type: ignore[type-var]


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
