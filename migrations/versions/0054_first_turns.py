"""Keep the beginning of the first turn of a game: the first round of a contest is later than its
founding.
"""

import sqlalchemy as sa
from alembic import op

revision = "0054"
down_revision = "0053"
branch_labels = None
depends_on = None

games = sa.table(
    "games",
    sa.column("id", sa.Integer),
    sa.column("box", sa.Text),
    sa.column("turn", sa.Integer),
    sa.column("begun_at", sa.Text),
    sa.column("first_turn_at", sa.Text),
)
moves = sa.table(
    "moves",
    sa.column("game_id", sa.Integer),
    sa.column("order", sa.Text),
    sa.column("made_at", sa.Text),
)


def upgrade() -> None:
    op.add_column("games", sa.Column("first_turn_at", sa.Text(), nullable=False, server_default=""))
    published = (
        sa.select(sa.func.min(moves.c.made_at))
        .where(
            moves.c.game_id == games.c.id,
            sa.or_(
                moves.c.order.contains("publish_round"), moves.c.order.contains("close_sign_up")
            ),
        )
        .scalar_subquery()
    )
    begun = sa.case(
        (games.c.box == "contests", sa.func.coalesce(published, games.c.begun_at)),
        else_=games.c.begun_at,
    )
    op.execute(games.update().where(games.c.turn > 0).values(first_turn_at=begun))


def downgrade() -> None:
    op.drop_column("games", "first_turn_at")
