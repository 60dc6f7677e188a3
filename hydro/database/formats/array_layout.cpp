#include "hydro/database/formats/array_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr std::array<std::string_view, 3> kFiledAsTriangles = {"added_mass", "added_mass_infinite",
                                                               "radiation_damping"};

/// Returns the size of the matrices whose triangles have `count` elements.
Index size_of_matrices(const std::string& path, Index count) {
  Index size = 1;
  while (size * (size + 1) / 2 < count) ++size;
  if (size * (size + 1) / 2 != count) {
    refuse(path, fmt::format("must hold upper triangles of m (m + 1) / 2 elements, holds {}, which "
                             "no m gives",
                             count));
  }
  return size;
}

}  // namespace

bool is_filed_as_triangles(const std::string& coefficient) {
  return std::find(kFiledAsTriangles.begin(), kFiledAsTriangles.end(), coefficient) !=
         kFiledAsTriangles.end();
}

FiledArray symmetric_matrices(const std::string& path, const FiledArray& triangles) {
  const Index count = triangles.shape.empty() ? 0 : triangles.shape.back();
  const Index size = size_of_matrices(path, count);
  const auto matrices = static_cast<Index>(triangles.values.size()) / count;
  FiledArray whole{triangles.shape,
                   std::vector<double>(static_cast<std::size_t>(matrices * size * size))};
  whole.shape.back() = size;
  whole.shape.push_back(size);
  const double* from = triangles.values.data();
  for (Index k = 0; k < matrices; ++k) {
    double* const to = whole.values.data() + k * size * size;
    for (Index row = 0; row < size; ++row) {
      for (Index column = row; column < size; ++column) {
        to[row * size + column] = to[column * size + row] = *from++;
      }
    }
  }
  return whole;
}

}  // namespace raftup::hydro
