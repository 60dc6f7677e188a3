"""Hydrodynamics of SEA-Stack: databases, waves, radiation, lines of MoorDyn."""

from __future__ import annotations

import re
from typing import Any

from raftup.importing_models.conversion import Conversion, positive
from raftup.importing_models.databases import DatabaseContent, name_database
from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.moordyn.model import mooring_loads
from raftup.importing_models.moordyn.text import read_moordyn
from raftup.importing_models.number_tables import read_table, write_elevation
from raftup.importing_models.record import Field, Record
from raftup.importing_models.source import SourceFile

_METHODS = {"rirf_convolution": "convolution", "convolution": "convolution"}
_METHODS |= {"state_space": "state_space"}
_DEFAULT_COUNT = 512


def convert_hydro(
    hydro: Record, file: SourceFile, names: dict[str, str], conversion: Conversion
) -> None:
    """Adds groups, waves and mooring lines to the model.

    Args:
        hydro: the mapping `hydrodynamics`.
        file: the file that contains it.
        names: name in the model of each body of the model file.
        conversion: the model with its bodies.
    """
    groups: dict[str, dict[str, Any]] = {}
    contents: dict[str, DatabaseContent | None] = {}
    for record in hydro.records("bodies"):
        _add_body(record, file, names, groups, contents, conversion)
    conversion.check_databases(file.place(0))
    radiation = _radiation(hydro.record("radiation"), conversion)
    conversion.without_effect(hydro.record("excitation"), {"method": "the same sum of waves"})
    for group in groups.values():
        group["radiation"] = dict(radiation)
        group["excitation"] = {"at_body_position": False}
    conversion.model["hydrodynamics"] = list(groups.values())
    waves = hydro.record("waves")
    _waves(waves, file, conversion)
    _moordyn(hydro.record("moordyn"), file, names, conversion)


def _add_body(
    record: Record,
    file: SourceFile,
    names: dict[str, str],
    groups: dict[str, dict[str, Any]],
    contents: dict[str, DatabaseContent | None],
    conversion: Conversion,
) -> None:
    label, named = record.need("name"), record.need("h5_file")
    name = names.get(label.text(), "")
    if not name:
        raise UnreadableError(label.place, f"{label} must be a body of the model file")
    if named.text() not in groups:
        number = len(groups)
        group: dict[str, Any] = {
            "name": "water" if number == 0 else f"water_{number + 1}",
            "database": "",
            "bodies": [],
        }
        groups[named.text()] = group
        contents[named.text()] = name_database(group, named.text(), named, file, conversion)
    group = groups[named.text()]
    is_number = re.fullmatch(r"body[1-9]\d*", label.text())
    place = label.text() if is_number else f"body{len(group['bodies']) + 1}"
    content = contents[named.text()]
    if content is not None and int(place.removeprefix("body")) > len(content.hulls):
        raise UnreadableError(
            named.place, f"{named} has {len(content.hulls)} bodies, {place} is none"
        )
    entry: dict[str, Any] = {"body": name, "database_body": place}
    for key in ("linear_damping", "quadratic_damping"):
        found = record.take(key)
        if found is not None:
            values = found.value if isinstance(found.value, list) else []
            entry[key] = (
                _matrix(found)
                if len(values) == 6 and isinstance(values[0], list)
                else (found.numbers(6))
            )
            conversion.taken(found, f"hydrodynamics[].bodies[].{key}")
    conversion.taken(label, "hydrodynamics[].bodies[].body")
    conversion.taken(named, "hydrodynamics[].database")
    group["bodies"].append(entry)


def _matrix(found: Field) -> list[float]:
    return [v for row in found.value for v in Field(found.name, row, found.place).numbers(6)]


def _radiation(record: Record, conversion: Conversion) -> dict[str, Any]:
    method = record.take("method")
    name = "rirf_convolution" if method is None else method.text()
    if name not in _METHODS:
        raise UnreadableError(record.place, f"{method} must be one of {', '.join(_METHODS)}")
    if method is not None:
        conversion.taken(method, "hydrodynamics[].radiation.memory")
    conversion.without_effect(record, {"diagnostics": "files of results"})
    if _METHODS[name] == "state_space":
        return {"memory": "state_space"}
    return {"memory": "convolution", "data": "as_filed"}


def _waves(record: Record, file: SourceFile, conversion: Conversion) -> None:
    kind = record.need("type")
    environment = conversion.model["environment"]
    conversion.taken(kind, "environment.sea.waves")
    depth = record.take("depth")
    if depth is not None:
        environment["water_depth"] = positive(depth, "m")
        conversion.taken(depth, "environment.water_depth")
    sea: dict[str, Any] = {}
    ramp = record.take("ramp_duration")
    if ramp is not None:
        sea["ramp_duration"] = ramp.number()
        conversion.taken(ramp, "environment.sea.ramp_duration")
    shape = record.take("ramp_type")
    if shape is not None and shape.text() == "cosine":
        conversion.taken(shape, "environment.sea.ramp_duration")
    elif shape is not None:
        conversion.differs(shape.place, f"{shape}: a raised cosine", "environment.sea")
    word = kind.text()
    if word in ("still", "no_wave", "none"):
        conversion.taken(kind, "environment.sea.waves", f"{kind}: still water")
    elif word == "regular":
        sea["waves"] = [{"regular": _regular(record, conversion)}]
    elif word == "irregular":
        sea["waves"] = [_irregular(record, file, conversion)]
    else:
        raise UnreadableError(kind.place, f"{kind} must be still, regular or irregular")
    if sea:
        environment["sea"] = sea


