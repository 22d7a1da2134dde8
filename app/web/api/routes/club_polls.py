"""Date polls of a club."""

from __future__ import annotations

from app.services.clubs import polls
from app.services.clubs.polls import PollTerms, ShownPoll
from app.web.api import club_poll_models as models
from app.web.api.authentication import Member, Reader, Row
from app.web.api.routes import api_router, op

router = api_router(prefix="/clubs/{club}/polls", tags=["clubs"])


@router.get(
    "",
    **op(
        "Polls without a chosen date, for members",
        "Consultas sin cita elegida, para miembros",
    ),
)
def list_polls(asker: Reader, club: Row) -> list[models.DatePoll]:
    _, shown = polls.load_polls(asker.services, club, asker.user_id)
    return [poll_model(one) for one in shown]


@router.post(
    "", status_code=201, **op("Ask the members about dates", "Preguntar por citas a los miembros")
)
def propose_dates(asker: Member, club: Row, given: models.NewPoll) -> models.MadePoll:
    terms = PollTerms(
        given.title,
        tuple((one.day, one.time) for one in given.dates),
        (given.closes.day, given.closes.time),
        given.place,
        given.words,
        given.tables,
    )
    return models.MadePoll(id=polls.propose_dates(asker.services, club, asker.me, terms))


@router.put(
    "/{poll}/answers",
    status_code=204,
    **op("Answer to proposed dates", "Responder a las citas propuestas"),
)
def answer_poll(asker: Member, club: Row, poll: Row, given: models.AnsweringPoll) -> None:
    answers = {one.number: one.answer for one in given.answers}
    polls.answer_poll(asker.services, club, asker.me, poll, answers)


@router.put(
    "/{poll}/date",
    **op(
        "Make a proposed date a date of the calendar",
        "Convertir una cita propuesta en cita del calendario",
    ),
)
def choose_date(asker: Member, club: Row, poll: Row, given: models.ChoosingDate) -> models.MadePoll:
    date = polls.choose_date(asker.services, club, asker.me, poll, given.number)
    return models.MadePoll(id=date)


@router.delete(
    "/{poll}",
    status_code=204,
    **op("End a poll before its time", "Terminar una consulta antes de tiempo"),
)
def end_poll(asker: Member, club: Row, poll: Row) -> None:
    polls.end_poll(asker.services, club, asker.me, poll)


def poll_model(one: ShownPoll) -> models.DatePoll:
    poll = one.poll
    return models.DatePoll(
        id=poll.id,
        hidden=poll.hidden,
        title=poll.title,
        place=poll.place,
        words=poll.words,
        tables=poll.tables,
        closes_at=poll.closes_at,
        is_open=one.is_open,
        dates=[
            models.ProposedDate(
                number=date.number,
                starts_at=date.starts_at,
                yes=date.yes,
                perhaps=date.perhaps,
                mine=date.mine,
            )
            for date in one.dates
        ],
        members=[models.PollRow(name=name, answers=list(its)) for name, its in one.rows],
    )
