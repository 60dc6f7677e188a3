"""A file stored as its difference from another file, as a wheel stores the library of FMUs.

Both files are linked from the same archives, so that mainly addresses differ and the difference has
a quarter of the size of the library. It is computed by `bsdiff4.core.diff()` of the package bsdiff4
and compressed with xz.

Layout, little-endian: the SHA-256 digest of the file, and the number n of steps as int32. Then as
int32, for each of the n steps, the number of bytes that are copied; then the numbers of bytes that
are inserted; then the numbers of bytes of the other file that are skipped. Then the values that are
added to copied bytes, modulo 256, and all inserted bytes.
"""

from __future__ import annotations

import hashlib
import lzma

import numpy as np

_DIGEST = hashlib.sha256().digest_size


def pack(steps: np.ndarray, added: bytes, inserted: bytes, digest: bytes) -> bytes:
    """Packs a difference in the layout of this module.

    Args:
        steps: [n, 3] numbers of bytes that are copied, inserted and skipped.
        added: values that are added to the copied bytes, one for each.
        inserted: inserted bytes.
        digest: SHA-256 digest of the file.
    """
    numbers = np.concatenate([[len(steps)], steps.T.ravel()]).astype("<i4")
    return lzma.compress(
        digest + numbers.tobytes() + added + inserted, preset=9 | lzma.PRESET_EXTREME
    )


def unpack(other: bytes, packed: bytes) -> bytes:
    """Restores the file from the other file and the difference.

    Raises:
        ValueError: if the digest does not match, since one of both is damaged or a different one.
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
