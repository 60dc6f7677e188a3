"""Where the columns of a session go in a result: dimensions, names, units."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
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

_JOINT_COMPONENTS = {"force": "dof", "local_force": "dof", "gap": "held"}
"""What stands after `<joint>.`, and the dimension of its values. Each joint has variables of its
own, `hinge_force`: joints differ in how many free dofs they have and in their units."""

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

_VARIABLES = {"body": _BODY_VARIABLES, "observer": _OBSERVER_VARIABLES}
"""Variables by the dimension of their owners."""

OWNERS = tuple(_VARIABLES)
"""Dimensions along which several owners share a variable."""

NO_FRAME = "none"
"""The attribute `frame` of what has no direction: a tension, a power."""


@dataclass(frozen=True)
class Target:
    """Where one variable of the stream goes."""

    name: str
    owner: str = ""  # dimension of its owner: body, observer or none
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
        units: as the server says; one per component where they differ: `m,m,m,rad,rad,rad`.
        description: for people.
        frame: as the server says, and by owner where owners differ: `bow: world; seat: observer
            bow`; NO_FRAME of what has no direction.
        outputs: names in the stream, one for each owner that was recorded.
        places: index of the owner (a body or observer; () without) to the columns of the
            stream.
    """

    name: str
    dimensions: tuple[str, ...]
    shape: tuple[int, ...]
    units: str
    description: str
    frame: str
    outputs: tuple[str, ...]
    places: dict[tuple[int, ...], slice]

    @property
    def attributes(self) -> dict[str, str]:
        """What the variable says about itself in a file."""
        standard = _STANDARD_NAMES.get(self.name)
        return {
            "units": self.units,
            "long_name": self.description,
            "frame": self.frame,
            "output": " ".join(self.outputs),
            **({"standard_name": standard} if standard else {}),
        }

    def values(self, rows: Rows) -> FloatArray:
        """[rows, *shape]; NaN for an owner that was not recorded."""
        values = np.full((len(rows), *self.shape), np.nan)
        for index, columns in self.places.items():
            block = rows.values[:, columns]
            place: tuple[int | slice, ...] = (slice(None), *index)
            values[place] = block[:, 0] if len(self.shape) == len(index) else block
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
        joints = joint_names(model)
        for target, variable in zip(
            targets_of(columns.variables, names, joints), columns.variables, strict=True
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
        "observer": tuple(observer.name for observer in model.observers),
        **_LABELS,
    }


def joint_names(model: Model) -> tuple[str, ...]:
    """Names of the joints, each of which has variables of its own."""
    return tuple(joint.name for joint in model.joints)


def targets_of(
    variables: Sequence[Variable], names: Mapping[str, tuple[str, ...]], joints: Sequence[str]
) -> list[Target]:
    """Where the variables of a stream go, no two of them to the same place.

    A variable of a load or joint `tow` is named `tow_tension`. Where two would have one name, as
    `tow.line_tension` and `tow_line.tension`, or where it is a name of the result itself, each
    keeps its name of the stream, with %2F for a slash, which NetCDF takes for a group.

    Args:
        variables: of the stream.
        names: as owner_names() gives them.
        joints: names of the model's joints.
    """
    places = {
        dimension: {owner: index for index, owner in enumerate(names[dimension])}
        for dimension in _VARIABLES
    }
    targets = [_owned(variable.name, places) for variable in variables]
    plain = [_plain_name(variable.name) for variable in variables]
    count = Counter(name for name, target in zip(plain, targets, strict=True) if target is None)
    reserved = {"time", *names, *(target.name for target in targets if target is not None)}
    labelled = {
        f"{joint}.{quantity}": component
        for joint in joints
        for quantity, component in _JOINT_COMPONENTS.items()
    }
    return [
        target
        or _target_without_owner(
            variable,
            name,
            component=labelled.get(variable.name, ""),
            unique=count[name] == 1,
            taken=reserved,
        )
        for target, variable, name in zip(targets, variables, plain, strict=True)
    ]


def places_in_result(
    model: Model, outputs: Sequence[Variable], recorded: Iterable[str]
) -> dict[str, Target]:
    """Where each output goes in a result that has it beside those that a run records.

    Args:
        model: whose outputs they are.
        outputs: all of them.
        recorded: names of those of a run.
    """
    names, joints = owner_names(model), joint_names(model)
    chosen = set(recorded)
    usual = [output for output in outputs if output.name in chosen]
    together = dict(
        zip((one.name for one in outputs), targets_of(outputs, names, joints), strict=True)
    )
    plain = {one.name: _plain_name(one.name) for one in outputs}
    found = {}
    for output in outputs:
        target = together[output.name]
        if not target.owner and target.name != plain[output.name]:
            # only what stands beside it can take its name away
            beside = [one for one in usual if one.name != output.name]
            target = targets_of([*beside, output], names, joints)[-1]
        found[output.name] = target
    return found


def _owned(name: str, places: Mapping[str, Mapping[str, int]]) -> Target | None:
    """The target of a variable of a body or observer, whose names may have dots in them.

    Args:
        name: of the variable.
        places: of the owners by their names, by dimension.
    """
    for dot in re.finditer(r"\.", name):
        owner, quantity = name[: dot.start()], name[dot.end() :]
        for dimension, variables in _VARIABLES.items():
            if owner in places[dimension] and quantity in variables:
                target, component = variables[quantity]
                return Target(target, dimension, places[dimension][owner], component, owner)
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
    variable: Variable, plain: str, *, component: str, unique: bool, taken: Container[str]
) -> Target:
    """The target of a variable of its own; `component` is the dimension of its values if known."""
    own = f"{plain}_component"
    if not unique or plain in taken:
        plain = _exact_name(variable.name)
        own = f"{plain}.component"
    return Target(plain, component=component or (own if variable.size > 1 else ""))


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
        first.unit,
        first.description,
        _frame_of(parts),
        tuple(variable.name for _, variable in parts),
        {
            (part.index,) if part.owner else (): columns.slices[variable.name]
            for part, variable in parts
        },
    )


def _frame_of(parts: list[tuple[Target, Variable]]) -> str:
    frames = [variable.frame or NO_FRAME for _, variable in parts]
    if len(set(frames)) == 1:
        return frames[0]
    labels = [target.label for target, _ in parts]
    return "; ".join(f"{label}: {frame}" for label, frame in zip(labels, frames, strict=True))
