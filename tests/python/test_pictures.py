"""Pictures say what they leave out."""

from typing import Any

import numpy as np
import pytest
import xarray as xr

import raftup
from raftup.plots.database import plot_database, some_directions
from raftup.plots.figure import time_label
from raftup.plots.joints import plot_joint_forces
from raftup.plots.motions import in_degrees, plot_motions
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
    coordinates = {"time": time, "body": ["a"], "joint": ["hinge"], "dof": list(DOFS)}
    values = np.sin(time)[:, None, None] * np.ones((1, 1, 6))
    dataset = xr.Dataset(
        {
            "displacement": (("time", "body", "dof"), values),
            "joint_force": (("time", "joint", "dof"), values),
        },
        coordinates,
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
