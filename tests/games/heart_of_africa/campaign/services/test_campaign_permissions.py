"""Permissions of a campaign, as its file lists them: role, operation and state.

Every order and every operation of the API that acts on a campaign has a row, or a reason.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import yaml

from app.games import shelf
from app.kernel import table_orders
from app.kernel.correction_orders import CorrectMove
from app.kernel.refusal import Refused
from app.services.container import Services
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.play import new_tables
from app.web.api.schema import GIVEN
from tests.games.heart_of_africa.campaign.services.campaign_roles import Campaign
from tests.leaks.listed import an_app, there
from tests.matrices import cells_of
from tests.sample_games import CAMPAIGN
from tests.web.conftest import SameSeeds

FILE = yaml.safe_load(
    Path(__file__).with_suffix("").with_name("campaign_permissions.yaml").read_text()
)
MATRIX = {
    operation: {
        state: {
            role: {"True": "yes"}.get(str(answer), str(answer))
            for role, answer in zip(FILE["roles"], operations[operation], strict=True)
        }
        for state, operations in FILE["states"].items()
    }
    for operation in FILE["operations"]
}


class Founded:
    """Database of a campaign in one state. A test that changes its copy gets a new one."""

    def __init__(self, migrated: Path, folder: Path, state: str):
        self.file, self.used = folder / f"{state}.db", folder / f"{state}-copy.db"
        shutil.copy(migrated, self.file)
        services = Services.open(shelf(), f"sqlite:///{self.file}")
        with pytest.MonkeyPatch.context() as patch:  # the dice decide who declares first
            patch.setattr(new_tables, "secrets", SameSeeds("campaign"))
            self.campaign = Campaign(services).found(state)
        services.close()
        self.copied: Campaign | None = None

    def copy(self, file: Path) -> Campaign:
        """The same campaign in a database of its own."""
        shutil.copy(self.file, file)
        copied = Campaign(Services.open(shelf(), f"sqlite:///{file}"))
        copied.id, copied.ids = self.campaign.id, self.campaign.ids
        copied.seats = self.campaign.seats
        return copied

    def answer(self, operation: str, role: str) -> str:
        """Answer to an operation: "yes", or its refusal. Only after a "yes" the copy is renewed."""
        self.copied = self.copied or self.copy(self.used)
        try:
            self.copied.act(operation, role)
        except NotYourSeat:
            return "no seat"
        except NoSuchGame:
            return "not found"
        except Refused as refused:
            return refused.refusals[0].rule
        self.close()
        return "yes"

    def close(self) -> None:
        if self.copied is not None:
            self.copied.services.close()
            self.copied = None


@pytest.fixture(scope="module")
def founded(tmp_path_factory, migrated_sqlite: Path) -> Iterator[dict[str, Founded]]:
    folder = tmp_path_factory.mktemp("campaigns")
    found = {state: Founded(migrated_sqlite, folder, state) for state in FILE["states"]}
    yield found
    for one in found.values():
        one.close()


@pytest.mark.slow
@pytest.mark.parametrize(("operation", "state", "roles"), cells_of(MATRIX))
def test_each_role_may_do_what_the_file_says(founded, operation, state, roles):
    expected = {role: MATRIX[operation][state][role] for role in roles}
    assert {role: founded[state].answer(operation, role) for role in roles} == expected


def test_each_state_has_every_operation():
    for state, operations in FILE["states"].items():
        assert set(operations) == set(FILE["operations"]), state


def test_every_order_of_a_campaign_has_a_row_or_a_reason():
    """A new order needs an operation in the file, and its act in campaign_roles.py."""
    kinds = (
        *shelf()[CAMPAIGN].card.orders,
        *GIVEN,
        *(CorrectMove, table_orders.LeaveSeat),
    )
    tags = {str(msgspec.inspect.type_info(kind).tag) for kind in kinds}
    assert tags == listed("order")


@pytest.mark.slow
def test_every_operation_of_the_api_has_a_row_or_a_reason(tmp_path):
    """A new operation on a game needs a row in the file, or a reason in its list `elsewhere`."""
    named = listed("api")
    known = there(an_app(tmp_path))["api"]
    acting = {one for one in known if "/games/{address}" in one and not one.startswith("GET ")}
    assert acting - named == set()
    assert named - known == set()


def listed(kind: str) -> set[str]:
    """Orders (`order`) or operations of the API (`api`) that the file names, each once."""
    rows = [one for some in FILE["operations"].values() for one in some]
    rows += [one for some in FILE["elsewhere"].values() for one in some]
    found = [one.removeprefix(f"{kind} ") for one in rows if one.startswith(f"{kind} ")]
    assert len(set(found)) == len(found)
    return set(found)
