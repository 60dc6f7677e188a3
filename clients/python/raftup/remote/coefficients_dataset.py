"""Coefficients as an xarray.Dataset: names, units and dofs beside the numbers."""

from __future__ import annotations

import xarray as xr

from raftup.base.version import __version__
from raftup.remote.coefficients import Coefficients


def coefficients_dataset(table: Coefficients) -> xr.Dataset:
    """The numbers of a database with what they mean; what it has not is left out.

    Variables and dimensions are those of Raftup's own layout (docs/hydro/databases.md), for
    instance `mean_drift_force` over `omega` [rad/s], `wave_direction` [rad] and `influenced_dof`
    ("body.heave"). Re and im stand along `complex`, since NetCDF has no complex numbers.

    Args:
        table: as read from a server.
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
