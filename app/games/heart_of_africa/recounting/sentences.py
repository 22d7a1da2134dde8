"""The sentence of each group of events: who did what to whom, what came of it, and where on the table."""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.drawing.places import spelled
from app.games.heart_of_africa.losses import ALIVE
from app.games.heart_of_africa.naming import CAUSES, FATES, place_title, side_title
from app.games.heart_of_africa.recounting.groups import Group
from app.games.heart_of_africa.recounting.names import at_the_head, bare, of_its_side, of_the, owner_of, several, side_of, the, to_the, verb
from app.games.heart_of_africa.state import AMBUSH, BROKE_OFF, LEADER, STANDARD_BEARER, WITCH_DOCTOR, Battle
from app.games.heart_of_africa.survey.words import length, wind
from app.games.heart_of_africa.wording import TOLD
from app.kernel.recount import Item
from app.kernel.say import Say, say
from app.kernel.space.plane import Point, bearing, distance, middle

NOTHING = say("", "")
STEP = 0.4
"""A unit whose middle moved less has stayed where it was, inches."""
PASSED_OVER = 2
"""Lines of the log from this level on are details."""
WEIGHTS: Mapping[type, int] = {e.BattleEnded: 10, e.ObjectiveHeld: 6, e.BaggageTaken: 6, e.SpellBroken: 3, e.FireLit: 3, e.TrapSprung: 2, e.Jammed: 2}
DOWNFALL, DEATH_OF_A_LEADER, DEATH_OF_A_MAN_OF_NOTE, SURPRISE, ONSET, WAVERING = 8, 10, 3, 5, 2, 2
EASIER = 4
"""What an ordinary Leader needs to rally a unit; an Eloquent one needs less."""
"""How much it matters that a unit is lost, that such a man falls, that an ambush is sprung, that somebody charges, that a test fails."""


def item_of(group: Group) -> Item | None:
    """None where there is nothing to say."""
    return SENTENCES.get(group.kind, as_in_the_log)(group)


def item(group: Group, says: Say, side: str, *, title: Say | None = None, rules: Iterable[str] = (), dice: Iterable[tuple[int, bool]] = (),
         way: Sequence[Point] = (), kind: str = "", deed: bool = False, weight: int = 0) -> Item:
    lost, leader = losses_of(group), fallen_leader(group)
    battle = group.battle
    if leader:
        title = say("the fall of {who}", "la caída {who}", who=of_the(the(battle, leader)))
    return Item(at_the_head(says), group.move, group.parts[0].number, battle.turn, side, title, tuple(rules),
                tuple((str(face), scored) for face, scored in dice), tuple(spelled((round(x, 1), round(y, 1))) for x, y in way), kind, deed,
                tuple(sorted(lost.items())), weight + sum(lost.values()) + notable(group))


# ------------------------------------------------------------------------------------------------ who fell
def fallen(group: Group) -> list[str]:
    return [key for event in group.all(e.Removed) if event.cause not in ALIVE or event.cause == "broken" for key in event.figures]


def losses_of(group: Group) -> Counter[str]:
    """The figures lost, by side."""
    return Counter(group.battle.figures[key].side for key in fallen(group))


def notable(group: Group) -> int:
    """How much the men of note among them matter."""
    men = [group.battle.figures[key] for key in fallen(group)]
    return sum(DEATH_OF_A_LEADER if one.role == LEADER else DEATH_OF_A_MAN_OF_NOTE if one.type in (STANDARD_BEARER, WITCH_DOCTOR) else 0 for one in men)


def fallen_leader(group: Group) -> str:
    return next((key for key in fallen(group) if group.battle.figures[key].role == LEADER), "")


def leader_among(group: Group) -> Say:
    if not fallen_leader(group):
        return NOTHING
    return say(", the Leader among them", ", el Líder entre ellas") if len(fallen(group)) > 1 else say(": the Leader", ": el Líder")


def count(n: int, one: Say, many: Say) -> Say:
    return say("{n} {what}", "{n} {what}", n=n, what=one if n == 1 else many)


