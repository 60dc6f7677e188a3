#pragma once

#include <string>
#include <vector>

#include "hydro/database/netcdf_file.hpp"

namespace raftup::hydro {

/// The numbers of a variable with its dimensions in another order. Dimensions of one entry that are
/// not asked for, such as one water depth, go.
/// @param variable for messages
/// @throws Error(kInvalidArgument) where a dimension is missing, or one of several entries is too
/// many
NamedArray ordered_array(const NamedArray& array, const std::vector<std::string>& dimensions,
                         const std::string& variable);

}  // namespace raftup::hydro
