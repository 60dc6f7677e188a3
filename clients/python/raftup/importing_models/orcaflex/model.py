"""Importer of OrcaFlex's text data files .yml: vessels, waves, current, lines, links."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from raftup.importing_models.conversion import Conversion, ModelNames, positive
from raftup.importing_models.databases import DatabaseContent, name_database
from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.format import ModelFormat
from raftup.importing_models.orcaflex.data import KILO, is_on, table
from raftup.importing_models.orcaflex.lines import convert_lines, tell_no_effect
from raftup.importing_models.record import Field, Record, yaml_record
from raftup.importing_models.rotation import turned_inertia
from raftup.importing_models.source import SourceFile

_STEP = 0.1
"""Step where the source has none, OrcaFlex's default of its implicit integration [s]."""

_REGULAR = ("Single Airy", "Airy", "Dean stream", "Stokes' 5th", "Cnoidal")
_OFF = (
    *("IncludeCurrentLoad", "IncludeWindLoad", "IncludeManoeuvringLoad", "IncludeOtherDamping"),
    *("IncludeSumFrequencyQTF", "IncludeAppliedLoads", "IncludedInStatics"),
)
"""Loads of a vessel that have no counterpart."""


_OF_DATABASE = (
    *("RAO", "LoadRAO", "DisplacementRAO", "AMD", "WaveDrift", "FrequencyDependent"),
    *("Hydrostatic", "DisplacedVolume", "CentreOfBuoyancy", "ReferenceOrigin"),
)
"""Beginnings of the fields of a vessel type that describe its water."""

_SEED = "environment.sea.waves[].irregular.seed"


def looks_like_orcaflex(file: SourceFile) -> bool:
    """Whether a file has OrcaFlex's system of units."""
    return file.is_text and "UnitsSystem:" in file.text and "General:" in file.text


def _convert(file: SourceFile, conversion: Conversion) -> None:
    root = yaml_record(file)
    general = root.record("General")
    units = general.need("UnitsSystem")
    if units.text() != "SI":
        raise UnreadableError(units.place, f"{units} must be SI (te, kN, m): save it so")
    conversion.taken(units, "")
    model = conversion.model
    model |= {"name": file.path.stem, "environment": {}, "bodies": [], "loads": []}
    _environment(root.record("Environment"), conversion)
    _time(general, conversion)
    names = ModelNames()
    vessels = root.records("Vessels")
    if not vessels:
        raise UnreadableError(root.place, "must have Vessels: the importer needs a floating body")
    types = {record.need("Name").text(): record for record in root.records("VesselTypes")}
    bodies: dict[str, str] = {}
    for index, record in enumerate(vessels):
        label = record.need("Name")
        bodies[label.text()] = names.make(label.text(), "vessel")
        _Vessel(record, types, file, conversion).convert(bodies[label.text()], index)
    conversion.check_databases(file.place(0))
    for record in types.values():
        tell_no_effect(record, conversion)
    convert_lines(root, bodies, conversion, names)
    for record in (general, *vessels):
        tell_no_effect(record, conversion)
    if not model["loads"]:
        del model["loads"]
    conversion.leave_out_unused(root)


def _time(general: Record, conversion: Conversion) -> None:
    stages = general.need("StageDuration")
    durations = stages.numbers()
    step = general.take("ImplicitConstantTimeStep")
    if step is None:
        conversion.assumed(general.place, f"step {_STEP:g} s", "integration.step")
    else:
        conversion.taken(step, "integration.step")
    conversion.model["integration"] = {
        "step": _STEP if step is None else positive(step, "s"),
        "duration": sum(durations),
    }
    if min(durations) < 0.0 or sum(durations) <= 0.0:
        raise UnreadableError(stages.place, f"{stages} must be above 0 s")
    if "sea" in conversion.model["environment"]:
        conversion.model["environment"]["sea"]["ramp_duration"] = durations[0]
    conversion.differs(
        stages.place,
        f"{stages}: the first stage is the ramp of the waves, and time begins with it at 0",
        "integration.duration",
    )


