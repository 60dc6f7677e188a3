"""Examples against what is known of their ships."""
