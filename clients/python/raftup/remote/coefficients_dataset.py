"""Coefficients of a database as an xarray.Dataset with names, units and dofs."""

from __future__ import annotations

import xarray as xr

from raftup.base.version import __version__
from raftup.remote.coefficients import Coefficients


def coefficients_dataset(table: Coefficients) -> xr.Dataset:
    """Converts the coefficients of a database to a dataset; quantities that it lacks are omitted.

    Variables and dimensions are those of Raftup's own file format (docs/hydro/databases.md), for
    instance `mean_drift_force` over `omega` [rad/s], `wave_direction` [rad] and `influenced_dof`
    ("body.heave"). Real and imaginary parts are stored along the dimension `complex`, since NetCDF
    has no complex numbers.

    Args:
        table: coefficients as read from a server.
    """
    variables = {
        name: (
            array.dimensions,
            array.values,
            {"units": array.units, "long_name": array.long_name} if array.units else {},
        )
        for name, array in table.arrays.items()
    }
    attributes = {
        "database": table.name,
        "findings": "\n".join(table.findings),
        "raftup_version": __version__,
    }
    return xr.Dataset(variables, attrs=attributes)
