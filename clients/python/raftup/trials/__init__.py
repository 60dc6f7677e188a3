"""Model tests: decay, turning circle, zig-zag, pull-out, spiral, stopping, bollard pull."""
