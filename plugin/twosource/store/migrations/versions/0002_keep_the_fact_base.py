"""Keep the fact base as objects with their history; packs that were kept as texts wait to be taken over."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _bytewise(length: int = 200) -> sa.types.TypeEngine[str]:
    return sa.String(length=length, collation="C").with_variant(sa.String(length=length), "sqlite")


def upgrade() -> None:
    """Bring the schema to this revision."""
    _move_texts()
    _make_tables()
    if op.get_bind().dialect.name == "sqlite":
        # What is left of =, ., _ and - in a word is a mark of ours, as twosource.store.words writes them.
        op.execute(
            "CREATE VIRTUAL TABLE object_words USING fts5(words, detail=none, columnsize=0, prefix='1 2 3 4', "
            "tokenize=\"unicode61 remove_diacritics 0 tokenchars '=._-'\")"
        )
    else:
        op.execute(
            "CREATE TABLE object_words (object_id BIGINT NOT NULL, words TSVECTOR NOT NULL, "
            "CONSTRAINT pk_object_words PRIMARY KEY (object_id))"
        )
        op.execute("CREATE INDEX ix_object_words_words ON object_words USING gin (words)")


def _move_texts() -> None:
    op.create_table(
        "pack_texts",
        sa.Column("id", sa.String(length=200), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("imported_at", MOMENT, nullable=False),
        sa.Column("imported_by", sa.String(length=200), nullable=False),
        sa.Column("taken", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pack_texts"),
    )
    op.execute(
        "INSERT INTO pack_texts (id, name, text, imported_at, imported_by, taken) "
        "SELECT id, name, text, imported_at, imported_by, false FROM packs"
    )
    op.drop_table("packs")


def _make_tables() -> None:
    op.create_table(
        "packs",
        sa.Column("id", _bytewise(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("change_id", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.Column("changed_by", sa.String(length=200), nullable=False),
        sa.Column("computed_by", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_packs"),
    )
    op.create_table(
        "changes",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("pack", _bytewise(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("by", sa.String(length=200), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("action", sa.String(length=20), nullable=False),
        sa.Column("counts", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["pack"], ["packs.id"], name="fk_changes_pack_packs"),
        sa.PrimaryKeyConstraint("id", name="pk_changes"),
    )
    op.create_index("ix_changes_pack_id", "changes", ["pack", "id"])
    op.create_table(
        "objects",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("pack", _bytewise(), nullable=False),
        sa.Column("kind", _bytewise(12), nullable=False),
        sa.Column("key", _bytewise(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("version", sa.String(length=64), nullable=False),
        sa.Column("change_id", sa.BigInteger(), nullable=False),
        sa.Column("label", _bytewise(), nullable=False),
        sa.Column("subject", sa.String(length=100), nullable=True),
        sa.Column("type", sa.String(length=100), nullable=True),
        sa.Column("status", sa.String(length=20), nullable=True),
        sa.Column("settled", sa.Boolean(), nullable=True),
        sa.Column("disputed", sa.Boolean(), nullable=True),
        sa.Column("origins", sa.Integer(), nullable=True),
        sa.Column("told_settled", sa.Boolean(), nullable=True),
        sa.Column("told_disputed", sa.Boolean(), nullable=True),
        sa.Column("told_origins", sa.Integer(), nullable=True),
        sa.Column("shown", sa.String(length=5), nullable=False),
        sa.Column("review_by", sa.String(length=10), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_objects"),
        sa.UniqueConstraint("pack", "kind", "key", name="uq_objects_pack_kind_key"),
    )
    told = ["told_settled", "told_disputed", "shown"]
    chosen_by = ["subject", "type", "status", "settled", "disputed", *told, "review_by"]
    op.create_index("ix_objects_label", "objects", ["kind", "live", "label", "id", "pack", *chosen_by])
    op.create_index("ix_objects_position", "objects", ["pack", "kind", "position", "id", "live", *chosen_by])
    op.create_index("ix_objects_change_id", "objects", ["change_id", "id", "kind", "live", "pack", *chosen_by])
    op.create_index("ix_objects_subject", "objects", ["subject"])
    op.create_index("ix_objects_review_by", "objects", ["review_by"])
    op.create_table(
        "revisions",
        sa.Column("object_id", ROW_ID, nullable=False),
        sa.Column("change_id", ROW_ID, nullable=False),
        sa.Column("step", sa.String(length=12), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("version", sa.String(length=64), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["object_id"], ["objects.id"], name="fk_revisions_object_id_objects"),
        sa.ForeignKeyConstraint(["change_id"], ["changes.id"], name="fk_revisions_change_id_changes"),
        sa.PrimaryKeyConstraint("object_id", "change_id", name="pk_revisions"),
    )
    op.create_index("ix_revisions_change_id", "revisions", ["change_id"])
    op.create_table(
        "uses",
        sa.Column("object_id", ROW_ID, nullable=False),
        sa.Column("pack", _bytewise(), nullable=False),
        sa.Column("relation", _bytewise(12), nullable=False),
        sa.Column("target", _bytewise(), nullable=False),
        sa.PrimaryKeyConstraint("object_id", "relation", "target", name="pk_uses"),
    )
    op.create_index("ix_uses_pack_relation_target", "uses", ["pack", "relation", "target", "object_id"])
    op.create_table(
        "untold",
        sa.Column("pack", _bytewise(), nullable=False),
        sa.Column("kept", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("pack", name="pk_untold"),
    )
    op.create_table(
        "source_texts",
        sa.Column("pack", _bytewise(), nullable=False),
        sa.Column("source", _bytewise(), nullable=False),
        sa.Column("change_id", ROW_ID, nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["change_id"], ["changes.id"], name="fk_source_texts_change_id_changes"),
        sa.PrimaryKeyConstraint("pack", "source", "change_id", name="pk_source_texts"),
    )


def downgrade() -> None:
    """Take the schema back to the revision before; of the packs only the texts that it took over are left."""
    for table in ("object_words", "source_texts", "untold", "uses", "revisions", "objects", "changes", "packs"):
        op.drop_table(table)
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
    op.execute(
        "INSERT INTO packs (id, name, text, version, imported_at, imported_by) "
        "SELECT id, name, text, '', imported_at, imported_by FROM pack_texts"
    )
    op.drop_table("pack_texts")
