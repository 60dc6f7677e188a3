"""A fuzz of every request: valid ones with one to three fields changed, found by reflection."""
