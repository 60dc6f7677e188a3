"""Sends changed requests to a server until the time is over, and tells what went wrong.

    python -m request_fuzz --seconds 600 --seed 7
    python -m request_fuzz --replay found/0003.json

RAFTUP_SERVER_BINARY names the server, one of a sanitizer's build for instance, and
RAFTUP_FUZZ_SLOWDOWN says how many times slower that is.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from request_fuzz.fuzz import Fuzz, replay


def main() -> int:
    """Runs it.

    Returns:
        1 where there were faults.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--found", type=Path, default=Path("out/fuzz/requests"))
    parser.add_argument("--replay", type=Path)
    arguments = parser.parse_args()
    if arguments.replay is not None:
        return replay(arguments.replay)
    fuzz = Fuzz(arguments.seed, arguments.found)
    fuzz.run(arguments.seconds)
    print(fuzz.summary())
    return 1 if fuzz.faults else 0


if __name__ == "__main__":
    sys.exit(main())
