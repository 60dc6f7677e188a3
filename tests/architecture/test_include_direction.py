"""Includes point one way: server -> solver -> hydro, clients -> proto, and in each of the first
three from room to room as docs/floors.md orders them."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "clients" / "python" / "raftup"
INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^">]+)[">]', re.MULTILINE)
OURS = ("hydro/", "solver/", "server/", "clients/", "tests/", "raftup/", "google/rpc/")
WIRE = ("grpc/", "grpcpp/", "google/", "raftup/v1/", "raftup/internal/")

ALLOWED: dict[str, tuple[str, ...]] = {
    "hydro": ("hydro/",),
    "solver": ("hydro/", "solver/"),
    "server": ("hydro/", "solver/", "server/", "raftup/", "google/rpc/"),
    "clients": ("clients/cpp/", "clients/load/", "raftup/v1/", "google/rpc/"),
    "clients/fmu": ("hydro/", "solver/", "clients/fmu/"),  # a model that runs without a server
}
NO_WIRE = ("hydro", "solver", "clients/fmu")

Pair = frozenset[str]


def sources(folder: str) -> list[Path]:
    others = [ROOT / other for other in ALLOWED if other.startswith(f"{folder}/")]
    found = [
        path
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".cpp", ".hpp"} and not any(path.is_relative_to(o) for o in others)
    ]
    assert found, f"{folder}/ has no C++ sources: is this test looking at the right place?"
    return found


def includes(path: Path) -> list[str]:
    return INCLUDE.findall(path.read_text(encoding="utf-8"))


def forbidden(folder: str, include: str) -> bool:
    if folder in NO_WIRE and include.startswith(WIRE):
        return True
    return include.startswith(OURS) and not include.startswith(ALLOWED[folder])


@pytest.mark.parametrize("folder", sorted(ALLOWED))
def test_a_folder_includes_only_what_lies_below_it(folder: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} includes {include}"
        for path in sources(folder)
        for include in includes(path)
        if forbidden(folder, include)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("folder", "include"),
    [
        ("hydro", "solver/state.hpp"),
        ("hydro", "grpcpp/grpcpp.h"),
        ("solver", "raftup/v1/model.pb.h"),
        ("solver", "server/sessions/session.hpp"),
        ("clients", "solver/state.hpp"),
        ("clients", "server/base/status.hpp"),
        ("clients/fmu", "server/base/status.hpp"),
        ("clients/fmu", "raftup/v1/model.pb.h"),
    ],
)
def test_the_rule_refuses_what_it_should(folder: str, include: str) -> None:
    assert forbidden(folder, include)


def room_of(path: str, levels: int, *, with_root: bool = True) -> str | None:
    """The room of a file: the first folders below its top folder, `levels` of them at most.

    A file that lies in a folder itself is of the room "FOLDER/.", or of none without `with_root`.
    """
    folders = path.split("/")[1:-1]
    if len(folders) >= levels:
        return "/".join(folders[:levels])
    return "/".join([*folders, "."]) if with_root else None


def arrows(
    folder: str, files: dict[str, list[str]], levels: int = 1, *, with_root: bool = True
) -> set[tuple[str, str]]:
    """Which rooms include which; `files` has the includes of each path."""
    found = set()
    for path, included in files.items():
        for include in included:
            if not path.startswith(f"{folder}/") or not include.startswith(f"{folder}/"):
                continue
            source = room_of(path, levels, with_root=with_root)
            target = room_of(include, levels, with_root=with_root)
            if source and target and source != target:
                found.add((source, target))
    return found


def cycles(found: set[tuple[str, str]]) -> set[Pair]:
    """Pairs of rooms, each of which can be reached from the other."""
    reachable = set(found)
    for middle in {folder for arrow in found for folder in arrow}:
        into = {source for source, target in reachable if target == middle}
        out = {target for source, target in reachable if source == middle}
        reachable |= {(source, target) for source in into for target in out}
    return {frozenset(pair) for pair in reachable if pair[::-1] in reachable and len(set(pair)) > 1}


def files_in(folder: str) -> dict[str, list[str]]:
    return {str(p.relative_to(ROOT)): includes(p) for p in sources(folder)}


def named(pairs: set[Pair]) -> list[str]:
    return sorted(" <-> ".join(sorted(pair)) for pair in pairs)


@pytest.mark.parametrize("levels", [1, 2])
@pytest.mark.parametrize("folder", ["hydro", "server", "solver"])
def test_rooms_include_each_other_in_no_circle(folder: str, levels: int) -> None:
    assert not named(cycles(arrows(folder, files_in(folder), levels)))


FLOOR = re.compile(r"^\| \d+ \| `(?P<room>[^`]+)` \| (?P<meaning>[^|]+) \|")


def floors(folder: str) -> list[str]:
    """The rooms of a folder from its base to its roof, as docs/floors.md lists them."""
    page = (ROOT / "docs" / "floors.md").read_text(encoding="utf-8")
    section = page.split(f"\n## `{folder}/`\n")[1].split("\n## ")[0]
    return [match["room"] for line in section.splitlines() if (match := FLOOR.match(line))]


def upwards(found: set[tuple[str, str]], order: list[str]) -> list[str]:
    """Includes of a room that is above the one that includes it."""
    height = {room: i for i, room in enumerate(order)}
    return sorted(f"{a} includes {b}, above it" for a, b in found if height[b] > height[a])


@pytest.mark.parametrize("folder", ["hydro", "server", "solver"])
def test_no_room_includes_one_above_it(folder: str) -> None:
    order = floors(folder)
    assert {room_of(path, 1) for path in files_in(folder)} == set(order)
    assert len(order) == len(set(order))
    assert not upwards(arrows(folder, files_in(folder)), order)


def test_an_include_that_goes_up_is_found() -> None:
    order = ["model", "loads", "."]
    assert not upwards({("loads", "model"), (".", "loads")}, order)
    assert upwards({("model", "loads")}, order) == ["model includes loads, above it"]
    assert upwards({("loads", ".")}, order) == ["loads includes ., above it"]


def test_the_solver_has_few_rooms_and_few_loose_files() -> None:
    rooms = [room_of(path, 1) for path in files_in("solver")]
    assert len({room for room in rooms if room != "."}) <= 12
    assert rooms.count(".") <= 2


def closure(header: str, folder: str) -> set[str]:
    """What a header of `folder` includes of it, directly and by what it includes."""
    found, new = {header}, [header]
    while new:
        for include in includes(ROOT / new.pop()):
            if include.startswith(f"{folder}/") and include not in found:
                found.add(include)
                new.append(include)
    return found


@pytest.mark.parametrize("header", ["model.hpp", "state.hpp"])
def test_a_model_and_its_state_are_plain_descriptions(header: str) -> None:
    rooms = {room_of(path, 1) for path in closure(f"solver/model/{header}", "solver")}
    assert rooms == {"description", "model"}


def imports(path: Path) -> list[str]:
    """What a file imports of the package, as paths; a package itself is the file that it is."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    names = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    files = [name.replace(".", "/") for name in names if name.startswith("raftup.")]
    return [f"{file}/__init__" if (PACKAGE.parent / file).is_dir() else file for file in files]


