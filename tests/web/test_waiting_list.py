"""List of what waits for a member: order, sources, and the cost of sixty entries."""

from __future__ import annotations

from datetime import timedelta

import sqlalchemy as sa

from app.kernel.clock_terms import Terms
from app.kernel.clock_words import consequence
from app.kernel.say import say
from app.services.people import complaints, moderation
from app.services.play import invitations, lobby, opponent_wishes
from app.services.play.opponent_wishes import WishForm
from app.services.server_clock import current_datetime
from app.services.watch.waiting_list import load_waiting_list
from app.services.watch.waiting_week import WeekItem
from app.web.waiting_week import week_of
from tests.sample_games import HEX, HEX_GAME, HEX_SCENARIO
from tests.web.reading import form_to
from tests.web.test_contest_pages import NAMES, act, contest_now, found_contest, sign_up

BATTLE = (HEX_GAME, HEX_SCENARIO)


def people_of(web, *names):
    services = web.app.state.services
    with services.store.read() as work:
        known = {user.name: user.id for user in work.users.all_users()}
    return services, *(known[name] for name in names)


def begun(services, first, second, **more):
    """Battle in which the first player decides."""
    game = lobby.open_table(services, first, *BATTLE, HEX.SIDE, **more)
    return lobby.join_table(services, game.address, second)


def test_the_next_deadline_is_on_top(web, visitor):
    ana, inigo = visitor().register("Ana"), visitor("es").register("Íñigo")
    services, me, other = people_of(web, "Ana", "Íñigo")
    begun(services, me, other, title="No clock")
    for days in (5, 2):
        begun(services, me, other, title=f"{days} days", clock=Terms(kind="each", days=days))
    begun(services, other, me, title="His")
    table = lobby.open_table(services, other, *BATTLE, HEX.SIDE, title="Come")
    invitations.invite_member(services, table.address, other, "Ana")
    wish = opponent_wishes.save_wish(
        services, me, WishForm(HEX_GAME, ((HEX.HIDDEN_SCENARIO, HEX.CONVOY),), ("slow",))
    )
    with services.store.write() as work:
        work.opponent_wishes.update_wish(wish, asked_at="2099-01-01T00:00:00.000Z")
        work.commit()
    found = load_waiting_list(services, me)
    assert [(one.kind, one.about.in_("en")) for one in found.entries] == [
        ("game", "2 days"),
        ("game", "5 days"),
        ("game", "No clock"),
        ("invitation", "Come"),
        ("wish", "Cry Havoc"),
    ]
    assert [one.title.in_("en") for one in found.others] == ["His"]
    waits = "the game waits for you."
    late = f"{consequence(Terms(kind='each', days=2)).in_('en')}."
    assert [one.silence.in_("en") for one in found.entries][:3] == [late, late, waits]
    page = ana.get("/waiting").text
    assert page.count(f"Without an answer: {waits}") == 1
    assert "the search ends three days after the question." in page
    assert page.index("2 days") < page.index("5 days") < page.index("No clock")
    assert "Íñigo invites you" in page and "Others are to move" in page
    only = ana.get("/waiting?show=invitation").text
    assert "Íñigo invites you" in only and "5 days" not in only
    assert "Les toca a otros" in inigo.get("/waiting").text


def test_an_organiser_who_takes_part_finds_both_duties(web, visitor):
    """The battle of the entrant and the dispute of the organiser are two entries under Contests."""
    path, people = found_contest(visitor, **{"t.words": "Chess"})
    ana = people[0]
    for number, person in enumerate(people[:2]):
        sign_up(path, person, NAMES[number], number)
    services, me = people_of(web, "Ana")

    def asked():
        found = load_waiting_list(services, me)
        return [(one.kind, one.what.in_("en"), one.link) for one in found.entries], found.others

    assert asked()[0] == [("contest", "Close the sign-up", f"{path}/desk")]
    for kind in ("close_sign_up", "draft_round", "publish_round"):
        act(path, ana, kind)
    assert [what for _, what, _ in asked()[0]] == ["Play your battle of this round"]
    key = contest_now(path, ana).pairings[0].key
    for person, page, result in ((ana, "result", "0"), (people[1], "dispute", "1")):
        address = f"{path}/battles/{key}/{page}"
        form = form_to(person.get(address).text, address)
        assert person.give(form, result=result).status_code == 303
    assert asked() == ([("contest", "Decide the result of a battle", f"{path}/desk")], ())
    page = ana.get("/waiting?lang=es").text
    assert "Competiciones (1)" in page and "Campañas" not in page


