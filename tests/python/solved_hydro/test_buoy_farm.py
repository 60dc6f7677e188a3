"""The example of a farm of buoys: from one mesh and positions to motions that feel each other."""

from pathlib import Path

import numpy as np
import pytest
import xarray as xr
import yaml
from conftest import CLIENTS

import raftup
from raftup.base.arrays import FloatArray
from raftup.frequency_domain.computation import ResponseOptions
from raftup.response import response

pytest.importorskip("capytaine", reason="the extra raftup[bem] is not installed")
pytest.importorskip("distributed", reason="the extra raftup[bem] is not installed")

from raftup.bem import read_specification, solve

from . import panel_meshes

EXAMPLES = CLIENTS / "examples"
PERIOD = 5.0  # s, of the wave


def test_the_first_three_buoys_of_the_farm_run_and_feel_each_other(
    client: raftup.Client, tmp_path: Path
) -> None:
    """By coarse hulls and few frequencies, in a regular wave along their row."""
    document = yaml.safe_load((EXAMPLES / "hydro" / "buoy_array.yaml").read_text())
    model = yaml.safe_load((EXAMPLES / "arrays" / "buoy_farm.yaml").read_text())
    assert len(model["bodies"]) == len(document["array"]["positions"])
    panels = panel_meshes.half_sphere_panels(5.0, 12, 5)
    mesh = panel_meshes.write_obj(tmp_path / "buoy.obj", panels)
    document["bodies"][0] |= {"mesh": str(mesh), "lid": "none"}
    document["array"]["positions"] = document["array"]["positions"][:3]
    document["frequencies"] = {"first": 0.2, "last": 2.6, "count": 25}
    solve(read_specification(document), tmp_path / "three.h5", jobs=1)
    group = model["hydrodynamics"][0]
    group |= {"database": str(tmp_path / "three.h5"), "bodies": group["bodies"][:3]}
    model |= {"bodies": model["bodies"][:3], "loads": model["loads"][:3]}
    wave = {"amplitude": 0.5, "period": PERIOD, "direction_deg": 90}
    model["environment"]["sea"]["waves"] = [{"regular": wave}]
    model["integration"] |= {"duration": 240, "output_step": 0.25}
    farm = heave_amplitudes(raftup.run(model, client))
    for data, tolerance in (("memory", 2e-3), ("file", 0.03)):
        options = ResponseOptions(periods=[PERIOD], headings=[90], data=data)
        rao = response(model, client, options=options).rao.sel(dof="heave")
        expected = 0.5 * np.hypot(*rao.isel(omega=0, wave_direction=0).values)
        np.testing.assert_allclose(farm, expected, rtol=tolerance)
    group["body_interaction"] = False
    alone = heave_amplitudes(raftup.run(model, client))
    assert np.abs(farm / alone - 1.0).max() > 0.05


def heave_amplitudes(result: xr.Dataset) -> FloatArray:
    """Amplitudes of the heave of all buoys at the period of the wave, over the last ten periods."""
    last = result.displacement.sel(dof="heave", time=slice(240.25 - 10 * PERIOD, None))
    phasor = np.exp(-2j * np.pi / PERIOD * last.time.values)
    return np.asarray(2.0 / len(phasor) * np.abs(phasor @ last.values))
