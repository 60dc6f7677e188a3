"""The raftup command."""
