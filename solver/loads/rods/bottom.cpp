#include "solver/loads/rods/bottom.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hydro/base/error.hpp"

namespace raftup::solver::rods {

namespace {

/// A place between two neighboring coordinates.
struct Cell {
  std::size_t first;  ///< index of the lower one
  double width;       ///< distance of the two [m]
  double share;       ///< 0 at the lower, 1 at the upper one
};

Cell cell_of(const std::vector<double>& coordinates, double at) {
  const auto upper = std::upper_bound(coordinates.begin() + 1, coordinates.end() - 1, at);
  const auto first = static_cast<std::size_t>(upper - coordinates.begin()) - 1;
  const double width = coordinates[first + 1] - coordinates[first];
  return {first, width, std::clamp((at - coordinates[first]) / width, 0.0, 1.0)};
}

void check_coordinates(const std::vector<double>& coordinates, const char* name) {
  require(coordinates.size() >= 2, fmt::format("{} must have at least two values", name),
          fmt::format("{}", coordinates.size()));
  for (std::size_t i = 1; i < coordinates.size(); ++i) {
    require(coordinates[i] > coordinates[i - 1],
            fmt::format("{}[{}] must be greater than the value before", name, i),
            fmt::format("{}", coordinates[i]));
  }
}

}  // namespace

PlaneBottom::PlaneBottom(const Vector3& point, const Vector3& normal)
    : point_(point), normal_(normal.normalized()) {
  require(normal.z() > 0.0, "normal of the bottom must point upwards",
          fmt::format("{}", normal.z()));
}

BottomPatch PlaneBottom::at(double x, double y) const {
  const double along = normal_.x() * (x - point_.x()) + normal_.y() * (y - point_.y());
  return {point_.z() - along / normal_.z(), normal_};
}

GridBottom::GridBottom(std::vector<double> x, std::vector<double> y, std::vector<double> height)
    : x_(std::move(x)), y_(std::move(y)), height_(std::move(height)) {
  check_coordinates(x_, "x");
  check_coordinates(y_, "y");
  require(height_.size() == x_.size() * y_.size(), "height must have one value for each x and y",
          fmt::format("{}", height_.size()));
}

BottomPatch GridBottom::at(double x, double y) const {
  const Cell across = cell_of(x_, x), up = cell_of(y_, y);
  const double* low = height_.data() + up.first * x_.size() + across.first;
  const double* high = low + x_.size();
  const double low_mean = low[0] + across.share * (low[1] - low[0]);
  const double high_mean = high[0] + across.share * (high[1] - high[0]);
  // Beyond the grid the height stays that of the edge, and so do its slopes along the edge.
  const bool inside_x = x >= x_.front() && x <= x_.back();
  const bool inside_y = y >= y_.front() && y <= y_.back();
  const double slope_low = (low[1] - low[0]) / across.width;
  const double slope_high = (high[1] - high[0]) / across.width;
  const double slope_x = inside_x ? slope_low + up.share * (slope_high - slope_low) : 0.0;
  const double slope_y = inside_y ? (high_mean - low_mean) / up.width : 0.0;
  return {low_mean + up.share * (high_mean - low_mean),
          Vector3(-slope_x, -slope_y, 1.0).normalized()};
}

}  // namespace raftup::solver::rods
