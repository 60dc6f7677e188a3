"""Pictures say what they leave out."""

import json
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import xarray as xr

import raftup
from raftup.plots.database import plot_database, some_directions
from raftup.plots.figure import time_label
from raftup.plots.joints import plot_joint_forces
from raftup.plots.motions import in_degrees, plot_motions
from raftup.plots.response import (
    plot_amplitudes,
    plot_phases,
    plot_polar,
    plot_response_spectra,
)
from raftup.remote.coefficients import DOFS


def texts_of(figure: Any) -> list[str]:
    """Titles and labels of the legends."""
    legends = figure.legends
    return [
        text
        for legend in legends
        for text in (legend.get_title().get_text(), *(t.get_text() for t in legend.get_texts()))
    ]


def test_forces_of_every_body_are_drawn_and_directions_counted(client: raftup.Client) -> None:
    from conftest import DATABASES

    name = client.upload_database(DATABASES / "alongside.h5").name
    figures = plot_database(client.read_coefficients(name))
    assert {"excitation", "excitation_supply"} <= set(figures)
    assert "excitation of supply, by wave direction, 6 of 24" in texts_of(
        figures["excitation_supply"]
    )
    assert "infinite frequency, of each body" in texts_of(figures["added_mass"])
    assert not any(">" in text for text in texts_of(figures["added_mass"]))


def test_few_directions_are_all_drawn() -> None:
    assert some_directions(np.deg2rad([0.0, 30.0, 60.0, 90.0])) == [0, 1, 2, 3]
    around = np.deg2rad(np.arange(0.0, 360.0, 45.0))
    assert some_directions(around) == [0, 1, 2, 3, 4]  # to 180 deg, the half that is drawn
    assert some_directions(np.deg2rad(np.arange(0.0, 360.0, 10.0)))[-1] == 18


def test_the_end_of_a_long_record_is_said_to_be_that() -> None:
    assert time_label(np.array([0.0, 300.0]), 300.0) == "time [s]"
    assert time_label(np.array([0.0, 1200.0]), 300.0) == "time [s], the last 300 of 1200 s"
    time = np.arange(0.0, 1201.0, 1.0)
    coordinates = {"time": time, "body": ["a"], "dof": list(DOFS)}
    values = np.sin(time)[:, None, None] * np.ones((1, 1, 6))
    dataset = xr.Dataset(
        {
            "displacement": (("time", "body", "dof"), values),
            "hinge_force": (("time", "dof"), values[:, 0], {"output": "hinge.force"}),
        },
        coordinates,
        {"model": json.dumps({"joints": [{"name": "hinge"}], "outputs": ["hinge.force"]})},
    )
    for figure in (plot_motions(dataset), plot_joint_forces(dataset)):
        assert figure.axes[-1].get_xlabel() == "time [s], the last 300 of 1200 s"


@pytest.mark.parametrize(
    ("unit", "shown", "factor"),
    [("rad", "deg", 180.0 / np.pi), ("rad/s", "deg/s", 180.0 / np.pi), ("N m/rad", "N m/rad", 1.0)],
)
def test_angles_of_tables_are_in_degrees(unit: str, shown: str, factor: float) -> None:
    values, found = in_degrees(np.array([2.0]), unit)
    assert (found, values[0]) == (shown, pytest.approx(2.0 * factor))


def response_of(unanswered: int) -> xr.Dataset:
    """Operators of 2 m/m in eight directions; the shortest waves of some have no answer."""
    omega = np.array([0.5, 1.0, 2.0])
    rao = np.zeros((2, 3, 8, 1, 6))
    rao[0] = 2.0
    rao[:, -1, :unanswered] = np.nan
    coordinates = {
        "complex": ["re", "im"],
        "omega": omega,
        "wave_direction": np.deg2rad(np.arange(0.0, 360.0, 45.0)),
        "body": ["hull"],
        "dof": list(DOFS),
        "period": ("omega", 2.0 * np.pi / omega),
    }
    return xr.Dataset(
        {"rao": (("complex", "omega", "wave_direction", "body", "dof"), rao)}, coordinates
    )


@pytest.mark.parametrize("plot", [plot_amplitudes, plot_phases, plot_polar])
def test_waves_that_a_current_leaves_without_an_answer_are_counted_and_the_others_drawn(
    plot: Any,
) -> None:
    whole = plot(response_of(0), "hull")
    assert not any("answer" in text for text in texts_of(whole))
    figure = plot(response_of(3), "hull")
    assert any(text.endswith("; 3 of 24 waves have no answer") for text in texts_of(figure))
    drawn = [np.isfinite(line.get_ydata()).sum() for line in figure.axes[0].lines]
    expected = [np.isfinite(line.get_ydata()).sum() for line in whole.axes[0].lines]
    assert sum(drawn) == sum(expected) - (4 if plot is plot_polar else 3)  # the first closes a ring
    assert figure.axes[0].get_ylim() == pytest.approx(whole.axes[0].get_ylim())


def test_a_body_of_which_no_wave_has_an_answer_has_empty_panels() -> None:
    nothing = response_of(8)
    nothing["rao"][:] = np.nan
    for plot in (plot_amplitudes, plot_phases, plot_polar):
        figure = plot(nothing, "hull")
        assert any("24 of 24 waves have no answer" in text for text in texts_of(figure))
        assert np.isfinite(figure.axes[0].get_ylim()).all()


@pytest.mark.parametrize(
    ("duration", "expected"),
    [(None, "pitch: std 1.15, max in 3 h 4.01 deg"), (1800.0, "max in 0.5 h 4.01 deg")],
)
def test_titles_of_spectra_say_for_how_long_a_maximum_holds(
    client: raftup.Client, hemisphere: dict[str, Any], duration: float | None, expected: str
) -> None:
    jonswap = {"significant_wave_height": 2, "peak_period": 8}
    hemisphere["environment"]["sea"] = {"waves": [{"irregular": {"jonswap": jonswap}}]}
    response = raftup.response(hemisphere, client, headings=[0], duration=duration)
    response.standard_deviation[:] = np.deg2rad(1.15)
    response.most_probable_maximum[:] = np.deg2rad(4.01)
    figure = plot_response_spectra(response, "hemisphere")
    assert expected in figure.axes[4].get_title()
    # what is written over one panel does not reach into the next
    figure.canvas.draw()
    boxes = [axes.title.get_window_extent() for axes in figure.axes[:3]]
    assert all(left.x1 < right.x0 for left, right in pairwise(boxes))


def test_titles_of_spectra_in_a_regular_wave_name_the_amplitude(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    hemisphere["environment"]["sea"] = {"waves": [{"regular": {"amplitude": 0.5, "period": 8}}]}
    response = raftup.response(hemisphere, client, headings=[0])
    titles = [axes.get_title() for axes in plot_response_spectra(response, "hemisphere").axes]
    assert all(", amplitude " in title for title in titles)
