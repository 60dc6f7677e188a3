"""Access to the outputs of a result by their names in the stream."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

import xarray as xr

from raftup._generated.session_pb2 import Variable
from raftup.base.arrays import FloatArray
from raftup.model import Model
from raftup.model.convert import fill_message
from raftup.results.layout import NO_FRAME, OWNERS, owner_names, targets_of

_OLD_JOINT_VARIABLES = ("force", "local_force", "position", "speed", "gap")
"""Variables of joints in results up to version 0.1: all joints shared a variable, such as
`joint_force` with the dimension `joint`. A joint with fewer free dofs than another had NaN in the
remaining entries.
"""


@dataclass(frozen=True)
class RecordedOutput:
    """One output of a result.

    Attributes:
        name: name in the stream, such as `carrier.displacement`.
        variable: name of the variable of the dataset.
        owner: name of the dimension of the variable along which the owners are; empty if it has
            none.
        label: label of the output's owner along this dimension.
        units: unit of the values; a list if they differ: `m,m,m,rad,rad,rad`.
        frame: frame of the values; empty if they have no direction.
        meaning: meaning of the output in words.
    """

    name: str
    variable: str
    owner: str
    label: str
    units: str
    frame: str
    meaning: str

    def values(self, dataset: xr.Dataset) -> FloatArray:
        """Values [rows, size] of the output in its dataset."""
        values = self._selected(dataset).values
        return values.reshape(len(values), -1)

    def components(self, dataset: xr.Dataset) -> tuple[str, ...]:
        """Names of the components, such as `surge` or `2`; one empty text for a single value."""
        selected = self._selected(dataset)
        if selected.ndim == 1:
            return ("",)
        (dimension,) = selected.dims[1:]
        if dimension in selected.coords:
            return tuple(str(label) for label in selected.coords[dimension].values)
        return tuple(str(index) for index in range(selected.sizes[dimension]))

    def _selected(self, dataset: xr.Dataset) -> xr.DataArray:
        values = dataset[self.variable]
        if not self.owner:
            return values
        values = values.sel({self.owner: self.label})
        if self.owner == "joint" and values.ndim > 1:
            return values.dropna(str(values.dims[1]), how="all")
        return values


def recorded_outputs(dataset: xr.Dataset) -> dict[str, RecordedOutput]:
    """All outputs of a result, by their names in the stream and in the order of the model.

    Args:
        dataset: result of raftup.run(), or read from its file; results of older versions are read
            too.

    Raises:
        KeyError, ValueError: if the dataset is not a result.
    """
    model = model_of_result(dataset)
    if any("output" in variable.attrs for variable in dataset.data_vars.values()):
        found = {one.name: one for one in _outputs(dataset)}
    else:
        found = {one.name: one for one in _outputs_before(dataset, model)}
    return {name: found[name] for name in model.outputs}


def model_of_result(dataset: xr.Dataset) -> Model:
    """The model of a result, with the value of every default.

    Raises:
        KeyError: if the dataset is not a result.
        ValueError: if this version of the package does not know all fields of the model.
    """
    model = Model()
    violations = fill_message(model, json.loads(dataset.attrs["model"]))
    if violations:
        raise ValueError(f"it holds another model than this version: {violations[0]}")
    return model


def _outputs(dataset: xr.Dataset) -> Iterator[RecordedOutput]:
    for variable, values in dataset.data_vars.items():
        names = str(values.attrs.get("output", "")).split(" ")
        owner = next((one for one in OWNERS if one in values.dims), "")
        labels = [str(label) for label in values.coords[owner].values] if owner else [""]
        for name in filter(None, names):
            # the longest name that matches, since names of older sessions may contain dots
            fitting = [label for label in labels if not owner or name.startswith(f"{label}.")]
            yield _output(name, str(variable), owner, max(fitting, key=len), values)


def _outputs_before(dataset: xr.Dataset, model: Model) -> Iterator[RecordedOutput]:
    """The outputs of a file of an older version, without the attributes that describe them."""
    joints = {
        f"{joint.name}.{quantity}": (f"joint_{quantity}", joint.name)
        for joint in model.joints
        for quantity in _OLD_JOINT_VARIABLES
    }
    others = [Variable(name=name) for name in model.outputs if name not in joints]
    targets = {
        variable.name: target
        for variable, target in zip(others, targets_of(others, owner_names(model), ()), strict=True)
    }
    for name in model.outputs:
        if name in joints:
            variable, label = joints[name]
            yield _output(name, variable, "joint", label, dataset[variable])
        else:
            target = targets[name]
            yield _output(name, target.name, target.owner, target.label, dataset[target.name])


def _output(
    name: str, variable: str, owner: str, label: str, values: xr.DataArray
) -> RecordedOutput:
    frame = _of_owner(str(values.attrs.get("frame", "")), label)
    return RecordedOutput(
        name=name,
        variable=variable,
        owner=owner,
        label=label,
        units=_of_owner(str(values.attrs.get("units", "")), label),
        frame="" if frame == NO_FRAME else frame,
        meaning=str(values.attrs.get("long_name", "")),
    )


def _of_owner(text: str, owner: str) -> str:
    """The part of an attribute that concerns one owner, as in `bow: world; seat: observer bow`."""
    for part in text.split("; "):
        if owner and part.startswith(f"{owner}: "):
            return part.removeprefix(f"{owner}: ")
    return text
