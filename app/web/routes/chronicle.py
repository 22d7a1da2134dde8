"""Chronicle of a long game: reading, own words, scribes."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refusal, Refused
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.play import chronicle_words
from app.services.watch.chapter_tables import load_chapter_tables
from app.web.auth import require_user, user_id
from app.web.chronicle_page import ScribesPage, WordsPage, words_page
from app.web.deferred_routes import DeferredRoute
from app.web.forms import csrf_form, integer_or_none
from app.web.front_page import drawn_map
from app.web.kept_chapters import kept_chapters
from app.web.language import language_of
from app.web.pages import render_page
from app.web.rate_limiting import rate_limit_address, rate_limit_request
from app.web.reading_page import reading_page

router = APIRouter(route_class=DeferredRoute)


@router.get("/games/{address}/chronicle")
def show_chronicle(request: Request, address: str) -> Response:
    """Chronicle with own words and photographs; that of a campaign has a map after each turn."""
    services = request.app.state.services
    told = chronicle_words.load_illustrated(services, address, user_id(request))
    if told.found.told.pages.contest is not None:
        return _show_contest(request, told)
    language, drawn = language_of(request), request.app.state.drawn_maps
    maps = {
        turn: drawn_map(told.found.look, last, f"map-{turn}", language, drawn)
        for turn, last in ((one.chapter.turn, one.chapter.last) for one in told.found.chapters)
    }
    page = reading_page(told.found.told, "chronicle")
    tables = load_chapter_tables(services, told.found)
    return render_page(
        request,
        "campaigns/chronicle.html",
        page=page,
        told=told,
        maps=maps,
        tables=tables,
        kept=kept_chapters(request, page, told.found, tables),
    )


def _show_contest(request: Request, told: chronicle_words.IllustratedChronicle) -> Response:
    """Chronicle of a contest by rounds, or by months without rounds."""
    return render_page(
        request,
        "contests/chronicle.html",
        page=reading_page(told.found.told, "chronicle"),
        told=told,
        tables=load_chapter_tables(request.app.state.services, told.found),
    )


# --- Own words
@router.get("/games/{address}/chronicle/words")
def show_words_form(request: Request, address: str, section: str = "", words: str = "") -> Response:
    """Form for own words in a section; with `words` for those with this number."""
    page = words_page(_load(request, address), section, integer_or_none(words))
    return _show_words(request, page)


@router.post("/games/{address}/chronicle/words")
async def write_words(request: Request, address: str) -> Response:
    """Save own words. Refused words stay in the form."""
    form = await csrf_form(request)
    return await run_in_threadpool(_write_words, request, address, form)


def _load(request: Request, address: str) -> chronicle_words.IllustratedChronicle:
    """Chronicle for a writer. Raises `NoSuchGame`, `NotYourSeat`."""
    told = chronicle_words.load_illustrated(request.app.state.services, address, user_id(request))
    if not told.may_write:
        raise NotYourSeat
    return told


def _write_words(request: Request, address: str, form: FormData) -> Response:
    me = require_user(request)
    rate_limit_address(request, "texts")
    section, text = str(form.get("section", "")), str(form.get("text", ""))
    number = integer_or_none(str(form.get("words", "")))
    page = words_page(_load(request, address), section, number)
    try:
        chronicle_words.write_words(request.app.state.services, address, me, section, text, number)
    except Refused as refused:
        return _show_words(request, page, text, refused.refusals)
    return RedirectResponse(f"/games/{address}/chronicle#{page.anchor}", 303)


def _show_words(
    request: Request, page: WordsPage, text: str | None = None, findings: tuple[Refusal, ...] = ()
) -> Response:
    return render_page(
        request,
        "campaigns/words.html",
        status=422 if findings else 200,
        page=reading_page(page.told.found.told, "chronicle"),
        asked=page,
        text=page.text if text is None else text,
        findings=findings,
    )


# --- Scribes
@router.get("/games/{address}/scribes")
def show_scribes(request: Request, address: str) -> Response:
    """Scribes of a game, with forms for its referees."""
    return _show_scribes(request, address)


def _show_scribes(
    request: Request, address: str, findings: tuple[Refusal, ...] = (), name: str = ""
) -> Response:
    told = chronicle_words.load_illustrated(request.app.state.services, address, user_id(request))
    return render_page(
        request,
        "campaigns/scribes.html",
        status=422 if findings else 200,
        page=reading_page(told.found.told, "chronicle"),
        asked=ScribesPage(told, findings, name),
    )


@router.post("/games/{address}/scribes")
async def change_scribes(request: Request, address: str) -> Response:
    """Name a scribe, or remove one."""
    form = await csrf_form(request)
    return await run_in_threadpool(_change_scribes, request, address, form)


def _change_scribes(request: Request, address: str, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    rate_limit_request(request, "invitations")
    chronicle_words.load_illustrated(services, address, me)
    name, scribe = str(form.get("name", "")), integer_or_none(str(form.get("remove", "")))
    try:
        if scribe is not None:
            chronicle_words.remove_scribe(services, address, me, scribe)
        elif name.strip():
            chronicle_words.name_scribe(services, address, me, name)
        else:
            raise NoSuchGame
    except Refused as refused:
        return _show_scribes(request, address, refused.refusals, name)
    return RedirectResponse(f"/games/{address}/scribes", 303)
