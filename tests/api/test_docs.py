"""Examples of docs/api.md run as written, and the example bot plays a game to its end."""

from __future__ import annotations

import json
import re
import runpy
import shlex
import threading
import time
from pathlib import Path
from string import Template

import pytest
import uvicorn

from app.services.play import bot_worker
from tests.api.campaigns import Campaign
from tests.api.conftest import begun

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = (DOCS / "api.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"```sh\n(curl .*?)```\n+```json\n(\d{3}) ?(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def served(site):
    """Server on a port of its own."""
    server = uvicorn.Server(
        uvicorn.Config(site.app, host="127.0.0.1", port=0, log_level="error", lifespan="off")
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(timeout=10)


def test_the_example_bot_plays_a_whole_game(site, served, monkeypatch):
    monkeypatch.setattr(bot_worker, "AGAINST_PEOPLE", 0.0)
    monkeypatch.setattr(bot_worker, "SWEEP", 0.01)
    player = site.bot_of("Maite", "Example")
    said = []
    play = runpy.run_path(str(DOCS / "example_bot.py"))["main"]
    play(served, player.secret, rest=0.01, say=lambda *words, **_: said.extend(words))
    over = player.get(f"/games/{player.get('/games')[0]['address']}")
    assert (
        over["status"] == "over"
        and over["outcome"]["says"] in said
        and over["seats"][0]["name"] == "Example [bot]"
    )
    assert len(said) > 20


@pytest.mark.parametrize(("name", "most"), [("example_bot", 90), ("example_referee", 110)])
def test_the_examples_are_short(name, most):
    assert len((DOCS / f"{name}.py").read_text(encoding="utf-8").splitlines()) <= most


def test_the_example_referee_extends_decides_and_corrects(site, served):
    campaign = Campaign(site, kind="steps", steps={"declare": 3, "confirm": 3})
    answers, said = iter(("0", "Turn seven was played.", "y")), []
    script = runpy.run_path(str(DOCS / "example_referee.py"))
    desk = script["Desk"](
        served, campaign.referee.secret, campaign.address, said.append, lambda _: next(answers)
    )
    campaign.open_turn()
    desk.show()
    desk.extend(hours=24 * 7)
    assert any("Make your declaration" in line for line in said)
    assert any("the referee gives 2 days more" in line for line in said)
    campaign.dispute()
    desk.show()
    desk.decide()
    assert "You: Decide the disputed result" in said
    assert campaign.battles()[0]["status"] == "over"
    (page,) = campaign.referee.get(f"{campaign.path}/pages")["battles"]
    assert any("Turn seven was played." in fact for fact in page["facts"])
    decided = campaign.referee.get(campaign.path)["last"]
    desk.correct(decided, "The other player won.")
    assert campaign.battles()[0]["status"] == "entered"
    assert any("The other player won." in line for line in said)
    with pytest.raises(SystemExit, match="correct the move that it names"):
        script["main"](served, campaign.referee.secret, campaign.address, str(decided + 1), "No")


# ---------------------------------------------------------------------- the guide
@pytest.fixture(scope="module")
def names(site) -> dict[str, str]:
    """Values of the names used in the examples."""
    maite, other = site.speaks("Maite"), site.speaks("Íñigo")
    return {"TOKEN": maite.secret, "GAME": begun(maite, other), "BASE": ""}


def sent(command: str, names: dict[str, str]) -> tuple[str, str, dict[str, str], str | None]:
    """Method, address, headers and body of a curl command."""
    words = shlex.split(Template(command.replace("\\\n", " ")).substitute(names))[1:]
    method, path, headers, body = "", "", {}, None
    while words:
        match words.pop(0):
            case "-X":
                method = words.pop(0)
            case "-H":
                name, _, value = words.pop(0).partition(": ")
                headers[name] = value
            case "--json":
                body = words.pop(0)
                headers |= {"Content-Type": "application/json"}
            case "-s" | "-N":
                pass
            case word:
                path = word
    return method or ("POST" if body else "GET"), path, headers, body


def holds(told: object, shown: object) -> bool:
    """True if the answer has all fields of the guide; "…" matches any value."""
    if isinstance(shown, dict):
        return isinstance(told, dict) and all(
            key in told and holds(told[key], value) for key, value in shown.items()
        )
    if isinstance(shown, list):
        kept = [one for one in shown if one != "…"]
        return (
            isinstance(told, list)
            and len(told) >= len(kept)
            and all(holds(*pair) for pair in zip(told, kept, strict=False))
        )
    return shown in ("…", told)


def test_the_examples_of_the_guide(site, names):
    found = EXAMPLE.findall(GUIDE)
    assert len(found) >= 8
    for command, status, shown in found:
        method, path, headers, body = sent(command, names)
        answer = site.stranger().client.request(method, path, headers=headers, content=body)
        assert answer.status_code == int(status), (command, answer.text)
        assert holds(answer.json(), json.loads(shown)) if shown.strip() else not answer.text, (
            command,
            answer.text,
        )


def test_the_guide_names_every_scope_and_status():
    from app.services.people.api_tokens import SCOPES
    from app.web.api.problems import DOCUMENTED

    assert all(f"`{scope}`" in GUIDE for scope in SCOPES) and all(
        f"| {status} |" in GUIDE for status in (*DOCUMENTED, 409)
    )
