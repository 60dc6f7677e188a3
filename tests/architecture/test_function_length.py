"""No function of the Python package is longer than a page, none in C++ than 50 lines."""

import ast
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "clients" / "python" / "raftup"
LONGEST = 60  # lines from def to the end, docstring included, decorators not
FOLDERS = ("hydro", "solver", "server", "clients", "tests")
LONGEST_IN_CPP = 50  # lines from the name to the end; cases of tests are no functions


def functions(source: str) -> Iterator[tuple[str, int]]:
    """Names and numbers of lines."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield node.name, node.end_lineno - node.lineno + 1


def test_no_function_is_longer_than_a_page() -> None:
    files = [path for path in PACKAGE.rglob("*.py") if "_generated" not in path.parts]
    assert len(files) > 50
    long = [
        f"{path.relative_to(PACKAGE)}: {name} has {lines} lines"
        for path in files
        for name, lines in functions(path.read_text(encoding="utf-8"))
        if lines > LONGEST
    ]
    assert not long, "\n".join(long)


def test_lines_are_counted_from_def_to_the_end() -> None:
    source = "@decorated\nasync def f(\n    x,\n):\n    def g():\n        return x\n    return g\n"
    assert dict(functions(source)) == {"f": 6, "g": 2}


def functions_in_cpp(*files: str) -> Iterator[tuple[str, int]]:
    """Paths with names and numbers of lines, as Universal Ctags says."""
    command = ["ctags", "--languages=C++", "--kinds-C++=f", "--fields=+ne", "--output-format=json"]
    tags = subprocess.run(
        [*command, "-f", "-", "-R", *files], cwd=ROOT, check=True, capture_output=True, text=True
    )
    for line in tags.stdout.splitlines():
        tag = json.loads(line)
        if "end" in tag:
            yield f"{tag['path']}: {tag['name']}", tag["end"] - tag["line"] + 1


def test_no_function_in_cpp_has_more_than_50_lines() -> None:
    found = list(functions_in_cpp(*FOLDERS))
    assert len(found) > 5000
    long = [f"{name} has {lines} lines" for name, lines in found if lines > LONGEST_IN_CPP]
    assert not long, "\n".join(long)


def test_lines_in_cpp_are_counted_from_the_name_to_the_end(tmp_path: Path) -> None:
    file = tmp_path / "one.cpp"
    file.write_text("int\none(\n    int x) {\n  return x;\n}\n")
    assert [lines for _, lines in functions_in_cpp(str(file))] == [4]
