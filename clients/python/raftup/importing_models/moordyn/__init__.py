"""MoorDyn: mooring lines, in files of versions 1 and 2."""
