"""A file kept as what it differs by from another, as a wheel keeps the library of FMUs.

Both are linked from the same archives: what differs are addresses, so that a difference is a
quarter of what the library is by itself. It is what `bsdiff4.core.diff()` of the package bsdiff4
finds, packed by xz.

Layout, little-endian: the SHA-256 of the file, the number n of steps as int32, then as int32 n
times how many bytes are copied, n times how many are inserted, n times how many of the other file
are passed over; then what is added to copied bytes, modulo 256, then all inserted bytes.
"""

from __future__ import annotations

import hashlib
import lzma

import numpy as np

_DIGEST = hashlib.sha256().digest_size


def pack(steps: np.ndarray, added: bytes, inserted: bytes, digest: bytes) -> bytes:
    """The difference as it is kept.

    Args:
        steps: (n, 3), what is copied, inserted and passed over.
        added: to the bytes that are copied, one for each.
        inserted: bytes.
        digest: SHA-256 of the file.
    """
    numbers = np.concatenate([[len(steps)], steps.T.ravel()]).astype("<i4")
    return lzma.compress(
        digest + numbers.tobytes() + added + inserted, preset=9 | lzma.PRESET_EXTREME
    )


def unpack(other: bytes, packed: bytes) -> bytes:
    """The file, of the other one and what it differs by.

    Raises:
        ValueError: where it does not come out, since one of both is damaged or another.
    """
    try:
        content = lzma.decompress(packed)
    except lzma.LZMAError as error:
        raise ValueError(str(error)) from error
    count = int(np.frombuffer(content, "<i4", 1, _DIGEST)[0])
    steps = np.frombuffer(content, "<i4", 3 * count, _DIGEST + 4).reshape(3, count)
    data = np.frombuffer(content, np.uint8, offset=_DIGEST + 4 + steps.nbytes)
    source = np.frombuffer(other, np.uint8)
    added, inserted = np.split(data, [int(steps[0].sum())])
    parts = []
    at = at_added = at_inserted = 0
    for copied, new, passed in steps.T.tolist():
        parts.append(source[at : at + copied] + added[at_added : at_added + copied])
        parts.append(inserted[at_inserted : at_inserted + new])
        at, at_added, at_inserted = at + copied + passed, at_added + copied, at_inserted + new
    file = np.concatenate(parts).tobytes()
    if hashlib.sha256(file).digest() != content[:_DIGEST]:
        raise ValueError("what comes out is another file")
    return file
