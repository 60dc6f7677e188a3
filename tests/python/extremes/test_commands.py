"""raftup extremes, raftup fatigue and raftup contour on a ball that heaves in waves."""

import errno
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
import yaml

pytest.importorskip("rainflow", reason="the extra raftup[study] is not installed")

from command_line import command
from studies.small_studies import WAVE, study_of

import raftup
from extremes.test_contour import GIVEN
from raftup.plots.figure import new_figure, save
from raftup.results.dataset_file import write_dataset

HEAVE = "hemisphere.displacement[heave]"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five results of 600 s that differ by their seed, and details of fatigue."""
    folder = tmp_path_factory.mktemp("results")
    model = study_of([1.0], 1)["model"] | {"outputs": ["hemisphere.displacement"]}
    with raftup.local_server() as server:
        for seed in range(1, 6):
            overrides = {"integration.duration": 600, f"{WAVE}.seed": seed}
            raftup.run(model, server.address, overrides, out=folder / f"seed{seed}.nc")
    entry = {"output": "hemisphere.displacement", "component": 2}
    details = [
        {"name": "weld", **entry, "scale": 40, "curve": {"slope": 3, "log10_intercept": 12.164}},
        {"name": "load", **entry, "del": {"slope": 4, "equivalent_cycles": 1000}},
    ]
    (folder / "details.yaml").write_text(yaml.safe_dump({"fatigue": details}))
    return folder


def test_extremes_of_one_result(folder: Path) -> None:
    said = command(
        "extremes",
        "seed1.nc",
        "--from",
        60,
        "--json",
        "--out",
        "e.nc",
        "--plot",
        "p",
        folder=folder,
    )
    assert said.returncode == 0, said.stderr
    (heave,) = json.loads(said.stdout)["quantities"]
    assert (heave["name"], heave["unit"]) == (HEAVE, "m"), "nothing else moves"
    assert heave["max"]["sample_count"] > 60
    assert heave["min"]["low"] < heave["min"]["value"] < heave["min"]["high"] < 0.0
    with xr.open_dataset(folder / "e.nc") as answers:
        assert float(answers.value.sel(quantity=HEAVE, side="max")) == heave["max"]["value"]
        levels = answers.level.sel(quantity=HEAVE, side="max").values
        assert (np.diff(levels[np.isfinite(levels)]) > 0.0).all()
        assert answers.attrs["method"] == "pot"
    assert (folder / "p" / "extremes_hemisphere.displacement_heave.png").stat().st_size > 10_000


def test_a_result_whose_run_has_not_come_to_its_end_is_named(folder: Path, tmp_path: Path) -> None:
    with xr.open_dataset(folder / "seed1.nc") as whole:
        part = whole.isel(time=slice(0, whole.sizes["time"] // 2)).load()
    part.attrs["complete"] = np.int32(0)
    part.to_netcdf(tmp_path / "killed.nc")
    end = float(part.time[-1])
    load = ("--output", HEAVE, "--slope", 3)
    heave = "hemisphere.displacement.heave"
    for arguments in (
        ("extremes", "killed.nc", HEAVE, "--json"),
        ("fatigue", "killed.nc", *load, "--json"),
        ("plot", "killed.nc", heave, "--statistics", "--json"),
    ):
        said = command(*arguments, folder=tmp_path)
        assert said.returncode == 0, said.stderr
        json.loads(said.stdout)
        words = f"the run of killed.nc has not come to its end: rows to {end:g} s"
        assert said.stderr.count(words) == 1
    said = command("fatigue", folder / "seed1.nc", *load, folder=tmp_path)
    assert said.stderr == ""


@pytest.mark.parametrize("command_name", ["extremes", "fatigue"])
def test_answers_never_take_the_place_of_what_they_are_of(
    folder: Path, tmp_path: Path, command_name: str
) -> None:
    result = tmp_path / "result.nc"
    result.write_bytes((folder / "seed1.nc").read_bytes())
    names = [HEAVE] if command_name == "extremes" else ["--output", HEAVE, "--slope", 3]
    said = command(command_name, result, *names, "--out", result, folder=tmp_path)
    assert said.returncode == 2
    assert "--out must not be one of the input files" in said.stderr
    assert result.read_bytes() == (folder / "seed1.nc").read_bytes()


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("NetCDF: HDF error")

    answers = xr.Dataset({"value": ("n", np.ones(3))})
    file = tmp_path / "answers.nc"
    write_dataset(answers, file)
    before = file.read_bytes()
    monkeypatch.setattr("raftup.results.dataset_file.reserve", refuse)
    with pytest.raises(OSError, match=f"No space left on device: '{file}'"):
        write_dataset(answers, file)
    monkeypatch.undo()
    monkeypatch.setattr(xr.Dataset, "to_netcdf", fail)
    with pytest.raises(OSError, match="HDF error"):
        write_dataset(answers, file)
    figure, picture = new_figure(1, 1), tmp_path / "p.png"
    save(figure, picture)
    drawn = picture.read_bytes()
    monkeypatch.setattr(type(figure), "savefig", refuse)
    with pytest.raises(OSError, match=f"No space left on device: '{picture}'"):
        save(figure, picture)
    assert (file.read_bytes(), picture.read_bytes()) == (before, drawn)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["answers.nc", "p.png"]


def test_extremes_of_seeds_and_what_is_too_little(folder: Path) -> None:
    seeds = [f"seed{seed}.nc" for seed in range(1, 6)]
    said = command(
        "extremes", *seeds, HEAVE, "--method", "gumbel", "--duration", 600, "--json", folder=folder
    )
    largest = json.loads(said.stdout)["quantities"][0]["max"]
    assert largest["low"] < largest["value"] < largest["high"]
    assert largest["law"]["maxima"] == 5.0
    said = command("extremes", "seed1.nc", "hemisphere.displacement[2]", "--to", 40, folder=folder)
    assert said.returncode == 0
    assert f"{HEAVE}, max: none, needs 30 peaks, has " in said.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.nc"], "RESULT must be an existing file or a study's folder, is 'none.nc'"),
        (["seed1.nc", "tow"], "OUTPUT must be one of seed1.nc, which has hemisphere.displacement"),
        (["seed1.nc", "hemisphere.displacement[9]"], "or 0 to 5, is '9'"),
        (["seed1.nc", "--side", "left"], "--side must be max, min or both, is 'left'"),
        (["seed1.nc", "--from", "700"], "must leave two rows or more of seed1.nc"),
        (["details.yaml"], "details.yaml must be a result of raftup run"),
    ],
)
def test_extremes_refuses(folder: Path, arguments: list[str], message: str) -> None:
    said = command("extremes", *arguments, folder=folder)
    assert said.returncode == 2
    assert message in said.stderr


def test_fatigue_of_seeds(folder: Path) -> None:
    seeds = [f"seed{seed}.nc" for seed in range(1, 6)]
    arguments = ["--curves", "details.yaml", "--json", "--out", "f.nc", "--plot", "p"]
    said = command("fatigue", *seeds, *arguments, folder=folder)
    assert said.returncode == 0, said.stderr
    weld, load = json.loads(said.stdout)
    amounts = [record["damage"] for record in weld["records"]]
    assert weld["damage"] == pytest.approx(np.mean(amounts))
    assert weld["low"] < weld["damage"] < weld["high"]
    assert weld["yearly_damage"] == pytest.approx(np.mean(amounts) / 600.0 * 365.25 * 86400.0)
    assert load["yearly_damage"] is None
    with xr.open_dataset(folder / "f.nc") as answers:
        assert float(answers.share.sel(detail="weld").sum()) == pytest.approx(1.0)
        assert float(answers.cycle_count.sel(detail="weld").sum()) == weld["cycles"]
    assert (folder / "p" / "fatigue_weld.png").stat().st_size > 10_000
    one = ["--output", HEAVE, "--slope", 4, "--equivalent-cycles", 1000, "--json"]
    (alone,) = json.loads(command("fatigue", *seeds, *one, folder=folder).stdout)
    assert alone["equivalent_load"] == load["equivalent_load"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "--curves must be given, unless --output and --slope are"),
        (["--curves", "details.yaml", "--slope", "3"], "--slope must not be given with --curves"),
        (
            ["--output", "hemisphere.displacement[0]", "--slope", "-1"],
            "--slope must be > 0, is -1",
        ),
    ],
)
def test_fatigue_refuses(folder: Path, arguments: list[str], message: str) -> None:
    said = command("fatigue", "seed1.nc", *arguments, folder=folder)
    assert said.returncode == 2
    assert message in said.stderr


def test_a_contour_of_the_command_is_a_file_for_an_axis(tmp_path: Path) -> None:
    (tmp_path / "law.yaml").write_text(yaml.safe_dump({"return_period": 1, **GIVEN}))
    options: list[Any] = ["--return-period", 50, "--state-duration", 21600, "--lowest", 12]
    said = command(
        "contour", "law.yaml", *options, "--json", "--out", "c.csv", "--plot", "p", folder=tmp_path
    )
    document = json.loads(said.stdout)
    assert document["beta"] == pytest.approx(4.194242406)
    assert document["states"][0]["hs"] == pytest.approx(15.232427, abs=1e-6)
    lines = (tmp_path / "c.csv").read_text().splitlines()
    assert lines[0] == "hs,tp"
    assert len(lines) == 1 + len(document["states"])
    assert (tmp_path / "p" / "contour_50.png").stat().st_size > 10_000
    refused = command("contour", "law.yaml", "--return-period", 0, folder=tmp_path)
    assert refused.returncode == 2
    assert "return_period: must be > 0, is 0" in refused.stderr
