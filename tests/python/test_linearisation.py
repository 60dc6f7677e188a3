"""Linear models of joints, lines and mean loads equal closed forms and what they replace."""

from typing import Any, cast

import numpy as np
import pytest
from test_frequency_domain import DAMPING, FORCE, MASS, OMEGA, heave_coefficients, model_of

from raftup._generated import model_pb2
from raftup.coefficients import FloatArray
from raftup.errors import ModelError
from raftup.frequency_domain import (
    LinearModel,
    ResponseSolver,
    linearise,
    natural_periods,
    response_amplitude_operator,
)
from raftup.frequency_domain.dispersion import dispersion_weights
from raftup.frequency_domain.excitation import HeadingInterpolation
from raftup.frequency_domain.loads import load_law
from raftup.frequency_domain.placement import place
from raftup.frequency_domain.radiation import MemoryRadiation
from raftup.model import load_model

GRAVITY = 9.81


def dry_body(name: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, "mass": 2.0, "inertia": {"xx": 1, "yy": 3, "zz": 1}, **fields}


def dry(bodies: list[dict[str, Any]], **parts: Any) -> LinearModel:
    model = load_model({"environment": {"gravity": GRAVITY}, "bodies": bodies, **parts})
    return linearise(model, {}, at_equilibrium=True)


def hinge(**fields: Any) -> dict[str, Any]:
    return {"name": "pin", "type": "hinge", "body1": "a", "axis": [0, 1, 0], **fields}


def test_a_pendulum_on_a_hinge_swings_under_the_weight_that_the_hinge_carries() -> None:
    linear = dry([dry_body("a", position=[0, 0, -1.5])], joints=[hinge()])
    (mode,) = natural_periods(linear)
    # (I + m l^2) x'' = -m g l x: all of its stiffness comes from the reaction of the hinge
    expected = 2 * np.pi * np.sqrt((3.0 + 2.0 * 1.5**2) / (2.0 * GRAVITY * 1.5))
    assert mode.period == pytest.approx(expected, rel=1e-9)


def test_a_pendulum_is_linear_about_where_it_comes_to_rest() -> None:
    linear = dry([dry_body("a", position=[1.2, 0, -0.9])], joints=[hinge()])
    np.testing.assert_allclose(linear.mean.center[0], [0.0, 0.0, -1.5], atol=1e-9)
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
    drive: dict[str, Any], period: float | None
) -> None:
    linear = dry([dry_body("a", gravity=False)], joints=[hinge(drives=[drive])])
    modes = natural_periods(linear)
    if period is None:
        assert linear.free.shape[1] == 0
        assert modes == []
        return
    assert [mode.dof for mode in modes] == ["pitch"]
    assert modes[0].period == pytest.approx(period, rel=1e-9)
    assert modes[0].damping_ratio == pytest.approx(4 / (2 * np.sqrt(3 * 50)), rel=1e-9)


def test_what_a_linear_model_cannot_hold_is_said() -> None:
    drives = [{"range": {"minimum": -1, "maximum": 1}}, {"friction": {"force": 3}}]
    linear = dry([dry_body("a", gravity=False)], joints=[hinge(drives=drives)])
    assert any("stops" in limit for limit in linear.limits)
    assert any("friction" in limit for limit in linear.limits)


def test_a_load_that_nothing_holds_is_said() -> None:
    push = {"name": "push", "constant_force": {"body": "a", "force": [5, 0, 0]}}
    linear = dry([dry_body("a", gravity=False)], loads=[push])
    assert any("mean load of 5 N in surge" in limit for limit in linear.limits)


def test_a_weight_on_a_line_hangs_with_the_stretch_of_its_tension() -> None:
    line = {
        "name": "line",
        "point_spring": {
            "body1": "a", "point2": [0, 0, 10], "stiffness": 100, "rest_length": 4,
            "tension_only": True,
        },
    }  # fmt: skip
    linear = dry([dry_body("a", position=[0, 0, 5.5])], loads=[line])
    tension = 2.0 * GRAVITY
    np.testing.assert_allclose(linear.mean.center[0], [0, 0, 6 - tension / 100], atol=1e-9)
    swing = tension / (4 + tension / 100)
    np.testing.assert_allclose(np.diag(linear.stiffness)[:3], [swing, swing, 100], rtol=1e-9)


