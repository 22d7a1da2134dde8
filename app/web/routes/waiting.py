"""Page of everything that waits for the member."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from app.services.watch import waiting_list
from app.web.auth import require_user
from app.web.deferred_routes import DeferredRoute
from app.web.pages import render_page

router = APIRouter(route_class=DeferredRoute)


@router.get("/waiting")
def show_waiting_list(request: Request, show: str = "") -> Response:
    """Everything that waits for the member; `show` limits the list to one kind. Unknown kinds do
    not.
    """
    found = waiting_list.load_waiting_list(request.app.state.services, require_user(request))
    show = show if show in waiting_list.KINDS else ""
    return render_page(
        request,
        "home/waiting.html",
        found=found,
        show=show,
        entries=[one for one in found.entries if show in ("", one.kind)],
        kinds=[(key, title, found.count(key)) for key, title in waiting_list.KINDS.items()],
    )
