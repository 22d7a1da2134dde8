"""Clubs, armies and honours on the page of a user, for each kind of viewer."""

from __future__ import annotations

from app.kernel.outcome import CLOSED, Outcome
from app.kernel.say import say
from app.services.container import current_time
from app.services.people.permissions import seat_of
from app.services.play import lobby, saved_armies
from app.services.watch import player_facts
from tests.sample_games import INCH, INCH_GAME
from tests.web.circle import text_of
from tests.web.test_club_contests import founded
from tests.web.test_club_games import member
from tests.web.test_clubs import club, nines
from tests.web.test_contest_pages import ARMY, act, contest_now, sign_up, user_of

__all__ = ["club", "nines"]


def won_contest(organiser, club, people, **terms):
    """Path of a finished contest of two members that Ana has won."""
    path = founded(organiser, club, **{"t.rounds": "1", **terms})
    for number, one in enumerate(people):
        sign_up(path, one, ("Ana", "Bea")[number], number)
    for kind in ("close_sign_up", "draft_round", "publish_round"):
        act(path, organiser, kind)
    battle = contest_now(path, organiser).open_pairings()[0]
    ana = next(
        key for key, one in contest_now(path, organiser).entrants.items() if one.name == "Ana"
    )
    act(path, organiser, "decide", battle=battle.key, winner=ana)
    act(path, organiser, "close_contest")
    return path


def test_others_read_public_honours_and_armies_and_members_shared_clubs(nines, club, visitor):
    people = [member(visitor, nines, club, name) for name in ("Ana", "Bea")]
    outside, stranger = visitor().register("Dora"), visitor()
    path = won_contest(nines, club, people, visibility="open")
    services = nines.client.app.state.services
    ana = user_of(people[0], "Ana")
    answers = services.shelf[INCH_GAME].armies.answers(ARMY)
    army = saved_armies.save_army(services, ana, INCH_GAME, answers, sharing="public")
    saved_armies.save_army(services, ana, INCH_GAME, answers)
    page = f"/people/{ana}"
    honour, listed = f'href="{path}/front"', f'href="/armies/{army.id}"'
    shared = f'<a href="{club}">'
    for viewer, has_army, has_club in (
        (people[0], True, True),
        (people[1], True, True),
        (outside, True, False),
        (stranger, False, False),
    ):
        text = viewer.get(page).text
        found = (honour in text, listed in text, shared in text)
        assert found == (True, has_army, has_club)
        assert text.count('href="/armies/') - text.count('href="/armies"') <= 1, "one is private"
    bea = people[0].get(f"/people/{user_of(people[1], 'Bea')}?lang=en").text
    assert honour in bea and "Second place" in bea and "First place" not in bea
    assert "First place" in stranger.get(f"{page}?lang=en").text
    assert "Clubes que compartís" in text_of(people[1].get(f"{page}?lang=es").text)


def test_a_shared_place_is_named_and_a_fourth_one_is_no_honour(nines, club, visitor, monkeypatch):
    people = [member(visitor, nines, club, name) for name in ("Ana", "Bea")]
    path = won_contest(nines, club, people, visibility="open")
    bea = user_of(people[1], "Bea")
    services = nines.client.app.state.services
    with services.store.read() as work:
        game = services.find(work, path.rpartition("/")[2])
        own = seat_of(work.seats.for_game(game.id), bea).side
    for places, words in (
        ((("x",), (own, "y")), "Segundo puesto, compartido"),
        ((("x", "y"), (own,)), "Tercer puesto"),
        ((("x",), ("y", "z"), (own,)), ""),
    ):
        outcome = Outcome(("x",), CLOSED, say("", ""), places=places)
        monkeypatch.setattr(player_facts, "table_outcome", lambda *_, it=outcome: it)
        text = text_of(people[1].get(f"/people/{bea}?lang=es").text)
        assert words in text and ("puesto" in text) == bool(words), places


def test_a_private_record_and_a_contest_of_members_show_no_honours(nines, club, visitor):
    people = [member(visitor, nines, club, name) for name in ("Ana", "Bea")]
    path = won_contest(nines, club, people, visibility="open")
    services, ana = nines.client.app.state.services, user_of(people[0], "Ana")
    viewers = (people[0], people[1], visitor())

    def shown():
        return [">Suizo</a>" in one.get(f"/people/{ana}?lang=en").text for one in viewers]

    def change(**values):
        with services.store.write() as work:
            work.games.update_game(services.find(work, path.rpartition("/")[2]).id, **values)
            work.commit()

    assert shown() == [True, True, True]
    with services.store.write() as work:
        work.users.update_user(ana, record_hidden=True)
        work.commit()
    assert shown() == [True, False, False]
    with services.store.write() as work:
        work.users.update_user(ana, record_hidden=False)
        work.commit()
    change(visibility="private", club_only=True)
    assert shown() == [True, False, False]


def test_members_read_how_many_decisions_were_in_time(visitor):
    """The counts stand on the page of the player, also without a rating."""
    ana, other, stranger = visitor().register("Ana"), visitor().register("Dora"), visitor()
    services, user = ana.client.app.state.services, user_of(ana, "Ana")
    page = f"/people/{user}"
    assert "Reliability" not in text_of(other.get(page).text), "no decision has ended yet"
    game = lobby.open_table(services, user, INCH_GAME, INCH.SCENARIO).id
    today = current_time()[:10]
    with services.store.write() as work:
        work.decision_counts.add_counts(game, {(user, today): (1, 1)})
        work.commit()
    for viewer in (ana, other):
        assert "last 91 days: 1 of 1" in text_of(viewer.get(page).text)
    assert "Reliability" not in text_of(stranger.get(page).text)