def test_a_winch_with_a_given_force_pulls_but_does_not_spring() -> None:
    winch = {"body1": "a", "point2": [0, 0, 10], "stiffness": 1e4, "damping": 50, "force": 30}
    load = {"name": "winch", "winch": winch}
    linear = linearise(load_model({"bodies": [dry_body("a")], "loads": [load]}), {})
    np.testing.assert_allclose(np.diag(linear.stiffness)[:3], [3, 3, 0], atol=1e-12)
    assert not linear.damping.any()


@pytest.mark.parametrize("compliance", [1e-3, 1e-5])
def test_a_compliant_lock_is_a_bushing(compliance: float) -> None:
    bodies = [dry_body("a", position=[1, 0, 0]), dry_body("b", position=[-1, 0.5, 0])]
    joint = {
        "name": "lock", "type": "lock", "body1": "a", "body2": "b",
        "compliance": compliance, "damping_time": 0.02,
    }  # fmt: skip
    six = np.ones(6) / compliance
    bushing = {"body1": "a", "body2": "b", "stiffness": six, "damping": 0.02 * six}
    jointed = linearise(load_model({"bodies": bodies, "joints": [joint]}), {})
    sprung = linearise(
        load_model({"bodies": bodies, "loads": [{"name": "rubber", "bushing": bushing}]}), {}
    )
    for name in ("stiffness", "damping"):
        ours, other = getattr(jointed, name), getattr(sprung, name)
        np.testing.assert_allclose(ours, other, rtol=1e-9, atol=1e-9 * np.abs(other).max())


def test_a_preloaded_bushing_turned_and_off_centre_is_conservative() -> None:
    bodies = [dry_body("a", position=[1, 0, 0]), dry_body("b", position=[-1, 0.5, 0])]
    bushing = {
        "body1": "a", "body2": "b", "position": [0.2, 0.1, 0.3], "attitude_deg": [10, 20, 30],
        "stiffness": [1e3, 2e3, 3e3, 40, 50, 60],
    }  # fmt: skip
    loads = [{"name": "rubber", "bushing": bushing}]
    K = linearise(load_model({"bodies": bodies, "loads": loads}), {}).stiffness
    np.testing.assert_allclose(K, K.T, atol=1e-9 * np.abs(K).max())
    rigid = np.zeros((12, 6))
    for body, (x, y, z) in enumerate([(1.0, 0.0, 0.0), (-1.0, 0.5, 0.0)]):
        rigid[6 * body : 6 * body + 6] = np.eye(6)
        rigid[6 * body : 6 * body + 3, 3:] = [[0, z, -y], [-z, 0, x], [y, -x, 0]]
    np.testing.assert_allclose(K @ rigid, 0.0, atol=1e-9 * np.abs(K).max())


def test_two_hinged_barges_have_the_modes_of_their_constrained_equations() -> None:
    # cases.md S3: COM x = -+10, hinge at 0, dofs (z1, th1, z2, th2), G = [1, -10, -1, -10] there.
    mass = np.diag([4e5, 1.4e7, 4e5, 1.4e7])
    added = np.array(
        [[3.2e5, 0, -4e4, 3e5], [0, 9e6, -3e5, -8e5], [-4e4, -3e5, 3.2e5, 0], [3e5, -8e5, 0, 9e6]]
    )
    stiffness = np.diag([2e6, 6.5e7, 2e6, 6.5e7])
    free = np.linalg.svd(np.array([[1.0, -10.0, -1.0, -10.0]]))[2][1:].T
    square = np.linalg.eigvals(
        np.linalg.solve(free.T @ (mass + added) @ free, free.T @ stiffness @ free)
    )
    linear = linearise(hinged_barges(), {}, at_equilibrium=True)
    expected = np.sort(2 * np.pi / np.sqrt(square))[::-1]
    found = [mode.period for mode in natural_periods(linear)]
    assert found == pytest.approx(expected.tolist(), rel=1e-9)


def hinged_barges() -> Any:
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
    return load_model(
        {"bodies": bodies, "loads": loads, "added_mass_interactions": [pair], "joints": [joint]}
    )


def test_quadratic_damping_takes_the_energy_of_a_regular_wave() -> None:
    from raftup.frequency_domain.drag import regular_responses

    quadratic, amplitude = 2.0e5, 1.5
    model = model_of("a")
    model.hydrodynamics[0].bodies[0].quadratic_damping.extend([0, 0, quadratic, 0, 0, 0])
    linear = linearise(model, {"hull": heave_coefficients()})
    omega = np.array([0.9, 1.29])
    rao, _, change = regular_responses(ResponseSolver(linear, omega), np.zeros(1), amplitude)
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


