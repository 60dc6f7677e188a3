"""Equilibrium of a model: poses, tensions, stiffness, and their change with offsets and forces."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr

from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field
from raftup.base.rotations import angles_of
from raftup.model import Model
from raftup.remote.client import Client
from raftup.remote.coefficients import DOFS
from raftup.remote.linearisation import LinearBody, Linearisation
from raftup.remote.linearisation_request import DofOffset

_FORCE = "raftup-rest-force"
_DEGREE = math.radians(1.0)
_UNITS = {"N": ("N/m", "N"), "N m": ("N", "N m")}


@dataclass(frozen=True)
class Sweep:
    """A series of offsets or forces, each applied separately.

    Attributes:
        kind: offset (a dof is held at a distance from its equilibrium) or force (a constant force
            or moment acts at the center of mass).
        body: name of the body.
        dof: 0 to 5, along and about the world's axes.
        values: offsets [m] or [deg], or forces [N] or [N m].
    """

    kind: str
    body: str
    dof: int
    values: tuple[float, ...]

    @property
    def unit(self) -> str:
        """Unit of the values of the sweep."""
        if self.kind == "offset":
            return "m" if self.dof < 3 else "deg"
        return "N" if self.dof < 3 else "N m"


@dataclass(frozen=True)
class Rest:
    """Equilibrium of a model, and the equilibria along a sweep.

    Attributes:
        equations: linear equations about the equilibrium.
        sweep: requested sweep; None without one.
        along: linear equations about the equilibrium for each value of the sweep.
    """

    equations: Linearisation
    sweep: Sweep | None = None
    along: tuple[Linearisation, ...] = ()

    @property
    def findings(self) -> list[str]:
        """Sentences about what the equilibrium leaves out, such as stops, and about its faults."""
        return [finding.message for finding in self.equations.findings]


def without_loads(model: Model, names: Sequence[str]) -> Model:
    """A copy of a model without some of its loads and their outputs, such as broken lines.

    Raises:
        RaftupError: BAD_FIELD if no load has one of the names.
    """
    known = [load.name for load in model.loads]
    for name in names:
        if name not in known:
            raise bad_field(
                "--without", f"must name a load, one of {', '.join(known)}, is {name!r}"
            )
    left = Model()
    left.CopyFrom(model)
    del left.loads[:]
    left.loads.extend(load for load in model.loads if load.name not in names)
    gone = tuple(f"{name}." for name in names)
    del left.outputs[:]
    left.outputs.extend(output for output in model.outputs if not output.startswith(gone))
    return left


def find_rest(
    client: Client,
    model: Model,
    sweep: Sweep | None = None,
    progress: Callable[[int], None] | None = None,
) -> Rest:
    """Computes the equilibrium of a model, also along a sweep of offsets or forces.

    Args:
        client: client of the server.
        model: the model.
        sweep: sweep of offsets or forces; None = without one.
        progress: function that is called with the number of values that are done.

    Raises:
        ModelError: with every rule that the model breaks; also if there is no equilibrium.
    """
    equations = client.linearize(model, radiation="file", outputs=True, drawings=True)
    if sweep is None:
        return Rest(equations)
    if sweep.body not in equations.body_names:
        raise bad_field(
            f"--{sweep.kind}", f"must name a body, one of {', '.join(equations.body_names)}"
        )
    along = []
    for count, value in enumerate(sweep.values):
        along.append(_at(client, model, sweep, value))
        if progress is not None:
            progress(count + 1)
    return Rest(equations, sweep, tuple(along))


def _at(client: Client, model: Model, sweep: Sweep, value: float) -> Linearisation:
    if sweep.kind == "offset":
        offset = value if sweep.dof < 3 else value * _DEGREE
        offsets = [DofOffset(sweep.body, sweep.dof, offset)]
        return client.linearize(model, radiation="file", outputs=True, offsets=offsets)
    pushed = Model()
    pushed.CopyFrom(model)
    load = pushed.loads.add(name=_FORCE)
    load.constant_force.body = sweep.body
    axes = [0.0, 0.0, 0.0]
    axes[sweep.dof % 3] = value
    (load.constant_force.force if sweep.dof < 3 else load.constant_force.torque).extend(axes)
    return client.linearize(pushed, radiation="file", outputs=True)


def rest_document(rest: Rest) -> dict[str, Any]:
    """The equilibrium as plain values: SI, angles in degrees."""
    document: dict[str, Any] = {
        "bodies": [
            _body_document(rest.equations, place) for place in range(len(rest.equations.bodies))
        ],
        "lines": _line_documents(rest.equations),
        "reactions": {name: force.tolist() for name, force in rest.equations.reactions.items()},
        "findings": rest.findings,
    }
    if rest.sweep is None:
        return document
    document["sweep"] = {
        "kind": rest.sweep.kind,
        "body": rest.sweep.body,
        "dof": DOFS[rest.sweep.dof],
        "unit": rest.sweep.unit,
        "rows": [
            {
                "value": value,
                "displacement": _moved(rest, at).tolist(),
                "force": _force(rest, at).tolist(),
                "tensions": dict(at.tensions),
            }
            for value, at in zip(rest.sweep.values, rest.along, strict=True)
        ],
    }
    return document


def _body_document(equations: Linearisation, place: int) -> dict[str, Any]:
    body = equations.bodies[place]
    own = slice(6 * place, 6 * place + 6)
    roll, pitch, yaw = np.degrees(angles_of(body.orientation)).tolist()
    return {
        "name": body.name,
        "draught": _draught(equations, body.name),
        "position": body.position.tolist(),
        "center_of_mass": body.center_of_mass.tolist(),
        "heel_deg": float(roll),
        "trim_deg": float(pitch),
        "heading_deg": float(yaw),
        "displacement": body.displacement.tolist(),
        "stiffness": equations.restoring[own, own].tolist(),
    }


def _draught(equations: Linearisation, body: str) -> float | None:
    """Depth [m] of the deepest point of a hull mesh; None for a body without a mesh."""
    depths = [
        -float(np.min(drawing.columns["z"]))
        for drawing in equations.drawings
        if drawing.kind == "wetted_mesh" and drawing.subject == body
        if len(drawing.columns["z"])
    ]
    return max(depths) if depths else None


def _line_documents(equations: Linearisation) -> list[dict[str, Any]]:
    lines = []
    for name, tension in equations.tensions.items():
        line = {"name": name, "tension": tension}
        for output in ("anchor_tension", "length_on_bottom", "top_angle"):
            found = equations.outputs.get(f"{name}.{output}")
            if found is not None and len(found.value) == 1:
                line[output] = float(found.value[0])
        lines.append(line)
    return lines


def _body_in(equations: Linearisation, name: str) -> LinearBody:
    return equations.bodies[equations.body_names.index(name)]


def _moved(rest: Rest, at: Linearisation) -> FloatArray:
    """Displacement [6] m, deg of the sweep's body from its equilibrium without the sweep."""
    assert rest.sweep is not None
    body, before = _body_in(at, rest.sweep.body), _body_in(rest.equations, rest.sweep.body)
    shift = body.center_of_mass - before.center_of_mass
    return np.concatenate([shift, _turn_between(before.orientation, body.orientation)])


