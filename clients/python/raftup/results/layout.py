"""Where the columns of a session go in a result: dimensions, names, units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from raftup._generated.model_pb2 import Model
from raftup._generated.session_pb2 import Variable
from raftup.base.arrays import FloatArray
from raftup.remote.coefficients import DOFS
from raftup.remote.rows import Columns, Rows

_LABELS = {
    "xyz": ("x", "y", "z"),
    "wxyz": ("w", "x", "y", "z"),
    "dof": DOFS,
    "free_dof": ("0", "1", "2"),
    "held": ("translation", "rotation"),
}

_BODY_VARIABLES = {
    "position": ("position", "xyz"),
    "orientation": ("orientation", "wxyz"),
    "linear_velocity": ("linear_velocity", "xyz"),
    "angular_velocity": ("angular_velocity", "xyz"),
    "linear_acceleration": ("linear_acceleration", "xyz"),
    "angular_acceleration": ("angular_acceleration", "xyz"),
    "displacement": ("displacement", "dof"),
    "force.excitation": ("excitation_force", "dof"),
    "force.second_order": ("second_order_force", "dof"),
    "force.radiation": ("radiation_force", "dof"),
    "force.hydrostatic": ("hydrostatic_force", "dof"),
    "force.added_mass": ("added_mass_force", "dof"),
    "force.total": ("total_force", "dof"),
}
"""What stands after `<body>.` in the stream, and what it is in the result."""

_JOINT_VARIABLES = {
    "force": ("joint_force", "dof"),
    "local_force": ("joint_local_force", "dof"),
    "position": ("joint_position", "free_dof"),
    "speed": ("joint_speed", "free_dof"),
    "gap": ("joint_gap", "held"),
}
"""The same after `<joint>.`; a joint with fewer free dofs than another has NaN beyond its own."""

_OBSERVER_VARIABLES = {
    name: (f"observer_{name}", component)
    for name, (_, component) in _BODY_VARIABLES.items()
    if component in ("xyz", "wxyz")
}
"""The same after `<observer>.`."""

_STANDARD_NAMES = {"wave_elevation": "water_surface_height_above_reference_datum"}
"""Those of the CF standard name table; the datum is the still water plane. What it has of moving
platforms is one name for each dof, which stand in one variable here."""

_VARIABLES = {
    "body": _BODY_VARIABLES,
    "joint": _JOINT_VARIABLES,
    "observer": _OBSERVER_VARIABLES,
}
"""Variables by the dimension of their owners."""


@dataclass(frozen=True)
class Target:
    """Where one variable of the stream goes."""

    name: str
    owner: str = ""  # dimension of its owner: body, joint, observer or none
    index: int = 0
    component: str = ""  # dimension of its values, empty for a single one


@dataclass(frozen=True)
class ResultVariable:
    """One variable of a result.

    Attributes:
        name: in the result.
        dimensions: after `time`.
        shape: of one row.
        units: as the server says; one per component where they differ, and by owner where owners
            do: `hinge: rad; slide: m`.
        description: for people.
        places: index of the owner (a body, joint or observer; () without) to the columns of the
            stream.
    """

    name: str
    dimensions: tuple[str, ...]
    shape: tuple[int, ...]
    units: str
    description: str
    places: dict[tuple[int, ...], slice]

    @property
    def attributes(self) -> dict[str, str]:
        """What the variable says about itself in a file."""
        standard = _STANDARD_NAMES.get(self.name)
        return {
            "units": self.units,
            "long_name": self.description,
            **({"standard_name": standard} if standard else {}),
        }

    def values(self, rows: Rows) -> FloatArray:
        """[rows, *shape]; NaN where the stream has no such column."""
        values = np.full((len(rows), *self.shape), np.nan)
        for index, columns in self.places.items():
            block = rows.values[:, columns]
            place: tuple[int | slice, ...] = (slice(None), *index)
            if len(self.shape) == len(index):
                values[place] = block[:, 0]
            else:
                values[place][:, : block.shape[1]] = block
        return values


class ResultLayout:
    """How the rows of a session become the variables of a result.

    Attributes:
        coordinates: labels of every dimension but time.
        variables: in the order of the stream.
    """

    def __init__(self, model: Model, columns: Columns) -> None:
        names = owner_names(model)
        found: dict[str, list[tuple[Target, Variable]]] = {}
        for variable in columns.variables:
            target = target_of(variable, names)
            found.setdefault(target.name, []).append((target, variable))
        self.variables = tuple(_merge(parts, names, columns) for parts in found.values())
        used = {dimension for variable in self.variables for dimension in variable.dimensions}
        self.coordinates = {name: labels for name, labels in names.items() if name in used}

    def row_bytes(self) -> int:
        """Size of one row with its time."""
        return 8 * (1 + sum(int(np.prod(variable.shape)) for variable in self.variables))

    def blocks(self, rows: Rows) -> Iterator[tuple[str, FloatArray]]:
        """Every variable's part of some rows, time first."""
        yield "time", rows.time
        for variable in self.variables:
            yield variable.name, variable.values(rows)


def owner_names(model: Model) -> dict[str, tuple[str, ...]]:
    """Labels of the dimensions of owners and of components."""
    return {
        "body": tuple(body.name for body in model.bodies),
        "joint": tuple(joint.name for joint in model.joints),
        "observer": tuple(observer.name for observer in model.observers),
        **_LABELS,
    }


def target_of(variable: Variable, names: dict[str, tuple[str, ...]]) -> Target:
    """Where a variable of the stream goes.

    Args:
        variable: of the stream.
        names: as owner_names() gives them.
    """
    owner, _, quantity = variable.name.partition(".")
    for dimension, variables in _VARIABLES.items():
        if owner in names[dimension] and quantity in variables:
            name, component = variables[quantity]
            return Target(name, dimension, names[dimension].index(owner), component)
    if variable.name == "sea.elevation":
        return Target("wave_elevation")
    name = variable.name.replace(".", "_").replace("/", "_")  # which NetCDF takes for a group
    return Target(name, component=f"{name}_component" if variable.size > 1 else "")


def _merge(
    parts: list[tuple[Target, Variable]], names: dict[str, tuple[str, ...]], columns: Columns
) -> ResultVariable:
    """The variable of a result that some variables of the stream make up, one for each owner."""
    target, first = parts[0]
    sizes = {name: len(labels) for name, labels in names.items()}
    sizes.setdefault(target.component, first.size)
    dimensions = tuple(name for name in (target.owner, target.component) if name)
    return ResultVariable(
        target.name,
        dimensions,
        tuple(sizes[name] for name in dimensions),
        _units_of([variable for _, variable in parts]),
        _described(first.description, parts, sizes.get(target.component, 0)),
        {
            (part.index,) if part.owner else (): columns.slices[variable.name]
            for part, variable in parts
        },
    )


def _described(text: str, parts: list[tuple[Target, Variable]], size: int) -> str:
    """The description, and why some of its numbers are none: a hinge has one free dof of three."""
    padded = any(variable.size < size for _, variable in parts)
    return f"{text}; NaN beyond what a {parts[0][0].owner} has" if padded else text


def _units_of(variables: list[Variable]) -> str:
    if len({variable.unit for variable in variables}) == 1:
        return variables[0].unit
    return "; ".join(f"{v.name.partition('.')[0]}: {v.unit}" for v in variables)
