"""Second-order forces of a body that floats freely, by pressure over its hull."""
