"""A column that rocks on its foundation at sums of the frequencies of waves."""

from pathlib import Path
from typing import Any

import h5py
import numpy as np
import numpy.typing as npt
import pytest
import xarray as xr
import yaml

import raftup

EXAMPLES = Path(__file__).parents[3] / "clients/examples"
MODEL = EXAMPLES / "models/springing_column.yaml"
DATABASE = EXAMPLES / "data/own/springing_column.h5"
HEIGHT = 20.0  # m, of the centre of mass above the foot


def pitch(overrides: dict[str, Any], model: Any = MODEL) -> xr.DataArray:
    motion: xr.DataArray = raftup.run(model, None, overrides).displacement
    return motion.sel(body="column", dof="pitch")


def fast_part(rocking: xr.DataArray) -> float:
    """Standard deviation of what is faster than the waves, 1.5 to 2.7 rad/s."""
    values = rocking.sel(time=slice(60.0, None)).values
    values = (values - values.mean()) * np.hanning(len(values)) * np.sqrt(8.0 / 3.0)
    omega = 2.0 * np.pi * np.fft.rfftfreq(len(values), 0.1)
    power = 2.0 * np.abs(np.fft.rfft(values) / len(values)) ** 2
    return float(np.sqrt(power[(omega > 1.5) & (omega < 2.7)].sum()))


def test_forces_at_sums_rock_the_column_faster_than_the_waves() -> None:
    name = "hydrodynamics[0].second_order.sum_frequency"
    with_sums, without = (fast_part(pitch({name: on})) for on in (True, False))
    assert with_sums > 10.0 * without


def about_foot(matrices: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Pitch about the foot of matrices [n, 6, 6] about the centre of mass."""
    arm = np.array([HEIGHT, 0.0, 0.0, 0.0, 1.0, 0.0])
    result: npt.NDArray[np.float64] = np.einsum("i,nij,j->n", arm, matrices, arm)
    return result


def test_a_regular_wave_rocks_it_at_twice_its_frequency_as_the_linear_equation_says() -> None:
    omega, amplitude = 0.95, 1.0
    model: dict[str, Any] = yaml.safe_load(MODEL.read_text("utf-8"))
    model["hydrodynamics"][0]["database"] = str(DATABASE)
    waves = {"components": {"omega": [omega], "amplitude": [amplitude]}}
    model["environment"]["sea"]["waves"] = [waves]
    rocking = pitch({"integration.duration": 300.0}, model)
    last = rocking.sel(time=slice(300.0 - 20.0 * 2.0 * np.pi / omega, None))
    t = last.time.values
    parts = [f(n * omega * t) for n in (1, 2) for f in (np.cos, np.sin)]
    fitted = np.linalg.lstsq(np.stack([np.ones_like(t), *parts], axis=1), last.values)[0]
    doubled = np.hypot(fitted[3], fitted[4])

    with h5py.File(DATABASE) as root:
        frequencies, twice = root["omega"][:], 2.0 * omega
        A, B = (
            np.interp(twice, frequencies, about_foot(root[name][:]))
            for name in ("added_mass", "radiation_damping")
        )
        place = int(np.argmin(np.abs(root["qtf_sum_omega"][:] - omega)))
        P = root["qtf_sum"][0, :, place, place] + 1j * root["qtf_sum"][1, :, place, place]
        buoyancy = root["water_density"][()] * root["gravity"][()] * root["displaced_volume"][0]
        righting = root["hydrostatic_stiffness"][0, 4, 4] + HEIGHT * buoyancy
        gravity = root["gravity"][()]
    body, soil = model["bodies"][0], model["loads"][0]["linear_mooring"]
    inertia = body["inertia"]["yy"] + HEIGHT**2 * body["mass"] + A
    stiffness = soil["stiffness"][4] + righting - HEIGHT * body["mass"] * gravity
    impedance = stiffness - twice**2 * inertia + 1j * twice * (B + soil["damping"][4])
    expected = amplitude**2 * abs(HEIGHT * P[0] + P[4]) / abs(impedance)
    assert doubled == pytest.approx(expected, rel=0.03)
