"""Server process with the tiny games and cheap password hashes: python -m
tests.browser.tiny_server.
"""

from __future__ import annotations

import argon2
import uvicorn

from app.main import create_services
from app.services.people.password_hashes import password_hasher
from app.settings import Settings
from app.web.app import create_web
from tests.contract.tiny import TINY

if __name__ == "__main__":
    password_hasher.hasher = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    settings = Settings()
    uvicorn.run(
        create_web(create_services(settings, TINY), settings),
        port=settings.port,
        log_level="info",
        timeout_graceful_shutdown=2,
    )
