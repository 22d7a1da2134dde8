"""Account of the token: preferences, tokens and bot accounts."""

from __future__ import annotations

from fastapi import Response

from app.services.notify import notification_preferences, notification_targets
from app.services.people import account_export, accounts, api_tokens, blocking, bot_accounts
from app.services.time import clocks
from app.services.time.availability import PlayingHours
from app.services.watch import player_ratings
from app.web.api import account_models, models, responses
from app.web.api.authentication import Bearer, Owner, Row, limited_as
from app.web.api.plain_data import to_plain_data
from app.web.api.routes import api_router, op

router = api_router(prefix="/account", tags=["account"])


@router.get(
    "",
    **op("Your account and permissions of this token", "Tu cuenta y permisos de este token"),
)
def who(asker: Bearer) -> account_models.Account:
    return responses.account_model(asker.required_bearer)


@router.patch(
    "",
    status_code=204,
    **op("Set your preferences of pages", "Guardar tus preferencias de las páginas"),
)
def prefer(asker: Owner, wishes: account_models.Wishes) -> None:
    given = wishes.model_dump()
    if (shown := given.pop("ratings_shown")) is not None:
        player_ratings.show_ratings(asker.services, asker.me, to_everybody=shown)
    accounts.save_preferences(asker.services, asker.me, **given)


@router.get("/tokens", **op("Your tokens", "Tus tokens"))
def of_mine(asker: Owner) -> list[models.Token]:
    return to_plain_data(api_tokens.list_tokens(asker.services, asker.me), asker.language)


@router.post(
    "/tokens",
    status_code=201,
    **op(
        "Create a token within the permissions of this one",
        "Crear un token con los permisos de este",
    ),
)
def make(asker: Owner, wanted: account_models.NewToken) -> account_models.MadeToken:
    made = api_tokens.create_token(
        asker.services, asker.me, wanted.name, wanted.scopes, within=asker.scopes
    )
    return account_models.MadeToken(**to_plain_data(made, asker.language))


@router.delete("/tokens/{token}", status_code=204, **op("Revoke a token", "Anular un token"))
def revoke(asker: Owner, token: Row) -> None:
    api_tokens.revoke_token(asker.services, asker.me, token)


@router.get(
    "/export",
    dependencies=[limited_as("exports")],
    response_class=Response,
    responses={200: {"content": {"application/json": {}}}},
    **op("All data of your account", "Todos los datos de tu cuenta"),
)
def export(asker: Owner) -> Response:
    return Response(
        account_export.export_account(asker.services, asker.me),
        media_type="application/json",
        headers={"Cache-Control": "no-store"},
    )


@router.get("/hours", **op("Hours in which you do not play", "Horas en las que no juegas"))
def hours(asker: Owner) -> models.Hours | None:
    return to_plain_data(clocks.hours_of(asker.services, asker.me), asker.language)


@router.put(
    "/hours",
    status_code=204,
    **op(
        "Change your hours from the next decision on", "Cambiar tus horas desde la próxima decisión"
    ),
)
def keep_hours(asker: Owner, wanted: account_models.NewHours) -> None:
    clocks.save_hours(asker.services, asker.me, PlayingHours(**wanted.model_dump()))


@router.get("/blocked", **op("Users that you have blocked", "Usuarios que has bloqueado"))
def blocked(asker: Owner) -> list[models.Blocked]:
    return [
        models.Blocked(person=person, name=name)
        for person, name in blocking.blocked_by(asker.services, asker.me)
    ]


@router.get(
    "/notices",
    **op("Your notifications and their deliveries", "Tus avisos y sus envíos"),
)
def what_notices(asker: Owner) -> models.Notices:
    return to_plain_data(
        notification_preferences.load_notifications_page(asker.services, asker.me), asker.language
    )