def test_a_moderator_finds_the_reports_that_wait(web, visitor):
    """Other users find none, and a moderator none about the own name."""
    ana, inigo = visitor().register("Ana"), visitor().register("Íñigo")
    services, me, other = people_of(web, "Ana", "Íñigo")
    reason = "An insult."
    complaints.complain_about_name(services, me, other, reason)
    complaints.complain_about_name(services, other, me, reason)
    assert "report" not in {one.kind for one in load_waiting_list(services, me).entries}
    with services.store.write() as work:
        work.users.update_user(me, is_moderator=True)
        work.commit()
    [found] = load_waiting_list(services, me).entries
    assert (found.kind, found.about.in_("en")) == ("report", "Íñigo")
    assert "Decide about a report" in ana.get("/waiting?show=report").text
    assert "Decide sobre una denuncia" in ana.get("/waiting?lang=es").text
    page, _, place = found.link.partition("#")
    assert f'id="{place}"' in ana.get(page).text
    moderation.act_on_complaint(services, me, int(place.removeprefix("report-")), "dismiss")
    assert load_waiting_list(services, me).entries == ()
    assert "report" not in inigo.get("/waiting").text


def test_sixty_entries_need_no_more_statements_than_three(web, visitor):
    ana = visitor().register("Ana")
    visitor().register("Eva")
    services, me, other = people_of(web, "Ana", "Eva")
    counts = []
    for number in (3, 57):
        for _ in range(number):
            begun(services, me, other)
        statements = []
        sa.event.listen(
            services.store.engine,
            "before_cursor_execute",
            lambda *given, kept=statements: kept.append(given[2]),
        )
        asked = []
        for _ in range(3):  # workers may read meanwhile; the smallest count is that of the page
            statements.clear()
            assert ana.get("/waiting").text.count('class="btn') >= number
            asked.append(len(statements))
        counts.append(min(asked))
    assert len(load_waiting_list(services, me).entries) == 60
    assert counts[1] <= counts[0] + 2


def test_the_week_groups_moments_by_day_in_the_zone_of_the_reader(web, visitor):
    """A deadline shortly before midnight in UTC is on the next day in Madrid."""
    now = current_datetime()
    late = (now + timedelta(days=2)).replace(hour=23, minute=30)
    items = [
        WeekItem(one.isoformat(), say("Decide", "Decide"), say("A", "A"), "/games/1")
        for one in (late, now + timedelta(days=30))
    ]
    in_utc, in_madrid = (week_of(items, "en", zone) for zone in ("UTC", "Europe/Madrid"))
    assert [len(day.items) for day in in_utc] != [len(day.items) for day in in_madrid]
    assert sum(len(day.items) for day in in_madrid) == 1 and len(in_madrid) == 7
    ana = visitor().register("Ana")
    visitor().register("Eva")
    services, me, other = people_of(web, "Ana", "Eva")
    begun(services, me, other, title="2 days", clock=Terms(kind="each", days=2))
    page = ana.get("/waiting?show=week").text
    assert "2 days" in page and page.count("<h3>") == 7 and "deadline:" in page
    assert "Esta semana" in ana.get("/waiting?show=week&lang=es").text
    assert (
        "Nothing is due in the next seven days."
        in visitor().register("Leo").get("/waiting?show=week").text
    )


def test_days_of_the_week_read_as_each_language_writes_them():
    names = [week_of((), language, "UTC")[0].name for language in ("en", "es")]
    assert " de " in names[1] and " de " not in names[0]
