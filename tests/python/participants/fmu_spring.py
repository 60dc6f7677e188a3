"""An FMU of our own, a spring and damper, built from C by the machine's compiler."""

import subprocess
import zipfile
from pathlib import Path

import fmpy

SOURCES = Path(__file__).parent / "fmu"


def build_spring(folder: Path) -> Path:
    """Compiles it and packs it into a file in the folder."""
    program = folder / "spring_damper.so"
    headers = Path(fmpy.__file__).parent / "c-code"
    compiler = ["gcc", "-shared", "-fPIC", f"-I{headers}", "-o", str(program)]
    subprocess.run([*compiler, str(SOURCES / "spring_damper.c")], check=True)
    file = folder / "spring_damper.fmu"
    with zipfile.ZipFile(file, "w") as archive:
        archive.write(SOURCES / "modelDescription.xml", "modelDescription.xml")
        archive.write(program, "binaries/linux64/spring_damper.so")
    return file
