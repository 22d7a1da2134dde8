"""Tiny games that exercise parts of the contract."""

from __future__ import annotations

from tests.contract.tiny import (
    campaign,
    caravans,
    core_only,
    council,
    feud,
    garrison,
    harvest,
    hidden,
    last_one,
    parry,
    range_,
    sealed,
    skirmish,
    stones,
    valley,
)

TINY = {
    game.card.key: game
    for game in (
        parry.GAME,
        sealed.GAME,
        sealed.TRIO,
        hidden.GAME,
        range_.GAME,
        stones.GAME,
        last_one.GAME,
        campaign.GAME,
        caravans.GAME,
        feud.GAME,
        garrison.GAME,
        skirmish.GAME,
        core_only.GAME,
        council.GAME,
        harvest.GAME,
        valley.GAME,
    )
}
