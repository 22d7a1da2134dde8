"""Tables before and between games: opening, seats, armies, layout and rematch."""

from __future__ import annotations

from fastapi import Request

from app.kernel.clock_terms import Terms
from app.services import game_registry
from app.services.play import bot_substitutes, game_setup, lobby, rematches, seat_substitution
from app.services.play import invitations as inviting
from app.services.play.new_tables import NewTable
from app.services.watch import game_view, waiting_list
from app.web.api import models, responses, table_models
from app.web.api.authentication import (
    Address,
    Member,
    Reader,
    Watcher,
    Word,
    limited_as,
    rate_limit_caller_address,
)
from app.web.api.plain_data import to_plain_data
from app.web.api.routes import api_router, op
from app.web.table_editor_page import laying_of

router = api_router(tags=["tables"])


@router.get("/tables", **op("Tables with a free seat", "Mesas con asiento libre"))
def tables(asker: Reader) -> list[models.Listed]:
    return [
        responses.listed_model(one, asker.language)
        for one in lobby.open_tables(asker.services, asker.user_id)
    ]


@router.post(
    "/tables",
    status_code=201,
    dependencies=[limited_as("tables")],
    **op("Open a table and take a seat", "Abrir una mesa y ocupar un asiento"),
)
def open_table(request: Request, asker: Member, table: table_models.Table) -> models.Game:
    if table.against == "people" and table.visibility == "open":
        rate_limit_caller_address(request, asker, "tables in lobby")
    box = game_registry.box_of(asker.services, table.box)
    given = table.model_dump(exclude={"box", "scenario", "options", "brings", "clock"})
    options = lobby.usual_options(box) if table.options is None else table.options
    brings = game_setup.choices_of_form(asker.services, box, asker.me, table.brings)
    clock = Terms(**table.clock.model_dump())
    asked = NewTable(
        table.box,
        table.scenario,
        options=options,
        brings=brings,
        clock=clock,
        gathers=True,
        **given,
    )
    game = lobby.open_with_terms(asker.services, asker.me, asked)
    return responses.game_now(asker, game.address)


@router.get(
    "/games/{address}/waiting",
    **op(
        "A waiting table: terms and possible contributions",
        "Una mesa que espera: términos y aportaciones posibles",
    ),
)
def waiting(asker: Reader, address: Address) -> table_models.Waiting:
    return responses.waiting_model(asker, address)


@router.post(
    "/games/{address}/join",
    **op(
        "Take a seat; the game begins when all are taken",
        "Sentarse; la partida empieza cuando están todos",
    ),
)
def join(asker: Member, address: Address, sitting: table_models.Sitting) -> models.Game:
    box = game_view.load_view(asker.services, address, asker.me).box
    brings = game_setup.choices_of_form(asker.services, box, asker.me, sitting.brings)
    game = lobby.join_table(
        asker.services,
        address,
        asker.me,
        sitting.seat,
        sitting.added,
        brings,
        pledge=sitting.pledge,
    )
    return responses.game_now(asker, game.address)


@router.put(
    "/games/{address}/brings",
    **op(
        "Change your contribution while the table waits",
        "Cambiar tu aportación mientras la mesa espera",
    ),
)
def hand_in(asker: Member, address: Address, handed: table_models.Handed) -> table_models.Waiting:
    box, before = (
        game_view.load_view(asker.services, address, asker.me).box,
        game_setup.load_setup_progress(asker.services, address, asker.me).mine,
    )
    lobby.change_choices(
        asker.services,
        address,
        asker.me,
        game_setup.choices_of_form(asker.services, box, asker.me, handed.brings, before),
    )
    return responses.waiting_model(asker, address)


@router.post(
    "/games/{address}/leave",
    status_code=204,
    **op("Leave a seat before the beginning", "Dejar un asiento antes de empezar"),
)
def leave(asker: Member, address: Address) -> None:
    lobby.leave_table(asker.services, address, asker.me)


@router.delete(
    "/games/{address}",
    status_code=204,
    **op(
        "Delete a table of your own before the beginning", "Borrar una mesa propia antes de empezar"
    ),
)
def cancel(asker: Member, address: Address) -> None:
    lobby.cancel_table(asker.services, address, asker.me)


@router.get("/waiting", **op("What waits for you", "Lo que te espera"))
def waiting_list_of(asker: Watcher) -> models.WaitingList:
    return to_plain_data(waiting_list.load_waiting_list(asker.services, asker.me), asker.language)


