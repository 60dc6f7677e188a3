"""A carrier on eight chains with a vessel at its fenders, in wind, current and waves."""

from pathlib import Path

import numpy as np
import pytest
import xarray as xr

import raftup
from raftup.plots import plot_line_forces, plot_line_shapes, plot_offsets, save

MODEL = Path(__file__).parents[3] / "clients/examples/models/spread_mooring.yaml"
CHAINS = [f"chain_{number}" for number in range(1, 9)]


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> xr.Dataset:
    out = tmp_path_factory.mktemp("moorings") / "moored.nc"
    raftup.run(MODEL, overrides={"integration.duration": 120.0}, out=out)
    return xr.open_dataset(out)


def test_chains_pull_alike_at_rest_and_hold_in_the_weather(result: xr.Dataset) -> None:
    at_rest = np.array([float(result[f"{chain}_tension"][0]) for chain in CHAINS])
    assert at_rest == pytest.approx(at_rest[0], rel=5e-3)  # but for anchors to the decimetre
    offset = result.displacement.sel(body="carrier")
    assert 0.2 < float(np.abs(offset.sel(dof=["surge", "sway"])).max()) < 20.0
    # The weather goes to -x and -y: the chains that lead there slacken.
    late = result.sel(time=slice(60.0, None))
    windward = float(late.chain_3_tension.mean())
    lee = float(late.chain_8_tension.mean())
    assert windward > at_rest[0] > lee


def test_the_vessel_is_pressed_against_the_fenders(result: xr.Dataset) -> None:
    late = result.sel(time=slice(60.0, None))
    reactions = np.array([late[f"fender_{number}_reaction"].values for number in range(1, 5)])
    assert reactions.sum(axis=0).mean() > 1e4
    assert reactions.min() >= 0.0
    assert late.carrier_wind_flow_speed.attrs["units"] == "m/s"
    assert 8.0 < float(late.carrier_wind_flow_speed.mean()) < 20.0


def test_pictures_show_lines_fenders_and_offsets(result: xr.Dataset, tmp_path: Path) -> None:
    loads = [*CHAINS, *(f"fender_{number}" for number in range(1, 5)), "carrier_drag"]
    figure = plot_line_forces(result, loads)
    assert [axes.get_ylabel() for axes in figure.axes] == [
        "line tension [kN]",
        "fender reaction [kN]",
    ]
    assert len(figure.axes[0].lines) == 8
    assert save(figure, tmp_path / "lines.png").stat().st_size > 10_000
    assert save(plot_offsets(result), tmp_path / "offsets.png").stat().st_size > 5_000


def test_a_picture_shows_where_the_nodes_of_a_line_are(tmp_path: Path) -> None:
    nodes = np.array([[[0, 0, 0], [3, 4, -2], [6, 8, -3]], [[1, 0, 0], [4, 4, -2], [7, 8, -3]]])
    dataset = xr.Dataset(
        {"cable_shape": (("time", "cable_shape_component"), nodes.reshape(2, 9))},
        {"time": [0.0, 1.0]},
    )
    figure = plot_line_shapes(dataset, ["chain", "cable"])
    (axes,) = figure.axes
    for line in axes.lines:
        np.testing.assert_allclose(np.asarray(line.get_xydata()), [[0, 0], [5, -2], [10, -3]])
    assert save(figure, tmp_path / "shapes.png").stat().st_size > 5_000
