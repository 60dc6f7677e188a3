"""Validation reports of databases: what was checked, what was found, what to do, and pictures."""

from raftup.report.content import DatabaseReport, ReportedCheck, ReportedFinding, report_database
from raftup.report.page import write_page

__all__ = [
    "DatabaseReport",
    "ReportedCheck",
    "ReportedFinding",
    "report_database",
    "write_page",
]
