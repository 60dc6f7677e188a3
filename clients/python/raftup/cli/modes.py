"""The command raftup modes: natural modes and static stability."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table

from raftup.base.errors import bad_field
from raftup.cli.arguments import DataOption, JsonOption, ModelArgument, SetOption, overrides_of
from raftup.cli.connection import with_client
from raftup.cli.documents import print_json
from raftup.cli.terminal import terminal
from raftup.frequency_domain.linear_model import RADIATION_DATA
from raftup.frequency_domain.motions_document import modes_document, shape_text
from raftup.remote.client import Client


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
    document = modes_document(linear)
    if as_json:
        print_json(document)
    else:
        _show(terminal(), document)


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
                shape_text(mode["shape"]),
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
            shapes = "; ".join(shape_text(motion["shape"]) for motion in named)
            parts.append(f"{len(named)} {verdict} ({shapes})")
    stable = sum(motion["verdict"] == "stable" for motion in motions)
    if stable:
        parts.append(f"{stable} stable")
    return f"stability of {len(motions)} free motions at zero frequency: {', '.join(parts)}"
