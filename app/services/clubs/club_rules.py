"""Rules of clubs (CAR-CLB), as refusals."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

from app.kernel.free_text import line_refused, text_refused
from app.kernel.refusal import Refusal, no
from app.services.clubs.roles import (
    OWNER,
    ROLES,
    TITLES,
    WORDS,
    Permission,
    has_permission,
    rank_of,
)
from app.services.people.account_rules import name_refusal
from app.services.time.availability import known_zones
from app.store import records
from app.store.club_offices import OwnershipOffer
from app.store.clubs import Club, ClubLink, ClubRole

MOST_OWNED = 5
"""Active clubs that one member may own."""
LONGEST_NAME, LONGEST_PLACE, LONGEST_ABOUT, LONGEST_WORDS = 60, 200, 4000, 300
MOST_DAYS, MOST_USES, MOST_LINKS = 90, 100, 10
DAYS_OF_OFFER = 7
"""Days in which a member answers whether to become an owner."""
ENTRIES = ("open", "request", "link")
LANGUAGES = ("en", "es")


def founder_refusal(user: records.User, owned: int) -> Refusal | None:
    """CAR-CLB-01: A club is founded by a member of the platform, who owns at most five."""
    if user.is_guest or user.is_bot:
        return no(
            "CAR-CLB-01",
            "Only registered members found or join a club.",
            "Solo los miembros registrados fundan un club o entran en él.",
        )
    if owned >= MOST_OWNED:
        return no(
            "CAR-CLB-01",
            "You own {n} clubs already; {most} is the most.",
            "Ya tienes {n} clubes en propiedad; {most} es el máximo.",
            n=owned,
            most=MOST_OWNED,
        )
    return None


def club_name_refusal(name: str) -> Refusal | None:
    """CAR-CLB-02: The name of a club has 3 to 60 visible letters, and no other club has it."""
    refused = line_refused(name, LONGEST_NAME, "CAR-CLB-02")
    if refused is not None:
        return refused
    if len(name) < 3 or name_refusal(name[:30].strip(" .'’-_")) is not None:
        return no(
            "CAR-CLB-02",
            "The name of a club has 3 to {most} letters, digits, spaces or . ' - of one alphabet.",
            "El nombre de un club tiene de 3 a {most} letras, cifras, espacios o . ' - de un solo "
            "alfabeto.",
            most=LONGEST_NAME,
        )
    return None


def name_taken_refusal(name: str) -> Refusal:
    return no(
        "CAR-CLB-02",
        "Another club has the name {name}.",
        "Otro club se llama {name}.",
        name=name,
    )


def texts_refusals(place: str, about_en: str, about_es: str) -> Sequence[Refusal | None]:
    """CAR-CLB-03: The own words of a club are visible letters, within their length."""
    return (
        line_refused(place, LONGEST_PLACE, "CAR-CLB-03"),
        text_refused(about_en, LONGEST_ABOUT, "CAR-CLB-03"),
        text_refused(about_es, LONGEST_ABOUT, "CAR-CLB-03"),
    )


def terms_refusal(entry: str, language: str, zone: str) -> Refusal | None:
    """CAR-CLB-04: A club has one of the ways in, a language and a time zone."""
    if entry in ENTRIES and language in LANGUAGES and zone in known_zones():
        return None
    return no(
        "CAR-CLB-04",
        "Choose a way in, a language and a time zone of the lists.",
        "Elige una forma de entrar, un idioma y una zona horaria de las listas.",
    )


def permission_refusal(roles: Collection[str], permission: Permission) -> Refusal | None:
    """CAR-CLB-05: Each act in a club needs the permission of a role."""
    if has_permission(roles, permission):
        return None
    return no(
        "CAR-CLB-05",
        "Your role in this club does not allow this: {what}.",
        "Tu papel en este club no te lo permite: {what}.",
        what=WORDS[permission],
    )


def archived_refusal(club: Club) -> Refusal | None:
    """CAR-CLB-06: An archived club can be read, and only its owners can open it again."""
    if not club.archived_at:
        return None
    return no(
        "CAR-CLB-06",
        "This club is archived. An owner can open it again.",
        "Este club está archivado. Un propietario puede volver a abrirlo.",
    )


def join_refusal(club: Club, roles: Collection[str], *, is_admitted: bool) -> Refusal | None:
    """CAR-CLB-07: A user joins once: freely if the club is open, else by request, invitation or
    link.
    """
    if roles:
        return no("CAR-CLB-07", "You are a member already.", "Ya formas parte de este club.")
    if club.entry != "open" and not is_admitted:
        return no(
            "CAR-CLB-07",
            "This club is entered by request, invitation or link.",
            "En este club se entra con una petición, una invitación o un enlace.",
        )
    return None


def request_refusal(club: Club, roles: Collection[str], words: str) -> Refusal | None:
    """CAR-CLB-08: A request is possible where the club takes some."""
    if roles:
        return join_refusal(club, roles, is_admitted=True)
    if club.entry == "link":
        return no(
            "CAR-CLB-08",
            "This club takes no requests. Ask a member for a link.",
            "Este club no admite peticiones. Pide un enlace a un miembro.",
        )
    return text_refused(words, LONGEST_WORDS, "CAR-CLB-08")


def link_refusal(link: ClubLink | None, now: str) -> Refusal | None:
    """CAR-CLB-09: A link admits users until its end, and no more than its number of uses."""
    if link is not None and link.ends_at > now and link.uses_left > 0:
        return None
    return no(
        "CAR-CLB-09",
        "This link or code is not valid any more. Ask a member for another one.",
        "Este enlace o código ya no vale. Pide otro a un miembro.",
    )


def new_link_refusal(days: int, uses: int, links: int) -> Refusal | None:
    """CAR-CLB-10: A link ends after 1 to 90 days or 1 to 100 uses; a club has at most ten."""
    if not (1 <= days <= MOST_DAYS and 1 <= uses <= MOST_USES):
        return no(
            "CAR-CLB-10",
            "A link lasts 1 to {days} days and admits 1 to {uses} users.",
            "Un enlace dura de 1 a {days} días y admite de 1 a {uses} usuarios.",
            days=MOST_DAYS,
            uses=MOST_USES,
        )
    if links >= MOST_LINKS:
        return no(
            "CAR-CLB-10",
            "The club has {n} valid links. Withdraw one first.",
            "El club tiene {n} enlaces que valen. Retira uno antes.",
            n=links,
        )
    return None


def acting_owners(members: Sequence[ClubRole]) -> frozenset[int]:
    """Owners whose account is not suspended."""
    return frozenset(one.user_id for one in members if one.role == OWNER and not one.is_suspended)


def last_owner_refusal(members: Sequence[ClubRole], user_id: int) -> Refusal | None:
    """CAR-CLB-11: A club keeps at least one owner who is not suspended."""
    if acting_owners(members) != {user_id}:
        return None
    return no(
        "CAR-CLB-11",
        "A club keeps at least one owner. Make another member an owner first.",
        "Un club conserva al menos un propietario. Antes, da la propiedad a otro miembro.",
    )


def appointed_owner_refusal(members: Sequence[ClubRole], user_id: int, by: int) -> Refusal | None:
    """CAR-CLB-12: An owner keeps the ownership against all who became owners later."""
    since = {one.user_id: one.since for one in members if one.role == OWNER}
    if user_id == by or user_id not in since or since.get(by, "") <= since[user_id]:
        return None
    return no(
        "CAR-CLB-12",
        "This owner has owned the club for longer than you. You cannot remove this owner or take "
        "the ownership.",
        "Este propietario lo es desde antes que tú. No puedes darlo de baja ni quitarle la "
        "propiedad.",
    )


def role_refusal(roles: Collection[str], role: str, *, give: bool) -> Refusal | None:
    """CAR-CLB-13: A role is one of the six. It is given to a member who has not got it; it stays
    if it is the last one.
    """
    if role not in ROLES:
        return no("CAR-CLB-13", "This role does not exist.", "Ese papel no existe.")
    if not roles:
        return not_a_member_refusal()
    if give == (role in roles):
        return no(
            "CAR-CLB-13",
            "Nothing changes: the role is {what}.",
            "No cambia nada: el papel es {what}.",
            what=TITLES[role],
        )
    if not give and set(roles) == {role}:
        return no(
            "CAR-CLB-13",
            "A member keeps at least one role. Give another one first, or remove the member.",
            "Un miembro conserva al menos un papel. Antes dale otro, o dalo de baja.",
        )
    return None


def not_a_member_refusal() -> Refusal:
    """Refusal of an act on a user without a role."""
    return no(
        "CAR-CLB-13",
        "This user is not a member of the club.",
        "Esa cuenta no es de un miembro del club.",
    )


def removal_refusal(mine: Collection[str], theirs: Collection[str]) -> Refusal | None:
    """CAR-CLB-14: A member is removed by a member with a higher role, or by an owner."""
    if OWNER in mine or rank_of(mine) < rank_of(theirs):
        return None
    return no(
        "CAR-CLB-14",
        "Only a member with a higher role removes this one.",
        "Solo puede dar de baja a este miembro otro de papel superior.",
    )


def offer_refusal(offer: OwnershipOffer | None, now: str) -> Refusal | None:
    """CAR-CLB-20: A member becomes an owner by accepting a question, which stands for seven
    days.
    """
    if offer is not None and not offer.closed_at and now < end_of_offer(offer):
        return None
    return no(
        "CAR-CLB-20",
        "No question about the ownership waits for your answer.",
        "No hay ninguna pregunta sobre la propiedad que espere tu respuesta.",
    )


def end_of_offer(offer: OwnershipOffer) -> str:
    """Time until which the question can be answered."""
    end = datetime.fromisoformat(offer.made_at) + timedelta(days=DAYS_OF_OFFER)
    return end.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def has_owner_refusal(members: Sequence[ClubRole]) -> Refusal | None:
    """Refusal of a question by the administrator in a club that has an owner."""
    if not acting_owners(members):
        return None
    return no(
        "CAR-CLB-20",
        "This club has an owner, who gives the ownership to others.",
        "Este club tiene un propietario, que da la propiedad a otros.",
    )


def removed_words_refusal(removed: Club, words: Mapping[str, str]) -> Refusal | None:
    """CAR-CLB-24: Words of a club that a moderator has removed are not written again."""
    if not removed.hidden or not any(
        text and text == getattr(removed, field) for field, text in words.items()
    ):
        return None
    return no(
        "CAR-CLB-24",
        "A moderator has removed these words. Write others, and choose another name.",
        "Un moderador ha quitado estas palabras. Escribe otras y elige otro nombre.",
    )


def readmission_refusal(*, is_banned: bool) -> Refusal | None:
    """CAR-CLB-21: A removed user joins or asks again only after an invitation or readmission."""
    if not is_banned:
        return None
    return no(
        "CAR-CLB-21",
        "You were removed from this club. An owner or organiser can readmit you.",
        "Te dieron de baja en este club. La propiedad o la organización puede readmitirte.",
    )
