"""Settings from the environment, read once. No other module reads the environment."""

from typing import Literal, Self
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

FORMER_NAMES = {
    "log_form": "log_format",
    "hook_hosts": "webhook_hosts",
    "limits": "rate_limits",
    "zone": "timezone",
}
"""Former names of settings and their present names; the next release drops them."""

VALKEY_SCHEMES = ("redis", "rediss", "unix")
POSTGRES = "postgresql+psycopg://"


class FormerVariables(EnvSettingsSource):
    """Environment variables with a former name; every other source overrides them."""

    def __call__(self) -> dict[str, str | None]:
        return {
            new: self.env_vars[f"caracole_{old}"]
            for old, new in FORMER_NAMES.items()
            if f"caracole_{old}" in self.env_vars
        }


class Settings(BaseSettings):
    """Settings of the server.

    Each field is an environment variable CARACOLE_<NAME>; an empty variable counts as unset.
    """

    model_config = SettingsConfigDict(
        env_prefix="CARACOLE_", env_ignore_empty=True, frozen=True, hide_input_in_errors=True
    )

    database_url: str = Field(
        default="sqlite:///var/caracole.db", pattern=r"^(sqlite|postgresql\+psycopg)://"
    )
    base_url: str = ""  # public address of the site (unset: http://127.0.0.1:<port>)
    # unset: true, unless the base URL is plain http on this machine
    secure_cookies: bool | None = None
    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    workers: int = Field(default=1, ge=1)
    # proxies whose X-Forwarded-For is trusted; "*" if only the proxy can connect
    trusted_proxies: str = "127.0.0.1"
    demo: bool = False
    archive_days: int = Field(default=0, ge=0)  # finished games go to the archive then (0: never)
    # time zone for users who have not chosen one, such as "Europe/Madrid"
    timezone: str = "UTC"
    # rate limits (app/services/rate_limit.py) and limits per client; off only for load tests
    rate_limits: bool = True
    # Valkey or Redis in which all processes count rate limits and failed attempts together, such as
    # redis://:password@valkey:6379/0; unset, each process counts for itself, and Postgres notifies
    valkey_url: SecretStr = SecretStr("")
    # copy of the Postgres database from which anonymous visitors read; unset, all read the database
    replica_url: SecretStr = SecretStr("")
    # open connections of one server process; fewer if the limit of open files is lower
    connections: int = Field(default=4000, ge=1)
    # connections and open requests of one address, except trusted proxies (0: unlimited)
    connections_per_client: int = Field(default=200, ge=0)
    # event streams of one address, also behind a trusted proxy (0: unlimited)
    streams_per_client: int = Field(default=100, ge=0)
    # size limit of the headers of a request, with its URL
    header_bytes: int = Field(default=65_536, ge=4096)
    header_seconds: float = Field(default=10.0, gt=0)  # time limit for the headers of a request
    body_seconds: float = Field(default=30.0, gt=0)  # time limit for the body of a request
    smtp_host: str = ""  # SMTP server for outgoing mail (unset: mail is off and not offered)
    smtp_port: int = Field(default=587, ge=1, le=65535)
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    smtp_user: str = ""
    smtp_password: SecretStr = SecretStr("")
    # "Caracole <caracole@example.org>"; unset, it is caracole@ and the host of the base URL
    mail_from: str = ""
    # allowed hosts of webhooks and push services, with subdomains: "discord.com slack.com". Any
    # public host is allowed if unset.
    webhook_hosts: str = ""
    log_level: Literal["critical", "error", "warning", "info", "debug"] = "info"
    log_format: Literal["text", "json"] = "text"
    # users who must have a second factor before any other action
    second_factor: Literal["offered", "moderators", "members"] = "offered"
    # token for /metrics ("Authorization: Bearer <token>"); if unset, the page does not exist
    metrics_token: SecretStr = SecretStr("")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Add the former names after the usual sources, whose order is kept."""
        usual = (init_settings, env_settings, dotenv_settings, file_secret_settings)
        return (*usual, FormerVariables(settings_cls))

    @model_validator(mode="before")
    @classmethod
    def fill_what_follows(cls, given: dict) -> dict:
        base_url = (given.get("base_url") or f"http://127.0.0.1:{given.get('port', 8000)}").rstrip(
            "/"
        )
        address = urlsplit(base_url)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise ValueError(
                f"base_url must begin with http:// or https:// and name a host, not {base_url!r}"
            )
        at_home = address.scheme == "http" and address.hostname in ("127.0.0.1", "localhost", "::1")
        secure = given.get("secure_cookies")
        sender = given.get("mail_from") or f"Caracole <caracole@{address.hostname}>"
        return given | {
            "base_url": base_url,
            "mail_from": sender,
            "secure_cookies": not at_home if secure is None else secure,
        }

    @field_validator("timezone")
    @classmethod
    def known_zone(cls, zone: str) -> str:
        try:
            ZoneInfo(zone)
        except (KeyError, ValueError, OSError) as unknown:
            raise ValueError(
                f"timezone must be a time zone such as Europe/Madrid, not {zone!r}"
            ) from unknown
        return zone

    @field_validator("valkey_url")
    @classmethod
    def address_of_a_store(cls, url: SecretStr) -> SecretStr:
        if url.get_secret_value() and urlsplit(url.get_secret_value()).scheme not in VALKEY_SCHEMES:
            raise ValueError(f"valkey_url must begin with one of {', '.join(VALKEY_SCHEMES)}")
        return url

    @field_validator("replica_url")
    @classmethod
    def address_of_a_copy(cls, url: SecretStr) -> SecretStr:
        if url.get_secret_value() and not url.get_secret_value().startswith(POSTGRES):
            raise ValueError(f"replica_url must begin with {POSTGRES}")
        return url

    @model_validator(mode="after")
    def one_process_on_sqlite(self) -> Self:
        if self.workers > 1 and self.database_url.startswith("sqlite"):
            raise ValueError(
                "SQLite serves one process; several workers hear each other through Postgres only"
            )
        if self.replica_url.get_secret_value() and not self.database_url.startswith(POSTGRES):
            raise ValueError("replica_url names a copy of a Postgres database, not of SQLite")
        return self


def former_variables() -> list[tuple[str, str]]:
    """Return the variables set under a former name, each with its present name."""
    found = FormerVariables(Settings)()
    return [
        (f"CARACOLE_{old.upper()}", f"CARACOLE_{new.upper()}")
        for old, new in FORMER_NAMES.items()
        if new in found
    ]
