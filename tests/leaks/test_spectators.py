"""Twin worlds: spectators write many messages in one and none in the other.

Until the end the players get the same bytes from every outlet.
"""

from __future__ import annotations

import argon2
import pytest

from app.kernel.table_orders import Concede
from app.services.people import (
    accounts,
    blocking,
    complaints,
    moderation,
    password_hashes,
    spectator_chat,
)
from tests.api.conftest import ROOT
from tests.contract.tiny import TINY, sealed
from tests.leaks.outlets import HTMX, Probe, everything, sent
from tests.leaks.secret import table
from tests.leaks.still import stand_still
from tests.leaks.worlds import World, logged

PLAYERS = ("other", "own")
SAID = "The mill is undefended"
PAGES = (
    "/spectators",
    "/remarks/1",
    "/remarks/2",
    "?tab=spectators",
    "/text",
    "/at/1",
    "/at/1/text",
    "/events?after=0&messages=0&remarks=0&shown=spectators&watching=1",
)
OPERATIONS = (
    "/remarks",
    "/remarks?after=1",
    "/remarks?about=1",
    "/watching",
    "/notes",
    "/events?after=0&letters=0&hall=0",
)


def of_the_chat(world: World) -> dict[str, tuple]:
    """Answers to players about the spectator chat, to their tries to write and report there, and to
    their notes.
    """
    found, game = {}, f"/games/{world.game.id}"
    for who in PLAYERS:
        pages, program = world.callers[who], world.programs[who]
        answers = (
            {path: pages.client.get(game + path, follow_redirects=False) for path in PAGES}
            | {
                f"htmx {path}": pages.client.get(game + path, headers=HTMX)
                for path in ("/spectators", "?tab=spectators", "?tab=log")
            }
            | {f"api {path}": program.client.get(ROOT + game + path) for path in OPERATIONS}
            | {
                f"send {path} {fields}": pages.client.post(
                    game + path, data={"csrf": pages.csrf, **fields}, follow_redirects=False
                )
                for path, fields in (
                    ("/remarks", {"text": "?"}),
                    ("/remarks", {"text": "?", "about": "1"}),
                    ("/remarks/1/report", {"reason": "Rude"}),
                    ("/notes", {"about": "1", "text": "I should not have"}),
                )
            }
            | {
                "account": pages.client.get("/account/export"),
                "judges": pages.client.get("/moderation"),
                "judged": pages.client.post(
                    "/moderation/1", data={"csrf": pages.csrf, "act": "dismiss"}
                ),
            }
        )
        found |= {
            f"{who} {name}": (
                one.status_code,
                sorted((key, value) for key, value in one.headers.items() if key != "date"),
                one.content,
            )
            for name, one in answers.items()
        }
    return found


def speaks(world: World) -> None:
    """Write messages in one of the worlds, on moves and on none, with a complaint and a removal.

    One of the authors is blocked by a player.
    """
    member, judge = world.ids["member"], world.ids["judge"]
    blocking.block_user(world.services, world.ids["own"], member)
    for number in range(60 * world.secret):
        spectator_chat.write_remark(
            world.services,
            world.game.id,
            member,
            f"{SAID} {number}",
            about=1 if number % 2 else None,
        )
    if world.secret:
        spectator_chat.write_remark(world.services, world.game.id, judge, "Mind your words")
        complaints.complain_about_remark(world.services, world.game.id, judge, 1, "Too loud")
        moderation.act_on_complaint(
            world.services,
            judge,
            moderation.load_moderation_page(world.services, judge).waiting[0][0].id,
            "hide",
        )
        complaints.complain_about_remark(world.services, world.game.id, judge, 2, "Still too loud")


def told(patch, template, folder, number: int) -> tuple[dict, World]:
    stand_still(patch)
    patch.setattr(
        password_hashes,
        "password_hasher",
        argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1, salt_len=8),
    )
    with logged() as log:
        world = World(template, folder, number, TINY)
        world.ids["judge"] = accounts.register(world.services, "Judge", "a long enough sentence").id
        for who in ("judge", "other"):
            moderation.act_as_administrator(world.services, world.ids[who], "name")
        with world.posted(patch), world.services.presence.watching(0, None):
            table(world, "sealed", "north", "south")
            with (
                world.services.presence.watching(world.game.id, world.ids["member"]),
                world.services.presence.watching(world.game.id, None),
            ):
                speaks(world)
                world.gives("north", sealed.Choose("rock"))
                found = everything(world, Probe(), PLAYERS, thorough=False) | of_the_chat(world)
                assert (
                    SAID
                    not in world.callers["other"]
                    .client.get(f"/games/{world.game.id}/spectators")
                    .text
                )
                found |= {
                    f"sent {name}": answer
                    for name, answer in sent(
                        world, Probe(orders=()), PLAYERS[:1], thorough=False
                    ).items()
                }
            found["post"] = world.post()
        found["log"], found["figures"] = log.lines, world.figures()
    return found, world


@pytest.mark.slow
def test_players_cannot_tell_whether_anything_was_said(migrated_sqlite, tmp_path):
    found = []
    for number in (0, 1):
        with pytest.MonkeyPatch.context() as patch:
            found.append(told(patch, migrated_sqlite, tmp_path, number))
    (silent, _), (loud, world) = found
    assert list(silent) == list(loud) and len(loud) > 100
    assert [outlet for outlet in loud if loud[outlet] != silent[outlet]] == []
    chat = f"/games/{world.game.id}/spectators"
    if world.history.now.ending is None:  # otherwise one of the forms concedes the game
        world.gives("south", Concede())
    assert all(
        SAID in world.callers[who].client.get(chat).text
        for who in ("member", "other", "own", "stranger")
    )
    world.services.close()
