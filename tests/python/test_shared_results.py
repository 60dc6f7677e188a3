"""A result is read by others while it grows, and written by one alone."""

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr

import raftup
from raftup._generated.session_pb2 import Variable
from raftup.base.claim import Claim, check_unclaimed
from raftup.model import load_model
from raftup.remote.rows import Columns, Rows
from raftup.results import ResultLayout
from raftup.results.file import ResultFile

COLUMNS = Columns.of(
    [Variable(name="ship.position", size=3), Variable(name="line.tension", size=1)]
)

READER = """
import sys, time
import xarray as xr
seen = []
while len(seen) < 5:
    for attempt in range(20):
        try:
            dataset = xr.open_dataset(sys.argv[1], engine="netcdf4")
            break
        except OSError:  # it is being written in this very moment
            time.sleep(0.01)
    with dataset:
        rows = dataset.load()
    assert not any(values.isnull().any() for values in rows.values()), rows
    if rows.sizes["time"] not in seen:
        seen.append(rows.sizes["time"])
        print(rows.sizes["time"], flush=True)
    time.sleep(0.05)
"""

WRITER = """
import sys, time
from pathlib import Path
from raftup.base.claim import Claim
with Claim(Path(sys.argv[1])):
    print("claimed", flush=True)
    time.sleep(60)
"""


def open_result(path: Path) -> ResultFile:
    layout = ResultLayout(load_model({"bodies": [{"name": "ship"}]}), COLUMNS)
    return ResultFile(path, layout, {"title": "x"}, 5000)


def rows(first: int, count: int) -> Rows:
    step = np.arange(first, first + count)
    return Rows(step * 100_000_000, step[:, None] + np.zeros(COLUMNS.width), COLUMNS)


def test_another_process_reads_a_result_while_it_grows(tmp_path: Path) -> None:
    file = tmp_path / "result.nc"
    with open_result(file) as result:
        result.append(rows(0, 10))
        result.flush()
        command = [sys.executable, "-c", READER, str(file)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as reader:
            written = 10
            while reader.poll() is None:
                result.append(rows(written, 10))
                result.flush()
                written += 10
                time.sleep(0.1)
            assert reader.stdout is not None
            seen = [int(line) for line in reader.stdout]
    assert reader.returncode == 0
    assert seen == sorted(seen)
    assert len(seen) == 5


def test_a_reader_that_keeps_the_file_open_does_not_hold_up_the_writer(tmp_path: Path) -> None:
    file = tmp_path / "result.nc"
    with open_result(file) as result:
        result.append(rows(0, 10))
        result.flush()
        keeping = (
            "import netCDF4, sys, time; d = netCDF4.Dataset(sys.argv[1]); print(); time.sleep(60)"
        )
        command = [sys.executable, "-u", "-c", keeping, str(file)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as reader:
            assert reader.stdout is not None
            reader.stdout.readline()
            start = time.monotonic()
            for count in range(100):
                result.append(rows(10 + count, 1))
                result.flush()
            assert time.monotonic() - start < 20.0  # .25 s of patience once, not each time
            reader.kill()
    with xr.open_dataset(file) as dataset:
        assert dataset.sizes["time"] == 110


def test_a_second_run_on_a_file_is_refused_while_the_first_writes_it(
    client: raftup.Client, hemisphere: dict[str, Any], tmp_path: Path
) -> None:
    out = tmp_path / "result.nc"
    refused: list[OSError] = []

    def run_again(progress: raftup.Progress) -> None:
        if not refused:
            with pytest.raises(OSError, match="is being written by another run") as caught:
                raftup.run(hemisphere, client, out=out)
            refused.append(caught.value)

    first = raftup.run(hemisphere, client, progress=run_again, out=out)
    assert refused[0].filename == str(out)
    xr.testing.assert_identical(first, xr.load_dataset(out))
    assert [file.name for file in tmp_path.iterdir()] == ["result.nc"]
    raftup.run(hemisphere, client, out=out)  # now it may


@pytest.mark.parametrize("what", ["replaced", "moved", "removed"])
def test_a_run_whose_file_was_taken_away_says_where_its_rows_are(
    what: str, client: raftup.Client, hemisphere: dict[str, Any], tmp_path: Path
) -> None:
    out, other = tmp_path / "result.nc", tmp_path / "other"

    def remove_results(_progress: raftup.Progress) -> None:
        if what == "moved":
            if out.exists():
                out.replace(other)
            return
        out.unlink(missing_ok=True)
        if what == "replaced":
            out.write_text("mine")

    with pytest.raises(OSError, match="is not the file of this run any more") as caught:
        raftup.run(hemisphere, client, progress=remove_results, out=out)
    kept = Path(str(caught.value).partition("the rows of this run are in ")[2].partition(":")[0])
    assert kept.name == ("other" if what == "moved" else kept.name)
    with xr.open_dataset(kept) as dataset:
        assert dataset.sizes["time"] > 1
    if what == "replaced":
        assert out.read_text() == "mine"


def test_a_claim_ends_with_its_program_however_that_ends(tmp_path: Path) -> None:
    file = tmp_path / "result.nc"
    command = [sys.executable, "-c", WRITER, str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "claimed\n"
        with pytest.raises(OSError, match=f"process {writer.pid}"):
            check_unclaimed(file)
        with pytest.raises(OSError, match=f"process {writer.pid}"):
            Claim(file)
        writer.kill()
    writer.wait(20)
    check_unclaimed(file)
    Claim(file).close()
    assert list(tmp_path.iterdir()) == []
