"""Robots of SDF and URDF."""
