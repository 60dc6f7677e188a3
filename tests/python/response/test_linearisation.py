"""Linear models of joints, lines and mean loads equal closed forms and what they replace."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_databases import (
    DAMPING,
    FORCE,
    MASS,
    OMEGA,
    heave_coefficients,
    model_of,
    write_database,
)

import raftup
from raftup import Linearisation, WaveGrid
from raftup.base.arrays import FloatArray
from raftup.base.errors import ModelError
from raftup.frequency_domain import ResponseSolver, linearise, natural_periods
from raftup.frequency_domain.drag import regular_responses

GRAVITY = 9.81


def dry_body(name: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, "mass": 2.0, "inertia": {"xx": 1, "yy": 3, "zz": 1}, **fields}


def model(bodies: list[dict[str, Any]], **parts: Any) -> dict[str, Any]:
    step = {"step": 0.1, "duration": 10}
    return {"environment": {"gravity": GRAVITY}, "integration": step, "bodies": bodies, **parts}


def dry(client: raftup.Client, bodies: list[dict[str, Any]], **parts: Any) -> Linearisation:
    return client.linearize(model(bodies, **parts), modes=True)


def said(linear: Linearisation) -> list[str]:
    return [finding.message for finding in linear.findings]


def hinge(**fields: Any) -> dict[str, Any]:
    return {"name": "pin", "type": "hinge", "body1": "a", "axis": [0, 1, 0], **fields}


def test_a_pendulum_on_a_hinge_swings_under_the_weight_that_the_hinge_carries(
    client: raftup.Client,
) -> None:
    linear = dry(client, [dry_body("a", position=[0, 0, -1.5])], joints=[hinge()])
    (mode,) = natural_periods(linear)
    # (I + m l^2) x'' = -m g l x: all of its stiffness comes from the reaction of the hinge
    expected = 2 * np.pi * np.sqrt((3.0 + 2.0 * 1.5**2) / (2.0 * GRAVITY * 1.5))
    assert mode.period == pytest.approx(expected, rel=1e-9)


def test_a_pendulum_is_linear_about_where_it_comes_to_rest(client: raftup.Client) -> None:
    linear = dry(client, [dry_body("a", position=[1.2, 0, -0.9])], joints=[hinge()])
    np.testing.assert_allclose(linear.bodies[0].center_of_mass, [0.0, 0.0, -1.5], atol=1e-9)
    (mode,) = natural_periods(linear)
    expected = 2 * np.pi * np.sqrt((3.0 + 2.0 * 1.5**2) / (2.0 * GRAVITY * 1.5))
    assert mode.period == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    ("drive", "period"),
    [
        ({"spring_damper": {"stiffness": 50, "damping": 4}}, 2 * np.pi * np.sqrt(3 / 50)),
        ({"lock": {"position": 0}}, None),
        ({"motor": {"speed": 0}}, None),
    ],
    ids=["spring", "lock", "motor"],
)
def test_drives_of_a_hinge_spring_it_or_hold_it(
    drive: dict[str, Any], period: float | None, client: raftup.Client
) -> None:
    linear = dry(client, [dry_body("a", gravity=False)], joints=[hinge(drives=[drive])])
    modes = natural_periods(linear)
    if period is None:
        assert linear.free_basis.shape[1] == 0
        assert modes == []
        return
    assert [mode.dof for mode in modes] == ["pitch"]
    assert modes[0].period == pytest.approx(period, rel=1e-9)
    assert modes[0].damping_ratio == pytest.approx(4 / (2 * np.sqrt(3 * 50)), rel=1e-9)


def test_what_a_linear_model_cannot_hold_is_said(client: raftup.Client) -> None:
    drives = [{"range": {"minimum": -1, "maximum": 1}}, {"friction": {"force": 3}}]
    linear = dry(client, [dry_body("a", gravity=False)], joints=[hinge(drives=drives)])
    assert any("stops" in limit for limit in said(linear))
    assert any("friction" in limit for limit in said(linear))


def test_a_load_that_nothing_holds_is_said(client: raftup.Client) -> None:
    push = {"name": "push", "constant_force": {"body": "a", "force": [5, 0, 0]}}
    linear = dry(client, [dry_body("a", gravity=False)], loads=[push])
    assert any("mean load of 5 N in surge" in limit for limit in said(linear))


def test_a_weight_on_a_line_hangs_with_the_stretch_of_its_tension(client: raftup.Client) -> None:
    line = {
        "name": "line",
        "point_spring": {
            "body1": "a", "point2": [0, 0, 10], "stiffness": 100, "rest_length": 4,
            "tension_only": True,
        },
    }  # fmt: skip
    linear = dry(client, [dry_body("a", position=[0, 0, 5.5])], loads=[line])
    tension = 2.0 * GRAVITY
    np.testing.assert_allclose(
        linear.bodies[0].center_of_mass, [0, 0, 6 - tension / 100], atol=1e-9
    )
    swing = tension / (4 + tension / 100)
    np.testing.assert_allclose(np.diag(linear.restoring)[:3], [swing, swing, 100], rtol=1e-9)


def test_a_winch_with_a_given_force_pulls_but_does_not_spring(client: raftup.Client) -> None:
    winch = {"body1": "a", "point2": [0, 0, 10], "stiffness": 1e4, "damping": 50, "force": 30}
    load = {"name": "winch", "winch": winch}
    linear = client.linearize(model([dry_body("a")], loads=[load]), operating_point="rest")
    np.testing.assert_allclose(np.diag(linear.restoring)[:3], [3, 3, 0], atol=1e-12)
    assert not linear.linear_damping.any()


@pytest.mark.parametrize("compliance", [1e-3, 1e-5])
def test_a_compliant_lock_is_a_bushing(compliance: float, client: raftup.Client) -> None:
    bodies = [dry_body("a", position=[1, 0, 0]), dry_body("b", position=[-1, 0.5, 0])]
    joint = {
        "name": "lock", "type": "lock", "body1": "a", "body2": "b",
        "compliance": compliance, "damping_time": 0.02,
    }  # fmt: skip
    six = np.ones(6) / compliance
    bushing = {"body1": "a", "body2": "b", "stiffness": six, "damping": 0.02 * six}
    jointed = client.linearize(model(bodies, joints=[joint]), operating_point="rest")
    sprung = client.linearize(
        model(bodies, loads=[{"name": "rubber", "bushing": bushing}]), operating_point="rest"
    )
    for name in ("restoring", "linear_damping"):
        ours, other = getattr(jointed, name), getattr(sprung, name)
        np.testing.assert_allclose(ours, other, rtol=1e-9, atol=1e-9 * np.abs(other).max())


def test_a_preloaded_bushing_turned_and_off_centre_is_conservative(client: raftup.Client) -> None:
    bodies = [dry_body("a", position=[1, 0, 0]), dry_body("b", position=[-1, 0.5, 0])]
    bushing = {
        "body1": "a", "body2": "b", "position": [0.2, 0.1, 0.3], "attitude_deg": [10, 20, 30],
        "stiffness": [1e3, 2e3, 3e3, 40, 50, 60],
    }  # fmt: skip
    loads = [{"name": "rubber", "bushing": bushing}]
    K = client.linearize(model(bodies, loads=loads), operating_point="rest").restoring
    np.testing.assert_allclose(K, K.T, atol=1e-9 * np.abs(K).max())
    rigid = np.zeros((12, 6))
    for body, (x, y, z) in enumerate([(1.0, 0.0, 0.0), (-1.0, 0.5, 0.0)]):
        rigid[6 * body : 6 * body + 6] = np.eye(6)
        rigid[6 * body : 6 * body + 3, 3:] = [[0, z, -y], [-z, 0, x], [y, -x, 0]]
    np.testing.assert_allclose(K @ rigid, 0.0, atol=1e-9 * np.abs(K).max())


def test_two_hinged_barges_have_the_modes_of_their_constrained_equations(
    client: raftup.Client,
) -> None:
    # docs/reference/cases.md S3: COM x = -+10, hinge at 0, dofs (z1, th1, z2, th2), there
    # G = [1, -10, -1, -10].
    mass = np.diag([4e5, 1.4e7, 4e5, 1.4e7])
    added = np.array(
        [[3.2e5, 0, -4e4, 3e5], [0, 9e6, -3e5, -8e5], [-4e4, -3e5, 3.2e5, 0], [3e5, -8e5, 0, 9e6]]
    )
    stiffness = np.diag([2e6, 6.5e7, 2e6, 6.5e7])
    free = np.linalg.svd(np.array([[1.0, -10.0, -1.0, -10.0]]))[2][1:].T
    square = np.linalg.eigvals(
        np.linalg.solve(free.T @ (mass + added) @ free, free.T @ stiffness @ free)
    )
    linear = client.linearize(hinged_barges(), modes=True)
    expected = np.sort(2 * np.pi / np.sqrt(square))[::-1]
    found = [mode.period for mode in natural_periods(linear)]
    assert found == pytest.approx(expected.tolist(), rel=1e-9)


def hinged_barges() -> dict[str, Any]:
    def block(entries: dict[tuple[int, int], float]) -> FloatArray:
        matrix = np.zeros((6, 6))
        for dofs, value in entries.items():
            matrix[dofs] = value
        return matrix.ravel()

    own = block({(2, 2): 3.2e5, (4, 4): 9e6})
    bodies, loads = [], []
    for name, x in (("aft", -10), ("fore", 10)):
        inertia = {"xx": 1.4e7, "yy": 1.4e7, "zz": 1.4e7}
        planar = [True, False, True, False, True, False]
        bodies.append(
            {"name": name, "mass": 4e5, "gravity": False, "inertia": inertia,
             "position": [x, 0, 0], "free": planar}
        )  # fmt: skip
        mooring = {"body": name, "stiffness": [0, 0, 2e6, 0, 6.5e7, 0]}
        loads.append({"name": f"water_{name}", "linear_mooring": mooring})
    pair = {
        "name": "pair", "body1": "aft", "body2": "fore", "body1_block": own, "body2_block": own,
        "off_diagonal_block": block({(2, 2): -4e4, (2, 4): 3e5, (4, 2): -3e5, (4, 4): -8e5}),
    }  # fmt: skip
    joint = {"name": "hinge", "type": "hinge", "body1": "aft", "body2": "fore", "axis": [0, 1, 0]}
    return model(bodies, loads=loads, added_mass_interactions=[pair], joints=[joint])


def test_quadratic_damping_takes_the_energy_of_a_regular_wave(
    client: raftup.Client, tmp_path: Path
) -> None:
    quadratic, amplitude = 2.0e5, 1.5
    file = write_database(tmp_path / "hull.h5", heave_coefficients())
    body = {"body": "a", "database_body": "a", "quadratic_damping": [0, 0, quadratic, 0, 0, 0]}
    omega = np.array([0.9, 1.29])
    grid = WaveGrid(omega=omega, wave_direction=[0.0])
    linear = linearise(client, model_of(file, "a", bodies=[body]), radiation="file", grids=[grid])
    solver = ResponseSolver(linear, linear.equations.grids[0])
    rao, _, change = regular_responses(solver, amplitude)
    assert change < 1e-8
    # amplitude X of the force balance |Z(X)| X = a F with Z = C - w^2 (M + A) + i w (B + 8/(3 pi)
    # Q w X): by bisection, where the left side grows with X
    for index, w in enumerate(omega):
        real = 1.0e6 - w**2 * (MASS + 2.0e5)

        def excess(x: float, w: float = w, real: float = real) -> float:
            drag = DAMPING + 8 / (3 * np.pi) * quadratic * w * x
            return float(np.hypot(real, w * drag) * x - amplitude * FORCE)

        low, high = 0.0, 100.0
        for _ in range(100):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if excess(middle) < 0 else (low, middle)
        assert amplitude * abs(rao[index, 0, 2]) == pytest.approx(low, rel=1e-6)


def test_a_body_turned_by_its_mean_load_meets_the_waves_at_its_new_heading(
    client: raftup.Client, tmp_path: Path
) -> None:
    # A wave along x on a body that lies at 90 deg is a wave from its side: no surge excitation.
    table = heave_coefficients()
    table.excitation[:] = 0.0
    table.excitation[:, 0] = (FORCE * np.cos(table.wave_directions))[:, None]
    file = write_database(tmp_path / "hull.h5", table)
    moment = {"body": "a", "torque": [0, 0, 1e6 * np.pi / 2]}
    mooring = {"body": "a", "stiffness": [1e5, 1e5, 0, 0, 0, 1e6]}
    turned = model_of(file, "a") | {
        "bodies": [{"name": "a", "inertia": {"xx": 1e6, "yy": 1e6, "zz": 1e6}}],
        "loads": [
            {"name": "turn", "constant_force": moment},
            {"name": "hold", "linear_mooring": mooring},
        ],
    }
    grid = WaveGrid(omega=OMEGA, wave_direction=[0.0, np.pi / 2])
    linear = linearise(client, turned, radiation="file", grids=[grid])
    (body,) = linear.equations.bodies
    assert body.heading == pytest.approx(np.pi / 2, abs=1e-8)
    assert body.rest_heading == 0.0
    np.testing.assert_allclose(body.displacement, [0, 0, 0, 0, 0, np.pi / 2], atol=1e-8)
    rao = ResponseSolver(linear, linear.equations.grids[0]).solve()
    along_x, along_y = rao[:, 0], rao[:, 1]
    np.testing.assert_allclose(along_x, 0.0, atol=1e-8)
    assert np.abs(along_y[:, 1]).min() > 0.01  # it surges along the world's y: sway of its rest
    np.testing.assert_allclose(along_y[:, 0], 0.0, atol=1e-8)


def test_an_unstable_equilibrium_is_said_and_has_no_period(client: raftup.Client) -> None:
    mooring = {"body": "a", "stiffness": [-10, 1, 1, 1, 1, 1]}
    held = {"name": "m", "linear_mooring": mooring}
    linear = dry(client, [dry_body("a", gravity=False)], loads=[held])
    assert any("unstable, mostly in surge of a" in limit for limit in said(linear))
    assert all(mode.dof != "surge" for mode in natural_periods(linear))


def test_bodies_without_an_equilibrium_are_refused(client: raftup.Client) -> None:
    # The line would have to be a hundred thousand kilometres long.
    line = {"body1": "a", "point2": [0.5, 0, -5], "stiffness": 10, "rest_length": 1}
    pushes = {"body": "a", "force": [0, 0, -1e9]}
    loads = [
        {"name": "line", "point_spring": {**line, "tension_only": True}},
        {"name": "push", "constant_force": pushes},
    ]
    with pytest.raises(ModelError, match="static equilibrium"):
        dry(client, [dry_body("a")], loads=loads)


def test_joints_that_contradict_each_other_are_refused(client: raftup.Client) -> None:
    drives = [{"lock": {"position": 0.1}}, {"lock": {"position": 0.2}}]
    with pytest.raises(ModelError, match=r"stays open by 0\.05"):
        dry(client, [dry_body("a", gravity=False)], joints=[hinge(drives=drives)])


@pytest.mark.parametrize(
    "directions_deg", [np.arange(0, 360, 45.0), [0, 30, 90, 180, 260], np.arange(0, 181, 15.0)]
)
def test_headings_are_met_where_they_are_filed_and_smooth_between(
    directions_deg: list[float], client: raftup.Client, tmp_path: Path
) -> None:
    directions = np.deg2rad(directions_deg)
    filed = FORCE * (1.0 + np.arange(len(directions)))
    table = heave_coefficients()
    excitation = np.zeros((len(directions), 12, len(OMEGA)), dtype=complex)
    excitation[:, 2] = filed[:, None]
    table = replace(table, wave_directions=directions, excitation=excitation)
    file = write_database(tmp_path / "hull.h5", table)
    asked = np.append(directions, directions[1] + np.array([-1e-4, 1e-4]))
    grid = WaveGrid(omega=[1.0], wave_direction=asked)
    (water,) = client.linearize(model_of(file, "a"), radiation="file", grids=[grid]).grids
    assert water.carried.all()
    met = water.excitation[0, 2]
    np.testing.assert_allclose(met[: len(directions)], filed, rtol=1e-12)
    # no kink: the slope before a filed direction is that behind it
    before, behind = met[1] - met[-2], met[-1] - met[1]
    np.testing.assert_allclose(before, behind, atol=1e-4 * FORCE)


def test_waves_from_beyond_the_filed_headings_are_not_carried(
    client: raftup.Client, tmp_path: Path
) -> None:
    directions = np.deg2rad(np.arange(0, 181, 15.0))
    excitation = np.ones((len(directions), 12, len(OMEGA)), dtype=complex)
    table = replace(heave_coefficients(), wave_directions=directions, excitation=excitation)
    file = write_database(tmp_path / "half.h5", table)
    asked = np.deg2rad([-1.0, 0.0, 90.0, 180.0, 181.0, 360.0, 540.0])
    grid = WaveGrid(omega=[1.0], wave_direction=asked)
    (water,) = client.linearize(model_of(file, "a"), radiation="file", grids=[grid]).grids
    assert water.carried[0].tolist() == [False, True, True, True, False, True, True]


def test_added_mass_of_a_memory_is_the_hilbert_transform_of_its_damping(
    client: raftup.Client, tmp_path: Path
) -> None:
    # docs/reference/cases.md H5: K = exp(-.1 t) cos(.5 t) <-> B, and A - A_inf = -Im K^ / omega
    def transform(omega: FloatArray) -> FloatArray:
        s = 0.1 + 1j * omega
        return np.asarray(s / (s**2 + 0.25))

    omega = np.append(np.geomspace(1e-3, 0.02, 60), np.linspace(0.04, 30.0, 1499))
    scale = 1e5
    B = np.zeros((len(omega), 12, 12))
    A = np.repeat(heave_coefficients().added_mass[:1], len(omega), axis=0)
    for dof in (2, 8):
        B[:, dof, dof] = scale * transform(omega).real
        A[:, dof, dof] += scale * transform(omega).imag / omega
    excitation = np.zeros((4, 12, len(omega)), dtype=complex)
    table = replace(
        heave_coefficients(), omega=omega, added_mass=A, radiation_damping=B, excitation=excitation
    )
    file = write_database(tmp_path / "memory.h5", table)
    asked = np.array([0.2, 0.5, 1.0, 2.0])
    # B(0) > 0, which no fit follows
    linear = client.linearize(
        model_of(file, "a"), radiation="memory_data", grids=[WaveGrid(omega=asked)]
    )
    (water,) = linear.grids
    expected = scale * transform(asked)
    # the grid's own steps: 1e-3 of the peak of B, which is 5e5
    np.testing.assert_allclose(water.radiation_damping[:, 2, 2], expected.real, atol=5e2)
    found = water.added_mass[:, 2, 2] - linear.added_mass_infinite[2, 2]
    np.testing.assert_allclose(found, expected.imag / asked, atol=2e3)


def test_a_database_without_added_mass_is_refused(client: raftup.Client, tmp_path: Path) -> None:
    table = replace(heave_coefficients(), added_mass=np.empty(0), added_mass_infinite=None)
    file = write_database(tmp_path / "hull.h5", table)
    with pytest.raises(ModelError, match=r"needs A\(omega\), the file has none"):
        client.linearize(model_of(file, "a"))