def _environment(record: Record, conversion: Conversion) -> None:
    environment = conversion.model["environment"]
    depth, density = record.take("WaterDepth"), record.take("Density")
    if depth is not None and str(depth.value).lower() not in ("infinity", "inf"):
        environment["water_depth"] = positive(depth, "m")
    if density is not None:
        environment["water_density"] = positive(density) * KILO
        conversion.taken(density, "environment.water_density")
    if depth is not None:
        conversion.taken(depth, "environment.water_depth")
    environment["gravity"] = 9.80665
    trains = record.records("WaveTrains")
    if trains:
        environment["sea"] = {"waves": [_waves(one, conversion) for one in trains]}
    speed, direction = record.take("RefCurrentSpeed"), record.take("RefCurrentDirection")
    if speed is not None and speed.number() != 0.0:
        angle = 0.0 if direction is None else direction.number()
        environment["current"] = {"speed": [speed.number()], "direction_deg": [angle]}
    for found in (speed, direction):
        if found is not None:
            conversion.taken(found, "environment.current")
    tell_no_effect(record, conversion)


def _waves(record: Record, conversion: Conversion) -> dict[str, Any]:
    kind, name = record.need("WaveType"), record.take("Name")
    path = "environment.sea.waves[]"
    for found in (kind, name):
        if found is not None:
            conversion.taken(found, path)
    direction = record.take("WaveDirection")
    wave: dict[str, Any] = {}
    if direction is not None:
        wave["direction_deg"] = direction.number()
        conversion.taken(direction, f"{path}.direction_deg")
    if kind.text() in _REGULAR:
        height, period = record.need("WaveHeight"), record.need("WavePeriod")
        for found in (height, period):
            conversion.taken(found, f"{path}.regular")
        if "Airy" not in kind.text():
            conversion.differs(kind.place, f"{kind}: a wave of linear theory", f"{path}.regular")
        wave |= {"amplitude": height.number() / 2.0, "period": positive(period, "s")}
        return {"regular": wave}
    seed = conversion.seed(record.take("WaveSeed"), _SEED)
    return {"irregular": wave | _spectrum(record, kind, conversion) | seed}


def _spectrum(record: Record, kind: Field, conversion: Conversion) -> dict[str, Any]:
    path = "environment.sea.waves[].irregular"
    if kind.text() not in ("JONSWAP", "ISSC"):
        raise UnreadableError(
            kind.place, f"{kind} must be JONSWAP, ISSC or one of {', '.join(_REGULAR)}"
        )
    height, period = record.need("WaveHs"), record.need("WaveTp")
    values = {
        "significant_wave_height": positive(height, "m"),
        "peak_period": positive(period, "s"),
    }
    conversion.taken(height, f"{path}.significant_wave_height")
    conversion.taken(period, f"{path}.peak_period")
    count = record.take("WaveNumberOfComponents")
    settings: dict[str, Any] = {}
    if count is not None:
        settings["component_count"] = count.whole()
        conversion.taken(count, f"{path}.component_count")
    if kind.text() == "ISSC":
        return {"pierson_moskowitz": values} | settings
    gamma = record.take("WaveGamma")
    if gamma is None:
        conversion.assumed(record.place, "WaveGamma = 3.3", f"{path}.jonswap.peak_enhancement")
    else:
        values["peak_enhancement"] = gamma.number()
        conversion.taken(gamma, f"{path}.jonswap.peak_enhancement")
    return {"jonswap": values} | settings


