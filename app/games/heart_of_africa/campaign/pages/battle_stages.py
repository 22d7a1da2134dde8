"""Stages of a battle of a campaign, from the attack to its end."""

from __future__ import annotations

from app.games.heart_of_africa.campaign.names import BATTLE_STATES
from app.games.heart_of_africa.campaign.state import CLOSED, NO_DECISION, WAITING, War
from app.kernel.reading_pages import Stage
from app.kernel.say import Say, say

RESISTED = say("Attack resisted", "Ataque resistido")
MET = say("Fight after a meeting", "Combate tras un encuentro")
GROUND = say("Choice of ground", "Elección del terreno")
PLAYED = say("Battle", "Batalla")
ENTERED = say("Confirmation of the result", "Confirmación del resultado")
DISPUTED = say("Result disputed", "Resultado discutido")
END = say("End", "Final")
DONE, NOW, WRONG = "done", "now", "wrong"


def stages_of(war: War) -> tuple[Stage, ...]:
    """Stages with the present one. A battle that has ended has no present stage."""
    is_disputed = war.is_disputed
    is_settled = war.status in (CLOSED, NO_DECISION)
    passed = (
        war.status != WAITING,
        bool(war.chosen),
        war.reported is not None or is_settled,
        is_settled,
        not war.is_open,
    )
    titles = (
        MET if war.rivals else RESISTED,
        GROUND,
        PLAYED,
        DISPUTED if is_disputed else ENTERED,
        END if war.is_open else ended_as(war),
    )
    present = passed.index(False) if war.is_open else len(titles)
    stages = enumerate(zip(titles, passed, strict=True))
    return tuple(
        Stage(title, (WRONG if is_disputed else NOW) if place == present else DONE * is_passed)
        for place, (title, is_passed) in stages
    )


def ended_as(war: War) -> Say:
    """End of a battle: fought, void, without a decision, or not played."""
    return say("{state:Aa}", "{state:Aa}", state=BATTLE_STATES[war.status])
