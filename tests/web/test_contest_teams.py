"""Pages of a contest of teams: sign-up, joining, line-up, boards, results, print, projector."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from app.services.watch.game_view import load_view
from tests.sample_games import INCH, INCH_GAME
from tests.web.reading import form_to
from tests.web.test_contest_battles import plain
from tests.web.test_contest_pages import (
    NAMES,
    SWISS,
    act,
    contest_now,
    found_contest,
    saved_army,
    sign_up,
    state,
)

TEAMS = {"t.team_size": "2", "t.places": "8", "t.words": "Chess"}


def gives(path, person, seat, **order):
    """Answer to an order of a seat that the game page offers."""
    services = person.client.app.state.services
    look = load_view(services, path.rpartition("/")[2], None)
    step = look.table.state.step
    return person.post(
        f"{path}/steps/{step}" if seat in look.waiting else f"{path}/orders",
        order=json.dumps(order, separators=(",", ":")),
        command=f"{seat}-{look.last}",
        after=str(look.last),
        confirmed="1",
    )


def enters(path, person, **typed):
    """Fill in the form of the sign-up, and confirm its preview. Returns the text of the preview."""
    form = form_to(person.get(f"{path}/gathering").text, f"{path}/gathering")
    preview = person.send(form, **typed)
    assert preview.status_code == 200, re.findall(r'role="alert".*?</div>', preview.text, re.DOTALL)
    answer = person.send(form_to(preview.text, f"{path}/gathering"))
    assert answer.status_code == 303
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", unescape(preview.text)))


def teams(visitor, form="robin", **terms):
    """Contest of Falcons (Bea, Cid) and Owls (Dora, Eva), organised by Ana, before the first
    round.
    """
    path, people = found_contest(visitor, form, **TEAMS, **terms)
    _, bea, cid, dora, eva = people
    told = enters(path, bea, player="Bea", name="Falcons")
    assert "Eres capitán de un equipo nuevo." in told and "Tienes plaza." in told
    enters(path, dora, player="Dora", name="Owls")
    told = enters(path, cid, player="Cid", team="p1")
    assert "The captain of the team Falcons is asked" in told
    enters(path, eva, player="Eva", team="p2")
    return path, people


def accepted(visitor, form="robin", **terms):
    path, people = teams(visitor, form, **terms)
    for captain, seat, player in ((1, "p1", "p3"), (3, "p2", "p4")):
        order = {"kind": "answer_player", "player": player, "accept": True}
        assert gives(path, people[captain], seat, **order).status_code == 303
    return path, people


def published(visitor, form="robin", **terms):
    path, people = accepted(visitor, form, **terms)
    for kind in ("close_sign_up", "draft_round", "publish_round"):
        act(path, people[0], kind)
    return path, people


def test_a_captain_sees_and_answers_the_players_who_ask(visitor):
    path, people = teams(visitor)
    _, bea, cid, *_ = people
    assert "asks for a place" in state(path, cid)
    page = unescape(bea.get(path).text)
    assert "Admitir a Cid en el equipo" in page and "Rechazar a Cid" in page
    order = {"kind": "answer_player", "player": "p3", "accept": True}
    assert gives(path, bea, "p1", **order).status_code == 303
    assert gives(path, cid, "p3", **order).status_code == 422
    assert contest_now(path, bea).entrants["p1"].squad == ("p1~1", "p3")
    assert "Fijar la alineación" in unescape(bea.get(path).text)


def test_a_line_up_is_told_to_the_team_alone(visitor):
    path, people = accepted(visitor)
    ana, bea, cid, dora, _ = people
    answer = gives(path, bea, "p1", kind="set_line_up", players=["p3", "p1~1"])
    assert answer.status_code == 303
    assert "Line-up of Falcons for the next round: Cid" in plain(cid, f"{path}?lang=en")
    for person in (ana, dora):
        for page in ("", "/front", "/people/p1", "/rounds"):
            assert "Line-up of Falcons" not in plain(person, f"{path}{page}?lang=en")
    for kind in ("close_sign_up", "draft_round", "publish_round"):
        act(path, ana, kind)
    first = contest_now(path, ana).pairing("r1.1.1")
    assert "p3" in first.entrants


def test_boards_stand_in_the_round_and_have_pages(visitor):
    path, people = published(visitor)
    ana, bea, cid, dora, eva = people
    rounds = plain(cid, f"{path}/rounds?lang=en")
    assert "Board 1" in rounds and "Board 2" in rounds and "Cid (Falcons)" in rounds
    own = cid.get(f"{path}/front?lang=en").text
    assert len(re.findall(r'<li class="me"><span class="small soft">Board', own)) == 1
    board = contest_now(path, ana).pairing("r1.1.2")
    by_seat = {"p1": bea, "p2": dora, "p3": cid, "p4": eva}
    first, second = (by_seat[key.partition("~")[0]] for key in board.entrants)
    at = f"{path}/battles/{board.key}"
    form = form_to(first.get(f"{at}/result").text, f"{at}/result")
    assert first.give(form, result="0", points_first="7", points_second="3").status_code == 303
    answer = gives(
        path,
        second,
        "p2" if second is dora else "p4" if second is eva else "p3",
        kind="confirm_result",
        battle=board.key,
    )
    assert answer.status_code == 303
    before = contest_now(path, ana)
    team = before.team_of(board.first)
    mate = next(
        key for key in before.pairing("r1.1.1").entrants if before.team_of(key).key == team.key
    )
    act(path, ana, "decide", battle="r1.1.1", winner=mate)
    [pairing] = contest_now(path, ana).pairings
    assert pairing.result.winner == team.key and sorted(pairing.result.scores) == [0, 4]
    standings = plain(cid, f"{path}/front?lang=en")
    assert "Board points" in standings and "wins, " in standings
    assert cid.get(f"{path}/battles/r1.1").status_code == 404
    for side in ("p1", "p2", "p1~1", "p3"):
        assert cid.get(f"{path}/people/{side}").status_code == 200
    team = plain(cid, f"{path}/people/p1?lang=en")
    assert "Players" in team and "Cid" in team and "board 2" in team
    assert "board points" in plain(cid, f"{path}/people/p3?lang=en")


def test_a_round_of_teams_is_printed_with_a_score_sheet_for_each_board(visitor):
    path, people = published(visitor)
    printed = people[0].get(f"{path}/rounds/1/print?lang=en").text
    assert printed.count('class="slip"') == 2
    words = plain(people[0], f"{path}/rounds/1/print?lang=en")
    assert "table 1 · board 2" in words and "1.2" in words and "Falcons" in words


def test_the_projector_names_the_boards(visitor):
    path, people = published(visitor)
    words = plain(people[1], f"{path}/projector?lang=en")
    assert "Cid (Falcons)" in words and "2. " in words


def test_a_bracket_of_teams_has_no_page_of_a_team_battle(visitor):
    path, people = published(visitor, "knockout")
    page = people[1].get(f"{path}/front?lang=en").text
    assert f'{path}/battles/r1.1"' not in page and f"{path}/battles/r1.1.1" in page
    for key in ("r1.1.1", "r1.1.2"):
        act(path, people[0], "decide", battle=key, winner="")
    act(path, people[0], "close_contest")
    words = plain(people[1], f"{path}/front?lang=en")
    assert "Winner: " in words
    assert people[1].get(f"{path}/statistics").status_code == 200
    assert people[1].get(path).status_code == 200


def test_a_player_enters_a_team_after_the_sign_up(visitor):
    path, people = teams(visitor)
    act(path, people[0], "close_sign_up")
    form = form_to(people[0].get(f"{path}/gathering").text, f"{path}/gathering")
    assert form.options["team"] == ["p1", "p2"] and "name" not in form.fields
    asked = people[0].get(f"{path}/gathering?team=p2").text
    assert form_to(asked, f"{path}/gathering").fields["team"] == "p2"
    enters(path, people[0], player="Ana", team="p2")
    assert contest_now(path, people[0]).entrants["p2"].player("p5").status == "asks"


def test_a_declined_player_asks_another_team(visitor):
    path, people = teams(visitor)
    _, bea, cid, *_ = people
    assert "You ask for a place in the team Falcons." in plain(cid, f"{path}/gathering?lang=en")
    order = {"kind": "answer_player", "player": "p3", "accept": False}
    assert gives(path, bea, "p1", **order).status_code == 303
    assert "You are in no team." in plain(cid, f"{path}/gathering?lang=en")
    page = cid.get(path).text
    assert 'name="team"><option value="" selected>a new team</option>' in page
    assert gives(path, cid, "p3", kind="enter", player="Cid", team="p2").status_code == 303
    assert "You ask for a place in the team Owls." in plain(cid, f"{path}/gathering?lang=en")
    asks = plain(cid, f"{path}?confirm=leave&lang=en")
    assert "You no longer ask for a place in the team Owls." in asks


def test_the_question_before_leaving_tells_the_consequences_for_the_team(visitor):
    path, people = published(visitor)
    _, bea, cid, *_ = people
    captain = plain(bea, f"{path}?confirm=leave&lang=en")
    assert "the team leaves the contest with you" in captain
    player = plain(cid, f"{path}?confirm=leave&lang=en")
    assert "You leave the team Falcons." in player and "captain" not in player
    assert "You leave the team Falcons." in plain(cid, f"{path}/people/p3?lang=en")


def test_a_contest_without_teams_names_none_before_leaving(visitor):
    path, people = found_contest(visitor, "robin")
    for number, name in enumerate(("Bea", "Cid"), 1):
        sign_up(path, people[number], name, number)
    asks = plain(people[1], f"{path}?confirm=leave&lang=en")
    assert "becomes free" in asks and "battles" not in asks and "your team" not in asks
    for kind in ("close_sign_up", "draft_round", "publish_round"):
        act(path, people[0], kind)
    asks = plain(people[1], f"{path}?confirm=leave&lang=en")
    assert "Your open battles are lost" in asks and "your team" not in asks


def test_pages_name_the_account_of_a_captain(visitor):
    path, people = published(visitor)
    assert "captain · Bea" in plain(people[0], f"{path}/people/p1~1?lang=en")
    assert "Bea (captain)" in plain(people[0], f"{path}/front?lang=en")


def test_the_founding_form_asks_for_teams(visitor):
    ana = visitor("en").register("Ana")
    asked = "/tables/new?box=contests&scenario="
    assert 'name="t.team_size"' in ana.get(f"{asked}robin").text
    assert 'name="t.team_size"' not in ana.get(f"{asked}ladder").text
    given = SWISS | {"t.words": "Chess", "t.places": "8"}
    for size, words in (("1", "2 to 6 boards"), ("7", "2 to 6 boards"), ("two", "2 to 6 boards")):
        answer = ana.post("/tables", **given | {"t.team_size": size})
        assert answer.status_code == 422 and words in answer.text
        assert f'value="{size}"' in answer.text
    many = ana.post("/tables", **given | {"t.team_size": "6", "t.places": "40"})
    assert many.status_code == 422 and "25 places are possible" in many.text


def test_a_struck_player_stays_on_the_published_board(visitor):
    """The pages of the round, of the board and of the team can be read after the correction."""
    path, people = published(visitor)
    ana, bea, cid, *_ = people
    moves = load_view(ana.client.app.state.services, path.rpartition("/")[2], None).history.moves
    number = next(one.number for one in moves if b'"player":"Cid"' in bytes(one.order))
    order = {"kind": "correct_move", "move": number, "reason": "Not a member."}
    assert gives(path, ana, "referee", **order).status_code == 303
    board = next(one for one in contest_now(path, ana).battles() if "p3" in one.entrants)
    pages = ("", "/front", "/rounds", f"/battles/{board.key}", "/people/p1", "/people/p3")
    for page in (*pages, "/rounds/1/print", "/projector", "/standings"):
        for person in (ana, bea, cid):
            assert person.get(f"{path}{page}").status_code == 200, page
    assert ana.get(f"{path}/desk").status_code == 200
    assert "struck entrant" in plain(bea, f"{path}/battles/{board.key}?lang=en")
    act(path, ana, "decide", battle=board.key, winner="")
    assert contest_now(path, ana).pairing(board.key).result.winner == ""


def test_a_captain_names_the_new_captain_and_leaves(visitor):
    """The question before leaving names the players with an account. The first one is chosen."""
    path, people = published(visitor)
    ana, bea, cid, dora, _ = people
    asked = bea.get(f"{path}?confirm=leave&lang=en").text
    assert "the team stays" in unescape(asked) and "goes on without the side" not in asked
    assert re.findall(r'name="successor" value="([^"]*)"( checked)?', asked) == [
        ("p3", " checked"),
        ("", ""),
    ]
    form = form_to(asked, f"{path}/orders", holding="leave_seat")
    refused = bea.give(form, successor="p2")
    assert refused.status_code == 422 and "CON-TEA-11" in refused.text
    assert bea.give(form, successor="p3").status_code == 303
    assert contest_now(path, ana).entrants["p1"].squad == ("p1~1",)
    told = "Bea leaves the team Falcons. Cid is its captain now."

    assert told in plain(cid, f"{path}/people/p1?lang=en")
    assert "Bea deja el equipo Falcons. Ahora su capitán es Cid." in plain(
        dora, f"{path}/people/p1?lang=es"
    )
    for person in (ana, cid, dora):
        news = plain(person, f"{path}?lang=en&tab=changes")
        assert told in news, "since the last visit"
    team = plain(cid, f"{path}/people/p1?lang=en")
    assert "Cid (captain)" in team
    assert "Añadir un jugador sin cuenta" in unescape(cid.get(f"{path}?lang=es").text)
    assert "leave_seat" not in bea.get(path).text


def test_a_captain_without_a_successor_takes_the_team_out(visitor):
    path, people = accepted(visitor)
    _, bea, cid, *_ = people
    form = form_to(bea.get(f"{path}?confirm=leave").text, f"{path}/orders", holding="leave_seat")
    assert bea.give(form, successor="").status_code == 303
    assert not contest_now(path, cid).entrants["p1"].is_in_contest


def test_a_captain_of_players_without_accounts_is_told_that_none_of_them_leads(visitor):
    path, people = teams(visitor)
    asked = people[1].get(f"{path}?confirm=leave&lang=en").text
    assert 'name="successor"' not in asked
    assert "No other player of the team has an account." in unescape(asked)


LISTS = {"t.battle": f"{INCH_GAME}/{INCH.SCENARIO}", "t.of_points": "300", "t.lists": "yes"}


def test_lists_of_teams_are_sent_by_players_and_captains(visitor):
    """Bea leads Cid and Wanda, who has no account. Dora leads Eva. Ana organises."""
    path, people = accepted(visitor, **LISTS)
    ana, bea, cid, dora, eva = people
    assert gives(path, bea, "p1", kind="name_player", name="Wanda").status_code == 303
    at = f"{path}/lists"
    armies = {one: saved_army(one, name) for one, name in zip(people, NAMES, strict=True)}
    bad = saved_army(cid, "Cid", units=[{"spearman": 90}, {"spearman": 90}])
    assert 'name="player"' in bea.get(at).text and 'name="player"' not in cid.get(at).text
    assert bea.post(at, army=str(armies[bea]), command="b", player="p1~1").status_code == 303
    assert cid.post(at, army=str(bad), command="c").status_code == 303
    theirs = cid.post(at, army=str(armies[cid]), command="w", player="p1~2")
    assert theirs.status_code == 422 and "Only the player or the captain" in theirs.text
    shown = {one: one.get(f"{at}?lang=en").text for one in people}
    assert [shown[one].count("<pre") for one in people] == [0, 2, 1, 0, 0]
    assert "not allowed by the terms" in shown[ana] and "not allowed by the terms" in shown[bea]
    assert "not allowed by the terms" not in shown[dora]
    assert "Wanda (Falcons) · list missing" in shown[bea]
    assert bea.post(at, army=str(armies[bea]), command="r", player="p3").status_code == 303
    team = plain(dora, f"{path}/people/p1?lang=en")
    assert "Wanda (Falcons): list missing" in team and "Cid (Falcons): list sent" in team
    assert "Wanda (Falcons)" in shown[ana]
    assert ana.post(at, army=str(armies[ana]), command="a", player="p1~2").status_code == 303
    assert ana.post(at, army=str(armies[ana]), command="n", player="p2~1").status_code == 422
    for one in (dora, eva):
        assert one.post(at, army=str(armies[one]), command="own").status_code == 303
    log = plain(cid, f"{path}?lang=en")
    assert "An organiser sends an army list of Wanda (Falcons)." in log
    assert "The captain sends another army list of Cid (Falcons)." in log
    for kind in ("close_sign_up", "open_lists"):
        act(path, ana, kind)
    assert dora.get(at).text.count("<pre") == 5
    for kind in ("draft_round", "publish_round"):
        act(path, ana, kind)
    assert brought(path, ana) == {"Bea", "Cid", "Dora", "Eva"}
    assert bea.post(at, army=str(armies[bea]), command="late", player="p1~2").status_code == 422


def brought(path, organiser):
    """Names of the players whose tables begin with their armies."""
    services = organiser.client.app.state.services
    number = load_view(services, path.rpartition("/")[2], None).game.id
    found = set()
    with services.store.read() as work:
        for table in work.child_battles.of_game(number):
            armies = work.seats.contributions_by_seat(table.id)
            found |= {one.name for one in work.seats.for_game(table.id) if armies.get(one.seat)}
    return found


def test_a_captain_reads_the_account_of_a_player_without_a_typed_name(visitor):
    path, (_, bea, cid, *_) = found_contest(visitor, "robin", **TEAMS)
    enters(path, bea, player="Bea", name="Falcons")
    enters(path, cid, team="p1")
    asking = plain(bea, f"{path}/front?lang=en")
    assert "Player 1 · Cid asks for a place" in asking and "Bea · Bea" not in asking
    assert "Cid" not in plain(visitor(), f"{path}/front?lang=en")


@pytest.mark.parametrize(("visibility", "name"), [("private", "Bea"), ("open", "")])
def test_the_name_of_the_account_is_proposed_in_a_private_contest_only(visitor, visibility, name):
    path, (_, bea, *_) = found_contest(visitor, "robin", visibility=visibility, **TEAMS)
    page = bea.get(f"{path}/gathering").text
    assert form_to(page, f"{path}/gathering").fields["player"] == name
