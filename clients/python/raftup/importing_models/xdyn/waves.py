"""Waves of xdyn's environment models as the sea of a model."""

from __future__ import annotations

import math
from typing import Any

from raftup.importing_models.conversion import Conversion
from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.record import Record
from raftup.importing_models.xdyn.units import quantity

_DIRECTIONS = 15
"""Number of directions where the source has none."""


def convert_environment(models: list[Record], conversion: Conversion) -> None:
    """Adds environment models to the environment of the model; others are left out."""
    for record in models:
        kind = record.need("model")
        name = kind.text()
        if name == "no waves":
            level, found = quantity(record, "constant sea elevation in NED frame", "length")
            if level != 0.0:
                raise UnreadableError(found.place, f"{found}: the sea must be at 0")
            conversion.taken(found, "environment.sea", f"{kind}: still water")
        elif name in ("no wind", "no current"):
            conversion.taken(kind, "environment", f"{kind}")
        elif name == "waves":
            conversion.taken(kind, "environment.sea.waves")
            _waves(record, conversion)
        else:
            conversion.left_out(kind.place, f"{kind}: no counterpart")
            for one in record.unused():
                one.is_used = True


def _waves(record: Record, conversion: Conversion) -> None:
    division = record.record("discretization")
    settings: dict[str, Any] = {}
    count = division.take("n")
    if count is not None:
        settings["component_count"] = count.whole()
        conversion.taken(count, "environment.sea.waves[].irregular.component_count")
    for key, target in (("omega min", "omega_min"), ("omega max", "omega_max")):
        if key in division:
            settings[target], found = quantity(division, key, "frequency")
            conversion.taken(found, f"environment.sea.waves[].irregular.{target}")
    equal = division.take("equal energy bins")
    if equal is not None:
        settings["discretisation"] = "equal_energy" if equal.flag() else "equal_frequency"
        conversion.taken(equal, "environment.sea.waves[].irregular.discretisation")
    share = division.take("energy fraction")
    if share is not None and share.number() != 1.0:
        conversion.differs(share.place, f"{share}: all components are used", "environment.sea")
    elif share is not None:
        conversion.taken(share, "environment.sea")
    systems = [_spectrum(one, settings, conversion) for one in record.records("spectra")]
    conversion.model["environment"]["sea"] = {"waves": systems}
    for one in list(record.record("output").unused()):
        conversion.whole_without_effect(one, "files of results alone")


def _spectrum(record: Record, settings: dict[str, Any], conversion: Conversion) -> dict[str, Any]:
    kind = record.need("model")
    if kind.text() != "airy":
        raise UnreadableError(kind.place, f"{kind} must be airy")
    conversion.taken(kind, "environment.sea.waves")
    if "depth" in record:
        depth, found = quantity(record, "depth", "length")
        if depth > 0.0:
            conversion.model["environment"]["water_depth"] = depth
        conversion.taken(found, "environment.water_depth")
    stretching = record.record("stretching")
    for one in list(stretching.unused()):
        one.is_used = True
        conversion.differs(one.place, f"{one}: Wheeler's stretching", "environment.sea")
    for one in list(stretching.record("h").unused()):
        one.is_used = True
    spreading, density = record.record("directional spreading"), record.record("spectral density")
    direction, found = quantity(spreading, "waves propagating to", "angle")
    conversion.taken(found, "environment.sea.waves[].direction_deg")
    angle = {"direction_deg": -math.degrees(direction) + 0.0}
    shape = density.need("type")
    conversion.taken(shape, "environment.sea.waves")
    if shape.text() == "dirac":
        seed = record.take("seed of the random data generator")
        if seed is not None:
            conversion.differs(seed.place, f"{seed}: phase 0", "environment.sea.waves")
        height, _ = quantity(density, "Hs", "length")
        omega, _ = quantity(density, "omega0", "frequency")
        if omega <= 0.0:
            raise UnreadableError(density.place, "omega0 must be above 0")
        # a spectrum of one frequency has the amplitude Hs / (2 sqrt 2)
        wave = {"amplitude": height / (2.0 * math.sqrt(2.0)), "period": 2.0 * math.pi / omega}
        _tell_spreading(spreading, conversion)
        return {"regular": wave | angle}
    wave = _named_shape(shape.text(), density, conversion)
    wave |= angle | settings | _seed(record, conversion)
    spread = _tell_spreading(spreading, conversion)
    return {"irregular": wave | ({"spreading": spread} if spread else {})}


def _named_shape(name: str, density: Record, conversion: Conversion) -> dict[str, Any]:
    height, first = quantity(density, "Hs", "length")
    period, second = quantity(density, "Tp", "time")
    path = "environment.sea.waves[].irregular"
    conversion.taken(first, f"{path}.significant_wave_height")
    conversion.taken(second, f"{path}.peak_period")
    values = {"significant_wave_height": height, "peak_period": period}
    if name in ("pierson-moskowitz", "bretschneider"):
        return {"pierson_moskowitz": values}
    if name != "jonswap":
        raise UnreadableError(density.place, f"the spectrum {name} has no counterpart")
    gamma = density.need("gamma")
    conversion.taken(gamma, f"{path}.jonswap.peak_enhancement")
    return {"jonswap": values | {"peak_enhancement": gamma.number()}}


def _seed(record: Record, conversion: Conversion) -> dict[str, int]:
    seed = record.take("seed of the random data generator")
    if seed is not None and str(seed.value) == "none":
        return {}
    return conversion.seed(seed, "environment.sea.waves[].irregular.seed")


def _tell_spreading(spreading: Record, conversion: Conversion) -> dict[str, Any]:
    kind = spreading.need("type")
    path = "environment.sea.waves[].irregular.spreading"
    if kind.text() == "dirac":
        conversion.taken(kind, path)
        return {}
    if kind.text() != "cos2s":
        raise UnreadableError(kind.place, f"{kind} must be dirac or cos2s")
    exponent, count = spreading.need("s"), spreading.take("n")
    conversion.differs(kind.place, f"{kind}: cos2s of half the angle", path)
    conversion.taken(exponent, f"{path}.cosine_2s")
    number = _DIRECTIONS if count is None else count.whole()
    return {"cosine_2s": exponent.number(), "direction_count": number}
