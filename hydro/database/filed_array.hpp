#pragma once

#include <string>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Error(kInvalidArgument) "PLACE RULE", for a place in a file that breaks a rule.
[[noreturn]] inline void refuse(const std::string& place, const std::string& rule) {
  throw Error(ErrorCode::kInvalidArgument, place + " " + rule);
}

/// Numbers of one dataset, the last index running fastest as in the file.
struct FiledArray {
  std::vector<Eigen::Index> shape;  ///< empty for a scalar
  std::vector<double> values;
};

/// Checks the shape of a dataset.
/// @throws Error(kInvalidArgument) naming both shapes where the dataset at `path` has another one
void require_shape(const std::string& path, const FiledArray& array,
                   const std::vector<Eigen::Index>& shape);

}  // namespace raftup::hydro
