"""Rows of a session become the variables of a result, on the disk and in memory."""

import errno
import json
import resource
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr

import raftup
from raftup._generated.session_pb2 import Variable
from raftup.model import Model, load_model
from raftup.plots.joints import recorded_joint_forces
from raftup.remote.rows import Columns, Rows
from raftup.results import ResultLayout
from raftup.results.file import ResultFile
from raftup.results.outputs import recorded_outputs

COLUMNS = Columns.of(
    [
        Variable(name="ship.position", size=3, unit="m"),
        Variable(name="tug.position", size=3, unit="m"),
        Variable(name="tug.displacement", size=6, unit="m,m,m,rad,rad,rad"),
        Variable(name="sea.elevation", size=1, unit="m"),
        Variable(name="line.tension", size=1, unit="N"),
    ]
)
CHUNK_ROWS = 50


def two_bodies() -> Model:
    return load_model({"bodies": [{"name": "ship"}, {"name": "tug"}]})


def rows(first: int, count: int) -> Rows:
    step = np.arange(first, first + count)
    values = step[:, None] + np.arange(COLUMNS.width) / 100.0
    return Rows(step * 100_000_000, values, COLUMNS)


def open_result(path: Path | None, row_count: int = CHUNK_ROWS, **options: bool) -> ResultFile:
    layout = ResultLayout(two_bodies(), COLUMNS)
    return ResultFile(path, layout, {"title": "x"}, row_count, **options)


@pytest.fixture
def file_size_limit() -> Iterator[int]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    limit = 700_000
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
    yield limit
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_columns_stand_where_their_names_say() -> None:
    with open_result(None) as result:
        result.append(rows(0, 3))
        dataset = result.dataset()
    assert dict(dataset.sizes) == {"time": 3, "body": 2, "xyz": 3, "dof": 6}
    assert list(dataset.body.values) == ["ship", "tug"]
    assert list(dataset.dof.values) == ["surge", "sway", "heave", "roll", "pitch", "yaw"]
    np.testing.assert_allclose(dataset.time, [0.0, 0.1, 0.2])
    assert dataset.position.sel(body="tug", xyz="x").values[1] == 1.03
    assert dataset.wave_elevation.values[2] == 2.12
    assert dataset.line_tension.values[2] == 2.13
    assert dataset.displacement.attrs["units"] == "m,m,m,rad,rad,rad"
    assert dataset.time.attrs["units"] == "s"


@pytest.mark.parametrize("name", ["tow/line", "../line"])
def test_a_load_may_have_a_slash_in_its_name(name: str, tmp_path: Path) -> None:
    columns = Columns.of([Variable(name=f"{name}.tension", size=1, unit="N")])
    layout = ResultLayout(two_bodies(), columns)
    with ResultFile(tmp_path / "result.nc", layout, {"title": "x"}, 2) as result:
        result.append(Rows(np.array([0]), np.ones((1, 1)), columns))
    with xr.open_dataset(tmp_path / "result.nc") as dataset:
        tension = dataset[f"{name}_tension".replace("/", "_").replace(".", "_")]
        assert tension.values == 1.0


def test_no_two_variables_of_a_stream_share_one_of_the_result(tmp_path: Path) -> None:
    names = [
        "supply.position",
        "supply.tank.position",
        "No.2.position",
        "tow.line_tension",
        "tow_line.tension",
        "tow/line.tension",
        "wave.elevation",
        "sea.elevation",
        "-bow.tension",
        "winch.speed",
    ]
    columns = Columns.of([Variable(name=n, size=3 if "pos" in n else 1, unit="u") for n in names])
    model = load_model({"bodies": [{"name": name} for name in ("supply", "supply.tank", "No.2")]})
    values = np.arange(float(columns.width))[None, :]
    with ResultFile(tmp_path / "r.nc", ResultLayout(model, columns), {"title": "x"}, 1) as result:
        result.append(Rows(np.array([0]), values, columns))
    with xr.open_dataset(tmp_path / "r.nc") as dataset:
        assert list(dataset.body.values) == ["supply", "supply.tank", "No.2"]
        np.testing.assert_array_equal(dataset.position.values[0].ravel(), np.arange(9.0))
        alone = {name: float(dataset[name].values[0]) for name in dataset if name != "position"}
    assert alone == {
        "tow.line_tension": 9.0,
        "tow_line.tension": 10.0,
        "tow%2Fline.tension": 11.0,
        "wave.elevation": 12.0,
        "wave_elevation": 13.0,
        "_-bow_tension": 14.0,
        "winch_speed": 15.0,
    }


