import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from app.settings import FORMER_NAMES, Settings, former_variables

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch):
    for name in (*Settings.model_fields, *FORMER_NAMES):
        monkeypatch.delenv(f"CARACOLE_{name.upper()}", raising=False)


def test_defaults_without_settings():
    ours = Settings()
    assert (ours.database_url, ours.base_url) == (
        "sqlite:///var/caracole.db",
        "http://127.0.0.1:8000",
    )
    assert not ours.secure_cookies


@pytest.mark.parametrize(
    ("base_url", "secure"),
    [
        ("http://127.0.0.1:8000", False),
        ("http://localhost", False),
        ("http://localhost.example.org", True),
        ("http://127.0.0.1.example.org", True),
        ("https://localhost", True),
        ("https://caracole.example.org/", True),
    ],
)
def test_cookies_are_secure_away_from_home(monkeypatch, base_url, secure):
    monkeypatch.setenv("CARACOLE_BASE_URL", base_url)
    assert Settings().secure_cookies is secure
    assert not Settings().base_url.endswith("/")


def test_the_environment_is_read(monkeypatch):
    monkeypatch.setenv("CARACOLE_PORT", "9000")
    monkeypatch.setenv("CARACOLE_LOG_LEVEL", "")
    monkeypatch.setenv("CARACOLE_SECURE_COOKIES", "true")
    ours = Settings()
    assert (ours.port, ours.base_url) == (9000, "http://127.0.0.1:9000")
    assert (ours.log_level, ours.secure_cookies) == ("info", True)


@pytest.mark.parametrize(
    ("old", "new", "given", "read", "other"),
    [
        ("LOG_FORM", "log_format", "json", "json", "text"),
        ("HOOK_HOSTS", "webhook_hosts", "discord.com", "discord.com", "slack.com"),
        ("LIMITS", "rate_limits", "false", False, True),
        ("ZONE", "timezone", "Europe/Madrid", "Europe/Madrid", "Asia/Tokyo"),
    ],
)
def test_a_former_name_is_read_for_one_release(monkeypatch, old, new, given, read, other):
    plain = getattr(Settings(), new)
    assert plain != read and former_variables() == []
    monkeypatch.setenv(f"CARACOLE_{old}", "")
    assert getattr(Settings(), new) == plain and former_variables() == []
    monkeypatch.setenv(f"CARACOLE_{old}", given)
    assert getattr(Settings(), new) == read
    assert former_variables() == [(f"CARACOLE_{old}", f"CARACOLE_{new.upper()}")]
    monkeypatch.setenv(f"CARACOLE_{new.upper()}", str(other))
    assert getattr(Settings(), new) == other
    monkeypatch.delenv(f"CARACOLE_{new.upper()}")
    assert getattr(Settings(**{new: other}), new) == other


def test_a_former_name_is_checked_like_the_present_one(monkeypatch):
    monkeypatch.setenv("CARACOLE_ZONE", "Mars/Olympus")
    with pytest.raises(ValidationError):
        Settings()


@pytest.mark.parametrize(
    "wrong",
    [
        {"workers": 2},
        {"database_url": "mysql://db"},
        {"base_url": "caracole.example.org"},
        {"log_level": "loud"},
    ],
)
def test_invalid_settings_are_refused(wrong):
    with pytest.raises(ValidationError):
        Settings(**wrong)


def test_errors_of_settings_contain_no_values(monkeypatch):
    """Values may hold passwords of the database, the mail server and the administrator."""
    monkeypatch.setenv("CARACOLE_DATABASE_URL", "postgres://caracole:geheim@db/caracole")
    monkeypatch.setenv("CARACOLE_SMTP_PASSWORD", "geheim")
    with pytest.raises(ValidationError) as wrong:
        Settings()
    assert "database_url" in str(wrong.value) and "geheim" not in str(wrong.value)
    monkeypatch.setenv("CARACOLE_DATABASE_URL", "sqlite:///geheim.db")
    for more in ({"workers": 2}, {"base_url": "caracole.example.org"}):
        with pytest.raises(ValidationError) as wrong:
            Settings(**more)
        assert "geheim" not in str(wrong.value)


def test_the_address_of_the_copy_is_checked():
    ours, copy = "postgresql+psycopg://one@db/one", "postgresql+psycopg://one:secret@copy/one"
    kept = Settings(database_url=ours, replica_url=copy).replica_url
    assert kept.get_secret_value() == copy
    for wrong in ({"replica_url": copy}, {"database_url": ours, "replica_url": "sqlite:///secret"}):
        with pytest.raises(ValidationError) as refused:
            Settings(**wrong)
        assert "replica_url" in str(refused.value) and "secret" not in str(refused.value)


def test_only_settings_read_the_environment():
    reading = re.compile(r"os\.(environ|getenv)|import (environ|getenv)")
    assert [
        path for path in (REPOSITORY / "app").rglob("*.py") if reading.search(path.read_text())
    ] == []


def test_the_address_of_the_message_store_is_checked(monkeypatch):
    monkeypatch.setenv("CARACOLE_VALKEY_URL", "redis://:secret@valkey:6379/0")
    assert Settings().valkey_url.get_secret_value() == "redis://:secret@valkey:6379/0"
    monkeypatch.setenv("CARACOLE_VALKEY_URL", "http://:secret@valkey:6379")
    with pytest.raises(ValidationError) as refused:
        Settings()
    assert "redis" in str(refused.value)
    assert "secret" not in str(refused.value)
