"""Why the desk refuses something; each message says what is wrong and how to mend it."""

from __future__ import annotations

from collections.abc import Sequence

from twosource.facts.pack import PackProblem
from twosource.store import Ref

_LISTED = 10


class DeskError(Exception):
    """What the desk refuses; nothing has changed."""


class UnknownEntryError(DeskError):
    """There is no such object, or there was none at that moment."""

    def __init__(self, ref: Ref, when: str = "") -> None:
        super().__init__(f"there is no {ref}{when}")
        self.ref = ref


class UnknownChangeError(DeskError):
    """There is no change of that number."""

    def __init__(self, number: int) -> None:
        super().__init__(
            f"there is no change {number}: write a change's number as the history tells it, a day as 2026-11-30, a "
            "moment with its zone as 2026-11-30T12:00:00Z"
        )


class EntryTakenError(DeskError):
    """There is an object of that id already; a retired one can be restored."""

    def __init__(self, ref: Ref, *, retired: bool) -> None:
        super().__init__(f"there is a {ref} already" + ("; it is retired: restore it, then change it" * retired))
        self.ref = ref
        self.retired = retired


class StaleVersionError(DeskError):
    """The object has changed since the version that the caller knows. ``current`` is the version that it has now."""

    def __init__(self, ref: Ref, current: str) -> None:
        super().__init__(f"{ref} has changed since you read it; read it again and make your change to that")
        self.ref = ref
        self.current = current


class StaleChangeError(DeskError):
    """A pack has changed since the change that the caller knows.

    Attributes:
        ref: the pack.
        current: its last change, 0 where there is no such pack.
    """

    def __init__(self, ref: Ref, expected: int, current: int) -> None:
        if not current:
            told = f"there is no {ref}, and its change {expected} was expected"
        elif not expected:
            told = f"there is a {ref} already, and none was expected"
        else:
            told = f"{ref} has changed since change {expected}, the last one is {current}"
        super().__init__(f"{told}; take in what is there now and import it again")
        self.ref = ref
        self.current = current


class RetiredEntryError(DeskError):
    """A retired object is not changed; it has to be restored first."""

    def __init__(self, ref: Ref) -> None:
        super().__init__(f"{ref} is retired; restore it first")
        self.ref = ref


class StillMarkedError(DeskError):
    """A source that facts mark as confidential cannot be told. ``facts`` are these, retired ones too."""

    def __init__(self, ref: Ref, facts: Sequence[Ref]) -> None:
        told = ", ".join(f"'{fact.id}'" for fact in facts[:_LISTED])
        more = f" and {len(facts) - _LISTED} more" if len(facts) > _LISTED else ""
        super().__init__(f"{ref} is still marked as confidential by {told}{more}; take the mark away there first")
        self.ref = ref
        self.facts = tuple(facts)


class StillUsedError(DeskError):
    """An object that live ones still lean on cannot be retired. ``users`` are all of them, facts last."""

    def __init__(self, ref: Ref, users: Sequence[Ref]) -> None:
        told = ", ".join(f"{user.kind.replace('_', ' ')} '{user.id}'" for user in users[:_LISTED])
        more = f" and {len(users) - _LISTED} more" if len(users) > _LISTED else ""
        super().__init__(f"{ref} is still used by {told}{more}; change or retire these first")
        self.ref = ref
        self.users = tuple(users)


class PackRefusedError(DeskError):
    """What was given has errors, or would break the pack.

    Attributes:
        problems: each with its message in the pack's words. For an import each names its file, line and keys; for an
            object, ``path`` leads from the object down, or begins with the section (``facts.…``) where it is another's.
    """

    def __init__(self, problems: Sequence[PackProblem]) -> None:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        path = f"{problems[0].path}: " if problems[0].path else ""
        super().__init__(f"{path}{problems[0].message}{more}")
        self.problems = tuple(problems)
