"""Sphinx: the manual of Raftup, with the pages of the repository beside its own.

deploy/manual.sh lays the pages of source/ and of the repository beside one another in
build/manual/source, adds what generate.py writes, and calls this.
"""

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from sphinx.search import IndexBuilder
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

ROOT = Path(__file__).resolve().parents[2]
TOP = (
    "clients/",
    "deploy/",
    "docs/",
    "hydro/",
    "proto/",
    "server/",
    "solver/",
    "tests/",
)
SECONDS_OF_A_PAGE = 20.0
BUSY = 4.0
"""What the cells of a page may take on an idle computer [s], since readers run them too.

The build tells a page that takes longer. It fails only where one takes BUSY times as long, and not
where more programs than there are cores have run of late: other work makes a page slow as well.
"""

project = "Raftup"
author = "the Raftup developers"
extensions = [
    "myst_nb",
    "sphinx_design",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "sphinx.ext.napoleon",
]
root_doc = "index"
default_role = "literal"
nitpicky = True
OTHER_PACKAGES = (
    r"(aiohttp|capytaine|collections|concurrent|contextlib|dask|datetime|distributed|enum|fmpy"
    r"|google|grpc|gymnasium|matplotlib|meshio|netCDF4|np|numpy|os|pandas|pathlib|plt|scipy"
    r"|subprocess|threading|typer|types|typing|xarray|xr)\..*"
)
NAMES_OF_PYTHON = (
    r"(Any|Callable|Iterable|Iterator|Literal|Mapping|NDArray|NoneType|Path|Self|Sequence|T|Number"
    r"|bool|bytes|dict|float|frozenset|int|list|None|object|optional|set|slice|str|tuple|type"
    r"|Future|Figure|Axes|StrEnum|Enum|IntEnum|Exception|OSError|RuntimeError|TimeoutError"
    r"|ValueError|KeyboardInterrupt|ImportError|KeyError|TypeError|IndexError|\.\.\.)"
)
"""Names, and type variables, that signatures use without their module."""
MESSAGES = r".*_pb2(_grpc)?\..*|Model|raftup\.bem\.modes\.solution\.Number"
"""Messages, which reference/wire describes, and a type variable."""
nitpick_ignore_regex = [(r"py:.*", name) for name in (OTHER_PACKAGES, NAMES_OF_PYTHON, MESSAGES)]
suppress_warnings = ["toc.not_included", "mystnb.unknown_mime_type"]

html_theme = "pydata_sphinx_theme"
html_title = "Raftup"
html_static_path = [str(ROOT / "build/manual/source/_static")]
html_favicon = str(ROOT / "clients/console/source/favicon.svg")
html_css_files = ["manual.css"]
html_search_scorer = str(ROOT / "clients/manual/search.js")
html_show_copyright = False
html_show_sphinx = False
html_show_sourcelink = False
html_copy_source = False
html_use_index = False
html_domain_indices = False
html_context = {"default_mode": "auto"}
html_theme_options = {
    "logo": {"text": "Raftup"},
    "header_links_before_dropdown": 6,
    "navbar_end": ["theme-switcher"],
    "footer_start": [],
    "footer_end": [],
    "secondary_sidebar_items": ["page-toc"],
    "show_prev_next": False,
    "show_toc_level": 2,
    "collapse_navigation": True,
    "navigation_with_keys": False,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_sidebars: dict[str, list[str]] = {
    **{name: [] for name in ("index", "about", "conventions", "develop", "gallery", "validation")},
    # One page for each of hundreds of messages: a list of all on every one of them helps nobody.
    "reference/model/*": [],
    "reference/outputs/*": [],
    **{f"{folder}**": [] for folder in TOP if folder != "docs/"},
}

mathjax_path = "tex-svg.js"
mathjax3_config = {"options": {"enableMenu": False}}

myst_enable_extensions = [
    "amsmath",
    "attrs_inline",
    "colon_fence",
    "deflist",
    "dollarmath",
]
myst_heading_anchors = 4
nb_execution_mode = "cache"
nb_execution_timeout = 120
nb_execution_show_tb = True
nb_execution_excludepatterns: list[str] = []
nb_merge_streams = True
nb_render_image_options = {"width": "100%"}

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True, "imported-members": True}
napoleon_use_ivar = True
napoleon_use_rtype = False

LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?\)")
IMAGE = re.compile(r"!\[\]\(")
PLAIN_COLON = "\ue000"  # of no text: where a colon ends no type
LOG = logging.getLogger(__name__)
SEARCHED = (
    *("SECURITY", "GLOSSARY", "docs/guide/", "docs/hydro/", "docs/solver/methods", "docs/server/"),
    *("docs/reference/physics", "server/operation/", "server/coupling", "deploy/scale/"),
)
"""Pages of the repository that people look for who use the program; the search finds no others."""
GENERATED_ANEW = {
    f"clients/python/reference/{kind}.md": f"/reference/{kind}/index.md"
    for kind in ("model", "study", "hydro", "validation")
}
"""Pages of the repository that the manual has in another form."""


def package_digest() -> str:
    """A digest of what cells compute with: the package, the server and the examples.

    Results of cells are kept by it, so that they are computed again when any of it has changed.
    """
    digest = hashlib.sha256()
    for path in _computing_files():
        digest.update(path.relative_to(ROOT).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _computing_files() -> Iterator[Path]:
    yield from sorted((ROOT / "clients/python/raftup").rglob("*.py"))
    yield from sorted((ROOT / "clients/examples").rglob("*.yaml"))
    yield from sorted((ROOT / "proto").rglob("*.proto"))
    server = Path(os.environ.get("RAFTUP_SERVER", ROOT / "build/release/server/raftupd"))
    if server.is_file():
        yield server


nb_execution_cache_path = str(ROOT / "build/manual/cells" / package_digest())


def is_of_repository(name: str) -> bool:
    """Whether a page lies in the repository outside the manual's own folder."""
    return name.startswith(TOP) or ("/" not in name and name.isupper())


def point_at_pages(link: re.Match[str], folder: Path) -> str:
    """A link between pages as it stands; to a folder, that to its page; to a source, its text."""
    text, target, anchor = link[1], link[2], link[3] or ""
    path = os.path.normpath(folder / target)
    if "/clients/manual/source/" in path:
        return f"[{text}](/{path.rpartition('/clients/manual/source/')[2]}{anchor})"
    for page, own in GENERATED_ANEW.items():
        if path.endswith(f"build/manual/source/{page}"):
            return f"[{text}]({own})"
    if target.endswith((".md", ".rst")) and (folder / target).exists():
        return link[0]
    if (folder / target / "README.md").exists():
        return f"[{text}]({target.rstrip('/')}/README.md{anchor})"
    return text


def prepare_page(app: Any, name: str, source: list[str]) -> None:
    """What a forge shows of a page of the repository and this site does not."""
    if unnamed := IMAGE.search(source[0]):
        line = source[0][: unnamed.start()].count("\n") + 1
        LOG.warning("a picture needs a text for those who do not see it", location=(name, line))
    if not is_of_repository(name):
        return
    page = Path(app.env.doc2path(name))
    text = LINK.sub(lambda link: point_at_pages(link, page.parent), source[0])
    text = text.replace("```mermaid", "```text")
    # Dollars are formulas in the manual alone, and no page of the repository has cells.
    text = "\n".join(_plain_dollars(text.splitlines()))
    if not name.startswith(SEARCHED):
        text = f"---\nnosearch: true\n---\n{text}"
    source[0] = text


def _plain_dollars(lines: list[str]) -> Iterator[str]:
    """Lines with dollars as they stand, outside code."""
    fenced = False
    for line in lines:
        fenced ^= line.lstrip().startswith(("```", "~~~"))
        pieces = line.split("`")
        if not fenced and len(pieces) % 2 and not line.startswith("    "):
            pieces[::2] = [piece.replace("$", "\\$") for piece in pieces[::2]]
        yield "`".join(pieces)


def prepare_docstring(
    app: Any, what: str, name: str, item: Any, options: Any, lines: list[str]
) -> None:
    """Reads docstrings as they are meant.

    Literal is what is indented below "Example:", or below a line with a colon and a gap; bars are
    those of absolute values; and a colon in the first line of a property is no end of a type.
    """
    if what in ("attribute", "data", "property") and lines:
        lines[0] = lines[0].replace(": ", PLAIN_COLON)
    for index, line in enumerate(lines):
        pieces = line.split("`")
        pieces[::2] = [piece.replace("|", "\\|") for piece in pieces[::2]]
        lines[index] = "`".join(pieces)
    for index, line in enumerate(lines[:-2]):
        example = line == "Example:"
        if example and lines[index + 1]:
            lines.insert(index + 1, "")
        indent = len(line) - len(line.lstrip())
        below = lines[index + 2]
        if (
            line.endswith(":")
            and not lines[index + 1]
            and len(below) - len(below.lstrip()) > indent
        ):
            lines[index] = f"{line}:"


def restore_colons(
    app: Any, what: str, name: str, item: Any, options: Any, lines: list[str]
) -> None:
    """Puts back what prepare_docstring() has hidden from napoleon."""
    lines[:] = [line.replace(PLAIN_COLON, ": ") for line in lines]


def find_by_last_name(app: Any, env: Any, node: Any, shown: Any) -> Any:
    """The class of a name whose module signatures and docstrings leave out.

    Of several it is that of the module of the page, else the one nearest to the root.
    """
    target = node.get("reftarget", "")
    if node.get("refdomain") != "py" or "." in target:
        return None
    domain = env.get_domain("py")
    found = [name for name in domain.objects if name.rpartition(".")[2] == target]
    if not found:
        return None
    module = str(node.get("py:module"))
    name = min(found, key=lambda one: (not one.startswith(module), one.count("."), one))
    entry = domain.objects[name]
    from_page = node.get("refdoc", "index")
    return make_refnode(app.builder, from_page, entry.docname, entry.node_id, shown, name)


def tell_seconds(app: Any, error: Exception | None) -> None:
    """Prints what the cells of each page took, and warns of one that took far too long."""
    if error is not None:
        return
    idle = os.getloadavg()[2] <= (os.cpu_count() or 1)
    for name, data in sorted(app.env.nb_metadata.items()):
        seconds = (data.get("exec_data") or {}).get("runtime") or 0.0
        over = ", more than readers wait" if seconds > SECONDS_OF_A_PAGE else ""
        if seconds:
            print(f"cells of {name}: {seconds:.1f} s{over}")
        if idle and seconds > BUSY * SECONDS_OF_A_PAGE:
            LOG.warning(
                "cells take %.1f s, at most %.1f s are permitted; they run again without "
                "build/manual/cells",
                seconds,
                BUSY * SECONDS_OF_A_PAGE,
                location=name,
            )


def forget_words_without_pages(prune: Callable[..., None]) -> Callable[..., None]:
    """The index of the search, without words that no page has any more.

    Sphinx keeps them, so that a build of what has changed would have words of former texts.
    """

    def prune_words(index: Any, docnames: Iterable[str]) -> None:
        prune(index, docnames)
        for words in (index._mapping, index._title_mapping):
            for word in [word for word, pages in words.items() if not pages]:
                del words[word]

    return prune_words


def is_no_empty_list(record: Any) -> bool:
    """Whether a message is not about a folder that has no pages yet."""
    return "didn't match any documents" not in record.getMessage()


def setup(app: Any) -> None:
    """What sphinx calls first."""
    IndexBuilder.prune = forget_words_without_pages(IndexBuilder.prune)  # type: ignore[method-assign]
    logging.getLogger("sphinx.directives.other").logger.addFilter(is_no_empty_list)
    app.connect("source-read", prepare_page)
    app.connect("autodoc-process-docstring", prepare_docstring, priority=100)
    app.connect("autodoc-process-docstring", restore_colons, priority=900)
    app.connect("missing-reference", find_by_last_name)
    app.connect("build-finished", tell_seconds, priority=400)
