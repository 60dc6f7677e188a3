"""raftup plot: numbers of results by the names of their outputs, as pictures and statistics."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
from command_line import command

from raftup.base.errors import RaftupError
from raftup.plots.channel_figures import (
    plot_channel_histograms,
    plot_channel_pairs,
    plot_channel_spectra,
    plot_channels,
)
from raftup.plots.channel_statistics import channel_statistics
from raftup.plots.channels import Channel, read_channels
from raftup.remote.coefficients import DOFS

STEP, COUNT, OMEGA = 0.25, 4000, 0.8


def result_file(file: Path, heave: float) -> Path:
    """Two bodies that heave by `heave` [m], one rolls by .1 rad; a line is slack at first."""
    time = STEP * np.arange(COUNT)
    wave = np.cos(OMEGA * time)
    displacement = np.zeros((COUNT, 2, 6))
    displacement[:, 0, 2] = heave * wave
    displacement[:, 1, 2] = 0.5 * heave * wave
    displacement[:, 0, 3] = 0.1 * np.sin(OMEGA * time)
    tension = np.where(time < 100.0, 0.0, 1e3 * (1.0 + wave))
    names = ["ship.displacement", "tug.displacement", "tow.tension"]
    xr.Dataset(
        {
            "displacement": (
                ("time", "body", "dof"),
                displacement,
                {"units": "m,m,m,rad,rad,rad", "output": " ".join(names[:2]), "frame": "world"},
            ),
            "tow_tension": (("time",), tension, {"units": "N", "output": names[2]}),
        },
        {"time": time, "body": ["ship", "tug"], "dof": list(DOFS)},
        {"model": json.dumps({"bodies": [{"name": "ship"}, {"name": "tug"}], "outputs": names})},
    ).to_netcdf(file)
    return file


@pytest.fixture
def calm(tmp_path: Path) -> Path:
    return result_file(tmp_path / "calm.nc", 0.5)


@pytest.fixture
def storm(tmp_path: Path) -> Path:
    return result_file(tmp_path / "storm.nc", 3.0)


def labels_of(figure: Any) -> list[str]:
    """Of the legend."""
    return [text.get_text() for legend in figure.legends for text in legend.get_texts()]


def test_every_axis_has_a_label_with_a_unit_and_every_line_a_name(calm: Path, storm: Path) -> None:
    channels = read_channels([calm, storm], ["*.displacement.*", "tow.*"], 50.0)
    for draw in (plot_channels, plot_channel_spectra, plot_channel_histograms):
        figure = draw(channels)
        panels = figure.axes
        assert len(panels) == 7
        for axes in panels:
            assert axes.get_ylabel().rstrip().endswith("]")
        bottom = panels[-2:] if draw is not plot_channel_histograms else panels
        assert all(axes.get_xlabel().endswith("]") for axes in bottom)
        expected = [f"{owner}, {run}" for run in ("calm", "storm") for owner in ("ship", "tug")]
        assert set(labels_of(figure)) == {*expected, "tow, calm", "tow, storm"}
    figure = plot_channels(channels)
    shown = {axes.get_ylabel().replace("\n", " "): axes for axes in figure.axes}
    roll = shown["displacement roll [deg]"].lines[0].get_ydata()
    assert np.max(roll) == pytest.approx(np.rad2deg(0.1), rel=1e-3)
    assert shown["tension [N]"].get_xlim() == (50.0, STEP * (COUNT - 1))


@pytest.mark.parametrize(("owners", "runs"), [(9, 2), (3, 5), (24, 1), (1, 6)])
def test_no_two_lines_of_a_panel_look_the_same(owners: int, runs: int) -> None:
    time = np.arange(3.0)
    channels = [
        Channel(f"run_{run}", f"line_{owner}", "tension", "", "N", "", time, time + owner)
        for run in range(runs)
        for owner in range(owners)
    ]
    (axes,) = plot_channels(channels).axes
    looks = {(str(line.get_color()), str(vars(line)["_dash_pattern"])) for line in axes.lines}
    assert len(looks) == len(set(labels_of(axes.figure))) == owners * runs


def test_a_spectrum_has_the_variance_and_its_peak_where_the_wave_is(calm: Path) -> None:
    (channel,) = read_channels([calm], ["ship.displacement.heave"])
    (axes,) = plot_channel_spectra([channel]).axes
    omega, density = map(np.asarray, axes.lines[0].get_data())
    # of windows of 200 s: .03 rad/s apart; the window's ends are cut off the variance's integral
    assert omega[density.argmax()] == pytest.approx(OMEGA, abs=0.03)
    assert np.sum(density) * (omega[1] - omega[0]) == pytest.approx(0.125, rel=0.02)
    assert axes.get_ylabel().replace("\n", " ") == "S of displacement heave [m² s/rad]"


def test_statistics_have_the_times_of_their_extremes(calm: Path) -> None:
    heave, tension = channel_statistics(
        read_channels([calm], ["tug.displacement.heave", "tow.tension"], 90.0, 110.0)
    )
    time = STEP * np.arange(360, 441)
    wave = np.cos(OMEGA * time)
    assert heave["max"] == pytest.approx(0.25 * wave.max())
    assert heave["time_of_max"] == time[wave.argmax()]
    assert heave["time_of_min"] == time[wave.argmin()]
    assert (tension["min"], tension["time_of_min"]) == (0.0, 90.0)  # the first of several
    assert tension["unit"] == "N"


def test_one_number_over_another_pairs_owners_and_runs(calm: Path, storm: Path) -> None:
    across, up = (
        read_channels([calm, storm], [f"*.displacement.{dof}"]) for dof in ("heave", "roll")
    )
    (axes,) = plot_channel_pairs(across, up).axes
    assert axes.get_xlabel() == "displacement heave [m]"
    assert axes.get_ylabel() == "displacement roll [deg]"
    assert len(axes.lines) == 4
    with pytest.raises(RaftupError, match="must name as many numbers along x as along y"):
        plot_channel_pairs(across, up[:1])


def test_what_cannot_be_drawn_is_refused_with_what_can(calm: Path, tmp_path: Path) -> None:
    for arguments, rule in {
        ("tow.tention",): "such as tow.tension",
        ("*.force",): "must match at least one of",
        ("tow.tension", "--from", "2000"): "must leave a row of a result, which is of 0 to 999.75",
        ("tow.tension", "--spectrum", "--xy"): "must not be given together",
        ("tow.tension", "--output", "a.gif"): "must end with .png, .pdf, .svg",
        ("tow.tension", "--xy"): "needs two OUTPUTs",
        ("tow.tension", "--to", "5", "--spectrum"): "must be of 32 rows or more",
    }.items():
        refused = command("plot", calm, *arguments, folder=tmp_path)
        assert refused.returncode == 2, arguments
        assert rule in refused.stderr.replace("\n", " "), refused.stderr
    refused = command("plot", "none.nc", folder=tmp_path)
    assert "must be an existing file, is none.nc" in refused.stderr
    assert not (tmp_path / "plot.png").exists()


@pytest.mark.parametrize(
    ("kind", "magic"), [("png", b"\x89PNG"), ("pdf", b"%PDF"), ("svg", b"<?xml")]
)
def test_the_command_writes_the_picture_and_the_table(
    calm: Path, tmp_path: Path, kind: str, magic: bytes
) -> None:
    file = tmp_path / f"heave.{kind}"
    done = command(
        "plot", calm, "*.heave", "--statistics", "--json", "--output", file, folder=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert file.read_bytes().startswith(magic)
    assert [one["name"] for one in json.loads(done.stdout)] == [
        "ship.displacement.heave",
        "tug.displacement.heave",
    ]
