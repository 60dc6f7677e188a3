"""Importer of WEC-Sim's input file wecSimInputFile.m: simulation, bodies and their databases."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from raftup.base.rotations import angles_of
from raftup.importing_models.conversion import Conversion, ModelNames, positive
from raftup.importing_models.databases import DatabaseHull, name_database
from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.format import ModelFormat
from raftup.importing_models.record import Field, Record
from raftup.importing_models.source import SourceFile
from raftup.importing_models.wec_sim.blocks import assumed_blocks, read_blocks
from raftup.importing_models.wec_sim.input import (
    looks_like_wec_sim,
    matrix,
    read_wec_sim,
)
from raftup.importing_models.wec_sim.joints import convert_joints, convert_moorings
from raftup.importing_models.wec_sim.mesh import WecSimMesh
from raftup.importing_models.wec_sim.waves import CONSTANT, convert_waves, wave_frequency

_DEFAULTS = {"dt": 0.1, "rampTime": 100.0, "g": 9.81, "rho": 1000.0, "cicEndTime": 60.0}
"""Defaults of WEC-Sim's class of simulations, in SI units."""

_NO_EFFECT = {
    "mode": "speed of Simulink",
    "explorer": "pictures",
    "paraview.option": "pictures",
    "saveText": "files of results",
    "saveWorkspace": "files of results",
    "mcrMatFile": "cases that are run in a row",
    "mcrExcelFile": "cases that are run in a row",
    "logLevel": "messages",
    "dtOut": "files of results",
    "numWorkers": "speed of MATLAB",
    "zeroCross": "speed of Simulink",
    "morisonDt": "speed of Simulink",
    "nonlinearDt": "speed of Simulink",
    "cicDt": "the step of the convolution is that of the simulation",
}

_STATIC = ("fixed",)


def _convert(file: SourceFile, conversion: Conversion) -> None:
    read = read_wec_sim(file, conversion)
    bodies, waves = read.all("body"), read.all("waves")
    if not bodies or not waves:
        raise UnreadableError(read.whole, "must create waves by waveClass and bodies by bodyClass")
    blocks = read_blocks(read, file, conversion) or assumed_blocks(read, conversion)
    simu = read.objects.get("simu", {}).get(1) or Record("simu", read.whole)
    model = conversion.model
    model |= {"name": file.path.stem, "environment": {"sea": {}}, "bodies": []}
    names = ModelNames()
    body_names = [
        names.make(blocks.body_names.get(number, ""), f"body{number}")
        for number in range(1, len(bodies) + 1)
    ]
    _convert_simulation(simu, conversion)
    group = _group_settings(simu, waves[0], conversion)
    centers = _Groups(file, conversion, body_names, group).convert(bodies)
    convert_joints(read, blocks, body_names, conversion, names)
    convert_moorings(read, blocks, body_names, centers, file, conversion)
    convert_waves(waves, file, conversion)
    for record in (simu, *bodies):
        conversion.leave_out_unused(record)
    for name in set(read.objects) - {"simu", "waves", "body", "constraint", "pto", "mooring"}:
        for record in read.objects[name].values():
            conversion.leave_out_unused(record)
    model["integration"] = model.pop("integration")
    if not model["loads"]:
        del model["loads"]


def _value(simu: Record, key: str, path: str, conversion: Conversion) -> float:
    """A number of the simulation, or WEC-Sim's default."""
    found = simu.take(key)
    if found is None:
        default = Field(f"simu.{key}", _DEFAULTS[key], simu.place)
        conversion.taken(default, path, f"{default}: WEC-Sim's default")
        return _DEFAULTS[key]
    conversion.taken(found, path)
    return found.number()


def _convert_simulation(simu: Record, conversion: Conversion) -> None:
    model = conversion.model
    created = simu.take("class")
    if created is not None:
        conversion.taken(created, "", "simu")
    start = simu.take("startTime")
    if start is not None:
        if start.number() != 0.0:
            conversion.refused(start.place, f"{start}: a run begins at 0")
        conversion.taken(start, "integration")
    end = simu.need("endTime")
    conversion.taken(end, "integration.duration")
    environment = model["environment"]
    environment["gravity"] = _value(simu, "g", "environment.gravity", conversion)
    environment["water_density"] = _value(simu, "rho", "environment.water_density", conversion)
    ramp = _value(simu, "rampTime", "environment.sea.ramp_duration", conversion)
    environment["sea"]["ramp_duration"] = ramp
    model["integration"] = {
        "step": _value(simu, "dt", "integration.step", conversion),
        "duration": positive(end, "s"),
    }
    solver = simu.take("solver")
    if solver is not None and solver.text() == "ode4":
        conversion.taken(solver, "integration.stepper", f"{solver}: Runge-Kutta of order 4")
    elif solver is not None:
        conversion.differs(
            solver.place, f"{solver}: a stepper with fixed steps", "integration.stepper"
        )
    conversion.without_effect(simu, _NO_EFFECT)


