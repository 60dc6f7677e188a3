#include "hydro/configurations/triangles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

namespace {

constexpr double kOnSide = -1e-12;  ///< least weight of a point that counts as inside

Vector2 turned_left(const Vector2& a) { return {-a.y(), a.x()}; }

}  // namespace

Triangles::Triangles(const std::vector<Configuration>& places) {
  for (const Configuration& place : places) places_.emplace_back(place.head<2>());
  std::vector<bool> is_corner(places.size(), false);
  for (const auto& corners : delaunay_triangles(places_)) {
    Triangle triangle{corners, {}};
    const Vector2& a = places_[corners[0]];
    const double area = turned_left(places_[corners[1]] - a).dot(places_[corners[2]] - a);
    for (std::size_t k = 0; k < 3; ++k) {
      is_corner[corners[k]] = true;
      const Vector2 opposite = places_[corners[(k + 2) % 3]] - places_[corners[(k + 1) % 3]];
      triangle.gradients[k] = turned_left(opposite) / area;
    }
    triangles_.push_back(triangle);
  }
  require(!triangles_.empty(),
          "positions must be those of a rectangular grid over x and y, or corners of triangles",
          fmt::format("{} places on a line", places.size()));
  for (std::size_t k = 0; k < places.size(); ++k) {
    require(is_corner[k], "positions must be corners of triangles over x and y",
            "one too near to others at " + describe(places[k]));
  }
  find_edge();
}

/// Finds the sides that belong to one triangle only.
void Triangles::find_edge() {
  std::map<Side, int> known;
  for (const Triangle& triangle : triangles_) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax(triangle.corners[k], triangle.corners[(k + 1) % 3]);
      ++known[{low, high}];
    }
  }
  is_at_edge_.assign(places_.size(), false);
  for (const auto& [side, count] : known) {
    if (count > 1) continue;
    edge_.push_back(side);
    for (const std::size_t place : side) is_at_edge_[place] = true;
  }
}

std::array<double, 3> Triangles::shares(const Triangle& triangle, const Vector2& q) const {
  const Vector2 way = q - places_[triangle.corners[0]];
  const double second = triangle.gradients[1].dot(way);
  const double third = triangle.gradients[2].dot(way);
  return {1.0 - second - third, second, third};
}

const Triangles::Triangle* Triangles::find(const Vector2& q) const {
  for (const Triangle& triangle : triangles_) {
    const std::array<double, 3> at = shares(triangle, q);
    if (*std::min_element(at.begin(), at.end()) >= kOnSide) return &triangle;
  }
  return nullptr;
}

Triangles::EdgePoint Triangles::nearest(const Vector2& q) const {
  EdgePoint best;
  double least = std::numeric_limits<double>::infinity();
  for (const Side& side : edge_) {
    const Vector2& from = places_[side[0]];
    const Vector2 along = places_[side[1]] - from;
    const double free = along.dot(q - from) / along.squaredNorm();
    const double share = std::clamp(free, 0.0, 1.0);
    const Vector2 point = from + share * along;
    const double distance = (q - point).squaredNorm();
    if (distance >= least) continue;
    least = distance;
    best = {side, share, point, Vector2::Zero()};
    if (share == free) best.slope = along / along.squaredNorm();
  }
  return best;
}

PlaceWeights Triangles::weights(const Vector2& q) const {
  PlaceWeights result;
  if (const Triangle* triangle = find(q)) {
    const std::array<double, 3> at = shares(*triangle, q);
    double sum = 0.0;
    for (const double share : at) sum += std::max(0.0, share);
    for (std::size_t k = 0; k < 3; ++k) {
      result.corners[result.count++] = {triangle->corners[k], std::max(0.0, at[k]) / sum,
                                        triangle->gradients[k]};
    }
    return result;
  }
  const EdgePoint edge = nearest(q);
  result.corners[result.count++] = {edge.side[0], 1.0 - edge.share, -edge.slope};
  result.corners[result.count++] = {edge.side[1], edge.share, edge.slope};
  return result;
}

Vector2 Triangles::outside(const Vector2& q) const {
  if (find(q) != nullptr) return Vector2::Zero();
  return q - nearest(q).point;
}

double Triangles::largest_spacing() const {
  double largest = 0.0;
  for (const Triangle& triangle : triangles_) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Vector2 side = places_[triangle.corners[k]] - places_[triangle.corners[(k + 1) % 3]];
      largest = std::max(largest, side.norm());
    }
  }
  return largest;
}

}  // namespace raftup::hydro
