"""Where the columns of a session go in a result: dimensions, names, units."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
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

_NO_NAME = re.compile(r"[/\x00-\x1f\x7f]")
"""Characters that no name of NetCDF holds; a slash stands before the name in a group."""

_NO_BEGIN = re.compile(r"[^A-Za-z0-9_\u0080-\U0010ffff]")
"""Characters that none begins with."""

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
    label: str = ""  # of the owner


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
        for target, variable in zip(
            targets_of(columns.variables, names), columns.variables, strict=True
        ):
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


def targets_of(variables: Sequence[Variable], names: dict[str, tuple[str, ...]]) -> list[Target]:
    """Where the variables of a stream go, no two of them to the same place.

    A variable of a load `tow` is named `tow_tension`. Where two would have one name, as
    `tow.line_tension` and `tow_line.tension`, or where it is a name of the result itself, each
    keeps its name of the stream, with %2F for a slash, which NetCDF takes for a group.

    Args:
        variables: of the stream.
        names: as owner_names() gives them.
    """
    targets = [_owned(variable.name, names) for variable in variables]
    plain = [_plain_name(variable.name) for variable in variables]
    count = Counter(name for name, target in zip(plain, targets, strict=True) if target is None)
    reserved = {"time", *names, *(target.name for target in targets if target is not None)}
    return [
        target or _target_without_owner(variable, name, unique=count[name] == 1, taken=reserved)
        for target, variable, name in zip(targets, variables, plain, strict=True)
    ]


def _owned(name: str, names: dict[str, tuple[str, ...]]) -> Target | None:
    """The target of a variable of a body, joint or observer, whose names may have dots in them."""
    for dimension, variables in _VARIABLES.items():
        for index, owner in enumerate(names[dimension]):
            quantity = name.removeprefix(f"{owner}.")
            if quantity != name and quantity in variables:
                target, component = variables[quantity]
                return Target(target, dimension, index, component, owner)
    return Target("wave_elevation") if name == "sea.elevation" else None


def _plain_name(name: str) -> str:
    """With `_` for a dot and for what no name of NetCDF holds, and before what none begins with."""
    plain = _NO_NAME.sub("_", name.replace(".", "_"))
    return f"_{plain}" if _NO_BEGIN.match(plain) else plain


def _exact_name(name: str) -> str:
    """With what no name of NetCDF holds as in a URL, so that no two names become one."""
    exact = re.sub("%|" + _NO_NAME.pattern, _as_in_url, name)
    return f"_{_as_in_url(_NO_BEGIN.match(exact))}{exact[1:]}" if _NO_BEGIN.match(exact) else exact


def _as_in_url(found: re.Match[str] | None) -> str:
    return "" if found is None else f"%{ord(found[0]):02X}"


def _target_without_owner(
    variable: Variable, plain: str, *, unique: bool, taken: Container[str]
) -> Target:
    component = f"{plain}_component"
    if not unique or plain in taken:
        plain = _exact_name(variable.name)
        component = f"{plain}.component"
    return Target(plain, component=component if variable.size > 1 else "")


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
        _units_of(parts),
        _described(first.description, parts, sizes.get(target.component, 0)),
        {
            (part.index,) if part.owner else (): columns.slices[variable.name]
            for part, variable in parts
        },
    )


def _units_of(parts: list[tuple[Target, Variable]]) -> str:
    if len({variable.unit for _, variable in parts}) == 1:
        return parts[0][1].unit
    return "; ".join(f"{target.label}: {variable.unit}" for target, variable in parts)


def _described(text: str, parts: list[tuple[Target, Variable]], size: int) -> str:
    """The description, and why some of its numbers are none: a hinge has one free dof of three."""
    padded = any(variable.size < size for _, variable in parts)
    return f"{text}; NaN beyond what a {parts[0][0].owner} has" if padded else text
