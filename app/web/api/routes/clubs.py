"""Clubs: list, founding, front page, ways in, members, roles, log."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from app.services.clubs import (
    closing,
    closing_rules,
    club_games,
    club_links,
    club_log,
    club_names,
    clubs,
    members,
    ownership,
)
from app.services.clubs.club_names import ClubName
from app.services.clubs.clubs import ClubView
from app.services.people import complaints
from app.web.api import club_models as models
from app.web.api.authentication import After, Asker, Member, Owner, Reader, Row, limited_as
from app.web.api.models import Listed, Reason
from app.web.api.responses import listed_model
from app.web.api.routes import api_router, op

router = api_router(prefix="/clubs", tags=["clubs"])
Words = Annotated[str, Query(max_length=60)]


@router.get("", **op("Clubs by name, the largest first", "Clubes por nombre, los mayores primero"))
def list_clubs(asker: Reader, q: Words = "") -> list[models.ClubRow]:
    return [
        models.ClubRow(
            id=row.club.id,
            name=row.club.name,
            place=row.club.place,
            members=row.member_count,
            is_mine=row.is_mine,
        )
        for row in clubs.list_clubs(asker.services, asker.user_id, q)
    ]


@router.post("", status_code=201, **op("Found a club", "Fundar un club"))
def found_club(asker: Member, terms: models.ClubTerms) -> models.Club:
    club = clubs.found_club(asker.services, asker.me, terms_of(terms))
    return _club_now(asker, club.id)


@router.get("/{club}", **op("Club as the reader may see it", "Club como lo puede ver quien lee"))
def show_club(asker: Reader, club: Row) -> models.Club:
    return _club_now(asker, club)


@router.put("/{club}", **op("Change name, words and terms", "Cambiar nombre, textos y condiciones"))
def change_club(asker: Member, club: Row, terms: models.ClubTerms) -> models.Club:
    clubs.change_front_page(asker.services, club, asker.me, terms_of(terms))
    return _club_now(asker, club)


@router.put(
    "/{club}/archive",
    status_code=204,
    **op("Archive a club, or open it again", "Archivar un club, o abrirlo de nuevo"),
)
def archive_club(asker: Member, club: Row, given: models.Archiving) -> None:
    clubs.archive_club(asker.services, club, asker.me, is_archived=given.archived)


@router.get(
    "/{club}/games",
    **op("Games of a club, the latest move first", "Partidas de un club, la última jugada primero"),
)
def list_games(asker: Reader, club: Row, finished: bool = False) -> list[Listed]:
    view = clubs.load_club(asker.services, club, asker.user_id)
    found = club_games.list_club_games(asker.services, view, asker.user_id, finished=finished)
    return [listed_model(one, asker.language) for one in found]


@router.get(
    "/{club}/log", **op("Log of the acts, for members", "Registro de los actos, para miembros")
)
def read_log(asker: Reader, club: Row, before: After = 0) -> list[models.ClubActLine]:
    return [
        models.ClubActLine(
            number=line.number,
            made_at=line.made_at,
            by=line.by.in_(asker.language),
            says=line.says.in_(asker.language),
            from_file=line.from_file,
        )
        for line in club_log.load_log(asker.services, club, asker.user_id, before)
    ]


@router.post(
    "/{club}/report",
    status_code=204,
    dependencies=[limited_as("complaints")],
    **op("Report name and words of a club", "Denunciar el nombre y los textos de un club"),
)
def report_club(asker: Owner, club: Row, reason: Reason) -> None:
    complaints.complain_about_text(asker.services, "club", club, asker.me, 0, reason.reason)


# --- Ways in
@router.put("/{club}/membership", **op("Join a club", "Entrar en un club"))
def join_club(asker: Member, club: Row, given: models.Joining) -> models.Club:
    members.join_club(asker.services, club, asker.me, given.code)
    return _club_now(asker, club)


@router.delete("/{club}/membership", status_code=204, **op("Leave a club", "Dejar un club"))
def leave_club(asker: Member, club: Row) -> None:
    members.leave_club(asker.services, club, asker.me)


@router.put("/{club}/request", status_code=204, **op("Ask to join", "Pedir entrar"))
def ask_to_join(asker: Member, club: Row, given: models.AskingToJoin) -> None:
    members.ask_to_join(asker.services, club, asker.me, given.words)


@router.delete(
    "/{club}/request",
    status_code=204,
    **op(
        "Withdraw the own request, or decline an invitation",
        "Retirar la petición propia, o rechazar una invitación",
    ),
)
def withdraw_request(asker: Member, club: Row) -> None:
    members.withdraw_request(asker.services, club, asker.me)


@router.post(
    "/{club}/requests/{user}",
    status_code=204,
    **op("Admit a user who asked to join, or not", "Admitir o no a quien pidió entrar"),
)
def answer_request(asker: Member, club: Row, user: Row, given: models.AnsweringRequest) -> None:
    members.answer_request(asker.services, club, asker.me, user, is_admitted=given.admit)


@router.post("/{club}/invitations", status_code=204, **op("Invite a user", "Invitar a un usuario"))
def invite(asker: Member, club: Row, given: models.InvitingToClub) -> None:
    members.invite_to_club(asker.services, club, asker.me, given.name, given.as_name)


@router.post("/{club}/links", status_code=201, **op("Make a link", "Crear un enlace"))
def make_link(asker: Member, club: Row, given: models.MakingLink) -> models.MadeClubLink:
    code = club_links.make_link(asker.services, club, asker.me, given.days, given.uses)
    return models.MadeClubLink(code=code)


@router.delete(
    "/{club}/links/{link}", status_code=204, **op("Withdraw a link", "Retirar un enlace")
)
def withdraw_link(asker: Member, club: Row, link: Row) -> None:
    club_links.withdraw_link(asker.services, club, asker.me, link)


# --- Members
@router.delete(
    "/{club}/members/{user}", status_code=204, **op("Remove a member", "Dar de baja a un miembro")
)
def remove_member(asker: Member, club: Row, user: Row) -> None:
    members.remove_member(asker.services, club, asker.me, user)


@router.put(
    "/{club}/members/{user}/roles/{role}",
    status_code=204,
    **op("Give a role; owners are asked", "Dar un papel; la propiedad se pregunta"),
)
def give_role(asker: Member, club: Row, user: Row, role: models.Role) -> None:
    members.give_role(asker.services, club, asker.me, user, role)


@router.put(
    "/{club}/ownership",
    status_code=204,
    **op("Become an owner, or decline", "Aceptar la propiedad, o rechazarla"),
)
def answer_offer(asker: Member, club: Row, given: models.AnsweringOffer) -> None:
    ownership.answer_offer(asker.services, club, asker.me, is_accepted=given.accept)


@router.put(
    "/{club}/closing",
    status_code=204,
    **op(
        "Propose to close a club for good, or agree to it",
        "Proponer el cierre de un club para siempre, o aceptarlo",
    ),
)
def close_club(asker: Member, club: Row) -> None:
    if clubs.load_club(asker.services, club, asker.me).closing is None:
        closing.propose_closing(asker.services, club, asker.me)
    else:
        closing.agree_to_closing(asker.services, club, asker.me)


@router.delete(
    "/{club}/closing",
    status_code=204,
    **op("Withdraw the closing of a club", "Retirar el cierre de un club"),
)
def withdraw_closing(asker: Member, club: Row) -> None:
    closing.withdraw_closing(asker.services, club, asker.me)


@router.delete(
    "/{club}/removed/{user}",
    status_code=204,
    **op("Readmit a removed user", "Readmitir a un usuario dado de baja"),
)
def readmit_member(asker: Member, club: Row, user: Row) -> None:
    members.readmit_member(asker.services, club, asker.me, user)


@router.delete(
    "/{club}/members/{user}/roles/{role}", status_code=204, **op("Take a role", "Quitar un papel")
)
def take_role(asker: Member, club: Row, user: Row, role: models.Role) -> None:
    members.take_role(asker.services, club, asker.me, user, role)


# --- Models
def terms_of(given: models.ClubTerms) -> clubs.ClubTerms:
    return clubs.ClubTerms(**given.model_dump())


def _club_now(asker: Asker, club_id: int) -> models.Club:
    view = clubs.load_club(asker.services, club_id, asker.user_id)
    return club_model(view, club_names.list_names(asker.services, view))


def club_model(view: ClubView, names: tuple[ClubName, ...]) -> models.Club:
    """Model of a club; it holds what the view holds, and nothing more."""
    club = view.club
    fields = {name: getattr(club, name) for name in club.__struct_fields__}
    return models.Club(
        **fields,
        member_count=view.member_count,
        owners=list(view.owners),
        my_roles=sorted(view.roles),
        members=[
            models.ClubMember(
                user=one.user_id, name=one.name, roles=list(one.roles), since=one.since
            )
            for one in view.members
        ],
        requests=[
            models.ClubRequest(
                user=one.user_id,
                name=one.name,
                words=one.words,
                made_at=one.made_at,
                is_invited=one.invited_by is not None,
            )
            for one in view.entries
        ],
        removed=[
            models.RemovedFromClub(user=one.user_id, name=one.name, removed_at=one.removed_at)
            for one in view.removed
        ],
        asked_owners=[one.user_id for one in view.offers],
        am_asked=view.own_offer is not None,
        closing=closing_model(view),
        names=[
            models.NameOfClub(name=one.name, roles=list(one.roles), guest=one.guest)
            for one in names
        ],
        links=[
            models.ClubLink(id=one.id, code=one.code, ends_at=one.ends_at, uses_left=one.uses_left)
            for one in view.links
        ],
    )


def closing_model(view: ClubView) -> models.ClubClosing | None:
    if view.closing is None:
        return None
    return models.ClubClosing(
        proposed_by=view.closing.proposed_by,
        proposed_at=view.closing.proposed_at,
        closes_at=closing_rules.end_of(view.closing),
    )
