"""The command raftup modes: natural modes and static stability."""

from __future__ import annotations

from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field
from raftup.cli.arguments import DataOption, JsonOption, ModelArgument, SetOption, overrides_of
from raftup.cli.connection import with_client
from raftup.cli.documents import print_json
from raftup.cli.terminal import terminal
from raftup.frequency_domain.linear_model import RADIATION_DATA
from raftup.frequency_domain.modes import main_motion, natural_periods
from raftup.frequency_domain.stability import static_stability
from raftup.remote.client import Client
from raftup.remote.coefficients import DOFS
from raftup.remote.linearisation import Linearisation

_SHOWN, _MOST = 0.1, 4  # of the largest motion, and how many: what the table says of a shape


@with_client(default=None)
def modes_command(
    client: Client,
    model: ModelArgument,
    data: DataOption = "memory",
    set_: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compute natural periods, damping ratios, mode shapes and static stability of a model.

    The modes are undamped modes about the static equilibrium, with the added mass
    at the frequency of each mode. The damping ratio is that of radiation and linear
    loads, without quadratic damping. Static stability is that at zero frequency: a
    displaced body returns (stable), stays (neutral) or moves away (unstable). The
    table lists up to four motions of a mode shape, in m and rad, that exceed 10 %
    of the largest; --json prints them all.

    Examples:
      raftup modes alongside.yaml

      raftup modes alongside.yaml --set loads[0].point_spring.stiffness=2e5

      raftup modes alongside.yaml --json | jq .modes[0].damping_ratio
    """
    if data not in RADIATION_DATA:
        raise bad_field("data", f"must be memory or file, is {data!r}")
    overrides = overrides_of(set_)
    linear = client.linearize(model, overrides, radiation=RADIATION_DATA[data], modes=True)
    document = _document(linear)
    if as_json:
        print_json(document)
    else:
        _show(terminal(), document)


def _document(linear: Linearisation) -> dict[str, Any]:
    """The displayed results as plain values: s, rad/s, m and rad."""
    modes = [
        {
            "period": mode.period,
            "omega": 2.0 * np.pi / mode.period,
            "damping_ratio": mode.damping_ratio,
            "body": mode.body,
            "dof": mode.dof,
            "shape": _shape(linear, mode.shape),
        }
        for mode in natural_periods(linear)
    ]
    motions = []
    for motion in static_stability(linear):
        body, dof = main_motion(linear, motion.shape)
        motions.append(
            {
                "eigenvalue": motion.eigenvalue,
                "verdict": motion.verdict,
                "body": body,
                "dof": dof,
                "shape": _shape(linear, motion.shape),
            }
        )
    return {
        "modes": modes,
        "free_motions": motions,
        "findings": [finding.message for finding in linear.findings],
    }


def _shape(linear: Linearisation, shape: FloatArray) -> dict[str, list[float]]:
    return dict(zip(linear.body_names, shape.reshape(-1, len(DOFS)).tolist(), strict=True))


def _shape_text(shape: dict[str, list[float]]) -> str:
    """Text such as `carrier heave 1, supply roll -0.2`, the largest first."""
    motions = [
        (value, f"{body} {dof}")
        for body, values in shape.items()
        for dof, value in zip(DOFS, values, strict=True)
        if abs(value) >= _SHOWN
    ]
    motions.sort(key=lambda motion: -abs(motion[0]))
    return ", ".join(f"{name} {value:.2g}" for value, name in motions[:_MOST])


def _show(console: Console, document: dict[str, Any]) -> None:
    for finding in document["findings"]:
        console.print(f"linear: {finding}", soft_wrap=True)
    if document["modes"]:
        table = Table("natural period [s]", "damping ratio", "mostly", "shape", title="Modes")
        for mode in document["modes"]:
            table.add_row(
                f"{mode['period']:.2f}",
                f"{mode['damping_ratio']:.3f}",
                f"{mode['body']} {mode['dof']}",
                _shape_text(mode["shape"]),
            )
        console.print(table)
    else:
        console.print("no motion has a natural period")
    console.print(_stability_text(document["free_motions"]), soft_wrap=True)


def _stability_text(motions: list[dict[str, Any]]) -> str:
    """A line on the stability of the free motions at zero frequency."""
    if not motions:
        return "stability: bodies and joints leave no motion free"
    parts = []
    for verdict in ("unstable", "neutral"):
        named = [m for m in motions if m["verdict"] == verdict]
        if named:
            shapes = "; ".join(_shape_text(motion["shape"]) for motion in named)
            parts.append(f"{len(named)} {verdict} ({shapes})")
    stable = sum(motion["verdict"] == "stable" for motion in motions)
    if stable:
        parts.append(f"{stable} stable")
    return f"stability of {len(motions)} free motions at zero frequency: {', '.join(parts)}"
