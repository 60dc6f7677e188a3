"""Importer of OpenFAST's main file .fst: the platform, its water and its lines.

The turbine is left out, or lumped by --rigid-turbine.
"""

from __future__ import annotations

from raftup.importing_models.conversion import Conversion, positive
from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.format import ModelFormat
from raftup.importing_models.moordyn.model import mooring_loads
from raftup.importing_models.moordyn.text import read_moordyn
from raftup.importing_models.openfast.file import FastFile, is_default
from raftup.importing_models.openfast.hydro import convert_hydro
from raftup.importing_models.openfast.members import convert_members
from raftup.importing_models.openfast.platform import convert_platform
from raftup.importing_models.openfast.sea import convert_sea
from raftup.importing_models.record import Record
from raftup.importing_models.source import SourceFile

_MODULES = {
    "compinflow": ("inflowfile", "wind"),
    "compaero": ("aerofile", "aerodynamics"),
    "compservo": ("servofile", "control of the turbine"),
    "compice": ("icefile", "ice"),
    "compsoil": ("soilfile", "soil"),
    "complidar": ("lidarfile", "measurements by lidar"),
}
"""Modules that have no counterpart, with the keys of their files."""

_WATER = (("gravity", "gravity"), ("wtrdens", "water_density"), ("wtrdpth", "water_depth"))

_NO_EFFECT = {
    **dict.fromkeys(("echo", "abortlevel", "sumprint", "sttstime", "chkpttime"), "files"),
    **dict.fromkeys(
        ("dt_out", "tstart", "outfileft", "outfilefmt", "tabdelim"), "files of results"
    ),
    **dict.fromkeys(("outfmt", "outfile", "wrvtk", "vtk_type", "vtk_fields"), "files of results"),
    **dict.fromkeys(("vtk_fps", "wrsttvtk"), "pictures"),
    **dict.fromkeys(("interporder", "numcrctn", "dt_ujac", "ujacsclfact"), "steps of OpenFAST"),
    **dict.fromkeys(("modcoupling", "rhoinf", "convtol", "maxconviter"), "steps of OpenFAST"),
    **dict.fromkeys(("linearize", "calcsteady", "trimcase", "trimtol"), "linear equations"),
    **dict.fromkeys(("trimgain", "twr_kdmp", "bld_kdmp", "nlintimes", "lintimes"), "linear"),
    **dict.fromkeys(("lininputs", "linoutputs", "linoutjac", "linoutmod"), "linear equations"),
    **dict.fromkeys(("airdens", "kinvisc", "spdsound", "patm", "pvap"), "air and cavitation"),
    **dict.fromkeys(("nrotors", "compseastver"), "parts of the turbine"),
    "mirrorrotor": "parts of the turbine",
}


def looks_like_openfast(file: SourceFile) -> bool:
    """Whether a file names ElastoDyn's file and says which modules are on."""
    return file.is_text and "EDFile" in file.text and "CompHydro" in file.text


def _convert(file: SourceFile, conversion: Conversion) -> None:
    main = FastFile(file)
    record = main.record
    model = conversion.model
    model |= {"name": file.path.stem, "environment": {}, "bodies": [], "loads": []}
    _modules(record, conversion)
    elasto = _opened(main, "edfile", conversion)
    hydro = _opened(main, "hydrofile", conversion)
    named = record.fields.get("seastfile")
    sea = hydro if named is None else _opened(main, "seastfile", conversion)
    _environment(main, sea, elasto, conversion)
    model["bodies"].append(convert_platform(elasto, conversion))
    convert_sea(sea, conversion)
    convert_hydro(hydro, conversion)
    convert_members(hydro, conversion)
    _moorings(main, conversion)
    _time(record, conversion)
    conversion.without_effect(record, _NO_EFFECT)
    for one in {id(one): one for one in (main, elasto, hydro, sea)}.values():
        one.tell_rest(conversion)
    if not model["loads"]:
        del model["loads"]


def _opened(main: FastFile, key: str, conversion: Conversion) -> FastFile:
    named = main.record.need(key)
    conversion.taken(named, "")
    return FastFile(conversion.read_named(main.file, named.text(), named.place))


