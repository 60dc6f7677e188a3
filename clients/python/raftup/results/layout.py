"""Assignment of the columns of a session to the variables of a result: dimensions, names, units."""

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
"""Outputs of bodies: from the part of the name after `<body>.` to the variable of the result and
the dimension of its components.
"""

_JOINT_COMPONENTS = {"force": "dof", "local_force": "dof", "gap": "held"}
"""Outputs of joints: from the part of the name after `<joint>.` to the dimension of the components.
Each joint has variables of its own, such as `hinge_force`, since joints differ in their free dofs
and units.
"""

_OBSERVER_VARIABLES = {
    name: (f"observer_{name}", component)
    for name, (_, component) in _BODY_VARIABLES.items()
    if component in ("xyz", "wxyz")
}
"""Outputs of observer frames, in the form of the outputs of bodies."""

_STANDARD_NAMES = {"wave_elevation": "water_surface_height_above_reference_datum"}
"""Standard names of the CF conventions, by variable; the datum is the still water plane. The
standard names of motions of platforms are not used: each names a single dof, but a variable here
has all six.
"""

_NO_NAME = re.compile(r"[/\x00-\x1f\x7f]")
"""Characters that names in NetCDF cannot contain; a slash separates groups."""

_NO_BEGIN = re.compile(r"[^A-Za-z0-9_\u0080-\U0010ffff]")
"""Characters with which names in NetCDF cannot begin."""

_VARIABLES = {"body": _BODY_VARIABLES, "observer": _OBSERVER_VARIABLES}
"""Variables shared by several bodies or observers, by the dimension of these owners."""

OWNERS = tuple(_VARIABLES)
"""Names of the dimensions along which several owners share a variable."""

NO_FRAME = "none"
"""Value of the attribute `frame` of a variable without direction, such as a tension or a power."""


@dataclass(frozen=True)
class Target:
    """Variable of a result, and the place in it, to which one output of the stream is written."""

    name: str
    owner: str = ""  # dimension of its owner: body, observer or none
    index: int = 0
    component: str = ""  # dimension of its values, empty for a single one
    label: str = ""  # of the owner


@dataclass(frozen=True)
class ResultVariable:
    """One variable of a result.

    Attributes:
        name: name in the result.
        dimensions: dimensions after `time`.
        shape: shape of the values at one time.
        units: unit as the server gives it; a list if the components differ: `m,m,m,rad,rad,rad`.
        description: meaning of the variable in words.
        frame: frame as the server gives it, by owner if the owners differ: `bow: world; seat:
            observer bow`; NO_FRAME for a variable without direction.
        outputs: names of the outputs in the stream, one for each recorded owner.
        places: columns of the stream, by the index of the owner (a body or an observer), or by ()
            without owners.
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
        """Attributes of the variable in the file."""
        standard = _STANDARD_NAMES.get(self.name)
        return {
            "units": self.units,
            "long_name": self.description,
            "frame": self.frame,
            "output": " ".join(self.outputs),
            **({"standard_name": standard} if standard else {}),
        }

    def values(self, rows: Rows) -> FloatArray:
        """Values [rows, *shape] of the variable; NaN for owners that were not recorded."""
        values = np.full((len(rows), *self.shape), np.nan)
        for index, columns in self.places.items():
            block = rows.values[:, columns]
            place: tuple[int | slice, ...] = (slice(None), *index)
            values[place] = block[:, 0] if len(self.shape) == len(index) else block
        return values


class ResultLayout:
    """Assignment of the rows of a session to the variables of a result.

    Attributes:
        coordinates: labels of every dimension except time.
        variables: variables in the order of the stream.
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
        """Size of one row with its time, in bytes."""
        return 8 * (1 + sum(int(np.prod(variable.shape)) for variable in self.variables))

    def blocks(self, rows: Rows) -> Iterator[tuple[str, FloatArray]]:
        """Yields the name and values of every variable for some rows, time first."""
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
    """Names of the joints; each joint has variables of its own."""
    return tuple(joint.name for joint in model.joints)


def targets_of(
    variables: Sequence[Variable], names: Mapping[str, tuple[str, ...]], joints: Sequence[str]
) -> list[Target]:
    """Assigns each variable of a stream to a place in the result; all places are different.

    A variable of a load or joint `tow` is named `tow_tension`. If two variables would get the same
    name, such as `tow.line_tension` and `tow_line.tension`, or a name of the result itself, each
    keeps its name in the stream. A slash is replaced by %2F then, since it would separate groups in
    NetCDF.

    Args:
        variables: variables of the stream.
        names: labels of the dimensions, as from owner_names().
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
    """Place of each output in a result that also has the outputs that a run records.

    Args:
        model: model of the outputs.
        outputs: all outputs of the model.
        recorded: names of the outputs that a run records.
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
            # the name depends only on the outputs that are recorded together with it
            beside = [one for one in usual if one.name != output.name]
            target = targets_of([*beside, output], names, joints)[-1]
        found[output.name] = target
    return found


def _owned(name: str, places: Mapping[str, Mapping[str, int]]) -> Target | None:
    """The target of a variable of a body or an observer; their names may contain dots.

    Args:
        name: name of the variable in the stream.
        places: for each dimension, the index of each owner by its name.
    """
    for dot in re.finditer(r"\.", name):
        owner, quantity = name[: dot.start()], name[dot.end() :]
        for dimension, variables in _VARIABLES.items():
            if owner in places[dimension] and quantity in variables:
                target, component = variables[quantity]
                return Target(target, dimension, places[dimension][owner], component, owner)
    return Target("wave_elevation") if name == "sea.elevation" else None


def _plain_name(name: str) -> str:
    """A valid name in NetCDF, with `_` for dots and other characters that are not permitted."""
    plain = _NO_NAME.sub("_", name.replace(".", "_"))
    return f"_{plain}" if _NO_BEGIN.match(plain) else plain


def _exact_name(name: str) -> str:
    """A valid name in NetCDF with the encoding of URLs, so that different names stay different."""
    exact = re.sub("%|" + _NO_NAME.pattern, _as_in_url, name)
    return f"_{_as_in_url(_NO_BEGIN.match(exact))}{exact[1:]}" if _NO_BEGIN.match(exact) else exact


def _as_in_url(found: re.Match[str] | None) -> str:
    return "" if found is None else f"%{ord(found[0]):02X}"


def _target_without_owner(
    variable: Variable, plain: str, *, component: str, unique: bool, taken: Container[str]
) -> Target:
    """Target of a variable without owner; `component` is the dimension of its values, if known."""
    own = f"{plain}_component"
    if not unique or plain in taken:
        plain = _exact_name(variable.name)
        own = f"{plain}.component"
    return Target(plain, component=component or (own if variable.size > 1 else ""))


def _merge(
    parts: list[tuple[Target, Variable]], names: dict[str, tuple[str, ...]], columns: Columns
) -> ResultVariable:
    """Makes a variable of the result from variables of the stream, one for each owner."""
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