def _turn_between(before: FloatArray, after: FloatArray) -> FloatArray:
    """Rotation vector [3] deg, world axes, from one quaternion w x y z to another."""
    w, *axis = before
    a, b = np.array([w, *[-x for x in axis]]), after
    product = np.array(
        [
            b[0] * a[0] - b[1:] @ a[1:],
            *(b[0] * a[1:] + a[0] * b[1:] + np.cross(b[1:], a[1:])),
        ]
    )
    product *= 1.0 if product[0] >= 0.0 else -1.0
    size = float(np.linalg.norm(product[1:]))
    if size == 0.0:
        return np.zeros(3)
    angle = 2.0 * math.atan2(size, float(product[0]))
    return np.asarray(np.degrees(angle) * product[1:] / size)


def _force(rest: Rest, at: Linearisation) -> FloatArray:
    """Force [6] N, N m of the water and the loads on the sweep's body, world axes."""
    assert rest.sweep is not None
    return _body_in(at, rest.sweep.body).unbalanced_force


def rest_dataset(rest: Rest) -> xr.Dataset:
    """Makes a dataset of poses, tensions, stiffness and sweep; SI, angles in degrees."""
    equations = rest.equations
    names = list(equations.body_names)
    blocks = [equations.restoring[6 * k : 6 * k + 6, 6 * k : 6 * k + 6] for k in range(len(names))]
    dofs = list(DOFS)
    data = xr.Dataset(
        {
            "position": (
                ("body", "axis"),
                [body.position for body in equations.bodies],
                _about("m", "origin of the model frame, world"),
            ),
            "attitude": (
                ("body", "angle"),
                [np.degrees(angles_of(body.orientation)) for body in equations.bodies],
                _about("deg", "roll, pitch, yaw"),
            ),
            "displacement": (
                ("body", "dof"),
                [body.displacement for body in equations.bodies],
                _about("m,m,m,rad,rad,rad", "from where displacements are measured"),
            ),
            "stiffness": (
                ("body", "dof", "moved_dof"),
                blocks,
                _about("N/m,N,N m", "-d(force)/d(displacement), axes of the heading at rest"),
            ),
            "tension": (
                ("line",),
                list(equations.tensions.values()),
                _about("N", "at the fairlead"),
            ),
        },
        {
            "body": names,
            "axis": ["x", "y", "z"],
            "angle": ["roll", "pitch", "yaw"],
            "dof": dofs,
            "moved_dof": dofs,
            "line": list(equations.tensions),
        },
        {"findings": "\n".join(rest.findings)},
    )
    if rest.sweep is not None:
        _add_sweep(data, rest, rest.sweep)
    return data


def _add_sweep(data: xr.Dataset, rest: Rest, sweep: Sweep) -> None:
    """Adds the curves of a sweep."""
    data.attrs["sweep"] = f"{sweep.kind} of {sweep.body} in {DOFS[sweep.dof]}"
    data.coords[sweep.kind] = (sweep.kind, list(sweep.values), _about(sweep.unit, "as asked for"))
    data["sweep_displacement"] = (
        (sweep.kind, "dof"),
        [_moved(rest, at) for at in rest.along],
        _about("m,m,m,deg,deg,deg", f"of the centre of mass of {sweep.body} from its rest, world"),
    )
    data["sweep_force"] = (
        (sweep.kind, "dof"),
        [_force(rest, at) for at in rest.along],
        _about("N,N,N,N m,N m,N m", f"of all that acts on {sweep.body} there, world"),
    )
    data["sweep_tension"] = (
        (sweep.kind, "line"),
        [[at.tensions[name] for name in rest.equations.tensions] for at in rest.along],
        _about("N", "at the fairlead"),
    )


def _about(unit: str, meaning: str) -> dict[str, str]:
    return {"units": unit, "long_name": meaning}
