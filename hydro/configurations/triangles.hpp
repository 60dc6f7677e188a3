#pragma once

#include <array>
#include <vector>

#include "hydro/configurations/configuration.hpp"
#include "hydro/numerics/hull_triangles.hpp"

namespace raftup::hydro {

/// Places anywhere in the plane as the corners of Delaunay triangles, with barycentric weights,
/// which are exact for 1, x and y. Outside their convex hull the weights are those of the nearest
/// point of its edge, with gradient 0 across it.
class Triangles {
 public:
  /// Creates the Delaunay triangles between places.
  /// @throws BrokenRule if all places lie on a line, or if a place is too near to others to be a
  ///          corner
  explicit Triangles(const std::vector<Configuration>& places);

  /// Computes the weights of the corners of the triangle that contains q.
  PlaceWeights weights(const Vector2& q) const;

  /// Returns the vector from the nearest point of the convex hull to q [m]; 0 inside.
  Vector2 outside(const Vector2& q) const;

  /// Returns true if a place is at the edge of the convex hull.
  bool is_at_edge(std::size_t place) const { return is_at_edge_[place]; }

  /// Length of the longest side of all triangles [m].
  double largest_spacing() const;

 private:
  using Side = std::array<std::size_t, 2>;

  struct Triangle {
    std::array<std::size_t, 3> corners;
    std::array<Vector2, 3> gradients;  ///< gradient of the weight of each corner [1/m]
  };

  /// Nearest point on the edge of the convex hull: the side on which it lies, and the share along
  /// it from 0 to 1.
  struct EdgePoint {
    Side side{};
    double share = 0.0;
    Vector2 point = Vector2::Zero();
    Vector2 slope = Vector2::Zero();  ///< derivative of `share` with respect to q [1/m]
  };

  void find_edge();
  const Triangle* find(const Vector2& q) const;
  std::array<double, 3> shares(const Triangle& triangle, const Vector2& q) const;
  EdgePoint nearest(const Vector2& q) const;

  std::vector<Vector2> places_;
  std::vector<Triangle> triangles_;
  std::vector<Side> edge_;
  std::vector<bool> is_at_edge_;
};

}  // namespace raftup::hydro
