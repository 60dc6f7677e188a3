"""Waves and current of OpenFAST's SeaState, or of HydroDyn before version 4."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from raftup.importing_models.conversion import Conversion, positive
from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.number_tables import read_table, write_elevation
from raftup.importing_models.openfast.file import FastFile, is_default
from raftup.importing_models.record import Field, Record

_NO_EFFECT = {
    **dict.fromkeys(
        ("x_halfwidth", "y_halfwidth", "z_depth", "nx", "ny", "nz"), "grid of SeaState"
    ),
    **dict.fromkeys(("wavedt", "echo", "seastsum", "outswtch", "outfmt", "outsfmt"), "files"),
    **dict.fromkeys(("nwaveelev", "waveelevxi", "waveelevyi", "nwavekin"), "files of results"),
    **dict.fromkeys(("wavekinxi", "wavekinyi", "wavekinzi"), "files of results"),
}
_MOST_COMPONENTS = 5000
_CURRENT_LEVELS = 21


def convert_sea(sea: FastFile, conversion: Conversion) -> None:
    """Adds waves and current to the environment of the model."""
    record = sea.record
    mode = record.need("wavemod")
    conversion.taken(mode, "environment.sea.waves")
    word = str(mode.value).upper().removesuffix(".0")
    environment = conversion.model["environment"]
    if word == "0":
        _tell_unused_waves(record, conversion)
    elif word.startswith("1"):
        environment["sea"] = {"waves": [{"regular": _regular(record, word, conversion)}]}
    elif word == "2":
        environment["sea"] = {"waves": [{"irregular": _irregular(record, conversion)}]}
    elif word == "5":
        environment["sea"] = {"waves": [_elevation(sea, conversion)]}
    elif word in ("3", "4"):
        kind = "white noise" if word == "3" else "a spectrum of a user's routine"
        conversion.left_out(mode.place, f"{mode}: {kind}; the water is still")
    else:
        raise UnreadableError(mode.place, f"{mode}: wave kinematics from files are not imported")
    _current(record, conversion)
    _switches(record, conversion)
    conversion.without_effect(record, _NO_EFFECT)


def _direction(record: Record, conversion: Conversion) -> dict[str, float]:
    found = record.take("wavedir")
    if found is None:
        return {}
    conversion.taken(found, "environment.sea.waves[0].direction_deg")
    return {"direction_deg": found.number()}


def _regular(record: Record, word: str, conversion: Conversion) -> dict[str, float]:
    height, period = record.need("wavehs"), record.need("wavetp")
    conversion.taken(height, "environment.sea.waves[0].regular.amplitude")
    conversion.taken(period, "environment.sea.waves[0].regular.period")
    wave = {"amplitude": height.number() / 2.0, "period": positive(period, "s")}
    if word.startswith("1P"):
        phase = Field("WaveMod", word[2:], record.need("wavemod").place).number()
        wave["phase_deg"] = phase
        conversion.assumed(
            record.need("wavemod").place,
            f"WaveMod = {word}: a phase that leads, in degrees",
            "environment.sea.waves[0].regular.phase_deg",
        )
    _tell_unused_waves(record, conversion, keep=("wavehs", "wavetp", "wavedir"))
    return wave | _direction(record, conversion)


def _irregular(record: Record, conversion: Conversion) -> dict[str, Any]:
    path = "environment.sea.waves[0].irregular"
    height, period = record.need("wavehs"), record.need("wavetp")
    values = {
        "significant_wave_height": positive(height, "m"),
        "peak_period": positive(period, "s"),
    }
    conversion.taken(height, f"{path}.jonswap.significant_wave_height")
    conversion.taken(period, f"{path}.jonswap.peak_period")
    values["peak_enhancement"] = _enhancement(record, values, conversion)
    low, high = record.need("wvlowcoff"), record.need("wvhicoff")
    span = record.need("wavetmax")
    wave: dict[str, Any] = {"jonswap": values} | _direction(record, conversion)
    wave |= {"omega_min": max(low.number(), 1e-3), "omega_max": high.number()}
    # WaveTMax is the period after which OpenFAST's sea repeats
    count = round((wave["omega_max"] - wave["omega_min"]) * positive(span, "s") / (2.0 * math.pi))
    wave |= {"component_count": min(max(count, 1), _MOST_COMPONENTS)}
    wave["discretisation"] = "equal_frequency"
    for found in (low, high, span):
        conversion.taken(found, path)
    _seed(record, wave, conversion)
    spread = record.take("wavedirmod")
    if spread is not None and spread.number() == 1.0:
        exponent, number = record.need("wavedirspread"), record.need("wavendir")
        wave["spreading"] = {
            "cosine_2s": positive(exponent),
            "direction_count": number.whole(),
        }
        for one in (spread, exponent, number, record.take("wavedirrange")):
            if one is not None:
                conversion.differs(
                    one.place, f"{one}: cos2s of half the angle", f"{path}.spreading"
                )
    else:
        for key in ("wavedirmod", "wavedirspread", "wavendir", "wavedirrange"):
            unused = record.take(key)
            if unused is not None:
                conversion.taken(unused, "", f"{unused}: no spreading")
    return wave


def _enhancement(record: Record, values: dict[str, float], conversion: Conversion) -> float:
    found = record.take("wavepkshp")
    path = "environment.sea.waves[0].irregular.jonswap.peak_enhancement"
    if found is not None and not is_default(found):
        conversion.taken(found, path)
        return found.number()
    # IEC 61400-3: by the ratio of peak period and root of the height
    ratio = values["peak_period"] / math.sqrt(values["significant_wave_height"])
    gamma = 5.0 if ratio <= 3.6 else 1.0 if ratio > 5.0 else math.exp(5.75 - 1.15 * ratio)
    place = record.place if found is None else found.place
    conversion.assumed(place, f"{found or 'no WavePkShp'}: {gamma:g}, of IEC 61400-3", path)
    return gamma


def _seed(record: Record, wave: dict[str, Any], conversion: Conversion) -> None:
    seed, generator = record.take("waveseed(1)"), record.take("waveseed(2)")
    path = "environment.sea.waves[0].irregular.seed"
    wave |= conversion.seed(seed, path)
    if generator is not None:
        conversion.differs(generator.place, f"{generator}: another random generator", path)


def _elevation(sea: FastFile, conversion: Conversion) -> dict[str, Any]:
    named = sea.record.need("wvkinfile")
    field = Field(named.name, f"{named.text()}.Elev", named.place)
    table = read_table(field, sea.file, conversion)
    conversion.differs(
        named.place, f"{named}: decomposed into the waves of the record", "environment.sea.waves[0]"
    )
    elevation = {"file": write_elevation(table, conversion), "beyond": "still"}
    result = {"elevation": elevation | _direction(sea.record, conversion)}
    _tell_unused_waves(sea.record, conversion, keep=("wvkinfile", "wavedir"))
    return result


_WAVES = (
    *("wavehs", "wavetp", "wavepkshp", "wvlowcoff", "wvhicoff", "wavedir", "wavedirmod"),
    *("wavedirspread", "wavendir", "wavedirrange", "waveseed(1)", "waveseed(2)", "wvkinfile"),
    *("wavetmax", "wavendamp"),
)


def _tell_unused_waves(record: Record, conversion: Conversion, keep: tuple[str, ...] = ()) -> None:
    """Tells fields that WaveMod does not use."""
    for key in _WAVES:
        found = record.take(key) if key not in keep else None
        if found is not None:
            conversion.taken(found, "", f"{found}: unused with this WaveMod")


def _switches(record: Record, conversion: Conversion) -> None:
    """Tells switches that are off, with the fields that belong to them; those on are left out."""
    groups = {
        "wvdiffqtf": ("wvlowcoffd", "wvhicoffd"),
        "wvsumqtf": ("wvlowcoffs", "wvhicoffs"),
        "constwavemod": ("cresthmax", "cresttime", "crestxi", "crestyi"),
        "mcfd": (),
        "wavendamp": (),
        "wavestmod": (),
    }
    for key, others in groups.items():
        found = record.fields.get(key)
        if found is None or found.is_used:
            continue
        if str(found.value).lower() in ("false", "f", "0", "0.0"):
            for one in (key, *others):
                off = record.take(one)
                if off is not None:
                    conversion.taken(off, "", f"{off}: off")
    stretching = record.take("wavestmod")
    if stretching is not None and stretching.number() != 0.0:
        conversion.differs(
            stretching.place, f"{stretching}: Wheeler's stretching for members", "loads"
        )


_CURRENT = ("currssv0", "currssdir", "currnsref", "currnsv0", "currnsdir", "currdiv", "currdidir")


def _current(record: Record, conversion: Conversion) -> None:
    mode = record.take("currmod")
    if mode is None or mode.number() == 0.0:
        for key in ("currmod", *_CURRENT):
            found = record.take(key)
            if found is not None:
                conversion.taken(found, "", f"{found}: no current")
        return
    if mode.number() != 1.0:
        conversion.left_out(mode.place, f"{mode}: a current of a user's routine")
        return
    for key in ("currmod", *_CURRENT):
        conversion.taken(record.need(key), "environment.current")
    depth = conversion.model["environment"].get("water_depth", 100.0)
    levels = np.linspace(0.0, depth, _CURRENT_LEVELS)
    direction = record.need("currssdir")
    if is_default(direction):
        conversion.assumed(direction.place, f"{direction}: 0 deg", "environment.current")
    angle = 0.0 if is_default(direction) else direction.number()
    total = np.zeros(_CURRENT_LEVELS, dtype=complex)
    # power 1/7 from the bottom; linear to 0 at the reference depth; the same at every depth
    total += record.need("currssv0").number() * (1.0 - levels / depth) ** (1.0 / 7.0) * _unit(angle)
    reference = positive(record.need("currnsref"), "m")
    near = np.clip(1.0 - levels / reference, 0.0, None)
    total += record.need("currnsv0").number() * near * _unit(record.need("currnsdir").number())
    total += record.need("currdiv").number() * _unit(record.need("currdidir").number())
    if np.abs(total).max() == 0.0:
        return
    speeds, angles = np.abs(total), np.degrees(np.angle(total))
    same = np.ptp(speeds) < 1e-12 and np.ptp(angles) < 1e-9
    conversion.model["environment"]["current"] = (
        {"speed": [float(speeds[0])], "direction_deg": [float(angles[0])]}
        if same
        else {
            "speed": speeds.tolist(),
            "direction_deg": angles.tolist(),
            "depth": levels.tolist(),
        }
    )


def _unit(angle_deg: float) -> complex:
    return complex(math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg)))
