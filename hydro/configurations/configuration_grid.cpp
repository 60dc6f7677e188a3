#include "hydro/configurations/configuration_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

constexpr Eigen::Index kHeading = 2;
constexpr double kSamePlace = 1e-6;  ///< m, rad: two values of an axis are one
constexpr std::size_t kLeastAround = 3;
constexpr std::size_t kCorners = 8;     ///< of a cell
constexpr double kEvenly = 1.0 + 1e-6;  ///< the gap that closes a circle is no wider than others

double to_degrees(double angle) { return angle / kRadiansPerDegree; }

/// Whether headings go round: the gap from the last to the first is as any other.
bool goes_round(const std::vector<double>& headings) {
  if (headings.size() < kLeastAround) return false;
  double widest = 0.0;
  for (std::size_t i = 1; i < headings.size(); ++i) {
    widest = std::max(widest, headings[i] - headings[i - 1]);
  }
  return headings.front() + kTwoPi - headings.back() <= widest * kEvenly;
}

}  // namespace

std::string ConfigurationGrid::describe(const Configuration& q) {
  return fmt::format("({:g}, {:g}) m, {:g} deg", q.x(), q.y(), to_degrees(q[kHeading]));
}

ConfigurationGrid::Axis ConfigurationGrid::axis_of(const std::vector<Configuration>& nodes,
                                                   Eigen::Index coordinate) {
  Axis axis;
  for (const Configuration& node : nodes) axis.values.push_back(node[coordinate]);
  std::sort(axis.values.begin(), axis.values.end());
  const auto same = [](double a, double b) { return std::abs(b - a) <= kSamePlace; };
  axis.values.erase(std::unique(axis.values.begin(), axis.values.end(), same), axis.values.end());
  axis.is_periodic = coordinate == kHeading && goes_round(axis.values);
  return axis;
}

ConfigurationGrid::ConfigurationGrid(std::vector<Configuration> nodes) : nodes_(std::move(nodes)) {
  require(!nodes_.empty(), "positions must have at least one node", "0");
  for (Eigen::Index i = 0; i < 3; ++i) axes_[static_cast<std::size_t>(i)] = axis_of(nodes_, i);
  const auto place = [&](Eigen::Index coordinate, double value) {
    const std::vector<double>& values = axes_[static_cast<std::size_t>(coordinate)].values;
    const auto at = std::lower_bound(values.begin(), values.end(), value - kSamePlace);
    return static_cast<std::size_t>(at - values.begin());
  };
  table_.assign(axes_[0].values.size() * axes_[1].values.size() * axes_[2].values.size(),
                nodes_.size());
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const Configuration& q = nodes_[k];
    std::size_t& entry = node_at(place(0, q[0]), place(1, q[1]), place(2, q[2]));
    require(entry == nodes_.size(),
            fmt::format("positions[{}] must differ from positions[{}]", k, entry), describe(q));
    entry = k;
  }
  for (std::size_t x = 0; x < axes_[0].values.size(); ++x) {
    for (std::size_t y = 0; y < axes_[1].values.size(); ++y) {
      for (std::size_t h = 0; h < axes_[2].values.size(); ++h) {
        require(
            node_at(x, y, h) < nodes_.size(),
            "positions must have a node at every place of a rectangular grid over x, y and "
            "heading",
            "none at " + describe({axes_[0].values[x], axes_[1].values[y], axes_[2].values[h]}));
      }
    }
  }
}

std::size_t& ConfigurationGrid::node_at(std::size_t x, std::size_t y, std::size_t heading) {
  return table_[(x * axes_[1].values.size() + y) * axes_[2].values.size() + heading];
}

std::size_t ConfigurationGrid::node_at(std::size_t x, std::size_t y, std::size_t heading) const {
  return table_[(x * axes_[1].values.size() + y) * axes_[2].values.size() + heading];
}

/// The same heading within the turn of the nodes.
double ConfigurationGrid::wrapped(double heading) const {
  const Axis& axis = axes_[2];
  if (axis.is_periodic) {
    return heading - kTwoPi * std::floor((heading - axis.values.front()) / kTwoPi);
  }
  const double middle = 0.5 * (axis.values.front() + axis.values.back());
  return heading - kTwoPi * nearest_integer((heading - middle) * kTurnsPerRadian);
}

Vector3 ConfigurationGrid::outside(const Configuration& q) const {
  const Configuration at(q.x(), q.y(), wrapped(q[kHeading]));
  Vector3 beyond = Vector3::Zero();
  for (Eigen::Index i = 0; i < 3; ++i) {
    const Axis& axis = axes_[static_cast<std::size_t>(i)];
    if (axis.is_periodic) continue;
    beyond[i] =
        std::min(0.0, at[i] - axis.values.front()) + std::max(0.0, at[i] - axis.values.back());
  }
  return beyond;
}

bool ConfigurationGrid::is_at_edge(std::size_t node) const {
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const std::vector<double>& values = axes_[axis].values;
    const double value = nodes_[node][static_cast<Eigen::Index>(axis)];
    if (value <= values.front() + kSamePlace || value >= values.back() - kSamePlace) return true;
  }
  return false;
}

ConfigurationGrid::Place ConfigurationGrid::place_on(const Axis& axis, double q) {
  const std::vector<double>& values = axis.values;
  const std::size_t last = values.size() - 1;
  if (!axis.is_periodic && q <= values.front()) return {0, std::min<std::size_t>(1, last), 0, 0};
  if (!axis.is_periodic && q >= values.back())
    return {last - std::min<std::size_t>(1, last), last, last == 0 ? 0.0 : 1.0, 0.0};
  const auto above = std::upper_bound(values.begin(), values.end(), q) - values.begin();
  Place place;
  place.lower = static_cast<std::size_t>(std::max<std::ptrdiff_t>(above, 1)) - 1;
  place.upper = place.lower == last ? 0 : place.lower + 1;
  const double width = place.lower == last ? values.front() + kTwoPi - values.back()
                                           : values[place.upper] - values[place.lower];
  place.share = (q - values[place.lower]) / width;
  place.slope = 1.0 / width;
  return place;
}

NodeWeights ConfigurationGrid::weights(const Configuration& q) const {
  const std::array<Place, 3> at{place_on(axes_[0], q.x()), place_on(axes_[1], q.y()),
                                place_on(axes_[2], wrapped(q[kHeading]))};
  NodeWeights result;
  for (std::size_t corner = 0; corner < kCorners; ++corner) {
    std::array<std::size_t, 3> index{};
    Vector3 share, slope;
    bool is_new = true;
    for (std::size_t i = 0; i < 3; ++i) {
      const bool above = (corner >> i & 1U) != 0;
      const auto axis = static_cast<Eigen::Index>(i);
      is_new = is_new && (!above || at[i].upper != at[i].lower);
      index[i] = above ? at[i].upper : at[i].lower;
      share[axis] = above ? at[i].share : 1.0 - at[i].share;
      slope[axis] = above ? at[i].slope : -at[i].slope;
    }
    if (!is_new) continue;
    result.corners[result.count++] = {
        node_at(index[0], index[1], index[2]),
        share[0] * share[1] * share[2],
        {slope[0] * share[1] * share[2], share[0] * slope[1] * share[2],
         share[0] * share[1] * slope[2]},
        true};
  }
  return result;
}

double ConfigurationGrid::largest_spacing() const {
  double largest = 0.0;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const std::vector<double>& values = axes_[axis].values;
    for (std::size_t i = 1; i < values.size(); ++i) {
      largest = std::max(largest, values[i] - values[i - 1]);
    }
  }
  return largest;
}

}  // namespace raftup::hydro