# ------------------------------------------------------------------------------------------------ movement
def march(group: Group) -> Item | None:
    """A unit's activation: its charge, its march, or why it stayed."""
    battle, who = group.battle, group.key[2]
    moves, charges = list(group.all(e.FigureMoved)), [charge for event in group.all(e.FigureMoved) for charge in event.charges]
    dice = [(face, False) for event in group.all(e.Activated) for _, _, face in event.dice]
    way = walked(battle, who, moves) or [point for event in group.all(e.VesselMoved) for point in (event.way[0], event.way[-1])]
    if charges:
        return charge_item(group, who, charges, dice, way)
    if any(event.how == "declined" for event in group.all(e.ActivationEnded)):
        says = verb(battle, who, "stays after the dice", "stay after the dice", "se queda tras ver los dados", "se quedan tras ver los dados")
        return item(group, say("{who} {does}.", "{who} {does}.", who=the(battle, who), does=says), side_of(battle, who), rules=["HOA-SEQ-03"], dice=dice,
                    deed=True)
    if way and distance(way[0], way[-1]) >= STEP:
        return march_item(group, who, moves, dice, way)
    changed = next(group.all(e.ModeChanged), None)
    if changed is not None or len(group.parts) == 1:
        return as_in_the_log(group)
    says = verb(battle, who, "stays about where it stood", "stay about where they stood", "apenas se mueve", "apenas se mueven")
    return item(group, say("{who} {does}.", "{who} {does}.", who=the(battle, who), does=says), side_of(battle, who), dice=dice, way=way[-1:], deed=True)


def walked(battle: Battle, who: str, moves: Sequence[e.FigureMoved]) -> list[Point]:
    """From where to where the middle of a unit went, attendants left out."""
    own = walkers(battle, who, moves)
    return [middle(event.way[0] for event in own), middle(event.way[-1] for event in own)] if own else []


def walkers(battle: Battle, who: str, moves: Sequence[e.FigureMoved]) -> list[e.FigureMoved]:
    return [event for event in moves if not battle.figures[event.figure].of or event.figure == who]


def march_item(group: Group, who: str, moves: Sequence[e.FigureMoved], dice: list[tuple[int, bool]], way: list[Point]) -> Item:
    battle = group.battle
    farthest = max((event.length for event in (*moves, *group.all(e.VesselMoved))), default=0.0)
    left = any(BROKE_OFF in event.did for event in moves)
    does = verb(battle, who, "breaks off and goes", "break off and go", "rompe el contacto y va", "rompen el contacto y van") if left else \
        verb(battle, who, "goes", "go", "va", "van") if not battle.units.get(who) else verb(battle, who, "marches", "march", "avanza", "avanzan")
    most = say("up to ", "hasta ") if len(walkers(battle, who, moves)) > 1 else NOTHING
    says = say("{who} {does} {most}{length} to the {way}.", "{who} {does} {most}{length} hacia el {way}.", who=the(battle, who), does=does, most=most,
               length=length(farthest), way=wind(bearing(way[0], way[-1])))
    return item(group, says, side_of(battle, who), rules=["HOA-MEL-11"] if left else ["HOA-MOV-01"], dice=dice, way=way, kind="march", deed=True)


def charge_item(group: Group, who: str, charges: Sequence[e.Charge], dice: list[tuple[int, bool]], way: list[Point]) -> Item:
    battle = group.battle
    foes = several(battle, [owner_of(battle, charge.victim) for charge in charges])
    men = len({charge.attacker for charge in charges})
    does = verb(battle, who, "charges", "charge", "carga", "cargan")
    says = say("{who} {does} {foes}, {n} in contact.", "{who} {does} contra {foes}, {n} en contacto.", who=the(battle, who), does=does, foes=foes, n=men)
    title = say("the charge of {who}", "la carga {who}", who=of_the(the(battle, who)))
    return item(group, says, side_of(battle, who), title=title, rules=["HOA-MEL-01"], dice=dice, way=way, kind="march", deed=True, weight=ONSET)


def away(group: Group) -> Item:
    battle, who = group.battle, group.key[2]
    does = verb(battle, who, "rides away from the charge", "ride away from the charge", "escapa de la carga al galope", "escapan de la carga al galope")
    return item(group, say("{who} {does}.", "{who} {does}.", who=the(battle, who), does=does), side_of(battle, who), rules=["HOA-MEL-03"],
                way=walked(battle, who, list(group.all(e.FigureMoved))), kind="march", weight=ONSET)


