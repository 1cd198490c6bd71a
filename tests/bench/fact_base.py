"""Print how long a large fact pack takes into the fact base, and how long pages of lists and searches take then.

Seconds and milliseconds are those of a clock on the wall, as PostgreSQL works beside this process; of what takes long
this process's own time is told too, which is less where other work holds up the machine. Each page is asked for several
times, and the median told.
"""

import argparse
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from urllib.parse import quote

from big_pack import big_pack

from twosource.desk import Desk, PackText
from twosource.desk.confidence import Confidence
from twosource.settings import Settings
from twosource.store import Author, Query, Ref, Store

sys.path.insert(0, str(Path(__file__).parents[1]))
from conftest import execute, postgresql_running

IMPORT_BAR = 60.0
PAGE_BAR = 100.0
TIMES = 7
HOT = 30_000
PAGES = {
    "first page": Query(kind="fact"),
    "all kinds": Query(),
    "in the order of the pack": Query(kind="fact", pack="desk", sort="position"),
    "newest change": Query(kind="fact", sort="change"),
    "subject": Query(kind="fact", subject="e7"),
    "type": Query(kind="fact", pack="desk", type="t3"),
    "settled": Query(kind="fact", settled=True),
    "not settled, not disputed": Query(kind="fact", settled=False, disputed=False),
    "disputed": Query(kind="fact", disputed=True),
    "source used": Query(kind="fact", source="s77"),
    "stale": Query(kind="fact", stale_on=date(2030, 1, 1)),
    "retired": Query(kind="fact", retired=True),
    "rare word": Query(text="7777"),
    "very common word": Query(text="e", kind="fact"),
    "one letter": Query(text="b"),
    "two words, settled": Query(text="kar 99", settled=True),
    "word and source": Query(text="ba", source="s77"),
    "no such word": Query(text="xylophon"),
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facts", type=int, default=100_000, help="how many facts the pack has")
    parser.add_argument("--databases", nargs="+", choices=DATABASES, default=list(DATABASES))
    given = parser.parse_args()
    text = big_pack(given.facts)
    for name in given.databases:
        with tempfile.TemporaryDirectory(prefix="twosource-bench-") as folder, DATABASES[name](Path(folder)) as address:
            settings = Settings(secret_keys=("k" * 40,), database_url=address, data_dir=Path(folder))
            store = Store.open(settings)
            try:
                _measure(name, Desk.of(store), text, given.facts)
                _measure_confidence(Desk.of(store), Confidence(store.facts))
            finally:
                store.close()


def _measure(name: str, desk: Desk, text: str, facts: int) -> None:
    author = Author("bench")
    print(f"\n{name}, {facts} facts (bar for an import: {IMPORT_BAR:.0f} s)")
    for what in ("import", "the same again"):
        _tell(what, lambda: desk.import_packs([PackText("big.yaml", text)], author))
    fact = desk.list(Query(kind="fact")).entries[0]
    edits: dict[str, Callable[[], object]] = {
        "change a fact": lambda: desk.change(fact.ref, {**fact.body, "note": "seen"}, author, None),
        "give an entity another name": lambda: _rename(desk, Ref("desk", "entity", "e500"), author),
        "give a maker of nine another name": lambda: _rename(desk, Ref("desk", "entity", "e5"), author),
        "export": lambda: desk.export("desk"),
        "export what was": lambda: desk.export("desk", at=1),
    }
    for what, do in edits.items():
        _tell(what, do)
    print(f"Pages (bar: {PAGE_BAR:.0f} ms)")
    for what, query in PAGES.items():
        _tell_page(desk, what, query)
    last = desk.list(Query(kind="fact", sort="label", limit=1, cursor=_deep(desk, facts)))
    print(f"(deep: a page beyond {last.total * 9 // 10} others)")
    _measure_hot(desk, author)


def _measure_hot(desk: Desk, author: Author) -> None:
    """Tell how long one of very many facts about one subject takes to read, with what it follows from, and to edit."""
    desk.import_packs([PackText("hot.yaml", _hot_pack())], author)
    fact = Ref("hot", "fact", "f7")
    read = [_seconds(lambda: desk.around(fact)) * 1000 for _ in range(TIMES)]
    edits = [_seconds(lambda: _note(desk, fact, author)) * 1000 for _ in range(TIMES)]
    for what, took in (("read", read), ("edit", edits)):
        print(f"{statistics.median(took):>9.1f} ms  {what} one of {HOT} facts about one subject", flush=True)


def _measure_confidence(desk: Desk, confidence: Confidence) -> None:
    """Tell how long it takes to know what stays untold after an edit, where a third of many facts is confidential."""
    author = Author("bench")
    text = _hot_pack().replace("id: hot", "id: untold")
    text = text.replace("claim_types:", "  whisper: {publisher: Nobody, kind: interview}\nclaim_types:")
    support = re.compile(r"(f\d*[05]: .*)\{source: press\}")
    text = support.sub(r"\1{source: press}, {source: whisper, terms: confidential}", text)
    _tell("import with a confidential source", lambda: desk.import_packs([PackText("untold.yaml", text)], author))
    took: dict[str, list[float]] = {}
    for _ in range(TIMES):
        for what, do in (
            ("edit of a fact with a confidential source", lambda: _note(desk, Ref("untold", "fact", "f5"), author)),
            ("what stays untold, first asked after an edit", lambda: confidence.of("untold")),
            ("settled, as may be told", lambda: desk.list(Query(kind="fact", pack="untold", settled=True))),
            ("words, as may be told", lambda: desk.list(Query(kind="fact", text="again", pack="untold"))),
        ):
            took.setdefault(what, []).append(_seconds(do) * 1000)
    for what, each in took.items():
        print(f"{statistics.median(each):>9.1f} ms  {what}", flush=True)


def _note(desk: Desk, ref: Ref, author: Author) -> None:
    entry = desk.read(ref)
    desk.change(ref, {**entry.body, "note": f"{entry.body.get('note', 'seen')} again"}, author, entry.version)


def _hot_pack() -> str:
    head = "schema: twosource/fact-pack/1\nid: hot\ntitle: Hot\nentities:\n  all: {kind: organisation, name: All}\n"
    head += "  part: {kind: product, name: Part, of: all}\nsources:\n  press: {publisher: all, kind: self-published}\n"
    facts = (f"  f{n}: {{subject: all, type: plain, support: [{{source: press}}]}}\n" for n in range(HOT))
    return head + "claim_types:\n  plain: {standard: subject}\nfacts:\n" + "".join(facts)


def _tell(what: str, do: Callable[[], object]) -> None:
    own = time.process_time()
    seconds = _seconds(do)
    print(f"{seconds:>9.2f} s ({time.process_time() - own:.2f} of this process)   {what}", flush=True)


def _tell_page(desk: Desk, what: str, query: Query) -> None:
    page = desk.list(query)
    took = [_seconds(lambda: desk.list(query)) * 1000 for _ in range(TIMES)]
    slow = "  OVER THE BAR" if statistics.median(took) > PAGE_BAR else ""
    print(f"{statistics.median(took):>9.1f} ms  {what}: {len(page.entries)} of {page.total}{slow}", flush=True)


def _rename(desk: Desk, ref: Ref, author: Author) -> None:
    entity = desk.read(ref)
    desk.change(ref, {**entity.body, "name": "Another Name"}, author, entity.version)


def _deep(desk: Desk, facts: int) -> str | None:
    """Return the cursor of a page deep in the list, and tell how long that one takes."""
    cursor = None
    for _ in range(9):
        page = desk.list(Query(kind="fact", limit=max(facts // 10 - 1, 1), cursor=cursor))
        cursor = page.next
    for what, text in (("deep page", None), ("deep page of a search", "e")):
        _tell_page(desk, what, Query(kind="fact", cursor=cursor if text is None else _far(desk, text), text=text))
    return cursor


def _far(desk: Desk, text: str) -> str | None:
    page = desk.list(Query(kind="fact", text=text, limit=20_000))
    return page.next


def _seconds(do: Callable[[], object]) -> float:
    start = time.perf_counter()
    do()
    return time.perf_counter() - start


@contextmanager
def _sqlite(folder: Path) -> Iterator[str]:
    yield f"sqlite:///{folder / 'bench.sqlite'}"


@contextmanager
def _postgresql(folder: Path) -> Iterator[str]:
    def address(name: str) -> str:
        return f"postgresql+psycopg://postgres@/{name}?host={quote(str(folder))}"

    with postgresql_running(folder, durable=True):
        execute(address("postgres"), "CREATE DATABASE bench")
        yield address("bench")


DATABASES = {"sqlite": _sqlite, "postgresql": _postgresql}

if __name__ == "__main__":
    main()
