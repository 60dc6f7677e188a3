"""Checks of the built manual: by its files, and by what a browser shows."""
