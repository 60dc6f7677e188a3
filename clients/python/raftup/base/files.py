"""Files that are there as a whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole_file(file: Path) -> Iterator[Path]:
    """A file to be written beside `file`, whose place it takes when the block has ended well.

    Raises:
        OSError: where that does not work, or where `file` is a folder or a device; what was there
            is then as before.
    """
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
    if file.exists() and not file.is_file():
        raise OSError(errno.EINVAL, "is no file that can be replaced", str(file))
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    os.close(descriptor)
    unfinished = Path(name)
    try:
        yield unfinished
        umask = os.umask(0)
        os.umask(umask)
        unfinished.chmod(0o666 & ~umask)
        unfinished.replace(file)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def write_whole(file: Path, image: bytes) -> None:
    """Writes bytes; errors as of whole_file()."""
    with whole_file(file) as unfinished:
        unfinished.write_bytes(image)