class _Vessel:
    """A vessel with the draught of its type."""

    def __init__(
        self,
        record: Record,
        types: dict[str, Record],
        file: SourceFile,
        conversion: Conversion,
    ) -> None:
        self._record, self._file, self._conversion = record, file, conversion
        self._named = record.need("VesselType")
        self._type = types.get(self._named.text())

    def convert(self, name: str, index: int) -> None:
        """Adds the body and its hydrodynamic group to the model."""
        record, path = self._record, f"bodies[{index}]"
        for found in (record.need("Name"), self._named):
            self._conversion.taken(found, path)
        position, turn = record.need("InitialPosition"), record.need("Orientation")
        body: dict[str, Any] = {"name": name, "position": position.numbers(3)}
        body["attitude_deg"] = turn.numbers(3)
        self._conversion.taken(position, f"{path}.position")
        self._conversion.taken(turn, f"{path}.attitude_deg")
        draught = self._draught()
        group, content = self._group(name, body)
        motion = record.need("PrimaryMotion")
        if motion.text() == "None":
            body["motion"] = "static"
        elif not motion.text().startswith("Calculated (6"):
            raise UnreadableError(motion.place, f"{motion} must be None or Calculated (6 DOF)")
        self._conversion.taken(motion, f"{path}.motion")
        body |= self._mass(draught, content, path)
        superimposed = record.take("SuperimposedMotion")
        if superimposed is not None and superimposed.text() == "None":
            self._conversion.taken(superimposed, path)
        elif superimposed is not None:
            self._conversion.left_out(superimposed.place, f"{superimposed}: no counterpart")
        self._loads(group)
        self._conversion.model["bodies"].append(body)
        self._conversion.model.setdefault("hydrodynamics", []).append(group)

    def _draught(self) -> Record | None:
        named = self._record.take("Draught")
        if self._type is None:
            if named is not None:
                self._conversion.taken(named, "hydrodynamics[].database")
            return None
        draughts = self._type.records("Draughts")
        for one in draughts:
            if named is None or one.need("Name").text() == named.text():
                self._conversion.taken(one.need("Name"), "hydrodynamics[].database")
                return one
        raise UnreadableError(self._record.place, f"no draught {named} in VesselTypes")

    def _group(
        self, name: str, body: dict[str, Any]
    ) -> tuple[dict[str, Any], DatabaseContent | None]:
        group: dict[str, Any] = {
            "name": f"water_{name}",
            "database": "",
            "bodies": [{"body": name}],
            "origin": body["position"][:2],
            "heading_deg": body["attitude_deg"][2],
        }
        file = f"{self._named.text()}.h5"
        content = name_database(group, file, self._named, self._file, self._conversion)
        if self._type is not None:
            text = "of the database" if content is not None else "give them by --database F.h5"
            for record in (self._type, *self._type.records("Draughts")):
                for key, found in record.fields.items():
                    if key.startswith(_OF_DATABASE):
                        self._conversion.whole_without_effect(found, text)
        return group, content

    def _mass(
        self, draught: Record | None, content: DatabaseContent | None, path: str
    ) -> dict[str, Any]:
        if draught is not None and "Mass" in draught:
            mass, center = draught.need("Mass"), draught.need("CentreOfMass")
            read = table(draught, "MomentOfInertiaTensorX")
            if read is None:
                raise UnreadableError(draught.place, "must have MomentOfInertiaTensorX")
            rows, found = read
            tensor = np.array(
                [Field(found.name, list(row.values()), found.place).numbers(3) for row in rows]
            )
            if tensor.shape != (3, 3):
                raise UnreadableError(found.place, f"{found.name} must have 3 rows")
            for one in (mass, center, found):
                self._conversion.taken(one, path)
            body = {"mass": positive(mass) * KILO, "center_of_mass": center.numbers(3)}
            return body | {"inertia": turned_inertia(tensor * KILO)}
        if content is None:
            self._conversion.left_out(
                self._named.place, f"{self._named}: mass and inertia are in another file"
            )
            return {}
        hull = content.hulls[0]
        density = self._conversion.model["environment"].get("water_density", 1025.0)
        mass_of_water = density * hull.displaced_volume
        radius = (0.75 * hull.displaced_volume / math.pi) ** (1.0 / 3.0)
        moment = 0.4 * mass_of_water * radius**2
        self._conversion.assumed(
            self._named.place,
            f"{self._named} is in another file: mass of the displaced water, center of gravity of "
            f"the database, and the inertia {moment:.4g} kg m2 of a ball of its volume",
            f"{path}.inertia",
        )
        return {
            "center_of_mass": list(hull.center_of_gravity),
            "inertia": {"xx": moment, "yy": moment, "zz": moment},
        }

    def _loads(self, group: dict[str, Any]) -> None:
        record = self._record
        waves = record.take("IncludeWaveLoad1stOrder")
        if waves is not None:
            group["excitation"] = {"enabled": is_on(waves)}
            self._conversion.taken(waves, "hydrodynamics[].excitation.enabled")
        drift = record.take("IncludeWaveDriftLoad2ndOrder")
        if drift is not None and is_on(drift):
            group["second_order"] = {"method": "newman"}
            self._conversion.differs(
                drift.place, f"{drift}: by Newman's approximation", "hydrodynamics[].second_order"
            )
        elif drift is not None:
            self._conversion.taken(drift, "hydrodynamics[].second_order")
        radiation = record.take("IncludeAddedMassAndDamping")
        if radiation is not None and not is_on(radiation):
            self._conversion.left_out(
                radiation.place, f"{radiation}: the database has added mass and damping"
            )
        elif radiation is not None:
            self._conversion.taken(radiation, "hydrodynamics[].radiation")
        for key in _OFF:
            found = record.take(key)
            if found is not None and is_on(found):
                self._conversion.left_out(found.place, f"{found}: no counterpart")
            elif found is not None:
                self._conversion.taken(found, "", f"{found}: off")


ORCAFLEX = ModelFormat(
    name="orcaflex",
    title="OrcaFlex (.yml)",
    recognises=looks_like_orcaflex,
    convert=_convert,
    options=frozenset({"databases"}),
)