def _group_settings(simu: Record, waves: Record, conversion: Conversion) -> dict[str, Any]:
    """Settings of the hydrodynamic group."""
    coupled = simu.take("b2b")
    interaction = coupled is not None and coupled.flag()
    settings: dict[str, Any] = {"body_interaction": interaction}
    what = coupled or Field("simu.b2b", 0.0, simu.place)
    conversion.taken(what, "hydrodynamics[0].body_interaction")
    settings["excitation"] = {"at_body_position": False}
    rest = Field("excitation", "at the pose of rest", waves.place)
    conversion.taken(rest, "hydrodynamics[0].excitation.at_body_position")
    state_space = simu.take("stateSpace")
    path = "hydrodynamics[0].radiation"
    if waves.need("class").text() in CONSTANT:
        settings["radiation"] = {"memory": "constant", "frequency": wave_frequency(waves)}
        memory = Field(str(waves.need("class")), "memory none, A and B of its period", waves.place)
        conversion.taken(memory, path)
        for key in ("cicEndTime", "stateSpace"):
            unused = simu.take(key)
            if unused is not None:
                conversion.taken(unused, "", f"{unused}: no memory with these waves")
        return settings
    if state_space is not None and state_space.flag():
        settings["radiation"] = {"memory": "state_space"}
        conversion.differs(state_space.place, f"{state_space}: a fit of its own", path)
    else:
        if state_space is not None:
            conversion.taken(state_space, path)
        duration = _value(simu, "cicEndTime", f"{path}.kernel_duration", conversion)
        settings["radiation"] = {"memory": "convolution", "kernel_duration": duration}
    return settings


