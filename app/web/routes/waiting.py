"""Page of everything that waits for the member."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from app.services.watch import waiting_list
from app.services.watch.waiting_week import load_week_items
from app.web.auth import require_user
from app.web.deferred_routes import DeferredRoute
from app.web.language import language_of
from app.web.pages import render_page, zone_of
from app.web.waiting_week import WeekDay, week_of

router = APIRouter(route_class=DeferredRoute)
WEEK = "week"


@router.get("/waiting")
def show_waiting_list(request: Request, show: str = "") -> Response:
    """Everything that waits for the member; `show` limits the list to one kind, or "week" shows the
    next seven days. Unknown kinds do not.
    """
    services, me = request.app.state.services, require_user(request)
    found = waiting_list.load_waiting_list(services, me)
    show = show if show in (*waiting_list.KINDS, WEEK) else ""
    week: tuple[WeekDay, ...] = ()
    if show == WEEK:
        items = load_week_items(services, me, found.entries)
        week = week_of(items, language_of(request), zone_of(request))
    return render_page(
        request,
        "home/waiting.html",
        found=found,
        show=show,
        week=week,
        entries=[one for one in found.entries if show in ("", one.kind)],
        kinds=[(key, title, found.count(key)) for key, title in waiting_list.KINDS.items()],
    )
