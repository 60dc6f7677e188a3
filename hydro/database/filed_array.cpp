#include "hydro/database/filed_array.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace raftup::hydro {

void require_shape(const std::string& path, const FiledArray& array,
                   const std::vector<Eigen::Index>& shape) {
  if (array.shape == shape) return;
  refuse(path, fmt::format("must have the shape ({}), has ({})", fmt::join(shape, ", "),
                           fmt::join(array.shape, ", ")));
}

}  // namespace raftup::hydro
