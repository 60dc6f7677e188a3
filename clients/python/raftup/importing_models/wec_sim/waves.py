"""Waves of WEC-Sim as the sea of a model."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from raftup.importing_models.conversion import Conversion, positive
from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.number_tables import read_table, write_elevation
from raftup.importing_models.record import Record
from raftup.importing_models.source import SourceFile

CONSTANT = ("noWave", "regular")
"""Types of waves for which WEC-Sim uses A and B of one frequency."""

_COMPONENTS = {"EqualEnergy": 500, "Traditional": 1000}
_DISCRETISATION = {"EqualEnergy": "equal_energy", "Traditional": "equal_frequency"}
"""Names of WEC-Sim's ways to divide a spectrum, their numbers of components and ours."""


def wave_frequency(waves: Record) -> float:
    """Frequency of a regular wave [rad/s]."""
    return 2.0 * math.pi / positive(waves.need("period"), "s")


def convert_waves(waves: list[Record], file: SourceFile, conversion: Conversion) -> None:
    """Adds the waves of an input file to the sea of the model."""
    systems: list[dict[str, Any]] = []
    for record in waves:
        kind = record.need("class")
        conversion.taken(kind, "environment.sea.waves")
        if kind.text() in ("regular", "regularCIC"):
            systems += _regular(record, conversion)
        elif kind.text() in ("irregular", "spectrumImport"):
            systems += _irregular(record, kind.text(), file, conversion)
        elif kind.text() in ("elevationImport", "waveImport", "etaImport"):
            systems.append(_elevation(record, file, conversion))
        elif kind.text() not in ("noWave", "noWaveCIC"):
            raise UnreadableError(kind.place, f"{kind}: no such type of waves")
        conversion.without_effect(
            record, {"viz.numPointsX": "pictures", "viz.numPointsY": "pictures"}
        )
        if kind.text() == "noWave":
            conversion.taken(record.need("period"), "hydrodynamics[].radiation.frequency")
        conversion.leave_out_unused(record)
    if systems:
        conversion.model["environment"]["sea"]["waves"] = systems


def _regular(record: Record, conversion: Conversion) -> list[dict[str, Any]]:
    height, period = record.need("height"), record.need("period")
    conversion.taken(height, "environment.sea.waves[].regular.amplitude")
    conversion.taken(period, "environment.sea.waves[].regular.period")
    wave = {"amplitude": height.number() / 2.0, "period": positive(period, "s")}
    return [
        {"regular": wave | {"amplitude": wave["amplitude"] * share, "direction_deg": angle}}
        for angle, share in _directions(record, conversion, amplitude=True)
    ]


def _directions(
    record: Record, conversion: Conversion, *, amplitude: bool = False
) -> list[tuple[float, float]]:
    """Directions [deg] of the waves with the factors of their heights.

    `spread` is a share of energy; of a regular wave WEC-Sim multiplies the amplitude by it.
    """
    direction, spread = record.take("direction"), record.take("spread")
    angles = [0.0] if direction is None else direction.numbers()
    shares = [1.0 / len(angles)] * len(angles) if spread is None else spread.numbers(len(angles))
    if direction is not None:
        conversion.taken(direction, "environment.sea.waves[].direction_deg")
    if spread is not None:
        if min(shares) < 0.0:
            raise UnreadableError(spread.place, f"{spread} must not be negative")
        conversion.taken(spread, "environment.sea.waves[]")
    elif len(angles) > 1:
        conversion.assumed(record.place, "each direction has the same energy: no waves.spread")
    return [
        (angle, share if amplitude else math.sqrt(share))
        for angle, share in zip(angles, shares, strict=True)
    ]


def _irregular(
    record: Record, kind: str, file: SourceFile, conversion: Conversion
) -> list[dict[str, Any]]:
    settings = _division(record, conversion)
    seed = record.take("phaseSeed")
    settings |= conversion.seed(seed, "environment.sea.waves[].irregular.seed")
    systems = []
    spectrum = _tabulated(record, file, conversion) if kind == "spectrumImport" else None
    shape = None if spectrum is not None else _shape(record, conversion)
    for angle, factor in _directions(record, conversion):
        if factor == 0.0:
            continue
        wave: dict[str, Any] = {}
        if spectrum is not None:
            density = [value * factor * factor for value in spectrum["density"]]
            wave["tabulated"] = spectrum | {"density": density}
        elif shape is not None:
            name, values = shape
            height = values["significant_wave_height"] * factor
            wave[name] = values | {"significant_wave_height": height}
        systems.append({"irregular": wave | {"direction_deg": angle} | settings})
    return systems


