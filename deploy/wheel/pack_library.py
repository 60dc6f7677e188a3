#!/usr/bin/env python3
"""Packs the library of FMUs in a wheel: pack_library.py WHEEL...

No process of ours loads it: `raftup fmu` copies it into what it writes, by `read_library()`. The
wheel has what it differs by from raftupd, which is linked from the same archives.
"""

import hashlib
import sys
from pathlib import Path

import numpy as np
from bsdiff4 import core
from wheel_file import new_entry, read_wheel, write_wheel

from raftup.local.difference import pack, unpack

LIBRARY = "raftup/bin/libraftup_fmu.so"
PROGRAM = "raftup/bin/raftupd"


def rewrite(wheel: Path) -> None:
    """Puts LIBRARY.difference into the place of LIBRARY."""
    entries, record = read_wheel(wheel)
    named = {entry.filename: content for entry, content in entries.items()}
    difference = new_entry(f"{LIBRARY}.difference", record)
    packed = {}
    for entry, content in entries.items():
        if entry.filename == LIBRARY:
            packed[difference] = difference_of(content, named[PROGRAM])
        else:
            packed[entry] = content
    write_wheel(wheel, packed, record)


def difference_of(library: bytes, program: bytes) -> bytes:
    """What the library differs by, which makes the library again."""
    steps, added, inserted = core.diff(program, library)
    packed = pack(numbers(steps), added, inserted, hashlib.sha256(library).digest())
    assert unpack(program, packed) == library
    return packed


def numbers(steps: bytes) -> np.ndarray:
    """Steps as bsdiff writes them: 64 bits, of which the highest says that one is negative."""
    raw = np.frombuffer(steps, "<u8").reshape(-1, 3)
    size = (raw & ~(np.uint64(1) << np.uint64(63))).astype(np.int64)
    return np.where(raw >> np.uint64(63), -size, size)


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        rewrite(Path(argument))
