"""Tables of a report: field and armies at the beginning; losses and luck at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.event_summary.names import name_without_article
from app.games.heart_of_africa.figures import is_independent, is_leader, is_vessel
from app.games.heart_of_africa.pieces import Figure, Unit
from app.games.heart_of_africa.presentation.naming import EDGES, ONE, PLURALS, TRAITS, side_title
from app.games.heart_of_africa.setup.darkness import LAST_TURN
from app.games.heart_of_africa.state import SIDES, Battle
from app.games.heart_of_africa.survey.words import length
from app.games.heart_of_africa.tables import REGIONS, SCENARIOS, TERRAIN_NAMES, WORK_NAMES
from app.kernel.event_summary import Met
from app.kernel.report_tables import ReportDetails, Sheet
from app.kernel.say import Say, as_is, as_sentence, say
from app.kernel.survey import Fact, Section

COLUMNS = ("shot", "melee", "broken", "captured", "exited")
"""Ways to leave the table that have a column of their own; a fragment is a shot."""
HEADS = {
    "shot": say("shot", "por disparos"),
    "melee": say("in close combat", "cuerpo a cuerpo"),
    "broken": say("fled", "en fuga"),
    "captured": say("captured", "capturadas"),
    "exited": say("marched off", "salieron"),
}
FROM_THE_RECORD = say(
    "Counted from the record of the battle.", "Contado a partir del registro de la batalla."
)
HIT, HITS = say("{n} hit", "{n} impacto"), say("{n} hits", "{n} impactos")
PASSED, PASSES = say("{n} passed", "{n} superado"), say("{n} passed", "{n} superados")
DASH = as_is("–")
FACES, EVEN = 6, 3.5


def report_details(met: Sequence[Met], battle: Battle) -> ReportDetails:
    tables = (*(loss_sheet(battle, side) for side in SIDES), luck_sheet(met, battle))
    return ReportDetails(
        {side: side_title(battle, side) for side in SIDES},
        (field_sheet(battle), *(army_sheet(battle, side) for side in SIDES)),
        tables,
    )


def field_sheet(battle: Battle) -> Section:
    return Section(say("The field", "El campo"), tuple(Fact(says) for says in field_facts(battle)))


def field_facts(battle: Battle) -> Iterator[Say]:
    land = battle.land
    row, region = SCENARIOS.get(battle.scenario), REGIONS.get(land.region)
    if row:
        yield say("{scenario}.", "{scenario}.", scenario=say(row["name_en"], row["name_es"]))
    size = say(
        "a table of {width} by {depth}",
        "una mesa de {width} por {depth}",
        width=length(land.width),
        depth=length(land.depth),
    )
    yield (
        say(
            "{region}: {size}.",
            "{region}: {size}.",
            region=say(region["name_en"], region["name_es"]),
            size=size,
        )
        if region
        else say("{size}.", "{size}.", size=as_sentence(size))
    )
    ground = Counter(piece.kind for piece in land.pieces) + Counter(
        work.kind for work in land.works if work.kind in WORK_NAMES
    )
    if ground:
        yield say(
            "On it: {pieces}.",
            "Sobre ella: {pieces}.",
            pieces=tuple(counted_kind(kind, n) for kind, n in ground.items()),
        )
    yield say(
        "{who:The} {who:comes|come} from the {edge}.",
        "{who:El} {who:llega|llegan} desde el {edge}.",
        who=side_title(battle, battle.attacker),
        edge=EDGES[battle.edges[battle.attacker]],
    )
    if battle.conditions.dark is not None:
        yield dark_from(*battle.conditions.dark)


def dark_from(first: int, last: int) -> Say:
    """The turns of darkness in words (HOA-GEN-03)."""
    if last < LAST_TURN:
        return say(
            "Dark from turn {first} to turn {last}.",
            "De noche del turno {first} al {last}.",
            first=first,
            last=last,
        )
    return (
        say("Dark from turn {first} on.", "De noche desde el turno {first}.", first=first)
        if first > 1
        else say("By night.", "De noche.")
    )


def counted_kind(kind: str, n: int) -> Say:
    """Rocky ground; with a number where there are several pieces of a kind."""
    title = TERRAIN_NAMES.get(kind) or WORK_NAMES[kind]
    plain = say(title.en.lower(), title.es.lower())
    return say("{it} ×{n}", "{it} ×{n}", it=plain, n=n) if n > 1 else plain


def army_sheet(battle: Battle, side: str) -> Section:
    points, title = battle.conditions.points.get(side), side_title(battle, side)
    if points:
        title = say("{who}, {n} points", "{who}, {n} puntos", who=title, n=points)
    return Section(title, tuple(Fact(says) for says in army_facts(battle, side)))


def army_facts(battle: Battle, side: str) -> Iterator[Say]:
    """The Leader, the units with their initial numbers, the single figures, the baggage."""
    for figure in battle.figures.values():
        if figure.side == side and is_leader(figure):
            yield leader_words(battle, figure)
    for unit in battle.units.values():
        if unit.side == side:
            yield say("{unit}: {n}", "{unit}: {n}", unit=own_name(battle, unit), n=unit.original)
    for figure in battle.figures.values():
        if (
            figure.side == side
            and not is_leader(figure)
            and (is_independent(figure) or (is_vessel(figure) and not figure.unit))
        ):
            yield ONE[figure.type]


def leader_words(battle: Battle, figure: Figure) -> Say:
    traits = tuple(TRAITS[trait] for trait in figure.traits if trait in TRAITS)
    who = say("Leader: {kind}", "Líder: {kind}", kind=ONE[figure.type])
    with_traits = (
        say("{who}, {traits}", "{who}, {traits}", who=who, traits=traits) if traits else who
    )
    guard = sum(one.of == figure.id and one.type == "attendant" for one in battle.figures.values())
    if not guard:
        return with_traits
    return say(
        "{it}, with {n} {them}",
        "{it}, con {n} {them}",
        it=with_traits,
        n=guard,
        them=PLURALS["attendant"] if guard > 1 else ONE["attendant"],
    )


def own_name(battle: Battle, unit: Unit) -> Say:
    return (
        say("Baggage", "Bagaje")
        if unit.kind == "baggage"
        else name_without_article(battle, unit.id)
    )


def loss_sheet(battle: Battle, side: str) -> Sheet:
    """Losses of a side by unit and cause."""
    rows = [
        row_of(
            own_name(battle, unit),
            unit.original,
            [one for one in battle.figures.values() if one.unit == unit.id],
        )
        for unit in battle.units.values()
        if unit.side == side and unit.original
    ]
    rows += [
        row_of(title_alone(one), 1, [one])
        for one in battle.figures.values()
        if one.side == side and is_independent(one)
    ]
    head = (
        say("unit", "unidad"),
        say("began", "al empezar"),
        *(HEADS[column] for column in COLUMNS),
        say("otherwise", "de otro modo"),
        say("left", "quedan"),
    )
    return Sheet(
        say("Losses: {who}", "Bajas: {who}", who=side_title(battle, side)),
        FROM_THE_RECORD,
        head,
        tuple(rows),
        ("HOA-GEN-04",),
    )


def title_alone(figure: Figure) -> Say:
    return as_sentence(say("Leader", "Líder") if is_leader(figure) else ONE[figure.type])


def row_of(title: Say, began: int, men: Sequence[Figure]) -> tuple[Say, ...]:
    fates = Counter(
        "shot" if figure.fate == "fragment" else figure.fate for figure in men if figure.fate
    )
    others = sum(n for fate, n in fates.items() if fate not in COLUMNS)
    return (
        title,
        as_is(str(began)),
        *(number_words(fates[column]) for column in COLUMNS),
        number_words(others),
        as_is(str(sum(not figure.fate for figure in men))),
    )


def number_words(n: int) -> Say:
    return as_is(str(n)) if n else DASH


def luck_sheet(met: Sequence[Met], battle: Battle) -> Sheet:
    """Dice of both sides: results and expectation."""
    rows = [row for side in SIDES for row in luck_of(met, battle, side)]
    head = (
        say("side", "bando"),
        say("dice", "dados"),
        say("thrown", "tirados"),
        say("result", "resultado"),
        say("to be expected", "lo esperable"),
        say("luck", "suerte"),
    )
    return Sheet(
        say("How the dice fell", "Cómo cayeron los dados"), FROM_THE_RECORD, head, tuple(rows)
    )


def luck_of(met: Sequence[Met], battle: Battle, side: str) -> Iterator[tuple[Say, ...]]:
    who = side_title(battle, side)
    shots = [
        one.event
        for one in met
        if isinstance(one.event, e.ShotFired) and side_of(battle, one.event.figure) == side
    ]
    tests = [
        one.event
        for one in met
        if isinstance(one.event, e.MoraleRolled) and battle.units[one.event.test.unit].side == side
    ]
    yield from shot_luck(shots, who)
    if tests:
        yield luck_row(
            who,
            say("morale tests", "test de moral"),
            len(tests),
            sum(test.result == "passed" for test in tests),
            sum(chance_of(test.needs) for test in tests),
            PASSED,
            PASSES,
        )
    yield from average_row(
        who,
        say("close combat", "cuerpo a cuerpo"),
        [face for one in met for face in combat_dice(one, battle, side)],
    )
    yield from average_row(
        who,
        say("movement", "movimiento"),
        movement_dice(met, side),
    )


def shot_luck(shots: Sequence[e.ShotFired], who: Say) -> Iterator[tuple[Say, ...]]:
    """Row of the shots: hits, and the hits to be expected."""
    if shots:
        chances = sum(
            chance_of(shot.needs - sum(amount for _, _, amount in shot.mods)) for shot in shots
        )
        yield luck_row(
            who,
            say("shots", "disparos"),
            len(shots),
            sum(shot.hit for shot in shots),
            chances,
            HIT,
            HITS,
        )


def movement_dice(met: Sequence[Met], side: str) -> list[int]:
    """Faces of the movement dice of a side."""
    return [
        face
        for one in met
        if isinstance(one.event, e.Activated) and one.event.hand.side == side
        for _, _, face in one.event.dice
    ]


def side_of(battle: Battle, figure: str) -> str:
    return battle.figures[figure].side


def combat_dice(one: Met, battle: Battle, side: str) -> list[int]:
    """The dice that a comparison rolled for this side."""
    event = one.event
    if not isinstance(event, e.Fought):
        return []
    return [
        face
        for key, face in zip(event.figures, event.dice, strict=True)
        if key in event.rolled and side_of(battle, key) == side
    ]


def chance_of(needs: int) -> float:
    """The chance that a die shows `needs` or more."""
    return min(max(FACES + 1 - needs, 0), FACES) / FACES


def luck_row(
    who: Say, what: Say, thrown: int, good: int, expected: float, one: Say, many: Say
) -> tuple[Say, ...]:
    says = one if good == 1 else many
    return (
        who,
        what,
        as_is(str(thrown)),
        say(says.en, says.es, n=good),
        say(many.en, many.es, n=round(expected, 1)),
        signed_words(good - expected),
    )


def average_row(who: Say, what: Say, faces: Sequence[int]) -> Iterator[tuple[Say, ...]]:
    if faces:
        mean = sum(faces) / len(faces)
        on_average = say("{n} on average", "{n} de media")
        yield (
            who,
            what,
            as_is(str(len(faces))),
            say(on_average.en, on_average.es, n=round(mean, 2)),
            say(on_average.en, on_average.es, n=EVEN),
            signed_words(sum(faces) - EVEN * len(faces)),
        )


def signed_words(amount: float) -> Say:
    short = round(amount, 1)
    sign = "+" if short > 0 else "−" if short < 0 else "±"
    return say("{sign}{n}", "{sign}{n}", sign=sign, n=abs(short))