def _division(record: Record, conversion: Conversion) -> dict[str, Any]:
    option = record.take("bem.option")
    name = "EqualEnergy" if option is None else option.text()
    if name not in _COMPONENTS:
        raise UnreadableError(record.place, f"{option} must be one of {', '.join(_COMPONENTS)}")
    settings: dict[str, Any] = {
        "discretisation": _DISCRETISATION[name],
        "component_count": _COMPONENTS[name],
    }
    count = record.take("bem.count")
    if count is not None:
        settings["component_count"] = count.whole()
        conversion.taken(count, "environment.sea.waves[].irregular.component_count")
    if option is not None:
        conversion.taken(option, "environment.sea.waves[].irregular.discretisation")
    span = record.take("bem.range")
    if span is not None:
        settings["omega_min"], settings["omega_max"] = span.numbers(2)
        conversion.taken(span, "environment.sea.waves[].irregular.omega_min")
    return settings


def _shape(record: Record, conversion: Conversion) -> tuple[str, dict[str, float]]:
    height, period = record.need("height"), record.need("period")
    kind = record.need("spectrumType")
    path = "environment.sea.waves[].irregular"
    conversion.taken(height, f"{path}.significant_wave_height")
    conversion.taken(period, f"{path}.peak_period")
    conversion.taken(kind, path)
    values = {
        "significant_wave_height": positive(height, "m"),
        "peak_period": positive(period, "s"),
    }
    if kind.text() == "PM":
        return "pierson_moskowitz", values
    if kind.text() != "JS":
        raise UnreadableError(kind.place, f"{kind} must be PM or JS")
    gamma = record.take("gamma")
    if gamma is not None:
        conversion.taken(gamma, f"{path}.jonswap.peak_enhancement")
        return "jonswap", values | {"peak_enhancement": gamma.number()}
    steepness = values["peak_period"] / math.sqrt(values["significant_wave_height"])
    # WEC-Sim, waveClass.irregWaveSpectrum
    enhancement = min(5.0, max(1.0, math.exp(5.75 - 1.15 * steepness)))
    if steepness <= 3.6:
        enhancement = 5.0
    conversion.assumed(
        record.place,
        f"gamma {enhancement:g} of the peak period and height, as WEC-Sim takes it",
        f"{path}.jonswap.peak_enhancement",
    )
    return "jonswap", values | {"peak_enhancement": enhancement}


def _tabulated(record: Record, file: SourceFile, conversion: Conversion) -> dict[str, Any]:
    named = record.need("spectrumFile")
    table = read_table(named, file, conversion)
    conversion.taken(named, "environment.sea.waves[].irregular.tabulated")
    if table.shape[1] > 2:
        conversion.left_out(named.place, f"{named}: the phases of its third column")
    order = np.argsort(table[:, 0], kind="stable")
    table = table[order][table[order, 0] > 0.0]
    # S(omega) = S(f)/(2 pi), omega = 2 pi f
    return {
        "omega": (2.0 * math.pi * table[:, 0]).tolist(),
        "density": (table[:, 1] / (2.0 * math.pi)).tolist(),
    }


def _elevation(record: Record, file: SourceFile, conversion: Conversion) -> dict[str, Any]:
    named = record.need("elevationFile")
    table = read_table(named, file, conversion)
    conversion.differs(
        named.place,
        f"{named}: decomposed into waves of the record; WEC-Sim convolves it with the excitation",
        "environment.sea.waves[].elevation",
    )
    name = write_elevation(table, conversion)
    direction = record.take("direction")
    angle = 0.0 if direction is None else direction.number()
    if direction is not None:
        conversion.taken(direction, "environment.sea.waves[].elevation.direction_deg")
    return {"elevation": {"file": name, "direction_deg": angle, "beyond": "still"}}
