"""Club in a frame on another site, its link metadata and picture: public parts only."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.web.circle import text_of
from tests.web.test_club_games import member
from tests.web.test_clubs import by_action, club, form_with, nines
from tests.web.test_showing import FRAMED, policy, size, snippet, tags

__all__ = ["club", "nines"]
BASE = "http://127.0.0.1:8000"


@pytest.fixture
def told(nines, club, visitor) -> str:
    """Club with a public and a members' table, and a public and a members' announcement."""
    number = club.rsplit("/", 1)[1]
    for visibility, title in (("open", "Mesa abierta"), ("club", "Mesa cerrada")):
        page = nines.get(f"/tables/new?club={number}&visibility={visibility}")
        answer = nines.send(by_action(page, "/tables"), title=title, visibility=visibility)
        assert answer.status_code == 303
    for title, more in (("Feria en junio", {"public": "1"}), ("Cuotas", {})):
        form = form_with(nines.get(f"{club}/news"), do="announce")
        assert nines.send(form, title=title, text="Texto.", **more).status_code == 303
    return club


def by_link_only(nines, club) -> None:
    form = by_action(nines.get(f"{club}/edit"), f"{club}/edit")
    assert nines.send(form, entry="link").status_code == 303


def test_the_frame_shows_what_anonymous_visitors_read(nines, told, visitor):
    """Words, public announcements and games; initials in place of names; the same for members."""
    answer = visitor("es").client.get(f"/embed{told}?theme=dark")
    page = answer.text
    assert answer.status_code == 200 and FRAMED in policy(answer)
    assert '<html lang="es" data-theme="dark">' in page and "<form" not in page
    assert "set-cookie" not in answer.headers and "form-action 'none'" in policy(answer)
    for words in ("Dragones de Soria", "Somos cincuenta.", "Feria en junio", "1 miembro", "N."):
        assert words in page, words
    assert "Mesa abierta" in page and f'href="{told}"' in page
    assert not [one for one in ("Mesa cerrada", "Cuotas", "Nines") if one in page]
    assert nines.client.get(f"/embed{told}?theme=dark").content == answer.content


def test_a_frame_follows_the_club(nines, told, visitor):
    assert "1 member<" in visitor("en").get(f"/embed{told}").text
    member(visitor, nines, told, "Tom")
    assert "2 members<" in visitor("en").get(f"/embed{told}").text


def test_links_to_a_club_carry_words_and_a_picture(nines, told, visitor):
    for reader in (visitor("en"), nines):
        card = tags(reader.get(f"{told}?lang=en").text)
        assert card["og:title"] == "Dragones de Soria" and card["og:url"] == f"{BASE}{told}"
        assert card["og:image"] == f"{BASE}{told}/picture.png?lang=en"
        assert card["description"] == "Club · 1 member" and "Nines" not in str(card)
    picture = visitor("en").client.get(f"{told}/picture.png?lang=en")
    assert size(picture.content) == (1200, 630) and "set-cookie" not in picture.headers
    assert picture.headers["cache-control"].startswith("public")
    assert nines.client.get(f"{told}/picture.png?lang=en").content == picture.content
    assert visitor("es").client.get(f"{told}/picture.png").content != picture.content


def test_oembed_describes_the_frame_of_a_club(told, visitor):
    page = visitor("en").get(told).text
    where = re.search(r'type="application/json\+oembed" href="([^"]*)"', page)[1]
    description = visitor("es").client.get(unescape(where)).json()
    assert description["html"] == snippet(page) and description["title"] == "Dragones de Soria"
    assert f'src="{BASE}/embed{told}?lang=en"' in description["html"]
    for link in (f"{BASE}/clubs/999", f"{BASE}/clubs/{'9' * 40}", f"{BASE}/clubs/new"):
        assert visitor().client.get("/oembed", params={"url": link}).status_code == 404, link


def test_a_club_entered_by_link_has_no_frame_card_or_picture(nines, told, visitor):
    by_link_only(nines, told)
    page = nines.get(told).text
    assert tags(page) == {} and "share-frame" not in page
    for reader in (visitor("en"), nines):
        answer = reader.client.get(f"/embed{told}?lang=en")
        assert answer.status_code == 404 and "There is no such club" in answer.text
        assert "Dragones" not in answer.text and FRAMED in policy(answer)
        assert reader.client.get(f"{told}/picture.png").status_code == 404
        asked = {"url": f"{BASE}{told}"}
        assert reader.client.get("/oembed", params=asked).status_code == 404


def test_removed_words_leave_the_frame_and_hostile_ones_are_escaped(app, nines, club, visitor):
    hostile = "</svg><script>alert(1)</script>"
    form = by_action(nines.get(f"{club}/edit"), f"{club}/edit")
    assert nines.send(form, place='"><b>x', about_es=hostile).status_code == 303
    for page in (visitor().get(club).text, visitor().get(f"/embed{club}").text):
        assert "<script>alert" not in page and '"><b>' not in page
        assert "&lt;script&gt;alert" in page and "&lt;b&gt;x" in page
    assert visitor().client.get(f"{club}/picture.png").status_code == 200
    with app.state.services.store.write() as work:
        work.clubs.change_club(int(club.rsplit("/", 1)[1]), hidden=True)
        work.commit()
    assert "alert" not in text_of(visitor().get(f"/embed{club}?lang=en").text)
