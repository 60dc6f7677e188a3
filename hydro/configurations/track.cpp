#include "hydro/configurations/track.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

/// The relative positions of a node as text for a message.
std::string text_of(const RelativePositions& node) {
  std::string text;
  for (const auto& body : node.colwise()) text += (text.empty() ? "" : "; ") + describe(body);
  return text;
}

std::vector<RelativePositions> of_same_bodies(std::vector<RelativePositions> nodes) {
  require(nodes.size() > 1, "positions must have at least two nodes",
          fmt::format("{}", nodes.size()));
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    require(nodes[k].cols() > 0 && nodes[k].cols() == nodes[0].cols(),
            fmt::format("positions[{}] must be those of all bodies except the first, as at "
                        "positions[0] ({})",
                        k, nodes[0].cols()),
            fmt::format("{}", nodes[k].cols()));
  }
  return nodes;
}

/// Adds whole turns to headings, so that they differ from those of the node before by half a turn
/// at most.
void unwrap(const RelativePositions& before, RelativePositions& node) {
  for (Eigen::Index j = 0; j < node.cols(); ++j) {
    const double turn = node(kHeadingCoordinate, j) - before(kHeadingCoordinate, j);
    node(kHeadingCoordinate, j) -= kTwoPi * nearest_integer(turn * kTurnsPerRadian);
  }
}

}  // namespace

Track::Track(std::vector<RelativePositions> nodes) : nodes_(of_same_bodies(std::move(nodes))) {
  for (std::size_t k = 1; k < nodes_.size(); ++k) unwrap(nodes_[k - 1], nodes_[k]);
  direction_ = (nodes_.back() - nodes_.front()).topRows<2>();
  const double length = direction_.norm();
  require(length > kSamePlace, "positions must move from the first node to the last",
          text_of(nodes_.back()) + " at both");
  direction_ /= length;
  coordinates_.emplace_back(Configuration::Zero());
  for (std::size_t k = 1; k < nodes_.size(); ++k) {
    coordinates_.emplace_back(along(nodes_[k]), 0.0, 0.0);
    const double before = coordinates_[k - 1].x();
    require(coordinates_[k].x() - before > kSamePlace,
            fmt::format("positions[{}] must lie further along the way from the first node to the "
                        "last than positions[{}], at {:.6g} m",
                        k, k - 1, before),
            fmt::format("{:.6g} m: {}", coordinates_[k].x(), text_of(nodes_[k])));
  }
}

double Track::along(const RelativePositions& q) const {
  return (q - nodes_.front()).topRows<2>().cwiseProduct(direction_).sum();
}

Track::Place Track::place(double u) const {
  const std::size_t last = nodes_.size() - 1;
  const RelativePositions still = RelativePositions::Zero(3, other_count());
  if (u <= coordinates_.front().x()) return {0, 1, 0.0, 0.0, nodes_.front(), still};
  if (u >= coordinates_.back().x()) return {last - 1, last, 1.0, 0.0, nodes_.back(), still};
  const auto above = std::upper_bound(coordinates_.begin(), coordinates_.end(), u,
                                      [](double at, const Configuration& c) { return at < c.x(); });
  const auto upper = static_cast<std::size_t>(above - coordinates_.begin());
  const double slope = 1.0 / (coordinates_[upper].x() - coordinates_[upper - 1].x());
  const double way = u - coordinates_[upper - 1].x();
  const RelativePositions tangent = slope * (nodes_[upper] - nodes_[upper - 1]);
  return {upper - 1, upper, way * slope, slope, nodes_[upper - 1] + way * tangent, tangent};
}

Vector3 Track::outside(const Configuration& at) const {
  return {std::min(0.0, at.x()) + std::max(0.0, at.x() - coordinates_.back().x()), 0.0, 0.0};
}

NodeWeights Track::weights(const Configuration& at) const {
  const Place on = place(at.x());
  NodeWeights result;
  result.corners[result.count++] = {on.lower, 1.0 - on.share, {-on.slope, 0.0, 0.0}, true};
  result.corners[result.count++] = {on.upper, on.share, {on.slope, 0.0, 0.0}, true};
  return result;
}

double Track::largest_spacing() const {
  double largest = 0.0;
  for (std::size_t k = 1; k < nodes_.size(); ++k) {
    const auto way = (nodes_[k] - nodes_[k - 1]).topRows<2>();
    largest = std::max(largest, way.colwise().norm().maxCoeff());
  }
  return largest;
}

}  // namespace raftup::hydro
