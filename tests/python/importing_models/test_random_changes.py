"""Random changes of the sources of all formats: a model or a refusal, never anything else."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from importing_models import test_moordyn_import as moordyn
from importing_models import test_openfast_import as openfast
from importing_models import test_orcaflex_import as orcaflex
from importing_models import test_robot_import as robots
from importing_models import test_sea_stack_import as sea_stack
from importing_models import test_wec_sim_import as wec_sim
from importing_models import test_xdyn_import as xdyn
from raftup.importing_models import ImportModelOptions, import_model, write_imported

CHANGES = 60
"""Number of changed sources of each format."""

SEA_STACK = (sea_stack.SETUP, sea_stack.MODEL, sea_stack.SIMULATION, sea_stack.HYDRO)
SOURCES: dict[str, tuple[dict[str, str], dict[str, Any]]] = {
    "moordyn": ({"lines.txt": moordyn.LINES}, {}),
    "moordyn as lines": ({"lines.txt": moordyn.LINES}, {"lines_as": "dynamic_line"}),
    "moordyn 1": ({"lines.txt": moordyn.FIRST_VERSION}, {}),
    "wec_sim": ({"wecSimInputFile.m": wec_sim.BUOY}, {}),
    "openfast": (openfast.TEXTS, {"rigid_turbine": True}),
    "sea_stack": (dict(zip(sea_stack.FILES, SEA_STACK, strict=True)), {}),
    "sdf": ({"robot.sdf": robots.SDF}, {}),
    "urdf": ({"robot.urdf": robots.URDF}, {}),
    "xdyn": ({"cube.yml": xdyn.MODEL + xdyn.DAMPING}, {}),
    "orcaflex": ({"buoy.yml": orcaflex.MODEL}, {}),
}
"""Files of each format, the main one first, and options."""

WORDS = (
    *("nan", "inf", "-1", "0", "1e308", "1e-300", "1e999", "9" * 400, "", "~", "null", "true"),
    *("[", "]", "{", "}", "'", '"', "(", ")", "%", "<", "&", ";", "=", "..", "\x00", "ü", "1 2"),
    *("[1, 2]", "[[1]]", "{a: 1}", "*a", "&a", "!!int x", "- -", "---"),
)


def changed(text: str, chance: random.Random) -> str:
    """A text with a line dropped, doubled or cut, or with another word."""
    lines = text.split("\n")
    at, kind = chance.randrange(len(lines)), chance.randrange(5)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, chance.choice(lines))
    elif kind == 2:
        lines = lines[:at]
    else:
        words = re.split(r"(\s+|[,:=<>\[\]()'\"])", lines[at])
        words[chance.randrange(len(words))] = chance.choice(WORDS)
        lines[at] = "".join(words)
    return "\n".join(lines)


def sources(texts: dict[str, str], chance: random.Random) -> Iterator[dict[str, str]]:
    for _ in range(CHANGES):
        result = dict(texts)
        for _ in range(chance.choice([1, 1, 2, 4])):
            name = chance.choice(list(texts))
            result[name] = changed(result[name], chance)
        yield result


@pytest.mark.parametrize("name", SOURCES)
def test_a_changed_source_gives_a_model_or_a_refusal(name: str, tmp_path: Path) -> None:
    texts, options = SOURCES[name]
    main, out = tmp_path / next(iter(texts)), tmp_path / "model.yaml"
    models = 0
    for source in sources(texts, random.Random(name)):
        for file, text in source.items():
            (tmp_path / file).write_text(text)
        imported = import_model(main, out, ImportModelOptions(**options))
        if not imported.is_refused:
            write_imported(imported, out)
            models += 1
    assert 0 < models < CHANGES
