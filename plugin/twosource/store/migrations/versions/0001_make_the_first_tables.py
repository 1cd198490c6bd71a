"""Make the first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Bring the schema to this revision."""
    op.create_table(
        "packs",
        sa.Column("id", sa.String(length=200), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("version", sa.String(length=64), nullable=False),
        sa.Column("imported_at", MOMENT, nullable=False),
        sa.Column("imported_by", sa.String(length=200), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_packs"),
    )
    op.create_table(
        "sites",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("name", sa.String(length=63), nullable=False),
        sa.Column("callback_url", sa.Text(), nullable=True),
        sa.Column("locale", sa.String(length=2), nullable=False),
        sa.Column("secrets", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sites"),
        sa.UniqueConstraint("name", name="uq_sites_name"),
    )
    op.create_table(
        "tokens",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("scopes", sa.JSON(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("revoked_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.UniqueConstraint("digest", name="uq_tokens_digest"),
        sa.UniqueConstraint("name", name="uq_tokens_name"),
    )
    op.create_table(
        "deliveries",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("site_id", ROW_ID, nullable=False),
        sa.Column("webhook_id", sa.String(length=256), nullable=False),
        sa.Column("draft", sa.String(length=200), nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("received_at", MOMENT, nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_at", MOMENT, nullable=False),
        sa.Column("leased_until", MOMENT, nullable=True),
        sa.Column("lease", sa.String(length=32), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["site_id"], ["sites.id"], name="fk_deliveries_site_id_sites"),
        sa.PrimaryKeyConstraint("id", name="pk_deliveries"),
        sa.UniqueConstraint("site_id", "webhook_id", name="uq_deliveries_site_id_webhook_id"),
    )
    op.create_index("ix_deliveries_site_id_draft", "deliveries", ["site_id", "draft"])
    op.create_index("ix_deliveries_state_next_at", "deliveries", ["state", "next_at"])

    op.create_table(
        "drafts",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("site_id", ROW_ID, nullable=False),
        sa.Column("cms_id", sa.String(length=200), nullable=False),
        sa.Column("revision", sa.String(length=200), nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.Column("delivery_id", ROW_ID, nullable=False),
        sa.Column("checked_at", MOMENT, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("segments", sa.JSON(), nullable=False),
        sa.Column("checked", sa.JSON(), nullable=False),
        sa.Column("resolved", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["delivery_id"], ["deliveries.id"], name="fk_drafts_delivery_id_deliveries"),
        sa.ForeignKeyConstraint(["site_id"], ["sites.id"], name="fk_drafts_site_id_sites"),
        sa.PrimaryKeyConstraint("id", name="pk_drafts"),
        sa.UniqueConstraint("site_id", "cms_id", name="uq_drafts_site_id_cms_id"),
    )
    op.create_table(
        "flags",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("draft_id", ROW_ID, nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("present", sa.Boolean(), nullable=False),
        sa.Column("fact_version", sa.String(length=200), nullable=True),
        sa.Column("fingerprint", sa.String(length=200), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["draft_id"], ["drafts.id"], name="fk_flags_draft_id_drafts"),
        sa.PrimaryKeyConstraint("id", name="pk_flags"),
        sa.UniqueConstraint("draft_id", "key", name="uq_flags_draft_id_key"),
    )
    op.create_table(
        "outbound",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("webhook_id", sa.String(length=256), nullable=False),
        sa.Column("site_id", ROW_ID, nullable=False),
        sa.Column("draft_id", ROW_ID, nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("posted_at", MOMENT, nullable=True),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_at", MOMENT, nullable=False),
        sa.Column("leased_until", MOMENT, nullable=True),
        sa.Column("lease", sa.String(length=32), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["draft_id"], ["drafts.id"], name="fk_outbound_draft_id_drafts"),
        sa.ForeignKeyConstraint(["site_id"], ["sites.id"], name="fk_outbound_site_id_sites"),
        sa.PrimaryKeyConstraint("id", name="pk_outbound"),
        sa.UniqueConstraint("webhook_id", name="uq_outbound_webhook_id"),
    )
    op.create_index("ix_outbound_draft_id", "outbound", ["draft_id"])
    op.create_index("ix_outbound_state_next_at", "outbound", ["state", "next_at"])

    op.create_table(
        "resolutions",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("flag_id", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("by", sa.String(length=200), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("reason", sa.String(length=50), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("fact_version", sa.String(length=200), nullable=True),
        sa.Column("fingerprint", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(["flag_id"], ["flags.id"], name="fk_resolutions_flag_id_flags"),
        sa.PrimaryKeyConstraint("id", name="pk_resolutions"),
    )
    op.create_index("ix_resolutions_flag_id", "resolutions", ["flag_id"])


def downgrade() -> None:
    """Take the schema back to the revision before."""
    op.drop_index("ix_resolutions_flag_id", table_name="resolutions")

    op.drop_table("resolutions")
    op.drop_index("ix_outbound_state_next_at", table_name="outbound")
    op.drop_index("ix_outbound_draft_id", table_name="outbound")

    op.drop_table("outbound")
    op.drop_table("flags")
    op.drop_table("drafts")
    op.drop_index("ix_deliveries_state_next_at", table_name="deliveries")
    op.drop_index("ix_deliveries_site_id_draft", table_name="deliveries")

    op.drop_table("deliveries")
    op.drop_table("tokens")
    op.drop_table("sites")
    op.drop_table("packs")
