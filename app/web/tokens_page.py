"""Context of the page for API tokens and bot accounts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.kernel.refusal import Refusal
from app.kernel.say import Say, say
from app.services.container import Services
from app.services.people import api_tokens, bot_accounts
from app.store import records

SCOPES = {
    api_tokens.READ: say(
        "look: games, tables, rules, messages", "mirar: partidas, mesas, reglas, mensajes"
    ),
    api_tokens.PLAY: say("give orders, and write to the table", "dar órdenes y escribir a la mesa"),
    api_tokens.TABLES: say(
        "open tables, take seats and leave them", "abrir mesas, sentarse y levantarse"
    ),
    api_tokens.ARMIES: say("keep armies", "guardar ejércitos"),
    api_tokens.ACCOUNT: say(
        "change the account, make tokens and programs",
        "cambiar la cuenta, crear tokens y programas",
    ),
}
USUAL = (api_tokens.READ, api_tokens.PLAY, api_tokens.TABLES)


@dataclass(frozen=True)
class Holder:
    """Tokens of one account: the member's own, or a bot account in `program`. `name` and `scopes`
    are the values of its form.
    """

    program: records.Program | None
    tokens: tuple[records.Token, ...]
    findings: tuple[Refusal, ...] = ()
    name: str = ""
    scopes: tuple[str, ...] = USUAL

    @property
    def number(self) -> int | str:
        return self.program.user.id if self.program else ""

    @property
    def mark(self) -> str:
        """Suffix that separates the fields of this form from those of the others."""
        return f"of-{self.number}" if self.program else "own"


@dataclass(frozen=True)
class TokensPage:
    """Token page. `made` is a new token, shown only here. `findings` belong to the form for a new
    bot account, `name` to its field.
    """

    own: Holder
    programs: tuple[Holder, ...]
    made: api_tokens.NewToken | None
    findings: tuple[Refusal, ...]
    name: str
    scopes: Mapping[str, Say] = field(default_factory=lambda: SCOPES)


def tokens_page(
    services: Services,
    me: int,
    made: api_tokens.NewToken | None = None,
    given: Any = None,
    at: int | None = None,
    findings: tuple[Refusal, ...] = (),
) -> TokensPage:
    """Token page of a member. `given` is a refused form. `at` is the id of its bot account, 0 for a
    new one, None for the member's own tokens.
    """
    typed = str(given.get("name", "")) if given else ""
    chosen = tuple(map(str, given.getlist("scopes"))) if given else USUAL

    def holder(program: records.Program | None) -> Holder:
        number = program.user.id if program else None
        held = tuple(api_tokens.list_tokens(services, me, number))
        return (
            Holder(program, held, findings, typed, chosen)
            if findings and number == at
            else Holder(program, held)
        )

    return TokensPage(
        holder(None),
        tuple(holder(program) for program in bot_accounts.list_bot_accounts(services, me)),
        made,
        findings if at == 0 else (),
        typed if at == 0 else "",
    )
