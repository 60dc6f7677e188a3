"""Pictures of a study can be read: nothing stands on anything else."""

from collections.abc import Sequence

import numpy as np
import pytest
import xarray as xr

pytest.importorskip("zarr", reason="the extra raftup[study] is not installed")

from raftup.remote.coefficients import DOFS
from raftup.study.figures import plot_headings, plot_surface
from raftup.study.roles import Role

HEADINGS = [0.0, 45.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0]


def motions(**axes: list[float]) -> xr.DataArray:
    """Standard deviations of two ships, all different."""
    coordinates: dict[str, Sequence[float | str]] = {
        **axes,
        "body": ["carrier", "supply"],
        "dof": list(DOFS),
    }
    shape = [len(labels) for labels in coordinates.values()]
    values = 0.1 + 0.01 * np.arange(np.prod(shape)).reshape(shape)
    return xr.DataArray(values, coordinates, tuple(coordinates))


def test_rows_of_polar_plots_stand_apart_and_hold_all_their_values() -> None:
    values = motions(heading=HEADINGS)
    figure = plot_headings(values, Role("heading", "heading"), ["carrier", "supply"], "deviation")
    figure.canvas.draw()
    boxes = [axes.get_tightbbox() for axes in figure.axes]
    for upper, lower in zip(boxes[:3], boxes[3:], strict=True):
        assert upper is not None
        assert lower is not None
        # 8 points of a height that has 490: the lower title is read as the lower circle's
        assert upper.y0 - lower.y1 > 8.0 / 72.0 * figure.dpi
    for axes in figure.axes:
        outermost = axes.get_yticks()[-1]
        assert outermost == axes.get_ylim()[1]
        assert max(float(np.max(line.get_ydata())) for line in axes.lines) <= outermost


@pytest.mark.parametrize("headings", [[0.0, 90.0, 135.0], HEADINGS[:7]])
def test_few_headings_are_dots_without_lines_between_them(headings: list[float]) -> None:
    values = motions(heading=headings)
    figure = plot_headings(values, Role("heading", "heading"), ["carrier", "supply"], "deviation")
    assert all(axes.name == "rectilinear" for axes in figure.axes)
    surge = figure.axes[0]
    assert [line.get_linestyle() for line in surge.lines] == ["None", "None"]
    assert np.asarray(surge.lines[1].get_xdata()) == pytest.approx(headings)
    expected = values.sel(body="supply", dof="surge").values
    assert np.asarray(surge.lines[1].get_ydata()) == pytest.approx(expected)
    roll = np.rad2deg(values.sel(body="carrier", dof="roll").values)
    assert np.asarray(figure.axes[3].lines[0].get_ydata()) == pytest.approx(roll)
    assert [axes.get_xlabel() for axes in figure.axes[3:]] == ["heading [deg]"] * 3
    assert surge.get_ylim()[0] == 0.0


def test_headings_of_a_study_in_any_order_of_its_axes_are_the_same_picture() -> None:
    values = motions(hs=[1.0, 2.0], heading=[0.0, 90.0])
    names = ["carrier", "supply"]
    role = Role("heading", "heading")
    pictures = [plot_headings(v, role, names, "") for v in (values, values.transpose())]
    first, second = (np.stack([line.get_xydata() for line in f.axes[5].lines]) for f in pictures)
    np.testing.assert_allclose(first, second)


def test_every_column_of_a_surface_has_its_period_below() -> None:
    values = motions(hs=[1.0, 2.0], tp=[6.0, 8.0, 10.0]).sel(body="supply")
    figure = plot_surface(values, Role("hs", "hs"), Role("tp", "tp"), "deviation")
    assert figure is not None
    labels = [axes.get_xlabel() for axes in figure.axes]
    assert labels[:6] == ["", "", "", "Tp [s]", "Tp [s]", "Tp [s]"]
    assert not any(labels[6:]), "bars of colours have none"
