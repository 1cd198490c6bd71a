"""The documentation desk as one value: all that can be asked of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from twosource.desk import disclosing, editing, history
from twosource.desk.history import Moment
from twosource.desk.importing import Amendment, ReadPack, read_packs, take_in
from twosource.desk.records import Outcome, PackText, Stories
from twosource.desk.surroundings import Surroundings
from twosource.desk.takeover import take_over
from twosource.model import Pack
from twosource.packs import read_plain, write
from twosource.packs.uncollected import uncollected
from twosource.store import Author, Entry, Facts, KeptText, Page, Query, Ref, Store


class Desk:
    """Takes packs and single edits into a store, with their history, and gives them out. Threads may share it."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    @classmethod
    def of(cls, store: Store) -> Desk:
        """Return the desk of a store, after taking over the packs that an older version kept as texts."""
        take_over(store.facts)
        return cls(store.facts)

    def import_packs(self, texts: Sequence[PackText], author: Author) -> tuple[Outcome, ...]:
        """Take packs, all or none, each in place of what was kept under its id.

        The same pack again changes nothing. What a pack no longer has is retired; what comes back is live again.

        Raises:
            PackRefusedError: one of them has errors, or two have one id.
        """
        with uncollected():  # from reading to writing: what was read is gone again at the end
            return take_in(self._facts, read_packs(texts), author)

    def take_in(
        self, packs: Sequence[ReadPack | Amendment], author: Author, expected: int | None = None
    ) -> tuple[Outcome, ...]:
        """Take packs that were read already, all or none, as :meth:`import_packs` does, or what is done to one.

        Args:
            packs: no two of one id.
            author: who takes them in, and why.
            expected: the last change that each has to have, 0 where it must not be there yet; None for any. With one,
                an import never takes back what others did since somebody read the pack.

        Raises:
            UnknownEntryError: a pack that shall be amended is not there.
            StaleChangeError: one has another last change; nothing was taken.
        """
        return take_in(self._facts, packs, author, expected=expected)

    def create(self, ref: Ref, body: Mapping[str, Any], author: Author) -> Entry:
        """Make an object; for a pack (``Ref.to_pack``) the body is ``{"title": …}``.

        Args:
            ref: what it will be called.
            body: what stands below its id in a pack, as JSON has it.
            author: who does it, and why.

        Raises:
            UnknownEntryError: there is no such pack.
            EntryTakenError: there is one of that id, perhaps a retired one.
            RetiredEntryError: the pack is retired.
            PackRefusedError: the body has errors, or would break the pack.
        """
        return editing.create(self._facts, ref, body, author)

    def change(self, ref: Ref, body: Mapping[str, Any], author: Author, expected: str | None) -> Entry:
        """Give an object another body; a change of nothing is none.

        Facts whose sourcing follows from it are computed anew, and get new versions where that differs.

        Args:
            ref: the object.
            body: its whole new body.
            author: who does it, and why.
            expected: the ``tag`` of the entry that the caller knows, or None to change whatever is there.

        Raises:
            UnknownEntryError: there is no such object.
            StaleVersionError: it has another version, or was retired or restored since.
            RetiredEntryError: it or its pack is retired.
            PackRefusedError: the body has errors, or would break the pack.
        """
        return editing.change(self._facts, ref, body, author, expected)

    def retire(self, ref: Ref, author: Author, expected: str | None) -> Entry:
        """Take an object (or a whole pack) out of the checks and the export; its history stays. Twice is once.

        Facts that point to a retired fact (``see_also``, ``supersedes``) lose that pointer by the same change.

        Raises:
            UnknownEntryError: there is no such object.
            StaleVersionError: it has another version, or was retired or restored since.
            StillUsedError: live objects still lean on an entity, a source, a claim type or a unit.
        """
        return editing.retire(self._facts, ref, author, expected)

    def restore(self, ref: Ref, author: Author, expected: str | None) -> Entry:
        """Let a retired object be live again. Twice is once.

        Facts that pointed to a fact when it was retired point to it again by the same change, and it to those that came
        back while it was retired.

        Raises:
            UnknownEntryError: there is no such object.
            StaleVersionError: it has another version, or was retired or restored since.
            RetiredEntryError: its pack is retired.
            PackRefusedError: what it leans on is no longer there, or a pointer cannot come back.
        """
        return editing.restore(self._facts, ref, author, expected)

    def one_state(self) -> AbstractContextManager[None]:
        """Let all that this thread asks in the block be of one state: what there is, and what of it stays untold.

        Nothing can be written in the block.
        """
        return self._facts.one_state()

    def disclose(self, source: Ref, author: Author) -> tuple[str, ...]:
        """Let a source that was confidential be told again, and return the ids of all that are told with it.

        These are what it is a translation of, and its translations. An edit that drops the last mark of a source does
        not do that: what was confidential once stays untold until somebody says otherwise here.

        Raises:
            UnknownEntryError: there is no such source.
            StillMarkedError: a fact marks it as confidential, perhaps a retired one.
        """
        return disclosing.disclose(self._facts, source, author)

    def read(self, ref: Ref, at: Moment | None = None) -> Entry:
        """Return an object as it is, or as it was at a moment of the past (or right after a change).

        Raises:
            UnknownEntryError: there is none, or there was none yet.
        """
        return history.read(self._facts, ref, at)

    def around(self, ref: Ref) -> Pack | None:
        """Return as much of the live pack as a live object's sourcing follows from, the object among it; else None.

        Of a fact, everything that it names is there as it is in the whole pack, and its computed sourcing is that of
        the whole pack; facts that it only points to (``see_also``) are bare.
        """
        plain = self.part(ref)
        return None if plain is None else read_plain(plain, ref.pack).pack

    def part(self, ref: Ref) -> dict[str, Any] | None:
        """Return what :meth:`around` reads, in canonical form."""
        with self._facts.reading() as reader:
            around = Surroundings(reader, ref.pack, {})
            return around.gathered([ref]) if around.body(ref) is not None else None

    def list(self, query: Query) -> Page:
        """Return a page of the objects that answer a query, and how many there are.

        Raises:
            CursorError: no page of such a list gave this cursor.
        """
        with self._facts.reading() as reader:
            return reader.page(query)

    def history(
        self, about: Ref | str | None = None, *, before: int | None = None, limit: int = 20, steps: int = 50
    ) -> Stories:
        """Return the changes of an object, of a pack (its id) or of everything, the newest first.

        Args:
            about: the object, or the pack's id.
            before: only changes with an id below this, as ``Stories.next`` gives it.
            limit: how many changes.
            steps: how many objects of each change are told with their differences.

        Raises:
            UnknownEntryError: there is no such object or pack.
        """
        return history.history(self._facts, about, before, limit, steps)

    def export(self, pack: str, at: Moment | None = None) -> str:
        """Return a pack as canonical text, as it is or as it was; what is retired then is not in it.

        Raises:
            UnknownEntryError: there is no such pack, or there was none yet.
        """
        return write(self.plain(pack, at))

    def plain(self, pack: str, at: Moment | None = None) -> dict[str, Any]:
        """Return what :meth:`export` writes as plain mappings (the form that ``twosource.packs.read_plain`` reads).

        Raises:
            UnknownEntryError: there is no such pack, or there was none yet.
        """
        return history.plain(self._facts, pack, at)

    def state(self, pack: str, at: Moment | None = None) -> tuple[dict[str, Any], int]:
        """Return what :meth:`plain` does, and the last change of the pack that is in it.

        Raises:
            UnknownEntryError: there is no such pack, or there was none yet.
        """
        return history.state(self._facts, pack, at)

    def last_change(self, pack: str) -> int:
        """Return the last change of a pack, 0 where there is none."""
        return history.last_change(self._facts, pack)

    def kept_text(self, ref: Ref) -> KeptText | None:
        """Return the newest whole text of a source that was taken along at an import, or None."""
        with self._facts.reading() as reader:
            return reader.kept_text(ref.pack, ref.id)
