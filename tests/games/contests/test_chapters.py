"""Chapters of the chronicle of a contest: sentences, surprises, tables and changes."""

from __future__ import annotations

from itertools import pairwise

from app.games.contests.adjudicate import CaseRun
from app.games.contests.chapters import closed_chapters, contest_chapter


def moments(form, orders, settings=None):
    """Contests at the end of each closed chapter, the sign-up first, and at the beginning."""
    run = CaseRun({"form": form, "settings": settings or {}})
    run.begun({})
    found = [run.now]
    for row in orders:
        assert run.attempt(row["do"], row, lambda row=row: run.given(row)), run.differences
        while closed_chapters(run.now) >= len(found):
            found.append(run.now)
    return [*found, run.now]


def chapters(*given, **more):
    ends = moments(*given, **more)
    pairs = pairwise(ends[:-1])
    return [contest_chapter(before, after) for before, after in pairs]


def entries(*names, first=1):
    return [
        {"by": f"p{number}", "do": "enter", "name": name}
        for number, name in enumerate(names, first)
    ]


def round_of(*decisions, lots=None):
    """Draw and publish a round, and decide its battles: key, winner, points."""
    drawn = {"do": "draft_round"} | ({"lots": lots} if lots else {})
    return [
        drawn,
        {"do": "publish_round"},
        *(
            {"do": "decide", "battle": key, "winner": winner} | dict(points)
            for key, winner, points in decisions
        ),
    ]


def close(*lots):
    return {"do": "close_sign_up", "lots": list(lots)}


def in_words(chapter, language="en"):
    """All sentences of a chapter."""
    told = (
        *((chapter.title,) if chapter.title else ()),
        *chapter.lead,
        *(says for one in chapter.battles for says in (one.says, one.surprise) if says),
        *(each.says for one in chapter.battles for each in one.boards),
        *chapter.changes,
    )
    return [one.in_(language) for one in told]


FOUR = [*entries("Ada", "Bea", "Cid", "Dora"), close("p1", "p2", "p3", "p4")]


def test_the_first_chapter_names_the_entrants():
    [first] = chapters("robin", FOUR)
    assert in_words(first) == ["4 entrants", "They are: Ada, Bea, Cid and Dora."]
    assert in_words(first, "es") == [
        "4 participantes",
        "Son: Ada, Bea, Cid y Dora.",
    ]


def test_a_round_tells_its_results_and_the_table():
    """Scores stand with those of the winner first; the table tells the places gained."""
    ends = moments("robin", [*FOUR, *round_of()])
    keys = {one.key: one.entrants for one in ends[-1].pairings}
    (one, (a, b)), (other, (c, d)) = keys.items()
    rows = round_of(
        (one, b, {"points_first": 3, "points_second": 7}),
        (other, None, {"points_first": 4, "points_second": 4}),
    )
    _, told = chapters("robin", [*FOUR, *rows])
    names = {"p1": "Ada", "p2": "Bea", "p3": "Cid", "p4": "Dora"}
    words = in_words(told)
    assert f"{names[b]} beats {names[a]} 7–3." in words
    assert f"{names[c]} and {names[d]} draw 4–4." in words
    assert "2 battles were played, with 1 draw." in words
    assert words[0] == f"{names[b]} takes the first place"
    spanish = in_words(told, "es")
    assert f"{names[b]} gana a {names[a]} 7–3." in spanish
    assert f"{names[c]} y {names[d]} empatan 4–4." in spanish
    [table] = told.tables
    assert table.rows[0].side == b and table.rows[0].points == 3
    assert {row.moved for row in table.rows} == {None}
    assert told.keys == {one, other}


def test_an_open_round_has_no_chapter():
    [first] = chapters("robin", [*FOUR, *round_of()])
    assert first.battles == ()


def test_a_result_by_default_and_a_departure_are_told():
    rows = [*FOUR, *round_of(), {"by": "p1", "do": "leave"}]
    now = moments("robin", rows)[-1]
    own = next(one for one in now.pairings if "p1" in one.entrants)
    rival = own.opponent("p1")
    other = next(one for one in now.pairings if one.key != own.key)
    rows.append({"do": "decide", "battle": other.key, "winner": other.first})
    told = chapters("robin", rows)[-1]
    names = {"p2": "Bea", "p3": "Cid", "p4": "Dora"}
    assert f"{names[rival]} wins by default against Ada." in in_words(told)
    assert "Ada leaves the contest." in in_words(told)


