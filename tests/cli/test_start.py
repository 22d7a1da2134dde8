"""Work of a start. A killed server must answer again within three seconds."""

import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
START = """
import sys
from fastapi.routing import APIRoute
from pydantic import TypeAdapter
from app.web.api.deferred_model import BaseModel
built = []
populate = APIRoute.__init__
APIRoute.__init__ = lambda route, *given, **more: (built.append(given), populate(route, *given, **more))[1]
from app.cli import main
from app.cli.serving import run_server
from app.main import create_server
from app.settings import Settings
from app.store.migrate import migrate_database
migrate_database(sys.argv[1])
app = create_server(Settings(database_url=sys.argv[1]))
app.state.services.close()
routes = len(app.router.routes) + len(app.state.api.router.routes)
models = list(BaseModel.__subclasses__())
complete = [one.__name__ for one in models if one.__pydantic_complete__]
heavy = [name for name in ("networkx", "redis", "alembic", "mako", "pygments") if name in sys.modules]
print(routes, len(built), len(models), len(complete), *heavy)
"""


@pytest.mark.slow
def test_a_start_builds_no_validators_and_loads_no_idle_library(tmp_path, migrated_sqlite):
    database = tmp_path / "club.db"
    database.write_bytes(migrated_sqlite.read_bytes())
    done = subprocess.run(
        [sys.executable, "-c", START, f"sqlite:///{database}"],
        cwd=TOP,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    routes, built, models, complete, *heavy = done.stdout.split()
    assert heavy == [], "imported at the start: each takes a twentieth of it"
    assert int(routes) > 400
    assert int(models) > 200
    assert int(built) < 10, "routes that FastAPI analysed at the start"
    assert int(complete) < 10, "models whose validators were made at the start"
