#!/usr/bin/env python3
"""Gives a wheel a later version, to be installed beside the first: later.py WHEEL FOLDER."""

import sys
import zipfile
from pathlib import Path

from carried import digest

LATER = "0.999.0"


def main() -> None:
    """Writes the wheel under its new name, with nothing else changed."""
    wheel, folder = Path(sys.argv[1]), Path(sys.argv[2])
    version = wheel.name.split("-")[1]
    before, after = f"raftup-{version}.dist-info/", f"raftup-{LATER}.dist-info/"
    target = folder / wheel.name.replace(version, LATER, 1)
    lines = []
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(target, "w") as changed:
        for entry in source.infolist():
            content = source.read(entry)
            entry.filename = entry.filename.replace(before, after)
            if entry.filename == f"{after}RECORD":  # the last
                content = "".join([*lines, f"{entry.filename},,\n"]).encode()
            elif entry.filename == f"{after}METADATA":
                content = content.replace(
                    f"Version: {version}".encode(), f"Version: {LATER}".encode(), 1
                )
            lines.append(f"{entry.filename},{digest(content)}\n")
            changed.writestr(entry, content, zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    main()
