"""FMUs of our own, springs in FMI 2.0 and 3.0, built from C by the machine's compiler."""

import subprocess
import zipfile
from pathlib import Path

import fmpy

SOURCES = Path(__file__).parent / "fmu"


def build_spring(folder: Path) -> Path:
    """A spring and damper in FMI 2.0, in a file in the folder."""
    return _build(folder, "spring_damper", "modelDescription.xml", "linux64")


def build_vector_spring(folder: Path) -> Path:
    """A spring in space with a switch and gears in FMI 3.0, in a file in the folder."""
    return _build(folder, "vector_spring", "vector_spring.xml", fmpy.platform_tuple, "fmi3_unused")


def _build(folder: Path, name: str, description: str, platform: str, *further: str) -> Path:
    program = folder / f"{name}.so"
    headers = Path(fmpy.__file__).parent / "c-code"
    compiler = ["gcc", "-shared", "-fPIC", f"-I{headers}", "-o", str(program)]
    sources = [str(SOURCES / f"{source}.c") for source in (name, *further)]
    subprocess.run([*compiler, *sources], check=True)
    file = folder / f"{name}.fmu"
    with zipfile.ZipFile(file, "w") as archive:
        archive.write(SOURCES / description, "modelDescription.xml")
        archive.write(program, f"binaries/{platform}/{name}.so")
    return file