def stands(group: Group) -> Item | None:
    battle, side = group.battle, group.key[2]
    who = [key for event in group.all(e.StoodStill) for key in event.who if key in battle.figures or battle.units[key].where != AMBUSH]
    if not who:
        return None
    says = say("{side}, standing still: {who}.", "{side}, sin moverse: {who}.", side=side_title(battle, side), who=several(battle, who, sided=True))
    return item(group, says, side, rules=["HOA-SEQ-02"], deed=True)


# ------------------------------------------------------------------------------------------------ coming on
def deployed(group: Group) -> Item:
    battle, side = group.battle, group.key[1]
    open_, hidden = ([event.who for event in group.all(e.Deployed) if event.ambush is which] for which in (False, True))
    says = say("{side}: {who} in place.", "{side}: {who} en posición.", side=side_title(battle, side), who=several(battle, open_, sided=True))
    if hidden:
        says = say("{says} In ambush: {who}.", "{says} Emboscados: {who}.", says=says, who=several(battle, hidden, sided=True)) if open_ else \
            say("{side}, in ambush: {who}.", "{side}, emboscados: {who}.", side=side_title(battle, side), who=several(battle, hidden, sided=True))
    return item(group, says, side, rules=["HOA-SCN-05"], deed=True)


def arrival(group: Group) -> Item:
    battle, who = group.battle, group.key[2]
    rolls, places = list(group.all(e.ArrivalRolled)), [place for event in group.all(e.Arrived) for place in event.at.values()]
    comes = bool(places) or any(event.arrives for event in rolls)
    does = verb(battle, who, "comes on", "come on", "entra en la mesa", "entran en la mesa") if comes else \
        verb(battle, who, "does not arrive yet", "do not arrive yet", "aún no llega", "aún no llegan")
    odds = say(" ({die}, {needs} needed)", " ({die}, hacía falta {needs})", die=rolls[0].die, needs=rolls[0].needs) if rolls else NOTHING
    return item(group, say("{who} {does}{odds}.", "{who} {does}{odds}.", who=the(battle, who), does=does, odds=odds), side_of(battle, who),
                rules=["HOA-DEP-01" if rolls else "HOA-DEP-03"], dice=[(event.die, event.arrives) for event in rolls],
                way=[middle((x, y) for x, y, _ in places)] if places else (), weight=ONSET if comes else 0)


def ambush(group: Group) -> Item:
    battle, who = group.battle, group.key[1]
    event = next(group.all(e.AmbushRevealed))
    shocked = tuple(to_the(one) for one in several(battle, event.shocked))
    tail = say(", which surprises {who}", ", que sorprende {who}", who=shocked) if shocked else NOTHING
    title = say("the ambush of {who}", "la emboscada {who}", who=of_the(the(battle, who)))
    says = say("{title} is sprung{tail}.", "Salta {title}{tail}.", title=title, tail=tail)
    if event.by:
        does = verb(battle, owner_of(battle, event.by), "uncovers", "uncover", "descubre", "descubren")
        says = say("{by} {does} {title}{tail}.", "{by} {does} {title}{tail}.", by=the(battle, owner_of(battle, event.by)), does=does, title=title, tail=tail)
    return item(group, says, side_of(battle, who), title=title, rules=["HOA-DEP-10" if event.by else "HOA-DEP-09"],
                way=[middle((x, y) for x, y, _ in event.at.values())], weight=SURPRISE)


