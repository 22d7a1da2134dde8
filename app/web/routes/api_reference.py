"""Route of the API reference page."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from app.web.api_reference_page import describe_api
from app.web.deferred_routes import DeferredRoute
from app.web.language import language_of
from app.web.pages import render_page

router = APIRouter(route_class=DeferredRoute)


@router.get("/api")
def show_api_reference(request: Request) -> Response:
    state = request.app.state
    return render_page(
        request,
        "api/reference.html",
        page=describe_api(state.api.openapi(), state.services.shelf, language_of(request)),
        base=state.settings.base_url,
    )