def test_folders_of_the_package_import_each_other_in_no_circle() -> None:
    files = [path for path in PACKAGE.rglob("*.py") if "_generated" not in path.parts]
    assert len(files) > 200
    paths = {str(p.relative_to(PACKAGE.parent)): imports(p) for p in files}
    found = arrows("raftup", paths, with_root=False)
    assert not named(cycles(found))
    beneath = {source: {target for a, target in found if a == source} for source, _ in found}
    assert "base" not in beneath
    assert beneath["local"] == {"base"}
    assert beneath["remote"] == {"_generated", "base", "model"}


def test_a_cycle_is_found_however_long_it_is() -> None:
    files = {
        "server/a/one.cpp": ["server/b/two.hpp", "vector"],
        "server/b/two.cpp": ["server/c/three.hpp", "server/b/two.hpp"],
        "server/top.cpp": ["server/a/one.hpp", "server/c/three.hpp"],
    }
    assert cycles(arrows("server", files)) == set()
    files["server/c/three.hpp"] = ["server/b/two.hpp"]
    assert cycles(arrows("server", files)) == {frozenset({"b", "c"})}
    files["server/c/three.hpp"] = ["server/a/one.hpp"]
    assert len(cycles(arrows("server", files))) == 3


def test_files_of_a_folder_itself_are_a_room() -> None:
    files = {
        "server/top.cpp": ["server/a/one.hpp"],
        "server/a/one.hpp": ["server/a/b/two.hpp"],
        "server/a/b/two.hpp": ["server/a/b/c/three.hpp"],
    }
    assert arrows("server", files) == {(".", "a")}
    assert arrows("server", files, 2) == {(".", "a/."), ("a/.", "a/b")}
    files["server/a/b/c/three.hpp"] = ["server/a/one.hpp"]
    assert cycles(arrows("server", files)) == set()
    assert cycles(arrows("server", files, 2)) == {frozenset({"a/.", "a/b"})}
    files["server/a/b/two.hpp"] = ["server/top.hpp"]
    assert cycles(arrows("server", files)) == {frozenset({".", "a"})}
    assert arrows("server", files, with_root=False) == set()


def test_nothing_unexpected_stands_at_the_top() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    top = {line.split("/")[0] for line in listed.splitlines()}
    visible = {name for name in top if not name.startswith(".")}
    assert visible == {
        *("CMakeLists.txt", "CMakePresets.json", "README.md", "LICENSE", "CHANGELOG.md"),
        *("ARCHITECTURE.md", "CONTRIBUTING.md", "GLOSSARY.md", "SECURITY.md"),
        *("proto", "server", "solver", "hydro", "clients", "tests", "deploy", "docs"),
    }


SOURCES = {".cpp", ".hpp", ".h", ".py", ".proto", ".ts", ".js", ".css", ".sh", ".cmake"}


def test_no_source_file_passes_420_lines() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    files = [ROOT / line for line in listed.splitlines() if Path(line).suffix in SOURCES]
    assert len(files) > 1500
    long = [
        f"{path.relative_to(ROOT)}: {lines} lines"
        for path in files
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 420
    ]
    assert not long, "\n".join(long)


DECOMPOSITIONS = ("Eigen/Dense", "Eigen/Eigen", "Eigen/Eigenvalues", "Eigen/QR", "Eigen/SVD")
COMPILED_ONCE = {"hydro/numerics/dense.cpp"}


def test_dense_decompositions_are_compiled_once() -> None:
    """Each inclusion costs a cold build 5 to 40 s of CPU: call `hydro/numerics/dense.hpp`."""
    including = {
        str(path.relative_to(ROOT))
        for folder in (*ALLOWED, "tests")
        for path in sources(folder)
        if any(include in DECOMPOSITIONS for include in includes(path))
    }
    assert including == COMPILED_ONCE
