"""Armies: building, saving, copying, import and export."""

from __future__ import annotations

from fastapi import Response

from app.services.people import complaints
from app.services.play import army_files, saved_armies
from app.web.api import army_models, models, responses
from app.web.api.authentication import Address, Keeper, Looker, limited_as
from app.web.api.plain_data import to_plain_data
from app.web.api.routes import api_router, op

router = api_router(prefix="/armies", tags=["armies"])


@router.get("", **op("Your armies", "Tus ejércitos"))
def mine(asker: Keeper, box: models.Line = "") -> list[army_models.Army]:
    found = saved_armies.judge_armies(
        asker.services, saved_armies.list_own_armies(asker.services, asker.me, box), asker.me
    )
    return [responses.army_model(kept, asker.language) for kept in found]


@router.get(
    "/public",
    **op("Public armies", "Ejércitos públicos"),
)
def public(asker: Looker) -> list[army_models.Army]:
    found = saved_armies.judge_armies(
        asker.services,
        saved_armies.list_public_armies(asker.services, asker.user_id),
        asker.user_id,
    )
    return [responses.army_model(kept, asker.language) for kept in found]


# --- Building
@router.post("/new", **op("Page of a new army", "Página de un ejército nuevo"))
def new(asker: Looker, raising: army_models.Raising) -> army_models.Builder:
    return to_plain_data(
        saved_armies.new_army_page(asker.services, raising.box, raising.terms), asker.language
    )


@router.post(
    "/draft",
    dependencies=[limited_as("looks")],
    **op("Findings of an army, without saving it", "Comprobación de un ejército, sin guardarlo"),
)
def draft(asker: Looker, drafting: army_models.Drafting) -> army_models.Builder:
    return to_plain_data(
        saved_armies.draft_army_page(
            asker.services,
            drafting.box,
            responses.army_answers(asker.services, drafting),
            drafting.do,
        ),
        asker.language,
    )


@router.post(
    "/import",
    dependencies=[limited_as("imports")],
    **op(
        "Page of an imported army, from JSON or text",
        "Página de un ejército importado, de JSON o texto",
    ),
)
def bring_in(asker: Looker, pasting: army_models.Pasting) -> army_models.Builder:
    return to_plain_data(
        army_files.imported_army_page(asker.services, pasting.box, pasting.text), asker.language
    )


# --- Saving
@router.post(
    "",
    status_code=201,
    **op("Save a new army, valid or not", "Guardar un ejército nuevo, válido o no"),
)
def save(asker: Keeper, keeping: army_models.Keeping) -> army_models.Army:
    answers = responses.army_answers(asker.services, keeping)
    army = saved_armies.save_army(
        asker.services,
        asker.me,
        keeping.box,
        answers,
        asker.language,
        keeping.sharing,
        keeping.opens_at,
    )
    return responses.army_model(
        saved_armies.judge_army(asker.services, army, asker.me), asker.language
    )


@router.get(
    "/{address}",
    **op(
        "An army with its findings by the present lists",
        "Un ejército y su comprobación con las listas actuales",
    ),
)
def army(asker: Looker, address: Address) -> army_models.Army:
    found = saved_armies.find_army(asker.services, address, asker.user_id)
    return responses.army_model(
        saved_armies.judge_army(asker.services, found, asker.user_id), asker.language
    )


@router.put("/{address}", **op("Save an army as it is now", "Guardar un ejército como está ahora"))
def change(asker: Keeper, address: Address, keeping: army_models.Keeping) -> army_models.Army:
    answers = responses.army_answers(asker.services, keeping)
    army = saved_armies.change_army(
        asker.services,
        address,
        asker.me,
        answers,
        asker.language,
        keeping.sharing,
        keeping.opens_at,
    )
    return responses.army_model(
        saved_armies.judge_army(asker.services, army, asker.me), asker.language
    )


@router.delete("/{address}", status_code=204, **op("Delete an army", "Borrar un ejército"))
def delete(asker: Keeper, address: Address) -> None:
    saved_armies.delete_army(asker.services, address, asker.me)


@router.post(
    "/{address}/copy",
    status_code=201,
    **op("Copy an army to your own", "Copiar un ejército entre los tuyos"),
)
def copy(asker: Keeper, address: Address) -> army_models.Army:
    return responses.army_model(
        saved_armies.judge_army(
            asker.services, saved_armies.copy_army(asker.services, address, asker.me), asker.me
        ),
        asker.language,
    )


@router.post(
    "/{address}/report",
    status_code=204,
    dependencies=[limited_as("complaints")],
    **op(
        "Report a public army to the moderators", "Denunciar un ejército público a los moderadores"
    ),
)
def report(asker: Keeper, address: Address, reason: models.Reason) -> None:
    complaints.complain_about_text(asker.services, "army", address, asker.me, 0, reason.reason)


@router.get(
    "/{address}/page",
    **op(
        "An army as a page of the army builder", "Un ejército como página del creador de ejércitos"
    ),
)
def page(asker: Looker, address: Address) -> army_models.Builder:
    return to_plain_data(
        saved_armies.saved_army_page(
            asker.services, saved_armies.find_army(asker.services, address, asker.user_id)
        ),
        asker.language,
    )


@router.get(
    "/{address}/sheet", **op("An army for a real table", "Un ejército para una mesa de verdad")
)
def sheet(asker: Looker, address: Address) -> army_models.ArmySheet:
    return to_plain_data(
        saved_armies.sheet_of(
            asker.services, saved_armies.find_army(asker.services, address, asker.user_id)
        ),
        asker.language,
    )


@router.get(
    "/{address}/army.json",
    response_class=Response,
    responses={200: {"content": {"application/json": {}}}},
    **op(
        "An army as a file (docs/army-format.md)", "Un ejército como archivo (docs/army-format.md)"
    ),
)
def as_json(asker: Looker, address: Address) -> Response:
    return Response(
        army_files.army_file(
            asker.services, saved_armies.find_army(asker.services, address, asker.user_id)
        ),
        media_type="application/json",
    )


@router.get(
    "/{address}/army.txt",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}},
    **op("An army as text", "Un ejército como texto"),
)
def as_text(asker: Looker, address: Address) -> Response:
    text = army_files.army_text(
        asker.services,
        saved_armies.find_army(asker.services, address, asker.user_id),
        asker.language,
    )
    return Response(text, media_type="text/plain; charset=utf-8")