def _direction(record: Record, conversion: Conversion) -> dict[str, float]:
    direction = record.take("direction")
    if direction is None:
        return {}
    conversion.taken(direction, "environment.sea.waves[0].direction_deg")
    return {"direction_deg": direction.number()}


def _regular(record: Record, conversion: Conversion) -> dict[str, float]:
    path = "environment.sea.waves[0].regular"
    height, amplitude = record.take("height"), record.take("amplitude")
    if (height is None) == (amplitude is None):
        raise UnreadableError(record.place, "waves must have height or amplitude")
    wave: dict[str, float] = {}
    if amplitude is not None:
        wave["amplitude"] = amplitude.number()
        conversion.taken(amplitude, f"{path}.amplitude")
    elif height is not None:
        wave["amplitude"] = height.number() / 2.0
        conversion.taken(height, f"{path}.amplitude")
    period = record.need("period")
    wave["period"] = positive(period, "s")
    conversion.taken(period, f"{path}.period")
    return wave | _direction(record, conversion)


def _irregular(record: Record, file: SourceFile, conversion: Conversion) -> dict[str, Any]:
    path = "environment.sea.waves[0]"
    named = record.take("eta_file")
    if named is not None:
        table = read_table(named, file, conversion)
        conversion.differs(
            named.place, f"{named}: decomposed into the waves of the record", f"{path}.elevation"
        )
        elevation = {"file": write_elevation(table, conversion), "beyond": "still"}
        return {"elevation": elevation | _direction(record, conversion)}
    wave = _spectrum(record, conversion) | _direction(record, conversion)
    count = record.record("discretization").take("n_omega") or record.take("nfrequencies")
    wave["component_count"] = _DEFAULT_COUNT if count is None else count.whole()
    wave["discretisation"] = "equal_frequency"
    if count is not None:
        conversion.taken(count, f"{path}.irregular.component_count")
    wave |= conversion.seed(record.take("seed"), f"{path}.irregular.seed")
    spreading = record.record("spreading")
    if "type" in spreading:
        wave["spreading"] = _spreading(spreading, record.record("discretization"), conversion)
    return {"irregular": wave}


def _spectrum(record: Record, conversion: Conversion) -> dict[str, Any]:
    path = "environment.sea.waves[0].irregular"
    height, period = record.need("height"), record.need("period")
    values = {
        "significant_wave_height": positive(height, "m"),
        "peak_period": positive(period, "s"),
    }
    conversion.taken(height, f"{path}.significant_wave_height")
    conversion.taken(period, f"{path}.peak_period")
    kind, gamma = record.take("spectrum"), record.take("gamma")
    if kind is None:
        conversion.assumed(record.place, "waves.spectrum = pierson_moskowitz", path)
    else:
        conversion.taken(kind, path)
    name = "pierson_moskowitz" if kind is None else kind.text().lower()
    if name in ("pierson_moskowitz", "pm"):
        return {"pierson_moskowitz": values}
    if name != "jonswap":
        raise UnreadableError(record.place, f"{kind} must be jonswap or pierson_moskowitz")
    if gamma is None:
        conversion.assumed(record.place, "waves.gamma = 3.3", f"{path}.jonswap.peak_enhancement")
        return {"jonswap": values | {"peak_enhancement": 3.3}}
    conversion.taken(gamma, f"{path}.jonswap.peak_enhancement")
    return {"jonswap": values | {"peak_enhancement": gamma.number()}}


def _spreading(spreading: Record, division: Record, conversion: Conversion) -> dict[str, Any]:
    kind, exponent = spreading.need("type"), spreading.need("s")
    path = "environment.sea.waves[0].irregular.spreading"
    if kind.text() != "cos2s":
        raise UnreadableError(kind.place, f"{kind} must be cos2s")
    conversion.taken(kind, path)
    conversion.taken(exponent, f"{path}.cosine_2s")
    count = division.take("n_theta")
    if count is None:
        conversion.assumed(spreading.place, "15 directions", f"{path}.direction_count")
        return {"cosine_2s": exponent.number(), "direction_count": 15}
    conversion.taken(count, f"{path}.direction_count")
    return {"cosine_2s": exponent.number(), "direction_count": count.whole()}


def _moordyn(
    record: Record, file: SourceFile, names: dict[str, str], conversion: Conversion
) -> None:
    enabled = record.take("enabled")
    if "input_file" not in record:
        return
    if enabled is not None and not enabled.flag():
        for one in [enabled, *record.unused()]:
            conversion.whole_without_effect(one, "the lines are off")
        return
    named, bodies = record.need("input_file"), record.need("bodies")
    if enabled is not None:
        conversion.taken(enabled, "loads")
    labels = bodies.value if isinstance(bodies.value, list) else [bodies.value]
    if len(labels) != 1 or not names.get(str(labels[0])):
        raise UnreadableError(
            bodies.place, f"{bodies} must be one body: several have a load `mooring_system` each"
        )
    conversion.taken(bodies, "loads[].mooring_system.body")
    conversion.taken(named, "loads[].mooring_system.input")
    text = read_moordyn(conversion.read_named(file, named.text(), named.place))
    mooring = mooring_loads(text, conversion, names[str(labels[0])], "mooring")
    conversion.model.setdefault("loads", []).extend(mooring.loads)
