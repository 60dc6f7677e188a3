"""Reader of YAML with the core schema of YAML 1.2, in which model files are written.

PyYAML follows YAML 1.1, in which `1e7` and `2e5` are strings, `on` and `no` are truth values, `010`
is eight, `1:30` is ninety, and a repeated key silently replaces the first. Here numbers are those
of YAML 1.2 (section 10.3.2) and a repeated key is an error.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable
from typing import Any

import yaml

_NULL = re.compile(r"^(?:~|null|Null|NULL|)$")
_BOOL = re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$")
_INT = re.compile(r"^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$")
_FLOAT = re.compile(
    r"^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$"
)


_LONGEST = 32 * 1024 * 1024
"""Largest number of characters of a document; reading takes some seconds per million."""

_DEEPEST = 100
"""Largest depth of nested mappings and lists."""

_MOST_REPEATED = 100_000
"""Largest total number of values that aliases repeat: ten lines of nested aliases can stand for a
billion values.
"""

_MOST_BITS = 1024
"""Largest number of bits of a whole number, that of the largest number in a field."""


class _Loader(yaml.SafeLoader):
    """SafeLoader with the resolvers of YAML 1.2 in place of those of YAML 1.1, and with limits."""

    def __init__(self, text: str, deadline: float) -> None:
        """Prepares the reading of a text.

        Args:
            text: the document.
            deadline: monotonic time at which reading is given up [s].
        """
        super().__init__(text)
        self._deadline = deadline
        self._depth = 0
        self._values = 0  # with those that aliases repeat
        self._repeated = 0
        self._sizes: dict[int, int] = {}  # values of what an alias may repeat, by its node

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        mark = event.start_mark
        if time.monotonic() > self._deadline:
            raise _refused("takes too long to read", mark)
        if self._depth >= _DEEPEST:
            raise _refused(f"must be at most {_DEEPEST} mappings and lists deep", mark)
        before = self._values
        self._depth += 1
        node = super().compose_node(parent, index)
        self._depth -= 1
        if isinstance(event, yaml.AliasEvent):
            self._repeat(node, mark)
        else:
            self._values += 1
            self._sizes[id(node)] = self._values - before
        return node

    def _repeat(self, node: yaml.Node | None, mark: yaml.Mark) -> None:
        if id(node) not in self._sizes:
            raise _refused("an alias must not stand inside what it repeats", mark)
        self._values += self._sizes[id(node)]
        self._repeated += self._sizes[id(node)]
        if self._repeated > _MOST_REPEATED:
            raise _refused(f"aliases must repeat at most {_MOST_REPEATED} values", mark)

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        try:
            return super().construct_object(node, deep)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            tag = node.tag.rpartition(":")[2]
            raise _refused(f"is no {tag} that can be read", node.start_mark) from error


def _refused(rule: str, mark: yaml.Mark | None) -> yaml.constructor.ConstructorError:
    return yaml.constructor.ConstructorError(None, None, rule, mark)


_Loader.yaml_implicit_resolvers = {}
for _tag, _pattern, _first in (
    ("null", _NULL, ["~", "n", "N", ""]),
    ("bool", _BOOL, list("tTfF")),
    ("int", _INT, list("-+0123456789")),
    ("float", _FLOAT, list("-+.0123456789")),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", _pattern, _first)


def _construct_int(_loader: _Loader, node: yaml.ScalarNode) -> int:
    text = str(node.value)
    digits = len(text) * (4 if text.startswith(("0o", "0x")) else math.log2(10.0))
    if digits > _MOST_BITS:
        raise _refused(f"a whole number must have at most {_MOST_BITS} bits", node.start_mark)
    return int(text, 0) if text.startswith(("0o", "0x")) else int(text)


def _construct_float(_loader: _Loader, node: yaml.ScalarNode) -> float:
    return float(str(node.value).replace(".inf", "inf").replace(".nan", "nan").lower())


def _construct_mapping(loader: _Loader, node: yaml.MappingNode) -> dict[Any, Any]:
    result: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        if isinstance(key, (dict, list)) or key in result:
            rule = (
                "a key must be a plain value" if isinstance(key, (dict, list)) else "repeated key"
            )
            raise yaml.constructor.ConstructorError(
                None, None, f"{rule} {key!r}", key_node.start_mark
            )
        result[key] = loader.construct_object(value_node, deep=True)
    return result


_Loader.add_constructor("tag:yaml.org,2002:int", _construct_int)
_Loader.add_constructor("tag:yaml.org,2002:float", _construct_float)
_Loader.add_constructor("tag:yaml.org,2002:map", _construct_mapping)


def parse_yaml(text: str, patience: float = math.inf) -> Any:
    """Reads a YAML 1.2 (or JSON) document as plain Python values.

    Args:
        text: the document.
        patience: time after which reading is given up [s].

    Raises:
        yaml.YAMLError: with line and column, for wrong syntax, a repeated key, or a document that
            exceeds the limits of length, depth or repetition by aliases.
    """
    return _loaded(text, patience, _Loader.get_single_data)


def _loaded(text: str, patience: float, get: Callable[[_Loader], Any]) -> Any:
    if len(text) > _LONGEST:
        raise _refused(f"must have at most {_LONGEST} characters, has {len(text)}", None)
    loader = _Loader(text, time.monotonic() + patience)
    try:
        return get(loader)
    finally:
        loader.dispose()


def line_numbers(text: str, patience: float = math.inf) -> dict[str, int]:
    """Line numbers of the fields of a YAML 1.2 document, from 1, by paths such as `bodies[1].mass`.

    Args:
        text: the document.
        patience: time after which reading is given up [s].

    Raises:
        yaml.YAMLError: as parse_yaml(), except for repeated keys.
    """
    lines: dict[str, int] = {}

    def walk(node: yaml.Node | None, path: str) -> None:
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                here = f"{path}.{key.value}" if path else str(key.value)
                lines[here] = key.start_mark.line + 1
                walk(value, here)
        elif isinstance(node, yaml.SequenceNode):
            for index, item in enumerate(node.value):
                lines[f"{path}[{index}]"] = item.start_mark.line + 1
                walk(item, f"{path}[{index}]")

    walk(_loaded(text, patience, _Loader.get_single_node), "")
    return lines
