"""SEA-Stack and HydroChrono: setup files in YAML."""
