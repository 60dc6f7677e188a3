"""Pressure on a hull mesh that a model names as a file, from the file to the result."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import xarray as xr
from conftest import MODELS

import raftup
from raftup.base.errors import ModelError

MODEL = MODELS / "hemisphere_wetted.yaml"
HULL = MODELS.parent / "data" / "own" / "hemisphere_hull.obj"
MESH = "hydrodynamics[0].bodies[0].mesh"
LINEAR = {
    "hydrodynamics[0].bodies[0].mesh": "",
    "hydrodynamics[0].hydrostatics.mode": "linear",
    "hydrodynamics[0].froude_krylov": {},
}


def run(out: Path, **overrides: object) -> xr.Dataset:
    raftup.run(MODEL, overrides={"integration.duration": 40.0, **overrides}, out=out)
    return xr.open_dataset(out)


def test_a_hull_moves_about_as_in_linear_theory_where_waves_are_small(tmp_path: Path) -> None:
    small = {"environment.sea.waves[0].regular.amplitude": 0.05}
    of_mesh = run(tmp_path / "mesh.nc", **small).sel(time=slice(25.0, None))
    linear = run(tmp_path / "linear.nc", **small, **LINEAR).sel(time=slice(25.0, None))
    heave = of_mesh.displacement.sel(dof="heave").squeeze()
    expected = linear.displacement.sel(dof="heave").squeeze()
    assert float(heave.std("time")) == pytest.approx(float(expected.std("time")), rel=0.02)


def test_steep_waves_show_that_the_hull_is_no_cylinder(tmp_path: Path) -> None:
    steep = run(tmp_path / "steep.nc")
    assert np.isfinite(steep.displacement.values).all()
    assert 0.5 < float(np.abs(steep.displacement.sel(dof="heave")).max()) < 3.0


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda text: text[: 3 * len(text) // 4], "must be a face of at least 3 vertices"),
        (lambda text: text.replace("f 1 3 2\n", ""), "open edges of the mesh must stay above"),
        (lambda text: text.replace("v 0 0 -5", "v 0 nan -5"), "must lie within"),
        (lambda text: text + "f 1 2 100000\n", "must name vertices among"),
        (lambda text: text.replace("v ", "w "), "must be of a known format"),
        (lambda text: text + "f 1 2 3\n", "in opposite directions"),
    ],
    ids=["truncated", "a hole", "no number", "bad index", "no mesh", "an extra triangle"],
)
def test_a_hostile_mesh_is_refused_with_its_path(
    tmp_path: Path, change: Callable[[str], str], rule: str
) -> None:
    mesh = tmp_path / "hull.obj"
    mesh.write_text(change(HULL.read_text()))
    with pytest.raises(ModelError) as caught:
        raftup.run(MODEL, overrides={MESH: str(mesh)}, out=tmp_path / "out.nc")
    assert [violation.path for violation in caught.value.violations] == [MESH]
    assert rule in str(caught.value)
