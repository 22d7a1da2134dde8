"""House rules of a club, with their versions."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refusal, Refused
from app.services.clubs import house_rules
from app.services.clubs.clubs import ClubView, load_club
from app.services.clubs.house_rules import HouseRuleTerms, ShownRule
from app.services.clubs.roles import Permission
from app.web.auth import require_user, user_id
from app.web.deferred_routes import DeferredRoute
from app.web.forms import Number, csrf_form, flag_field, integer_field
from app.web.pages import render_page

router = APIRouter(route_class=DeferredRoute)
Findings = tuple[Refusal, ...]


@router.get("/clubs/{club}/rules")
def show_house_rules(request: Request, club: Number) -> Response:
    """House rules that the visitor may read."""
    view, found = house_rules.load_house_rules(request.app.state.services, club, user_id(request))
    return render_page(request, "clubs/rules.html", view=view, rules=found)


@router.get("/clubs/{club}/rules/new")
def show_new_rule(request: Request, club: Number) -> Response:
    """Form of a new house rule."""
    view = load_club(request.app.state.services, club, require_user(request))
    if not view.may(Permission.ANNOUNCE):
        return RedirectResponse(f"/clubs/{club}/rules", 303)
    return _show_form(request, view, HouseRuleTerms())


def _show_form(
    request: Request,
    view: ClubView,
    typed: HouseRuleTerms,
    shown: ShownRule | None = None,
    base: int = 0,
    findings: Findings = (),
) -> Response:
    return render_page(
        request,
        "clubs/rule_form.html",
        status=422 if findings else 200,
        view=view,
        typed=typed,
        shown=shown,
        base=base,
        findings=findings,
    )


@router.post("/clubs/{club}/rules")
async def write_rule(request: Request, club: Number) -> Response:
    """Write a house rule; a refused form keeps its texts."""
    form = await csrf_form(request)
    return await run_in_threadpool(_write_rule, request, club, form)


def _write_rule(request: Request, club: int, form: FormData) -> Response:
    services, me, typed = request.app.state.services, require_user(request), terms_of_form(form)
    try:
        page = house_rules.write_house_rule(services, club, me, typed)
    except Refused as refused:
        view = load_club(services, club, me)
        return _show_form(request, view, typed, findings=refused.refusals)
    return RedirectResponse(f"/clubs/{club}/rules/{page}", 303)


def terms_of_form(form: FormData) -> HouseRuleTerms:
    """Texts of a version from a form; missing fields are empty."""
    names = ("title_en", "title_es", "text_en", "text_es")
    texts = {name: str(form.get(name, "")) for name in names}
    return HouseRuleTerms(**texts, is_public=flag_field(form, "public"))


@router.get("/clubs/{club}/rules/{page}")
def show_rule(request: Request, club: Number, page: Number) -> Response:
    """Latest version of a house rule."""
    return _show_version(request, club, page)


@router.get("/clubs/{club}/rules/{page}/edit")
def show_edit(request: Request, club: Number, page: Number) -> Response:
    """Form of a new version, with the texts of the latest one."""
    services, me = request.app.state.services, require_user(request)
    view, shown = house_rules.load_house_rule(services, club, me, page)
    if not view.may(Permission.ANNOUNCE):
        return RedirectResponse(f"/clubs/{club}/rules/{page}", 303)
    version = shown.version
    return _show_form(request, view, house_rules.terms_of(version), shown, version.number)


@router.get("/clubs/{club}/rules/{page}/{version}")
def show_version(request: Request, club: Number, page: Number, version: Number) -> Response:
    """Version of a house rule, with its differences from the version before."""
    return _show_version(request, club, page, version)


def _show_version(request: Request, club: int, page: int, number: int = 0) -> Response:
    services, me = request.app.state.services, user_id(request)
    view, shown = house_rules.load_house_rule(services, club, me, page, number)
    return render_page(
        request, "clubs/rule.html", view=view, shown=shown, is_permanent=bool(number)
    )


@router.post("/clubs/{club}/rules/{page}")
async def act_on_rule(request: Request, club: Number, page: Number) -> Response:
    """Save a version, put the rule out of force or in force again, as the field `do` says."""
    form = await csrf_form(request)
    return await run_in_threadpool(_act_on_rule, request, club, page, form)


def _act_on_rule(request: Request, club: int, page: int, form: FormData) -> Response:
    services, me, do = request.app.state.services, require_user(request), form.get("do")
    typed = terms_of_form(form)
    base = integer_field(form, "base") if do == "save" else 0
    try:
        if do == "save":
            house_rules.change_house_rule(services, club, me, page, base, typed)
        elif do in ("retire", "restore"):
            house_rules.retire_house_rule(services, club, me, page, is_retired=do == "retire")
    except Refused as refused:
        view, shown = house_rules.load_house_rule(services, club, me, page)
        if do != "save":
            typed, base = house_rules.terms_of(shown.version), shown.version.number
        return _show_form(request, view, typed, shown, base, refused.refusals)
    return RedirectResponse(f"/clubs/{club}/rules/{page}", 303)
