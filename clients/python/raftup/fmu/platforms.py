"""Systems on which an FMU can run, and the library that it contains for each.

Source: FMI 2.0.5, section 2.3; FMI 3.0.2, section 2.5.1.4.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from raftup.base.errors import RaftupError
from raftup.local.programs import read_library

LIBRARY = "libraftup_fmu.so"
_PACKAGE = "raftup_fmu_platforms"  # of the wheel raftup-fmu-platforms
_VARIABLE = "RAFTUP_FMU_PLATFORMS"
_BUILD = Path(__file__).resolve().parents[4] / "build" / "platforms"


class FmiVersion(Enum):
    """Version of the FMI standard, by its major number."""

    FMI_2 = 2
    FMI_3 = 3


@dataclass(frozen=True)
class Platform:
    """A system on which an FMU can run.

    Attributes:
        name: name in commands; also that of FMI 2, which names 64-bit Windows, Linux and macOS on
            x86 processors.
        folders: folder below `binaries/` in an FMU, by the version of FMI; a version without one
            does not know the system.
        library: file name of the library as it is built.
    """

    name: str
    folders: dict[FmiVersion, str]
    library: str

    @property
    def suffix(self) -> str:
        """Suffix of the binary in an FMU."""
        return Path(self.library).suffix

    def read(self) -> bytes:
        """The bytes of the library.

        Raises:
            RaftupError: PROGRAM_NOT_FOUND if this installation has none for the system.
        """
        if self.name == "linux64":
            return read_library(LIBRARY, "clients/fmu", "RAFTUP_FMU_LIBRARY")
        for folder in _folders():
            file = folder / self.name / self.library
            if file.is_file():
                return file.read_bytes()
        places = ", ".join(str(folder / self.name) for folder in _folders())
        raise RaftupError(
            f"no {self.library} for {self.name} at {places}: install the wheel "
            f"raftup-fmu-platforms, build it with deploy/platforms.sh {self.name}, or name its "
            f"folder in {_VARIABLE}",
            code="UNAVAILABLE",
            reason="PROGRAM_NOT_FOUND",
        )

    @property
    def is_available(self) -> bool:
        """Whether this installation has the library; that of Linux x86-64 belongs to all."""
        return self.name == "linux64" or any(
            (folder / self.name / self.library).is_file() for folder in _folders()
        )


_TWO, _THREE = FmiVersion.FMI_2, FmiVersion.FMI_3
PLATFORMS = {
    platform.name: platform
    for platform in (
        Platform("linux64", {_TWO: "linux64", _THREE: "x86_64-linux"}, LIBRARY),
        Platform("win64", {_TWO: "win64", _THREE: "x86_64-windows"}, "raftup_fmu.dll"),
        Platform("aarch64-linux", {_THREE: "aarch64-linux"}, LIBRARY),
    )
}
"""All systems for which FMUs can be made, by name."""


def chosen_platforms(names: Sequence[str] | None, version: FmiVersion) -> list[Platform]:
    """Platforms by name, each once.

    Args:
        names: names in PLATFORMS; None means all that the version of FMI knows and for which this
            installation has a library.
        version: version of FMI.

    Raises:
        RaftupError: INVALID_ARGUMENT for an unknown name, and for a system that the version of FMI
            does not know.
    """
    if names is None:
        every = PLATFORMS.values()
        return [each for each in every if version in each.folders and each.is_available]
    chosen = []
    for name in dict.fromkeys(names):
        if name not in PLATFORMS:
            raise RaftupError(
                f"--platform must be one of {', '.join(PLATFORMS)}, is '{name}'",
                code="INVALID_ARGUMENT",
            )
        if version not in PLATFORMS[name].folders:
            raise RaftupError(
                f"--platform {name}: FMI 2.0 knows linux64, win64 and darwin64 only; export with "
                "--fmi 3 for it",
                code="INVALID_ARGUMENT",
            )
        chosen.append(PLATFORMS[name])
    return chosen


def _folders() -> list[Path]:
    """Folders that may have a folder for each platform, the first to be looked into first."""
    named = os.environ.get(_VARIABLE)
    if named:
        return [Path(named)]
    package = importlib.util.find_spec(_PACKAGE)
    places = package.submodule_search_locations if package else None
    return [*map(Path, places or []), _BUILD]
