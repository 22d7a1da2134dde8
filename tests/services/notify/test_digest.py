"""Digest since the last visit: numbered, short, also as plain text, and without secrets of
others.
"""

from __future__ import annotations

import pytest

from app.kernel import table_orders
from app.services.notify import digest
from app.services.play import orders
from app.services.watch import game_view
from tests.contract.tiny.parry import Answer, Strike
from tests.contract.tiny.sealed import Choose

SOFT = Strike(hard=False)


def says(found, language="en"):
    return [item.says.in_(language) for item in found.items]


def duel(services, game, people, command):
    """Duel in which both sides strike and are answered."""
    red, blue = people[0].id, people[1].id
    for after, (who, order) in enumerate(
        [(red, SOFT), (blue, Answer(parry=True)), (blue, SOFT), (red, Answer(parry=True))], start=1
    ):
        orders.declare_order(services, game.id, who, command(), after, order)


def test_a_player_is_told_moves_of_others_and_not_the_own_moves(services, people, started, command):
    game = started("parry")
    orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT)
    red, blue = (game_view.load_view(services, game.id, person.id) for person in people[:2])
    assert "Struck" not in says(digest.make_digest(red))
    assert "Struck" in says(digest.make_digest(blue))
    assert digest.make_digest(blue).is_for_me


def test_news_stay_while_the_player_decides_and_end_with_the_decision(
    services, people, started, command
):
    game = started("parry")
    orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT)
    for _ in range(2):
        blue = game_view.load_view(services, game.id, people[1].id)
        assert "Struck" in says(digest.make_digest(blue))
        game_view.record_visit(services, blue)
    orders.declare_order(services, game.id, people[1].id, command(), 2, Answer(parry=True))
    assert "Struck" in says(
        digest.make_digest(game_view.load_view(services, game.id, people[1].id))
    )  # the player owes a decision
    orders.declare_order(services, game.id, people[1].id, command(), 3, SOFT)
    assert says(digest.make_digest(game_view.load_view(services, game.id, people[1].id))) == []


def test_news_before_the_own_last_move_are_told_if_unseen(services, people, started, command):
    """A player who orders without a visit, such as a program, is told all since the last visit."""
    game = started("parry")
    game_view.record_visit(services, game_view.load_view(services, game.id, people[0].id))
    duel(services, game, people, command)
    assert says(digest.make_digest(game_view.load_view(services, game.id, people[0].id))) == [
        "Answered",
        "Struck",
    ]


def test_spectators_and_moments_past_get_the_turn_so_far(services, people, started, command):
    game = started("parry")
    orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT)
    orders.declare_order(services, game.id, people[1].id, command(), 2, Answer(parry=True))
    orders.declare_order(services, game.id, people[1].id, command(), 3, SOFT)
    stranger, past = (
        game_view.load_view(services, game.id),
        game_view.load_view(services, game.id, people[1].id, at=3),
    )
    assert (says(digest.make_digest(stranger)), digest.make_digest(stranger).is_for_me) == (
        ["Struck"],
        False,
    )
    assert says(digest.make_digest(past)) == ["Struck", "Answered"]


def test_a_digest_tells_no_secret(services, people, started, command):
    game = started("sealed")
    orders.declare_order(services, game.id, people[0].id, command(), 1, Choose("rock"))
    for viewer in (people[1].id, None):
        seen = game_view.load_view(services, game.id, viewer)
        assert "rock" not in digest.digest_text(seen, "en") + str(digest.make_digest(seen))


def test_moves_of_the_server_are_told_and_undone_moves_are_not(services, people, started, command):
    game = started("parry")
    orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT)
    orders.declare_order(services, game.id, people[0].id, command(), 2, table_orders.TakeBack())
    orders.declare_order(services, game.id, people[1].id, command(), 3, table_orders.OfferDraw())
    seen = game_view.load_view(services, game.id, people[0].id)
    assert says(digest.make_digest(seen)) == ["Placed", "Blue: offers a draw."]
    assert says(digest.make_digest(seen), "es") == ["Placed", "Blue: ofrece tablas."]


def test_a_digest_has_a_plain_text_for_mail(services, people, started, command):
    game = started("parry")
    orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT)
    blue = game_view.load_view(services, game.id, people[1].id)
    assert (
        digest.digest_text(blue, "en")
        == "So far:\n\n1. Placed\n2. Struck\n\nNow: Answer the blow.\n"
    )
    assert (
        digest.digest_text(blue, "es")
        == "Hasta ahora:\n\n1. Placed\n2. Struck\n\nAhora: Responde al golpe.\n"
    )


def test_a_long_digest_keeps_only_the_last_items(services, people, started, command, monkeypatch):
    monkeypatch.setattr(digest, "MOST", 1)
    game = started("parry")
    game_view.record_visit(services, game_view.load_view(services, game.id, people[0].id))
    duel(services, game, people, command)
    red = game_view.load_view(services, game.id, people[0].id)
    assert (says(digest.make_digest(red)), digest.make_digest(red).left_out) == (["Struck"], 1)
    assert "(Before that: 1 more)" in digest.digest_text(red, "en")


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_waiting_table_has_no_digest(services, people, language):
    from app.services.play import lobby

    game = lobby.open_table(services, people[0].id, "parry", "plain")
    assert digest.make_digest(game_view.load_view(services, game.id, people[0].id)).items == ()