@router.put(
    "/notices",
    status_code=204,
    **op(
        "Set your notifications; types not named keep their value",
        "Elegir tus avisos; los tipos sin nombrar no cambian",
    ),
)
def choose(asker: Owner, wanted: account_models.Choices) -> None:
    notification_preferences.save_choices(asker.services, asker.me, wanted.choices)


@router.post(
    "/notices/hooks",
    status_code=201,
    dependencies=[limited_as("tests")],
    **op("Add a webhook", "Añadir un webhook"),
)
def add_hook(asker: Owner, hook: account_models.Hook) -> account_models.MadeHook:
    made = notification_targets.add_webhook(
        asker.services, asker.me, hook.kind, hook.name, hook.url, hook.mention
    )
    return account_models.MadeHook(
        id=made.id,
        secret=notification_targets.secret_of(asker.services, made) if made.kind == "json" else "",
    )


@router.post(
    "/notices/test",
    status_code=204,
    dependencies=[limited_as("tests")],
    **op("Send yourself a test message", "Enviarte un mensaje de prueba"),
)
def send_test(asker: Owner, tested: account_models.Tested) -> None:
    notification_preferences.send_test(asker.services, asker.me, tested.to)


@router.delete(
    "/notices/receivers/{receiver}",
    status_code=204,
    **op("Remove a webhook or a browser", "Quitar un webhook o un navegador"),
)
def remove_receiver(asker: Owner, receiver: Row) -> None:
    notification_targets.remove_target(asker.services, asker.me, receiver)


@router.post(
    "/notices/receivers/{receiver}/again",
    status_code=204,
    **op("Restart a stopped webhook or browser", "Reactivar un webhook o navegador parado"),
)
def start_again(asker: Owner, receiver: Row) -> None:
    notification_targets.restart_target(asker.services, asker.me, receiver)


@router.get("/programs", **op("Your programs", "Tus programas"))
def of_programs(asker: Owner) -> list[account_models.Program]:
    return [
        responses.program_model(one)
        for one in bot_accounts.list_bot_accounts(asker.services, asker.me)
    ]


@router.post(
    "/programs",
    status_code=201,
    **op("Create an account for a program", "Crear una cuenta para un programa"),
)
def create(asker: Owner, wanted: account_models.NewProgram) -> account_models.Program:
    return responses.program_model(
        bot_accounts.create_bot_account(asker.services, asker.me, wanted.name)
    )


@router.patch(
    "/programs/{program}",
    **op(
        "Allow or forbid messages of a program", "Permitir o prohibir los mensajes de un programa"
    ),
)
def allow(asker: Owner, program: Row, allowing: account_models.Allowing) -> account_models.Program:
    return responses.program_model(
        bot_accounts.allow_writing(asker.services, asker.me, program, allowing.may_write)
    )


@router.delete(
    "/programs/{program}",
    status_code=204,
    **op("Delete a program's account", "Borrar la cuenta de un programa"),
)
def delete(asker: Owner, program: Row) -> None:
    bot_accounts.delete_bot_account(asker.services, asker.me, program)


@router.get("/programs/{program}/tokens", **op("Tokens of a program", "Tokens de un programa"))
def of_program(asker: Owner, program: Row) -> list[models.Token]:
    return to_plain_data(api_tokens.list_tokens(asker.services, asker.me, program), asker.language)


@router.post(
    "/programs/{program}/tokens",
    status_code=201,
    **op("Create a token for a program", "Crear un token para un programa"),
)
def make_for(
    asker: Owner, program: Row, wanted: account_models.NewToken
) -> account_models.MadeToken:
    made = api_tokens.create_token(
        asker.services, asker.me, wanted.name, wanted.scopes, program, asker.scopes
    )
    return account_models.MadeToken(**to_plain_data(made, asker.language))


@router.delete(
    "/programs/{program}/tokens/{token}",
    status_code=204,
    **op("Revoke a token of a program", "Anular un token de un programa"),
)
def revoke_for(asker: Owner, program: Row, token: Row) -> None:
    api_tokens.revoke_token(asker.services, asker.me, token, program)
