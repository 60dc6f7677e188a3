"""Validation reports of databases: checks, findings, advice and figures."""

from raftup.report.content import DatabaseReport, ReportedCheck, ReportedFinding, report_database
from raftup.report.page import write_page

__all__ = [
    "DatabaseReport",
    "ReportedCheck",
    "ReportedFinding",
    "report_database",
    "write_page",
]