def test_a_body_turned_by_its_mean_load_meets_the_waves_at_its_new_heading() -> None:
    # A wave along x on a body that lies at 90 deg is a wave from its side: no surge excitation.
    table = heave_coefficients()
    table.excitation[:] = 0.0
    table.excitation[:, 0] = (FORCE * np.cos(table.wave_directions))[:, None]
    moment = {"body": "a", "torque": [0, 0, 1e6 * np.pi / 2]}
    mooring = {"body": "a", "stiffness": [1e5, 1e5, 0, 0, 0, 1e6]}
    model = load_model(
        {
            "bodies": [{"name": "a", "inertia": {"xx": 1e6, "yy": 1e6, "zz": 1e6}}],
            "hydrodynamics": [{"name": "h", "database": "hull", "bodies": [{"body": "a"}]}],
            "loads": [
                {"name": "turn", "constant_force": moment},
                {"name": "hold", "linear_mooring": mooring},
            ],
        }
    )
    linear = linearise(model, {"hull": table}, at_equilibrium=True)
    np.testing.assert_allclose(linear.mean.axes[0][:, 0], [0, 1, 0], atol=1e-8)
    along_x = response_amplitude_operator(linear, OMEGA, 0.0)
    np.testing.assert_allclose(along_x, 0.0, atol=1e-12)
    along_y = response_amplitude_operator(linear, OMEGA, np.pi / 2)
    assert np.abs(along_y[:, 1]).min() > 0.01  # it surges along the world's y: sway of its rest
    np.testing.assert_allclose(along_y[:, 0], 0.0, atol=1e-8)


def test_an_unstable_equilibrium_is_said_and_has_no_period() -> None:
    mooring = {"body": "a", "stiffness": [-10, 1, 1, 1, 1, 1]}
    held = {"name": "m", "linear_mooring": mooring}
    linear = dry([dry_body("a", gravity=False)], loads=[held])
    assert any("unstable, mostly in surge of a" in limit for limit in linear.limits)
    assert all(mode.dof != "surge" for mode in natural_periods(linear))


def test_bodies_without_an_equilibrium_are_refused() -> None:
    # The line would have to be a hundred thousand kilometres long.
    line = {"body1": "a", "point2": [0.5, 0, -5], "stiffness": 10, "rest_length": 1}
    pushes = {"body": "a", "force": [0, 0, -1e9]}
    loads = [
        {"name": "line", "point_spring": {**line, "tension_only": True}},
        {"name": "push", "constant_force": pushes},
    ]
    with pytest.raises(ModelError, match="static equilibrium"):
        dry([dry_body("a")], loads=loads)


def test_joints_that_contradict_each_other_are_refused() -> None:
    drives = [{"lock": {"position": 0.1}}, {"lock": {"position": 0.2}}]
    with pytest.raises(ModelError, match=r"stays open by 0\.05"):
        dry([dry_body("a", gravity=False)], joints=[hinge(drives=drives)])


def test_added_mass_of_a_memory_is_the_hilbert_transform_of_its_damping() -> None:
    # cases.md H5: K = exp(-.1 t) cos(.5 t) <-> B, and A - A_inf = -Im K^ / omega
    grid = np.linspace(0.0, 60.0, 60_001)
    B = 0.5 * (0.1 / (0.01 + (0.5 - grid) ** 2) + 0.1 / (0.01 + (0.5 + grid) ** 2))
    memory = MemoryRadiation(grid, B[:, None, None], np.zeros((1, 1)))
    omega = np.array([0.2, 0.5, 1.0, 2.0])
    s = 0.1 + 1j * omega
    transform = s / (s**2 + 0.25)
    expected = transform.imag / omega
    # the tail beyond 60 rad/s is 1e-5 of the peak
    np.testing.assert_allclose(memory.added_mass(omega)[:, 0, 0], expected, atol=1e-4)
    np.testing.assert_allclose(memory.damping(omega)[:, 0, 0], transform.real, rtol=1e-5)


