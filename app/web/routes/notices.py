"""Notifications of a member: their choice, delivery log and end."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, QueryParams

from app.kernel.refusal import Refusal, Refused
from app.kernel.say import as_is, say
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.notify import feeds, notification_preferences, notification_targets
from app.services.notify.delivery_reasons import reason_line
from app.services.play import invitations, seat_substitution
from app.services.watch import game_view
from app.web.auth import require_user, user_id
from app.web.deferred_routes import DeferredRoute
from app.web.forms import Number, csrf_form, form_in, integer_field
from app.web.game_forms import is_in_words, page_of_form
from app.web.game_page import show_game
from app.web.gathering_page import show_gathering
from app.web.language import language_of
from app.web.pages import SECURITY, TOP, render_page
from app.web.panels.decision import Answer
from app.web.user_agent import browser_of
from app.web.waiting_page import show_waiting_room

router = APIRouter(route_class=DeferredRoute)
EVENTS = {
    "your_turn": say("Your turn", "Te toca"),
    "reminder": say("A deadline comes near", "Se acerca un plazo"),
    "clock": say("Pauses, and the time of others", "Pausas y el tiempo de los demás"),
    "result": say("A game is over", "Ha terminado una partida"),
    "battle": say("Battles of your campaigns", "Batallas de tus campañas"),
    "campaign": say("Other news of your campaigns", "Otras novedades de tus campañas"),
    "invitation": say("You are invited", "Te invitan"),
    "opponent": say("An opponent for you", "Tienes rival"),
    "club": say("News of your clubs", "Novedades de tus clubes"),
    "chat": say("New messages at your table", "Mensajes nuevos en tu mesa"),
    "mention": say("A message in a club mentions you", "Un mensaje en un club te menciona"),
    "club_chat": say("Messages in the chats of your clubs", "Mensajes en los chats de tus clubes"),
    "daily": say("The daily mail", "El correo diario"),
}
WAYS = {
    "mail": say("E-mail", "Correo"),
    "hook": say("Webhook", "Webhook"),
    "push": say("Browser", "Navegador"),
}
HOW = {
    "no": say("no", "no"),
    "now": say("at once", "al momento"),
    "daily": say("once a day", "una vez al día"),
}
STATES = {
    "waiting": say("waits", "en espera"),
    "claimed": say("waits", "en espera"),
    "sending": say("on its way", "en camino"),
    "sent": say("sent", "enviado"),
    "dropped": say("not needed any more", "ya no hacía falta"),
    "unsure": say("perhaps sent, not repeated", "quizá enviado, no se repite"),
    "dead": say("given up", "sin entregar"),
}
KINDS = {
    "mail": WAYS["mail"],
    "daily": WAYS["mail"],
    "discord": as_is("Discord"),
    "slack": as_is("Slack"),
    "json": as_is("JSON"),
    "push": as_is("Web push"),
}
LATELY = 12  # lines of the delivery log on the page
DONE = {
    "chosen": say("Saved.", "Guardado."),
    "test": say(
        "A test message is on its way; look into the list below soon.",
        "Un mensaje de prueba va en camino; mira la lista de abajo enseguida.",
    ),
    "hook": say("The webhook is saved.", "El webhook está guardado."),
    "browser": say("This browser gets messages now.", "Este navegador ya recibe mensajes."),
    "calendar": say(
        "The calendar has a private address.", "El calendario tiene una dirección privada."
    ),
    "gone": say("Removed.", "Quitado."),
    "again": say("Started again.", "Reactivado."),
}


@router.get("/account/notices")
def show_notification_settings(request: Request, done: str = "") -> Response:
    return _notices_page(request, done=done)


def _notices_page(
    request: Request,
    findings: Sequence[Refusal] = (),
    given: FormData | None = None,
    done: str = "",
) -> Response:
    """Notification page. `given` is the input for a webhook that was refused with these
    findings.
    """
    services, me = request.app.state.services, require_user(request)
    mine = notification_preferences.load_notifications_page(services, me)
    log = tuple(
        msgspec.structs.replace(one, why=reason_line(one.why).in_(language_of(request)))
        for one in mine.log
    )
    mine = msgspec.structs.replace(mine, log=log)
    signed = {
        one.id: notification_targets.secret_of(services, one)
        for one in mine.targets
        if one.kind == "json"
    }
    calendar = f"{services.post.base_url}/calendar/{mine.calendar}.ics" if mine.calendar else ""
    return render_page(
        request,
        "accounts/notices.html",
        status=422 if findings else 200,
        mine=mine,
        calendar=calendar,
        push_key=notification_targets.push_key(services),
        signed=signed,
        findings=findings,
        given=given or {},
        done=DONE.get(done),
        lately=LATELY,
        events=EVENTS,
        ways=WAYS,
        how=HOW,
        states=STATES,
        kinds=KINDS,
    )


@router.post("/account/notices")
async def choose_notifications(request: Request) -> Response:
    form = await csrf_form(request)
    await run_in_threadpool(
        notification_preferences.save_choices,
        request.app.state.services,
        require_user(request),
        {name: str(value) for name, value in form.items()},
    )
    return RedirectResponse("/account/notices?done=chosen", 303)


@router.post("/account/notices/test")
async def send_test(request: Request) -> Response:
    form = await csrf_form(request)
    services, me = request.app.state.services, require_user(request)
    services.limits.rate_limit("tests", user=me)
    await run_in_threadpool(
        notification_preferences.send_test, services, me, str(form.get("to", ""))
    )
    return RedirectResponse("/account/notices?done=test#log", 303)


@router.post("/account/notices/hooks")
async def add_hook(request: Request) -> Response:
    return await run_in_threadpool(_add_hook, request, await csrf_form(request))


def _add_hook(request: Request, form: FormData) -> Response:
    kind, name, url, mention = (
        str(form.get(field, "")) for field in ("kind", "name", "url", "mention")
    )
    services, me = request.app.state.services, require_user(request)
    services.limits.rate_limit("tests", user=me)
    try:
        notification_targets.add_webhook(services, me, kind, name, url, mention)
    except Refused as refused:
        return _notices_page(request, refused.refusals, form)
    return RedirectResponse("/account/notices?done=hook", 303)


@router.post("/account/notices/browsers")
async def add_browser(request: Request) -> Response:
    """Register this browser for push messages; with `do` "remove", unregister it. A logout
    unregisters it too, so that the next user gets no messages.
    """
    form = await csrf_form(request)
    services, me = request.app.state.services, require_user(request)
    endpoint, p256dh, auth = (str(form.get(field, "")) for field in ("endpoint", "p256dh", "auth"))
    if form.get("do") == "remove":
        await run_in_threadpool(notification_targets.remove_browser, services, me, endpoint)
        return RedirectResponse("/account/notices?done=gone", 303)
    services.limits.rate_limit("tests", user=me)
    await run_in_threadpool(
        notification_targets.add_browser, services, me, browser_of(request), endpoint, p256dh, auth
    )
    return RedirectResponse("/account/notices?done=browser", 303)


@router.get("/sw.js")
def serve_push_worker() -> Response:
    """Service worker for push messages. It must be at the root of the site, because its address
    limits its scope.
    """
    return Response(
        (TOP / "static" / "sw.js").read_text(encoding="utf-8"),
        media_type="text/javascript",
        headers=SECURITY | {"Cache-Control": "no-cache"},
    )


@router.post("/account/notices/calendar")
async def change_calendar(request: Request) -> Response:
    """Create, replace or remove the private address of the member's calendar."""
    form = await csrf_form(request)
    services, me = request.app.state.services, require_user(request)
    remove = form.get("do") == "remove"
    await run_in_threadpool(feeds.remove_calendar if remove else feeds.make_calendar, services, me)
    return RedirectResponse(
        f"/account/notices?done={'gone' if remove else 'calendar'}#calendar", 303
    )


