"""YAML 1.2 core schema, which model files are written in.

PyYAML follows YAML 1.1: there `1e7` and `2e5` are strings, `on` and `no` are truth values, `010` is
eight, `1:30` is ninety, and a key given twice silently overwrites. Here numbers are those of
YAML 1.2 (section 10.3.2) and a repeated key is an error.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

_NULL = re.compile(r"^(?:~|null|Null|NULL|)$")
_BOOL = re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$")
_INT = re.compile(r"^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$")
_FLOAT = re.compile(
    r"^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$"
)


class _Loader(yaml.SafeLoader):
    """SafeLoader with the resolvers of YAML 1.2 in place of those of YAML 1.1."""


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
    if text.startswith(("0o", "0x")):
        return int(text, 0)
    return int(text)


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


def parse_yaml(text: str) -> Any:
    """The plain Python value of a YAML 1.2 (or JSON) document.

    Raises:
        yaml.YAMLError: with line and column, on wrong syntax or a repeated key.
    """
    return yaml.load(text, Loader=_Loader)


def line_numbers(text: str) -> dict[str, int]:
    """Where the fields of a YAML 1.2 document stand: lines from 1, by paths as `bodies[1].mass`.

    Raises:
        yaml.YAMLError: as parse_yaml(), but for repeated keys.
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

    walk(yaml.compose(text, Loader=_Loader), "")
    return lines
