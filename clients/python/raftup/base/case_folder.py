"""The files of one hydrodynamic database in a folder, as other programs write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from raftup.base.errors import RaftupError

_CASE = "nemoh.cal"
_TABLES = (
    "radiationcoefficients.tec",
    "excitationforce.tec",
    "fkforce.tec",
    "diffractionforce.tec",
)
_RESULTS, _MESH = "results", "mesh"
_CONTROL, _HYDROSTATIC = "controlfile.in", "hydrostatic.in"
_HAMS_TABLE = re.compile(r"(oamass|odamping|oexfor)[1-6]\.txt")
_HAMS_FOLDERS = ("input", "output", "outputfiles", "hams_format", "wamit_format")
_WAMIT = re.compile(r"\.(1|2|3|3fk|3sc|hst|7|8|9|1[0-2][ds])")
_WHOLE = (".ah1", ".nc", ".hdb", ".hdb5", ".h5", ".out")


def database_files(sources: Sequence[Path]) -> list[Path]:
    """The files of a database, with every folder replaced by those that it holds.

    A folder is that of a case of NEMOH (Nemoh.cal with the tables in results and the hydrostatics
    in mesh, whatever the case of the letters), of a case of HAMS (Input/ControlFile.in with the
    tables of Output/Hams_format, else the files of Output/Wamit_format), of a run of AQWA (.AH1 and
    its .LIS), of the numeric files of one run of WAMIT, of the files .rao of HydroStar with a .hst,
    or of one file that holds everything.
    Nemoh.cal alone stands for its folder, ControlFile.in for that above Input.

    Args:
        sources: files and folders.

    Raises:
        RaftupError: FILE_UNREADABLE if a folder holds no database, or more than one.
    """
    if len(sources) == 1 and sources[0].name.lower() == _CASE:
        return _files_of(sources[0].parent)
    if len(sources) == 1 and sources[0].name.lower() == _CONTROL:
        folder = sources[0].parent
        return _hams_files(folder.parent if folder.name.lower() == "input" else folder)
    return [
        file for source in sources for file in (_files_of(source) if source.is_dir() else [source])
    ]


def _files_of(folder: Path) -> list[Path]:
    files = sorted(path for path in folder.iterdir() if path.is_file())
    case = [file for file in files if file.name.lower() == _CASE]
    if case:
        return [case[0], *_nemoh_files(folder)]
    if hams := _hams_files(folder):
        return hams
    wamit = [file for file in files if _WAMIT.fullmatch(file.suffix.lower())]
    whole = [file for file in files if file.suffix.lower() in _WHOLE]
    if len(whole) == 1 and not wamit:
        return [whole[0], *_beside(whole[0], files)]
    rao = [file for file in files if file.suffix.lower() == ".rao"]
    if rao and not whole:
        return [*rao, *(file for file in wamit if file.suffix.lower() == ".hst")]
    stems = {file.stem for file in wamit}
    if len(stems) == 1 and not whole:
        return wamit
    raise RaftupError(
        f"{folder} must hold one database (Nemoh.cal, ControlFile.in, .AH1, .1 .3 .hst, .rao, .nc, "
        f".hdb, .hdb5, .out or .h5), holds {_told(whole, stems)}: name its files",
        code="INVALID_ARGUMENT",
        reason="FILE_UNREADABLE",
    )


def _told(whole: Sequence[Path], stems: Iterable[str]) -> str:
    found = [file.name for file in whole] + sorted(f"{stem}.1 .." for stem in stems)
    return ", ".join(found) if found else "none"


def _nemoh_files(folder: Path) -> list[Path]:
    """Tables of results and files of hydrostatics, in the folders that NEMOH has for them."""
    results, mesh = _folders(folder, _RESULTS), _folders(folder, _MESH)
    tables = [file for file in _files_in(results) if file.name.lower() in _TABLES]
    return [*tables, *_numbered(_files_in(mesh), "hydrostatics"), *_numbered(_files_in(mesh), "kh")]


def _hams_files(folder: Path) -> list[Path]:
    """The files of a case of HAMS; none where its folder has no control file.

    The tables of HAMS come with the .hst in WAMIT's layout; without them all of that layout.
    """
    files = _files_in(_below(folder, 2))
    control = [file for file in files if file.name.lower() == _CONTROL]
    if len(control) != 1:
        return []
    hydrostatic = [file for file in files if file.name.lower() == _HYDROSTATIC]
    tables = [file for file in files if _HAMS_TABLE.fullmatch(file.name.lower())]
    wamit = [file for file in files if _WAMIT.fullmatch(file.suffix.lower())]
    if tables:
        wamit = [file for file in wamit if file.suffix.lower() == ".hst"]
    return [*control, *hydrostatic, *tables, *wamit]


def _below(folder: Path, depth: int) -> list[Path]:
    """The folder itself, and those that HAMS has in it."""
    inner = [
        path
        for path in sorted(folder.iterdir())
        if depth and path.is_dir() and path.name.lower() in _HAMS_FOLDERS
    ]
    return [folder, *(below for path in inner for below in _below(path, depth - 1))]


def _folders(folder: Path, name: str) -> list[Path]:
    """The folder itself, and those in it of a name in any case."""
    return [
        folder,
        *(path for path in sorted(folder.iterdir()) if path.is_dir() and path.name.lower() == name),
    ]


def _files_in(folders: Iterable[Path]) -> list[Path]:
    return [path for folder in folders for path in sorted(folder.iterdir()) if path.is_file()]


def _numbered(files: Sequence[Path], name: str) -> list[Path]:
    """NAME_0.dat, NAME_1.dat .. by their numbers; NAME.dat only where there are none of them."""
    found = {}
    for file in files:
        match = re.fullmatch(rf"{name}_(\d+)\.dat", file.name.lower())
        if match:
            found[int(match[1])] = file
    if found:
        return [found[number] for number in sorted(found)]
    return [file for file in files if file.name.lower() == f"{name}.dat"][:1]


def _beside(file: Path, files: Sequence[Path]) -> list[Path]:
    """The listing of a run of AQWA, the hydrostatics of a dataset of Capytaine."""
    kind = file.suffix.lower()
    if kind == ".ah1":
        return [other for other in files if other.name.lower() == f"{file.stem}.lis".lower()]
    if kind == ".nc":
        return [*_numbered(files, "hydrostatics"), *_numbered(files, "kh")]
    return []
