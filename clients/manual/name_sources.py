#!/usr/bin/env python3
"""Names in the messages of sphinx the files that were written by hand, in place of their copies.

Reads messages from standard input and writes them to standard output. A file that generate.py has
written keeps its path below build/manual/source.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COPY = re.compile(r"[^\s:]*build/manual/source/([^\s:]+)")


def original(copy: re.Match[str]) -> str:
    """Path from the root of the file of which a copy was made; else of the copy."""
    for path in (f"clients/manual/source/{copy[1]}", copy[1]):
        if (ROOT / path).exists():
            return path
    return f"build/manual/source/{copy[1]}"


def main() -> None:
    """Copies line by line, so that messages come while sphinx works."""
    for line in sys.stdin:
        print(COPY.sub(original, line), end="", flush=True)


if __name__ == "__main__":
    main()
