"""Named places on the pages: their names, their stacks, several pieces at once, places as
targets.
"""

from __future__ import annotations

import re
from html import unescape

import pytest

from app.kernel.offers import Assessment
from app.kernel.say import say
from app.main import create_services
from app.services.people.accounts import visitor_of_session
from app.services.people.api_tokens import SCOPES, create_token
from app.settings import Settings
from app.web.app import create_web
from app.web.draft import Draft
from tests.area_drawings import drawing_faults
from tests.contract.tiny import TINY
from tests.contract.tiny.valley import GAME as VALLEY
from tests.contract.tiny.valley.ground import AREAS, DRAWING, NAMES
from tests.web.circle import Circle
from tests.web.reading import form_to, forms_on

KEY = re.compile(r"\bv_[a-z]+")


@pytest.fixture
def app(sqlite_url):
    return create_web(create_services(Settings(database_url=sqlite_url), TINY), Settings())


@pytest.fixture
def valley(app, web) -> Circle:
    return Circle(app, "valley").gather()


def page_of(valley, side: str, query: str = "?", words: bool = False, language="en") -> str:
    path = f"{valley.path}{'/text' if words else ''}{query}&lang={language}"
    answer = valley.by_side[side].get(path)
    assert answer.status_code == 200, (path, answer.text[:500])
    return answer.text


def read_aloud(page: str) -> str:
    """Visible text and labels of a page, without addresses and values."""
    page = unescape(page)
    page = re.sub(r"<(script|style)\b.*?</\1>", " ", page, flags=re.DOTALL)
    labels = re.findall(r'(?:aria-label|title|placeholder)="([^"]*)"', page)
    return " ".join([re.sub(r"<[^>]*>", " ", page), *labels])


def decision_of(page: str) -> str:
    return page[page.index('id="decision"') : page.index("</section>", page.index('id="decision"'))]


def march(valley, side: str, start: str, units: list[str], end: str):
    """Send the form of the draft that the page of the place leads to."""
    query = "&".join([f"?place={start}", "offer={}", *(f"units={unit}" for unit in units)])
    place = page_of(valley, side, f"?place={start}", words=True)
    number = form_to_offer(place)
    draft = page_of(valley, side, f"{query.format(number)}&end={end}", words=True)
    answer = valley.by_side[side].send(form_to(draft, f"{valley.path}/steps/march#decision"))
    assert answer.status_code == 303, unescape(answer.text)


def form_to_offer(page: str) -> str:
    return next(form.fields["offer"] for form in forms_on(page) if "offer" in form.fields)


# ---------------------------------------------------------------------- names
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_page_says_the_name_of_a_place_and_never_its_key(valley, language):
    queries = (
        "?",
        "?place=v_mill",
        "?place=v_mill&offer=0&units=n1&end=v_ford",
        "?place=v_tower",
        "?tab=text",
    )
    for words in (False, True):
        for query in queries:
            for side in ("north", "south"):
                page = page_of(valley, side, query, words, language)
                assert not KEY.search(read_aloud(page)), (words, query, side)
    everything = page_of(valley, "south", words=True, language=language)
    for name in NAMES.values():
        assert name.in_(language) in everything


def test_the_log_and_a_draft_say_names(valley):
    draft = page_of(valley, "north", "?place=v_mill&offer=0&units=n1&end=v_ford")
    assert "from Old Mill to Long Ford" in decision_of(draft)
    march(valley, "north", "v_mill", ["n1", "n2"], "v_ford")
    log = read_aloud(page_of(valley, "south", "?tab=log"))
    assert "1st Foot and 2nd Foot: from Old Mill to Long Ford." in " ".join(log.split())
    assert not KEY.search(log)


def test_the_board_knows_the_name_and_the_edges_of_a_place(valley):
    board = page_of(valley, "north")
    assert '["v_mill",90,210,"hamlet","Old Mill",["v_ford","v_wood"]]' in board
    assert "data-lit" not in board


# ---------------------------------------------------------------------- choosing
def test_places_with_orders_are_listed_and_open_into_their_stack(valley):
    listed = decision_of(page_of(valley, "north"))
    assert "Old Mill" in listed
    assert "White Tower" not in listed
    opened = decision_of(page_of(valley, "north", "?place=v_mill"))
    assert opened.count('name="units"') == 3
    assert "All places" in opened


