/// @file The layout of the database of an array: Raftup's own layout, but with the upper triangles
///       of symmetric matrices, in single precision.
#pragma once

#include <string>

#include "hydro/database/filed_array.hpp"

namespace raftup::hydro {

/// Value of the attribute `format` of a file of an array.
inline constexpr const char* kArrayFormat = "raftup-array";

/// Returns true if a file of an array contains the upper triangles of this coefficient: added mass,
/// at infinite frequency too, and damping.
bool is_filed_as_triangles(const std::string& coefficient);

/// Returns symmetric matrices whose upper triangles a file contains.
/// @param path      path of the dataset, for the message
/// @param triangles shape (..., m (m + 1) / 2): elements (0, 0), (0, 1), .., (0, m-1), (1, 1), ..
/// @returns shape (..., m, m)
/// @throws Error(kInvalidArgument) if the last dimension is not that of a triangle
FiledArray symmetric_matrices(const std::string& path, const FiledArray& triangles);

}  // namespace raftup::hydro