# ------------------------------------------------------------------------------------------------ fire and steel
def fire(group: Group) -> Item | None:
    """All shots of a unit at another one."""
    battle, (_, _, who, whom) = group.battle, group.key
    shots, down = list(group.all(e.ShotFired)), fallen(group)
    if not shots and not down:
        return as_in_the_log(group)
    hits = sum(shot.hit for shot in shots)
    mark = the(battle, whom) if whom in battle.units or whom in battle.figures else place_title(battle, whom) if "/" in whom else say("a wall", "un muro")
    does = verb(battle, who, "fires", "fire", "dispara", "disparan")
    struck = say("no hit", "ningún impacto") if not hits else count(hits, say("hit", "impacto"), say("hits", "impactos"))
    lost = say(", {n} lost{leader}", ", {n} {what}{leader}", n=len(down), what=say("loss", "baja") if len(down) == 1 else say("losses", "bajas"),
               leader=leader_among(group)) if down else NOTHING
    says = say("{who} {does} at {mark}: {shots}, {hits}{lost}.", "{who} {does} contra {mark}: {shots}, {hits}{lost}.", who=the(battle, who), does=does,
               mark=mark, shots=count(len(shots), say("shot", "disparo"), say("shots", "disparos")), hits=struck, lost=lost)
    lines = [shot.line for shot in shots if shot.line is not None]
    way = [middle(start for start, _ in lines), middle(end for _, end in lines)] if lines else []
    title = say("fire on {mark}", "fuego contra {mark}", mark=mark)
    return item(group, says, side_of(battle, who), title=title, rules=["HOA-SHT-08"], dice=[(shot.die, shot.hit) for shot in shots], way=way, kind="fire")


def fight(group: Group) -> Item:
    """The close combat of two units: bouts won, men lost."""
    battle, (_, _, one, two) = group.battle, group.key
    bouts = list(group.all(e.Fought))
    won = Counter(owner_of(battle, next(key for key in bout.figures if key != bout.loser)) for bout in bouts if bout.loser)
    lost = Counter(owner_of(battle, key) for key in fallen(group))
    end = say("nobody falls", "no cae nadie") if not lost else say("they lose {a} and {b}{leader}", "pierden {a} y {b}{leader}", a=lost[one], b=lost[two],
                                                                    leader=leader_among(group))
    does = verb(battle, one, "fights", "fight", "lucha", "luchan")
    says = say("{one} {does} {two}, {a} to {b}: {end}.", "{one} {does} contra {two}, {a} a {b}: {end}.", one=the(battle, one), does=does, two=the(battle, two),
               a=won[one], b=won[two], end=end)
    men = [battle.figures[key].at for bout in bouts for key in bout.figures]
    title = say("{one} against {two}", "{one} contra {two}", one=bare(battle, one), two=bare(battle, two))
    return item(group, says, side_of(battle, one), title=title, rules=["HOA-MEL-10"], way=[middle(at for at in men if at is not None)],
                dice=[(face, bool(bout.loser) and bout.loser != key) for bout in bouts for key, face in zip(bout.figures, bout.dice, strict=True)])


# ------------------------------------------------------------------------------------------------ nerve and ruin
def held(group: Group) -> Item:
    battle, tests = group.battle, list(group.all(e.MoraleRolled))
    who = [event.test.unit for event in tests]
    says = say("Morale holds: {who}.", "La moral aguanta: {who}.", who=several(battle, who))
    sides = {side_of(battle, key) for key in who}
    return item(group, says, sides.pop() if len(sides) == 1 else "", rules=["HOA-MOR-11"], dice=[(event.die, True) for event in tests])


def nerve(group: Group) -> Item:
    """A test that fails: a marker, or flight."""
    battle, who, test = group.battle, group.key[2], next(group.all(e.MoraleRolled))
    roll = say("{die}, {needs} needed, for {cause}", "{die}, hacía falta {needs}, por {cause}", die=test.die, needs=test.needs, cause=CAUSES[test.test.cause])
    at = [figure.at for figure in battle.figures.values() if figure.unit == who and figure.at is not None and not figure.fate]
    place = [middle(at)] if at else []                                                                                # type: ignore[type-var]
    dice = [(test.die, False)]
    if test.result != "broken":
        does = verb(battle, who, "wavers", "waver", "flaquea", "flaquean")
        return item(group, say("{who} {does}: {roll}.", "{who} {does}: {roll}.", who=the(battle, who), does=does, roll=roll), side_of(battle, who),
                    rules=["HOA-MOR-12"], dice=dice, way=place, weight=WAVERING)
    does = verb(battle, who, "breaks and flees", "break and flee", "se rompe y huye", "se rompen y huyen")
    says = say("{who} {does}, {men}: {roll}.", "{who} {does}, {men}: {roll}.", who=the(battle, who), does=does, roll=roll,
               men=count(len(fallen(group)), say("figure", "figura"), say("figures", "figuras")))
    title = say("{who} {does}", "{who} {does}", who=the(battle, who), does=does)
    return item(group, says, side_of(battle, who), title=title, rules=["HOA-MOR-13"], dice=dice, way=place, weight=DOWNFALL)