def test_a_place_opens_for_a_player_who_owes_nothing(valley):
    page = page_of(valley, "south", "?place=v_mill")
    stack = decision_of(page)
    stack = stack[stack.index('class="stack"') :]
    assert stack.count("Old Mill") == 3
    assert "Field battery, North, Old Mill" in stack
    assert "Long Ford" in stack  # a way leads there


def test_a_live_update_replaces_the_open_place(valley):
    """Everything in the partial for the decision stands inside the element that it replaces."""
    answer = valley.by_side["south"].get(f"{valley.path}/panels/live?place=v_mill")
    partial = re.search(r'hx-target="#decision"[^>]*>(.*?)</hx-partial>', answer.text, re.DOTALL)
    assert re.match(r'\s*<section class="decision calm" id="decision"', partial[1])
    assert partial[1].count('id="open-place"') == 1
    assert partial[1].count("</section>") == 1


@pytest.mark.parametrize("query", ["?place=v_moon", "?place=", "?place=%E2%80%AE", "?place=n1"])
def test_an_unknown_place_is_not_chosen(valley, query):
    assert "All places" not in page_of(valley, "north", query)


def test_several_counters_are_chosen_on_the_board_one_after_the_other(valley):
    def link_of(page, unit):
        return unescape(re.search(rf'<a id="p-{unit}" href="([^"]*)"', page)[1])

    first = page_of(valley, "north", "?place=v_mill")
    assert first.count("val-unit side-a is-chosen") == 3
    one = valley.by_side["north"].get(link_of(first, "n2")).text
    assert one.count("val-unit side-a is-chosen") == 1
    two = valley.by_side["north"].get(link_of(one, "n1")).text
    assert two.count("val-unit side-a is-chosen") == 2
    assert two.count('value="n1" checked') == two.count('value="n2" checked') == 1
    assert 'value="n3" checked' not in two
    left = valley.by_side["north"].get(link_of(two, "n2")).text
    assert left.count("val-unit side-a is-chosen") == 1
    none = link_of(left, "n1")
    assert "offer=" not in none  # without any counter the choice begins again


def reached(page: str) -> set[str]:
    return set(re.findall(r'<a href="[^"]*" id="area-(\w+)" aria-label="March to', page))


def test_the_places_in_reach_follow_the_chosen_counters(valley):
    assert reached(page_of(valley, "north", "?place=v_mill")) == {"v_ford", "v_wood"}
    march(valley, "north", "v_mill", ["n1", "n3"], "v_wood")
    march(valley, "south", "v_tower", ["s1"], "v_chapel")
    both = page_of(valley, "north", "?place=v_wood")
    assert reached(both) == {"v_mill", "v_chapel"}  # guns use no track
    foot = page_of(valley, "north", f"?place=v_wood&offer={form_to_offer(both)}&units=n1")
    assert reached(foot) == {"v_mill", "v_chapel", "v_ridge"}
    guns = page_of(valley, "north", f"?place=v_wood&offer={form_to_offer(both)}&units=n3")
    assert "Guns use no track." in decision_of(guns)


def test_a_place_is_a_target_with_the_odds_of_the_chosen_group(valley):
    march(valley, "north", "v_mill", ["n1", "n2"], "v_ford")
    march(valley, "south", "v_tower", ["s1"], "v_chapel")
    both = page_of(valley, "north", "?place=v_ford")
    odds = "67%"  # die + 2 - 1 is 4 or more with 3, 4, 5 and 6
    assert f"March to: House of the Marabout, {odds}" in both
    number = form_to_offer(both)
    alone = page_of(valley, "north", f"?place=v_ford&offer={number}&units=n1")
    assert "March to: House of the Marabout, 50%" in alone
    assert "House of the Marabout · 50%" in decision_of(alone)  # the list says it too
    draft = page_of(valley, "north", f"?place=v_ford&offer={number}&units=n1&end=v_chapel")
    assert "House of the Marabout is taken" in decision_of(draft)


@pytest.mark.parametrize(
    ("label", "end", "way", "names"),
    [
        (say("March from {place:the}", "Marchar desde {place:el}", place=NAMES["v_mill"]), 1, 1, 1),
        (say("March", "Marchar"), 1, 1, 2),
        (None, 1, 1, 0),
        (say("March", "Marchar"), 1, 0, 0),
        (say("Defend", "Defender"), 0, 1, 0),
    ],
)
def test_the_label_of_a_draft_and_its_way_name_the_first_place_once(label, end, way, names):
    """The way of an enemy is not in the order; it is drawn and not named."""
    order = '{"end":"v_ford"}' if end else "{}"
    draft = Draft(order, label, Assessment(way=("v_mill", "v_ford") if way else ()), False, "")
    assert draft.way_after_label(NAMES.__getitem__) == ("v_mill", "v_ford")[2 - names :]


