"""Programs that take part in a session beside its solver."""
