#include "hydro/database/readers/capytaine/ordered_array.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// Distance in memory between neighbours along each dimension.
std::vector<Index> strides_of(const std::vector<Index>& shape) {
  std::vector<Index> strides(shape.size(), 1);
  for (std::size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
  return strides;
}

void check_left_out(const NamedArray& array, const std::vector<std::string>& wanted,
                    const std::string& variable) {
  for (std::size_t i = 0; i < array.dimensions.size(); ++i) {
    const bool asked = std::find(wanted.begin(), wanted.end(), array.dimensions[i]) != wanted.end();
    require(asked || array.shape[i] == 1,
            fmt::format("{} may have the dimensions ({}), has {} with {} entries", variable,
                        fmt::join(wanted, ", "), array.dimensions[i], array.shape[i]));
  }
}

}  // namespace

NamedArray ordered_array(const NamedArray& array, const std::vector<std::string>& dimensions,
                         const std::string& variable) {
  check_left_out(array, dimensions, variable);
  const std::vector<Index> filed = strides_of(array.shape);
  NamedArray result{dimensions, {}, {}};
  std::vector<Index> strides;
  for (const std::string& dimension : dimensions) {
    const auto found = std::find(array.dimensions.begin(), array.dimensions.end(), dimension);
    require(found != array.dimensions.end(),
            fmt::format("{} must have the dimension {}, has ({})", variable, dimension,
                        fmt::join(array.dimensions, ", ")));
    const auto place = static_cast<std::size_t>(found - array.dimensions.begin());
    result.shape.push_back(array.shape[place]);
    strides.push_back(filed[place]);
  }
  const auto count = static_cast<Index>(array.values.size());
  const std::vector<Index> ordered = strides_of(result.shape);
  result.values.reserve(array.values.size());
  for (Index i = 0; i < count; ++i) {
    Index source = 0;
    for (std::size_t d = 0; d < strides.size(); ++d) {
      source += i / ordered[d] % result.shape[d] * strides[d];
    }
    result.values.push_back(array.values[static_cast<std::size_t>(source)]);
  }
  return result;
}

}  // namespace raftup::hydro