def test_a_tapped_place_out_of_reach_tells_the_reason_with_its_rule(valley):
    board = page_of(valley, "north", "?place=v_mill")
    link = unescape(re.search(r'<a href="([^"]*place=v_chapel[^"]*)"', board)[1])
    assert "from=v_mill" in link
    tapped = decision_of(valley.by_side["north"].get(link).text)
    reason = re.search(r'<div class="verdict no".*?</div>', tapped, re.DOTALL)[0]
    assert "Out of reach from" in reason and "Old Mill" in reason
    assert 'data-rule="' in reason
    again = unescape(re.search(r'<a href="([^"]*)"', reason)[1])
    assert again.endswith("?place=v_mill")


@pytest.mark.parametrize("query", ["?place=v_ford&from=v_mill", "?place=v_mill&from=v_tower"])
def test_a_place_in_reach_or_without_a_stack_has_no_reason(valley, query):
    assert "Out of reach from" not in page_of(valley, "north", query)


# --------------------------------------------------------------------- fields that depend on others
@pytest.fixture
def facing(valley) -> str:
    """Address of the orders of a northern group that stands before the chapel with its guns."""
    march(valley, "north", "v_mill", ["n1", "n2", "n3"], "v_ford")
    march(valley, "south", "v_tower", ["s1"], "v_chapel")
    number = form_to_offer(page_of(valley, "north", "?place=v_ford"))
    return f"?place=v_ford&offer={number}&units=n1&units=n2&units=n3&end=v_chapel"


def options_of(page: str, field: str) -> list[str]:
    select = re.search(rf'<select[^>]*name="{field}">(.*?)</select>', page, re.DOTALL)
    return re.findall(r'value="(\w+)"', select[1]) if select else []


@pytest.mark.parametrize("words", [False, True])
def test_each_answer_opens_the_fields_that_follow_from_it(valley, facing, words):
    def ask(more: str) -> str:
        return decision_of(page_of(valley, "north", facing + more, words))

    assert options_of(ask(""), "vanguard") == ["n1", "n2"]
    assert "Guns do not lead." in ask("")
    assert options_of(ask(""), "screen") == []
    led = ask("&vanguard=n1")
    assert options_of(led, "screen") == ["n2"]
    assert options_of(led, "director") == ["n1", "n2", "n3"]
    assert options_of(ask("&vanguard=n1&screen=n2"), "director") == ["n1", "n3"]
    assert "Confirm" not in led
    whole = ask("&vanguard=n1&screen=n2&director=n3")
    assert "data-confirm" in whole
    assert "data-asks-again" in whole
    assert 'value="n3" selected' in whole


def test_an_answer_that_no_longer_fits_is_dropped_with_its_reason(valley, facing):
    page = decision_of(page_of(valley, "north", f"{facing}&vanguard=n1&screen=n1&director=n1"))
    dropped = re.search(r'verdict warn" role="alert">(.*?)</p>', page, re.DOTALL)[1]
    words = " ".join(re.sub(r"<[^>]*>", "", dropped).split())
    assert words == "Screen: 1st Foot no longer fits and was removed. It is the vanguard. ASL-03"
    assert "data-confirm" in page  # the screen may stay empty
    page = decision_of(page_of(valley, "north", f"{facing}&vanguard=n3&director=n1"))
    assert "Vanguard: Field battery" in page
    assert "data-confirm" not in page
    page = page_of(valley, "north", f"{facing}&vanguard=n3", language="es")
    assert "ya no es posible y se ha quitado." in page


def test_the_assessment_of_a_program_drops_the_same_answers(app, valley, facing):
    north = valley.by_side["north"]
    user = visitor_of_session(app.state.services, north.client.cookies["caracole"]).user
    secret = create_token(app.state.services, user.id, "t", SCOPES).secret
    program = {"Authorization": f"Bearer {secret}"}

    def assess(**roles: str) -> dict:
        group = {"start": "v_ford", "units": ["n1", "n2", "n3"], "end": "v_chapel"}
        order = {"kind": "march", **group, **roles}
        path = f"/api/v1{valley.path}/assess"
        answer = north.client.post(path, json={"order": order}, headers=program)
        assert answer.status_code == 200, answer.text
        return answer.json()

    assert [one["field"] for one in assess()["asks"]] == ["vanguard"]
    found = assess(vanguard="n1", screen="n1")
    assert [one["field"] for one in found["asks"]] == ["screen", "director"]
    [dropped] = found["dropped"]
    assert (dropped["field"], dropped["choice"]) == ("screen", "1st Foot")
    assert [one["rule"] for one in dropped["no"]] == ["VAL-ASL-03"]
    whole = assess(vanguard="n1", screen="n2", director="n3")
    assert (whole["no"], whole["asks"], whole["dropped"]) == ([], [], [])
    assert whole["odds"][0]["ways"] == 6
    [[title, shares]] = whole["further_odds"]
    assert title == "Attackers lost"
    assert [(one["says"], one["ways"]) for one in shares] == [("0", 6), ("1", 0)]


