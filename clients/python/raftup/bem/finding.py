"""What a check of the panel solver has to say, in the form that databases keep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Severity: TypeAlias = Literal["info", "warning"]


@dataclass(frozen=True)
class Finding:
    """One thing that a user should know of a database.

    Attributes:
        name: stable, snake_case: "panels_too_large".
        severity: as in the database's findings.
        message: subject, rule, value.
        value: the measure that the rule is about, 0 where there is none.
    """

    name: str
    severity: Severity
    message: str
    value: float = 0.0
