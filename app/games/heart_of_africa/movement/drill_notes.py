"""Reasons why figures of a drill stop short, and why none moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.games.heart_of_africa.movement.group_moves import LEAST, GroupMove, no_figure_can_move
from app.games.heart_of_africa.movement.wishes import Wish
from app.kernel.refusal import Refusal, found_in
from app.kernel.say import Say, say
from app.kernel.space.plane import Path, inches_to

NO_ROOM = "HOA-MOV-05"
"""Rule of bases in the way."""
WITHOUT_ROOM = say(
    "Finds no free place beside the enemy.", "No encuentra sitio libre junto al enemigo."
)


def notes_on_stops(
    body: GroupMove,
    wishes: Sequence[Wish],
    ends: Mapping[str, tuple[Path, Wish]],
    charges: bool,
) -> dict[str, Say]:
    """Reasons why figures do not reach the places of the drill."""
    found = {key: refusals[0].says for key, refusals in body.stuck.items()}
    for wish in wishes:
        key = wish.figure.id
        way = ends[key][0] if key in ends else (wish.way[0],)
        if inches_to(way[-1], wish.way[-1]) <= LEAST:
            continue
        why = body.why_not(wish)
        if charges and why and why[0].rule == NO_ROOM:
            found[key] = WITHOUT_ROOM
            continue
        left = round(inches_to(way[-1], wish.way[-1]), 1)
        found[key] = (
            why[0].says
            if why
            else say(
                "A figure stops {n} in short, to keep its place among the others.",
                "Una figura se detiene {n:pulgada+s} antes, para guardar su puesto entre las demás.",
                n=left,
            )
        )
    return found


def reasons_to_stay(body: GroupMove, wishes: Sequence[Wish]) -> tuple[Refusal, ...]:
    """Reasons why no figure moves: one sentence for each rule that speaks against it."""
    if body.torn is not None:
        return (body.torn,)
    found = found_in(*body.stuck.values(), *(body.why_not(wish) for wish in wishes))
    if all(
        max((inches for inches in body.rolls[wish.figure.id] if inches is not None), default=0.0)
        <= LEAST
        for wish in wishes
    ):
        found = tuple(refusal for refusal in found if refusal.rule == "HOA-TRP-24") or found
    first = {refusal.rule: refusal for refusal in reversed(found)}
    return tuple(refusal for refusal in found if first[refusal.rule] is refusal) or (
        no_figure_can_move(),
    )
