"""`python -m raftup` is the raftup command."""

from raftup.cli.main import main

main()
