"""A family of databases from panels to a simulation: solved, read, blended, refused."""

from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
import xarray as xr
import yaml
from conftest import CLIENTS, example

import raftup
from raftup.model import load_model
from raftup.remote.linearisation_request import LinearizeOptions, WaveGrid

from .families_of_boxes import solved

pytest.importorskip("capytaine", reason="the extra raftup[bem] is not installed")
pytest.importorskip("distributed", reason="the extra raftup[bem] is not installed")

from raftup.bem.family import read_family_specification, read_table, solve_family
from raftup.bem.family.places import PositionPlaces

NODES = [(16.0, 0.0), (16.0, 10.0), (18.0, 0.0), (18.0, 10.0)]  # m, deg: as the file has them


@pytest.fixture(scope="module")
def family(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A barge and a tug at four relative positions."""
    positions = {"x": 0, "y": [16, 18], "heading_deg": [0, 10]}
    return solved(tmp_path_factory.mktemp("family"), positions, [0.6, 0.9, 1.2, 1.6])


def plain(family: Path, node: int) -> Path:
    """One node as a database of its own."""
    file = family.with_name(f"node{node}.h5")
    with h5py.File(family) as source, h5py.File(file, "w") as target:
        for name, value in source.attrs.items():
            target.attrs[name] = value
        target.attrs["format"] = np.bytes_(b"raftup-database")
        target.attrs["format_version"] = np.bytes_(b"1")
        for name in source[f"nodes/{node:04d}"]:
            source.copy(f"nodes/{node:04d}/{name}", target, name)
    return file


def heaving(database: Path, y: float, heading: float, x: float = 0.0) -> dict[str, Any]:
    """Both bodies free in heave, the tug .2 m above its place."""
    free = [False, False, True, False, False, False]
    inertia = {"xx": 1e6, "yy": 1e6, "zz": 1e6}
    return {
        "bodies": [
            {"name": "barge", "inertia": inertia, "position": [0, 0, -1], "free": free},
            {
                "name": "tug",
                "inertia": inertia,
                "position": [x, y, -0.8],
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


def test_triangles_are_blended_in_the_middle_as_they_are_measured(
    client: raftup.Client, tmp_path: Path
) -> None:
    """Also those of a square, of which either diagonal could be taken."""
    places = [[x, y] for x in (0.0, 2.0) for y in (16.0, 18.0, 20.0)] + [[1.0, 17.0]]
    file = solved(tmp_path, {"places": places}, [0.9, 1.2])
    at_nodes = read_table(file).radiation_damping[:, 1]
    scale = np.abs(at_nodes).max()
    options = LinearizeOptions(
        radiation="file", grids=[WaveGrid(omega=[1.2], wave_direction=[0.0])]
    )
    cells = PositionPlaces(np.array(places), np.zeros(1)).cells
    assert len(cells) == 6
    for cell in cells:
        x, y, _ = cell.midpoint[0].tolist()
        linear = client.linearize(heaving(file, y, 0.0, x), options=options)
        mean = at_nodes[list(cell.corners)].mean(axis=0)
        np.testing.assert_allclose(linear.grids[0].radiation_damping[0], mean, atol=1e-9 * scale)


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


def test_nodes_are_read_as_databases_are(client: raftup.Client, family: Path) -> None:
    name = client.upload_database(family).name
    places = client.read_node_positions(name)
    expected = [[0.0, y, np.radians(heading)] for y, heading in NODES]
    assert np.allclose(places, expected, rtol=0.0, atol=1e-12)
    alone = client.read_coefficients(client.upload_database(plain(family, 2)).name)
    node = client.read_coefficients(name, node=2)
    assert np.array_equal(node.added_mass, alone.added_mass)  # heading 0: axes are the same
    with pytest.raises(raftup.RaftupError, match="node must be 0 to 3, got 4"):
        client.read_coefficients(name, node=4)
    with pytest.raises(raftup.RaftupError, match="name must be a family of databases"):
        client.read_node_positions(alone.name)
