"""Rows of docs/asvs.md for every requirement of OWASP ASVS 5.0.0, levels 1 and 2; each passed one
names a test.

Tests of requirements without another place are here, in the order of their numbers.
"""

from __future__ import annotations

import ast
import asyncio
import base64
import hashlib
import hmac
import logging.config
import re
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
import uvicorn
import yaml
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from app.cli import serving
from app.kernel.say import say
from app.main import create_app
from app.services.container import Services
from app.services.notify import notification_preferences
from app.services.notify.delivery_channels import push
from app.services.people import accounts
from app.settings import Settings
from app.store import schema
from app.web.metrics import logging_of
from tests.architecture.syntax import nodes_of
from tests.contract.tiny import TINY
from tests.counting import count
from tests.one_by_one import one_by_one
from tests.web.conftest import Visitor

REPOSITORY = Path(__file__).parents[2]
TEXT = (REPOSITORY / "docs" / "asvs.md").read_text(encoding="utf-8")
STANDARD = """
1.1:22 1.2:1111122223 1.3:112222222223 1.4:222 1.5:123 2.1:122 2.2:112 2.3:12223 2.4:23 3.1:3 3.2:113 3.3:12223 3.4:11222233 3.5:11122333 3.6:3 3.7:22333
4.1:12233 4.2:23333 4.3:22 4.4:1222 5.1:2 5.2:112333 5.3:113 5.4:222 6.1:122 6.2:111111112222 6.3:11223333 6.4:112233 6.5:22222333 6.6:2223 6.7:33 6.8:2222
7.1:222 7.2:1111 7.3:22 7.4:11222 7.5:223 7.6:22 8.1:1233 8.2:1123 8.3:133 8.4:23 9.1:111 9.2:1222 10.1:22 10.2:223 10.3:22223 10.4:1111122222233333
10.5:22222 10.6:22 10.7:222 11.1:2233 11.2:22233 11.3:11233 11.4:1222 11.5:23 11.6:23 11.7:33 12.1:12233 12.2:11 12.3:22223 13.1:2333 13.2:222223
13.3:2233 13.4:1222233 14.1:22 14.2:12223333 14.3:122 15.1:12233 15.2:12233 15.3:1222222 15.4:3333 16.1:2 16.2:22222 16.3:2222 16.4:222 16.5:2223
17.1:23 17.2:22223333 17.3:22
"""
"""Of each section the level of each requirement, in their order."""
NAMED = re.compile(
    r"`([\w.-]+(?:/[\w.-]+)+|Caddyfile|docker-compose\.yml|requirements\.txt|pyproject\.toml|\.env\.example)(?:::(\w+))?`"
)
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.splitlines()
    if re.match(r"\| \d", line)
]


def wanted() -> list[tuple[str, str]]:
    """Number and level of every requirement of levels 1 and 2."""
    sections = (section.split(":") for section in STANDARD.split())
    return [
        (f"{section}.{number}", level)
        for section, levels in sections
        for number, level in enumerate(levels, start=1)
        if level in "12"
    ]


@cache
def names_of(path: Path) -> set[str]:
    return {node.name for node in nodes_of(path) if isinstance(node, ast.FunctionDef)}


def is_there(path: str, name: str) -> bool:
    file = REPOSITORY / path
    if not file.is_file() or not name:
        return file.is_file() and not path.startswith("tests/")  # of tests one is named
    if path.startswith("tests/"):
        return name.startswith("test_") and name in names_of(file)
    return re.search(rf"\b{name}\b", file.read_text(encoding="utf-8")) is not None


def test_every_requirement_has_its_row():
    assert len(wanted()) == 253
    assert [(row[0], row[1]) for row in ROWS] == wanted()


@one_by_one("row", ROWS, ids=lambda row: row[0])
def test_a_row_states_a_valid_result(row):
    _, _, asks, verdict, why = row
    assert asks and why and verdict in ("pass", "n/a", "open")
    named = NAMED.findall(why)
    assert [one for one in named if not is_there(*one)] == []
    assert verdict != "pass" or any(path.startswith("tests/") for path, _ in named), (
        "a pass names its test"
    )