def test_odds_beside_the_result_share_a_line_below_its_table(valley, facing):
    page = decision_of(page_of(valley, "north", f"{facing}&vanguard=n1&director=n1"))
    line = re.search(r'</table>\s*<p class="tally">(.*?)</p>', page, re.DOTALL)[1]
    words = " ".join(re.sub(r"<[^>]*>", " ", line).split())
    assert words == "Attackers lost 0: 83% 1: 17%"


def test_a_counter_chosen_on_the_board_keeps_the_later_answers(valley, facing):
    page = page_of(valley, "north", f"{facing}&vanguard=n1&director=n2")
    link = unescape(re.search(r'<a id="p-n3" href="([^"]*)"', page)[1])
    assert link.endswith("&end=v_chapel&vanguard=n1&director=n2")
    link = unescape(re.search(r'<a id="p-n2" href="([^"]*)"', page)[1])
    without = decision_of(valley.by_side["north"].get(link).text)
    assert "Director" in without
    assert "Your other answers leave other choices." in without
    assert "CAR-TAB-10" in without


def test_a_group_of_another_stack_is_refused(valley):
    page = page_of(valley, "north", "?place=v_mill&offer=0&units=s1&end=v_ford")
    assert "There is no such piece." in decision_of(page)


# ---------------------------------------------------------------------- options and odds
def game_with_options(app, *options: str) -> Circle:
    """New valley whose founder has filled in these fields for options."""
    fields = dict(one.split("=") if ":" in one else ("options", one) for one in options)
    return Circle(app, "valley", **fields).gather()


def assault_by_south(valley) -> str:
    march(valley, "north", "v_mill", ["n1"], "v_ford")
    march(valley, "south", "v_tower", ["s1"], "v_chapel")
    march(valley, "north", "v_mill", ["n2"], "v_wood")
    number = form_to_offer(page_of(valley, "south", "?place=v_chapel"))
    return f"?place=v_chapel&offer={number}&units=s1&end=v_ford"


def test_an_option_may_be_a_number(app, web):
    helped = game_with_options(app, "option:handicap=2")
    visitor = helped.by_side["north"]
    form = visitor.get("/tables/new?box=valley").text
    field = re.search(r'<input[^>]*name="option:handicap"[^>]*>', form)[0]
    assert 'min="-2" max="2" value="0"' in field
    assert "inputmode" not in field  # keypads of digits lack the minus sign
    assert "From −2 to 2" in form
    page = page_of(helped, "south", assault_by_south(helped))
    assert "· exact" in decision_of(page)
    assert "83%" in decision_of(page)  # die + 1 - 1 + 2 is 4 or more with 2 to 6
    wrong = {"box": "valley", "seat": "plain/north", "against": "people", "option:handicap": "3"}
    assert visitor.post("/tables", **wrong).status_code == 400


def test_sampled_odds_say_their_error(app, web):
    sampled = game_with_options(app, "estimated")
    query = assault_by_south(sampled)
    page = decision_of(page_of(sampled, "south", query))
    assert re.search(r"about \d+%, ± 4", page)
    assert "error in percentage points" in page
    spanish = decision_of(page_of(sampled, "south", query, language="es"))
    assert re.search(r"alrededor del \d+ %, ± 4", spanish)


def test_rules_of_another_book_have_their_own_prefix(valley):
    assert VALLEY.card.prefixes == ("VAL", "VAO")
    assert VALLEY.card.short_rule("VAL-ASL-01") == "ASL-01"
    assert VALLEY.card.short_rule("VAO-ASL-01") == "VAO-ASL-01"
    assert "VAO-ASL-01" in valley.by_side["north"].get("/tables/new?box=valley").text


# ---------------------------------------------------------------------- the map of the game
def test_the_valley_is_drawn_without_crossings():
    assert drawing_faults(AREAS, DRAWING) == []
