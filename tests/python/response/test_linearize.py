"""What a client makes of the server's linear equations: shapes, names, closed forms, refusals."""

from typing import Any

import numpy as np
import pytest

import raftup
from raftup import WaveGrid


def weight_on_a_line() -> dict[str, Any]:
    """2 kg on a spring of 100 N/m, rest length 4 m, that hangs from (0, 0, 10)."""
    return {
        "environment": {"gravity": 9.81},
        "integration": {"step": 0.01, "duration": 10},
        "bodies": [
            {
                "name": "a",
                "mass": 2.0,
                "inertia": {"xx": 1, "yy": 1, "zz": 1},
                "position": [0, 0, 5.5],
            }
        ],
        "loads": [
            {
                "name": "line",
                "point_spring": {
                    "body1": "a",
                    "point2": [0, 0, 10],
                    "stiffness": 100,
                    "damping": 3,
                    "rest_length": 4,
                    "tension_only": True,
                },
            }
        ],
    }


def test_a_weight_on_a_line_has_the_equations_of_its_closed_form(client: raftup.Client) -> None:
    linear = client.linearize(weight_on_a_line(), modes=True, outputs=True)
    tension = 2.0 * 9.81
    length = 4 + tension / 100
    assert linear.body_names == ("a",)
    np.testing.assert_allclose(linear.bodies[0].center_of_mass, [0, 0, 10 - length], atol=1e-9)
    assert linear.tensions["line"] == pytest.approx(tension, rel=1e-9)
    swing = tension / length
    # the line acts at the centre of mass: no stiffness against turns
    np.testing.assert_allclose(
        linear.restoring, np.diag([swing, swing, 100, 0, 0, 0]), atol=1e-7 * 100
    )
    np.testing.assert_allclose(linear.linear_damping, np.diag([0, 0, 3, 0, 0, 0]), atol=1e-9)
    np.testing.assert_allclose(linear.mass, np.diag([2, 2, 2, 1, 1, 1]), rtol=1e-12)
    assert linear.free_basis.shape == (6, 6)
    heave = linear.modes[-1]
    assert heave.omega == pytest.approx(np.sqrt(100 / 2), rel=1e-9)
    assert heave.modal_mass == pytest.approx(2.0, rel=1e-9)
    assert heave.modal_damping == pytest.approx(3.0, rel=1e-9)
    np.testing.assert_allclose(heave.shape, [0, 0, 1, 0, 0, 0], atol=1e-9)
    # a weight that rises slackens its line
    slope = linear.outputs["line.tension"].by_displacement
    np.testing.assert_allclose(slope, [[0, 0, -100, 0, 0, 0]], atol=1e-5)
    assert linear.outputs["line.tension"].by_velocity[0, 2] == pytest.approx(-3.0, rel=1e-9)


def test_grids_hold_the_water_at_their_waves(
    hemisphere: dict[str, Any], client: raftup.Client
) -> None:
    grids = [
        WaveGrid(omega=[0.5, 1.0, 1.5], wave_direction=[0.0, np.pi / 2]),
        WaveGrid(sea_harmonics=True),
        WaveGrid(omega_count=4, geometric=True, default_directions=True),
    ]
    linear = client.linearize(hemisphere, grids=grids)
    first, harmonics, last = linear.grids
    assert first.added_mass.shape == first.radiation_damping.shape == (3, 6, 6)
    assert first.excitation.shape == (3, 6, 2)
    assert first.carried.shape == (3, 2)
    assert first.carried.all()
    assert first.seas == ()
    # a hull of revolution is pushed in sway as in surge, as closely as its panels are one
    np.testing.assert_allclose(first.excitation[:, 1, 1], first.excitation[:, 0, 0], rtol=5e-3)
    assert harmonics.paired
    assert harmonics.omega.tolist() == pytest.approx([2 * np.pi / 5.0])
    assert harmonics.wave_direction.tolist() == pytest.approx([np.deg2rad(30)])
    assert harmonics.seas[0].harmonic_amplitude.tolist() == [0.1]
    assert harmonics.excitation.shape == (1, 6, 1)
    assert linear.omega_range is not None
    assert last.omega[[0, -1]].tolist() == pytest.approx(list(linear.omega_range), rel=1e-12)
    assert len(last.wave_direction) == 36


def test_numbers_that_come_in_several_parts_are_put_together(
    hemisphere: dict[str, Any], client: raftup.Client
) -> None:
    omega = np.linspace(0.3, 2.0, 400)
    directions = np.deg2rad(np.arange(0.0, 360.0, 5.0))
    whole = client.linearize(hemisphere, grids=[WaveGrid(omega=omega, wave_direction=directions)])
    part = client.linearize(
        hemisphere, grids=[WaveGrid(omega=omega[[0, 399]], wave_direction=directions[[0, 71]])]
    )
    # 345 600 numbers are more than a message takes
    assert whole.grids[0].excitation.shape == (400, 6, 72)
    np.testing.assert_array_equal(
        whole.grids[0].excitation[np.ix_([0, 399], range(6), [0, 71])], part.grids[0].excitation
    )


def test_a_session_is_linear_about_where_it_stands(client: raftup.Client) -> None:
    with client.create_session(weight_on_a_line()) as session:
        session.initialise()
        session.step(20)
        here = session.read(["a.position"]).values[-1]
        linear = session.linearize(operating_point="present")
        np.testing.assert_array_equal(linear.bodies[0].position, here)
        assert linear.reactions == {}


def test_an_option_that_is_none_is_refused(client: raftup.Client) -> None:
    with pytest.raises(raftup.RaftupError, match="operating_point must be one of equilibrium, "):
        client.linearize(weight_on_a_line(), operating_point="middle")
    with pytest.raises(raftup.RaftupError, match="radiation must be one of memory_data, file"):
        client.linearize(weight_on_a_line(), radiation="fit")


def test_what_the_server_refuses_has_the_names_of_the_model_file(client: raftup.Client) -> None:
    with pytest.raises(raftup.ModelError) as broken:
        client.linearize(weight_on_a_line(), {"bodies[0].mass": -1})
    assert [violation.path for violation in broken.value.violations] == ["bodies[0].mass"]
    with pytest.raises(raftup.ModelError, match=r"grids\[0\].omega: must be positive numbers"):
        client.linearize(weight_on_a_line(), grids=[WaveGrid(omega=[-1.0])])
