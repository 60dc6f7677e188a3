"""The theory of the manual names the sources that compute its equations, from every folder."""

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
THEORY = ROOT / "clients/manual/source/theory"
PYTHON = "clients/python/raftup/"
COMPUTING = (
    "hydro",
    "solver",
    *(f"{PYTHON}{name}" for name in ("bem", "extremes", "fatigue", "frequency_domain")),
    *(f"{PYTHON}{name}" for name in ("sea", "statics", "trials")),
)
WITHOUT_EQUATIONS = {
    "hydro/base",
    "hydro/database/formats",
    "hydro/database/readers",
    "hydro/wetted_mesh/readers",
    "solver/description",
    "solver/model/checks",
    "solver/model/contacts",
    "solver/model/materials",
    "solver/simulation/checks",
    "solver/simulation/inputs",
    "solver/simulation/run",
    "solver/simulation/serialisation",
    "solver/simulation/statistics",
}
"""Folders that read, check, keep or drive, with the folders below them."""
SOURCE = re.compile(r"`((?:hydro|solver|clients|tests)/[\w./-]+\.(?:[ch]pp|py))`")
SUFFIXES = {".cpp", ".hpp", ".py"}
FORMULA = re.compile(r"\$\$(.*?)\$\$|\$([^$\n]+)\$", re.DOTALL)
LONGEST = 210
"""Lines of a page."""


@cache
def pages() -> dict[str, str]:
    return {page.name: page.read_text(encoding="utf-8") for page in sorted(THEORY.glob("*.md"))}


def sources_of(text: str) -> set[str]:
    return set(SOURCE.findall(text))


def named_folders() -> set[str]:
    sources = set().union(*map(sources_of, pages().values()))
    return {Path(source).parent.as_posix() for source in sources}


def folders() -> set[str]:
    """Folders with sources of their own below those that compute."""
    below = (path for top in COMPUTING for path in (ROOT / top).rglob("*"))
    return {path.parent.relative_to(ROOT).as_posix() for path in below if path.suffix in SUFFIXES}


def computes(folder: str) -> bool:
    return not any(f"{folder}/".startswith(f"{other}/") for other in WITHOUT_EQUATIONS)


def test_sources_that_the_theory_names_are_there() -> None:
    gone = [
        f"{name}: {source}"
        for name, text in pages().items()
        for source in sorted(sources_of(text))
        if not (ROOT / source).is_file()
    ]
    assert not gone, "\n".join(gone)


def test_every_folder_that_computes_is_named() -> None:
    named = named_folders()
    unnamed = sorted(folder for folder in folders() if computes(folder) and folder not in named)
    assert not unnamed, f"no page of the theory names a source of {', '.join(unnamed)}"


def test_folders_without_equations_are_there_and_are_not_named() -> None:
    named = named_folders()
    for folder in WITHOUT_EQUATIONS:
        assert (ROOT / folder).is_dir(), folder
        assert folder not in named, folder


def test_every_page_with_a_formula_names_a_source() -> None:
    without = [
        name for name, text in pages().items() if FORMULA.search(text) and not sources_of(text)
    ]
    assert not without, without


def test_pages_are_in_the_list_and_not_too_long() -> None:
    listed = set(pages()["index.md"].split("```")[1].split())
    for name, text in pages().items():
        assert name == "index.md" or name.removesuffix(".md") in listed, name
        assert len(text.splitlines()) <= LONGEST, name


def test_a_folder_that_no_page_names_is_seen() -> None:
    assert computes("hydro/sea")
    assert computes("hydro/database")
    assert not computes("hydro/database/readers/wamit")
    assert sources_of("`hydro/sea/no_such.cpp`, `hydro/sea` and hydro/sea/sea.hpp") == {
        "hydro/sea/no_such.cpp"
    }
