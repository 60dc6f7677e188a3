"""Families along the track of a run: thinned, refused, solved, and used by a simulation."""

from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
import xarray as xr

import raftup
from raftup.base.errors import SpecificationError
from raftup.remote.linearisation_request import LinearizeOptions, WaveGrid

from .panel_meshes import box_panels, write_obj
from .test_family_run import plain

pytest.importorskip("capytaine", reason="the extra raftup[bem] is not installed")
pytest.importorskip("distributed", reason="the extra raftup[bem] is not installed")

from raftup.bem.family import (
    read_family_specification,
    read_summary,
    read_table,
    solve_family,
)
from raftup.bem.family.run_track import RunTrack
from raftup.bem.family.track import PositionTrack

NAMES = ("anchored", "inbound", "outbound")
PLACES = {"anchored": (0.0, 0.0), "inbound": (-30.0, 20.0), "outbound": (36.0, -18.0)}
SPEEDS = {"anchored": 0.0, "inbound": 2.0, "outbound": -1.0}  # m/s
OFFSET = 0.5  # m, of the centre of mass from the origin of the model frame, ahead


def first_run(duration: float = 30.0) -> dict[str, Any]:
    """Three bodies without water that go past each other."""
    return {
        "bodies": [
            {
                "name": name,
                "free": [True, True, False, False, False, True],
                "mass": 1e5,
                "inertia": {"xx": 1e6, "yy": 1e6, "zz": 1e6},
                "center_of_mass": [OFFSET, 0, -1],
                "position": [*PLACES[name], 0],
                "linear_velocity": [SPEEDS[name], 0, 0],
            }
            for name in NAMES
        ],
        "integration": {"step": 0.1, "duration": duration},
    }


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The result of the first run."""
    file = tmp_path_factory.mktemp("run") / "first.nc"
    raftup.run(first_run()).to_netcdf(file)
    return file


def document(run: Path, **family: Any) -> dict[str, Any]:
    for name in NAMES:
        write_obj(run.with_name(f"{name}.obj"), box_panels(12.0, 6.0, 3.0, 3.0))
    return {
        "gravity": 9.81,
        "bodies": [
            {"name": name, "mesh": str(run.with_name(f"{name}.obj")), "center_of_mass": [0, 0, -1]}
            for name in NAMES
        ],
        "frequencies": {"omega": [0.6, 0.9, 1.2]},
        "wave_directions_deg": [0, 90, 180, 270],
        "family": {"along": str(run), "spacing": 6.0} | family,
    }


def refusal(source: dict[str, Any]) -> str:
    with pytest.raises(SpecificationError) as refused:
        read_family_specification(source)
    return str(refused.value)


def test_a_run_is_thinned_to_nodes_of_equal_ways(run: Path) -> None:
    """In the plane the inbound body goes 60 m and the outbound one 30 m, from centre to centre."""
    nodes = read_family_specification(document(run)).positions.nodes
    assert nodes.shape == (11, 2, 3)
    np.testing.assert_allclose(nodes[:, 0, 0], np.linspace(-30.0, 30.0, 11), atol=1e-5)
    np.testing.assert_allclose(nodes[:, 1, 0], np.linspace(36.0, 6.0, 11), atol=1e-5)
    np.testing.assert_allclose(nodes[:, 0, 1], 20.0, atol=1e-5)
    part = read_family_specification(document(run, times=[10.0, 20.0], spacing=20.0))
    np.testing.assert_allclose(part.positions.nodes[:, 0, 0], [-10.0, 10.0], atol=1e-5)


def test_positions_are_those_of_centres_of_mass_in_the_first_bodys_frame() -> None:
    """A quarter turn of the first body turns the way of the other one around it."""
    from raftup.bem.family.run_track import _relative

    places = np.array([[[1.0, 1.0], [2.0, 2.0]], [[4.0, 4.0], [2.0, 2.0]]])
    headings = np.array([[0.0, 0.5 * np.pi], [0.1, 0.1]])
    found = _relative(places, headings)
    np.testing.assert_allclose(found[:, 0, :2], [[3.0, 0.0], [0.0, -3.0]], atol=1e-12)
    np.testing.assert_allclose(found[:, 0, 2], np.rad2deg([0.1, 0.1 - 0.5 * np.pi]))


def test_waves_of_a_run_and_a_heading_make_no_node_behind_another() -> None:
    time = np.linspace(0.0, 100.0, 1001)
    x = time + 3.0 * np.sin(2.0 * time) * np.sin(np.pi * time / 100.0)  # goes back again and again
    positions = np.stack([x, np.full_like(x, 9.0), 0.3 * time], axis=-1)[:, None]
    track = RunTrack(time, positions)
    nodes = track.nodes(20.0, 5.0)
    assert (np.diff(nodes[:, 0, 0]) > 0.0).all()
    assert np.diff(nodes[:, 0, 2]).max() <= 5.0 + 1e-9
    assert track.distances(nodes).max() < 1e-9  # beside a straight track there is nothing


def test_cells_of_a_track_are_divided_in_their_middles() -> None:
    track = PositionTrack(np.array([[[x, 9.0, 0.0]] for x in (0.0, 4.0, 6.0, 10.0)]))
    finer = track
    for k in (0, 2):  # the second one has another index by then
        assert finer.has(track.cells[k])
        finer = finer.with_split(track.cells[k].splits[0])
    np.testing.assert_allclose(finer.nodes[:, 0, 0], [0.0, 2.0, 4.0, 6.0, 8.0, 10.0])
    assert not finer.has(track.cells[0])
    assert finer.spacings[0].largest == pytest.approx(2.0)


def test_runs_without_a_way_are_refused(run: Path, tmp_path: Path) -> None:
    assert "family.along: must move the bodies, relative to the first" in refusal(
        document(run, spacing=100.0)
    )
    assert "family.along: must be of a run of body 'tug'" in refusal(
        document(run, bodies={"inbound": "tug"})
    )
    assert "family.along: must move the bodies" in refusal(document(run, times=[70.0, 80.0]))
    assert "family.spacing" in refusal(document(run, spacing=-1.0))
    assert "family.positions: must be absent with along" in refusal(document(run, positions={}))
    model = first_run(40.0)
    model["bodies"][2] |= {"linear_velocity": [0, 0, 0]}
    model["loads"] = [
        {
            "name": "back",
            "linear_mooring": {"body": "inbound", "stiffness": [2e3, 0, 0, 0, 0, 0]},
        }
    ]
    back = tmp_path / "back.nc"
    raftup.run(model).to_netcdf(back)
    assert "family.along: must go one way: a run within margin, 5 m," in refusal(document(back))


@pytest.fixture(scope="module")
def family(run: Path) -> Path:
    """The three boxes at three nodes."""
    asked = read_family_specification(
        document(run, spacing=8.0, times=[9.0, 17.0], shortest_wave=60.0)
    )
    summary = solve_family(asked, run.with_name("family.h5"))
    assert summary.is_track
    assert len(summary.positions) == 3
    assert len(summary.errors) == 2
    return run.with_name("family.h5")


def test_the_file_says_what_it_is(family: Path) -> None:
    with h5py.File(family) as root:
        assert root.attrs["format_version"] == b"3"
        assert root["positions"].shape == (3, 2, 3)
    summary = read_summary(family)
    assert summary.is_track
    assert all(0.0 < error.largest < 1.0 for error in summary.errors)


def heaving(database: Path, places: Any) -> dict[str, Any]:
    """The boxes free in heave, the anchored one .2 m above its place."""
    free = [False, False, True, False, False, False]
    inertia = {"xx": 1e6, "yy": 1e6, "zz": 1e6}
    at = [[0.0, 0.0], *places]
    return {
        "bodies": [
            {
                "name": name,
                "inertia": inertia,
                "position": [*at[i][:2], -0.8 if i == 0 else -1.0],
                "free": free,
            }
            for i, name in enumerate(NAMES)
        ],
        "hydrodynamics": [
            {
                "name": "three",
                "database": str(database),
                "bodies": [{"body": name} for name in NAMES],
                "configurations": {},
            }
        ],
        "outputs": ["three.configuration", *(f"{name}.position" for name in NAMES)],
        "integration": {"step": 0.05, "duration": 20},
    }


def heave(result: xr.Dataset) -> Any:
    return result.position.sel(xyz="z").values


def test_at_a_node_bodies_move_as_by_its_database(client: raftup.Client, family: Path) -> None:
    places = read_summary(family).positions[1].tolist()
    result = raftup.run(heaving(family, places), client)
    model = heaving(plain(family, 1), places)
    del model["hydrodynamics"][0]["configurations"], model["outputs"]
    expected = heave(raftup.run(model, client))
    assert np.abs(expected[:, 1] + 1.0).max() > 1e-3  # the inbound box feels the anchored one
    np.testing.assert_allclose(heave(result), expected, atol=1e-10)
    way, distance = result.three_configuration.values[0]
    assert way == pytest.approx(np.hypot(8.0, 4.0), abs=1e-5)
    assert distance == pytest.approx(0.0, abs=1e-5)


def test_linear_equations_between_nodes_have_the_blend_of_both(
    client: raftup.Client, family: Path
) -> None:
    table = read_table(family)
    middle = read_summary(family).positions[:2].mean(axis=0).tolist()
    options = LinearizeOptions(
        radiation="file", grids=[WaveGrid(omega=[0.9], wave_direction=[0.0])]
    )
    linear = client.linearize(heaving(family, middle), options=options)
    # both nodes of the blend have weight 1/2, and all headings are 0
    mean = table.radiation_damping[:2, 1].mean(axis=0)
    found = linear.grids[0].radiation_damping[0]
    np.testing.assert_allclose(found, mean, atol=1e-7 * np.abs(mean).max())


def test_a_box_that_leaves_the_track_is_stopped(client: raftup.Client, family: Path) -> None:
    model = heaving(family, read_summary(family).positions[1].tolist())
    model["bodies"][1] |= {"free": [True] * 3 + [False] * 3, "linear_velocity": [0, 1.0, 0]}
    model["hydrodynamics"][0]["configurations"] = {"margin": 2.0}
    with pytest.raises(raftup.RaftupError, match=r"must keep its bodies within 2 m and 5 deg of"):
        raftup.run(model, client)