NAMES = ["a.b", "a/b", "a b", "'a", 'a"b', "ä", "a\nb", "<b>", "%41", "-a", "time", "xyz", "a_b"]


@pytest.mark.parametrize("name", NAMES)
def test_what_has_an_odd_name_is_refused_in_words_or_recorded(
    name: str, client: raftup.Client, hemisphere: dict[str, Any], tmp_path: Path
) -> None:
    hemisphere["bodies"][0]["name"] = name
    hemisphere["hydrodynamics"][0]["bodies"][0] = {
        "body": name,
        "database_body": "hemisphere",
        "linear_damping": [0] * 6,
    }
    hemisphere["loads"][0]["linear_mooring"]["body"] = name
    hemisphere["loads"][0]["name"] = f"{name}2"
    hemisphere["observers"] = [{"name": f"{name}3", "body": name, "position": [1, 0, 0]}]
    outputs = [f"{name}.position", f"{name}2.force", f"{name}3.position"]
    duration = {"integration.duration": 0.1}
    refused: raftup.ModelError | None = None
    try:
        result = raftup.run(hemisphere, client, duration, outputs=outputs, out=tmp_path / "r.nc")
    except raftup.ModelError as error:
        refused = error
    if refused is not None:
        assert "bodies[0].name" in [violation.path for violation in refused.violations]
        return
    assert list(result.body.values) == [name]
    assert list(result.observer.values) == [f"{name}3"]
    assert len(result.data_vars) == 3
    with xr.open_dataset(tmp_path / "r.nc") as written:
        assert set(written.data_vars) == set(result.data_vars)
        assert not any(values.isnull().any() for values in written.values())


def test_what_was_recorded_for_one_body_alone_is_nan_for_the_others() -> None:
    with open_result(None) as result:
        result.append(rows(0, 2))
        displacement = result.dataset().displacement
    assert np.isnan(displacement.sel(body="ship")).all()
    assert not np.isnan(displacement.sel(body="tug")).any()


def test_the_file_and_the_dataset_in_memory_hold_the_same(tmp_path: Path) -> None:
    datasets = []
    for path in (tmp_path / "result.nc", None):
        with open_result(path) as result:
            for first in (0, 1, 51, 101):
                result.append(rows(first, 50 if first else 1))
            result.complete()
            datasets.append(result.dataset())
    xr.testing.assert_identical(datasets[0], datasets[1])
    xr.testing.assert_identical(datasets[0], xr.load_dataset(tmp_path / "result.nc"))
    assert datasets[0].attrs["complete"] == 1


def test_the_file_can_be_read_after_every_flush_as_if_the_program_were_killed(
    tmp_path: Path,
) -> None:
    with open_result(tmp_path / "result.nc") as result:
        for first in range(0, 500, 70):
            result.append(rows(first, 70))
            result.flush()
            shutil.copy(tmp_path / "result.nc", tmp_path / "copy.nc")
            with xr.open_dataset(tmp_path / "copy.nc") as copy:
                assert copy.sizes["time"] == first + 70
                assert copy.wave_elevation.values[-1] == pytest.approx(first + 69.12)
                assert copy.attrs["complete"] == 0


def written_rows(path: Path) -> int:
    with xr.open_dataset(path) as result:
        return int(result.sizes["time"])


def test_rows_are_written_by_whole_chunks_or_after_a_second_and_all_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr("raftup.results.file.time.monotonic", lambda: clock[0])
    path = tmp_path / "result.nc"
    with open_result(path) as result:
        result.append(rows(0, 1))
        assert written_rows(path) == 0
        result.append(rows(1, 120))
        assert written_rows(path) == 100
        result.append(rows(121, 20))
        assert written_rows(path) == 100
        clock[0] = 1.0
        result.append(rows(141, 1))
        assert written_rows(path) == 142
        result.append(rows(142, 8))
        assert written_rows(path) == 150
        result.append(rows(150, 7))
    assert written_rows(path) == 157
    dataset = xr.load_dataset(path)
    np.testing.assert_array_equal(dataset.position[:, 0, 0], np.arange(157.0))


