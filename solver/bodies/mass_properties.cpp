#include "solver/bodies/mass_properties.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <set>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::solver {

namespace {

constexpr double kUnitTolerance = 1e-6;  // of a quaternion's norm: round-off of decimal input

void require_positive(double value, const char* what, const char* unit) {
  require(std::isfinite(value) && value > 0.0,
          fmt::format("{} must be positive and finite, got {} {}", what, value, unit));
}

/// d^2 1 - d d^T.
Matrix3 offset_square(const Vector3& d) {
  return d.squaredNorm() * Matrix3::Identity() - d * d.transpose();
}

/// Per unit of density, in the shape's own axes.
struct VolumeProperties {
  double volume;     ///< m3
  Vector3 centroid;  ///< m
  Matrix3 inertia;   ///< m5, about the centroid
};

/// About its centre, for second moments of the extents along the axes.
VolumeProperties centred(double volume, const Vector3& mean_squares) {
  const Vector3 moments = mean_squares.sum() * Vector3::Ones() - mean_squares;
  return {volume, Vector3::Zero(), (volume * moments).asDiagonal()};
}

void require_closed(const TriangleMesh& mesh) {
  using Edge = std::pair<std::size_t, std::size_t>;
  std::set<Edge> edges;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& corners = mesh.triangles[t];
    for (std::size_t k = 0; k < 3; ++k) {
      require(corners[k] < mesh.vertices.size(),
              fmt::format("triangle {} of a mesh must have corners below {}, got {}", t,
                          mesh.vertices.size(), corners[k]));
      const Edge edge{corners[k], corners[(k + 1) % 3]};
      require(edges.insert(edge).second,
              fmt::format("an edge of a mesh must belong to two triangles that run through it in "
                          "opposite directions, got another from vertex {} to {}",
                          edge.first, edge.second));
    }
  }
  for (const Edge& edge : edges) {
    require(edges.contains({edge.second, edge.first}),
            fmt::format("a mesh must be closed, got an open edge from vertex {} to {}", edge.first,
                        edge.second));
  }
}

struct VolumeOf {
  VolumeProperties operator()(const Sphere& sphere) const {
    require_positive(sphere.radius, "radius of a sphere", "m");
    const double r2 = sphere.radius * sphere.radius;
    return centred(4.0 / 3.0 * std::numbers::pi * r2 * sphere.radius, Vector3::Constant(r2 / 5.0));
  }
  VolumeProperties operator()(const Box& box) const {
    for (const double edge : box.size) require_positive(edge, "size of a box", "m");
    return centred(box.size.prod(), box.size.cwiseAbs2() / 12.0);
  }
  VolumeProperties operator()(const Cylinder& cylinder) const {
    require_positive(cylinder.radius, "radius of a cylinder", "m");
    require_positive(cylinder.height, "height of a cylinder", "m");
    const double r2 = cylinder.radius * cylinder.radius;
    const double h2 = cylinder.height * cylinder.height;
    return centred(std::numbers::pi * r2 * cylinder.height, {r2 / 4.0, r2 / 4.0, h2 / 12.0});
  }
  /// Over tetrahedra with corners 0, a, b, c from the first vertex on:
  ///   V = det/6, int x dV = V (a + b + c)/4,
  ///   int x x^T dV = det/120 (a a^T + b b^T + c c^T + s s^T), s = a + b + c.
  VolumeProperties operator()(const TriangleMesh& mesh) const {
    require(!mesh.triangles.empty(), "a mesh must have triangles, got none");
    require_closed(mesh);
    double volume = 0.0;
    Vector3 first = Vector3::Zero();
    Matrix3 second = Matrix3::Zero();
    const Vector3& origin = mesh.vertices.front();
    for (const auto& corners : mesh.triangles) {
      const Vector3 a = mesh.vertices[corners[0]] - origin;
      const Vector3 b = mesh.vertices[corners[1]] - origin;
      const Vector3 c = mesh.vertices[corners[2]] - origin;
      const Vector3 sum = a + b + c;
      const double determinant = a.dot(b.cross(c));
      volume += determinant / 6.0;
      first += determinant / 24.0 * sum;
      second += determinant / 120.0 *
                (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose());
    }
    require(std::isfinite(volume) && volume > 0.0,
            fmt::format("triangles of a mesh must be counter-clockwise seen from outside, got a "
                        "volume of {} m3",
                        volume));
    const Vector3 centroid = first / volume;
    const Matrix3 about_origin = second.trace() * Matrix3::Identity() - second;
    return {volume, origin + centroid, about_origin - volume * offset_square(centroid)};
  }
};

}  // namespace

MassProperties mass_properties(const RigidBody& body) {
  return {body.mass, body.center_of_mass, body.inertia};
}

void set_mass_properties(RigidBody& body, const MassProperties& properties) {
  body.mass = properties.mass;
  body.center_of_mass = properties.center_of_mass;
  body.inertia = properties.inertia;
}

Matrix3 inertia_about(const Matrix3& inertia, double mass, const Vector3& offset) {
  return inertia + mass * offset_square(offset);
}

MassProperties mass_properties(const Shape& shape) {
  require_positive(shape.density, "density of a shape", "kg/m3");
  require(shape.pose.position.allFinite(), "position of a shape must be finite");
  const double norm = shape.pose.attitude.norm();
  require(std::abs(norm - 1.0) <= kUnitTolerance,
          fmt::format("attitude of a shape must be a unit quaternion, got a norm of {}", norm));
  const VolumeProperties own = std::visit(VolumeOf{}, shape.geometry);
  const Matrix3 R = shape.pose.attitude.normalized().toRotationMatrix();
  return {shape.density * own.volume, shape.pose.position + R * own.centroid,
          shape.density * R * own.inertia * R.transpose()};
}

MassProperties mass_properties(std::span<const Shape> shapes) {
  require(!shapes.empty(), "mass properties must be of at least one shape, got none");
  std::vector<MassProperties> parts;
  MassProperties whole;
  for (const Shape& shape : shapes) {
    const MassProperties& part = parts.emplace_back(mass_properties(shape));
    whole.mass += part.mass;
    whole.center_of_mass += part.mass * part.center_of_mass;
  }
  whole.center_of_mass /= whole.mass;
  for (const MassProperties& part : parts) {
    whole.inertia +=
        inertia_about(part.inertia, part.mass, part.center_of_mass - whole.center_of_mass);
  }
  return whole;
}

void update_mass_properties(RigidBody& body, std::span<const Shape> shapes,
                            const GeneratedProperties& generated) {
  const MassProperties of_shapes = mass_properties(shapes);
  if (generated.mass) body.mass = of_shapes.mass;
  if (generated.center_of_mass) body.center_of_mass = of_shapes.center_of_mass;
  if (generated.inertia) {
    body.inertia = inertia_about(of_shapes.inertia, of_shapes.mass,
                                 of_shapes.center_of_mass - body.center_of_mass);
  }
}

}  // namespace raftup::solver
