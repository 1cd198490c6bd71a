"""One thread that writes for many: what arrives while it commits goes into its next transaction.

At full durability a commit costs a flush of the disk; shared by a group it is paid once for all of it, and no writer
waits for another's turn.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Generic, TypeVar

_Put = TypeVar("_Put")
_Answer = TypeVar("_Answer")


class WriterClosedError(Exception):
    """Something was put to a writer that has ended."""


class GroupCommit(Generic[_Put, _Answer]):
    """Commits what threads put to it, in groups and in order.

    Args:
        commit: writes a group in one transaction and returns an answer for each; what it raises goes to all of them.
        limit: the most that one group may hold.
        name: the thread's name.
    """

    def __init__(self, commit: Callable[[Sequence[_Put]], Sequence[_Answer]], limit: int, name: str) -> None:
        self._commit = commit
        self._limit = limit
        self._waiting: queue.Queue[tuple[_Put, Future[_Answer]] | None] = queue.Queue()
        self._guard = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def put(self, value: _Put) -> Future[_Answer]:
        """Return at once what will hold the answer when ``value`` is on the disk.

        Raises:
            WriterClosedError: the writer has ended.
        """
        answer: Future[_Answer] = Future()
        with self._guard:
            if self._closed:
                raise WriterClosedError("the inbox is closed")
            self._waiting.put((value, answer))
        return answer

    def waiting(self) -> int:
        """Return about how many values wait for their commit."""
        return self._waiting.qsize()

    def close(self) -> None:
        """Commit what was put, then end the thread."""
        with self._guard:
            if not self._closed:
                self._closed = True
                self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        open_ = True
        while open_:
            group = [self._waiting.get()]
            while len(group) < self._limit:
                try:
                    group.append(self._waiting.get_nowait())
                except queue.Empty:
                    break
            open_ = None not in group
            self._answer([pair for pair in group if pair is not None])

    def _answer(self, group: list[tuple[_Put, Future[_Answer]]]) -> None:
        if not group:
            return
        try:
            answers = self._commit([value for value, _ in group])
        except BaseException as error:  # noqa: BLE001  each waiting thread gets it and raises it as its own
            for _, future in group:
                future.set_exception(error)
        else:
            for (_, future), answer in zip(group, answers, strict=True):
                future.set_result(answer)
