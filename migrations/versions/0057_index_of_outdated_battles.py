"""Find rated battles whose result was corrected by an index.

The rating worker looks for them every minute and read all rated games.
"""

import sqlalchemy as sa
from alembic import op

revision = "0057"
down_revision = "0056"
branch_labels = None
depends_on = None

INDEX = "ix_rated_battles_outdated"
MARKED = sa.text("number = 0")


def upgrade() -> None:
    where = {"sqlite_where": MARKED, "postgresql_where": MARKED}
    op.create_index(INDEX, "rated_battles", ["game_id"], **where)


def downgrade() -> None:
    op.drop_index(INDEX, "rated_battles")