def test_dispersion_weights_are_exact_for_lines() -> None:
    grid, omega = np.array([0.0, 1.0, 3.0]), np.array([0.5, 2.0, 7.0])
    weights = dispersion_weights(grid, omega) @ (3.0 - grid)
    # PV integral of (3 - y) / (y^2 - w^2) dy from 0 to 3
    expected = 1.5 * (np.log(np.abs((3 - omega) / (3 + omega)))) / omega - 0.5 * np.log(
        np.abs(9 - omega**2) / omega**2
    )
    np.testing.assert_allclose(weights, expected, rtol=1e-12)


@pytest.mark.parametrize(
    "directions_deg", [np.arange(0, 360, 45.0), [0, 30, 90, 180, 260], np.arange(0, 181, 15.0), [0]]
)
def test_headings_are_met_where_they_are_filed_and_smooth_between(
    directions_deg: list[float],
) -> None:
    headings = HeadingInterpolation(np.deg2rad(directions_deg))
    filed = headings.weights(headings.directions)
    np.testing.assert_allclose(filed, np.eye(len(directions_deg)), atol=1e-12)
    between = headings.weights(headings.directions[:1] + 0.05 * (len(directions_deg) > 1))
    assert between.sum() == pytest.approx(1.0, rel=1e-12)


def test_headings_over_a_part_of_the_circle_end_where_they_are_filed() -> None:
    headings = HeadingInterpolation(np.deg2rad(np.arange(0, 181, 15.0)))
    asked = np.deg2rad([-1.0, 0.0, 90.0, 180.0, 181.0, 360.0, 540.0])
    assert headings.contains(asked).tolist() == [False, True, True, True, False, True, True]


def test_a_database_without_added_mass_is_refused() -> None:
    from dataclasses import replace

    table = replace(heave_coefficients(), added_mass=np.empty(0), added_mass_infinite=None)
    model = model_of("a")
    with pytest.raises(ModelError, match="added_mass or added_mass_infinite"):
        linearise(model, {"hull": table}, radiation="memory")


@pytest.mark.parametrize("frame", ["world", "body"])
def test_added_mass_in_axes_that_linear_equations_do_not_have_is_refused(frame: str) -> None:
    pair = {"name": "pair", "body1": "a", "body2": "b", "frame": "first_body"}
    block = {"name": "water", "body1": "a", "body1_block": [10, 1000, 1, 1, 1, 1]}
    bodies = [dry_body("a", attitude_deg=[0, 0, 90]), dry_body("b")]
    document = {"bodies": bodies, "added_mass_interactions": [pair, {**block, "frame": frame}]}
    with pytest.raises(ModelError) as refused:
        linearise(load_model(document), {})
    (violation,) = refused.value.violations
    assert violation.path == "added_mass_interactions[1].frame"
    assert violation.description == (
        "must be heading (of a pair also first_body) for a response and natural periods, "
        f"is {frame}"
    )
    # axes of the heading are taken, and what is switched off does not matter
    linearise(load_model({**document, "added_mass_interactions": [pair, block]}), {})
    document["added_mass_interactions"] = [pair, {**block, "frame": frame, "enabled": False}]
    linearise(load_model(document), {})


def test_a_group_in_axes_that_linear_equations_do_not_have_is_refused() -> None:
    model = model_of("a", "b")
    model.hydrodynamics[0].added_mass.frame = model_pb2.HYDRO_FRAME_WORLD
    with pytest.raises(ModelError, match=r"hydrodynamics\[0\]\.added_mass\.frame: must be heading"):
        linearise(model, {"hull": heave_coefficients()})


def test_a_load_without_a_law_is_refused_by_its_kind() -> None:
    class Catenary:
        name = "chain"

        def WhichOneof(self, _oneof: str) -> str:  # noqa: N802, as protobuf names it
            return "catenary"

    placement = place(load_model({"bodies": [dry_body("a")]}), {})
    with pytest.raises(ModelError, match=r"loads\['chain'\]: must be a kind .* is catenary"):
        load_law(cast(model_pb2.Load, Catenary()), placement)


def test_every_kind_of_load_has_a_law() -> None:
    placement = place(load_model({"bodies": [dry_body("a")]}), {})
    for field in model_pb2.Load.DESCRIPTOR.oneofs_by_name["kind"].fields:
        load = model_pb2.Load(name=field.name)
        kind = getattr(load, field.name)
        kind.SetInParent()
        setattr(kind, "body" if hasattr(kind, "body") else "body1", "a")
        assert load_law(load, placement)(placement.states(placement.initial)).shape[-2:] == (1, 6)
