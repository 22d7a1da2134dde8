"""Read-only games in frames, on projectors and as pictures: the view of anonymous visitors for
all.
"""

from __future__ import annotations

import re
import struct
from html import unescape

import pytest

from app.web.routes import embeds
from tests.web.conftest import Battle
from tests.web.test_delay import moves
from tests.web.test_routes import OF_A_GAME, PAGES

FRAMED = "frame-ancestors *"
NONE = "frame-ancestors 'none'"


def policy(answer) -> str:
    return answer.headers["content-security-policy"]


def size(png: bytes) -> tuple[int, int]:
    """Width and height, after the signature and the head of its first chunk (PNG, 11.2.2)."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n" and png[12:16] == b"IHDR"
    return struct.unpack(">II", png[16:24])


@pytest.fixture
def private(visitor) -> Battle:
    return Battle(
        visitor().register("Ada"),
        visitor().register("Bea"),
        visibility="private",
        title="Nobody's business",
    ).begin()


# ---------------------------------------------------------------------- frames
@pytest.mark.slow
def test_only_the_frame_may_be_framed(app, battle, visitor):
    app.state.closing.set()
    stranger = visitor()
    for path in (*OF_A_GAME, *PAGES):
        if "{" in path.replace("{address}", "").replace("{number}", ""):
            continue
        address = path.replace("/games/{address}", battle.path).replace("{number}", "1")
        answer = stranger.client.get(
            address,
            params={"number": "1"} if path.endswith("/moment") else None,
            follow_redirects=False,
        )
        assert (FRAMED if path.startswith("/embed/") else NONE) in policy(answer), path
        assert "script-src 'unsafe" not in policy(answer)


def test_a_frame_needs_no_cookie_and_has_no_form(battle, visitor):
    answer = visitor().client.get(f"/embed{battle.path}?lang=es&theme=dark")
    assert answer.status_code == 200 and "set-cookie" not in answer.headers
    assert "<form" not in answer.text and "csrf" not in answer.text
    assert (
        '<html lang="es" data-theme="dark">' in answer.text
        and f'href="{battle.path}"' in answer.text
    )
    assert "form-action 'none'" in policy(answer)


def test_a_frame_shows_public_games_alone(visitor, private, battle):
    for path in (
        f"/embed/games/{private.address}",
        "/embed/games/1",
        "/embed/games/999",
        "/embed/games/nobody",
    ):
        answer = private.opener.get(path)
        assert (
            answer.status_code == 404
            and FRAMED in policy(answer)
            and "There is no such game" in answer.text
        ), path


# ---------------------------------------------------------------------- walls
def test_a_projector_shows_a_private_game_by_its_link(visitor, private):
    answer = visitor().get(f"{private.path}/projector")
    assert (
        answer.status_code == 200
        and "Nobody&#39;s business" in answer.text
        and NONE in policy(answer)
    )


def test_a_projector_shows_all_users_the_view_of_anonymous_visitors(app, battle, visitor):
    """A session changes no byte of the page, not even that of the deciding player."""
    app.state.closing.set()
    moves(battle, 2)
    stranger = visitor()
    for path in (
        f"/embed{battle.path}",
        f"{battle.path}/projector",
        f"{battle.path}/show",
        "/projector?every=5",
        f"{battle.path}/picture.png",
    ):
        asked = f"{path}{'&' if '?' in path else '?'}lang=en"
        assert battle.opener.get(asked).content == stranger.get(asked).content, path


def test_a_projector_shows_players_position_and_last_message(battle, visitor):
    moves(battle, 2)
    text = visitor("es").get(f"{battle.path}/projector").text
    said = re.search(r'class="show-said"[^>]*>([^<]+)<', text)
    assert (
        said
        and "Maite" in text
        and "Íñigo" in text
        and re.search(r'class="show-stands"><b>Turno 1', text)
    )
    assert 'data-do="full"' in text and 'data-do="theme"' in text


def test_projector_games_follow_one_another(visitor):
    first, second = (
        Battle(
            visitor().register(f"Host {n}"), visitor().register(f"Friend {n}"), title=f"Game {n}"
        ).begin()
        for n in (1, 2)
    )
    wall = visitor()
    shown, path = [], "/projector?every=7"
    for _ in range(3):
        text = wall.get(path).text
        shown.append(re.search(r"<title>(.+?) ·", text)[1])
        path = re.search(r'data-next="([^"]+)"', text)[1].replace("&amp;", "&")
    assert shown == ["Game 1", "Game 2", "Game 1"] and 'data-every="7"' in text
    assert first.path != second.path


def test_a_projector_without_games_says_so(visitor):
    answer = visitor().get("/projector")
    assert (
        "No public game is being played just now." in answer.text
        and "data-events" not in answer.text
    )


@pytest.mark.parametrize(
    ("path", "more"), [("/projector", "every=30&amp;"), ("/embed/games/999", "")]
)
def test_an_empty_projector_reloads_with_its_language_and_theme(visitor, path, more):
    text = visitor().client.get(f"{path}?lang=es&theme=dark").text
    assert '<html lang="es" data-theme="dark">' in text
    for here in (
        f';url={path}?{more}theme=dark&amp;lang=es"',
        f'data-page="{path}?{more}theme=dark&amp;lang=es"',
    ):
        assert here in text


def test_a_projector_page_is_drawn_once_for_all(battle, visitor, monkeypatch):
    drawn, real = [], embeds.show_of
    monkeypatch.setattr(embeds, "show_of", lambda *asked: drawn.append(asked) or real(*asked))
    assert (
        len({visitor().get(f"{battle.path}/projector").content for _ in range(3)})
        == len(drawn)
        == 1
    )


def test_a_projector_waits_for_the_players(visitor):
    table = Battle(visitor().register("Maite"), visitor().register("Bea"))
    assert "The table waits for players." in visitor().get(f"{table.path}/projector").text


# ---------------------------------------------------------------------- pictures
def test_a_picture_of_the_position(battle, visitor):
    stranger = visitor()
    first = stranger.client.get(f"{battle.path}/picture.png")
    assert (
        first.headers["content-type"] == "image/png"
        and first.headers["cache-control"].startswith("public")
        and "set-cookie" not in first.headers
    )
    assert size(first.content) == (1200, 630)
    moves(battle, 1)
    at = f"{battle.path}/picture.png?at="
    now, then, after, spanish = (
        stranger.client.get(one).content
        for one in (f"{at}2", f"{at}1", f"{at}99", f"{at}2&lang=es")
    )
    assert then == first.content != now and after == now != spanish
    assert battle.opener.client.get(f"{at}2").content == now


def test_a_private_game_has_a_cover_that_tells_nothing(visitor, private):
    other = Battle(
        visitor().register("Cid"), visitor().register("Dan"), visibility="private", title="Another"
    ).begin()
    moves(other, 1)
    one, two = (visitor().client.get(f"{game.path}/picture.png") for game in (private, other))
    assert (
        one.content == two.content
        and size(one.content) == (1200, 630)
        and one.headers["cache-control"].startswith("private")
    )


def tags(text: str) -> dict[str, str]:
    return dict(
        re.findall(
            r'<meta (?:property|name)="((?:og|twitter|description)[^"]*)" content="([^"]*)">', text
        )
    )


def test_links_carry_title_words_and_picture(battle, visitor, private):
    told = tags(visitor().get(battle.path).text)
    assert told["og:title"] == "First blood" and told["twitter:card"] == "summary_large_image"
    assert told["og:image"] == f"http://127.0.0.1:8000{battle.path}/picture.png?lang=en&amp;at=1"
    assert "Maite" in told["description"] and "Íñigo" in told["og:description"]
    hidden = tags(visitor().get(private.path).text)
    assert (
        hidden["og:title"] == "Cry Havoc"
        and not {"Ada", "Nobody"} & set(re.findall(r"\w+", hidden["description"]))
        and "at=" not in hidden["og:image"]
    )


def test_a_players_page_has_no_link_metadata(battle):
    assert tags(battle.opener.get(battle.path).text) == {}


def test_the_game_page_offers_links_to_share(battle, visitor, private):
    text = visitor().get(battle.path).text
    assert (
        f"&lt;iframe src=&#34;http://127.0.0.1:8000/embed{battle.path}"
        in text.replace("&quot;", "&#34;")
        and f'href="{battle.path}/projector"' in text
    )
    assert "&lt;iframe" not in private.opener.get(private.path).text


def snippet(page: str) -> str:
    return unescape(re.search(r'id="share-frame" readonly value="([^"]*)"', page).group(1))


def test_oembed_describes_the_frame_of_a_link(app, battle, visitor, private):
    page, base = visitor().get(battle.path).text, "http://127.0.0.1:8000"
    where = unescape(
        re.search(
            r'<link rel="alternate" type="application/json\+oembed" href="([^"]*)"', page
        ).group(1)
    )
    answer = visitor("es").client.get(where)
    told = answer.json()
    assert (
        answer.headers["access-control-allow-origin"] == "*" and "set-cookie" not in answer.headers
    )
    assert told["html"] == snippet(page) and (
        told["version"],
        told["type"],
        told["width"],
        told["height"],
    ) == ("1.0", "rich", 640, 640)
    assert told["title"] == "First blood" and told["thumbnail_url"].startswith(
        f"{base}{battle.path}/picture.png"
    )
    small = (
        visitor()
        .client.get(
            "/oembed",
            params={"url": f"{base}{battle.path}/at/1?x", "maxwidth": "300", "maxheight": "2000"},
        )
        .json()
    )
    assert (small["width"], small["height"], "thumbnail_url" in small) == (
        300,
        640,
        False,
    ) and 'width="300"' in small["html"]
    assert "oembed" not in visitor().get(private.path).text
    for link in (
        f"{base}{private.path}",
        f"{base}/games/999",
        f"http://elsewhere.example{battle.path}",
        battle.path,
        "http://[",
        "",
    ):
        assert private.opener.client.get("/oembed", params={"url": link}).status_code == 404, link
    assert visitor().client.get("/oembed").status_code == 400
    assert (
        visitor()
        .client.get("/oembed", params={"url": f"{base}{battle.path}", "format": "xml"})
        .status_code
        == 501
    )


def test_titles_are_escaped_in_metadata(visitor):
    name = '"><script>alert(1)</script>'
    named = Battle(visitor().register("Ada"), visitor().register("Bea"), title=name).begin()
    frame = snippet(visitor().get(named.path).text)
    assert (
        frame.count("<") == frame.count(">") == 2
        and unescape(re.search(r' title="([^"]*)">', frame).group(1)) == name
    )