@router.post("/account/notices/targets")
async def change_target(request: Request) -> Response:
    """Remove a webhook or a browser, or restart it."""
    form = await csrf_form(request)
    services, me, which = (
        request.app.state.services,
        require_user(request),
        integer_field(form, "which"),
    )
    again = form.get("do") == "again"
    await run_in_threadpool(
        notification_targets.restart_target if again else notification_targets.remove_target,
        services,
        me,
        which,
    )
    return RedirectResponse(f"/account/notices?done={'again' if again else 'gone'}", 303)


# --- Links in mails
@router.get("/open-game/{game_id}")
def redirect_to_decision(request: Request, game_id: Number, tab: str = "") -> Response:
    """Redirect to the player's decision. An anonymous visitor logs in first."""
    me, tab = user_id(request), "?tab=messages" if tab in ("messages", "letters") else ""
    if me is None:
        return RedirectResponse(f"/login?next=/open-game/{game_id}{tab}", 303)
    look = game_view.load_view(request.app.state.services, game_id, me)
    return RedirectResponse(f"/games/{look.game.address}{tab or '#decision'}", 303)


@router.get("/unsubscribe/{token}")
def unsubscribe_page(request: Request, token: str) -> Response:
    """Page for unsubscribing. It changes nothing, because mail clients open links
    automatically.
    """
    found = notification_preferences.unsubscribe_request(request.app.state.services, token)
    if found is None:
        raise NoSuchGame
    return render_page(
        request, "accounts/unsubscribe.html", token=token, event=EVENTS[found[1]], done=False
    )


