"""Models as FMUs: what hosts load, step, save and refuse."""
