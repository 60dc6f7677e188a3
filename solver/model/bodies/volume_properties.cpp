#include "solver/model/bodies/volume_properties.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <utility>

#include "hydro/base/error.hpp"
#include "solver/model/bodies/shape_checks.hpp"

namespace raftup::solver {

namespace {

constexpr double kPi = std::numbers::pi;

/// Properties of a solid whose centroid is at its origin. mean_squares are the means of x^2, y^2
/// and z^2 over the volume [m2].
VolumeProperties centered(double volume, const Vector3& mean_squares) {
  const Vector3 moments = mean_squares.sum() * Vector3::Ones() - mean_squares;
  return {volume, Vector3::Zero(), (volume * moments).asDiagonal()};
}

/// Integrals over a solid about its origin: of 1, x and x x^T.
struct Moments {
  double volume = 0.0;
  Vector3 first = Vector3::Zero();
  Matrix3 second = Matrix3::Zero();
};

VolumeProperties properties_of(const Moments& moments, const Vector3& origin) {
  const Vector3 centroid = moments.first / moments.volume;
  const Matrix3 about_origin = moments.second.trace() * Matrix3::Identity() - moments.second;
  return {moments.volume, origin + centroid,
          about_origin - moments.volume * offset_square(centroid)};
}

/// Moments of a cone on z = 0 with the radii a at z = 0 and b at z = h.
Moments moments_of(const Cone& cone) {
  const double a = cone.bottom_radius;
  const double b = cone.top_radius;
  const double h = cone.height;
  const double across =
      kPi * h / 20.0 *
      (a * a * a * a + a * a * a * b + a * a * b * b + a * b * b * b + b * b * b * b);
  Moments moments;
  moments.volume = kPi * h / 3.0 * (a * a + a * b + b * b);
  moments.first.z() = kPi * h * h / 12.0 * (a * a + 2.0 * a * b + 3.0 * b * b);
  moments.second.diagonal() << across, across,
      kPi * h * h * h / 30.0 * (a * a + 3.0 * a * b + 6.0 * b * b);
  return moments;
}

/// The hole of a hollow cone.
Cone hole_of(const HollowCone& cone) {
  const double bottom = cone.bottom_radius - cone.thickness;
  const double top = cone.top_radius - cone.thickness;
  if (top >= 0.0) return {bottom, top, cone.height};
  return {bottom, 0.0, cone.height * bottom / (bottom - top)};
}

void require_closed(const TriangleMesh& mesh) {
  using Edge = std::pair<std::size_t, std::size_t>;
  std::set<Edge> edges;
  for (const auto& corners : mesh.triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Edge edge{corners[k], corners[(k + 1) % 3]};
      require(edges.insert(edge).second,
              fmt::format("an edge of a mesh must belong to two triangles that run through it in "
                          "opposite directions, the one from vertex {} to {} does not",
                          edge.first, edge.second));
    }
  }
  for (const Edge& edge : edges) {
    require(edges.contains({edge.second, edge.first}),
            fmt::format("a mesh must be closed, got an open edge from vertex {} to {}", edge.first,
                        edge.second));
  }
}

/// Indices of the nodes on the rim of a height field, counter-clockwise seen from above.
std::vector<std::size_t> rim_of(const HeightField& field) {
  const std::size_t columns = field.columns, rows = field.rows;
  std::vector<std::size_t> rim;
  for (std::size_t i = 0; i + 1 < columns; ++i) rim.push_back(i);
  for (std::size_t j = 0; j + 1 < rows; ++j) rim.push_back(j * columns + columns - 1);
  for (std::size_t i = columns - 1; i > 0; --i) rim.push_back((rows - 1) * columns + i);
  for (std::size_t j = rows - 1; j > 0; --j) rim.push_back(j * columns);
  return rim;
}

struct VolumeOf {
  VolumeProperties operator()(const Sphere& sphere) const {
    const double r2 = sphere.radius * sphere.radius;
    return centered(4.0 / 3.0 * kPi * r2 * sphere.radius, Vector3::Constant(r2 / 5.0));
  }
  VolumeProperties operator()(const Box& box) const {
    return centered(box.size.prod(), box.size.cwiseAbs2() / 12.0);
  }
  VolumeProperties operator()(const Cylinder& cylinder) const {
    const double r2 = cylinder.radius * cylinder.radius;
    const double h2 = cylinder.height * cylinder.height;
    return centered(kPi * r2 * cylinder.height, {r2 / 4.0, r2 / 4.0, h2 / 12.0});
  }
  /// Properties of a cylinder and two half balls, whose centroids lie 3 r/8 beyond its ends.
  VolumeProperties operator()(const Capsule& capsule) const {
    const double r = capsule.radius;
    const double half = 0.5 * capsule.height;
    const double cylinder = kPi * r * r * capsule.height;
    const double balls = 4.0 / 3.0 * kPi * r * r * r;
    const double volume = cylinder + balls;
    const double across = (cylinder * r * r / 4.0 + balls * r * r / 5.0) / volume;
    const double along =
        (cylinder * half * half / 3.0 + balls * (r * r / 5.0 + half * (half + 0.75 * r))) / volume;
    return centered(volume, {across, across, along});
  }
  VolumeProperties operator()(const Cone& cone) const {
    return properties_of(moments_of(cone), Vector3::Zero());
  }
  VolumeProperties operator()(const HollowCylinder& tube) const {
    const double inner2 = tube.inner_radius * tube.inner_radius;
    const double outer = tube.inner_radius + tube.thickness;
    const double across = 0.25 * (outer * outer + inner2);
    return centered(kPi * (outer * outer - inner2) * tube.height,
                    {across, across, tube.height * tube.height / 12.0});
  }
  VolumeProperties operator()(const HollowCone& cone) const {
    Moments moments = moments_of(Cone{cone.bottom_radius, cone.top_radius, cone.height});
    const Moments hole = moments_of(hole_of(cone));
    moments.volume -= hole.volume;
    moments.first -= hole.first;
    moments.second -= hole.second;
    return properties_of(moments, Vector3::Zero());
  }
  /// Sums over the tetrahedra with the corners 0, a, b, c, relative to the first vertex of the
  /// mesh:
  ///   V = det/6, int x dV = V (a + b + c)/4,
  ///   int x x^T dV = det/120 (a a^T + b b^T + c c^T + s s^T), s = a + b + c.
  VolumeProperties operator()(const TriangleMesh& mesh) const {
    require_closed(mesh);
    Moments moments;
    const Vector3& origin = mesh.vertices.front();
    for (const auto& corners : mesh.triangles) {
      const Vector3 a = mesh.vertices[corners[0]] - origin;
      const Vector3 b = mesh.vertices[corners[1]] - origin;
      const Vector3 c = mesh.vertices[corners[2]] - origin;
      const Vector3 sum = a + b + c;
      const double determinant = a.dot(b.cross(c));
      moments.volume += determinant / 6.0;
      moments.first += determinant / 24.0 * sum;
      moments.second +=
          determinant / 120.0 *
          (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose());
    }
    require(std::isfinite(moments.volume) && moments.volume > 0.0,
            fmt::format("triangles of a mesh must be counter-clockwise seen from outside, got a "
                        "volume of {} m3",
                        moments.volume));
    return properties_of(moments, origin);
  }
  VolumeProperties operator()(const Convex& convex) const { return (*this)(convex.surface); }
  VolumeProperties operator()(const HeightField& field) const {
    return (*this)(solid_relief(field));
  }
  VolumeProperties operator()(const Composite& composite) const {
    Moments whole;
    for (const ShapePart& part : composite.parts) {
      const VolumeProperties own = std::visit(*this, part.geometry);
      const Matrix3 R = part.pose.attitude.normalized().toRotationMatrix();
      const Vector3 center = part.pose.position + R * own.centroid;
      const Matrix3 second =
          0.5 * own.inertia.trace() * Matrix3::Identity() - own.inertia;  // about the centroid
      whole.volume += own.volume;
      whole.first += own.volume * center;
      whole.second += R * second * R.transpose() + own.volume * center * center.transpose();
    }
    return properties_of(whole, Vector3::Zero());
  }
  VolumeProperties operator()(const Plane& /*plane*/) const { return refuse("a plane"); }
  VolumeProperties operator()(const Line& /*line*/) const { return refuse("a line"); }

