#include "hydro/configurations/configuration_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

namespace {

/// The different places of the nodes over x and y, in the order of the nodes.
class Places {
 public:
  /// @return index of the place of a node
  std::size_t add(const Configuration& node) {
    const auto same = [&](const Configuration& place) {
      return (place - node).head<2>().cwiseAbs().maxCoeff() <= kSamePlace;
    };
    const auto known = std::find_if(places_.begin(), places_.end(), same);
    const auto index = static_cast<std::size_t>(known - places_.begin());
    if (known == places_.end()) places_.emplace_back(node.x(), node.y(), 0.0);
    return index;
  }

  const std::vector<Configuration>& all() const { return places_; }

 private:
  std::vector<Configuration> places_;
};

std::variant<Rectangles, Triangles> cells_of(const std::vector<Configuration>& places) {
  if (Rectangles::are_meant(places)) return Rectangles(places);
  return Triangles(places);
}

std::vector<Configuration> different(std::vector<Configuration> nodes) {
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    for (std::size_t i = 0; i < k; ++i) {
      require((nodes[k] - nodes[i]).cwiseAbs().maxCoeff() > kSamePlace,
              fmt::format("positions[{}] must differ from positions[{}]", k, i),
              describe(nodes[k]));
    }
  }
  return nodes;
}

/// @return the places of the nodes; place_of_node receives the index for each node
std::vector<Configuration> places_of(const std::vector<Configuration>& nodes,
                                     std::vector<std::size_t>& place_of_node) {
  require(!nodes.empty(), "positions must have at least one node", "0");
  Places places;
  for (const Configuration& node : nodes) place_of_node.push_back(places.add(node));
  return places.all();
}

}  // namespace

ConfigurationGrid::ConfigurationGrid(std::vector<Configuration> nodes)
    : nodes_(different(std::move(nodes))),
      headings_(nodes_, kHeadingCoordinate),
      cells_(cells_of(places_of(nodes_, place_of_node_))) {
  const std::size_t count = headings_.size();
  const std::size_t places = *std::max_element(place_of_node_.begin(), place_of_node_.end()) + 1;
  table_.assign(places * count, nodes_.size());
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const std::size_t heading = headings_.index_of(nodes_[k][kHeadingCoordinate]);
    table_[place_of_node_[k] * count + heading] = k;
  }
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    for (std::size_t h = 0; h < count; ++h) {
      const Configuration lacking(nodes_[k].x(), nodes_[k].y(), headings_.value(h));
      require(table_[place_of_node_[k] * count + h] < nodes_.size(),
              "positions must have a node at every heading of every place",
              "none at " + describe(lacking));
    }
  }
}

Vector3 ConfigurationGrid::outside(const Configuration& q) const {
  const Vector2 plane =
      std::visit([&](const auto& cells) { return cells.outside(q.head<2>()); }, cells_);
  return {plane.x(), plane.y(), headings_.outside(headings_.wrapped(q[kHeadingCoordinate]))};
}

bool ConfigurationGrid::is_at_edge(std::size_t node) const {
  const std::size_t place = place_of_node_[node];
  return std::visit([&](const auto& cells) { return cells.is_at_edge(place); }, cells_);
}

NodeWeights ConfigurationGrid::weights(const Configuration& q) const {
  const PlaceWeights plane =
      std::visit([&](const auto& cells) { return cells.weights(q.head<2>()); }, cells_);
  const ConfigurationAxis::Place heading =
      headings_.place(headings_.wrapped(q[kHeadingCoordinate]));
  NodeWeights result;
  for (const bool is_above : {false, true}) {
    if (is_above && heading.upper == heading.lower) continue;
    const double share = is_above ? heading.share : 1.0 - heading.share;
    const double slope = is_above ? heading.slope : -heading.slope;
    const std::size_t index = is_above ? heading.upper : heading.lower;
    for (const PlaceWeight& corner : plane) {
      result.corners[result.count++] = {
          table_[corner.place * headings_.size() + index],
          corner.weight * share,
          {corner.gradient.x() * share, corner.gradient.y() * share, corner.weight * slope},
          true};
    }
  }
  return result;
}

double ConfigurationGrid::largest_spacing() const {
  return std::visit([](const auto& cells) { return cells.largest_spacing(); }, cells_);
}

}  // namespace raftup::hydro
