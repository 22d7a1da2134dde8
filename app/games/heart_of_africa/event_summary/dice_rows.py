"""Rows of the tables of dice: volleys, saves, duels, tests and other rolls with a needed number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.event_summary.groups import Group
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.presentation.reason_names import CAUSES, MODS, signed
from app.games.heart_of_africa.state import Battle
from app.kernel.event_summary import Throw
from app.kernel.say import Say, say

FACES = 6
RESULTS = {
    "passed": say("passed", "superado"),
    "marker": say("failed: a marker", "fallado: un marcador"),
    "broken": say("failed: the unit breaks", "fallado: la unidad se rompe"),
}
"""Results of a morale test."""


def volley_row(
    battle: Battle, who: str, mark: Say, shots: Sequence[e.ShotFired], lost: int
) -> Throw:
    """Shots of a unit at one target that lost figures. Figures may need different numbers."""
    hits = sum(shot.hit for shot in shots)
    return Throw(
        called(battle, who),
        tuple((str(shot.die), shot.hit) for shot in shots),
        whom=mark,
        need=faces_needed(sorted({shot.needs - shot.total + shot.die for shot in shots})),
        result=struck_words(hits, lost),
        reasons=reasons_of({mod for shot in shots for mod in shot.mods}),
    )


def struck_words(hits: int, lost: int) -> Say:
    if not hits:
        return say("no hit", "ningún impacto")
    struck = say("{n:hit+s}", "{n:impacto+s}", n=hits)
    if not lost:
        return struck
    fall = say("{n} lost", "{n:baja+s}", n=lost)
    return say("{hits}, {fall}", "{hits}, {fall}", hits=struck, fall=fall)


def faces_needed(faces: Sequence[int]) -> Say:
    """Lowest faces that hit, as "4+"; a number above the die cannot be rolled."""
    possible = [f"{max(face, 1)}+" for face in faces if face <= FACES]
    if not possible:
        return say("cannot hit", "no puede acertar")
    return say("{faces}", "{faces}", faces=", ".join(dict.fromkeys(possible)))


def save_rows(group: Group) -> Iterator[Throw]:
    for event in group.all(e.SaveRolled):
        yield row_of_test(
            say(
                "{who}, saving roll",
                "{who}, tirada de salvación",
                who=called(group.battle, event.figure),
            ),
            event.die,
            event.needs,
            is_good=event.saved,
            result=say("saved", "salvada") if event.saved else say("not saved", "no salvada"),
            why=((say("saving roll", "tirada de salvación"), event.rule),),
        )


def duel_row(battle: Battle, bout: e.Fought) -> Throw:
    """Two figures face to face with their sums."""
    one, two = bout.figures
    result = (
        say(
            "{who} {who:wins|win}",
            "{who:gana|ganan} {who}",
            who=called(battle, two if bout.loser == one else one),
        )
        if bout.loser
        else say("draw", "empate")
    )
    return Throw(
        called(battle, one),
        ((str(bout.dice[0]), bout.loser == two),),
        whom=called(battle, two),
        against=((str(bout.dice[1]), bout.loser == one),),
        totals=bout.totals,
        result=result,
        reasons=(*reasons_of(bout.mods[0]), *reasons_of(bout.mods[1])),
    )


def morale_row(battle: Battle, event: e.MoraleRolled) -> Throw:
    return row_of_test(
        say("{who}, morale test", "{who}, test de moral", who=called(battle, event.test.unit)),
        event.die,
        event.needs,
        is_good=event.result == "passed",
        result=RESULTS[event.result],
        why=((CAUSES[event.test.cause], "HOA-MOR-11"),),
    )


def row_of_test(
    who: Say,
    die: int,
    needs: int,
    *,
    is_good: bool,
    result: Say,
    why: tuple[tuple[Say, str], ...] = (),
) -> Throw:
    """One die against a needed number."""
    return Throw(
        who, ((str(die), is_good),), need=faces_needed([needs]), result=result, reasons=why
    )


def reasons_of(mods: Iterable[e.Mod]) -> tuple[tuple[Say, str], ...]:
    """Modifiers of a roll, each once."""
    return tuple(
        (say("{why} {amount}", "{why} {amount}", why=MODS[what], amount=signed(amount)), rule)
        for rule, what, amount in sorted(dict.fromkeys(mods))
    )
