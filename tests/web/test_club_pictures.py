"""Pictures of the front page of a club: added, shown, removed; refused files lose nothing."""

from __future__ import annotations

import base64
import io
import json

import pytest
from PIL import Image

from app.services.people import account_export
from app.services.people.account_rules import name_key
from tests.web.pictures import files_of, picture
from tests.web.reading import form_to
from tests.web.test_club_games import member
from tests.web.test_clubs import club, form_with, nines

__all__ = ["club", "nines"]
COLOURS = ("red", "blue", "green", "black", "white", "grey", "brown", "pink", "cyan", "gold", "navy", "tan", "plum")  # fmt: skip


def send(who, club: str, *contents: bytes, caption: str = ""):
    """Send pictures with the form of the page."""
    form = form_to(who.get(f"{club}/pictures").text, f"{club}/pictures")
    return who.client.post(
        f"{club}/pictures",
        data={**form.fields, "caption": caption},
        files=files_of(*contents),
        follow_redirects=False,
    )


def located() -> bytes:
    """JPEG with a place and a camera in its metadata."""
    image, written = Image.new("RGB", (60, 40), "red"), io.BytesIO()
    exif = image.getexif()
    exif[0x010F] = "Camera of Tom"
    exif.get_ifd(0x8825)[1] = "N"
    image.save(written, "JPEG", exif=exif)
    return written.getvalue()


def test_a_picture_stands_on_the_front_page_without_its_metadata(nines, club, visitor):
    assert send(nines, club, located(), caption="La mesa <b>grande</b>").status_code == 303
    for reader in (nines, visitor()):
        page = reader.get(club).text
        assert f'src="{club}/pictures/1.jpg"' in page and "La mesa &lt;b&gt;grande" in page
        answer = reader.get(f"{club}/pictures/1.jpg")
        assert answer.headers["content-type"] == "image/jpeg"
        stored = Image.open(io.BytesIO(answer.content))
        assert stored.size == (60, 40) and not stored.getexif()
        assert b"Camera of Tom" not in answer.content
    assert "Nines" not in visitor().get(club).text
    assert "añadió 1 imagen." in nines.get(f"{club}/log").text
    services = nines.client.app.state.services
    with services.store.read() as work:
        found, _ = work.users.find_by_name(name_key("Nines"))
        assert work.club_pictures.damaged() == []
    [kept] = json.loads(account_export.export_account(services, found.id))["club_pictures"]
    assert base64.b64decode(kept["jpeg"]) == answer.content


def test_refused_files_and_too_many_are_named_and_the_caption_stays(nines, club):
    answer = send(nines, club, b"no picture", caption="Al atardecer")
    assert answer.status_code == 422 and "no es una imagen" in answer.text
    assert 'value="Al atardecer"' in answer.text
    for one in range(3):
        send(nines, club, *map(picture, COLOURS[4 * one : 4 * one + 4]))
    assert nines.get(club).text.count(f'src="{club}/pictures/') == 12
    assert f'action="{club}/pictures"' not in nines.get(f"{club}/pictures").text
    form = form_with(nines.get(club + "/calendar"), do="add")
    again = nines.client.post(
        f"{club}/pictures", data={"csrf": form.fields["csrf"]}, files=files_of(picture("plum"))
    )
    assert again.status_code == 422 and "13" in again.text


@pytest.mark.parametrize("role", ["member", "scribe"])
def test_members_see_and_scribes_add_and_remove_their_own(nines, club, visitor, role):
    tom = member(visitor, nines, club, "Tom")
    send(nines, club, picture())
    if role == "scribe":
        form = form_with(nines.get(f"{club}/members"), user=id_of(tom))
        nines.send(form, do="give", role="scribe")
        assert send(tom, club, picture("blue")).status_code == 303
        assert tom.get(f"{club}/pictures/1/remove").status_code == 404
        path = f"{club}/pictures/2/remove"
        assert tom.send(form_to(tom.get(path).text, path)).status_code == 303
        assert tom.get(f"{club}/pictures/2.jpg").status_code == 404
    else:
        assert tom.get(f"{club}/pictures").status_code == 404
        assert "/pictures/1.jpg" in tom.get(club).text
        assert tom.post(f"{club}/pictures/1/remove").status_code == 404
    assert nines.get(f"{club}/pictures/1.jpg").status_code == 200


def id_of(one) -> str:
    services = one.client.app.state.services
    with services.store.read() as work:
        return str(work.users.find_by_name(name_key("Tom"))[0].id)


def test_pictures_disappear_with_the_words_of_a_club(nines, club, visitor):
    send(nines, club, picture())
    services, number = nines.client.app.state.services, int(club.rsplit("/", 1)[1])
    with services.store.write() as work:
        work.clubs.change_club(number, hidden=True)
        work.commit()
    assert "/pictures/1.jpg" not in visitor().get(club).text
    assert visitor().get(f"{club}/pictures/1.jpg").status_code == 404