class _Groups:
    """Bodies of an input file and their hydrodynamic groups, one for each database."""

    def __init__(
        self, file: SourceFile, conversion: Conversion, names: list[str], settings: dict[str, Any]
    ) -> None:
        self._file, self._conversion, self._names = file, conversion, names
        self._settings = settings
        self._groups: dict[str, dict[str, Any]] = {}
        self._hulls: dict[str, list[DatabaseHull] | None] = {}

    def convert(self, bodies: list[Record]) -> list[list[float] | None]:
        """Adds bodies and groups to the model, and returns centers of gravity as far as known."""
        centers = [self._body(index, record) for index, record in enumerate(bodies)]
        self._conversion.model["hydrodynamics"] = list(self._groups.values())
        self._conversion.check_databases(self._file.place(0))
        return centers

    def _body(self, index: int, record: Record) -> list[float] | None:
        created = record.need("class")
        path = f"bodies[{index}]"
        for key in record.fields:
            if "gbm" in key.lower() or key.startswith("variableHydro"):
                self._conversion.refused(
                    record.fields[key].place,
                    f"{record.fields[key]}: generalised modes and variable hydrodynamics are not "
                    "imported",
                )
        nonhydro = record.take("nonHydro")
        if nonhydro is not None and nonhydro.number() != 0.0:
            raise UnreadableError(
                nonhydro.place, f"{nonhydro}: bodies without a database are not imported"
            )
        if nonhydro is not None:
            self._conversion.taken(nonhydro, path)
        hull, reference = self._group(index, created)
        body: dict[str, Any] = {"name": self._names[index]}
        body |= self._mass(record, path)
        if "motion" not in body or "inertia" in record:
            body |= self._inertia(record, path)
        center = None if hull is None else list(hull.center_of_gravity)
        body |= self._initial(record, center, path)
        self._conversion.taken(created, reference)
        self._damping(record, created.text())
        mesh = WecSimMesh(record, self._file, self._conversion)
        mesh.convert(body, path)
        if mesh.is_nonlinear:
            mesh.convert_nonlinear(self._groups[created.text()], center, self._names[index])
        self._conversion.model["bodies"].append(body)
        return center

    def _group(self, index: int, created: Field) -> tuple[DatabaseHull | None, str]:
        name = created.text()
        if name not in self._groups:
            number = len(self._groups)
            group: dict[str, Any] = {
                "name": "water" if number == 0 else f"water_{number + 1}",
                "database": "",
                "bodies": [],
                **self._settings,
            }
            self._groups[name] = group
            content = name_database(group, name, created, self._file, self._conversion)
            self._hulls[name] = None if content is None else content.hulls
        hulls = self._hulls[name]
        if hulls is not None and index >= len(hulls):
            raise UnreadableError(
                created.place, f"{created} has {len(hulls)} bodies, body({index + 1}) is none"
            )
        entry = {"body": self._names[index]}
        entry["database_body"] = f"body{index + 1}" if hulls is None else hulls[index].name
        self._groups[name]["bodies"].append(entry)
        path = f"hydrodynamics[{list(self._groups).index(name)}].database"
        return (None if hulls is None else hulls[index]), path

    def _mass(self, record: Record, path: str) -> dict[str, Any]:
        mass = record.need("mass")
        if isinstance(mass.value, str):
            word = mass.text()
            if word == "equilibrium":
                self._conversion.taken(mass, f"{path}.mass", f"{mass}: that of the displaced water")
                return {}
            if word in _STATIC:
                self._conversion.taken(mass, f"{path}.motion")
                return {"motion": "static"}
        self._conversion.taken(mass, f"{path}.mass")
        return {"mass": positive(mass, "kg")}

    def _inertia(self, record: Record, path: str) -> dict[str, Any]:
        found = record.need("inertia")
        inertia = dict(zip(("xx", "yy", "zz"), found.numbers(3), strict=True))
        self._conversion.taken(found, f"{path}.inertia")
        products = record.take("inertiaProducts")
        if products is not None:
            inertia |= dict(zip(("xy", "xz", "yz"), products.numbers(3), strict=True))
            self._conversion.assumed(
                products.place,
                f"{products}: entries xy, xz, yz of the tensor, as Simscape has them",
                f"{path}.inertia",
            )
        return {"inertia": inertia}

    def _initial(self, record: Record, center: list[float] | None, path: str) -> dict[str, Any]:
        """Pose at the start: displacement from rest and a turn about an axis."""
        pose: dict[str, Any] = {}
        displacement = record.take("initial.displacement")
        if displacement is not None:
            moved = displacement.numbers(3)
            self._conversion.taken(displacement, f"{path}.position")
            if any(moved) and center is None:
                self._conversion.left_out(
                    displacement.place, f"{displacement}: the pose of rest is in the database"
                )
            elif any(moved) and center is not None:
                pose["position"] = [c + d for c, d in zip(center, moved, strict=True)]
        axis, angle = record.take("initial.axis"), record.take("initial.angle")
        turn = 0.0 if angle is None else angle.number()
        direction = np.array([0.0, 1.0, 0.0] if axis is None else axis.numbers(3))
        for found in (axis, angle):
            if found is not None:
                self._conversion.taken(found, f"{path}.attitude_deg")
        length = float(np.linalg.norm(direction))
        if turn != 0.0 and axis is not None and length == 0.0:
            raise UnreadableError(axis.place, f"{axis} must not be zero")
        if turn != 0.0:
            vector = direction / length * math.sin(turn / 2.0)
            angles = angles_of([math.cos(turn / 2.0), *vector])
            pose["attitude_deg"] = np.degrees(angles).tolist()
        return pose

    def _damping(self, record: Record, database: str) -> None:
        entry = self._groups[database]["bodies"][-1]
        for key, name in (
            ("linearDamping", "linear_damping"),
            ("quadDrag.drag", "quadratic_damping"),
        ):
            found = record.take(key)
            if found is not None:
                values = matrix(found)
                self._conversion.taken(found, f"hydrodynamics[].bodies[].{name}")
                if any(values):
                    entry[name] = values
        coefficients, area = record.take("quadDrag.cd"), record.take("quadDrag.area")
        if coefficients is not None and area is not None:
            if "quadratic_damping" in entry:
                raise UnreadableError(coefficients.place, "quadDrag must have drag or cd, not both")
            density = self._conversion.model["environment"]["water_density"]
            factors = zip(coefficients.numbers(6), area.numbers(6), strict=True)
            entry["quadratic_damping"] = [0.5 * density * c * a for c, a in factors]
            for found in (coefficients, area):
                self._conversion.taken(found, "hydrodynamics[].bodies[].quadratic_damping")
        elif coefficients is not None or area is not None:
            raise UnreadableError(record.place, "quadDrag must have both cd and area")


WEC_SIM = ModelFormat(
    name="wec_sim",
    title="WEC-Sim (wecSimInputFile.m)",
    recognises=looks_like_wec_sim,
    convert=_convert,
    options=frozenset({"databases", "joints", "lines_as"}),
)