def test_a_winner_from_far_below_is_a_surprise():
    """Of six entrants in a single round robin the last one beats the first one in a later round."""
    six = [
        *entries("Ada", "Bea", "Cid", "Dora", "Eva", "Flor"),
        close("p1", "p2", "p3", "p4", "p5", "p6"),
    ]
    rows = list(six)
    found = None
    for _ in range(5):
        rows += [{"do": "draft_round"}, {"do": "publish_round"}]
        for one in moments("robin", rows)[-1].open_pairings():
            strong = "p1" in one.entrants and "p6" in one.entrants
            winner = "p6" if strong else min(one.entrants)
            rows.append({"do": "decide", "battle": one.key, "winner": winner})
            found = (one.round, one.key) if strong else found
    told = chapters("robin", rows)
    surprises = {
        (number, one.key): one.surprise.in_("en")
        for number, chapter in enumerate(told)
        for one in chapter.battles
        if one.surprise
    }
    assert set(surprises) <= {found}
    if found[0] > 1:
        assert "Flor was in place" in surprises[found]


def test_seeds_make_a_surprise_in_the_first_round():
    rows = [
        *entries("Ada", "Bea", "Cid", "Dora"),
        close("p1", "p2", "p3", "p4"),
        {"do": "seed_entrants", "seeds": ["p1", "p2", "p3", "p4"]},
        {"do": "draft_round"},
        {"do": "publish_round"},
    ]
    settings = {"seeded": "yes"}
    now = moments("knockout", rows, settings)[-1]
    rows += [
        {"do": "decide", "battle": one.key, "winner": max(one.entrants)}
        for one in now.open_pairings()
    ]
    told = chapters("knockout", rows, settings)[-1]
    first = next(one for one in told.battles if one.surprise)
    assert first.surprise.in_("en") == "A surprise: Dora is seed 4, and Ada seed 1."
    assert told.title.in_("en").endswith(" win") and told.tables == ()


def test_an_entrant_after_a_bye_of_a_bracket_is_no_surprise():
    """Five of eight places: three byes stand below the winner of the first round."""
    rows = [*entries("Ada", "Bea", "Cid", "Dora", "Eva"), close("p1", "p2", "p3", "p4", "p5")]
    for _ in range(3):
        rows += [{"do": "draft_round"}, {"do": "publish_round"}]
        now = moments("knockout", rows)[-1]
        byes = {key for one in now.pairings if one.is_bye for key in one.entrants}
        rows += [
            {
                "do": "decide",
                "battle": one.key,
                "winner": next(iter(byes & {*one.entrants}), one.first),
            }
            for one in now.open_pairings()
        ]
    told = chapters("knockout", rows)
    assert [one for chapter in told for one in chapter.battles if one.surprise] == []


def test_a_rest_and_boards_of_teams_are_told():
    rows = [
        *entries("Falcons", "Owls", "Herons"),
        *(
            {"by": key, "do": "name_player", "name": name}
            for key, name in zip(("p1", "p2", "p3"), ("Xi", "Yo", "Zoe"), strict=True)
        ),
        close("p1", "p2", "p3"),
        *round_of(),
    ]
    settings = {"team_size": "2", "places": "8"}
    now = moments("robin", rows, settings)[-1]
    rows += [
        {"do": "decide", "battle": one.key, "winner": one.first} for one in now.open_pairings()
    ]
    told = chapters("robin", rows, settings)[-1]
    resting = {"Falcons", "Owls", "Herons"} - {
        name for name in ("Falcons", "Owls", "Herons") if name in told.battles[0].says.in_("en")
    }
    assert f"Without a battle: {resting.pop()}." in in_words(told)
    assert sum(len(one.boards) for one in told.battles) == 2
    assert all("beats" in each.says.in_("en") for one in told.battles for each in one.boards)


def test_an_open_form_tells_battles_settled_between_two_moments():
    rows = [*FOUR, {"do": "draft_round"}, {"do": "publish_round"}]
    ends = moments("league", rows[:5])
    run = CaseRun({"form": "league", "settings": {}})
    run.begun({})
    for row in FOUR:
        run.given(row)
    before = run.now
    run.given({"by": "p1", "do": "challenge", "opponent": "p2"})
    run.given(
        {
            "by": "p2",
            "do": "answer_challenge",
            "challenge": run.now.challenges[0].key,
            "accept": True,
        }
    )
    run.given({"do": "decide", "battle": run.now.open_pairings()[0].key, "winner": "p2"})
    told = contest_chapter(before, run.now)
    assert "Bea beats Ada." in in_words(told)
    assert contest_chapter(run.now, run.now).is_empty
    assert closed_chapters(run.now) == 1 and ends


def test_a_bye_is_told():
    rows = [
        *entries("Ada", "Bea", "Cid"),
        close("p1", "p2", "p3"),
        *round_of(lots=["p1", "p2", "p3"]),
    ]
    now = moments("swiss", rows)[-1]
    rows += [
        {"do": "decide", "battle": one.key, "winner": one.first} for one in now.open_pairings()
    ]
    words = in_words(chapters("swiss", rows)[-1])
    assert "Cid has a bye." in words and not any("Without a battle" in one for one in words)
