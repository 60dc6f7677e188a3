"""A family of databases over draught, from panels to a simulation."""

from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

import raftup
from raftup.base.errors import SpecificationError

from . import panel_meshes

pytest.importorskip("capytaine", reason="the extra raftup[bem] is not installed")
pytest.importorskip("distributed", reason="the extra raftup[bem] is not installed")

from raftup.bem.family.axes import read_axis_family
from raftup.bem.family.axis_solution import read_axis_summary, solve_axis_family

DRAUGHTS = [2.0, 3.0, 4.0]
DENSITY = 1025.0


def specification(folder: Path, **family: Any) -> dict[str, Any]:
    """A box of 20 m x 8 m whose center of mass is 3 m above its keel, at three draughts."""
    panel_meshes.write_obj(folder / "box.obj", panel_meshes.box_panels(20.0, 8.0, 4.0, 2.0))
    nodes = [
        {"at": draught, "bodies": {"box": {"position": [0, 0, 4.0 - draught]}}}
        for draught in DRAUGHTS
    ]
    return {
        "gravity": 9.81,
        "bodies": [
            {"name": "box", "mesh": str(folder / "box.obj"), "center_of_mass": [0, 0, -1.0]}
        ],
        "frequencies": {"omega": [0.6, 0.9, 1.2, 1.6]},
        "wave_directions_deg": [0, 90, 180, 270],
        "check_convergence": False,
        "family": {"axes": ["draught"], "nodes": nodes} | family,
    }


@pytest.fixture(scope="module")
def family(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("axes")
    source = specification(folder, midpoints="check")
    summary = solve_axis_family(read_axis_family(source), folder / "box.h5")
    assert summary.midpoints == (2.5, 3.5)
    for error in summary.errors:
        assert 0.0 < error.added_mass.max() < 0.05
        assert 0.0 < error.excitation_force[:3].max() < 0.05  # yaw is noise: it is 0 by symmetry
    assert read_axis_summary(folder / "box.h5").document() == summary.document()
    return folder / "box.h5"


def floating(database: Path, draught: float, **axis: Any) -> dict[str, Any]:
    """The box, of the mass that it displaces, .1 m above the height at which it floats."""
    return {
        "environment": {"gravity": 9.81},
        "bodies": [
            {
                "name": "box",
                "mass": 160.0 * draught * DENSITY,
                "inertia": {"xx": 4e6, "yy": 2e7, "zz": 2e7},
                "position": [0, 0, 3.1 - draught],
                "free": [False, False, True, False, False, False],
            }
        ],
        "hydrodynamics": [
            {
                "name": "water",
                "database": str(database),
                "bodies": [{"body": "box"}],
                "configurations": {"axes": [{"of": "draught", "body": "box"} | axis]},
            }
        ],
        "outputs": ["box.position", "water.configuration", "water.configuration_power"],
        "integration": {"step": 0.05, "duration": 60},
    }


def test_the_file_holds_a_database_at_each_draught(family: Path) -> None:
    with h5py.File(family) as root:
        assert root.attrs["format_version"] == b"2"
        assert [name.decode() for name in root["axes"][:]] == ["draught"]
        np.testing.assert_array_equal(root["axis_values"][:, 0], DRAUGHTS)
        for index, draught in enumerate(DRAUGHTS):
            node = root[f"nodes/{index:04d}"]
            assert node["displaced_volume"][0] == pytest.approx(160.0 * draught, rel=1e-6)
            assert node["center_of_gravity"][0, 2] == pytest.approx(3.0 - draught)


def test_a_box_heaves_about_the_draught_at_which_it_floats(
    client: raftup.Client, family: Path
) -> None:
    result = raftup.run(floating(family, 2.4, margin=0.2), client)
    z = result.position.sel(body="box", xyz="z").values
    late = result.time.values > 40.0
    assert z[late].mean() == pytest.approx(3.0 - 2.4, abs=2e-3)
    configuration = result["water_configuration"].values
    np.testing.assert_allclose(configuration, 3.0 - z, atol=1e-9)
    assert (result["water_configuration_power"].values == 0.0).all()


def test_a_filter_takes_heave_out_of_the_draught(client: raftup.Client, family: Path) -> None:
    model = floating(family, 3.0, filter=0.2, margin=0.2)
    result = raftup.run(model, client)
    z = result.position.sel(body="box", xyz="z").values
    filtered = result["water_configuration"].values
    assert np.abs(np.diff(filtered)).max() < 0.2 * np.abs(np.diff(z)).max()
    assert filtered[-1] == pytest.approx(3.0, abs=5e-3)


def test_a_box_that_leaves_its_nodes_is_stopped_before(client: raftup.Client, family: Path) -> None:
    model = floating(family, 2.4)
    model["bodies"][0]["position"][2] = 3.0 - 1.95
    with pytest.raises(raftup.ModelError, match="must cover the bodies at the start, got axis 1"):
        raftup.run(model, client)
    model["bodies"][0]["position"][2] = 3.0 - 2.9
    with pytest.raises(raftup.RaftupError, match=r"BEYOND_DATA.*must stay within 0 of the nodes"):
        raftup.run(model, client)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"axes": ["depth"]}, "family.axes: must be among draught, trim, speed"),
        ({"nodes": [{"at": 2.0}]}, "family.nodes"),
        ({"nodes": [{"at": [2.0, 3.0]}, {"at": 3.0}]}, "must be 1 numbers, one per axis"),
        (
            {"nodes": [{"at": 2.0}, {"at": 3.0, "bodies": {"tug": {"position": [0, 0, 1]}}}]},
            "must change position, mesh, center_of_mass of one of the bodies, is 'tug'",
        ),
        (
            {"nodes": [{"at": 2.0}, {"at": 3.0, "database": "nowhere.h5"}]},
            r"family.nodes\[1\].database: must be a file",
        ),
    ],
)
def test_specifications_that_make_no_family_are_refused(
    tmp_path: Path, changes: dict[str, Any], words: str
) -> None:
    with pytest.raises(SpecificationError, match=words):
        read_axis_family(specification(tmp_path, **changes))
    source = specification(tmp_path)
    source["frequencies"] = {"first": 0.5, "last": 1.5}
    with pytest.raises(SpecificationError, match="must be given, and not refined"):
        read_axis_family(source)