def test_a_compressed_result_holds_the_same_in_less(tmp_path: Path) -> None:
    sizes = []
    for name, compress in (("plain", False), ("small", True)):
        with open_result(tmp_path / name, 5000, compress=compress) as result:
            for first in range(0, 5000, 250):
                result.append(rows(first, 250))
            result.complete()
        sizes.append((tmp_path / name).stat().st_size)
    plain, small = (xr.load_dataset(tmp_path / name) for name in ("plain", "small"))
    xr.testing.assert_identical(plain, small)
    assert sizes[1] < sizes[0] / 2  # ramps deflate well; motions by a fifth, see the README


def test_a_result_says_what_it_keeps_to() -> None:
    with open_result(None) as result:
        result.append(rows(0, 1))
        dataset = result.dataset()
    assert dataset.attrs["Conventions"] == "CF-1.11"
    names = {name: variable.attrs.get("standard_name") for name, variable in dataset.items()}
    assert names.pop("wave_elevation") == "water_surface_height_above_reference_datum"
    assert set(names.values()) == {None}


def test_a_result_takes_the_place_of_another_with_its_first_step(tmp_path: Path) -> None:
    path, link = tmp_path / "result.nc", tmp_path / "link.nc"
    link.symlink_to(path)
    with open_result(path) as result:
        assert written_rows(path) == 0  # nothing to keep: it grows where it is sought
        result.append(rows(0, 70))
    with open_result(link) as failing:
        failing.append(rows(0, 1))
    assert not failing.is_in_place
    assert written_rows(path) == 70
    with open_result(link) as broken:
        broken.append(rows(0, 2))
        broken.flush()
        assert written_rows(path) == 2
    assert broken.is_in_place
    with open_result(path) as short:  # its outputs are further apart than it is long
        short.append(rows(0, 1))
        short.complete()
    assert written_rows(path) == 1
    assert link.is_symlink()
    assert sorted(tmp_path.iterdir()) == [link, path]


def test_rows_for_which_there_is_no_room_leave_those_before_readable(
    tmp_path: Path, file_size_limit: int
) -> None:
    written = []

    def fill(result: ResultFile) -> None:
        for first in range(0, 100_000, 50):
            result.append(rows(first, 50))
            written.append(first + 50)

    with open_result(tmp_path / "result.nc") as result:
        with pytest.raises(OSError, match="File too large") as caught:
            fill(result)
        assert caught.value.errno == errno.EFBIG
        assert caught.value.filename == str(tmp_path / "result.nc")
    dataset = xr.load_dataset(tmp_path / "result.nc")
    assert dataset.sizes["time"] == written[-1] > 1000
    assert dataset.position.values[-1, 0, 0] == written[-1] - 1
    assert (tmp_path / "result.nc").stat().st_size < file_size_limit


def test_results_that_grow_in_several_threads_do_not_disturb_each_other(tmp_path: Path) -> None:
    # without one lock around all of NetCDF this ends in an HDF error or a crash within .1 s
    def grow(number: int) -> xr.Dataset:
        with open_result(tmp_path / f"{number}.nc" if number % 2 else None) as result:
            for first in range(0, 500, 50):
                result.append(rows(first, 50))
                dataset = result.dataset()
        return dataset

    alone = grow(0)
    with ThreadPoolExecutor(8) as pool:
        for dataset in pool.map(grow, range(32)):
            xr.testing.assert_identical(dataset, alone)


def test_nothing_reserved_is_left_behind(tmp_path: Path) -> None:
    with open_result(tmp_path / "result.nc") as result:
        result.append(rows(0, 50))
    status = (tmp_path / "result.nc").stat()
    assert status.st_blocks * 512 < status.st_size + 16 * 1024


