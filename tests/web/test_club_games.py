"""Games of a club on the pages: founding, lists, and outsiders."""

from __future__ import annotations

from tests.web.circle import text_of
from tests.web.test_clubs import by_action, club, form_with, nines

__all__ = ["club", "nines"]


def member(visitor, nines, club, name: str):
    """Visitor who has joined the club by an invitation."""
    found = visitor().register(name)
    nines.send(form_with(nines.get(f"{club}/members"), do="invite"), name=name)
    found.send(form_with(found.get(club), do="join"))
    return found


def test_a_member_opens_a_table_that_only_the_club_sees(nines, club, visitor):
    tom, ana = member(visitor, nines, club, "Tom"), visitor().register("Ana")
    number = club.rsplit("/", 1)[1]
    page = tom.get(f"/tables/new?club={number}&visibility=club")
    assert f'<option value="{number}" selected>' in page.text
    answer = tom.send(by_action(page, "/tables"), title="Gran partida")
    assert answer.status_code == 303
    table = answer.headers["location"]
    assert "Gran partida" in nines.get("/lobby").text and "Gran partida" in nines.get(club).text
    assert "para los miembros del club" in text_of(nines.get(club).text)
    assert nines.get(table).status_code == 200
    for other in (ana, visitor()):
        assert "Gran partida" not in other.get(table).text
        assert "Gran partida" not in other.get("/lobby").text + other.get(club).text


def test_a_foreign_club_and_no_club_are_refused(nines, club, visitor):
    ana = visitor().register("Ana")
    number = club.rsplit("/", 1)[1]
    form = by_action(ana.get("/tables/new"), "/tables")
    assert 'name="club"' not in ana.get("/tables/new").text
    assert ana.send(form, visibility="club", club=number).status_code == 404
    refused = ana.send(form, visibility="club")
    assert refused.status_code == 422
    assert "Choose the club whose members see the game." in text_of(refused.text)


def test_the_words_of_a_club_are_reported_and_name_no_member_to_outsiders(nines, club, visitor):
    ana = visitor().register("Ana")
    page = ana.get(f"{club}/words")
    assert "Somos cincuenta." in page.text and "Nines" not in text_of(page.text)
    done = ana.send(by_action(page, f"{club}/words/report"), reason="It is rude.")
    assert "A moderator will look at it." in text_of(done.text)
    assert "form" not in text_of(visitor().get(f"{club}/words").text).lower()


def test_projector_of_a_game_of_the_club_works_for_members_only(nines, club, visitor):
    """Members see the view of anonymous visitors, fetched again and again; its frame stays
    private.
    """
    tom, ana = member(visitor, nines, club, "Tom"), visitor("en").register("Ana")
    number = club.rsplit("/", 1)[1]
    form = by_action(tom.get(f"/tables/new?club={number}&visibility=club"), "/tables")
    table = tom.send(form, title="Gran partida").headers["location"].removesuffix("/gathering")
    for one in (tom, nines):
        page = one.get(f"{table}/projector")
        assert page.status_code == 200 and "Gran partida" in page.text
        assert 'data-polls="1"' in page.text and "data-events" not in page.text
    for other in (ana, visitor()):
        assert other.get(f"{table}/projector").status_code == 404
        assert other.get(f"{table}/show").status_code == 404
    assert tom.get(f"{table}/show").status_code == 404


def test_links_to_a_game_of_the_club_show_a_neutral_card(nines, club, visitor):
    """Its number tells nothing. Members see the frame on this site alone."""
    tom, ana = member(visitor, nines, club, "Tom"), visitor("en").register("Ana")
    number = club.rsplit("/", 1)[1]
    form = by_action(tom.get(f"/tables/new?club={number}&visibility=club"), "/tables")
    table = tom.send(form, title="Gran partida").headers["location"].removesuffix("/gathering")
    frame = tom.get(f"/embed{table}?lang=en")
    assert frame.status_code == 200 and "Gran partida" in frame.text
    assert "frame-ancestors 'self'" in frame.headers["content-security-policy"]
    pictures = set()
    for other in (ana, visitor("en")):
        page, frame = other.get(f"{table}?lang=en"), other.get(f"/embed{table}?lang=en")
        assert page.status_code == frame.status_code == 200
        assert '<meta property="og:title" content="A game of a club">' in page.text
        assert "A game of a club" in frame.text and "frame-ancestors *" in str(frame.headers)
        for text in (page.text, frame.text):
            assert "Gran partida" not in text and "Dragones" not in text and "Tom" not in text
            assert "Cry Havoc" not in text_of(text)
        picture = other.get(f"{table}/picture.png?lang=en")
        assert picture.status_code == 200 and "private" in picture.headers["cache-control"]
        pictures.add(picture.content)
        for path in ("/gathering", "/projector", "/text", "/show", "/log"):
            assert other.get(f"{table}{path}").status_code == 404, path
        for path in ("/games/1", "/embed/games/1", "/games/1/picture.png", "/games/unknown"):
            assert other.get(path).status_code == 404, path
        base = other.client.app.state.settings.base_url
        assert other.get("/oembed", params={"url": f"{base}{table}"}).status_code == 404
    assert len(pictures) == 1
