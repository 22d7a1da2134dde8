"""Import of a game from its file."""

from __future__ import annotations

from fastapi import Request

from app.services.play import member_imports
from app.web.api import models, responses
from app.web.api.authentication import Member, limited_as
from app.web.api.routes import api_router, op
from app.web.api.uploaded_forms import FILE, SentForm, form_body, require_file
from app.web.concurrency_limit import release_place

router = api_router(tags=["tables"])


@router.post(
    "/imports",
    status_code=201,
    dependencies=[limited_as("game files")],
    **op(
        "Import a game from its file; its open seats are offered to members afterwards",
        "Importar una partida de su archivo; sus asientos libres se ofrecen después a miembros",
        requestBody=form_body({"file": FILE}, ("file",)),
    ),
)
def import_game(request: Request, asker: Member, form: SentForm) -> models.Game:
    data = require_file(form, "file").file.read()
    release_place(request.scope)  # checking a file may take seconds, and other requests go on
    game = member_imports.import_as_member(asker.services, asker.me, data)
    return responses.game_now(asker, game.address)
