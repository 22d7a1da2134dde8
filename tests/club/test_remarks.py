"""What those who watch say, and what players note for themselves: who reads it, who writes it, what moderators see of it."""
import json

import pytest

from app.club import accounts, blocking, leaving, moderation, notes, play, programs, remarks, watch
from app.club.limits import LIMITS
from app.club.problems import NoSuchGame, NotYourSeat, TooOften
from app.kernel import table
from app.kernel.refusal import Refused
from app.store import rows


def end(club, game, who, command) -> None:
    play.declare(club, game.id, who.id, command(), 1, table.Concede())


def refused(call, *given, **more) -> str:
    with pytest.raises(Refused) as no:
        call(*given, **more)
    return no.value.refusals[0].rule


def test_players_read_nothing_until_the_end(club, people, started, command):
    game = started("parry")
    one, looker, other = people[0], people[2], people[3]
    first = remarks.write(club, game.id, looker.id, "  Bold! \r\n <b> ")
    second = remarks.write(club, game.id, other.id, "The beginning", about=1)
    assert (first.number, first.text, first.after, first.about, first.name) == (1, "Bold!\n<b>", 1, None, looker.name)
    assert (second.number, second.about) == (2, 1)
    for reader in (looker.id, other.id, None):
        assert remarks.read(club, game.id, reader) == [first, second]
    assert remarks.read(club, game.id, None, after=1) == remarks.read(club, game.id, None, about=1) == [second]
    assert remarks.read(club, game.id, one.id) == remarks.read(club, game.id, people[1].id) == []
    assert refused(remarks.write, club, game.id, one.id, "Thank you") == "CAR-HAL-02"
    end(club, game, one, command)
    assert remarks.read(club, game.id, one.id) == [first, second]
    assert remarks.write(club, game.id, one.id, "Thank you").number == 3


def test_whoever_takes_a_seat_loses_what_he_read(club, people, started):
    game, looker = started("parry"), people[2]
    remarks.write(club, game.id, looker.id, "I know what he plans")
    with club.store.write() as work:
        seat = work.seats.of(game.id)[0]
        work.seats.change(game.id, seat.seat, user_id=looker.id, name=looker.name)
        work.commit()
    assert remarks.read(club, game.id, looker.id) == []
    assert refused(remarks.write, club, game.id, looker.id, "And now?") == "CAR-HAL-02"


def test_whoever_passed_his_seat_on_is_kept_out_until_the_end(club, started, people, judges, command):
    """He knows what one side saw."""
    game, looker = started("parry"), people[2]
    with club.store.write() as work:
        seat = work.seats.of(game.id)[1]
        work.former.add(rows.Former(game.id, seat.seat, 1, judges[0].id, judges[0].name))
        work.commit()
    said = remarks.write(club, game.id, looker.id, "He hides in the mill")
    moderation.report_remark(club, game.id, people[3].id, said.number, "Rude")
    assert remarks.read(club, game.id, judges[0].id) == [] and watch.follow(club, game.id, judges[0].id).remarks is None
    assert refused(remarks.write, club, game.id, judges[0].id, "No, behind it") == "CAR-HAL-02"
    with pytest.raises(NoSuchGame):
        moderation.report_remark(club, game.id, judges[0].id, said.number, "Rude")
    assert moderation.desk(club, judges[0].id).waiting == () != moderation.desk(club, judges[1].id).waiting
    end(club, game, people[0], command)
    assert remarks.read(club, game.id, judges[0].id) == [said] and moderation.desk(club, judges[0].id).waiting
    assert remarks.write(club, game.id, judges[0].id, "Behind it").number == 2


def test_halls_count_for_themselves(club, people, started):
    """A number tells nothing of what is said elsewhere."""
    one, other = started("parry"), started("parry")
    assert [remarks.write(club, game.id, people[3].id, "Look").number for game in (one, other, one, other)] == [1, 1, 2, 2]


@pytest.mark.parametrize(("text", "about", "rule"), [
    ("", None, "CAR-HAL-01"), (" \n ", None, "CAR-HAL-01"), ("x" * 501, None, "CAR-HAL-01"), ("x", 2, "CAR-HAL-03"),
    ("x", 0, "CAR-HAL-03"), ("x", -1, "CAR-HAL-03")])
def test_what_is_no_remark(club, people, started, text, about, rule):
    assert refused(remarks.write, club, started("parry").id, people[3].id, text, about) == rule


def test_nobody_speaks_before_the_beginning_nor_where_he_may_not_look(club, people, started):
    from app.club import lobby
    waiting = lobby.open_table(club, people[0].id, "parry", "plain", "")
    assert refused(remarks.write, club, waiting.id, people[3].id, "Early") == "CAR-HAL-03"
    private, closed = started("parry", visibility="private"), started("parry", spectators=False)
    for game in (private, closed):
        for call in (remarks.read, lambda *where: remarks.write(*where, "Hello")):
            with pytest.raises(NoSuchGame):
                call(club, game.id, people[3].id)
    assert remarks.write(club, private.token, people[3].id, "By the link").number == 1


def test_whom_one_has_blocked_one_does_not_read(club, people, started):
    game, one, other = started("parry"), people[2], people[3]
    said = [remarks.write(club, game.id, who.id, "Hm") for who in (one, other)]
    blocking.block(club, one.id, other.id)
    assert remarks.read(club, game.id, one.id) == said[:1] and remarks.read(club, game.id, other.id) == said


