"""Detection of files with a family of databases at several relative positions."""

from __future__ import annotations

from pathlib import Path

FAMILY_FORMAT = "raftup-family"
"""Value of the root attribute `format` of the HDF5 file of a family."""


def holds_family(file: Path) -> bool:
    """Whether a file contains a family; False if h5py, of the extra `bem`, is not installed."""
    try:
        import h5py

        with h5py.File(file) as root:
            return bool(root.attrs.get("format", b"") == FAMILY_FORMAT.encode())
    except (ImportError, OSError):
        return False


def is_over_axes(file: Path) -> bool:
    """Whether the family in a file is over axes such as draught, and not over positions."""
    import h5py

    with h5py.File(file) as root:
        return bool("axis_values" in root)
