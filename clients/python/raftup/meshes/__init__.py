"""Meshes of shapes: files of other formats, and convex parts of what is hollow."""

from raftup.meshes.decomposition import DecompositionOptions, convex_parts, decomposed
from raftup.meshes.files import TriangleMesh, read_triangles, write_obj

__all__ = [
    "DecompositionOptions",
    "TriangleMesh",
    "convex_parts",
    "decomposed",
    "read_triangles",
    "write_obj",
]
