"""Facts about a viewpoint itself: place, weapons, cohesion, and reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from app.games.heart_of_africa.figures import is_attendant, is_independent, placed
from app.games.heart_of_africa.movement import cohesion, previews
from app.games.heart_of_africa.movement.activation import dice_columns
from app.games.heart_of_africa.movement.allowances import allowance
from app.games.heart_of_africa.movement.obstacles import average_of_roll
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called, place_title
from app.games.heart_of_africa.shooting import ability_to_shoot, aim
from app.games.heart_of_africa.shooting.weapons import weapon
from app.games.heart_of_africa.sight import ground, lines, smoke
from app.games.heart_of_africa.sight.viewpoints import Post
from app.games.heart_of_africa.sight.visibility import NIGHT_REACH
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.survey.sights import Row
from app.games.heart_of_africa.survey.words import compass, from_edges, length, length_in_both_units
from app.games.heart_of_africa.tables import TERRAIN_NAMES, TITLES, Roll
from app.kernel.refusal import Refusal
from app.kernel.say import Say, say
from app.kernel.space.plane import inches_to
from app.kernel.survey import Fact, Section

STRAYS_NAMED = 6
NOWHERE = say("nothing", "nada")
IN_THE_OPEN, IN_THE_ROUGH = (
    say("in the open", "en terreno abierto"),
    say("in difficult ground", "en terreno difícil"),
)


def fact_sections(post: Post, stood: Battle, found: Sequence[Row]) -> tuple[Section, ...]:
    """The sections of the survey; `stood` is the table without the imagined move."""
    titled = (
        (say("Where", "Dónde"), where(post)),
        (say("Keeping together", "Cohesión"), cohesion_facts(post)),
        (say("Weapons", "Armas"), weapon_facts(post)),
        (say("How far it may go", "Hasta dónde llega"), movement_facts(post, stood, found)),
    )
    return tuple(Section(title, facts) for title, its in titled if (facts := tuple(its)))


def where(post: Post) -> Iterator[Fact]:
    battle = post.battle
    middle_of = len(post.figures) > 1
    place = from_edges(battle, post.at)
    if post.figures:
        yield Fact(
            say("The middle is {where}", "El centro está {where}", where=place)
            if middle_of
            else say("{where}", "{where}", where=place)
        )
    if post.facing is not None:
        yield Fact(say("Faces {way}", "Mira al {way}", way=compass(post.facing)))
    yield from ground_under(post)
    yield from work_facts(post)
    if smoke.is_dark(battle):
        yield Fact(
            say(
                "It is dark: nothing is seen beyond {n}",
                "Es de noche: no se ve a más de {n}",
                n=length(NIGHT_REACH),
            ),
            "HOA-VIS-11",
        )
    yield from contact_facts(post)
    yield from assumed_facts(post)


def contact_facts(post: Post) -> Iterator[Fact]:
    """The enemies in contact."""
    battle = post.battle
    touching = dict.fromkeys(
        enemy.unit or enemy.id
        for figure in post.figures
        for enemy in ability_to_shoot.opponents(battle, figure)
    )
    if touching:
        yield Fact(
            say(
                "In contact with {who}",
                "En contacto con {who}",
                who=tuple(called(battle, key) for key in touching),
            ),
            "HOA-SHT-23",
        )


def assumed_facts(post: Post) -> Iterator[Fact]:
    """The assumptions under which the place is judged: ambushes revealed, moves made."""
    if post.emerged:
        yield Fact(
            say(
                "In ambush: computed as if it had been revealed",
                "Emboscada: se calcula como si se hubiera mostrado",
            ),
            "HOA-DEP-09",
        )
    if post.planned and post.figures and post.battle.turn > 0:
        yield Fact(
            say(
                "Computed as if it had moved there this turn",
                "Se calcula como si se hubiera movido hasta allí este turno",
            ),
            "HOA-SHT-06",
        )


def ground_under(post: Post) -> Iterator[Fact]:
    """The country under each figure, counted."""
    battle = post.battle
    spots = [figure.at for figure in post.figures if figure.at is not None] or [post.at]
    counted: Counter[str] = Counter(
        piece.kind for spot in spots for piece in ground.terrain_at(battle, spot)
    )
    bare_ground = sum(not ground.terrain_at(battle, spot) for spot in spots)
    if bare_ground == len(spots):
        yield Fact(TERRAIN_NAMES["open_ground"])
    for kind, count in counted.items():
        title = TERRAIN_NAMES[kind]
        yield Fact(
            say("{what}", "{what}", what=title)
            if count == len(spots)
            else say(
                "{what}: {n} of {of}", "{what}: {n} de {of}", what=title, n=count, of=len(spots)
            )
        )
    slow = sum(ground.slow_at(battle, spot) is not None for spot in spots)
    if slow:
        yield Fact(
            say("Difficult ground", "Terreno difícil")
            if slow == len(spots)
            else say(
                "Difficult ground: {n} of {of}",
                "Terreno difícil: {n} de {of}",
                n=slow,
                of=len(spots),
            ),
            "HOA-MOV-02",
        )


def work_facts(post: Post) -> Iterator[Fact]:
    """Works, rooms, roofs and boats."""
    battle = post.battle
    for work in lines.fixed_works(battle):
        count = sum(lines.is_at(battle, figure, work) for figure in post.figures)
        if count:
            yield Fact(
                say(
                    "At the works: {what} ({n})",
                    "En la fortificación: {what} ({n})",
                    what=place_title(battle, work.id),
                    n=count,
                ),
                "HOA-FRT-03",
            )
    inside: Counter[str] = Counter(
        figure.roof or figure.room for figure in post.figures if figure.roof or figure.room
    )
    for room, count in inside.items():
        yield Fact(say("{room} ({n})", "{room} ({n})", room=place_title(battle, room), n=count))
    for vessel, count in Counter(figure.aboard for figure in post.figures if figure.aboard).items():
        yield Fact(
            say(
                "Aboard {vessel} ({n})",
                "A bordo: {vessel} ({n})",
                vessel=called(battle, vessel),
                n=count,
            )
        )


def cohesion_facts(post: Post) -> Iterator[Fact]:
    """Facts about the cohesion of the unit."""
    unit = post.figures[0].unit if post.figures else ""
    if not unit:
        return
    battle = post.battle
    men = [figure for figure in placed(battle, unit) if not is_attendant(figure)]
    if len(men) < 2:
        return
    at = {figure.id: figure.position for figure in men}
    parts = cohesion.groups(men, at)
    limit = length(cohesion.LINK)
    if len(parts) == 1:
        yield Fact(
            say(
                "All {n} keep together, no gap wider than {limit}",
                "Los {n} van juntos, sin huecos de más de {limit}",
                n=len(men),
                limit=limit,
            ),
            "HOA-DEP-12",
        )
        return
    for group in parts[1:]:
        gap = cohesion.torn_unit((parts[0], group), at).says.facts["gap"]
        who = tuple(called(battle, figure.id) for figure in group[:STRAYS_NAMED])
        yield Fact(
            say(
                "Too far from the main body, {gap} away ({limit} at most): {who}",
                "Demasiado lejos del grueso, a {gap} ({limit} como máximo): {who}",
                gap=length(gap),
                limit=limit,
                who=who,
            ),
            "HOA-DEP-12",
        )


def weapon_facts(post: Post) -> Iterator[Fact]:
    battle = post.battle
    if not post.figures:
        return
    armed = [figure for figure in post.figures if weapon(battle, figure).range]
    if not armed:
        yield from reasons_of(
            post, [(figure, ability_to_shoot.unable(battle, figure)) for figure in post.figures]
        )
        return
    for figure in {(one.type, one.mode): one for one in armed}.values():
        arm = weapon(battle, figure)
        yield from reach(battle, figure)
        if arm.bonus:
            yield Fact(
                say(
                    "{n} for standing still",
                    "{n} si no se mueve",
                    n=f"{arm.bonus:+d}".replace("-", "−"),
                ),
                "HOA-SHT-06",
            )
        yield arc_of(battle, figure)
    yield from reasons_of(
        post, [(figure, ability_to_shoot.unable(battle, figure)) for figure in armed]
    )


def reach(battle: Battle, figure: Figure) -> Iterator[Fact]:
    """Facts about the range of a figure that shoots."""
    far_off = weapon(battle, figure).range
    if far_off:
        yield Fact(
            say(
                "{who}: range {range}, −1 beyond {half}",
                "{who}: alcance {range}; −1 a más de {half}",
                who=TITLES[figure.type],
                range=length(far_off),
                half=length(far_off / 2),
            ),
            "HOA-SHT-09",
        )


def arc_of(battle: Battle, figure: Figure) -> Fact:
    if aim.needs_no_arc(battle, figure):
        return Fact(say("Shoots all round", "Dispara en cualquier dirección"), "HOA-SHT-07")
    if aim.shoots_all_round(figure):
        return Fact(say("Shoots all round", "Dispara en cualquier dirección"), "HOA-VIS-03")
    return Fact(
        say(
            "Frontal arc of {n}° to each side",
            "Arco frontal de {n}° a cada lado",
            n=aim.half_arc(battle),
        ),
        "HOA-VIS-03",
    )


def reasons_of(post: Post, idle: Sequence[tuple[Figure, tuple[Refusal, ...]]]) -> Iterator[Fact]:
    """Reasons why figures cannot shoot at all, each once, with the number of figures if several."""
    first = [refused[0] for _, refused in idle if refused]
    for rule in dict.fromkeys(refusal.rule for refusal in first):
        same = [refusal.says for refusal in first if refusal.rule == rule]
        alike = len({str(says) for says in same}) == 1
        yield Fact(
            same[0]
            if alike
            else say(
                "{n} of {of}: {why}",
                "{n} de {of}: {why}",
                n=len(same),
                of=len(post.figures),
                why=same[0],
            ),
            rule,
        )


def movement_facts(post: Post, stood: Battle, found: Sequence[Row]) -> Iterator[Fact]:
    """Facts about movement: inches rolled or average, enemies within them, and obstacles to any
    move.
    """
    figures = [stood.figures[figure.id] for figure in post.figures]
    on_table = [figure for figure in figures if figure.at is not None]
    if not on_table:
        return
    if post.planned:
        away = max(
            inches_to(figure.at, moved.at)
            for figure, moved in zip(figures, post.figures, strict=True)
            if figure.at and moved.at
        )
        apart = length_in_both_units(stood, away)
        yield Fact(say("{n} from where it stands", "A {n} de donde está", n=apart))
    most = 0.0
    for figure in {(one.type, one.mode): one for one in on_table}.values():
        yield paces(stood, figure)
        most = max(most, *(inches or 0.0 for inches in rates_left(stood, figure)))
    if len(on_table) == 1:
        yield from (
            Fact(refusal.says, refusal.rule)
            for refusal in previews.reach(stood, on_table[0]).refusals
        )
    if not post.planned and most:
        near = tuple(
            row.sight.title for row in found if row.gap <= most and row.sight.side != post.side
        )
        if near:
            yield Fact(
                say(
                    "Within that, in a straight line: {who}",
                    "Hasta ahí, en línea recta: {who}",
                    who=near,
                )
            )


def rates_left(battle: Battle, figure: Figure) -> tuple[float | None, float | None]:
    """The inches left of the roll, else the average of its dice; in the open and in difficult
    ground.
    """
    rolled = allowance(battle, figure)
    if rolled != (None, None):
        return rolled
    fast, slow = dice_columns(figure)
    return (None if smoke.is_dark(battle) else average_of_roll(fast), average_of_roll(slow))


def paces(battle: Battle, figure: Figure) -> Fact:
    if allowance(battle, figure) != (None, None):
        fast, slow = (
            length(inches) if inches is not None else NOWHERE
            for inches in allowance(battle, figure)
        )
        return Fact(
            say(
                "{who}: still {fast} in the open, {slow} in difficult ground",
                "{who}: aún {fast} en terreno abierto, {slow} en terreno difícil",
                who=kind_of(battle, figure),
                fast=fast,
                slow=slow,
            ),
            "HOA-MOV-01",
        )
    in_the_open, in_difficult_ground = dice_columns(figure)
    return Fact(
        say(
            "{who}: {fast}, {slow}",
            "{who}: {fast}, {slow}",
            who=kind_of(battle, figure),
            fast=dice_words(in_the_open, IN_THE_OPEN),
            slow=dice_words(in_difficult_ground, IN_THE_ROUGH),
        ),
        "HOA-MOV-01",
    )


def kind_of(battle: Battle, figure: Figure) -> Say:
    return (
        called(battle, figure.id)
        if is_independent(figure) or not figure.unit
        else TITLES[figure.type]
    )


def dice_words(roll: Roll | None, ground_: Say) -> Say:
    """The dice with their average, such as 2D6 in the open (7 in on average)."""
    inches = average_of_roll(roll)
    if inches is None:
        return say("nothing {where}", "nada {where}", where=ground_)
    return say(
        "{roll} {where} ({n} on average)",
        "{roll} {where} ({n} de media)",
        roll=str(roll),
        where=ground_,
        n=length(inches),
    )
