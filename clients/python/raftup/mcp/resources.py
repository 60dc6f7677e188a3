"""Resources of the server: conventions, the reference of loads, example models."""

from __future__ import annotations

from pathlib import Path

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError

from raftup.mcp.vocabulary import kinds_of_loads
from raftup.schema import explain

_EXAMPLES = Path(__file__).resolve().parents[4] / "clients" / "examples" / "models"

CONVENTIONS = """\
Units are SI: m, kg, s, N, rad, K; names that end in _deg are degrees.
World: right-handed, z up, z = 0 at the still water plane. Waves travel to their direction,
counter-clockwise from +x.
Body: the model frame has the origin and axes of the hydrodynamic database; position [3] m and
orientation (unit quaternion w, x, y, z; body to world) place it in the world. Coordinates of points
and of the center of mass are in it.
dofs: surge, sway, heave [m], roll, pitch, yaw [rad], in this order. Forces: [6] N, N m about the
center of mass, in world axes unless an output says body axes.
Heel and trim: positive roll lowers starboard, positive pitch lowers the bow.
Response operators: x = Re{a rao exp(i omega t)} in the wave eta = a cos(omega t - k x).
Time is in s from the start of a session; steps are whole nanoseconds.
Models are YAML or JSON: bodies, hydrodynamics, loads, joints, inputs, outputs, environment,
integration. explain(path) tells about every field.
"""
"""Conventions of models and results; the reference of fields says more about each."""


def add_resources(server: MCPServer) -> None:
    """Adds the resources under `raftup://`."""

    @server.resource("raftup://conventions", mime_type="text/plain")
    def conventions() -> str:
        """Units, frames, axes and signs of models and results."""
        return CONVENTIONS

    @server.resource("raftup://reference", mime_type="text/plain")
    def loads() -> str:
        """Kinds of loads, one a line."""
        return "\n".join(kinds_of_loads()) + "\n"

    @server.resource("raftup://reference/{load}", mime_type="text/plain")
    def reference(load: str) -> str:
        """Reference of a kind of load: its fields with meaning, unit and range."""
        if load not in kinds_of_loads():
            raise ResourceNotFoundError(f"no load {load!r}; raftup://reference lists them")
        return reference_text(load)

    @server.resource("raftup://examples", mime_type="text/plain")
    def examples() -> str:
        """Names of the example models, one a line; none where the repository is not there."""
        return "".join(f"{name}\n" for name in example_names())

    @server.resource("raftup://examples/{name}", mime_type="application/yaml")
    def example(name: str) -> str:
        """An example model."""
        if name not in example_names():
            raise ResourceNotFoundError(f"no example {name!r}; raftup://examples lists them")
        return (_EXAMPLES / f"{name}.yaml").read_text(encoding="utf-8")


def example_names() -> list[str]:
    """Names of the example models of the repository."""
    return sorted(file.stem for file in _EXAMPLES.glob("*.yaml"))


def reference_text(load: str) -> str:
    """Meaning of a kind of load and of each of its fields."""
    told = explain(f"loads.{load}")
    lines = [told.meaning, ""]
    for name in told.fields:
        one = explain(f"loads.{load}.{name}")
        facts = [one.type, one.unit, one.range, "required" if one.required else ""]
        facts.append(f"default {one.default}" if one.default else "")
        lines.append(f"{name} ({', '.join(filter(None, facts))}): {one.meaning}")
    return "\n".join(lines) + "\n"
