/// @file Reading of numbers with a known shape from arrays with named dimensions.
#pragma once

#include <string>
#include <vector>

#include "hydro/database/arrays.hpp"

namespace raftup::hydro {

/// Returns the numbers of an array, with the last dimension varying fastest.
/// @throws Error(kInvalidArgument) with the name of the array if it is missing or has another shape
std::vector<double> numbers_of_shape(const ArraySource& source, const std::string& name,
                                     const std::vector<Eigen::Index>& shape);

/// Returns the numbers of an array of rank 1.
/// @throws Error(kInvalidArgument) with the name of the array if it is missing or has another rank
std::vector<double> numbers_of_list(const ArraySource& source, const std::string& name);

/// Returns the index of a body that an array names by a number.
/// @param name of the array
/// @throws Error(kInvalidArgument) with the name of the array if there is no such body
Eigen::Index body_of_number(const std::string& name, double number, Eigen::Index body_count);

}  // namespace raftup::hydro
