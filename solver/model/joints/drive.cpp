#include "solver/model/joints/drive.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace raftup::solver {

void TableDrive::check(const Model& /*model*/, const std::string& path,
                       Violations& violations) const {
  const auto ascends = [&](const std::vector<double>& axis, const char* name) {
    violations.require(axis.size() != 1, fmt::format("{}.{}", path, name),
                       "must have at least two numbers, or none", "1");
    for (std::size_t i = 1; i < axis.size(); ++i) {
      violations.require(!(axis[i] <= axis[i - 1]), fmt::format("{}.{}[{}]", path, name, i),
                         "must ascend strictly", fmt::format("{} after {}", axis[i], axis[i - 1]));
    }
  };
  ascends(position, "position");
  ascends(velocity, "velocity");
  violations.require(!position.empty() || !velocity.empty(), path,
                     "must have position, velocity or both", "neither");
  const std::size_t rows = std::max<std::size_t>(position.size(), 1);
  const std::size_t columns = std::max<std::size_t>(velocity.size(), 1);
  violations.require(force.size() == rows * columns, path + ".force",
                     fmt::format("must have {} numbers, {} for each of {} positions",
                                 rows * columns, columns, rows),
                     fmt::format("{}", force.size()));
}

}  // namespace raftup::solver
