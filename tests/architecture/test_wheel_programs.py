"""The wheel's one program calls the main function of each program by the parameters that it has.

The wheel is not built with the tests, and a wrong declaration would show only where it is linked.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "deploy/wheel/programs"


def names(variable: str) -> list[str]:
    text = (PROGRAMS / "CMakeLists.txt").read_text()
    found = re.search(rf"^set\({variable}\s+([^)]*)\)", text, re.MULTILINE)
    assert found is not None
    return found[1].split()


def parameters(text: str, function: str) -> list[str]:
    """The types of a function's parameters, without their names."""
    found = re.search(rf"^int {function}\(([^)]*)\)", text, re.MULTILINE)
    assert found is not None, f"{function} is not there"
    return [re.sub(r"\b\w+$", "", word.strip()).strip() or word for word in found[1].split(",")]


@pytest.mark.parametrize(
    ("name", "file"), list(zip(names("mains"), names("main_files"), strict=True))
)
def test_a_program_is_called_by_its_own_parameters(name: str, file: str) -> None:
    declared = parameters((PROGRAMS / "programs.cpp").read_text(), name)
    assert declared == parameters((ROOT / file).read_text(), "main")
