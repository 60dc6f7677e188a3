"""A family of databases from panels to a simulation: solved, read, blended, refused."""

from pathlib import Path
from typing import Any

import h5py
import numpy as np
import panel_meshes
import pytest
import xarray as xr
import yaml
from conftest import CLIENTS, example

import raftup
from raftup.model import load_model

pytest.importorskip("capytaine", reason="the extra raftup[bem] is not installed")
pytest.importorskip("distributed", reason="the extra raftup[bem] is not installed")

from raftup.bem.family import read_family_specification, solve_family

NODES = [(16.0, 0.0), (16.0, 10.0), (18.0, 0.0), (18.0, 10.0)]  # m, deg: as the file has them


@pytest.fixture(scope="module")
def family(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A barge and a tug at four relative positions."""
    folder = tmp_path_factory.mktemp("family")
    panel_meshes.write_obj(folder / "barge.obj", panel_meshes.box_panels(20.0, 8.0, 3.0, 4.0))
    panel_meshes.write_obj(folder / "tug.obj", panel_meshes.box_panels(9.0, 6.0, 2.0, 3.0))
    bodies = [
        {"name": name, "mesh": str(folder / f"{name}.obj"), "center_of_mass": [0, 0, -1]}
        for name in ("barge", "tug")
    ]
    source = {
        "gravity": 9.81,
        "bodies": bodies,
        "frequencies": {"omega": [0.6, 0.9, 1.2, 1.6]},
        "wave_directions_deg": [0, 90, 180, 270],
        "family": {
            "positions": {"tug": {"x": 0, "y": [16, 18], "heading_deg": [0, 10]}},
            "midpoints": "none",
        },
    }
    solve_family(read_family_specification(source), folder / "family.h5")
    return folder / "family.h5"


def plain(family: Path, node: int) -> Path:
    """One node as a database of its own."""
    file = family.with_name(f"node{node}.h5")
    with h5py.File(family) as source, h5py.File(file, "w") as target:
        for name, value in source.attrs.items():
            target.attrs[name] = value
        target.attrs["format"] = np.bytes_(b"raftup-database")
        for name in source[f"nodes/{node:04d}"]:
            source.copy(f"nodes/{node:04d}/{name}", target, name)
    return file


def heaving(database: Path, y: float, heading: float) -> dict[str, Any]:
    """Both bodies free in heave, the tug .2 m above its place."""
    free = [False, False, True, False, False, False]
    inertia = {"xx": 1e6, "yy": 1e6, "zz": 1e6}
    return {
        "bodies": [
            {"name": "barge", "inertia": inertia, "position": [0, 0, -1], "free": free},
            {
                "name": "tug",
                "inertia": inertia,
                "position": [0, y, -0.8],
                "attitude_deg": [0, 0, heading],
                "free": free,
            },
        ],
        "hydrodynamics": [
            {
                "name": "pair",
                "database": str(database),
                "bodies": [{"body": "barge"}, {"body": "tug"}],
                "configurations": {},
            }
        ],
        "integration": {"step": 0.05, "duration": 20},
    }


def heave(result: xr.Dataset) -> np.ndarray[Any, Any]:
    values: np.ndarray[Any, Any] = result.position.sel(xyz="z").values
    return values


@pytest.mark.parametrize(("node", "tolerance"), [(0, 1e-9), (3, 1e-2)])
def test_at_a_node_bodies_move_as_by_its_database(
    client: raftup.Client, family: Path, node: int, tolerance: float
) -> None:
    """At a heading the fit is of coefficients along other axes, and of four frequencies alone."""
    y, heading = NODES[node]
    found = heave(raftup.run(heaving(family, y, heading), client))
    # a plain database has the dofs of a body that was solved at a heading along its own axes
    model = heaving(plain(family, node), y, 0.0)
    del model["hydrodynamics"][0]["configurations"]
    expected = heave(raftup.run(model, client))
    assert np.abs(expected[:, 0] + 1.0).max() > 1e-3  # the barge feels the tug
    np.testing.assert_allclose(found, expected, atol=0.2 * tolerance)


def test_a_tug_that_leaves_its_nodes_is_stopped_before(client: raftup.Client, family: Path) -> None:
    model = heaving(family, 17.0, 5.0)
    model["bodies"][1] |= {"free": [True] * 3 + [False] * 3, "linear_velocity": [0, 1.0, 0]}
    model["hydrodynamics"][0]["configurations"] = {"margin": 2.0}
    with pytest.raises(raftup.RaftupError, match=r"BEYOND_DATA.*must stay within 2 m and 5 deg of"):
        raftup.run(model, client)
    model["hydrodynamics"][0]["configurations"] = {"margin": 2.0, "outside": "uncoupled"}
    assert np.isfinite(heave(raftup.run(model, client))).all()


def test_a_family_needs_configurations_and_they_a_family(
    client: raftup.Client, family: Path
) -> None:
    model = heaving(family, 16.0, 0.0)
    del model["hydrodynamics"][0]["configurations"]
    with pytest.raises(raftup.ModelError, match="must be a database, is a family of databases"):
        raftup.run(model, client)
    with pytest.raises(raftup.ModelError, match=r"hydrodynamics\[0\]"):
        raftup.run(heaving(plain(family, 0), 16.0, 0.0), client)


def test_a_supply_vessel_is_hauled_in_and_towed_off_by_the_family_of_the_example(
    client: raftup.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By two of the places and five of the frequencies that the example has."""
    folder = CLIENTS / "examples" / "families"
    source = yaml.safe_load((folder / "approach_rough.yaml").read_text())
    for body in source["bodies"]:
        body["mesh"] = str(folder / body["mesh"])
    source["frequencies"] = {"omega": [0.3, 0.7, 1.0, 1.3, 1.6]}
    source["family"]["positions"]["supply"]["y"] = [57, 60]
    solve_family(read_family_specification(source), tmp_path / "family.h5")
    ships = example("come_alongside", monkeypatch)
    model = load_model(ships.MODEL, {"hydrodynamics[0].database": str(tmp_path / "family.h5")})
    monkeypatch.setattr(ships, "LEAVES", 4.0)
    rows = ships.sail(client, 10.0, model)
    distance = rows["supply.position"][:, 1] - rows["carrier.position"][:, 1]
    assert distance.min() < 58.5
    assert distance[-1] > distance.min()
    alone = ships.sail(client, 2.0, ships.frozen(plain(tmp_path / "family.h5", 1)))
    assert np.isfinite(alone["supply.displacement"]).all()
