"""Does what a page of the manual says, as a reader does it who copies its cells.

Usage: python run_page.py PAGE, in a folder with clients/examples and with nothing but the
installed wheel. Cells that readers do not see are left out. Where a command or a line of Python
stops, so does this, with file and line. A reader has no notebook: the standard library does.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

_CELL = re.compile(r"^```\{code-cell\}[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TAGS = re.compile(r":tags: \[([^\]]*)\]\n")
_FILE = re.compile(r"%%writefile (\S+)\n")
_LAST_CODE = re.compile(r"#\s*exit code (\d+)\s*$")
_ENDED_EARLY = 141  # of a command whose reader, such as head, has read enough


class StopError(Exception):
    """Error: a reader cannot go on here."""


def cells(text: str) -> Iterator[tuple[int, str]]:
    """The cells that a reader sees, each with the line at which it begins."""
    for found in _CELL.finditer(text):
        code = found[1]
        tags = _TAGS.match(code)
        if tags is None or "remove-cell" not in tags[1]:
            line = text.count("\n", 0, found.start(1)) + 1 + (1 if tags else 0)
            yield line, code[tags.end() :] if tags else code


def run_command(command: str) -> None:
    """Runs a command of the terminal.

    Raises:
        StopError: if it ends with another code than the page says; it says 0 by saying nothing.
    """
    wanted = _LAST_CODE.search(command)
    code = int(wanted[1]) if wanted else 0
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
    )
    if done.returncode not in {code, *([_ENDED_EARLY] if code == 0 else [])}:
        raise StopError(f"{command}: exit code {done.returncode}\n{done.stdout[-2000:]}")


def run_cell(code: str, names: dict[str, object], page: str, line: int) -> None:
    """Does one cell: a file that is written, or commands and lines of Python in their order.

    Raises:
        StopError: where a reader cannot go on.
    """
    if file := _FILE.match(code):
        Path(file[1]).write_text(code[file.end() :], encoding="utf-8")
        return
    if code.startswith("%"):
        raise StopError(f"{code.splitlines()[0]} needs a notebook")
    for first, part in _parts(code.splitlines()):
        if part.startswith("!"):
            run_command(part[1:])
            continue
        program = compile("\n" * (line + first - 1) + part, page, "exec")
        exec(program, names)


def _parts(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Commands, one by one, and the lines of Python between them, with their first line."""
    start, collected = 0, []
    for number, text in enumerate([*lines, "!"]):
        if not text.startswith("!"):
            collected.append(text)
            continue
        if collected:
            yield start, "\n".join(collected)
        if number < len(lines):
            yield number, text
        start, collected = number + 1, []


def main() -> None:
    """Runs a page and prints how long it took; ends with 1 where a reader would stop."""
    page = Path(sys.argv[1])
    names: dict[str, object] = {"__name__": "__main__"}
    start, line = time.monotonic(), 1
    count = 0
    try:
        for line, code in cells(page.read_text(encoding="utf-8")):
            run_cell(code, names, page.name, line)
            count += 1
    except BaseException as error:
        print(f"{page}:{line}: a reader stops here: {type(error).__name__}: {error}")
        sys.stdout.flush()
        os._exit(1)  # whatever the page has started is gone with its folder
    print(f"{page.name}: {count} cells, {time.monotonic() - start:.1f} s")


if __name__ == "__main__":
    main()
