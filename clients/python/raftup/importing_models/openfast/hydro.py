"""HydroDyn: the database of its WAMIT files, additional matrices, members."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.errors import RaftupError
from raftup.importing import ImportOptions, read_database
from raftup.importing_models.conversion import Conversion, positive
from raftup.importing_models.databases import name_database
from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.openfast.file import FastFile
from raftup.importing_models.record import Field

_NO_EFFECT = {
    **dict.fromkeys(
        ("echo", "hdsum", "outall", "outswtch", "outfmt", "outsfmt"), "files of results"
    ),
    **dict.fromkeys(("nmoutputs", "njoutputs", "joutlst"), "files of results"),
    "rdtndt": "the kernel has the step of the simulation",
    "nbodymod": "one body is coupled to none",
}


def convert_hydro(hydro: FastFile, conversion: Conversion) -> None:
    """Adds the hydrodynamic group of the platform to the model, which has the body already."""
    record = hydro.record
    potential = record.need("potmod")
    if potential.number() != 1.0:
        raise UnreadableError(
            potential.place,
            f"{potential}: only PotMod 1 has a counterpart; the buoyancy of members has none",
        )
    conversion.taken(potential, "hydrodynamics[0]")
    bodies = record.take("nbody")
    if bodies is not None and bodies.number() != 1.0:
        raise UnreadableError(bodies.place, f"{bodies}: one body can be imported")
    if bodies is not None:
        conversion.taken(bodies, "hydrodynamics[0].bodies")
    entry: dict[str, Any] = {"body": "platform"}
    group: dict[str, Any] = {"name": "water", "database": "", "bodies": [entry]}
    group["excitation"] = _excitation(hydro, conversion)
    group["radiation"] = _radiation(hydro, conversion)
    second = _second_order(hydro, conversion)
    if second:
        group["second_order"] = second
    _database(hydro, group, conversion)
    _additional(hydro, entry, conversion)
    _yaw(hydro, conversion)
    conversion.model["hydrodynamics"] = [group]
    conversion.without_effect(record, _NO_EFFECT)


def _excitation(hydro: FastFile, conversion: Conversion) -> dict[str, Any]:
    record = hydro.record
    mode, displaced = record.need("exctnmod"), record.take("exctndisp")
    cutoff = record.take("exctncutoff")
    path = "hydrodynamics[0].excitation"
    excitation: dict[str, Any] = {}
    if mode.number() == 0.0:
        excitation["enabled"] = False
    if mode.number() == 2.0:
        conversion.differs(mode.place, f"{mode}: a sum of waves, not a state space", path)
    else:
        conversion.taken(mode, f"{path}.enabled")
    kind = 0.0 if displaced is None else displaced.number()
    excitation["at_body_position"] = kind != 0.0
    if displaced is not None:
        conversion.taken(displaced, f"{path}.at_body_position")
    if kind == 2.0:
        found = record.need("exctncutoff")
        excitation["low_frequency_cutoff"] = 2.0 * math.pi * positive(found, "Hz")
        conversion.taken(found, f"{path}.low_frequency_cutoff")
    elif cutoff is not None:
        conversion.taken(cutoff, "", f"{cutoff}: unused with this ExctnDisp")
    return excitation


def _radiation(hydro: FastFile, conversion: Conversion) -> dict[str, Any]:
    mode, duration = hydro.record.need("rdtnmod"), hydro.record.take("rdtntmax")
    path = "hydrodynamics[0].radiation"
    if mode.number() == 2.0:
        conversion.differs(mode.place, f"{mode}: a state space of our own fit", path)
    else:
        conversion.taken(mode, f"{path}.memory")
    if mode.number() == 1.0:
        span = hydro.record.need("rdtntmax")
        conversion.taken(span, f"{path}.kernel_duration")
        return {"memory": "convolution", "kernel_duration": positive(span, "s")}
    if duration is not None:
        conversion.taken(duration, "", f"{duration}: unused with this RdtnMod")
    return {"memory": "state_space" if mode.number() == 2.0 else "none"}


_SECOND = {"mndrift": "mean", "newmanapp": "newman", "diffqtf": "full"}


def _second_order(hydro: FastFile, conversion: Conversion) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for key in (*_SECOND, "sumqtf"):
        found = hydro.record.take(key)
        if found is None:
            continue
        conversion.taken(found, "hydrodynamics[0].second_order")
        if found.number() == 0.0:
            continue
        if key == "sumqtf":
            settings |= {"sum_frequency": True}
            settings.setdefault("method", "full")
        elif "method" in settings:
            raise UnreadableError(found.place, "only one of MnDrift, NewmanApp, DiffQTF may be on")
        else:
            settings["method"] = _SECOND[key]
    return settings


def _wamit_files(hydro: FastFile) -> list[Path]:
    """Numeric files of WAMIT that the input names by its root and by the kinds of drift forces."""
    named = hydro.record.need("potfile")
    root = hydro.file.named(named.text())
    suffixes = [".1", ".3", ".hst"]
    for key in ("mndrift", "newmanapp", "diffqtf", "sumqtf"):
        found = hydro.record.take(key)
        number = 0 if found is None else found.whole()
        if 7 <= number <= 9:
            suffixes.append(f".{number}")
        elif number:
            suffixes.append(f".{number}{'s' if key == 'sumqtf' else 'd'}")
    return [root.with_name(root.name + suffix) for suffix in dict.fromkeys(suffixes)]


def _database(hydro: FastFile, group: dict[str, Any], conversion: Conversion) -> None:
    named = hydro.record.need("potfile")
    options = _import_options(hydro, conversion)
    conversion.taken(named, "hydrodynamics[0].database")
    if conversion.options.databases:
        name_database(group, named.text(), named, hydro.file, conversion)
        conversion.check_databases(named.place)
        return
    files = _wamit_files(hydro)
    group["database"] = f"{conversion.stem}.h5"
    missing = [path.name for path in files if not path.is_file()]
    if missing:
        conversion.left_out(
            named.place,
            f"{named}: {', '.join(missing)} do not exist beside the source: add them and import "
            "again, or give --database F.h5",
        )
        return
    try:
        report, image = read_database(files, options=options)
    except (RaftupError, OSError) as error:
        raise UnreadableError(named.place, f"{named} cannot be imported: {error}") from error
    conversion.files[group["database"]] = image
    for finding in report.findings:
        conversion.differs(
            named.place, f"{finding.severity}: {finding.message}", "hydrodynamics[0]"
        )
    if any(one.name == "added_mass_asymmetric" for one in report.findings):
        group["allow_asymmetric"] = True


def _import_options(hydro: FastFile, conversion: Conversion) -> ImportOptions:
    record, model = hydro.record, conversion.model
    environment, body = model["environment"], model["bodies"][0]
    length = record.take("wamitulen")
    turn = record.take("ptfmrefztrot")
    if turn is not None and turn.number() != 0.0:
        raise UnreadableError(turn.place, f"{turn}: a turned reference frame is not imported")
    reference = tuple(record.number(f"ptfmref{axis}t", 0.0) for axis in "xyz")
    volume = record.need("ptfmvol0")
    for key in ("wamitulen", "ptfmrefxt", "ptfmrefyt", "ptfmrefzt", "ptfmrefztrot", "ptfmvol0"):
        found = record.take(key)
        if found is not None:
            conversion.taken(found, "hydrodynamics[0].database")
    _tell_buoyancy(hydro, volume, conversion)
    x, y, z = body["center_of_mass"]
    return ImportOptions(
        water_density=environment["water_density"],
        gravity=environment["gravity"],
        water_depth=environment.get("water_depth", math.inf),
        length_scale=1.0 if length is None else positive(length, "m"),
        body_names=["platform"],
        centers_of_gravity=[(x, y, z)],
        displaced_volumes=[positive(volume, "m3")],
        reference_points=[(reference[0], reference[1], reference[2])],
        hydrostatics_without_weight=True,
    )


def _tell_buoyancy(hydro: FastFile, volume: Field, conversion: Conversion) -> None:
    """Tells how far the mass of the body is from that of the displaced water."""
    mass = conversion.model["bodies"][0]["mass"]
    displaced = conversion.model["environment"]["water_density"] * volume.number()
    conversion.differs(
        volume.place,
        f"{volume}: rho V - m = {displaced - mass:.0f} kg, which lines or a part that is left out "
        "must hold down",
        "bodies[0].mass",
    )
    for key in ("ptfmcobxt", "ptfmcobyt"):
        found = hydro.record.take(key)
        if found is not None and found.number() != 0.0:
            conversion.differs(
                found.place, f"{found}: the stiffness of .hst alone", "hydrodynamics[0].database"
            )
        elif found is not None:
            conversion.taken(found, "hydrodynamics[0].database")


def _matrix(hydro: FastFile, key: str, rows: int) -> tuple[Field, FloatArray] | None:
    found = hydro.record.take(key)
    if found is None:
        return None
    values = found.value if isinstance(found.value, list) else [[found.value]]
    expected = (6, 1) if rows == 1 else (6, 6)
    flat = [Field(found.name, row, found.place).numbers(expected[1]) for row in values]
    if len(flat) != 6:
        raise UnreadableError(found.place, f"{found.name} must have 6 rows, has {len(flat)}")
    return found, np.array(flat)


def _additional(hydro: FastFile, entry: dict[str, Any], conversion: Conversion) -> None:
    """Preload, stiffness and damping about the reference point, turned to the center of mass."""
    # v_O = H v_G with r = O - G; the platform's reference point is the origin of the model frame
    r = -np.array(conversion.model["bodies"][0]["center_of_mass"])
    H = np.eye(6)
    H[:3, 3:] = -np.array([[0.0, -r[2], r[1]], [r[2], 0.0, -r[0]], [-r[1], r[0], 0.0]])
    mooring: dict[str, Any] = {}
    targets = {
        "addf0": ("linear_mooring.preload", mooring, "preload"),
        "addclin": ("linear_mooring.stiffness", mooring, "stiffness"),
        "addblin": ("linear_damping", entry, "linear_damping"),
        "addbquad": ("quadratic_damping", entry, "quadratic_damping"),
    }
    for key, (path, target, name) in targets.items():
        read = _matrix(hydro, key, 1 if key == "addf0" else 6)
        if read is None:
            continue
        found, matrix = read
        if not matrix.any():
            conversion.taken(found, "", f"{found.name}: zero")
            continue
        turned = H.T @ matrix if key == "addf0" else H.T @ matrix @ H
        target[name] = turned.ravel().tolist()
        conversion.differs(
            found.place,
            f"{found.name}: turned from the reference point to the center of mass",
            path,
        )
    if mooring:
        rest = {"rest_position": [0.0, 0.0, 0.0], "rest_attitude_deg": [0.0, 0.0, 0.0]}
        load = {"body": "platform"} | mooring | rest
        conversion.model["loads"].append({"name": "additional", "linear_mooring": load})


def _yaw(hydro: FastFile, conversion: Conversion) -> None:
    mode, angle = hydro.record.take("ptfmymod"), hydro.record.take("ptfmrefy")
    for found in (mode, angle):
        if found is not None and found.number() == 0.0:
            conversion.taken(found, "", f"{found}: no yaw of the reference frame")
        elif found is not None:
            conversion.left_out(found.place, f"{found}: yaw of the reference frame")
    for key in ("ptfmycutoff", "nexctnhdg"):
        found = hydro.record.take(key)
        if found is not None:
            conversion.taken(found, "", f"{found}: unused without PtfmYMod")
