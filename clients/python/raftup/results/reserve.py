"""Room on the disk, taken before it is written to.

HDF5 leaves a file that cannot be opened when a write fails half-way. So a result asks for the
blocks of its next rows first: where there is no room it fails there, with the file intact.
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource
from pathlib import Path

_KEEP_SIZE = 1  # FALLOC_FL_KEEP_SIZE: blocks beyond the end of the file, whose size stays
_WITHOUT_SUPPORT = {errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL}


def reserve(file: Path, byte_count: int) -> None:
    """Makes sure that a file can grow.

    File systems that cannot reserve (some network shares) are trusted to have room.

    Args:
        file: exists.
        byte_count: by how much it will grow at most.

    Raises:
        OSError: ENOSPC, EDQUOT where the disk or the quota is full; EFBIG beyond the limit of the
            size of files (ulimit -f). The file is as before.
    """
    size = file.stat().st_size
    limit, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
    if limit != resource.RLIM_INFINITY and size + byte_count > limit:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(file))
    library = ctypes.CDLL(None, use_errno=True)
    if not hasattr(library, "fallocate64"):
        return
    descriptor = os.open(file, os.O_RDWR)
    try:
        status = library.fallocate64(
            descriptor, _KEEP_SIZE, ctypes.c_int64(size), ctypes.c_int64(byte_count)
        )
        code = ctypes.get_errno()
    finally:
        os.close(descriptor)
    if status != 0 and code not in _WITHOUT_SUPPORT:
        raise OSError(code, os.strerror(code), str(file))


def release(file: Path) -> None:
    """Gives back what was reserved beyond the end of a file."""
    os.truncate(file, file.stat().st_size)
