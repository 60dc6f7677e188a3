"""What is compiled again where the header of one kind of load, or of materials, has changed."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
FOLDERS = ("hydro", "solver", "server", "clients", "tests")
MOST_SOURCES, MOST_TESTS = 20, 15
#: Kinds that tests/support/models.hpp makes, which most tests include.
IN_MODELS_OF_TESTS = {"linear_mooring.hpp", "point_spring.hpp"}
NO_KINDS = {
    "load.hpp",
    "load_answers.hpp",
    "load_kinds.hpp",
    "load_description.hpp",
    "force_field.hpp",
    "mooring_library.hpp",
}


def included_by() -> dict[str, set[str]]:
    found = defaultdict(set)
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.[ch]pp"):
            for include in INCLUDE.findall(path.read_text(encoding="utf-8")):
                found[include].add(path.relative_to(ROOT).as_posix())
    return found


def compiled_again(header: str, users: dict[str, set[str]]) -> set[str]:
    """The sources that include a header, directly or by way of others."""
    found, new = {header}, [header]
    while new:
        more = users.get(new.pop(), set()) - found
        found |= more
        new += more
    return {path for path in found if path.endswith(".cpp")}


LOADS = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (ROOT / "solver" / "model" / "loads").glob("*.hpp")
    if path.name not in NO_KINDS | IN_MODELS_OF_TESTS
)


@pytest.mark.parametrize("header", [*LOADS, "solver/model/contacts/material.hpp"])
def test_a_description_is_known_to_few(header: str) -> None:
    assert (ROOT / header).is_file()
    sources = compiled_again(header, included_by())
    tests = {path for path in sources if path.startswith("tests/")}
    assert 0 < len(sources - tests) <= MOST_SOURCES, sorted(sources - tests)
    assert len(tests) <= MOST_TESTS, sorted(tests)


def test_users_of_users_count() -> None:
    users = {"a.hpp": {"b.hpp", "b.cpp"}, "b.hpp": {"a.hpp", "tests/c.cpp"}}
    assert compiled_again("a.hpp", users) == {"b.cpp", "tests/c.cpp"}
    assert compiled_again("d.hpp", users) == set()