def test_the_counts_are_those_of_the_rows():
    counted = {
        verdict: sum(row[3] == verdict for row in ROWS) for verdict in ("pass", "n/a", "open")
    }
    for verdict, times in counted.items():
        count(f"asvs_{verdict.replace('/', '')}", times)
    assert "{pass} pass, {n/a} n/a, {open} open".format(**counted) in TEXT


# ---------------------------------------------------------------------- what is asked for in writin
SECURITY, API, ARMIES, CLOCKS, SERVICES_GUIDE, OPERATION = (
    f"docs/{name}.md"
    for name in ("security", "api", "army-format", "clocks", "services", "operation")
)
IN_WRITING = {
    "2.1.1": {
        SECURITY: ("200,000 bytes, 200 fields", "numbers within 2^53"),
        API: ("",),
        ARMIES: ("",),
    },
    "2.1.2": {
        SECURITY: ("fields that depend on each other are checked together",),
        ARMIES: ("",),
        CLOCKS: ("",),
    },
    "2.1.3": {
        SECURITY: (
            (
                "`app/services/rate_limit.py` limits how often an action is allowed: "
                "by one account, from one address, at one game"
            ),
        )
    },
    "5.1.1": {
        SECURITY: ("Photographs are JPEG, PNG or WebP, encoded again",),
        ARMIES: ("",),
    },
    "6.1.1": {
        SECURITY: ("Wrong passwords: 8 for a name, 40 from an address within a quarter of an hour",)
    },
    "6.1.2": {
        SECURITY: ("words of the platform (`account_rules.SITE_WORDS`)", "5,000 most common")
    },
    "6.1.3": {
        SECURITY: (
            "**Name and password**",
            "**A second factor**",
            "**A mailed link**",
            "**A token**",
            "**A guest cookie** is the only proof of a guest",
        )
    },
    "7.1.1": {SECURITY: ("end after 60 days without use and after a year in any case",)},
    "7.1.2": {SECURITY: ("as many sessions as it has browsers",)},
    "8.1.1": {
        SECURITY: (
            "## Who may do what",
            "| anonymous visitor |",
            "| guest |",
            "| member |",
            "| moderator |",
            "| administrator |",
        ),
        API: ("",),
    },
    "8.1.2": {
        SECURITY: ("The box builds the view of a seat from nothing",),
        SERVICES_GUIDE: ("",),
    },
    "11.1.1": {SECURITY: ("### The life of a key", "NIST SP 800-57")},
    "11.1.2": {
        SECURITY: (
            "## Secrets and keys",
            "`links` (unsubscribe)",
            "`push` (VAPID)",
            "seed of a game's dice",
        )
    },
    "13.1.1": {SECURITY: ("## Hosts that the server contacts", "It contacts no other host")},
    "14.1.1": {
        SECURITY: (
            "## Personal data and its protection",
            "| secret |",
            "| private |",
            "| public |",
        )
    },
    "14.1.2": {SECURITY: ("for the account or seat alone; `no-store`; never in a log",)},
    "15.1.1": {SECURITY: ("closed within a week, any other within a month",)},
    "15.1.3": {SECURITY: ("Expensive actions have limits of their own",)},
    "16.1.1": {
        SECURITY: (
            "The log goes to standard error, in UTC",
            "It never contains an address, a query, another field, a cookie or a name",
        ),
        OPERATION: ("",),
    },
}
"""Required documents by the number of the requirement, and the text there."""


@one_by_one("number", IN_WRITING)
def test_required_documents_exist(number):
    why = next(row[4] for row in ROWS if row[0] == number)
    for path, said in IN_WRITING[number].items():
        text = (REPOSITORY / path).read_text(encoding="utf-8")
        assert f"`{path}`" in why and len(text) > 500
        assert [one for one in said if one not in text] == []


def test_requirements_met_by_documents_are_listed():
    """Requirements beyond a document name another test."""
    here = "`tests/architecture/test_asvs.py::test_required_documents_exist`"
    assert {row[0] for row in ROWS if here in row[4]} == set(IN_WRITING)


