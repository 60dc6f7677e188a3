#pragma once

#include <string>
#include <vector>

#include "hydro/database/hdf5_file.hpp"

namespace raftup::hydro {

/// @throws Error(kInvalidArgument) naming both shapes where the dataset at `path` has another one
void require_shape(const std::string& path, const Hdf5Array& array,
                   const std::vector<Eigen::Index>& shape);

}  // namespace raftup::hydro