def test_each_joint_has_variables_of_its_own_that_say_what_they_are() -> None:
    columns = Columns.of(
        [
            Variable(
                name="door.force", size=6, unit="N,N,N,N m,N m,N m", frame="world", description="f"
            ),
            Variable(name="door.position", size=1, unit="rad", frame="joint", description="free"),
            Variable(name="crane.position", size=2, unit="rad,m", frame="joint"),
        ]
    )
    model = load_model({"joints": [{"name": "door"}, {"name": "weld"}, {"name": "crane"}]})
    layout = ResultLayout(model, columns)
    with ResultFile(None, layout, {}, CHUNK_ROWS) as result:
        result.append(Rows(np.array([0]), np.arange(1.0, 10.0)[None, :], columns))
        dataset = result.dataset()
    assert dict(dataset.sizes) == {"time": 1, "dof": 6, "crane_position_component": 2}
    np.testing.assert_array_equal(dataset.door_force.sel(dof="heave"), [3.0])
    np.testing.assert_array_equal(dataset.door_position, [7.0])
    np.testing.assert_array_equal(dataset.crane_position, [[8.0, 9.0]])
    assert dataset.door_position.attrs == {
        "units": "rad",
        "long_name": "free",
        "frame": "joint",
        "output": "door.position",
    }


def test_a_result_is_read_back_by_the_names_of_its_outputs() -> None:
    names = ["ship.position", "bow.position", "seat.position", "door.position", "tow.tension"]
    frames = ["world", "world", "observer bow", "joint", ""]
    units = ["m", "m", "m", "rad", "N"]
    sizes = [3, 3, 3, 1, 1]
    columns = Columns.of(
        Variable(name=name, frame=frame, unit=unit, size=size, description="d")
        for name, frame, unit, size in zip(names, frames, units, sizes, strict=True)
    )
    document = {
        "bodies": [{"name": "tug"}, {"name": "ship"}],
        "observers": [{"name": "bow"}, {"name": "seat"}],
        "joints": [{"name": "door"}],
        "outputs": names,
    }
    values = np.arange(22.0).reshape(2, 11)
    with ResultFile(
        None, ResultLayout(load_model(document), columns), {"model": json.dumps(document)}, 2
    ) as result:
        result.append(Rows(np.array([0, 1]), values, columns))
        dataset = result.dataset()
    assert dataset.observer_position.attrs["frame"] == "bow: world; seat: observer bow"
    assert dataset.observer_position.attrs["output"] == "bow.position seat.position"
    assert dataset.tow_tension.attrs["frame"] == "none"
    found = recorded_outputs(dataset)
    assert list(found) == names
    assert [one.frame for one in found.values()] == frames
    assert [one.units for one in found.values()] == units
    read = np.concatenate([one.values(dataset) for one in found.values()], axis=1)
    np.testing.assert_array_equal(read, values)


def test_joints_of_results_of_older_versions_are_still_read() -> None:
    document = {
        "joints": [{"name": "door"}, {"name": "crane"}],
        "outputs": ["door.position", "crane.position", "crane.force"],
    }
    positions = np.array([[[1.0, np.nan, np.nan], [2.0, 3.0, np.nan]]])
    forces = np.stack([np.full(6, np.nan), np.arange(6.0)])[None]
    dataset = xr.Dataset(
        {
            "joint_position": (
                ("time", "joint", "free_dof"),
                positions,
                {"units": "door: rad; crane: rad,m"},
            ),
            "joint_force": (("time", "joint", "dof"), forces, {"units": "N,N,N,N m,N m,N m"}),
        },
        {"time": [0.0], "joint": ["door", "crane"]},
        {"model": json.dumps(document)},
    )
    found = recorded_outputs(dataset)
    np.testing.assert_array_equal(found["door.position"].values(dataset), [[1.0]])
    np.testing.assert_array_equal(found["crane.position"].values(dataset), [[2.0, 3.0]])
    assert [found[f"{name}.position"].units for name in ("door", "crane")] == ["rad", "rad,m"]
    assert list(recorded_joint_forces(dataset)) == ["crane"]
    np.testing.assert_array_equal(recorded_joint_forces(dataset)["crane"], [np.arange(6.0)])
