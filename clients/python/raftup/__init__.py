"""Raftup: vessels that feel each other through the water."""
