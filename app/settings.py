"""The environment, read once. Nobody else in the house reads it."""

from typing import Literal, Self
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Every field is the environment variable CARACOLE_<NAME>; an empty variable counts as not
    set.
    """

    model_config = SettingsConfigDict(
        env_prefix="CARACOLE_", env_ignore_empty=True, frozen=True, hide_input_in_errors=True
    )

    database_url: str = Field(
        "sqlite:///var/caracole.db", pattern=r"^(sqlite|postgresql\+psycopg)://"
    )
    base_url: str = ""  # as members type it; unset: http://127.0.0.1:<port>
    secure_cookies: bool | None = (
        None  # unset: yes, unless the base url is plain http on this machine
    )
    host: str = "127.0.0.1"
    port: int = Field(8000, ge=0, le=65535)
    workers: int = Field(1, ge=1)
    trusted_proxies: str = (
        "127.0.0.1"  # whose X-Forwarded-For is believed; "*" if only the proxy gets here
    )
    demo: bool = False
    zone: str = (
        "UTC"  # in which times are shown to whoever has named no zone of his own: "Europe/Madrid"
    )
    # how often something may be done (app/services/rate_limit.py), and the limits per client; off
    # for load tests only
    limits: bool = True
    connections: int = Field(
        4000, ge=1
    )  # open at once in one server process; fewer where the limit of open files is lower
    connections_per_client: int = Field(
        200, ge=0
    )  # connections of one address (not of a trusted proxy), and its open requests; 0: any number
    streams_per_client: int = Field(
        100, ge=0
    )  # event streams that one address has open, behind a trusted proxy too; 0: any number
    header_bytes: int = Field(65_536, ge=4096)  # of one request, address included
    header_seconds: float = Field(10.0, gt=0)  # within which the headers of a request arrive
    body_seconds: float = Field(30.0, gt=0)  # within which its body arrives
    smtp_host: str = ""  # through which mail is sent; unset: none is, and nobody is offered any
    smtp_port: int = Field(587, ge=1, le=65535)
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    smtp_user: str = ""
    smtp_password: SecretStr = SecretStr("")
    mail_from: str = (
        ""  # "Caracole <caracole@example.org>"; unset: caracole@ the host of the base url
    )
    # "discord.com slack.com": webhooks and push services have these hosts or ones below them;
    # unset: any public one
    hook_hosts: str = ""
    log_level: Literal["critical", "error", "warning", "info", "debug"] = "info"
    log_form: Literal["text", "json"] = "text"
    second_factor: Literal["offered", "moderators", "members"] = (
        "offered"  # of whom it is demanded: they do nothing before they have one
    )
    metrics_token: SecretStr = SecretStr(
        ""
    )  # who may read /metrics: "Authorization: Bearer <this>"; unset: nobody, there is no such page

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

    @field_validator("zone")
    @classmethod
    def known_zone(cls, zone: str) -> str:
        try:
            ZoneInfo(zone)
        except (KeyError, ValueError, OSError) as unknown:
            raise ValueError(
                f"zone must be a time zone such as Europe/Madrid, not {zone!r}"
            ) from unknown
        return zone

    @model_validator(mode="after")
    def one_process_on_sqlite(self) -> Self:
        if self.workers > 1 and self.database_url.startswith("sqlite"):
            raise ValueError(
                "SQLite serves one process; several workers hear each other through Postgres only"
            )
        return self
