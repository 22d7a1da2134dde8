"""What happened since the last visit: numbered, short, in plain text too, and with nobody's secrets."""
from __future__ import annotations

import pytest

from app.club import digest, play, watch
from app.kernel import table
from tests.contract.tiny.parry import Answer, Strike
from tests.contract.tiny.sealed import Choose

SOFT = Strike(hard=False)


def says(found, language="en"):
    return [item.says.in_(language) for item in found.items]


def duel(club, game, people, command):
    """Red strikes and is answered, blue strikes and is answered."""
    red, blue = people[0].id, people[1].id
    for after, (who, order) in enumerate([(red, SOFT), (blue, Answer(parry=True)), (blue, SOFT), (red, Answer(parry=True))], start=1):
        play.declare(club, game.id, who, command(), after, order)


def test_a_player_is_told_what_others_have_done_and_not_what_he_did_himself(club, people, started, command):
    game = started("parry")
    play.declare(club, game.id, people[0].id, command(), 1, SOFT)
    red, blue = (watch.look(club, game.id, person.id) for person in people[:2])
    assert "Struck" not in says(digest.digest(red))
    assert "Struck" in says(digest.digest(blue))
    assert digest.digest(blue).is_for_me


def test_it_stays_while_the_player_decides_and_goes_when_he_waits(club, people, started, command):
    game = started("parry")
    play.declare(club, game.id, people[0].id, command(), 1, SOFT)
    for _ in range(2):
        blue = watch.look(club, game.id, people[1].id)
        assert "Struck" in says(digest.digest(blue))
        watch.visited(club, blue)
    play.declare(club, game.id, people[1].id, command(), 2, Answer(parry=True))
    assert "Struck" in says(digest.digest(watch.look(club, game.id, people[1].id)))            # he is to strike himself
    play.declare(club, game.id, people[1].id, command(), 3, SOFT)
    assert says(digest.digest(watch.look(club, game.id, people[1].id))) == []


def test_what_was_missed_before_the_own_last_move_is_told_too(club, people, started, command):
    """Who orders without looking (by a program, say) is told everything since he last looked."""
    game = started("parry")
    watch.visited(club, watch.look(club, game.id, people[0].id))
    duel(club, game, people, command)
    assert says(digest.digest(watch.look(club, game.id, people[0].id))) == ["Answered", "Struck"]


def test_spectators_and_moments_past_get_the_turn_so_far(club, people, started, command):
    game = started("parry")
    play.declare(club, game.id, people[0].id, command(), 1, SOFT)
    play.declare(club, game.id, people[1].id, command(), 2, Answer(parry=True))
    play.declare(club, game.id, people[1].id, command(), 3, SOFT)
    stranger, past = watch.look(club, game.id), watch.look(club, game.id, people[1].id, at=3)
    assert (says(digest.digest(stranger)), digest.digest(stranger).is_for_me) == (["Struck"], False)
    assert says(digest.digest(past)) == ["Struck", "Answered"]


def test_nobody_is_told_a_secret(club, people, started, command):
    game = started("sealed")
    play.declare(club, game.id, people[0].id, command(), 1, Choose("rock"))
    for viewer in (people[1].id, None):
        seen = watch.look(club, game.id, viewer)
        assert "rock" not in digest.in_words(seen, "en") + str(digest.digest(seen))


def test_the_house_speaks_too_and_what_was_taken_back_is_not_told(club, people, started, command):
    game = started("parry")
    play.declare(club, game.id, people[0].id, command(), 1, SOFT)
    play.declare(club, game.id, people[0].id, command(), 2, table.TakeBack())
    play.declare(club, game.id, people[1].id, command(), 3, table.OfferDraw())
    seen = watch.look(club, game.id, people[0].id)
    assert says(digest.digest(seen)) == ["Placed", "Blue: offers a draw."]
    assert says(digest.digest(seen), "es") == ["Placed", "Blue: ofrece tablas."]


def test_a_mail_can_carry_it(club, people, started, command):
    game = started("parry")
    play.declare(club, game.id, people[0].id, command(), 1, SOFT)
    blue = watch.look(club, game.id, people[1].id)
    assert digest.in_words(blue, "en") == "Since your last visit:\n\n1. Placed\n2. Struck\n\nNow: Answer the blow.\n"
    assert digest.in_words(blue, "es") == "Desde tu última visita:\n\n1. Placed\n2. Struck\n\nAhora: Responde al golpe.\n"


def test_of_very_much_only_the_last_is_told(club, people, started, command, monkeypatch):
    monkeypatch.setattr(digest, "MOST", 1)
    game = started("parry")
    watch.visited(club, watch.look(club, game.id, people[0].id))
    duel(club, game, people, command)
    red = watch.look(club, game.id, people[0].id)
    assert (says(digest.digest(red)), digest.digest(red).left_out) == (["Struck"], 1)
    assert "(Before that: 1 more)" in digest.in_words(red, "en")


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_table_that_waits_has_nothing_to_tell(club, people, language):
    from app.club import lobby

    game = lobby.open_table(club, people[0].id, "parry", "plain")
    assert digest.digest(watch.look(club, game.id, people[0].id)).items == ()
