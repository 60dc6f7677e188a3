"""Tests of models as at sea, and their commands."""
