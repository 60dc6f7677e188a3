"""Reference cases: models with known results, compared with those of Raftup."""

from raftup.validation.book import CaseResult, CheckResult, run_case, validate
from raftup.validation.library import own_cases
from raftup.validation.specification import ValidationCase, ValidationError, read_case

__all__ = [
    "CaseResult",
    "CheckResult",
    "ValidationCase",
    "ValidationError",
    "own_cases",
    "read_case",
    "run_case",
    "validate",
]
