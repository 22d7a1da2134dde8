"""Answers about long games as plain data; `campaign_models` defines their structure."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.kernel.child_battles import OVER, VOID
from app.services.play.absence_reasons import Absence
from app.services.play.corrections import Preview, Result
from app.services.play.referee_desk import Desk
from app.services.play.referee_notes import may_remove
from app.services.play.referees import NamedReferees
from app.services.watch.battle_links import BattleLink, ChildBattle
from app.services.watch.decision_spans import TurnDecisions
from app.store.referee_notes import RefereeNote
from app.web.api import campaign_models as models
from app.web.api.plain_data import Plain, to_plain_data


def referees_model(found: NamedReferees) -> models.Referees:
    silent = {one.user_id for one in found.silent}
    return models.Referees(
        referees=[
            models.NamedReferee(
                person=one.user_id,
                name=one.name,
                named_at=one.named_at,
                silent=one.user_id in silent,
            )
            for one in found.referees
        ],
        may_name=found.may_name,
        may_vote=found.may_vote,
    )


def desk_model(desk: Desk, language: str) -> models.Desk:
    players = [
        {
            "seat": one.seat.seat,
            "name": one.seat.name,
            "title": one.title,
            "owes": one.owes,
            "deadline": one.time.deadline if one.time else "",
            "is_late": bool(one.time and one.time.is_late),
        }
        for one in desk.players
    ]
    told = {
        "decisions": desk.waits,
        "reviews": desk.reviews,
        "reviewed_decisions": desk.reviewed_decisions,
        "players": players,
        "offers": desk.offers,
    }
    return models.Desk.model_validate(
        {"seat": desk.seat.seat, "plays": desk.plays, "last": desk.look.last}
        | to_plain_data(told, language)
    )


def absence_models(found: Sequence[Absence], language: str) -> list[models.Absence]:
    """Absences of the players with their reasons."""
    return [
        models.Absence(
            seat=one.holiday.seat,
            title=one.title.in_(language),
            name=one.name,
            first=one.holiday.first,
            last=one.holiday.last,
            days=one.holiday.days,
            reason=one.reason,
        )
        for one in found
    ]


def note_models(desk: Desk, notes: list[RefereeNote]) -> list[models.RefereeNote]:
    """Notes of the referees as the user of the desk may read and change them."""
    me = desk.look.user_id or 0
    return [
        models.RefereeNote(
            id=one.id,
            by=one.name,
            text=one.text,
            made_at=one.made_at,
            changed=one.changed,
            may_change=one.user_id == me,
            may_remove=may_remove(one, me, desk.seat.referees),
        )
        for one in notes
    ]


def decisions_model(found: TurnDecisions, language: str) -> models.DecisionsOfTurn:
    spans = [
        {
            "seat": one.seat,
            "title": one.title,
            "owes": one.owes,
            "asked": one.asked,
            "answered": one.answered,
            "deadline": one.deadline,
            "is_late": one.is_late(found.now),
            "by_server": one.by_server,
        }
        for one in found.spans
    ]
    told = to_plain_data({"decisions": spans}, language)
    return models.DecisionsOfTurn.model_validate({"turn": found.turn, "now": found.now} | told)


def preview_model(preview: Preview, language: str) -> models.CorrectionPreview:
    return models.CorrectionPreview.model_validate(
        {
            "digest": preview.digest,
            "redecided": preview.redecided,
            "is_certain": preview.is_certain,
            "results": [_result_data(one, language) for one in preview.results],
        }
    )


def _result_data(result: Result, language: str) -> Plain:
    told = {"differences": result.differences, "changed": result.changed}
    return {
        "ways": result.odds.numerator,
        "of": result.odds.denominator,
        "rolls": msgspec.to_builtins(result.rolls),
    } | to_plain_data(told, language)


BATTLE_FIELDS = ("key", "title", "box", "scenario", "status", "is_on_real_table")


def child_battle_model(one: ChildBattle, language: str) -> models.ChildBattle:
    battle = one.battle
    told = {name: getattr(battle, name) for name in BATTLE_FIELDS}
    if battle.status == VOID:
        told["status"] = OVER
    return models.ChildBattle.model_validate(
        to_plain_data(told, language)
        | {"seats": dict(battle.seats), "table": _table_data(one.table) if one.table else None}
    )


def _table_data(link: BattleLink) -> Plain:
    return {name: getattr(link, name) for name in ("address", "status", "is_mine", "owes")}
