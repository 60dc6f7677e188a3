"""A server of the Model Context Protocol (MCP): programs that choose tools by their descriptions.

Source: Model Context Protocol, revision 2025-11-25, by the package `mcp`.
"""

from raftup.mcp.server import ALLOWANCES, Allowance, make_server

__all__ = ["ALLOWANCES", "Allowance", "make_server"]
