#!/usr/bin/env python3
"""Names in the messages of sphinx the files that were written by hand, in place of their copies.

Reads messages from standard input and writes them to standard output. A file that generate.py has
written keeps its path below build/manual/source. A cell that fails is named by its line, which
sphinx does not say.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COPY = re.compile(r"[^\s:]*build/manual/source/([^\s:]+)")
KERNELS = re.compile(r"^\[IPKernelApp\] WARNING \| Kernel is running over TCP.*\n", re.MULTILINE)
"""What kernels say of connections on this machine, once for each page."""

FAILED = re.compile(r"^(?P<page>\S+\.md): WARNING: Executing notebook failed", re.MULTILINE)
CELL = re.compile(r"^-{18}\n(?P<line>.*\S.*)$", re.MULTILINE)


def original(copy: re.Match[str]) -> str:
    """Path from the root of the file of which a copy was made; else of the copy."""
    for path in (f"clients/manual/source/{copy[1]}", copy[1]):
        if (ROOT / path).exists():
            return path
    return f"build/manual/source/{copy[1]}"


def with_lines(text: str) -> str:
    """Messages in which the pages of cells that fail have the lines of these cells."""
    named, end = [], 0
    for failed in FAILED.finditer(text):
        cell = CELL.search(text, failed.end())
        lines = (ROOT / failed["page"]).read_text(encoding="utf-8").splitlines()
        if cell and cell["line"] in lines:
            stop = failed.end("page")
            named += [text[end:stop], f":{lines.index(cell['line']) + 1}"]
            end = stop
    return "".join([*named, text[end:]])


def main() -> None:
    """Copies what sphinx says when it is through."""
    said = KERNELS.sub("", sys.stdin.read())
    print(with_lines(COPY.sub(original, said)), end="")


if __name__ == "__main__":
    main()
