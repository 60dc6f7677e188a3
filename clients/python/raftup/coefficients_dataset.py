"""Coefficients as an xarray.Dataset: names, units and dofs beside the numbers."""

from __future__ import annotations

import numpy as np
import xarray as xr

from raftup.coefficients import DOFS, Coefficients
from raftup.version import __version__

_MATRICES = {
    "added_mass": ("omega", "kg, kg m, kg m2"),
    "radiation_damping": ("omega", "N s/m, N s, N m s"),
    "retardation_kernel": ("kernel_time", "N/m, N, N m"),
}


def coefficients_dataset(table: Coefficients) -> xr.Dataset:
    """The numbers of a database with what they mean; what it has not is left out.

    Dimensions: omega [rad/s], kernel_time [s], wave_direction [rad], influenced_dof and
    radiating_dof ("body.heave"), body. Excitation is split into real and imaginary parts, since
    NetCDF has no complex numbers.

    Args:
        table: as read from a server.
    """
    dofs = [f"{body.name}.{dof}" for body in table.bodies for dof in DOFS]
    data = xr.Dataset(
        coords={
            "omega": ("omega", table.omega, {"units": "rad/s"}),
            "wave_direction": ("wave_direction", table.wave_directions, {"units": "rad"}),
            "kernel_time": ("kernel_time", table.kernel_time, {"units": "s"}),
            "influenced_dof": dofs,
            "radiating_dof": dofs,
            "body": [body.name for body in table.bodies],
            "xyz": ["x", "y", "z"],
            "dof": list(DOFS),
            "dof2": list(DOFS),
        },
        attrs={
            "database": table.name,
            "gravity": table.gravity,
            "water_density": table.water_density,
            "water_depth": table.water_depth,
            "findings": "\n".join(table.findings),
            "raftup_version": __version__,
        },
    )
    for name, (axis, units) in _MATRICES.items():
        values = getattr(table, name)
        if values.size:
            data[name] = ((axis, "influenced_dof", "radiating_dof"), values, {"units": units})
    if table.added_mass_infinite is not None:
        data["added_mass_infinite"] = (
            ("influenced_dof", "radiating_dof"),
            table.added_mass_infinite,
            {"units": _MATRICES["added_mass"][1]},
        )
    for part, values in (("re", table.excitation.real), ("im", table.excitation.imag)):
        axes = ("wave_direction", "influenced_dof", "omega")
        data[f"excitation_{part}"] = (axes, values, {"units": "N/m, N"})
    return _with_bodies(data, table)


def _with_bodies(data: xr.Dataset, table: Coefficients) -> xr.Dataset:
    centers = np.array([body.center_of_gravity for body in table.bodies])
    volumes = [body.displaced_volume for body in table.bodies]
    stiffness = np.array([body.hydrostatic_stiffness for body in table.bodies])
    data["center_of_gravity"] = (("body", "xyz"), centers, {"units": "m"})
    data["displaced_volume"] = (("body",), volumes, {"units": "m3"})
    if stiffness.size:
        units = {"units": "N/m, N, N m"}
        data["hydrostatic_stiffness"] = (("body", "dof", "dof2"), stiffness, units)
    return data
