"""Tables of log-ins, second factors and mailed links."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.columns import metadata
from app.store.columns import required_column as _required
from app.store.columns import user_column as _user

logins = sa.Table(
    "logins",
    metadata,
    sa.Column("token_hash", sa.Text, primary_key=True),  # SHA-256 of the cookie's content
    _user("user_id", "CASCADE", nullable=False, index=True),
    _required("csrf", sa.Text),
    _required("created", sa.Text),
    _required("seen", sa.Text, index=True),
    _required(
        "browser", sa.Text, server_default=""
    ),  # a coarse description, "Firefox, Linux"; no address is kept
    _required("proof", sa.Text, server_default=""),  # second factor: "code", "recovery", or ""
)
second_factors = sa.Table(
    "second_factors",
    metadata,
    _user("user_id", "CASCADE", primary_key=True),
    _required("key", sa.Text),  # of the app, in base 32; codes are derived from it
    _required("since", sa.Text),  # "": not switched on, no code is required
    _required("step", sa.Integer),  # time step (30 s) of the last accepted code, counted from 1970
)
recovery_codes = sa.Table(  # each used once, then deleted
    "recovery_codes",
    metadata,
    _user("user_id", "CASCADE", primary_key=True),
    sa.Column("code_hash", sa.Text, primary_key=True),  # SHA-256
)
half_logins = sa.Table(  # log-ins with the right password that wait for a code
    "half_logins",
    metadata,
    sa.Column("token_hash", sa.Text, primary_key=True),  # SHA-256 of a separate cookie
    _user("user_id", "CASCADE", nullable=False, index=True),
    _required("expires", sa.Text, index=True),
)
mailed_links = sa.Table(
    "mailed_links",
    metadata,
    sa.Column(
        "token_hash", sa.Text, primary_key=True
    ),  # SHA-256 of the link's secret; used once, then deleted
    _user("user_id", "CASCADE", nullable=False, index=True),
    _required("purpose", sa.Text),
    _required("address", sa.Text),  # address of the mail
    _required("expires", sa.Text, index=True),
    sa.CheckConstraint("purpose IN ('address', 'password')", name="purpose"),
)
