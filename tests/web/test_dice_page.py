"""The page of the dice computes every die again."""

from __future__ import annotations

import re

from tests.sample_games import HEX, HEX_GAME


def test_the_dice_are_computed_again_once_the_game_is_over(visitor, app):
    guest = visitor()
    game = guest.post("/play-now", box=HEX_GAME).headers["location"]
    page = guest.get(f"{game}?piece={HEX.SHOOTER}").text
    shot = next(form for form in re.findall(r'href="([^"]+)"', page) if "shoot" in form).replace(
        "&amp;", "&"
    )
    form = next(
        form
        for form in re.findall(r"<form.*?</form>", guest.get(shot).text, flags=re.DOTALL)
        if "data-confirm" in form
    )
    fields = {
        name: value.replace("&#34;", '"')
        for name, value in re.findall(r'name="(command|after|csrf|order)" value="([^"]*)"', form)
    }
    assert (
        guest.client.post(
            re.search(r'action="([^"]+)"', form).group(1), data=fields, follow_redirects=False
        ).status_code
        == 303
    )
    after = re.search(r'data-last="(\d+)"', guest.get(game).text).group(1)
    guest.client.post(
        f"{game}/orders",
        data={
            "csrf": fields["csrf"],
            "command": "the end",
            "after": after,
            "order": '{"kind":"concede"}',
            "confirmed": "1",
        },
    )
    page = guest.get(f"{game}/dice").text
    assert "The secret has the fingerprint that was published." in page
    good, whole = map(
        int, re.search(r"Computed again just now: (\d+) of (\d+) dice agree", page).groups()
    )
    assert good == whole >= 1