def gone(group: Group) -> Item | None:
    """Who left the table otherwise, and units that are no more."""
    battle, (_, _, cause, who) = group.battle, group.key
    if cause == "wiped_out":
        does = verb(battle, who, "is wiped out", "are wiped out", "ya no existe", "ya no existen")
        return item(group, say("{who} {does}.", "{who} {does}.", who=the(battle, who), does=does), side_of(battle, who), rules=["HOA-MOR-13"], weight=DOWNFALL,
                    title=say("the end of {who}", "el fin {who}", who=of_the(the(battle, who))))
    men = [key for event in group.all(e.Removed) for key in event.figures]
    if not men:
        return as_in_the_log(group)
    if cause == "left":
        return None                             # attendants go with their Leader, who is told of
    at = [battle.figures[key].at for key in men if battle.figures[key].at is not None]
    says = say("{who}: {men}, {how}.", "{who}: {men}, {how}.", who=the(battle, who), how=FATES.get(cause, FATES["left"]),
               men=count(len(men), say("figure", "figura"), say("figures", "figuras")))
    return item(group, says, side_of(battle, who), rules=["HOA-GEN-04"], way=[middle(at)] if at else ())                # type: ignore[type-var]


def spared(group: Group) -> Item:
    battle, event = group.battle, next(group.all(e.TestCancelled))
    who = event.test.unit
    does = verb(battle, who, "ignores", "ignore", "ignora", "ignoran")
    says = say("{who} {does} a test for {cause}, through {by}.", "{who} {does} un test por {cause}, gracias {by}.", who=the(battle, who), does=does,
               cause=CAUSES[event.test.cause], by=to_the(of_its_side(battle, event.by)))
    rule = "HOA-LDR-16" if battle.figures[event.by].role == LEADER else "HOA-SPC-06"
    return item(group, says, side_of(battle, who), rules=[rule])


def rally(group: Group) -> Item:
    battle, event = group.battle, next(group.all(e.Rallied))
    how = say("it takes heart again", "recobra el ánimo") if event.success else say("in vain", "en vano")
    says = say("{leader} rallies {who}: {die}, {needs} needed, {how}.", "{leader} reagrupa {who}: {die}, hacía falta {needs}, {how}.", die=event.die,
               leader=the(battle, event.figure), who=to_the(of_its_side(battle, event.unit)), needs=event.needs, how=how)
    return item(group, says, side_of(battle, event.unit), rules=["HOA-LDR-17" if event.needs < EASIER else "HOA-LDR-04"], dice=[(event.die, event.success)],
                way=place_of(battle, event.figure))


def spell(group: Group) -> Item:
    battle, event = group.battle, next(group.all(e.Bewitched))
    says = say("{who} bewitches {whom}.", "{who} hechiza {whom}.", who=the(battle, event.figure), whom=to_the(the(battle, event.unit)))
    return item(group, says, side_of(battle, event.figure), rules=["HOA-SPC-10"], way=place_of(battle, event.figure), weight=1)


def place_of(battle: Battle, key: str) -> list[Point]:
    at = battle.figures[key].at
    return [at] if at is not None else []


# ------------------------------------------------------------------------------------------------ anything else
def as_in_the_log(group: Group) -> Item | None:
    """What stands alone, in the words of the log; a detail is passed over."""
    battle, part = group.battle, group.parts[0]
    line = next((line for line in TOLD[type(part.event)](battle, part.event) if line.level < PASSED_OVER), None)
    if line is None:
        return None
    spots = [battle.figures[key].at for key in line.places if key in battle.figures and battle.figures[key].at is not None]
    return item(group, line.says, part.side, rules=line.rules, dice=[(int(face), False) for _, face in line.dice],
                way=[middle(spots)] if spots else (), weight=WEIGHTS.get(type(part.event), 0))                          # type: ignore[type-var]


SENTENCES: Mapping[str, Callable[[Group], Item | None]] = {
    "march": march, "away": away, "stands": stands, "deployed": deployed, "arrival": arrival, "ambush": ambush, "fire": fire, "fight": fight, "held": held,
    "nerve": nerve, "gone": gone, "spared": spared, "rally": rally, "spell": spell,
}
