"""A semisubmersible on chains that are solved with it, and a power cable in a lazy wave."""

from pathlib import Path

import numpy as np
import pytest
import xarray as xr

import raftup
from raftup.plots import plot_line_ranges, save

MODELS = Path(__file__).parents[3] / "clients/examples/models"


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> xr.Dataset:
    out = tmp_path_factory.mktemp("cable") / "cable.nc"
    raftup.run(MODELS / "power_cable.yaml", overrides={"integration.duration": 60.0}, out=out)
    return xr.open_dataset(out)


def test_chains_begin_as_the_catenaries_of_their_data(result: xr.Dataset) -> None:
    catenaries = raftup.run(
        MODELS / "oc4_semi.yaml", overrides={"integration.duration": 1.0, "environment.sea": {}}
    )
    for line in ("line_1", "line_2", "line_3"):
        expected = float(catenaries[f"{line}_tension"][0])
        assert float(result[f"{line}_tension"][0]) == pytest.approx(expected, rel=0.02)


def test_the_cable_hangs_in_a_wave_between_the_keel_and_the_bottom(result: xr.Dataset) -> None:
    nodes = result.cable_shape.values.reshape(result.sizes["time"], -1, 3)
    height = nodes[..., 2]
    assert height.max() < -15.0
    assert height.min() > -200.5
    sag, hog = height[:, 16:34].min(axis=1), height[:, 34:46].max(axis=1)
    assert (hog > sag + 5.0).all()
    touchdown = result.cable_touchdown.values
    assert touchdown[:, 2] == pytest.approx(-200.0, abs=0.2)
    assert (touchdown[:, 0] < 270.0).all()
    assert (touchdown[:, 0] > 50.0).all()
    # It weighs less than it would without floats, and they pull its upper part up.
    assert float(result.cable_tension[0]) < 130 * 40 * 9.81


def test_a_picture_shows_the_ranges_along_the_lines(result: xr.Dataset, tmp_path: Path) -> None:
    figure = plot_line_ranges(result, ["cable", "line_1"])
    assert [axes.get_ylabel() for axes in figure.axes] == [
        "tension of cable [kN]",
        "curvature of cable [1/m]",
    ]
    band = np.asarray(figure.axes[0].collections[0].get_paths()[0].vertices)
    assert band[:, 1].max() == pytest.approx(1e-3 * float(result.cable_tensions.max()))
    assert save(figure, tmp_path / "ranges.png").stat().st_size > 10_000
