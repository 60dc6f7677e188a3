"""Results: rows of a session as a NetCDF-4 file and as an xarray.Dataset."""

from typing import TYPE_CHECKING

from raftup.results.layout import ResultLayout

if TYPE_CHECKING:
    from raftup.results.file import ResultFile

__all__ = ["ResultFile", "ResultLayout"]


def __getattr__(name: str) -> object:
    """ResultFile is loaded when it is first used, since xarray and netCDF4 take half a second."""
    if name == "ResultFile":
        from raftup.results.file import ResultFile

        return ResultFile
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
