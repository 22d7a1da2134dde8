"""A battle fought through the page in words alone: no board, no script, only what is read there and the forms that stand there."""
from __future__ import annotations

import math
import re
from html import unescape

import pytest

from tests.web.conftest import Battle, Visitor
from tests.web.reading import Form, form_to, forms_on, of_another_language, words_on

PACE = 6.0
TERMS = {"t.region": "steppe", "t.lot": "7", "t.points": "200", "t.people_a": "egyptians/egyptians", "t.people_b": "colonial_expedition/british"}


class Ear:
    """A player who hears the page in words and answers with its forms."""

    def __init__(self, visitor: Visitor, path: str):
        self.visitor, self.path, self.text = visitor, f"{path}/words", ""

    def hear(self, address: str = "") -> str:
        answer = self.visitor.get(address or self.path)
        assert answer.status_code == 200, (address, answer.text[:400])
        assert "<svg class=\"brd" not in answer.text and 'id="board"' not in answer.text
        self.text = answer.text
        return self.text

    @property
    def decision(self) -> str:
        return re.search(r'id="decision".*?</section>', self.text, re.DOTALL).group(0)

    @property
    def asks(self) -> str:
        """What is to be decided."""
        return unescape(re.search(r"<h1>(.*?)</h1>", self.text, re.DOTALL).group(1)).strip()

    @property
    def orders(self) -> list[Form]:
        return [form for form in forms_on(self.text) if form.method == "post" and "/steps/" in form.action]

    @property
    def is_asked(self) -> bool:
        return bool(self.orders) or 'class="offer-link"' in self.decision

    def offer(self, *words: str) -> Form | None:
        """The first order whose button says one of these."""
        return next((form for word in words for form in self.orders if any(word in button for button in form.buttons)), None)

    def follow(self, word: str) -> bool:
        """The link of an offer that says so."""
        for href, label in re.findall(r'class="offer-link"\s+href="([^"]+)"[^>]*>([^<]*)<', self.decision):
            if word in unescape(label):
                self.hear(unescape(href))
                return True
        return False

    def give(self, form: Form, **fields: str) -> str:
        """Send an order; it leads back to the page in words."""
        assert form.fields.get("back") == "words"
        answer = self.visitor.send(form, **fields)
        assert answer.status_code == 303 and answer.headers["location"] == self.path, answer.text[:600]
        return self.hear()

    def fill(self, field: str, value: str) -> None:
        """Write into the open form that asks for it, and look at what would come of it."""
        form = next(form for form in forms_on(self.text) if form.method == "get" and field in form.fields)
        answer = self.visitor.send(form, **{field: value})
        assert answer.status_code == 200
        self.text = answer.text


class General(Ear):
    """Somebody who walks at the enemy and shoots when he can."""

    def __init__(self, visitor: Visitor, path: str):
        super().__init__(visitor, path)
        self.shots = 0

    def act(self) -> None:
        """One order."""
        volley = self.offer("All shoot at their first target")
        if volley is not None:
            self.shots += 1
            self.give(volley)
        elif "choose a unit" in self.asks and self.follow("Soldiers"):
            self.march()
        else:
            self.give(self.offer("Do the rest for me", "All the others stand", "side", "That is its move", "nobody else", "Seal") or self.orders[-1])

    def march(self) -> None:
        """Take a unit in hand, read where it stands and where the enemy is, and walk there; all in numbers."""
        if not self.follow("Move "):
            self.give(self.offer("stand") or self.orders[-1])
            return
        self.give(self.offer("Roll the dice"))
        if not any("to" in form.fields for form in forms_on(self.text)):
            return
        x, y, bearing = self.told_of_the_unit()
        self.fill("to", f"{x + PACE * math.sin(bearing):.1f},{y + PACE * math.cos(bearing):.1f}")
        if not self.offer("Confirm"):
            self.hear()
        self.give(self.offer("Confirm", "That is its move"))

    def told_of_the_unit(self) -> tuple[float, float, float]:
        """Where the unit in hand stands, and by compass where its nearest enemy is, as the page tells it."""
        told = re.search(rf"<h3>[^<]*{re.escape(self.asks)}</h3>.*?Its middle at ([\d.]+),([\d.]+).*?Nearest enemy: [^<]* (\d+)°", self.text, re.DOTALL)
        return float(told[1]), float(told[2]), math.radians(int(told[3]))


class Table:
    """Two people at a table of riflemen, the game begun."""

    def __init__(self, visitor):
        people = Battle(visitor().register("Maite"), visitor().register("Ander"), box="heart_of_africa", seat="encounter/A", **TERMS)
        assert people.raiders.post(f"{people.path}/join", people.path, seat="B").status_code == 303
        self.path, self.people = people.path, people
        self.a, self.b = General(people.watch, people.path), General(people.raiders, people.path)

    @property
    def turn(self) -> int:
        found = re.search(r"Turn (\d+)", self.a.text)
        return int(found[1]) if found else 0

    def play(self, until) -> None:
        """Both in turn, until that is so."""
        for _ in range(300):
            for player in (self.a, self.b):
                player.hear()
                if player.is_asked:
                    player.act()
            if until():
                return
        raise AssertionError("it does not come to that")


