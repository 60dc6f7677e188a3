#include "hydro/database/readers/require_shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hydro/database/refuse.hpp"

namespace raftup::hydro {

void require_shape(const std::string& path, const Hdf5Array& array,
                   const std::vector<Eigen::Index>& shape) {
  if (array.shape == shape) return;
  refuse(path, fmt::format("must have the shape ({}), has ({})", fmt::join(shape, ", "),
                           fmt::join(array.shape, ", ")));
}

}  // namespace raftup::hydro
