"""A club on the web, with visitors who have their own cookies."""
from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.main import create_app
from app.settings import Settings


class Visitor:
    """A browser without JavaScript: it follows links and sends forms as they stand on the page."""

    def __init__(self, app: FastAPI, language: str = "en"):
        self.client = TestClient(app, base_url="http://127.0.0.1:8000", headers={"accept-language": language})

    def get(self, path: str, **more):  # noqa: ANN003, ANN201
        return self.client.get(path, **more)

    def proof(self, path: str = "/login") -> str:
        """The secret of the forms on a page."""
        return re.search(r'name="csrf" value="([^"]+)"', self.client.get(path).text).group(1)

    def post(self, path: str, page: str = "/login", **fields):  # noqa: ANN003, ANN201
        return self.client.post(path, data={"csrf": self.proof(page), **fields}, follow_redirects=False)

    def register(self, name: str, password: str = "a long enough sentence") -> Visitor:  # noqa: S107
        answer = self.post("/register", "/register", name=name, password=password)
        assert answer.status_code == 303, answer.text
        return self


@pytest.fixture
def app(tmp_path) -> Iterator[FastAPI]:
    yield create_app(Settings(database_url=f"sqlite:///{tmp_path}/club.db"))


@pytest.fixture
def web(app: FastAPI) -> Iterator[TestClient]:
    """The application with its bots and bell running."""
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        yield client


@pytest.fixture
def visitor(app: FastAPI, web: TestClient):  # noqa: ANN201
    """Makes visitors: visitor(), visitor("es")."""
    return lambda language="en": Visitor(app, language)