@pytest.fixture
def table(visitor) -> Table:
    return Table(visitor)


def test_a_battle_through_the_page_in_words_alone(table):
    """From the choice of sides over the deployment and the march to a shot, to the end of that turn, and to the end of the battle."""
    table.play(lambda: table.turn == 1)
    table.play(lambda: table.a.shots + table.b.shots)
    shot_in = table.turn
    table.play(lambda: table.turn > shot_in)
    assert any(word in table.a.text for word in ("falls", "shoot", "hit", "misses"))
    looser = table.a if table.a.offer("Give up the game") else table.b
    looser.hear()
    form = next(form for form in forms_on(looser.text) if "Give up the game" in form.buttons)
    looser.give(form)
    assert "the end" in looser.text and "victory" in looser.text


def test_looking_from_the_page_in_words_and_from_the_board(table, visitor):
    """What it sees, for a player and a spectator, now and in the replay; questions that mean nothing are answered with a sentence."""
    table.play(lambda: table.turn == 1)
    page = table.a.hear()
    links = [unescape(href) for href in re.findall(r'class="look-link" href="([^"]+)"', page)]
    assert len(links) > 4
    table.a.hear(links[0])
    assert 'id="look"' in table.a.text and "Who is where, the nearest first" in table.a.text and " cm)" in table.a.text
    key = re.search(r"look=([^&#]+)", links[0])[1]
    stranger = visitor("es")
    then = f"{table.path}/at/{table.people.last() - 1}"
    for who, address in ((table.a.visitor, table.path), (stranger, table.path), (table.b.visitor, then), (stranger, f"{then}/words")):
        read = who.get(f"{address}?look={key}")
        assert read.status_code == 200
        assert ("hoa-line" in read.text) == (not address.endswith("words"))
    assert "Quién está dónde" in read.text
    assert of_another_language(words_on(stranger.get(f"{table.path}/words?look={key}").text), "es", but=("Maite", "Ander", "Caracole", "English")) == []
    ruler = stranger.get(f"{table.path}?measure=0,0;3,4")
    assert ruler.status_code == 200 and "5 pulgadas (12,7 cm)" in ruler.text
    form = next(form for form in forms_on(ruler.text) if "one_at" in form.fields)
    again = stranger.send(form, one_at="0 0", two_at="6, 8")
    assert "10 pulgadas (25,4 cm)" in again.text
    for query, kept in (("look=nobody", ""), ("look=99,99", ""), ("look=&at=here", "here"), ("measure=1,2;nowhere", ""), ("one_at=here&two_at=1,2", "here"),
                        ("look=" + "x" * 500, ""), (f"look={key}&at=1,2&facing=north", "north"), ("look=%00", ""), ("look=a@1,2@3,4", "")):
        wrong = table.a.visitor.get(f"{table.path}?{query}")
        assert wrong.status_code == 422 and 'role="alert"' in wrong.text and "CAR-TAB-06" in wrong.text, query
        assert not kept or f'value="{kept}"' in wrong.text, query
    for query in ("look=", "measure=", "measure=;"):
        assert table.a.visitor.get(f"{table.path}?{query}").status_code == 200, query


def test_orders_that_are_refused_or_come_too_late_are_answered_in_words(table):
    asked = next(player for player in (table.a, table.b) if player.hear() and player.is_asked)
    form = asked.orders[0]
    refused = asked.visitor.send(form, order='{"kind":"choose_side","edge":"nowhere"}')
    assert refused.status_code == 422 and 'id="board"' not in refused.text and 'role="alert"' in refused.text
    late = asked.visitor.send(form, after="0")
    assert late.status_code == 409 and 'id="board"' not in late.text and "Somebody moved meanwhile" in late.text
    letters = next(form for form in forms_on(asked.text) if form.action.endswith("/letters"))
    assert asked.visitor.send(letters, text="Good luck").headers["location"] == f"{table.path}/words#letters"
    assert "Good luck" in asked.hear()


def test_cry_havoc_is_told_in_words_too(battle):
    page = battle.watch.get(f"{battle.path}/words")
    assert page.status_code == 200 and 'id="pieces"' in page.text and 'id="board"' not in page.text and "look-link" not in page.text
    form = form_to(page.text, f"{battle.path}/steps/first_fire", holding='"pass"')
    assert battle.watch.send(form).headers["location"] == f"{battle.path}/words"
    spanish = battle.raiders.get(f"{battle.path}/words").text
    assert of_another_language(words_on(spanish), "es", but=("Maite", "Íñigo", "Caracole", "English")) == []
    assert battle.watch.get(f"{battle.path}?look=ben").status_code == 200
    assert battle.watch.get(f"{battle.path}/at/1/words").status_code == 200


def test_a_table_that_waits_has_no_words(visitor):
    battle = Battle(visitor().register("Maite"), visitor())
    assert battle.watch.get(f"{battle.path}/words", follow_redirects=False).headers["location"] == battle.path
