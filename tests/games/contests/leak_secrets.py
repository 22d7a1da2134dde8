"""Secret facts of a contest for the leak tests (tests/leaks): the draft of a round with its groups
or divisions. Payments are secret too, line-ups of teams, army lists before they are opened, and the
link to a private season. So are hidden ratings, where the sign-up asks for a rating.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from contextlib import suppress

from PIL import Image

from app.games.contests import orders as o
from app.kernel.rating import Rating
from app.kernel.rating_periods import WEB, WeeklyRating
from app.kernel.refusal import Refused
from app.kernel.table_orders import Concede
from app.services.clubs import clubs
from app.services.clubs.clubs import ClubTerms
from app.services.people import accounts, player_chat
from app.services.play import chronicle_words, lobby, open_seats, orders, photographs
from app.services.play.picture_encoding import Picture, encode_picture
from app.services.play.rating_worker import RatingWorker
from app.services.play.season_links import invite_entrants
from app.services.watch import player_ratings
from tests.duels import each_decides
from tests.leaks.outlets import Probe
from tests.leaks.secret import Look, Secret
from tests.leaks.worlds import PASSWORD, World
from tests.sample_games import HEX_GAME

ARMIES = {"battle": "heart_of_africa/encounter", "of_points": "300", "lists": "yes"}
ARMY = {
    "list": "native_kingdom",
    "nation": "luba",
    "year": 1880,
    "points": 300,
    "scenario": "encounter",
    "role": "none",
    "leader": {"type": "spearman", "traits": ["charismatic"], "trait_rolled": True},
}
CHESS = {"fee": "5 euros", "battle": "in_words", "words": "Chess"}
DIVISIONS = CHESS | {"divisions": "2"}
TEAMS = CHESS | {"team_size": "2", "places": "8"}
GROUPS = CHESS | {"groups": "2", "advance": "1", "seeded": "yes"}


def signed_up(world: World, form: str, terms: Mapping[str, str]) -> int:
    """Number of a contest with three entrants; the owner of the secret organises it."""
    world.comes("native")
    services, ids = world.services, world.ids
    game = lobby.open_table(services, ids["own"], "contests", form, "referee", terms=terms)
    game = lobby.join_table(services, game.id, ids["other"], "p1")
    game = lobby.join_table(services, game.id, ids["native"], "p2")
    world.sits(game, p1="other", p2="native", referee="own", p3="member")
    world.gives("p1", o.Enter("Ana"))
    world.gives("p2", o.Enter("Bea"))
    open_seats.take_seat(services, game.id, ids["member"], "in", o.Enter("Carla"))
    return game.id


def contest(world: World) -> None:
    """Swiss contest of three entrants whose sign-up is closed."""
    signed_up(world, "swiss", CHESS)
    world.gives("referee", o.CloseSignUp(), {"lot": [1, 1]})


def a_round_is_drafted(world: World, look: Look) -> None:
    """The organiser has exchanged other entrants of the draft in each world. In one world Ana has
    paid, in the other Carla. Bea and strangers look.
    """
    contest(world)
    world.gives("referee", o.MarkPaid(("p1", "p3")[world.secret]))
    world.gives("referee", o.DraftRound(), {"lot": [1, 1]})
    world.gives("referee", o.SwapEntrants(("p1", "p2")[world.secret], "p3"))
    look("drafted")


def a_later_round_is_drafted(world: World, look: Look) -> None:
    """After a closed round, whose chapter all read, the draft of the next one differs. The
    organiser has exchanged other entrants in each world. Bea and strangers look, also at the
    chronicle.
    """
    game = signed_up(world, "swiss", CHESS)
    world.comes("fourth")
    open_seats.take_seat(world.services, game, world.ids["fourth"], "in-4", o.Enter("Dora"))
    for order in (o.CloseSignUp(), o.DraftRound(), o.PublishRound()):
        world.gives("referee", order, {"lot": [1, 1, 1]})
    for one in world.state.open_pairings():
        world.gives("referee", o.Decide(one.key, one.first, 5, 2))
    world.gives("referee", o.DraftRound(), {"lot": [1, 1, 1]})
    pairs = [one.entrants for one in world.state.draft]
    world.gives("referee", o.SwapEntrants(pairs[0][0], pairs[1][world.secret]))
    look("drafted")


def groups_are_dealt(world: World, look: Look) -> None:
    """The groups are dealt otherwise in each world; the first round is a draft."""
    game = signed_up(world, "groups", GROUPS)
    world.comes("fourth")
    open_seats.take_seat(world.services, game, world.ids["fourth"], "in-4", o.Enter("Dora"))
    world.gives("referee", o.CloseSignUp(), {"lot": [1, 1, 1]})
    world.gives("referee", o.SeedEntrants(("p1", "p2", "p3", "p4")))
    world.gives("referee", o.DraftRound(), {"group": [1, 1 + world.secret]})
    look("dealt")


def two_teams(world: World, terms: Mapping[str, str]) -> None:
    """A contest with the Falcons and the Owls. Each team has its captain and a named friend."""
    world.comes("native")
    services, ids = world.services, world.ids
    game = lobby.open_table(services, ids["native"], "contests", "robin", "referee", terms=terms)
    game = lobby.join_table(services, game.id, ids["own"], "p1")
    game = lobby.join_table(services, game.id, ids["other"], "p2")
    world.sits(game, p1="own", p2="other", referee="native")
    for seat, team, player in (("p1", "Falcons", "Ana"), ("p2", "Owls", "Bea")):
        world.gives(seat, o.Enter(team, player=player))
        world.gives(seat, o.NamePlayer(f"Friend of {player}"))


def a_line_up_is_set(world: World, look: Look) -> None:
    """A captain has set another line-up in each world, beside the draft of the organiser. The
    captain of the other team, the organiser and strangers look.
    """
    two_teams(world, TEAMS)
    world.gives("referee", o.CloseSignUp(), {"lot": [1]})
    world.gives("referee", o.DraftRound())
    players = ("p1~1", "p1~2")
    world.gives("p1", o.SetLineUp(players[::-1] if world.secret else players))
    look("lined up")


def divisions_are_drafted(world: World, look: Look) -> None:
    """The first round is drafted with its divisions in one world. In the other the organiser has
    noted a payment instead. Lots and seeds are public, so the draft is derived.
    """
    game = signed_up(world, "robin", DIVISIONS)
    world.comes("fourth")
    open_seats.take_seat(world.services, game, world.ids["fourth"], "in-4", o.Enter("Dora"))
    world.gives("referee", o.CloseSignUp(), {"lot": [1, 1, 1]})
    world.gives("referee", (o.MarkPaid("p3"), o.DraftRound())[world.secret])
    look("drafted")


def a_next_season_is_private(world: World, look: Look) -> None:
    """A finished contest has a private next season in one world only. In both worlds the same two
    entrants are invited to the same private contest.
    """
    services, ids = world.services, world.ids
    for name in ("native", "fourth"):
        world.comes(name)
    first = lobby.open_table(
        services, ids["own"], "contests", "robin", "referee", terms=CHESS, gathers=True
    )
    world.sits(first, referee="own")
    for name in ("native", "fourth"):
        open_seats.take_seat(services, first.id, ids[name], f"in-{name}", o.Enter(name))
    for order in (o.CloseSignUp(), o.DraftRound(), o.PublishRound()):
        world.gives("referee", order, {"lot": [1]})
    for one in world.state.open_pairings():
        world.gives("referee", o.Decide(one.key, one.first))
    world.gives("referee", o.CloseContest())
    terms = CHESS | ({"earlier": first.address} if world.secret else {})
    hidden = {"visibility": "private", "terms": terms}
    later = lobby.open_table(
        services, ids["own"], "contests", "robin", "referee", gathers=True, **hidden
    )
    if not world.secret:
        with services.store.write() as work:
            invite_entrants(services, work, later, first, ids["own"])
            work.commit()
    look("linked")


def a_request_to_play(world: World, look: Look) -> None:
    """Ana has asked her opponent to play at once, who accepts in one world only. Carla and
    strangers look.
    """
    game = signed_up(world, "swiss", CHESS)
    world.comes("fourth")
    open_seats.take_seat(world.services, game, world.ids["fourth"], "in-4", o.Enter("Dora"))
    world.gives("referee", o.CloseSignUp(), {"lot": [1, 1, 1]})
    world.gives("referee", o.DraftRound(), {"lot": [1, 1, 1]})
    world.gives("referee", o.PublishRound())
    world.gives("p1", o.AskToPlay("r1.1"))
    world.gives("p2", o.AnswerToPlay("r1.1", accept=bool(world.secret)))
    look("answered")


def a_list_is_sent(world: World, look: Look) -> None:
    """Ana has sent one of two army lists; the organiser, Bea and strangers look."""
    world.comes("native")
    services, ids = world.services, world.ids
    game = lobby.open_table(services, ids["other"], "contests", "swiss", "referee", terms=ARMIES)
    game = lobby.join_table(services, game.id, ids["own"], "p1")
    game = lobby.join_table(services, game.id, ids["native"], "p2")
    world.sits(game, p1="own", p2="native", referee="other")
    world.gives("p1", o.Enter("Ana"))
    world.gives("p2", o.Enter("Bea"))
    spearmen = (20, 18)[world.secret]
    world.gives("p1", o.SendList(ARMY | {"units": [{"spearman": 20}, {"spearman": spearmen}]}))
    look("sent")


def a_list_of_a_team_is_sent(world: World, look: Look) -> None:
    """The captain of the Falcons has sent another list for a player without an account in each
    world. The captain of the other team, the organiser and strangers look.
    """
    two_teams(world, ARMIES | {"team_size": "2", "places": "8"})
    army = ARMY | {"units": [{"spearman": 20}, {"spearman": (20, 18)[world.secret]}]}
    world.gives("p1", o.SendList(army, "p1~2"))
    look("sent")


def a_rating_is_hidden(world: World, look: Look) -> None:
    """A hidden rating and that of the only opponent, which tells it, are below the condition in one
    world. Both players try to sign up. The organiser and strangers look.
    """
    services, ids = world.services, world.ids
    for name in ("rival", "fourth"):
        world.comes(name)
    player_ratings.show_ratings(services, ids["own"], to_everybody=False)
    battle_in_private(world, "own", "rival")
    hidden = (1300.0, 1500.0)[world.secret]
    ratings = {"own": hidden, "rival": 3000.0 - hidden, "fourth": 1500.0}
    with services.store.write() as work:
        week = work.ratings.last_of_player(ids["own"])[HEX_GAME, WEB].week
        rows = [WeeklyRating(ids[name], week, Rating(one, 60.0)) for name, one in ratings.items()]
        work.ratings.replace_since(HEX_GAME, WEB, 0, rows)
        work.commit()
    terms = {"battle": f"{HEX_GAME}/lady_edith", "least_rating": "1400", "most_rating": "1600"}
    game = lobby.open_table(
        services, ids["other"], "contests", "swiss", "referee", terms=terms, gathers=True
    )
    world.sits(game, referee="other")
    for name in ratings:
        with suppress(Refused):
            open_seats.take_seat(services, game.id, ids[name], f"in-{name}", o.Enter(name))
    assert [one.name for one in world.state.entrants.values()] == ["fourth"]
    look("signed up")


def battle_in_private(world: World, winner: str, loser: str) -> None:
    """Rated battle of two players that only they see."""
    services, ids = world.services, world.ids
    more = {"rated": True, "visibility": "private"}
    game = lobby.open_table(services, ids[winner], HEX_GAME, "emboscada", "convoy", **more)
    game = lobby.join_table(services, game.address, ids[loser], "ambushers")
    last = each_decides(services, game.address, (ids[winner], ids[loser]))
    orders.declare_order(services, game.address, ids[loser], "lost", last, Concede())
    assert RatingWorker(services).sweep() == 1


def tiny_picture() -> Picture:
    written = io.BytesIO()
    Image.new("RGB", (4, 3), "blue").save(written, "PNG")
    return encode_picture(written, "blue")


def accounts_are_entrants(world: World, look: Look) -> None:
    """CAR-CLB-53: Two users take part under their own names, as entrants, organiser and scribe.
    Their accounts have other names with the same initials in each world. Visitors look
    during a round with tables and after the end.
    """
    services, ids = world.services, world.ids
    world.club = clubs.found_club(services, ids["own"], ClubTerms("Hussars", entry="open")).id
    names = (("Zuleica Yanes", "Xoan Vega"), ("Zoraida Yuste", "Xulio Varela"))[world.secret]
    one, other = (accounts.register(services, name, PASSWORD).id for name in names)
    terms = {"battle": f"{HEX_GAME}/lady_edith", "played": "here", "rounds": "1"}
    game = lobby.open_table(
        services, ids["own"], "contests", "swiss", "referee", terms=terms, gathers=True,
        referees=[names[0]], title="Cup", club=world.club,
    )  # fmt: skip
    world.sits(game, referee="own")
    for user, name in ((one, "Ana"), (other, "Bea"), (ids["other"], "Carla"), (ids["member"], "")):
        open_seats.take_seat(services, game.id, user, f"in-{user}", o.Enter(name))
    for order in (o.CloseSignUp(), o.DraftRound(), o.PublishRound()):
        world.gives("referee", order, {"lot": [1, 1, 1]})
    pairing = world.state.pairings[0]
    photographs.add_photographs(services, game.id, one, pairing.key, [tiny_picture()])
    chronicle_words.name_scribe(services, game.id, ids["own"], names[1])
    for user in (one, other):
        section = min(chronicle_words.load_illustrated(services, game.id, user).sections)
        chronicle_words.write_words(services, game.id, user, section, "It rained.")
    player_chat.write_chat_message(services, game.id, one, "Hello.")
    look("paired")
    with services.store.read() as work:
        tables = work.child_battles.of_game(game.id)
    table = next(one for one in tables if one.battle == pairing.key)
    world.sits(table)
    look("at a table")
    world.sits(game, referee="own")
    for left in world.state.open_pairings():
        world.gives("referee", o.Decide(left.key, left.first, 5, 2))
    world.gives("referee", o.CloseContest())
    look("over")


SECRETS = {
    "accounts are entrants": Secret(
        accounts_are_entrants, Probe(), ("stranger",), of_the_platform=True
    ),
    "a line-up is set": Secret(a_line_up_is_set, Probe(), ("other", "native", "stranger")),
    "a list is sent": Secret(a_list_is_sent, Probe()),
    "a list of a team is sent": Secret(
        a_list_of_a_team_is_sent, Probe(), ("other", "native", "stranger")
    ),
    "a request to play": Secret(a_request_to_play, Probe(), ("member", "stranger")),
    "groups are dealt": Secret(groups_are_dealt, Probe(), ("native", "stranger")),
    "divisions are drafted": Secret(divisions_are_drafted, Probe(), ("native", "stranger")),
    "a next season is private": Secret(a_next_season_is_private, Probe()),
    "a rating is hidden": Secret(
        a_rating_is_hidden, of_the_platform=True, own=("/account/export",)
    ),
    "a later round is drafted": Secret(a_later_round_is_drafted, Probe(), ("native", "stranger")),
    "a round is drafted": Secret(a_round_is_drafted, Probe(), ("native", "stranger")),
}
