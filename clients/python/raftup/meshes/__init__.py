"""Surfaces of shapes: meshes of other formats, convex decomposition of hollow meshes, terrains."""

from raftup.meshes.decomposition import DecompositionOptions, convex_parts, decomposed
from raftup.meshes.files import TriangleMesh, read_triangles, write_obj
from raftup.meshes.heights import PlainNumbers, height_field, read_image, read_numbers

__all__ = [
    "DecompositionOptions",
    "PlainNumbers",
    "TriangleMesh",
    "convex_parts",
    "decomposed",
    "height_field",
    "read_image",
    "read_numbers",
    "read_triangles",
    "write_obj",
]
