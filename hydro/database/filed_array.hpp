#pragma once

#include <string>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Throws Error(kInvalidArgument) with the message "PLACE RULE".
/// @param place the dataset or line of a file that violates a rule
/// @param rule  the rule, as the rest of the sentence
[[noreturn]] inline void refuse(const std::string& place, const std::string& rule) {
  throw Error(ErrorCode::kInvalidArgument, place + " " + rule);
}

/// Numbers of one dataset of a file. The last index varies fastest, as in the file.
struct FiledArray {
  std::vector<Eigen::Index> shape;  ///< number of values along each dimension; empty for a scalar
  std::vector<double> values;
};

/// Checks that a dataset has the expected shape.
/// @param path  path of the dataset, for the message
/// @param shape expected shape
/// @throws Error(kInvalidArgument) with both shapes if they differ
void require_shape(const std::string& path, const FiledArray& array,
                   const std::vector<Eigen::Index>& shape);

}  // namespace raftup::hydro