 private:
  [[noreturn]] static VolumeProperties refuse(const char* kind) {
    throw Error(ErrorCode::kInvalidArgument,
                fmt::format("mass properties must be of a solid, got {}", kind));
  }
};

}  // namespace

Matrix3 offset_square(const Vector3& d) {
  return d.squaredNorm() * Matrix3::Identity() - d * d.transpose();
}

TriangleMesh solid_relief(const HeightField& field) {
  TriangleMesh mesh;
  for (std::size_t node = 0; node < field.heights.size(); ++node) {
    mesh.vertices.push_back(node_of(field, node % field.columns, node / field.columns));
  }
  const std::size_t cells = (field.columns - 1) * (field.rows - 1);
  for (std::size_t t = 0; t < 2 * cells; ++t) mesh.triangles.push_back(triangle_of(field, t));
  const double lowest = *std::min_element(field.heights.begin(), field.heights.end());
  const double bottom = field.least_height.value_or(lowest) - field.bottom_margin;
  const std::vector<std::size_t> rim = rim_of(field);
  const std::size_t below = mesh.vertices.size();  // the first of those under the rim
  for (const std::size_t node : rim) {
    const Vector3& above = mesh.vertices[node];
    mesh.vertices.emplace_back(above.x(), above.y(), bottom);
  }
  const std::size_t middle = mesh.vertices.size();
  mesh.vertices.emplace_back(0.0, 0.0, bottom);
  for (std::size_t k = 0; k < rim.size(); ++k) {
    const std::size_t next = (k + 1) % rim.size();
    mesh.triangles.push_back({rim[k], below + k, below + next});
    mesh.triangles.push_back({rim[k], below + next, rim[next]});
    mesh.triangles.push_back({middle, below + next, below + k});
  }
  return mesh;
}

VolumeProperties volume_properties(const Geometry& geometry) {
  check_geometry(geometry);
  return std::visit(VolumeOf{}, geometry);
}

}  // namespace raftup::solver
