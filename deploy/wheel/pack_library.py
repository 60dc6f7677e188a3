#!/usr/bin/env python3
"""Packs the library of FMUs in a wheel: pack_library.py WHEEL...

No process of ours loads it: `raftup fmu` copies it into what it writes, by `read_library()`. xz
makes it a quarter smaller than the wheel's own compression would.
"""

import lzma
import sys
from pathlib import Path

from wheel_file import new_entry, read_wheel, write_wheel

LIBRARY = "raftup/bin/libraftup_fmu.so"


def rewrite(wheel: Path) -> None:
    """Puts LIBRARY.xz into the place of LIBRARY."""
    entries, record = read_wheel(wheel)
    packed = {}
    for entry, content in entries.items():
        if entry.filename == LIBRARY:
            packed[new_entry(f"{LIBRARY}.xz", record)] = pack(content)
        else:
            packed[entry] = content
    write_wheel(wheel, packed, record)


def pack(library: bytes) -> bytes:
    """By the filter for code of x86 processors."""
    return lzma.compress(
        library,
        filters=[
            {"id": lzma.FILTER_X86},
            {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME},
        ],
    )


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        rewrite(Path(argument))
