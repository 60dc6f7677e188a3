"""A vessel on eight taut lines of polyester rope between chains, against formulas by hand."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr

import raftup

MODEL = Path(__file__).parents[3] / "clients/examples/models/polyester_mooring.yaml"
CALM: dict[str, Any] = {"environment.sea": {}, "environment.current.speed": [0.0]}
LINES = [f"line_{number}" for number in range(1, 9)]
RADIUS, DROP = 672.0, 498.0
"""Distances from fairlead to anchor, horizontal and vertical [m]."""

# Length [m], mass per length [kg/m], displaced diameter [m] and stiffness EA [N] from the ship on.
SECTIONS = [(50.0, 72.0, 0.108, 3.1e8), (700.0, 7.0, 0.08, 6.0e7), (80.0, 72.0, 0.108, 3.1e8)]
WEIGHTS = [9.81 * (mass - 1025.0 * np.pi / 4.0 * width**2) for _, mass, width, _ in SECTIONS]
LINE_WEIGHT = sum(weight * one[0] for weight, one in zip(WEIGHTS, SECTIONS, strict=True))
"""Weight of a line in water [N]."""


def line_stiffness(tension: float) -> float:
    """Stiffness of a taut line along its chord [N/m]: elongation, and sag of its weight.

    With V(s) the force across the chord that the weight makes, of mean zero, a line is shorter
    than its length by the integral of V^2/(2 T^2) ds, whose derivative is that of V^2/T^3.
    """
    elongation = sum(length / stiffness for length, _, _, stiffness in SECTIONS)
    slope = np.cos(np.arctan2(DROP, RADIUS))
    step = 0.1
    load = np.concatenate(
        [np.full(round(one[0] / step), w) for w, one in zip(WEIGHTS, SECTIONS, strict=True)]
    )
    across = slope * step * np.cumsum(load)
    sag = float(np.sum((across - across.mean()) ** 2)) * step / tension**3
    return 1.0 / (elongation + sag)


@pytest.fixture(scope="module")
def at_rest() -> xr.Dataset:
    return raftup.run(MODEL, overrides=CALM | {"integration.duration": 0.5})


def test_weight_of_a_line_is_between_its_ends(at_rest: xr.Dataset) -> None:
    for line in LINES:
        tension, angle = (float(at_rest[f"{line}_{name}"][0]) for name in ("tension", "top_angle"))
        across, down = tension * np.cos(angle), tension * np.sin(angle)
        # To the digits of LINE_WEIGHT.
        assert float(at_rest[f"{line}_anchor_tension"][0]) == pytest.approx(
            np.hypot(across, down - LINE_WEIGHT), rel=1e-4
        )


def test_the_spread_resists_as_its_taut_lines_do(
    at_rest: xr.Dataset, client: raftup.Client
) -> None:
    equations = client.linearize(raftup.load_model(MODEL, CALM), radiation="file")
    cosine = RADIUS / np.hypot(RADIUS, DROP)
    expected = 0.0
    for line, azimuth in zip(LINES, [30, 50, 50, 30] * 2, strict=True):
        ends = [float(at_rest[f"{line}_{name}"][0]) for name in ("tension", "anchor_tension")]
        tension = 0.5 * sum(ends)
        along, across = line_stiffness(tension) * cosine**2, tension * cosine / RADIUS
        turned = np.radians(azimuth)
        expected += along * np.cos(turned) ** 2 + across * np.sin(turned) ** 2
    # The tension is not its mean everywhere, and the sag is that of a parabola: 1 %.
    assert equations.restoring[0, 0] == pytest.approx(expected, rel=0.01)


def test_lines_to_weather_hold_the_ship_in_the_sea() -> None:
    result = raftup.run(MODEL, overrides={"integration.duration": 200.0})
    late = result.sel(time=slice(100.0, None))
    means = {line: float(late[f"{line}_tension"].mean()) for line in LINES}
    # The weather goes to 200 deg, against lines 1 and 2, away from lines 5 and 6.
    assert min(means["line_1"], means["line_2"]) > 1.1 * max(means["line_5"], means["line_6"])
    assert float(np.abs(late.displacement.sel(dof=["surge", "sway"])).max()) < 5.0
    assert all(float(late[f"{line}_tension"].min()) > 1e5 for line in LINES)
    assert float(late.line_1_tension.max()) < 1.5e6
