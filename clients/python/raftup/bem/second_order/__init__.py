"""Second-order forces of a freely floating body, by integration of pressure over its hull."""
