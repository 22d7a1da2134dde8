"""Default roster of a player for the battles of a long game."""

from __future__ import annotations

from app.services.play import default_rosters
from app.services.play.default_rosters import DefaultRoster
from app.web.api.authentication import Address, Member
from app.web.api.deferred_model import BaseModel
from app.web.api.models import Asked
from app.web.api.routes import api_router, op

router = api_router(prefix="/games/{address}/default-roster", tags=["tables"])


class ChosenRoster(Asked):
    """Number of the saved army that is kept; null keeps none."""

    army: int | None


class RosterInBattle(BaseModel):
    """Battle that waits for the army of the player, at the table `table`. `allows` is true if the
    default roster may fight there, null without one.
    """

    battle: str
    title: str
    table: str
    side: str
    allows: bool | None


class Roster(BaseModel):
    """Default roster: the saved army by number, and the battles that wait for an army."""

    army: int | None
    name: str
    battles: list[RosterInBattle]


def roster_model(roster: DefaultRoster, language: str) -> Roster:
    kept = roster.kept
    refused = {one.battle.key for one, _ in kept.refused_in} if kept else set()
    return Roster(
        army=kept.judged.army.id if kept else None,
        name=kept.judged.army.name if kept else "",
        battles=[
            RosterInBattle(
                battle=one.battle.key,
                title=one.battle.title.in_(language),
                table=str(one.table.address),
                side=one.side,
                allows=one.battle.key not in refused if kept else None,
            )
            for one in roster.battles
        ],
    )


@router.get(
    "", **op("Your default roster in a long game", "Tu ejército por defecto en una campaña")
)
def read_roster(asker: Member, address: Address) -> Roster:
    found = default_rosters.load_default_roster(asker.services, address, asker.me)
    return roster_model(found, asker.language)


@router.put(
    "",
    **op(
        "Keep a saved army for battles whose army you choose too late",
        "Guardar un ejército para las batallas en que elijas tarde",
    ),
)
def keep_roster(asker: Member, address: Address, chosen: ChosenRoster) -> Roster:
    default_rosters.keep_default_roster(asker.services, address, asker.me, chosen.army)
    return read_roster(asker, address)
