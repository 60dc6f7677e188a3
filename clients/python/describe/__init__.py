"""Schemas and reference pages of files, made from the protos and their comments.

This code is not part of the installed package.
"""
