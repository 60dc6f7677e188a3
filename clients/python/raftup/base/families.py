"""Files with databases at many relative positions, told from others."""

from __future__ import annotations

from pathlib import Path

FAMILY_FORMAT = "raftup-family"
"""The root attribute `format` of such a file, HDF5."""


def holds_family(file: Path) -> bool:
    """Whether a file is one; not so where h5py, of the extra `raftup[bem]`, is not there."""
    try:
        import h5py

        with h5py.File(file) as root:
            return bool(root.attrs.get("format", b"") == FAMILY_FORMAT.encode())
    except (ImportError, OSError):
        return False