def _modules(record: Record, conversion: Conversion) -> None:
    elastic, hydro = record.need("compelast"), record.need("comphydro")
    if hydro.number() != 1.0:
        raise UnreadableError(hydro.place, f"{hydro}: only a model with HydroDyn is imported")
    conversion.taken(hydro, "hydrodynamics[0]")
    if elastic.number() == 1.0:
        conversion.taken(elastic, "bodies[0]")
    elif elastic.number() == 2.0:
        conversion.left_out(elastic.place, f"{elastic}: blades of BeamDyn")
    else:
        raise UnreadableError(elastic.place, f"{elastic}: only ElastoDyn is imported")
    structure = record.need("compsub")
    conversion.taken(structure, "")
    if structure.number() != 0.0:
        raise UnreadableError(
            structure.place, f"{structure}: the flexible structure of SubDyn is not imported"
        )
    sea = record.take("compseast")
    if sea is not None:
        conversion.taken(sea, "environment.sea")
    _tell_modules(record, conversion)


def _tell_modules(record: Record, conversion: Conversion) -> None:
    """Tells modules that are off, and leaves out those that are on and have no counterpart."""
    for key, (named, text) in _MODULES.items():
        on, where = record.take(key), record.take(named)
        if on is None or on.number() == 0.0:
            for found in (on, where):
                if found is not None:
                    conversion.taken(found, "", f"{found}: off")
        else:
            conversion.left_out(on.place, f"{on}: {text}")
            if where is not None:
                conversion.taken(where, "", f"{where}: of {text}, which is left out")
    for key in ("subfile", "bdbldfile(1)", "bdbldfile(2)", "bdbldfile(3)", "structctrlfile"):
        found = record.take(key)
        if found is not None:
            conversion.taken(found, "", f"{found}: of a module that is off or left out")
    turbine = record.take("mhk")
    if turbine is not None:
        conversion.taken(turbine, "", f"{turbine}: kind of turbine alone")


def _environment(main: FastFile, sea: FastFile, elasto: FastFile, conversion: Conversion) -> None:
    """Gravity and water, of the sea's file unless it says DEFAULT, then of the main file.

    Before version 3.1 gravity stands in ElastoDyn's file.
    """
    environment = conversion.model["environment"]
    for key, name in _WATER:
        given = getattr(conversion.options, name)
        records = (sea.record, main.record, elasto.record)
        values = _water_values(key, name, records, conversion)
        if given is not None or values:
            environment[name] = values[0] if given is None else given
        elif name != "water_depth":
            option = "--density" if name == "water_density" else "--gravity"
            raise UnreadableError(main.record.place, f"must have {key}: give {option}")
        else:
            conversion.assumed(main.record.place, "deep water: no WtrDpth", "environment")
    for record in {id(r): r for r in (sea.record, main.record)}.values():
        offset = record.take("msl2swl")
        if offset is None:
            continue
        if not is_default(offset) and offset.number() != 0.0:
            raise UnreadableError(offset.place, f"{offset}: must be 0 with potential flow")
        conversion.taken(offset, "")


def _water_values(
    key: str, name: str, records: tuple[Record, ...], conversion: Conversion
) -> list[float]:
    """Values of a field of the water, in the order of the records."""
    values = []
    for record in {id(one): one for one in records}.values():
        found = record.take(key)
        if found is not None and not is_default(found):
            values.append(positive(found))
            conversion.taken(found, f"environment.{name}")
        elif found is not None:
            conversion.taken(found, f"environment.{name}", f"{found}: that of the main file")
    return values


def _moorings(main: FastFile, conversion: Conversion) -> None:
    on, named = main.record.take("compmooring"), main.record.take("mooringfile")
    if on is None or on.number() == 0.0:
        for found in (on, named):
            if found is not None:
                conversion.taken(found, "", f"{found}: no moorings")
        return
    if on.number() != 3.0:
        conversion.left_out(on.place, f"{on}: lines of MAP, FEAMooring or OrcaFlex")
        return
    conversion.taken(on, "loads")
    named = main.record.need("mooringfile")
    conversion.taken(named, "loads")
    file = conversion.read_named(main.file, named.text(), named.place)
    mooring = mooring_loads(read_moordyn(file), conversion, "platform", "mooring")
    conversion.model["loads"] += mooring.loads


def _time(record: Record, conversion: Conversion) -> None:
    end, step = record.need("tmax"), record.need("dt")
    conversion.taken(end, "integration.duration")
    conversion.taken(step, "integration.step")
    conversion.model["integration"] = {
        "step": positive(step, "s"),
        "duration": positive(end, "s"),
    }


OPENFAST = ModelFormat(
    name="openfast",
    title="OpenFAST (.fst)",
    recognises=looks_like_openfast,
    convert=_convert,
    options=frozenset(
        {
            "databases",
            "lines_as",
            "rigid_turbine",
            "water_density",
            "gravity",
            "water_depth",
        }
    ),
)
