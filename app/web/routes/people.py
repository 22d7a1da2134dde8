"""Other users: blocking, reports of names and texts, and the moderation page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refusal, Refused
from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.people import (
    accounts,
    blocking,
    bot_accounts,
    complaints,
    moderation,
    moderation_rules,
    player_chat,
    spectator_chat,
)
from app.services.people.initials import user_for_reader
from app.services.watch import player_facts, player_ratings, player_record
from app.store import records
from app.web.auth import require_user, user_id
from app.web.deferred_routes import DeferredRoute
from app.web.forms import Number, csrf_form, flag_field, integer_or_none, own_path
from app.web.pages import render_page
from app.web.public_pages import render_public
from app.web.rate_limiting import rate_limit_request

router = APIRouter(route_class=DeferredRoute)


# --- User page
@router.get("/people/{person}")
def person_page(request: Request, person: Number, back: str = "/") -> Response:
    def context() -> dict[str, Any]:
        found = accounts.load_user(request.app.state.services, person)
        return _person_context(request, found, back=back)

    return render_public(
        request, "people/person.html", context, has_games=True, is_one_of_many=True
    )


def _person_page(
    request: Request,
    person: records.User,
    findings: tuple[Refusal, ...] = (),
    reason: str = "",
    back: str = "/",
    *,
    done: bool = False,
) -> Response:
    context = _person_context(request, person, findings, reason, back, done=done)
    return render_page(request, "people/person.html", status=422 if findings else 200, **context)


def _person_context(
    request: Request,
    person: records.User,
    findings: tuple[Refusal, ...] = (),
    reason: str = "",
    back: str = "/",
    *,
    done: bool = False,
) -> dict[str, Any]:
    services, me = request.app.state.services, user_id(request)
    owner = bot_accounts.owner_of(services, person.id)
    return {
        "person": user_for_reader(person, me),
        "findings": findings,
        "reason": reason,
        "back": own_path(back),
        "done": done,
        "is_blocked": me is not None and blocking.is_blocked(services, me, person.id),
        "ratings": player_ratings.load_present_ratings(services, person.id, me),
        "owner": user_for_reader(owner, me) if owner is not None else None,
        "record": player_record.load_record(services, person, me),
        "facts": player_facts.load_facts(services, person, me),
    }


@router.post("/people/{person}/block")
async def block_person(request: Request, person: Number) -> Response:
    form = await csrf_form(request)
    me, change = (
        require_user(request),
        blocking.unblock_user if form.get("undo") else blocking.block_user,
    )
    await run_in_threadpool(change, request.app.state.services, me, person)
    return RedirectResponse(own_path(str(form.get("back", "/account"))), 303)


@router.post("/people/{person}/report")
async def report_name(request: Request, person: Number) -> Response:
    form = await csrf_form(request)
    return await run_in_threadpool(_report_person, request, person, form)


def _report_person(request: Request, person: int, form: FormData) -> Response:
    services, me, reason = (
        request.app.state.services,
        require_user(request),
        str(form.get("reason", "")),
    )
    rate_limit_request(request, "complaints")
    about, back = accounts.load_user(services, person), str(form.get("back", "/"))
    try:
        complaints.complain_about_name(services, me, person, reason)
    except Refused as refused:
        return _person_page(request, about, refused.refusals, reason, back)
    return _person_page(request, about, back=back, done=True)


# --- Texts of users
@dataclass(frozen=True)
class Kind:
    """Kind of text that other users can read: its lookup by number, its report, its page, and the
    page that contains it.
    """

    found: Callable[[Services, str, int | None, int], moderation.Written | None]
    report: Callable[[Services, str, int, int, str], None]
    here: str
    back: str


def public_kind(kind: str, here: str, back: str) -> Kind:
    """Kind of text that anonymous visitors can read too."""
    return Kind(
        lambda services, *which: complaints.public_text(services, kind, *which),
        lambda services, *given: complaints.complain_about_text(services, kind, *given),
        here,
        back,
    )


# The page of the army itself contains the form.
KINDS = {
    "messages": Kind(
        player_chat.load_chat_message,
        complaints.complain_about_chat_message,
        "/games/{}/messages/{}",
        "/games/{}?tab=messages#more",
    ),
    "remarks": Kind(
        spectator_chat.load_remark,
        complaints.complain_about_remark,
        "/games/{}/remarks/{}",
        "/games/{}?tab=spectators#more",
    ),
    "report": public_kind("report", "/games/{}/report/{}", "/games/{}/report"),
    "title": public_kind("title", "/games/{}/title", "/games/{}"),
    "army": public_kind("army", "/armies/{}", "/armies/{}"),
    "club": public_kind("club", "/clubs/{}/words", "/clubs/{}"),
}


@router.get("/games/{address}/messages/{message}")
def message_page(request: Request, address: str, message: Number) -> Response:
    return _complaint_page(request, "messages", address, message)


@router.get("/games/{address}/remarks/{remark}")
def remark_page(request: Request, address: str, remark: Number) -> Response:
    return _complaint_page(request, "remarks", address, remark)


@router.post("/games/{address}/messages/{message}/report")
async def report_message(request: Request, address: str, message: Number) -> Response:
    return await run_in_threadpool(
        _written_reported, request, "messages", address, message, await csrf_form(request)
    )


@router.post("/games/{address}/remarks/{remark}/report")
async def report_remark(request: Request, address: str, remark: Number) -> Response:
    return await run_in_threadpool(
        _written_reported, request, "remarks", address, remark, await csrf_form(request)
    )


@router.get("/games/{address}/report/{words}")
def words_page(request: Request, address: str, words: Number) -> Response:
    return _complaint_page(request, "report", address, words)


@router.get("/games/{address}/title")
def title_page(request: Request, address: str) -> Response:
    return _complaint_page(request, "title", address)


@router.post("/games/{address}/report/{words}/report")
async def report_words(request: Request, address: str, words: Number) -> Response:
    return await run_in_threadpool(
        _written_reported, request, "report", address, words, await csrf_form(request)
    )


@router.post("/games/{address}/title/report")
async def report_title(request: Request, address: str) -> Response:
    return await run_in_threadpool(
        _written_reported, request, "title", address, 0, await csrf_form(request)
    )


@router.get("/clubs/{club}/words")
def club_words_page(request: Request, club: Number) -> Response:
    """Name and words of a club, with the form to report them."""
    return _complaint_page(request, "club", str(club))


@router.post("/clubs/{club}/words/report")
async def report_club(request: Request, club: Number) -> Response:
    return await run_in_threadpool(
        _written_reported, request, "club", str(club), 0, await csrf_form(request)
    )


@router.post("/armies/{address}/report")
async def report_army(request: Request, address: str) -> Response:
    return await run_in_threadpool(
        _written_reported, request, "army", address, 0, await csrf_form(request)
    )


def _complaint_page(
    request: Request,
    kind: str,
    address: str,
    number: int = 0,
    findings: tuple[Refusal, ...] = (),
    reason: str = "",
    *,
    done: bool = False,
) -> Response:
    one = KINDS[kind]
    found = one.found(request.app.state.services, address, user_id(request), number)
    if found is None:
        raise NoSuchGame
    return render_page(
        request,
        "people/written.html",
        status=422 if findings else 200,
        kind=kind,
        here=one.here.format(address, number),
        back=one.back.format(address),
        game=f"/games/{address}",
        written=found,
        made_at=getattr(found, "made_at", ""),
        about=getattr(found, "about", None),
        findings=findings,
        reason=reason,
        done=done,
    )


def _written_reported(
    request: Request, kind: str, address: str, number: int, form: FormData
) -> Response:
    me, reason = require_user(request), str(form.get("reason", ""))
    rate_limit_request(request, "complaints")
    try:
        KINDS[kind].report(request.app.state.services, address, me, number, reason)
    except Refused as refused:
        return _complaint_page(request, kind, address, number, refused.refusals, reason)
    return _complaint_page(request, kind, address, number, done=True)


# --- Moderation page
@router.get("/moderation")
def show_moderation(request: Request) -> Response:
    return _moderation_page(request)


def _moderation_page(
    request: Request,
    findings: tuple[Refusal, ...] = (),
    at: int = 0,
    note: str = "",
    days: str = "",
    *,
    stays: bool = False,
) -> Response:
    """Moderation page. `at` is the report whose form was refused; the other arguments hold its
    input.
    """
    desk = moderation.load_moderation_page(request.app.state.services, require_user(request))
    return render_page(
        request,
        "people/moderation.html",
        status=422 if findings else 200,
        desk=desk,
        findings=findings,
        at=at,
        note=note,
        days=days,
        stays=stays,
        words_of=moderation_rules.act_sentence,
    )


@router.post("/moderation/{complaint}")
async def judge_complaint(request: Request, complaint: Number) -> Response:
    form = await csrf_form(request)
    return await run_in_threadpool(_judge_complaint, request, complaint, form)


def _judge_complaint(request: Request, complaint: int, form: FormData) -> Response:
    me, what, note, days, stays = (
        require_user(request),
        str(form.get("act", "")),
        str(form.get("note", "")),
        str(form.get("days", "")),
        flag_field(form, "stays"),
    )
    try:
        moderation.act_on_complaint(
            request.app.state.services,
            me,
            complaint,
            what,
            note,
            integer_or_none(days) or 0,
            close=not stays,
        )
    except Refused as refused:
        return _moderation_page(request, refused.refusals, complaint, note, days, stays=stays)
    return RedirectResponse("/moderation", 303)
