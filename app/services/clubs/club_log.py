"""Log of the acts in a club, in words."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.kernel.refusal import refuse_if
from app.kernel.say import Say, as_is, say
from app.services.clubs import club_rules as rules
from app.services.clubs.clubs import require_club
from app.services.clubs.roles import TITLES, Permission
from app.services.container import Services
from app.services.errors import NoSuchClub
from app.store.clubs import ClubAct
from app.store.repositories import NO_MORE

MOST_ACTS = 50
SERVER = say("The server", "El servidor")
FORMER_AUTHOR = say("A former member", "Un antiguo miembro")
FORMER = say("a former member", "un antiguo miembro")
HOW = {
    "open": say("freely", "sin más"),
    "invitation": say("by invitation", "por invitación"),
    "link": say("with a link", "con un enlace"),
    "request": say("after a request", "tras pedirlo"),
}
WORDS: Mapping[str, Say] = {
    "founded": say("founded the club.", "fundó el club."),
    "imported": say("imported the club from a file.", "importó el club de un archivo."),
    "name_taken": say(
        "assigned the imported name {detail} to {about}.",
        "asignó a {about} el nombre importado {detail}.",
    ),
    "name_removed": say(
        "removed the imported name {detail}.", "quitó el nombre importado {detail}."
    ),
    "changed": say("changed the front page.", "cambió la portada."),
    "renamed": say("renamed the club: {detail}.", "cambió el nombre del club: {detail}."),
    "archived": say("archived the club.", "archivó el club."),
    "reopened": say("opened the club again.", "volvió a abrir el club."),
    "joined": say("joined {how}.", "entró {how}."),
    "admitted": say("admitted {about}.", "admitió a {about}."),
    "not_admitted": say("did not admit {about}.", "no admitió a {about}."),
    "invited": say("invited {about}.", "invitó a {about}."),
    "link_made": say(
        "made a link for {days} days and {uses} users.",
        "creó un enlace para {days} días y {uses} usuarios.",
    ),
    "link_withdrawn": say("withdrew a link.", "retiró un enlace."),
    "role_given": say("gave {about} the role {role}.", "dio a {about} este papel: {role}."),
    "role_taken": say("took the role {role} from {about}.", "quitó a {about} este papel: {role}."),
    "date_added": say("added a date: {detail}.", "añadió una cita: {detail}."),
    "dates_imported": say("added {n:date+s} from a table.", "añadió {n:cita+s} de una tabla."),
    "date_cancelled": say("cancelled a date: {detail}.", "canceló una cita: {detail}."),
    "announced": say("wrote an announcement: {detail}.", "publicó un anuncio: {detail}."),
    "announcement_changed": say(
        "changed an announcement: {detail}.", "cambió un anuncio: {detail}."
    ),
    "announcement_withdrawn": say(
        "withdrew an announcement: {detail}.", "retiró un anuncio: {detail}."
    ),
    "ownership_offered": say(
        "asked {about} to become an owner.", "preguntó a {about} si quiere la propiedad del club."
    ),
    "ownership_accepted": say("became an owner.", "aceptó la propiedad del club."),
    "ownership_declined": say("did not want to be an owner.", "no quiso la propiedad del club."),
    "ownership_expired": say(
        "had no answer about the ownership from {about}.",
        "no recibió respuesta de {about} sobre la propiedad.",
    ),
    "administrator_asked": say(
        "asked the administrator for a new owner.", "pidió al administrador otro propietario."
    ),
    "words_removed": say(
        "removed name and words of the club by a moderator.",
        "quitó el nombre y los textos del club por decisión de un moderador.",
    ),
    "words_shown": say(
        "restored name and words of the club by a moderator.",
        "restauró el nombre y los textos del club por decisión de un moderador.",
    ),
    "closing_proposed": say(
        "proposed to close the club for good.", "propuso cerrar el club para siempre."
    ),
    "closing_agreed": say(
        "agreed to close the club for good in 30 days.",
        "aceptó cerrar el club para siempre en 30 días.",
    ),
    "closing_withdrawn": say("withdrew the closing of the club.", "retiró el cierre del club."),
    "closed": say("closed the club for good.", "cerró el club para siempre."),
    "readmitted": say("readmitted {about}.", "readmitió a {about}."),
    "message_hidden": say(
        "hid a message of {about} in the chat.", "ocultó un mensaje de {about} en el chat."
    ),
    "message_shown": say(
        "showed a message of {about} in the chat again.",
        "volvió a mostrar un mensaje de {about} en el chat.",
    ),
    "welcome_changed": say("changed the welcome message.", "cambió el mensaje de bienvenida."),
    "poll_made": say("asked about dates: {detail}.", "preguntó por citas: {detail}."),
    "poll_ended": say("ended a poll: {detail}.", "terminó una consulta: {detail}."),
    "poll_decided": say(
        "chose the date of a poll: {detail}.", "eligió la cita de una consulta: {detail}."
    ),
    "hook_added": say("added a webhook: {detail}.", "añadió un webhook: {detail}."),
    "hook_removed": say("removed a webhook: {detail}.", "quitó un webhook: {detail}."),
    "hook_stopped": say(
        "stopped sending to a webhook: {detail}.", "dejó de enviar a un webhook: {detail}."
    ),
    "chapter_written": say(
        "wrote about the month {detail} in the chronicle.",
        "escribió en la crónica sobre el mes {detail}.",
    ),
    "pictures_added": say("added {n:picture+s}.", "añadió {n:imagen+es}."),
    "picture_removed": say("removed a picture.", "quitó una imagen."),
    "rule_saved": say(
        "saved version {number} of the rule “{rest}”.",
        "guardó la versión {number} de la regla «{rest}».",
    ),
    "rule_retired": say("put the rule “{detail}” out of force.", "retiró la regla «{detail}»."),
    "rule_restored": say(
        "put the rule “{detail}” in force again.", "puso de nuevo en vigor la regla «{detail}»."
    ),
    "office_ended": say(
        "ended the office of {about} in “{detail}”.", "quitó a {about} su cargo en «{detail}»."
    ),
    "office_inherited": say(
        "gave the office in “{detail}” to {about}.", "dio a {about} el cargo en «{detail}»."
    ),
    "removed": say("removed {about}.", "dio de baja a {about}."),
    "left": say("left the club.", "dejó el club."),
    "account_deleted": say("removed a deleted account.", "dio de baja una cuenta borrada."),
}


FROM_FILE = frozenset(WORDS) - {"renamed", "admitted"}
"""Kinds of acts that the log of a file may hold."""


class ActLine(msgspec.Struct, frozen=True):
    """Line of the log: its number, its time, its author, and what was done. `from_file` marks an
    entry of the file of an imported club.
    """

    number: int
    made_at: str
    by: Say
    says: Say
    from_file: bool = False


def load_log(
    services: Services, club_id: int, user_id: int | None, before: int = 0
) -> tuple[ActLine, ...]:
    """Lines of the log, the newest first, from the number `before` on. Raises `NoSuchClub` for
    users who are not members.
    """
    with services.store.read() as work:
        club = require_club(work.clubs.find_club(club_id))
        roles = work.clubs.roles_of_user(club.id, user_id) if user_id else frozenset()
        if not roles:
            raise NoSuchClub
        refuse_if(rules.permission_refusal(roles, Permission.READ))
        acts = work.club_log.acts_of_club(club.id, MOST_ACTS, before or NO_MORE)
        users = work.users.users_by_id({one for act in acts for one in (act.made_by, act.about)})
    names = {number: as_is(user.name) for number, user in users.items()}
    return tuple(line_of(act, names) for act in acts)


def line_of(act: ClubAct, names: Mapping[int, Say]) -> ActLine:
    by, about = authors_of(act, names)
    kind = act.kind
    if kind == "changed" and act.detail:
        kind = "renamed"
    elif kind == "joined" and (act.made_by, act.by_name) != (act.about, act.about_name):
        kind = "admitted"
    found = WORDS[kind]
    first, _, rest = act.detail.partition(" ")
    says = say(
        found.en,
        found.es,
        about=about,
        role=TITLES.get(act.detail, as_is("")),
        how=HOW.get(act.detail, as_is("")),
        detail=act.detail,
        days=first,
        uses=rest,
        number=first,
        rest=rest,
        n=int(first) if first.isascii() and first.isdigit() else 0,
    )
    return ActLine(act.id, act.made_at, by, says, act.from_file)


def authors_of(act: ClubAct, names: Mapping[int, Say]) -> tuple[Say, Say]:
    """User or server that made an act, and the user that it concerns."""
    if act.from_file:
        by = SERVER if act.by_name is None else as_is(act.by_name) if act.by_name else FORMER_AUTHOR
        return by, as_is(act.about_name) if act.about_name else FORMER
    by = SERVER if act.made_by is None else names.get(act.made_by, FORMER_AUTHOR)
    return by, names.get(act.about or 0, FORMER)