def test_documented_numbers_equal_those_of_the_code():
    """6.1.1, 7.1.1."""
    text = (REPOSITORY / SECURITY).read_text(encoding="utf-8")
    assert (
        f"Wrong passwords: {accounts.PER_NAME} for a name, {accounts.PER_ADDRESS} from an address"
        in text
    )
    assert (
        f"end after {accounts.STAYS.days} days without use and after a year" in text
        and accounts.LASTS.days == 365
    )


# ---------------------------------------------------------------------- 1: encoding
@cache
def sources() -> list[tuple[str, tuple[ast.AST, ...]]]:
    """Path and nodes of each module."""
    return [
        (str(path.relative_to(REPOSITORY)), nodes_of(path))
        for path in sorted((REPOSITORY / "app").rglob("*.py"))
    ]


def is_of_the_house(node: ast.AST) -> bool:
    """True for a constant, the NAME of one, or a combination."""
    match node:
        case ast.Constant():
            return True
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.isupper() or name == "pattern"
        case ast.JoinedStr(values=parts):
            return all(
                is_of_the_house(part.value if isinstance(part, ast.FormattedValue) else part)
                for part in parts
            )
    return False


def test_no_regular_expression_is_made_of_user_input():
    """1.2.9. The command line reads its own sources without user input."""
    made = [
        f"{path}:{node.lineno}"
        for path, nodes in sources()
        if not path.startswith("app/cli/")
        for node in nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
        and node.func.attr != "escape"
        and not is_of_the_house(node.args[0])
    ]
    assert made == []


@pytest.mark.parametrize(
    "word", ["{who}", "{who.__class__}", "{0}", "%s %(who)s", "{", "}}", "{n!r:>99}"]
)
def test_user_input_is_no_format_string(word):
    """1.3.10."""
    for told in (
        say("{who} moves", "{who} mueve", who=word),
        say("{line}", "{line}", line=say("{who} moves", "{who} mueve", who=word)),
    ):
        assert (told.in_("en"), told.in_("es")) == (f"{word} moves", f"{word} mueve")


