"""Databases that raftup hydro solves, of one position or many."""
