"""Mistakes in the manual fail its build, with file and line."""

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import CLIENTS

MANUAL = CLIENTS / "manual"
FIRST = """# Pages

```{toctree}
field
cells
links
```
"""
FIELD = """# A field

(Body.mass)=
## mass

{ref}`the mass <Body.mass>`
"""
CELLS = """---
file_format: mystnb
kernelspec: {name: python3, display_name: Python 3}
---
# Numbers

```{code-cell} ipython3
period = 2.0
```

The period is two seconds.

```{code-cell} ipython3
:tags: [remove-cell]
assert period == 2.0
```
"""
LINKS = """# Links

[the field](field.md) and a picture:

![a hull](hull.svg)
"""
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>'


def build(folder: Path, pages: dict[str, str]) -> tuple[int, str]:
    """Exit code and messages of a build of pages by the configuration of the manual."""
    source = folder / "source"
    source.mkdir()
    (source / "hull.svg").write_text(PICTURE, encoding="utf-8")
    for name, text in pages.items():
        (source / name).write_text(text, encoding="utf-8")
    options = [
        "--quiet",
        "--no-color",
        "--fail-on-warning",
        "--keep-going",
        "--nitpicky",
        "-D",
        "html_static_path=",
    ]
    cells = ["-D", f"nb_execution_cache_path={folder / 'cells'}"]
    command = [sys.executable, "-m", "sphinx", *options, *cells, "-c", str(MANUAL)]
    done = subprocess.run(
        [*command, str(source), str(folder / "out")], check=False, capture_output=True, text=True
    )
    return done.returncode, done.stderr


def named(messages: str) -> str:
    """Messages as deploy/manual.sh shows them."""
    program = [sys.executable, str(MANUAL / "name_sources.py")]
    done = subprocess.run(program, input=messages, check=True, capture_output=True, text=True)
    return done.stdout


def test_pages_without_a_mistake_are_built(tmp_path: Path) -> None:
    pages = {"index.md": FIRST, "field.md": FIELD, "cells.md": CELLS, "links.md": LINKS}
    code, messages = build(tmp_path, pages)
    assert code == 0, messages


def test_every_mistake_is_named_with_its_line(tmp_path: Path) -> None:
    pages = {
        "index.md": FIRST,
        "field.md": FIELD.replace("(Body.mass)=", "(Body.weight)="),  # a renamed field
        "cells.md": CELLS.replace("period = 2.0", "period = 2.1"),  # a changed number
        "links.md": LINKS.replace("field.md", "fields.md").replace("![a hull]", "![]"),
    }
    code, messages = build(tmp_path, pages)
    assert code != 0
    told = named(messages)
    source = tmp_path / "source"
    for line in (
        f"{source}/field.md:6: WARNING: undefined label: 'body.mass'",
        f"{source}/cells.md:15: WARNING: Executing notebook failed",
        f"{source}/links.md:3: WARNING: ",
        f"{source}/links.md:5: WARNING: a picture needs a text",
    ):
        assert line in told, told


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ({"description": "", "properties": {}}, "message Body has no comment"),
        (
            {"description": "A body.", "properties": {"mass": {"type": "number"}}},
            "field Body.mass has no comment",
        ),
    ],
)
def test_a_field_without_a_comment_has_no_page(schema: dict[str, object], said: str) -> None:
    program = (
        "from pages.fields import KINDS, _Pages\n"
        "class None_:\n"
        "    def smallest(self, name): return None\n"
        "    def path_with(self, message, name): return ''\n"
        f"schema = {schema!r}\n"
        "print(list(_Pages(KINDS[0], {'Body': schema}, {}, None_()).page('Body', schema)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=MANUAL, check=False, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert said in done.stderr


def test_a_message_without_a_place_and_a_dead_link_are_found(tmp_path: Path) -> None:
    (tmp_path / "reference").mkdir()
    page = "<html><body><article><a href='gone.html'>x</a><img src='a.svg'></article></body></html>"
    (tmp_path / "index.html").write_text(page, encoding="utf-8")
    empty = "<html><body></body></html>"
    (tmp_path / "reference/messages.html").write_text(empty, encoding="utf-8")
    program = (
        "import sys\nfrom pathlib import Path\nfrom checks.files import Site\n"
        "site = Site(Path(sys.argv[1]))\n"
        "print(*site.broken_links(), *site.codes_without_page(), *site.pictures_without_text(),"
        " sep='\\n')\n"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    done = subprocess.run(command, cwd=MANUAL, check=True, capture_output=True, text=True)
    assert "index.md:1: link gone.html: no such page" in done.stdout
    assert "haskind has no place in the manual" in done.stdout
    assert "picture a.svg has no text" in done.stdout