def test_no_code_of_ours_is_compiled():
    """1.4.1."""
    compiled = {".c", ".cc", ".cpp", ".pyx", ".rs", ".so", ".pyd", ".wasm"}
    assert [
        path.name
        for folder in ("app", "bench", "static", "migrations")
        for path in (REPOSITORY / folder).rglob("*")
        if path.suffix in compiled
    ] == []
    assert "build-system" not in (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")


# ---------------------------------------------------------------------- 3, 12, 13: the proxy
CADDY = "\n".join(
    line
    for line in (REPOSITORY / "Caddyfile").read_text(encoding="utf-8").splitlines()
    if not line.strip().startswith("#")
)
SERVICES = yaml.safe_load((REPOSITORY / "docker-compose.yml").read_text(encoding="utf-8"))[
    "services"
]


def test_the_proxy_serves_this_application_alone_and_keeps_nothing():
    """3.5.4, 14.2.2."""
    assert re.findall(r"^(\S+) \{$", CADDY, re.MULTILINE) == ["{$DOMAIN}", "http://{$DOMAIN}"]
    assert CADDY.count("reverse_proxy") == 1 and re.findall(r"dynamic a (\S+ \d+)", CADDY) == [
        "app 8000"
    ]
    assert not re.search(r"\b(cache|file_server|root|php_fastcgi|import)\b", CADDY)


def test_the_proxy_uses_default_tls_and_public_certificates():
    """12.1.1, 12.1.2, 12.2.2: Caddy 2 uses TLS 1.2 and 1.3 and fetches certificates by default."""
    assert re.fullmatch(
        r"caddy:2\.\d+(\.\d+)?-alpine(\$\{PROXY_DIGEST:-\})?", SERVICES["proxy"]["image"]
    )
    assert not re.search(
        r"\b(tls|protocols|ciphers|curves|auto_https|skip_install_trust|local_certs|internal|insecure\w*)\b",
        CADDY,
    )
    assert re.search(
        r"^DOMAIN=", (REPOSITORY / ".env.example").read_text(encoding="utf-8"), re.MULTILINE
    )


def test_each_service_gets_no_secrets_but_its_own():
    """13.3.2."""
    assert set(SERVICES["proxy"]["environment"]) == {"DOMAIN"}
    assert all(name.startswith("POSTGRES_") for name in SERVICES["db"]["environment"])
    assert not any("env_file" in service or "secrets" in service for service in SERVICES.values())


# ---------------------------------------------------------------------- 5: files
def test_downloads_are_named_by_letters_digits_and_hyphens():
    """5.4.2: parameters in braces are ids or addresses of existing things."""
    names = [
        name
        for path in (REPOSITORY / "app" / "web").rglob("*.py")
        for name in re.findall(r'filename="([^"]*)"', path.read_text(encoding="utf-8"))
    ]
    assert len(names) > 3
    found = {"address", "told.look.game.id", "name"}
    assert [
        name
        for name in names
        if not re.fullmatch(
            r"[\w.-]*", re.sub(r"\{([\w.]+)\}", lambda it: "7" if it[1] in found else "?", name)
        )
    ] == []
    armies = (REPOSITORY / "app" / "web" / "routes" / "armies.py").read_text(encoding="utf-8")
    assert set(re.findall(r"_as_file\((f?\"[^)]*)\)", armies)) == {'f"army-{army.id}.json"'}


# ---------------------------------------------------------------------- 6, 7, 9: ways in
def test_a_field_for_a_password_is_masked_and_open_to_paste_and_managers():
    """6.2.6, 6.2.7."""
    fields = [
        field
        for path in (REPOSITORY / "templates").rglob("*.html")
        for field in re.findall(r"<input\b[^>]*>", path.read_text(encoding="utf-8"))
        if re.search(r'name="(password|old|new)"|type="password"', field)
    ]
    assert len(fields) >= 10
    assert [
        field
        for field in fields
        if 'type="password"' not in field
        or not re.search(r'autocomplete="(current|new)-password"', field)
    ] == []
    scripts = "".join(
        path.read_text(encoding="utf-8") for path in (REPOSITORY / "static" / "js").rglob("*.js")
    )
    assert not re.search(r"[\"']paste[\"']|onpaste|type=[\"']?password|autocomplete", scripts)


def test_passwords_do_not_expire_and_secret_questions_do_not_exist():
    """6.2.10, 6.4.2: neither exists."""
    columns = {
        f"{table.name}.{column.name}"
        for table in schema.metadata.tables.values()
        for column in table.columns
    }
    assert {name for name in columns if re.search(r"password|passwort|pwd", name)} == {
        "users.password"
    }
    of_users = {column.name for column in schema.metadata.tables["users"].columns}
    assert not any(
        re.search(r"question|answer|hint|reminder|expire|rotat|changed|old", name)
        for name in of_users
    )
    of_dates = ("club_answers.", "club_poll_answers.")  # answers of members about dates
    others = {name for name in columns if not name.startswith(of_dates)}
    assert {name for name in others if re.search(r"question|answer|hint", name)} <= {
        "conditional_orders.answer"
    }


@pytest.fixture
def services(sqlite_url):
    services = Services.open(TINY, sqlite_url)
    yield services
    services.close()


def test_every_log_in_has_256_bits_of_its_own(services):
    """7.2.3."""
    user = accounts.create_guest(services)
    tokens = [accounts.start_login(services, user.id).token for _ in range(50)]
    assert len(set(tokens)) == 50 and {
        len(base64.urlsafe_b64decode(f"{token}=")) for token in tokens
    } == {32}
    assert all(len({token[place] for token in tokens}) > 10 for place in range(42)), (
        "chance in every letter"
    )


def test_unsubscribe_links_are_signed_with_a_server_key(services):
    """9.1.2, 9.1.3, 9.2.2, 11.2.3: HMAC-SHA-256 of purpose, user and event, 160 bits of it; the
    link has no algorithm and no key.
    """
    user = accounts.create_guest(services)
    link = notification_preferences.unsubscribe_link(services, user.id, "chat")
    with services.store.read() as work:
        key = work.server_keys.find_key("links")
    assert len(bytes.fromhex(key)) == 32
    proof = hmac.new(
        key.encode(), f"unsubscribe:{user.id}:chat".encode(), hashlib.sha256
    ).hexdigest()[:40]
    assert link == f"{services.post.base_url}/unsubscribe/{user.id}.chat.{proof}"
    for other in (hashlib.sha512, hashlib.md5):
        forged = hmac.new(key.encode(), f"unsubscribe:{user.id}:chat".encode(), other).hexdigest()[
            :40
        ]
        assert (
            notification_preferences.unsubscribe_request(services, f"{user.id}.chat.{forged}")
            is None
        )
    for purpose in (f"password:{user.id}:chat", f"{user.id}:chat", "unsubscribe:0:chat"):
        signed = hmac.new(key.encode(), purpose.encode(), hashlib.sha256).hexdigest()[:40]
        assert (
            notification_preferences.unsubscribe_request(services, f"{user.id}.chat.{signed}")
            is None
        )
    assert notification_preferences.unsubscribe_request(services, f"{user.id}.chat.{proof}") == (
        user.id,
        "chat",
    )


# ---------------------------------------------------------------------- 11: cryptography
def imported(nodes: tuple[ast.AST, ...]) -> set[str]:
    """Imports as package.name."""
    found = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return found | {
        f"{node.module}.{alias.name}"
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


FOREIGN = re.compile(
    r"(Crypto|Cryptodome|nacl|jwt|jose|passlib|bcrypt|rsa|ecdsa|itsdangerous|pyotp|M2Crypto|OpenSSL|pyaes)\b"
)


def test_cryptography_is_that_of_known_libraries():
    """11.2.1: low-level primitives are used only where docs/security.md says so."""
    names = {path: imported(nodes) for path, nodes in sources()}
    assert {
        path: found
        for path, all_ in names.items()
        if (found := {one for one in all_ if FOREIGN.match(one)})
    } == {}
    using = {
        path: {one for one in found if one.split(".")[0] in ("cryptography", "argon2")}
        for path, found in names.items()
    }
    assert {path for path, found in using.items() if found} == {
        "app/services/people/password_hashes.py",
        "app/services/notify/delivery_channels/push.py",
        "app/services/people/password_hashing.py",
        "app/services/people/second_factor.py",
    }
    locked = (REPOSITORY / "requirements.txt").read_text(encoding="utf-8")
    assert all(
        re.search(rf"^{library}==.* \\$", locked, re.MULTILINE)
        for library in ("argon2-cffi", "cryptography")
    )


def test_encryption_is_authenticated():
    """11.3.1, 11.3.3: AES-GCM is the only cipher."""
    ciphers = {one for _, nodes in sources() for one in imported(nodes) if "ciphers" in one}
    assert ciphers == {"cryptography.hazmat.primitives.ciphers.aead.AESGCM"}


def test_keys_and_hashes_have_128_bits_and_more():
    """11.2.3, 11.4.3: the exception is HMAC-SHA-1 of authenticator codes (RFC 6238), which needs no
    collision resistance.
    """
    assert push.CURVE.key_size == 256
    hashes = {
        one
        for path, nodes in sources()
        for node in nodes
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in ("hashlib", "hashes")
        for one in [(path, node.attr)]
    }
    assert {name for _, name in hashes} <= {"sha256", "SHA256", "sha512"} and any(
        name == "sha256" for _, name in hashes
    )
    assert [path for path, nodes in sources() if any("SHA1" in one for one in imported(nodes))] == [
        "app/services/people/second_factor.py"
    ]


# ---------------------------------------------------------------------- 14: data kept by a browser
def test_a_browser_keeps_view_press_sound_replay_and_result_forms_and_nothing_else():
    """14.3.3: An unsent result waits in the browser until the server has it. The form of a battle's
    result is cached until the log-out.
    """
    storing = re.compile(
        r"\b(localStorage|sessionStorage|indexedDB|caches|document\.cookie|cookieStore)\b"
    )
    scripts = [*(REPOSITORY / "static" / "js").rglob("*.js"), REPOSITORY / "static" / "sw.js"]
    kept = {
        path.name: sorted(set(found))
        for path in scripts
        if (found := storing.findall(path.read_text(encoding="utf-8")))
    }
    assert kept == {
        "view.js": ["sessionStorage"],
        "replay.js": ["sessionStorage"],
        "double_click_guard.js": ["sessionStorage"],
        "waiting.js": ["indexedDB", "localStorage"],
        "form.js": ["indexedDB"],
        "dice_results.js": ["localStorage"],
        "dice.js": ["localStorage"],
        "site.js": ["document.cookie", "localStorage"],
        "result_offline.js": ["caches"],
        "storing.js": ["caches"],
        "sw.js": ["caches"],
    }
    board = (REPOSITORY / "static" / "js" / "board" / "view.js").read_text(encoding="utf-8")
    assert re.findall(r"kept = JSON\.stringify\(([^)]*)\)", board), "what is kept"


# ---------------------------------------------------------------------- 15: input, and its sources
def test_the_client_address_comes_from_a_trusted_proxy(monkeypatch, sqlite_url, capsys):
    """15.3.4."""
    started = {}
    monkeypatch.setattr(uvicorn, "run", lambda app, **likes: started.update(likes))
    monkeypatch.setenv("CARACOLE_DATABASE_URL", sqlite_url)
    monkeypatch.setenv("CARACOLE_TRUSTED_PROXIES", "10.0.0.7")
    serving.run_server(
        SimpleNamespace(demo=None, host=None, port=None, workers=None, migrate=False)
    )
    assert started["proxy_headers"] is True and started["forwarded_allow_ips"] == "10.0.0.7"

    async def asked(from_: str) -> str:
        seen = []

        async def app(scope, receive, send):
            seen.append(scope["client"][0])

        scope = {
            "type": "http",
            "client": (from_, 1),
            "scheme": "http",
            "headers": [(b"x-forwarded-for", b"198.51.100.4")],
        }
        await ProxyHeadersMiddleware(app, started["forwarded_allow_ips"])(scope, None, None)
        return seen[0]

    assert [asyncio.run(asked(one)) for one in ("10.0.0.7", "10.0.0.8")] == [
        "198.51.100.4",
        "10.0.0.8",
    ]


def test_a_form_is_read_from_its_body_alone(sqlite_url):
    """15.3.7: fields of the query are ignored."""
    app = create_app(Settings(database_url=sqlite_url))
    Visitor(app).register("Maite")
    who = Visitor(app)
    proof = {"csrf": who.proof()}
    asked = "name=Maite&password=a+long+enough+sentence"
    assert who.client.post(f"/login?{asked}", data=proof, follow_redirects=False).status_code == 422
    assert (
        who.client.post(f"/login?{asked}&csrf={proof['csrf']}", follow_redirects=False).status_code
        == 403
    )
    mixed = who.client.post(
        "/login?name=Maite&next=/rules",
        data=proof | {"name": "Nobody", "password": "a long enough sentence"},
        follow_redirects=False,
    )
    assert mixed.status_code == 422 and 'value="Nobody"' in mixed.text
    right = who.client.post(
        "/login?name=Nobody&password=x",
        data=proof | {"name": "Maite", "password": "a long enough sentence"},
        follow_redirects=False,
    )
    assert right.status_code == 303


# ---------------------------------------------------------------------- 16: the log
@pytest.mark.parametrize("form", ["text", "json"])
def test_the_log_goes_to_standard_error_alone(form):
    """16.2.3."""
    config = logging_of(form, "info")
    assert {
        one: (handler["class"], handler["stream"]) for one, handler in config["handlers"].items()
    } == {"out": ("logging.StreamHandler", "ext://sys.stderr")}
    assert config["root"]["handlers"] == ["out"] and not any(
        "handlers" in logger for logger in config["loggers"].values()
    )
    writing = {
        path
        for path, nodes in sources()
        for one in imported(nodes)
        if one in ("logging.handlers", "syslog") or one.startswith("logging.handlers.")
    }
    assert writing == set() and logging.config.dictConfigClass(config)
