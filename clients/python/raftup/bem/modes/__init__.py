"""Generalised modes of hulls: their shapes, masses and stiffnesses, and where they stand in files.

The modes of a body stand in *carriers*: further bodies of the database with three translations q_1
to q_3 [m] each, of which the rotations are empty. Thus `6 * body + dof` holds for every row.
"""
