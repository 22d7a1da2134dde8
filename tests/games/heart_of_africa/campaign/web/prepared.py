"""Campaigns that many tests begin with: each state is played once by a process, then copied."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from pathlib import Path

import pytest
from fastapi import FastAPI
from sqlalchemy import make_url

from app.services.people import accounts
from app.services.play import new_tables
from tests.database_copies import copy_database, kept_file
from tests.games.heart_of_africa.campaign.campaign_club import (
    PASSWORD,
    SEATS,
    STATES,
    Campaign,
    loaded_dice,
)
from tests.web.conftest import SameSeeds

_played: dict[tuple[str, ...], tuple[Path, Campaign]] = {}


def prepared_campaign(
    app: FastAPI, database_url: str, state: str, people: Mapping[str, str] = SEATS
) -> Campaign:
    """Campaign in a state of the turn, on the SQLite file of an application without requests yet.
    Its seeds do not depend on the test that plays it first.
    """
    services, file = app.state.services, Path(make_url(database_url).database)
    key = (state, *people)
    if key not in _played:
        with pytest.MonkeyPatch.context() as patch, loaded_dice():
            patch.setattr(new_tables, "secrets", SameSeeds(f"prepared {state}"))
            ids = {
                seat: accounts.register(services, name, PASSWORD).id
                for seat, name in people.items()
            }
            campaign = STATES[state](Campaign(services, ids, "The Great Lakes"))
        kept = kept_file(f"campaign {len(_played)}")
        copy_database(file, kept)
        _played[key] = kept, copy.copy(campaign)
        return campaign
    kept, first = _played[key]
    copy_database(kept, file)
    campaign = copy.copy(first)
    campaign.services, campaign.commands = services, copy.copy(first.commands)
    return campaign
