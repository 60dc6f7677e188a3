"""No function of the Python package is longer than a page."""

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "clients" / "python" / "raftup"
LONGEST = 60  # lines from def to the end, docstring included, decorators not


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
