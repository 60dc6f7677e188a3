"""Tests of models as at sea: decay, turning circle, zig-zag, pull-out, spiral, stop, bollard."""
