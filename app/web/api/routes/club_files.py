"""Export of a club, import from its file, its tables (CSV), and names of an imported club."""

from __future__ import annotations

from enum import StrEnum

from fastapi import Request, Response

from app.services.clubs import club_export, club_import, club_names, club_table_import
from app.services.clubs.club_tables_csv import club_table
from app.web.api import club_models as models
from app.web.api.authentication import Member, Reader, Row, limited_as
from app.web.api.routes import api_router, op
from app.web.api.uploaded_forms import FILE, SentForm, form_body, require_file
from app.web.concurrency_limit import release_place

router = api_router(prefix="/clubs", tags=["clubs"])
NAME = {"type": "string", "maxLength": 60}


class TableKind(StrEnum):
    """Table of a club."""

    MEMBERS = "members"
    CALENDAR = "calendar"
    RESULTS = "results"
    BATTLES = "battles"


@router.post(
    "/imports",
    status_code=201,
    dependencies=[limited_as("game files")],
    **op(
        "Import a club from its file; its members are names without an account until users take them",
        "Importar un club de su archivo; sus miembros son nombres sin cuenta hasta que los reciben "
        "usuarios invitados",
        requestBody=form_body({"file": FILE, "name": NAME}, ("file",)),
    ),
)
def import_club(request: Request, asker: Member, form: SentForm) -> models.MadeClub:
    data = require_file(form, "file").file.read()
    release_place(request.scope)  # checking a file may take seconds, and other requests go on
    club = club_import.import_club(asker.services, asker.me, data, str(form.get("name", "")))
    return models.MadeClub(id=club.id)


@router.get(
    "/{club}/export",
    dependencies=[limited_as("exports")],
    response_class=Response,
    responses={200: {"content": {"application/json": {}}}},
    **op("Whole club as a file, for owners", "El club entero en un archivo, para propietarios"),
)
def export_club(asker: Reader, club: Row) -> Response:
    return Response(
        club_export.export_club(asker.services, club, asker.user_id),
        media_type="application/json",
        headers={"Cache-Control": "no-store"},
    )


@router.get(
    "/{club}/tables/{kind}",
    dependencies=[limited_as("exports")],
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}}},
    **op("Table of a club (CSV), for organisers", "Tabla de un club (CSV), para la organización"),
)
def export_table(asker: Reader, club: Row, kind: TableKind) -> Response:
    data = club_table(asker.services, club, asker.user_id, kind, asker.language)
    return Response(
        data, media_type="text/csv; charset=utf-8", headers={"Cache-Control": "no-store"}
    )


@router.post(
    "/{club}/dates/table",
    dependencies=[limited_as("game files")],
    **op(
        "Add the dates of a table (CSV), all or none",
        "Añadir las citas de una tabla (CSV), todas o ninguna",
        requestBody=form_body({"file": FILE}, ("file",)),
    ),
)
def import_dates(asker: Member, club: Row, form: SentForm) -> models.ReadRows:
    data = require_file(form, "file").file.read()
    return models.ReadRows(
        rows=club_table_import.import_dates(asker.services, club, asker.me, data)
    )


@router.post(
    "/{club}/invitations/table",
    dependencies=[limited_as("game files")],
    **op(
        "Invite the users of a table (CSV), all or none",
        "Invitar a los usuarios de una tabla (CSV), a todos o a ninguno",
        requestBody=form_body({"file": FILE}, ("file",)),
    ),
)
def invite_members(asker: Member, club: Row, form: SentForm) -> models.ReadRows:
    data = require_file(form, "file").file.read()
    return models.ReadRows(
        rows=club_table_import.invite_members(asker.services, club, asker.me, data)
    )


@router.delete(
    "/{club}/names/{name}",
    status_code=204,
    **op("Remove a name of an imported club", "Quitar un nombre de un club importado"),
)
def remove_name(asker: Member, club: Row, name: str) -> None:
    club_names.remove_name(asker.services, club, asker.me, name)
