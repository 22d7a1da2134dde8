"""Chat of a club on its page, and its stream."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from app.services.clubs import club_chat, members
from app.services.people import accounts
from app.web.club_streams import stream_chat
from tests.services.clubs.staffed_club import StaffedClub
from tests.web.circle import text_of
from tests.web.reading import forms_on
from tests.web.watching import stream_state


@pytest.fixture
def staffed(app, web) -> StaffedClub:
    return StaffedClub(app.state.services)


def visitor_of(staffed: StaffedClub, role: str) -> accounts.Visitor:
    return accounts.Visitor(accounts.load_user(staffed.services, staffed.ids[role]), "", 0)


async def heard_until_the_end(staffed: StaffedClub, role: str, acts) -> str:
    """Frames of a stream that begins before the first message. Each act follows a frame; the stream
    must end within ten seconds.
    """
    state = stream_state(staffed.services)
    request = SimpleNamespace(app=SimpleNamespace(state=state), headers={})
    stream, heard, left = (
        stream_chat(request, staffed.club, visitor_of(staffed, role), 0, 0),
        "",
        [*acts],
    )
    try:
        async with asyncio.timeout(10):
            async for page in stream:
                heard += page.plain.decode()
                if left:
                    act = left.pop(0)
                    asyncio.get_running_loop().call_later(0.3, act)
    finally:
        await stream.aclose()
    return heard


def write(staffed: StaffedClub, text: str) -> None:
    club_chat.write_message(staffed.services, staffed.club, staffed.ids["owner"], text)


def test_a_stream_ends_with_the_membership(staffed):
    def remove() -> None:
        members.remove_member(
            staffed.services, staffed.club, staffed.ids["owner"], staffed.ids["member"]
        )
        write(staffed, "secret")

    heard = asyncio.run(
        heard_until_the_end(staffed, "member", [lambda: write(staffed, "Hello."), remove])
    )
    assert "event: moved\ndata: 1\n" in heard and "data: 2" not in heard
    assert "Hello." not in heard, "the stream carries numbers only"


def test_a_stream_is_for_members_only(app, visitor):
    nines = visitor().register("Nines")
    form = next(one for one in forms_on(nines.get("/clubs/new").text) if one.action == "/clubs")
    club = nines.send(form, name="Dragones").headers["location"]
    tom = visitor().register("Tom")
    assert tom.get(f"{club}/chat/events").status_code == 404
    assert tom.get(f"{club}/chat").status_code == 404


def test_members_chat_report_and_hide(visitor):
    nines = visitor().register("Nines")
    form = next(one for one in forms_on(nines.get("/clubs/new").text) if one.action == "/clubs")
    club = nines.send(form, name="Dragones", entry="open").headers["location"]
    tom = visitor().register("Tom")
    tom.post(club, do="join")
    tom.post(f"{club}/chat", do="write", text="Hi <b>all</b>\n- dice")
    page = nines.get(f"{club}/chat")
    assert "Hi &lt;b&gt;all&lt;/b&gt;" in page.text and "<li>dice</li>" in page.text
    assert f'data-stream="{club}/chat/events?news=1"' in page.text
    part = nines.get(f"{club}/chat?part=list").text
    assert part.strip().startswith('<div id="club-chat-list" data-news="1">')
    assert tom.post(f"{club}/chat", do="write", text=" ").status_code == 422
    kept = tom.post(f"{club}/chat", do="write", text="y" * 501)
    assert kept.status_code == 422 and "y" * 501 in kept.text
    assert tom.post(f"{club}/chat", do="hide", message="1").status_code == 422
    done = nines.post(f"{club}/chat/1/report", reason="That is rude.")
    assert "A moderator will look at it." in text_of(done.text)
    assert nines.post(f"{club}/chat", do="hide", message="1").status_code == 303
    assert "Removed by an organiser." in text_of(tom.get(f"{club}/chat").text)
    assert "Hi &lt;b" not in tom.get(f"{club}/chat/1").text
    nines.post(f"{club}/news", do="announce", title="Open day", public="1")
    assert tom.post(f"{club}/news/1/report", reason="x").status_code == 422
    assert "Thank you" in text_of(tom.post(f"{club}/news/1/report", reason="Spam.").text)
