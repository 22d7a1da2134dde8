"""Wishes for an opponent."""

from __future__ import annotations

from app.services.play import opponent_wishes
from app.services.watch import wish_pool
from app.web.api import wish_models
from app.web.api.authentication import Member, Reader, Row, limited_as
from app.web.api.plain_data import to_plain_data
from app.web.api.routes import api_router, op

router = api_router(prefix="/wishes", tags=["wishes"])


@router.get("", **op("Wishes for an opponent", "Búsquedas de rival"))
def wishes(asker: Reader) -> wish_models.Wishes:
    page = wish_pool.load_wish_page(asker.services, asker.user_id, "UTC")
    return to_plain_data(page, asker.language)


@router.post(
    "",
    status_code=201,
    dependencies=[limited_as("tables")],
    **op("Save a wish for an opponent", "Guardar una búsqueda de rival"),
)
def save_wish(asker: Member, wish: wish_models.NewWish) -> wish_models.SavedWish:
    form = opponent_wishes.WishForm(**wish.model_dump())
    return wish_models.SavedWish(id=opponent_wishes.save_wish(asker.services, asker.me, form))


@router.put(
    "/{wish}",
    status_code=204,
    dependencies=[limited_as("tables")],
    **op("Change a wish", "Cambiar una búsqueda"),
)
def change_wish(asker: Member, wish: Row, wanted: wish_models.NewWish) -> None:
    form = opponent_wishes.WishForm(**wanted.model_dump())
    opponent_wishes.save_wish(asker.services, asker.me, form, wish)


@router.delete("/{wish}", status_code=204, **op("End a wish", "Terminar una búsqueda"))
def end_wish(asker: Member, wish: Row) -> None:
    opponent_wishes.end_wish(asker.services, asker.me, wish)


@router.post(
    "/{wish}/change",
    dependencies=[limited_as("tables")],
    **op(
        "Change a wish in one point and begin the game that it finds",
        "Cambiar una búsqueda en un punto y empezar la partida que encuentra",
    ),
)
def take_change(asker: Member, wish: Row, change: wish_models.Change) -> list[int]:
    return opponent_wishes.take_change(asker.services, asker.me, wish, change.other)
