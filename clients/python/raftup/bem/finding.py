"""Findings of the checks of the panel solver, in the form in which databases store them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Severity: TypeAlias = Literal["info", "warning", "error"]


@dataclass(frozen=True)
class Finding:
    """A finding that a user of a database should know.

    Attributes:
        name: stable identifier in snake_case: "panels_too_large".
        severity: severity, as in the findings of a database.
        message: subject, rule, value.
        value: the number that the rule concerns, 0 if there is none.
    """

    name: str
    severity: Severity
    message: str
    value: float = 0.0
