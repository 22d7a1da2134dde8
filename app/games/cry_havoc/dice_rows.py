"""Rows of the table of dice: the piece that rolled, its target, the faces needed and the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from app.games.cry_havoc import events as e
from app.games.cry_havoc import wording_fights
from app.games.cry_havoc.combat_odds import DIE
from app.games.cry_havoc.combat_rules import COLUMNS, NOTHING
from app.games.cry_havoc.missiles import row_and_letter
from app.games.cry_havoc.state import Battle
from app.games.cry_havoc.surrender import asks_for_mercy
from app.games.cry_havoc.tables import COMBAT
from app.games.cry_havoc.wording_phrases import all_of, unit_phrase
from app.kernel.event_summary import DieCell, Met, Throw
from app.kernel.say import Say, say

FOR_ATTACKER: Mapping[str, str] = {"A": "bad", "B": "bad", NOTHING: "none"}
"""Letters of the combat table that are not good for the attackers."""


def throws_of(met: Iterable[Met]) -> Iterator[Throw]:
    """Row for each event that threw a die."""
    for one in met:
        match one.event:
            case e.Shot():
                yield shot_row(one.before, one.event)
            case e.Fought():
                yield combat_row(one.before, one.event)
            case e.SurrenderRolled():
                yield surrender_row(one.before, one.event)


def shot_row(battle: Battle, event: e.Shot) -> Throw:
    weapon = battle.units[event.unit].weapon or ""
    added = sum(amount for _, amount in event.reasons)
    letters = [
        row_and_letter(weapon, face + added, event.category, event.cover)[1]
        for face in range(1, DIE + 1)
    ]
    cells = tuple(
        DieCell(str(face), shown_letter(letter), good_if(letter != NOTHING))
        for face, letter in enumerate(letters, start=1)
    )
    return Throw(
        unit_phrase(battle, event.unit),
        ((str(event.die), event.letter != NOTHING),),
        whom=unit_phrase(battle, event.target),
        need=hits_on(cells),
        result=wording_fights.shot_result(battle, event),
        reasons=tuple(wording_fights.shot_reasons(event)),
        cells=cells,
        key=key_of(letters, wording_fights.shot_words(battle, event)),
    )


def combat_row(battle: Battle, event: e.Fought) -> Throw:
    column = COLUMNS.index(event.column)
    letters = [str(COMBAT[event.table][face][column]) for face in range(1, DIE + 1)]
    cells = tuple(
        DieCell(str(face), shown_letter(letter), FOR_ATTACKER.get(letter, "good"))
        for face, letter in enumerate(letters, start=1)
    )
    return Throw(
        names(all_of(battle, event.attackers)),
        ((str(event.die), FOR_ATTACKER.get(event.letter, "good") == "good"),),
        whom=names(all_of(battle, event.defenders)),
        need=hits_on(cells),
        result=wording_fights.combat_result(battle, event),
        reasons=tuple(wording_fights.fight_reasons(event)),
        cells=cells,
        key=key_of(letters, wording_fights.combat_words(battle, event)),
    )


def surrender_row(battle: Battle, event: e.SurrenderRolled) -> Throw:
    cells = tuple(
        DieCell(str(face), "", good_if(asks_for_mercy(face))) for face in range(1, DIE + 1)
    )
    result = (
        say("surrenders", "se rinde") if event.surrendered else say("fights on", "sigue luchando")
    )
    return Throw(
        unit_phrase(battle, event.unit),
        ((str(event.die), event.surrendered),),
        need=say("{faces} to surrender", "{faces} para rendirse", faces=faces_of(cells)),
        result=result,
    )


def key_of(letters: Iterable[str], words: Mapping[str, Say]) -> tuple[tuple[str, Say], ...]:
    """Meaning of each letter among these, each once, from A on."""
    found = sorted(set(letters) - {NOTHING})
    return tuple((letter, words[letter]) for letter in found)


def good_if(fact: bool) -> str:
    return "good" if fact else "none"


def hits_on(cells: Sequence[DieCell]) -> Say:
    """Faces that are good for the roller, in words."""
    if not faces_of(cells):
        return say("impossible", "imposible")
    return say("{faces} to hit", "{faces} para acertar", faces=faces_of(cells))


def faces_of(cells: Sequence[DieCell]) -> str:
    """Good faces as ranges of faces, such as "1–3, 5"."""
    runs: list[list[str]] = []
    before = False
    for cell in cells:
        is_good = cell.kind == "good"
        if is_good and before:
            runs[-1].append(cell.face)
        elif is_good:
            runs.append([cell.face])
        before = is_good
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def shown_letter(letter: str) -> str:
    return "–" if letter == NOTHING else letter


def names(found: Sequence[str]) -> Say:
    """Names joined with "and"."""
    return say("{who}", "{who}", who=found)
