"""Clubs: list, founding, front page, members, log, and the ways in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refusal, Refused
from app.kernel.rule_search import fold_text
from app.services.clubs import (
    announcements,
    closing,
    closing_rules,
    club_games,
    club_links,
    club_log,
    club_names,
    club_pictures,
    clubs,
    members,
    ownership,
)
from app.services.clubs.club_games import ClubGames
from app.services.clubs.clubs import ClubTerms, ClubView
from app.services.clubs.roles import PERMISSIONS, TITLES, WORDS, Permission
from app.services.clubs.welcome import unread_welcome
from app.services.errors import NoSuchPerson
from app.services.people.account_rules import tidy_name
from app.services.time.availability import known_zones
from app.web.auth import require_user, user_id
from app.web.club_calendar import next_dates
from app.web.club_card import club_card
from app.web.deferred_routes import DeferredRoute
from app.web.forms import Number, csrf_form, integer_field, integer_or_none
from app.web.language import language_of
from app.web.pages import render_page, zone_of
from app.web.public_pages import render_public

router = APIRouter(route_class=DeferredRoute)
MOST_WITHOUT_SEARCH = 12
"""Members of a club whose list needs no search."""
LONGEST_SEARCH = 60
Findings = tuple[Refusal, ...]


# --- List, founding
@router.get("/clubs")
def show_clubs(request: Request, q: str = "") -> Response:
    """Clubs by name, the invitations of the visitor, and a field for a code."""
    return render_public(
        request, "clubs/list.html", lambda: _list_context(request, q), has_games=True
    )


def _show_list(request: Request, findings: Findings, code: str = "") -> Response:
    context = _list_context(request, "", findings, code)
    return render_page(request, "clubs/list.html", status=422 if findings else 200, **context)


def _list_context(
    request: Request, q: str, findings: Findings = (), code: str = ""
) -> dict[str, Any]:
    services, me = request.app.state.services, user_id(request)
    return {
        "rows": clubs.list_clubs(services, me, q),
        "invited": clubs.invitations_of_user(services, me) if me else (),
        "q": q,
        "code": code,
        "findings": findings,
    }


@router.get("/clubs/new")
def show_founding(request: Request) -> Response:
    """Form of a new club."""
    require_user(request)
    zone = zone_of(request)
    return _show_terms(request, ClubTerms("", language=language_of(request), zone=zone))


def _show_terms(
    request: Request, terms: ClubTerms, view: ClubView | None = None, findings: Findings = ()
) -> Response:
    return render_page(
        request,
        "clubs/terms.html",
        status=422 if findings else 200,
        terms=terms,
        view=view,
        zones=known_zones(),
        closes_at=closing_rules.end_of(view.closing) if view and view.closing else "",
        findings=findings,
    )


@router.post("/clubs")
async def found_club(request: Request) -> Response:
    """Found a club; a refused form keeps its texts."""
    form = await csrf_form(request)
    return await run_in_threadpool(_found_club, request, form)


def _found_club(request: Request, form: FormData) -> Response:
    terms, me = terms_of_form(form), require_user(request)
    try:
        club = clubs.found_club(request.app.state.services, me, terms)
    except Refused as refused:
        return _show_terms(request, terms, findings=refused.refusals)
    return RedirectResponse(f"/clubs/{club.id}", 303)


def terms_of_form(form: FormData) -> ClubTerms:
    """Terms of a club from a form; missing fields are empty."""
    return ClubTerms(**{name: str(form.get(name, "")) for name in ClubTerms.__struct_fields__})


# --- Codes
@router.get("/clubs/code")
def find_code(request: Request, code: str = "") -> Response:
    """Club of a typed code, or of a pasted link."""
    code = code.strip().rsplit("/", 1)[-1]
    try:
        members.club_of_code(request.app.state.services, code, user_id(request))
    except Refused as refused:
        return _show_list(request, findings=refused.refusals, code=code)
    return RedirectResponse(f"/clubs/join/{quote(code)}", 303)


@router.get("/clubs/join/{code}")
def show_link(request: Request, code: str) -> Response:
    """Front page of the club with the button to join; a link that is not valid any more says so."""
    try:
        view = members.club_of_code(request.app.state.services, code, user_id(request))
    except Refused as refused:
        return _show_list(request, findings=refused.refusals)
    return _show_front(request, view, code=code)


# --- One club
@router.get("/clubs/{club}")
def show_club(request: Request, club: Number) -> Response:
    """Front page of a club."""

    def context() -> dict[str, Any]:
        view = clubs.load_club(request.app.state.services, club, user_id(request))
        return _front_context(request, view)

    return render_public(request, "clubs/front.html", context, has_games=True, is_one_of_many=True)


def _show_front(
    request: Request, view: ClubView, findings: Findings = (), code: str = "", typed: str = ""
) -> Response:
    context = _front_context(request, view, findings, code, typed)
    return render_page(request, "clubs/front.html", status=422 if findings else 200, **context)


def _front_context(
    request: Request, view: ClubView, findings: Findings = (), code: str = "", typed: str = ""
) -> dict[str, Any]:
    services, me = request.app.state.services, user_id(request)
    return {
        "view": view,
        "closes_at": closing_rules.end_of(view.closing) if view.closing else "",
        "games": club_games.load_club_games(services, view, me) if not code else ClubGames(),
        "pictures": club_pictures.list_pictures(services, view),
        "welcome": unread_welcome(services, view, me),
        "next_dates": next_dates(request, view),
        "news": announcements.readable_announcements(services, view),
        "findings": findings,
        "code": code,
        "typed": typed,
        "own_name": club_names.offered_name(services, view),
        "titles": TITLES,
        "card": club_card(view, request.app.state.settings.base_url, language_of(request)),
    }


@router.get("/clubs/{club}/members")
def show_members(request: Request, club: Number, q: str = "") -> Response:
    """Members with their roles; requests, invitations and links for those who admit members. `q`
    keeps the members with this part of a name.
    """
    return _show_members(request, club, q=tidy_name(q)[:LONGEST_SEARCH])


def _show_members(
    request: Request,
    club: int,
    findings: Findings = (),
    typed: str = "",
    taken: str = "",
    q: str = "",
) -> Response:
    view = clubs.load_club(request.app.state.services, club, user_id(request))
    if not view.may(Permission.READ):
        return RedirectResponse(f"/clubs/{club}", 303)
    return render_page(
        request,
        "clubs/members.html",
        status=422 if findings else 200,
        view=view,
        shown=[one for one in view.members if fold_text(q) in fold_text(one.name)],
        q=q,
        is_searched=bool(q) or view.member_count > MOST_WITHOUT_SEARCH,
        titles=TITLES,
        permissions=PERMISSIONS,
        words_of=WORDS,
        findings=findings,
        typed=typed,
        taken=taken,
        names=club_names.list_names(request.app.state.services, view),
    )


@router.get("/clubs/{club}/log")
def show_log(request: Request, club: Number, before: str = "") -> Response:
    """Log of the acts in the club, for its members."""
    services, me = request.app.state.services, user_id(request)
    view = clubs.load_club(services, club, me)
    lines = club_log.load_log(services, club, me, integer_or_none(before) or 0)
    more = lines[-1].number if len(lines) == club_log.MOST_ACTS else 0
    return render_page(request, "clubs/log.html", view=view, lines=lines, more=more)


@router.get("/clubs/{club}/edit")
def show_edit(request: Request, club: Number) -> Response:
    """Form of name, words and terms of the club."""
    view = clubs.load_club(request.app.state.services, club, require_user(request))
    if not view.may(Permission.ORGANISE) and not view.may(Permission.CLOSE):
        return RedirectResponse(f"/clubs/{club}", 303)
    found = view.club
    fields = {name: getattr(found, name) for name in ClubTerms.__struct_fields__}
    return _show_terms(request, ClubTerms(**fields), view)


@router.post("/clubs/{club}/edit")
async def change_club(request: Request, club: Number) -> Response:
    """Change the club; a refused form keeps its texts."""
    form = await csrf_form(request)
    return await run_in_threadpool(_change_club, request, club, form)


def _change_club(request: Request, club: int, form: FormData) -> Response:
    services, me, terms = request.app.state.services, require_user(request), terms_of_form(form)
    try:
        clubs.change_front_page(services, club, me, terms)
    except Refused as refused:
        view = clubs.load_club(services, club, me)
        return _show_terms(request, terms, view, refused.refusals)
    return RedirectResponse(f"/clubs/{club}", 303)


@router.get("/clubs/{club}/leave")
def ask_to_leave(request: Request, club: Number) -> Response:
    """Question before the departure, with its consequences."""
    view = clubs.load_club(request.app.state.services, club, require_user(request))
    return render_page(request, "clubs/leave.html", view=view, findings=())


# --- Acts
Act = Callable[[Any, int, int, FormData], object]
ENTRY_ACTS: dict[str, Act] = {
    "join": lambda s, club, me, form: members.join_club(s, club, me, str(form.get("code", ""))),
    "ask": lambda s, club, me, form: members.ask_to_join(s, club, me, str(form.get("words", ""))),
    "withdraw": lambda s, club, me, _: members.withdraw_request(s, club, me),
    "own": lambda s, club, me, _: ownership.answer_offer(s, club, me, is_accepted=True),
    "decline_ownership": lambda s, club, me, _: ownership.answer_offer(
        s, club, me, is_accepted=False
    ),
    "propose_closing": lambda s, club, me, _: closing.propose_closing(s, club, me),
    "agree_closing": lambda s, club, me, _: closing.agree_to_closing(s, club, me),
    "withdraw_closing": lambda s, club, me, _: closing.withdraw_closing(s, club, me),
    "archive": lambda s, club, me, _: clubs.archive_club(s, club, me, is_archived=True),
    "reopen": lambda s, club, me, _: clubs.archive_club(s, club, me, is_archived=False),
}
MEMBER_ACTS: dict[str, Act] = {
    "admit": lambda s, club, me, form: members.answer_request(
        s, club, me, integer_field(form, "user"), is_admitted=True
    ),
    "decline": lambda s, club, me, form: members.answer_request(
        s, club, me, integer_field(form, "user"), is_admitted=False
    ),
    "invite": lambda s, club, me, form: members.invite_to_club(
        s, club, me, str(form.get("name", ""))
    ),
    "link": lambda s, club, me, form: club_links.make_link(
        s, club, me, integer_field(form, "days"), integer_field(form, "uses")
    ),
    "withdraw_link": lambda s, club, me, form: club_links.withdraw_link(
        s, club, me, integer_field(form, "link")
    ),
    "give": lambda s, club, me, form: members.give_role(
        s, club, me, integer_field(form, "user"), str(form.get("role", ""))
    ),
    "take": lambda s, club, me, form: members.take_role(
        s, club, me, integer_field(form, "user"), str(form.get("role", ""))
    ),
    "offer_name": lambda s, club, me, form: members.invite_to_club(
        s, club, me, str(form.get("name", "")), str(form.get("taken", ""))
    ),
    "own_name": lambda s, club, me, form: club_names.take_own_name(
        s, club, me, str(form.get("taken", ""))
    ),
    "remove_name": lambda s, club, me, form: club_names.remove_name(
        s, club, me, str(form.get("taken", ""))
    ),
    "readmit": lambda s, club, me, form: members.readmit_member(
        s, club, me, integer_field(form, "user")
    ),
    "remove": lambda s, club, me, form: members.remove_member(
        s, club, me, integer_field(form, "user")
    ),
}


@router.post("/clubs/{club}")
async def act_in_club(request: Request, club: Number) -> Response:
    """Join, ask, withdraw, archive, open again, or answer about the ownership, as the field `do`
    says.
    """
    form = await csrf_form(request)
    return await run_in_threadpool(_act_in_club, request, club, form)


def _act_in_club(request: Request, club: int, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    act, code = ENTRY_ACTS.get(str(form.get("do", ""))), str(form.get("code", ""))
    try:
        if act is not None:
            act(services, club, me, form)
    except Refused as refused:
        typed = str(form.get("words", ""))
        view = (
            members.club_of_code(services, code, me)
            if code and members.is_valid_code(services, code)
            else clubs.load_club(services, club, me)
        )
        return _show_front(request, view, refused.refusals, code, typed)
    return RedirectResponse(f"/clubs/{club}", 303)


@router.post("/clubs/{club}/members")
async def act_on_members(request: Request, club: Number) -> Response:
    """Act on members, requests, invitations or links, as the field `do` says."""
    form = await csrf_form(request)
    return await run_in_threadpool(_act_on_members, request, club, form)


def _act_on_members(request: Request, club: int, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    act, name = MEMBER_ACTS.get(str(form.get("do", ""))), str(form.get("name", ""))
    taken = str(form.get("taken", ""))
    try:
        if act is not None:
            act(services, club, me, form)
    except Refused as refused:
        return _show_members(request, club, refused.refusals, name, taken)
    except NoSuchPerson:
        return _show_members(request, club, (members.unknown_name(name),), name, taken)
    return RedirectResponse(f"/clubs/{club}/members", 303)


@router.post("/clubs/{club}/leave")
async def leave_club(request: Request, club: Number) -> Response:
    """Leave the club."""
    await csrf_form(request)
    return await run_in_threadpool(_leave_club, request, club)


def _leave_club(request: Request, club: int) -> Response:
    services, me = request.app.state.services, require_user(request)
    try:
        members.leave_club(services, club, me)
    except Refused as refused:
        view = clubs.load_club(services, club, me)
        return render_page(
            request, "clubs/leave.html", status=422, view=view, findings=refused.refusals
        )
    return RedirectResponse("/clubs", 303)
