"""Roles of a club as sets of permissions. This table is the only place that says who may do
what.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from app.kernel.say import Say, noun, say


class Permission(StrEnum):
    """Right of a member in a club."""

    READ = "read"
    """Read the part of the members: list, log, invitations."""
    PLAY = "play"
    """Play in contests and write in the chat."""
    CHRONICLE = "chronicle"
    """Write the chronicle, add pictures."""
    JUDGE = "judge"
    """Decide disputes, correct results."""
    ORGANISE = "organise"
    """Found contests, publish rounds, change the front page."""
    ANNOUNCE = "announce"
    """Write announcements and house rules, welcome new members."""
    MODERATE = "moderate"
    """Hide messages of the chat."""
    ADMIT = "admit"
    """Admit, invite and remove members."""
    NAME = "name"
    """Give and take roles."""
    HOOKS = "hooks"
    """Manage webhooks."""
    CLOSE = "close"
    """Archive the club and open it again."""
    EXPORT = "export"
    """Export the whole club as a file."""


READER, MEMBER, SCRIBE, REFEREE, ORGANISER, OWNER = (
    "reader",
    "member",
    "scribe",
    "referee",
    "organiser",
    "owner",
)
_P = Permission
PERMISSIONS: Mapping[str, frozenset[Permission]] = {
    OWNER: frozenset(Permission),
    ORGANISER: frozenset(
        {_P.READ, _P.PLAY, _P.CHRONICLE, _P.ORGANISE, _P.ANNOUNCE, _P.MODERATE, _P.ADMIT}
    ),
    REFEREE: frozenset({_P.READ, _P.PLAY, _P.CHRONICLE, _P.JUDGE}),
    SCRIBE: frozenset({_P.READ, _P.PLAY, _P.CHRONICLE}),
    MEMBER: frozenset({_P.READ, _P.PLAY}),
    READER: frozenset({_P.READ}),
}
"""Permissions of each role, the highest role first. A member with two roles has those of both."""
ROLES = tuple(PERMISSIONS)
TITLES: Mapping[str, Say] = {
    OWNER: noun("owner", "propiedad", "f"),
    ORGANISER: noun("organiser", "organización", "f"),
    REFEREE: noun("referee", "arbitraje"),
    SCRIBE: noun("scribe", "crónica", "f"),
    MEMBER: noun("member", "miembro"),
    READER: noun("reader", "lectura", "f"),
}
WORDS: Mapping[Permission, Say] = {
    _P.READ: say("Read the members' part", "Leer la parte de los miembros"),
    _P.PLAY: say("Play, write in the chat", "Jugar, escribir en el chat"),
    _P.CHRONICLE: say("Write the chronicle, add pictures", "Escribir la crónica, añadir imágenes"),
    _P.JUDGE: say("Decide disputes, correct results", "Decidir disputas, corregir resultados"),
    _P.ORGANISE: say(
        "Change the front page, found contests", "Cambiar la portada, crear competiciones"
    ),
    _P.ANNOUNCE: say(
        "Write announcements and house rules, welcome new members",
        "Escribir anuncios y reglas del club, dar la bienvenida",
    ),
    _P.MODERATE: say("Hide messages of the chat", "Ocultar mensajes del chat"),
    _P.ADMIT: say("Admit, invite and remove members", "Admitir, invitar y dar de baja a miembros"),
    _P.NAME: say("Give and take roles", "Dar y quitar papeles"),
    _P.HOOKS: say("Manage webhooks", "Gestionar webhooks"),
    _P.CLOSE: say("Archive the club", "Archivar el club"),
    _P.EXPORT: say("Export the club", "Exportar el club"),
}


def has_permission(roles: Iterable[str], permission: Permission) -> bool:
    """Return true if one of the roles has this permission."""
    return any(permission in PERMISSIONS[role] for role in roles)


def rank_of(roles: Iterable[str]) -> int:
    """Place of the highest role; 0 for an owner."""
    return min((ROLES.index(role) for role in roles), default=len(ROLES))
