"""Foundations of the package: errors, documents and their fields, files, conventions."""
