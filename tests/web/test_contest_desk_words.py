"""Desk of a contest in words: refusals name the organiser, never a referee."""

from __future__ import annotations

from app.kernel.clock_orders import TimeExtended
from app.kernel.clock_words import clock_event_line
from app.kernel.decider_names import ORGANISER, REFEREE
from app.kernel.say import say
from tests.web.circle import text_of
from tests.web.test_contest_pages import found_contest, given, sign_up


def test_refusals_of_a_contest_name_the_organiser(visitor):
    path, people = found_contest(visitor, **{"t.words": "Chess"})
    ana, bea = people[:2]
    assert sign_up(path, bea, "Bea", 0).status_code == 303
    last = ana.post(f"{path}/referees", do="resign")
    assert ana.post(f"{path}/referees", name="Cid").status_code == 303
    gone = ana.get(f"{path}/desk/act", params={"order": '{"kind":"nothing"}'})
    found = {
        "desk": (gone, "Another organiser or a player was faster."),
        "last": (last, "You are the only organiser"),
        "named": (ana.post(f"{path}/referees", name="Cid"), "Cid is one of the organisers already"),
        "asked": (
            given(path, people, "p1", kind="extend_time", to="p1", days=3),
            "Solo el organizador",
        ),
    }
    for key, (answer, sentence) in found.items():
        assert answer.status_code in (409, 422, 400), key
        text = text_of(answer.text)
        assert sentence in text and "referee" not in text and "árbitro" not in text, (
            key,
            text[:400],
        )
    gone = ana.get(f"{path}/desk/act", params={"order": '{"kind":"nothing"}', "lang": "es"})
    assert "Otro organizador o un jugador ha sido más rápido." in text_of(gone.text)


def test_more_time_is_told_with_the_name_of_its_giver():
    event, ana = TimeExtended("p1", 3), say("Ana", "Ana")
    for name, sentence in (
        (ORGANISER, "Ana: el organizador da 3 días más."),
        (REFEREE, "Ana: el árbitro da 3 días más."),
    ):
        assert clock_event_line(event, ana, name)[0].in_("es") == sentence
