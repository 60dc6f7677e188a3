"""xdyn: YAML files whose axes have z down."""
