"""Reservation of room on the disk before a file is written.

If a write of HDF5 fails halfway, the file cannot be opened any more. Therefore the blocks of the
next rows are reserved first: if there is no room, the reservation fails and the file stays intact.
"""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import sys
from pathlib import Path

_KEEP_SIZE = 1  # FALLOC_FL_KEEP_SIZE: blocks beyond the end of the file, whose size stays
_WITHOUT_SUPPORT = {errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL}


def reserve(file: Path, byte_count: int) -> None:
    """Reserves room on the disk for the growth of a file.

    File systems that cannot reserve room (some network shares) are assumed to have enough. Windows
    reserves none, and is asked how much is free.

    Args:
        file: path of an existing file.
        byte_count: largest number of bytes by which it will grow.

    Raises:
        OSError: ENOSPC or EDQUOT if the disk or the quota is full; EFBIG beyond the largest
            permitted size of a file (ulimit -f). The file is unchanged then.
    """
    if sys.platform == "win32":
        if shutil.disk_usage(file.parent).free < byte_count:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(file))
        return
    import resource

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
    """Frees room that was reserved beyond the end of a file."""
    os.truncate(file, file.stat().st_size)
