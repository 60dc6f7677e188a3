#!/usr/bin/env python3
"""Gives a wheel a later version, to be installed beside the first: later.py WHEEL FOLDER."""

import sys
from pathlib import Path

from wheel_file import read_wheel, write_wheel

LATER = "0.999.0"


def main() -> None:
    """Writes the wheel under its new name, with nothing else changed."""
    wheel, folder = Path(sys.argv[1]), Path(sys.argv[2])
    version = wheel.name.split("-")[1]
    before, after = f"raftup-{version}.dist-info/", f"raftup-{LATER}.dist-info/"
    entries, record = read_wheel(wheel)
    for entry in (*entries, record):
        entry.filename = entry.filename.replace(before, after)
        if entry.filename == f"{after}METADATA":
            old, new = f"Version: {version}".encode(), f"Version: {LATER}".encode()
            entries[entry] = entries[entry].replace(old, new, 1)
    write_wheel(folder / wheel.name.replace(version, LATER, 1), entries, record)


if __name__ == "__main__":
    main()
