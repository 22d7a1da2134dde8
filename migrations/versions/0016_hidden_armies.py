"""Add armies hidden by a moderator.

Before, such armies were only unshared, and their owners could share them again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

LAST_ACT = """
    SELECT max(acts.id) FROM acts JOIN complaints ON complaints.id = acts.complaint_id
    WHERE complaints.army_id = armies.id AND acts.what IN ('hide', 'show')
"""


def upgrade() -> None:
    op.add_column(
        "armies", sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.execute(
        "UPDATE armies SET hidden = true WHERE sharing = 'own' AND 'hide' = (SELECT what FROM "  # noqa: S608 - ours
        f"acts WHERE id = ({LAST_ACT}))"
    )


def downgrade() -> None:
    op.execute("UPDATE armies SET sharing = 'own', opens_at = NULL WHERE hidden")
    op.drop_column("armies", "hidden")