def test_muted_members_and_programs_that_may_not_write(club, people, started):
    game = started("parry")
    moderation.by_the_keeper(club, people[3].id, "mute", days=1)
    assert refused(remarks.write, club, game.id, people[3].id, "But") == "CAR-MOD-01"
    owner = accounts.register(club, "Owner", "a long enough sentence")
    walker = programs.create(club, owner.id, "Walker").user
    assert refused(remarks.write, club, game.id, walker.id, "Beep") == "CAR-PRG-03"


def test_a_full_hall_takes_nothing_from_the_letters(club, people, started):
    from app.club import letters
    game = started("parry")
    for _ in range(LIMITS["remarks"].user):
        remarks.write(club, game.id, people[3].id, "again")
    with pytest.raises(TooOften):
        remarks.write(club, game.id, people[3].id, "again")
    assert "remarks" in LIMITS and letters.write(club, game.id, people[0].id, "Undisturbed").text == "Undisturbed"


# ---------------------------------------------------------------------- moderators
@pytest.fixture
def judges(club):
    """Two moderators."""
    found = [accounts.register(club, f"Judge {number}", "a long enough sentence") for number in (1, 2)]
    for one in found:
        moderation.by_the_keeper(club, one.id, "name")
    return found


def test_a_moderator_judges_but_not_of_his_own_game(club, people, started, judges, command):
    game = started("parry")
    with club.store.write() as work:
        work.seats.change(game.id, work.seats.of(game.id)[1].seat, user_id=judges[0].id, name=judges[0].name)
        work.commit()
    said = remarks.write(club, game.id, people[3].id, "You fool")
    moderation.report_remark(club, game.id, people[2].id, said.number, "That is rude.")
    moderation.report_remark(club, game.id, people[2].id, said.number, "That is rude.")          # a second one changes nothing
    assert moderation.desk(club, judges[0].id).waiting == ()
    complaint, about, written = moderation.desk(club, judges[1].id).waiting[0]
    assert (complaint.letter, complaint.game_id, about.id, written) == ("You fool", game.id, people[3].id, said)
    with pytest.raises(NoSuchGame):
        moderation.act(club, judges[0].id, complaint.id, "hide")
    before = remarks.news(club, game.id)
    moderation.act(club, judges[1].id, complaint.id, "hide")
    assert remarks.news(club, game.id) > before
    assert remarks.read(club, game.id)[0].text == "" and remarks.read(club, game.id)[0].hidden
    assert "hide" not in {act.what for act in moderation.desk(club, judges[0].id).done}
    assert "hide" in {act.what for act in moderation.desk(club, judges[1].id).done}
    end(club, game, people[0], command)
    assert "hide" in {act.what for act in moderation.desk(club, judges[0].id).done}


def test_players_complain_of_nothing_that_they_cannot_read(club, people, started):
    game = started("parry")
    said = remarks.write(club, game.id, people[3].id, "Hm")
    for who, number in ((people[0], said.number), (people[2], 99)):
        with pytest.raises(NoSuchGame):
            moderation.report_remark(club, game.id, who.id, number, "Rude")
    assert refused(moderation.report_remark, club, game.id, people[3].id, said.number, "Rude") == "CAR-MOD-03"


# ---------------------------------------------------------------------- notes, and what is one's own
def test_a_note_is_its_players_alone(club, people, started, command):
    game, one, other = started("parry"), people[0], people[1]
    notes.write(club, game.id, one.id, 1, " A mistake. ")
    assert notes.write(club, game.id, one.id, 1, "No mistake.").text == "No mistake."
    assert [note.text for note in notes.of(club, game.id, one.id)] == ["No mistake."]
    assert notes.of(club, game.id, other.id) == [] and remarks.read(club, game.id) == []
    assert refused(notes.write, club, game.id, one.id, 2, "Early") == "CAR-HAL-03"
    assert refused(notes.write, club, game.id, one.id, 1, "x" * 2001) == "CAR-HAL-04"
    with pytest.raises(NotYourSeat):
        notes.write(club, game.id, people[3].id, 1, "Mine")
    end(club, game, one, command)
    assert notes.of(club, game.id, other.id) == [] and remarks.read(club, game.id, other.id) == []
    notes.write(club, game.id, one.id, 1, "")
    assert notes.of(club, game.id, one.id) == []


def test_what_one_said_goes_along_and_stays_under_a_neutral_name(club, people, started):
    game = started("parry")
    leaver = accounts.register(club, "Leaver", "a long enough sentence")
    remarks.write(club, game.id, people[3].id, "First")
    remarks.write(club, game.id, leaver.id, "Second", about=1)
    notes.write(club, game.id, people[0].id, 1, "Mine")
    kept = json.loads(leaving.everything_of(club, leaver.id))["remarks"]
    assert [(one["text"], one["about"], one["game_id"]) for one in kept] == [("Second", 1, game.id)]
    assert "number" not in kept[0]
    assert json.loads(leaving.everything_of(club, people[0].id))["notes"][0]["text"] == "Mine"
    leaving.leave_for_good(club, leaver.id, "a long enough sentence")
    stays = remarks.read(club, game.id)[1]
    assert stays.text == "Second" and stays.user_id is None and "Leaver" not in stays.name


def test_a_complaint_of_what_one_may_no_longer_read_is_not_taken_along(club, people, started):
    game, looker = started("parry"), people[2]
    said = remarks.write(club, game.id, people[3].id, "His plan is bad")
    moderation.report_remark(club, game.id, looker.id, said.number, "Rude")
    assert b"His plan" in leaving.everything_of(club, looker.id)
    with club.store.write() as work:
        work.seats.change(game.id, work.seats.of(game.id)[0].seat, user_id=looker.id, name=looker.name)
        work.commit()
    assert b"His plan" not in leaving.everything_of(club, looker.id)
