"""Results: rows of a session as a NetCDF-4 file and as an xarray.Dataset."""

from raftup.results.layout import ResultLayout

__all__ = ["ResultLayout"]
