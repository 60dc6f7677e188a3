#include "hydro/configurations/axis_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

namespace {

/// The values of one coordinate of the nodes, without the rules of a heading.
ConfigurationAxis axis_of(const std::vector<Configuration>& nodes, Eigen::Index coordinate) {
  std::vector<Configuration> values;
  for (const Configuration& node : nodes) values.emplace_back(node[coordinate], 0.0, 0.0);
  return {values, 0};
}

constexpr std::size_t kCorners = 3;  ///< of a triangle, which three nodes are

/// A node as text for a message.
std::string place_of(const Configuration& node, std::size_t axes) {
  std::string text;
  for (std::size_t i = 0; i < axes; ++i) {
    text += fmt::format("{}{:g}", i == 0 ? "" : ", ", node[static_cast<Eigen::Index>(i)]);
  }
  return "(" + text + ")";
}

}  // namespace

AxisGrid::AxisGrid(std::vector<Configuration> nodes, std::size_t axes) : nodes_(std::move(nodes)) {
  require(axes >= 1 && axes <= kMostAxes, fmt::format("axes must be 1 to {}", kMostAxes),
          fmt::format("{}", axes));
  require(!nodes_.empty(), "positions must have at least one node", "0");
  for (std::size_t i = 0; i < axes; ++i) {
    const auto coordinate = static_cast<Eigen::Index>(i);
    const ConfigurationAxis& axis = axes_.emplace_back(axis_of(nodes_, coordinate));
    require(axis.size() > 1, fmt::format("axis {} must have nodes at two values or more", i + 1),
            fmt::format("one at {:g}", axis.value(0)));
    scale_[coordinate] = 1.0 / (axis.value(axis.size() - 1) - axis.value(0));
  }
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    for (std::size_t i = 0; i < k; ++i) {
      require((nodes_[k] - nodes_[i]).cwiseAbs().maxCoeff() > kSamePlace,
              fmt::format("positions[{}] must differ from positions[{}]", k, i),
              place_of(nodes_[k], axes));
    }
  }
  if (axes == 2) {
    find_cells();
  } else {
    find_places();
  }
}

void AxisGrid::find_cells() {
  std::vector<Configuration> scaled;
  for (const Configuration& node : nodes_) scaled.emplace_back(node.cwiseProduct(scale_));
  if (nodes_.size() > kCorners && Rectangles::are_meant(scaled)) {
    cells_.emplace<Rectangles>(scaled);
  } else {
    cells_.emplace<Triangles>(scaled);
  }
}

/// Finds the node at every place of a grid over one or three axes.
void AxisGrid::find_places() {
  std::size_t count = 1;
  for (const ConfigurationAxis& axis : axes_) count *= axis.size();
  require(count == nodes_.size(),
          "positions must have a node at every place of a grid over three axes",
          fmt::format("{} of {}", nodes_.size(), count));
  table_.assign(count, 0);
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    std::size_t place = 0;
    for (std::size_t i = 0; i < axes_.size(); ++i) {
      place = place * axes_[i].size() + axes_[i].index_of(nodes_[k][static_cast<Eigen::Index>(i)]);
    }
    table_[place] = k;
  }
}

Vector3 AxisGrid::outside(const Configuration& q) const {
  if (const auto* triangles = std::get_if<Triangles>(&cells_)) {
    const Vector2 way = triangles->outside(q.cwiseProduct(scale_).head<2>());
    return {way.x() / scale_.x(), way.y() / scale_.y(), 0.0};
  }
  Vector3 distance = Vector3::Zero();
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    const auto coordinate = static_cast<Eigen::Index>(i);
    distance[coordinate] = axes_[i].outside(q[coordinate]);
  }
  return distance;
}

NodeWeights AxisGrid::weights(const Configuration& q) const {
  if (axes_.size() == 1) return linear(q);
  return axes_.size() == 2 ? planar(q) : tetrahedral(q);
}

NodeWeights AxisGrid::linear(const Configuration& q) const {
  const ConfigurationAxis::Place at = axes_.front().place(q.x());
  NodeWeights result;
  result.corners[result.count++] = {table_[at.lower], 1.0 - at.share, {-at.slope, 0.0, 0.0}, true};
  result.corners[result.count++] = {table_[at.upper], at.share, {at.slope, 0.0, 0.0}, true};
  return result;
}

NodeWeights AxisGrid::planar(const Configuration& q) const {
  const Vector2 scaled = q.cwiseProduct(scale_).head<2>();
  const auto* rectangles = std::get_if<Rectangles>(&cells_);
  const PlaceWeights corners = rectangles != nullptr ? rectangles->weights(scaled)
                                                     : std::get<Triangles>(cells_).weights(scaled);
  NodeWeights result;
  for (const PlaceWeight& corner : corners) {
    result.corners[result.count++] = {
        corner.place,
        corner.weight,
        {corner.gradient.x() * scale_.x(), corner.gradient.y() * scale_.y(), 0.0},
        true};
  }
  return result;
}

/// The tetrahedron of a cell goes from its lowest corner to its highest one, along one axis after
/// the other, in the order of descending shares.
NodeWeights AxisGrid::tetrahedral(const Configuration& q) const {
  std::array<ConfigurationAxis::Place, kMostAxes> at;
  for (std::size_t i = 0; i < kMostAxes; ++i) {
    at[i] = axes_[i].place(q[static_cast<Eigen::Index>(i)]);
  }
  std::array<std::size_t, kMostAxes> order;
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return at[a].share > at[b].share; });
  std::array<std::size_t, kMostAxes> corner{at[0].lower, at[1].lower, at[2].lower};
  double before = 1.0;
  Vector3 slope_before = Vector3::Zero();
  NodeWeights result;
  const auto add = [&](double share, const Vector3& slope) {
    const std::size_t place =
        (corner[0] * axes_[1].size() + corner[1]) * axes_[2].size() + corner[2];
    result.corners[result.count++] = {table_[place], before - share, slope_before - slope, true};
    before = share;
    slope_before = slope;
  };
  for (const std::size_t axis : order) {
    add(at[axis].share, at[axis].slope * Vector3::Unit(static_cast<Eigen::Index>(axis)));
    corner[axis] = at[axis].upper;
  }
  add(0.0, Vector3::Zero());
  return result;
}

}  // namespace raftup::hydro
