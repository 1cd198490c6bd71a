"""Print how long reading a fact pack takes, and writing it again.

Run by ``make bench BENCH=read_packs``. Each number of facts is read once in this process, after a small pack that fills
what is built once.
"""

import argparse
import gc
import resource
import time
from collections.abc import Callable
from typing import Any

from big_pack import big_pack

from twosource import packs

BAR = 25.0


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facts", type=int, nargs="+", default=[10, 1_000, 100_000], help="how many facts a pack has")
    given = parser.parse_args()
    packs.read(big_pack(1), "warm.yaml")
    print(f"Seconds of this process's own time (bar for reading 100000 facts: {BAR:.0f})")
    print(f"{'facts':>8}{'MB':>8}{'read':>9}{'write':>9}{'diff':>9}")
    for facts in given.facts:
        text = big_pack(facts)
        reading, read = _timed(lambda text=text: packs.read(text, "big.yaml"))
        if reading.pack is None:
            raise SystemExit("\n".join(map(str, reading.errors[:20])))
        written, write = _timed(lambda reading=reading: packs.write(reading.canonical))
        _, differ = _timed(lambda reading=reading: packs.diff(reading.canonical, reading.canonical))
        megabytes = len(written.encode()) / 1e6
        print(f"{facts:>8}{megabytes:>8.1f}{read:>9.2f}{write:>9.2f}{differ:>9.2f}", flush=True)
    print(f"memory at its highest: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def _timed(do: Callable[[], Any]) -> tuple[Any, float]:
    gc.collect()
    start = time.process_time()
    done = do()
    return done, time.process_time() - start


if __name__ == "__main__":
    main()
