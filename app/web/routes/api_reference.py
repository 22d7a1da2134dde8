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
    document = request.app.state.api.openapi()
    return render_page(
        request,
        "api/reference.html",
        page=describe_api(document, language_of(request)),
        base=request.app.state.settings.base_url,
    )