@router.post("/unsubscribe/{token}")
async def unsubscribe_from_mail(request: Request, token: str) -> Response:
    """Unsubscribe without a login. The address is the proof, and mail clients may send the request
    themselves (RFC 8058).
    """
    form = await form_in(request, most=10)
    services = request.app.state.services
    found = notification_preferences.unsubscribe_request(services, token)
    if found is None or not await run_in_threadpool(
        lambda: notification_preferences.end_mails(
            services, token, everything=form.get("all") == "1"
        )
    ):
        raise NoSuchGame
    return render_page(
        request, "accounts/unsubscribe.html", token="", event=EVENTS[found[1]], done=True
    )


# --- Invitations
@router.post("/games/{address}/invite")
async def invite_player(request: Request, address: str) -> Response:
    return await run_in_threadpool(_invite_player, request, address, await csrf_form(request))


def _invite_player(request: Request, address: str, form: FormData) -> Response:
    services, me, name = (
        request.app.state.services,
        require_user(request),
        str(form.get("name", "")),
    )
    look = game_view.load_view(services, address, me)
    try:
        invitations.invite_member(services, address, me, name)
    except Refused as refused:
        if look.box.card.open_seats and look.game.status == "running" and look.seat is not None:
            return show_gathering(request, address, {"name": name}, refused.refusals)
        if look.game.status != "open" or look.seat is None:
            raise
        return show_waiting_room(request, look, None, refused.refusals, 422, name)
    page = "/gathering" if look.game.status == "running" else ""
    return RedirectResponse(f"/games/{look.game.address}{page}", 303)


@router.post("/invitations/{game_id}/decline")
async def decline_invitation(request: Request, game_id: Number) -> Response:
    await csrf_form(request)
    if user_id(request) is None:
        raise NotYourSeat
    await run_in_threadpool(
        invitations.decline_invitation, request.app.state.services, require_user(request), game_id
    )
    return RedirectResponse("/my-games", 303)


@router.post("/games/{address}/seats/{seat}")
async def offer_seat(request: Request, address: str, seat: str) -> Response:
    """Offer a seat of a running game to a member; `do` "withdraw" ends the offer."""
    return await run_in_threadpool(_offer_seat, request, address, seat, await csrf_form(request))


def _offer_seat(request: Request, address: str, seat: str, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    try:
        if form.get("do") == "withdraw":
            seat_substitution.withdraw_offer(services, address, me, seat)
        else:
            seat_substitution.offer_seat(services, address, me, seat, str(form.get("name", "")))
    except Refused as refused:
        look = game_view.load_view(services, address, me)
        if look.game.status != "running" or look.seat is None:
            raise
        answer = Answer(findings=refused.refusals)
        return show_game(
            request, look, QueryParams(), 422, in_words=is_in_words(form), answer=answer
        )
    return RedirectResponse(page_of_form(address, form), 303)


@router.post("/invitations/{game_id}/take")
async def take_seat(request: Request, game_id: Number) -> Response:
    """Take the offered seat."""
    await csrf_form(request)
    me, services = require_user(request), request.app.state.services
    await run_in_threadpool(seat_substitution.take_offered_seat, services, game_id, me)
    return RedirectResponse(f"/open-game/{game_id}", 303)
