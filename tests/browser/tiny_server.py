"""Server process with the tiny games: python -m tests.browser.tiny_server."""

from __future__ import annotations

import uvicorn

from app.main import create_services
from app.settings import Settings
from app.web.app import create_web
from tests.contract.tiny import TINY

if __name__ == "__main__":
    settings = Settings()
    uvicorn.run(
        create_web(create_services(settings, TINY), settings),
        port=settings.port,
        log_level="info",
        timeout_graceful_shutdown=2,
    )
