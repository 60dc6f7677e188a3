#include "solver/model/loads/flow_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace raftup::solver {

namespace {

constexpr double kTurn = 360.0;  // deg
constexpr double kSame = 1e-3;   // of the largest coefficient, of the digits of a table

}  // namespace

void FlowTable::check(const Model& /*model*/, const std::string& path,
                      Violations& violations) const {
  const std::size_t count = direction_deg.size();
  const auto as_many = [&](const std::vector<double>& values, const char* name) {
    violations.require(values.empty() || values.size() == count, fmt::format("{}.{}", path, name),
                       fmt::format("must have one value for each of {} directions", count),
                       fmt::format("{}", values.size()));
  };
  as_many(surge, "surge");
  as_many(sway, "sway");
  as_many(yaw, "yaw");
  violations.require(count >= 2, path + ".direction_deg", "must have at least two directions",
                     fmt::format("{}", count));
  if (count == 0) return;
  for (std::size_t i = 1; i < count; ++i) {
    violations.require(!(direction_deg[i] <= direction_deg[i - 1]),
                       fmt::format("{}.direction_deg[{}]", path, i), "must ascend strictly",
                       fmt::format("{} after {}", direction_deg[i], direction_deg[i - 1]));
  }
  const double span = direction_deg.back() - direction_deg.front();
  violations.require(!(span > kTurn), path + ".direction_deg", "must not span more than 360 deg",
                     fmt::format("{} deg", span));
  if (span != kTurn) return;
  const auto closes = [&](const std::vector<double>& values, const char* name) {
    if (values.size() != count) return;
    const auto smaller = [](double a, double b) { return std::abs(a) < std::abs(b); };
    const double largest = std::abs(*std::max_element(values.begin(), values.end(), smaller));
    violations.require(
        !(std::abs(values.back() - values.front()) > kSame * largest),
        fmt::format("{}.{}[{}]", path, name, count - 1),
        fmt::format("must be what it is at the other end, which is the same direction, {}",
                    values.front()),
        fmt::format("{}", values.back()));
  };
  closes(surge, "surge");
  closes(sway, "sway");
  closes(yaw, "yaw");
}

}  // namespace raftup::solver
