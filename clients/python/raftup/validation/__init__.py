"""Reference cases: models whose answers are known from elsewhere, and how near Raftup comes."""

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
