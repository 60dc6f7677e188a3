#include "hydro/database/readers/wamit/one_stiffness.hpp"

#include <algorithm>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/database/readers/wamit/run.hpp"

namespace raftup::hydro {

bool is_wamit_stiffness(const SourceFile& file) {
  return wamit_quantity(lines_of(file)) == WamitQuantity::kHydrostatics;
}

Matrix6 read_one_stiffness(const SourceFile& file, double unit) {
  Matrix6 stiffness = Matrix6::Zero();
  for (const std::vector<double>& row : read_wamit_table(file, WamitQuantity::kHydrostatics).rows) {
    require(std::max(row[0], row[1]) < kDofs, file.name + " must be of one body");
    stiffness(to_integer<Eigen::Index>(row[0], "dof"), to_integer<Eigen::Index>(row[1], "dof")) =
        unit * row[2];
  }
  return stiffness;
}

}  // namespace raftup::hydro
