"""Two players a side: each commands their own pieces, and a step ends when both have passed it
(CH-SEQ-02).
"""

from __future__ import annotations

import re


def test_two_players_a_side(visitor):
    people = [visitor().register(name) for name in ("Ana", "Berta", "Carlos", "Diego")]
    table = (
        people[0]
        .post(
            "/tables",
            box="cry_havoc",
            seat="first_blood/watch",
            against="people",
            per_side="2",
        )
        .headers["location"]
    )
    for one in people[1:]:
        one.post(f"{table}/join")
    page = people[0].get(table).text
    assert all(name in page for name in ("you", "Berta", "Carlos", "Diego"))
    watch = [one for one in people if 'data-step="first_fire"' in one.get(table).text]
    assert len(watch) == 2
    raiders = next(one for one in people if one not in watch)
    assert re.search(r"\w+ is to decide · \w+ is to decide</h1>", raiders.get(table).text)
    pass_step(watch[0], table)
    assert 'data-step="first_fire"' not in watch[0].get(table).text
    assert 'data-step="first_fire"' in watch[1].get(table).text
    pass_step(watch[1], table)
    assert all('data-step="movement"' in one.get(table).text for one in watch)


def pass_step(somebody, table):
    page = somebody.get(table).text
    form = next(
        form
        for form in re.findall(r"<form.*?</form>", page, flags=re.DOTALL)
        if "&#34;pass&#34;" in form
    )
    fields = dict(re.findall(r'name="(command|after|csrf)" value="([^"]*)"', form))
    action = re.search(r'action="([^"]+)"', form).group(1)
    answer = somebody.client.post(
        action, data={**fields, "order": '{"kind":"pass"}'}, follow_redirects=False
    )
    assert answer.status_code == 303, answer.text