@router.get(
    "/invitations", **op("Tables to which you are invited", "Mesas a las que te han invitado")
)
def invitations(asker: Watcher) -> list[table_models.Invitation]:
    return [
        table_models.Invitation(
            by=one.by,
            table=responses.listed_model(one.table, asker.language),
            seat=one.seat,
            side=one.side.in_(asker.language),
        )
        for one in inviting.list_invitations(asker.services, asker.me)
    ]


@router.post(
    "/games/{address}/invitations",
    status_code=204,
    **op("Invite a member to your table", "Invitar a un miembro a tu mesa"),
)
def invite(asker: Member, address: Address, inviting_: table_models.Inviting) -> None:
    inviting.invite_member(asker.services, address, asker.me, inviting_.name)


@router.delete(
    "/games/{address}/invitations",
    status_code=204,
    **op("Decline an invitation", "Declinar una invitación"),
)
def decline(asker: Member, address: Address) -> None:
    # An invited member may lack permission to watch the game, so the invitations are searched
    # first.
    asked = (one.table.game for one in inviting.list_invitations(asker.services, asker.me))
    game = (
        next((one for one in asked if address in (one.address, str(one.id))), None)
        or game_view.load_view(asker.services, address, asker.me).game
    )
    inviting.decline_invitation(asker.services, asker.me, game.id)


@router.get(
    "/games/{address}/seats",
    **op(
        "Seats that you may hand over and their earlier players",
        "Asientos que puedes ceder y sus jugadores anteriores",
    ),
)
def hands(asker: Reader, address: Address) -> table_models.Hands:
    return to_plain_data(
        seat_substitution.load_substitutions(
            asker.services, game_view.load_view(asker.services, address, asker.user_id)
        ),
        asker.language,
    )


@router.put(
    "/games/{address}/seats/{seat}/offer",
    status_code=204,
    **op(
        "Offer a seat of a running game to a member", "Ofrecer un asiento de una partida en curso"
    ),
)
def offer_seat(
    asker: Member, address: Address, seat: Word, inviting_: table_models.Inviting
) -> None:
    seat_substitution.offer_seat(asker.services, address, asker.me, seat, inviting_.name)


@router.delete(
    "/games/{address}/seats/{seat}/offer",
    status_code=204,
    **op("Withdraw the offer of a seat", "Retirar la oferta de un asiento"),
)
def withdraw_seat(asker: Member, address: Address, seat: Word) -> None:
    seat_substitution.withdraw_offer(asker.services, address, asker.me, seat)


@router.post(
    "/games/{address}/take",
    **op(
        "Accept the offered seat of a running game",
        "Aceptar el asiento ofrecido de una partida en curso",
    ),
)
def take_seat(asker: Member, address: Address) -> models.Game:
    seat_substitution.take_offered_seat(asker.services, address, asker.me)
    return responses.game_now(asker, address)


@router.get(
    "/games/{address}/laying",
    **op("A table that is being laid out by its players", "Una mesa que montan sus jugadores"),
)
def laying(asker: Reader, address: Address) -> table_models.Laying | None:
    look = game_view.load_view(asker.services, address, asker.user_id)
    return to_plain_data(laying_of(look), asker.language)


@router.post(
    "/games/{address}/laying",
    **op(
        "Place or change a piece of the table, or accept the table",
        "Poner o cambiar una pieza de la mesa, o aceptar la mesa",
    ),
)
def lay(asker: Member, address: Address, laid: table_models.Laid) -> models.Game:
    return responses.game_now(
        asker, lobby.change_setup(asker.services, address, asker.me, laid.change).address
    )


@router.post(
    "/games/{address}/seat-back",
    status_code=204,
    **op(
        "Take your seat back from a bot that plays on for you",
        "Recuperar tu asiento del bot que juega por ti",
    ),
)
def take_seat_back(asker: Member, address: Address) -> None:
    bot_substitutes.take_seat_back(asker.services, address, asker.me)


@router.post(
    "/games/{address}/rematch",
    dependencies=[limited_as("tables")],
    **op("The same battle with the sides swapped", "La misma batalla con los bandos cambiados"),
)
def rematch(asker: Member, address: Address, again: table_models.Again) -> models.Game:
    return responses.game_now(
        asker, rematches.open_rematch(asker.services, address, asker.me, again.added).address
    )
