"""Modes and static stability: closed forms of pendulums and springs, and the command."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command_line import command
from conftest import MODELS

import raftup
from raftup.frequency_domain.modes import natural_periods
from raftup.frequency_domain.stability import static_stability

MASS, LENGTH, GRAVITY, DAMPING = 2.0, 1.5, 9.81, 0.4
PITCH_INERTIA = 3.0


def pendulum(height: float = -LENGTH, spring: float = 0.0) -> dict[str, Any]:
    """A bar on a hinge at the origin, with a rotary spring and damper."""
    drive = {"spring_damper": {"stiffness": spring, "damping": DAMPING}}
    return {
        "environment": {"gravity": GRAVITY},
        "integration": {"step": 0.01, "duration": 10},
        "bodies": [
            {
                "name": "bar",
                "mass": MASS,
                "inertia": {"xx": PITCH_INERTIA, "yy": PITCH_INERTIA, "zz": 1},
                "position": [0, 0, height],
            }
        ],
        "joints": [
            {"name": "pin", "type": "hinge", "body1": "bar", "axis": [0, 1, 0], "drives": [drive]}
        ],
    }


def test_a_pendulum_has_the_period_damping_and_shape_of_its_closed_form(
    client: raftup.Client,
) -> None:
    linear = client.linearize(pendulum(), modes=True)
    (mode,) = natural_periods(linear)
    # (I + m l^2) x'' + d x' + m g l x = 0
    inertia = PITCH_INERTIA + MASS * LENGTH**2
    omega = np.sqrt(MASS * GRAVITY * LENGTH / inertia)
    assert mode.period == pytest.approx(2 * np.pi / omega, rel=1e-9)
    assert mode.damping_ratio == pytest.approx(DAMPING / (2 * omega * inertia), rel=1e-9)
    # its centre of mass, 1.5 m below, goes back by 1.5 m where it turns by 1 rad
    expected = np.array([-LENGTH, 0, 0, 0, 1, 0]) / -LENGTH
    np.testing.assert_allclose(mode.shape, expected, atol=1e-9)
    (motion,) = static_stability(linear)
    assert motion.verdict == "stable"
    assert motion.eigenvalue == pytest.approx(omega**2, rel=1e-9)


@pytest.mark.parametrize(
    ("spring", "verdict"),
    [(1.01, "stable"), (0.99, "unstable")],
)
def test_a_bar_on_its_head_stands_by_a_spring_that_is_stiff_enough(
    spring: float, verdict: str, client: raftup.Client
) -> None:
    tipping = MASS * GRAVITY * LENGTH
    linear = client.linearize(pendulum(LENGTH, spring * tipping), modes=True)
    (motion,) = static_stability(linear)
    assert motion.verdict == verdict
    expected = (spring - 1.0) * tipping / (PITCH_INERTIA + MASS * LENGTH**2)
    assert motion.eigenvalue == pytest.approx(expected, rel=1e-6)
    assert len(natural_periods(linear)) == (verdict == "stable")


def test_what_nothing_holds_is_neutral(client: raftup.Client) -> None:
    model = pendulum()
    del model["joints"]
    model["bodies"][0] |= {"gravity": False}
    spring = {"body": "bar", "stiffness": [8, 0, 0, 0, 0, 0]}
    linear = client.linearize(model | {"loads": [{"name": "hold", "linear_mooring": spring}]})
    verdicts = [motion.verdict for motion in static_stability(linear)]
    assert verdicts == ["neutral"] * 5 + ["stable"]
    held = static_stability(linear)[-1]
    assert held.eigenvalue == pytest.approx(8 / MASS, rel=1e-9)
    np.testing.assert_allclose(held.shape, [1, 0, 0, 0, 0, 0], atol=1e-12)


def test_modes_and_stability_of_a_body_that_is_held_are_empty(client: raftup.Client) -> None:
    model = pendulum()
    model["joints"][0]["drives"] = [{"lock": {"position": 0}}]
    linear = client.linearize(model, modes=True)
    assert natural_periods(linear) == []
    assert static_stability(linear) == []


def test_the_command_shows_what_its_json_says(tmp_path: Path) -> None:
    file = tmp_path / "pendulum.json"
    file.write_text(json.dumps(pendulum()))
    shown = command("modes", file, folder=tmp_path)
    assert shown.returncode == 0, shown.stderr
    omega = np.sqrt(MASS * GRAVITY * LENGTH / (PITCH_INERTIA + MASS * LENGTH**2))
    assert f"{2 * np.pi / omega:.2f}" in shown.stdout
    assert "bar pitch" in shown.stdout
    assert "stability of 1 free motions at zero frequency: 1 stable" in shown.stdout
    heavy = command("modes", file, "--json", "--set", "bodies[0].mass=4", folder=tmp_path)
    document = json.loads(heavy.stdout)
    (mode,) = document["modes"]
    expected = np.sqrt(4 * GRAVITY * LENGTH / (PITCH_INERTIA + 4 * LENGTH**2))
    assert mode["omega"] == pytest.approx(expected, rel=1e-9)
    assert mode["shape"]["bar"][4] == pytest.approx(-1 / LENGTH, rel=1e-9)
    assert [motion["verdict"] for motion in document["free_motions"]] == ["stable"]


def test_the_command_refuses_with_words(tmp_path: Path) -> None:
    wrong = command("modes", MODELS / "two_body_heave.yaml", "--data=fit", folder=tmp_path)
    assert wrong.returncode == 2
    assert "data must be memory or file, is 'fit'" in wrong.stderr
    file = tmp_path / "open.json"
    model = pendulum()
    locks = [{"lock": {"position": 0.1}}, {"lock": {"position": 0.2}}]
    model["joints"][0]["drives"] = locks
    file.write_text(json.dumps(model))
    contradiction = command("modes", file, folder=tmp_path)
    assert contradiction.returncode == 2
    assert "joints: must not contradict each other" in contradiction.stderr
