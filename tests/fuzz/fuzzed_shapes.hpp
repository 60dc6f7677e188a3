/// @file Shapes of all kinds out of the bytes of a fuzzer, and bytes of shapes that are whole, for
/// seeds.
#pragma once

#include <array>
#include <cmath>

#include "solver/geometry/collision/convex_hull.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace raftup::testing {

inline constexpr std::size_t kShapeKinds = std::variant_size_v<solver::Geometry>;
inline constexpr std::size_t kMostVertices = 24, kMostTriangles = 40, kMostNodes = 8,
                             kMostParts = 3;

/// A length on a grid, where shapes are likely to meet face to face; now and then any number.
class Numbers {
 public:
  explicit Numbers(ByteSource& bytes) : bytes_(bytes) {}

  double number() {
    const std::int64_t value = bytes_.integer();
    if (value > 1000 || value < -1000) {
      usual_ = false;
      return bytes_.number();
    }
    return kGrid * static_cast<double>(value);
  }
  double positive() { return std::abs(number()); }
  Vector3 vector() {
    const double x = number(), y = number(), z = number();
    return {x, y, z};
  }
  /// Whether all have been of moderate size.
  bool usual() const { return usual_; }

  static constexpr double kGrid = 0.0625;  ///< m

 private:
  ByteSource& bytes_;
  bool usual_ = true;
};

/// Reads shapes and poses. Not all of them are ones.
class ShapeSource {
 public:
  explicit ShapeSource(ByteSource& bytes) : bytes_(bytes), numbers_(bytes) {}

  Numbers& numbers() { return numbers_; }

  solver::Pose pose() {
    solver::Pose pose;
    pose.position = numbers_.vector();
    const double angle = numbers_.number();
    const Vector3 axis = numbers_.vector();
    if (bytes_.flag() && axis.norm() > 0.0 && std::isfinite(axis.norm()) && std::isfinite(angle)) {
      pose.attitude = Quaternion(Eigen::AngleAxisd(angle, axis.normalized()));
    }
    return pose;
  }

  /// @param depth of composites within composites
  solver::Geometry geometry(int depth) {
    const auto positive = [&] { return numbers_.positive(); };
    switch (bytes_.below(kShapeKinds)) {
      case 0:
        return solver::Sphere{positive()};
      case 1:
        return solver::Box{numbers_.vector().cwiseAbs()};
      case 2:
        return solver::Cylinder{positive(), positive()};
      case 3:
        return mesh();
      case 4:
        return solver::Capsule{positive(), positive()};
      case 5:
        return solver::Cone{positive(), positive(), positive()};
      case 6:
        return solver::Plane{numbers_.vector(), numbers_.number()};
      case 7:
        return solver::HollowCylinder{positive(), positive(), positive()};
      case 8:
        return solver::HollowCone{positive(), positive(), positive(), positive()};
      case 9:
        return solver::Line{numbers_.vector(), numbers_.vector()};
      case 10:
        return hull();
      case 11:
        return field();
      default:
        return composite(depth);
    }
  }

 private:
  solver::TriangleMesh mesh() {
    solver::TriangleMesh mesh;
    mesh.vertices.resize(bytes_.below(kMostVertices));
    for (Vector3& vertex : mesh.vertices) vertex = numbers_.vector();
    mesh.triangles.resize(bytes_.below(kMostTriangles));
    for (auto& triangle : mesh.triangles) {
      for (std::size_t& corner : triangle) corner = bytes_.below(kMostVertices);
    }
    mesh.terrain = bytes_.flag();
    mesh.bottom_margin = numbers_.positive();
    return mesh;
  }

  solver::HeightField field() {
    solver::HeightField field;
    field.columns = bytes_.below(kMostNodes);
    field.rows = bytes_.below(kMostNodes);
    field.size = {numbers_.positive(), numbers_.positive()};
    field.heights.resize(field.columns * field.rows + (bytes_.below(16) == 15 ? 1 : 0));
    for (double& height : field.heights) height = numbers_.number();
    field.bottom_margin = numbers_.positive();
    return field;
  }

  solver::Convex hull() {
    if (bytes_.flag()) return {mesh()};
    std::vector<Vector3> points(bytes_.below(kMostVertices));
    for (Vector3& point : points) point = numbers_.vector();
    return solver::convex_hull(points);
  }

  solver::Composite composite(int depth) {
    solver::Composite composite;
    if (depth == 0) return composite;
    const std::size_t parts = bytes_.below(kMostParts + 1);
    for (std::size_t i = 0; i < parts; ++i) {
      solver::Geometry part = geometry(depth - 1);
      composite.parts.push_back({std::move(part), pose()});
    }
    return composite;
  }

  ByteSource& bytes_;
  Numbers numbers_;
};

/// Bytes that a ShapeSource reads as these multiples of 1/16 between -6 and 9.
inline std::string bytes_of(std::initializer_list<double> numbers) {
  std::string bytes;
  for (const double number : numbers) {
    bytes.push_back(static_cast<char>(100 + std::lround(number / Numbers::kGrid)));
  }
  return bytes;
}

/// Bytes of a pose that is turned by half a radian about an axis of no edge, or not at all.
inline std::string bytes_of_pose(double x, double y, double z, bool turned) {
  return bytes_of({x, y, z, 0.5, 1.0, 0.5, 2.0}) + (turned ? '\1' : '\0');
}

/// Bytes of the mesh of a cube of 1 m.
inline std::string bytes_of_cube() {
  std::string bytes(1, '\10');
  for (unsigned corner = 0; corner < 8; ++corner) {
    bytes += bytes_of({(corner & 1U) != 0 ? 0.5 : -0.5, (corner & 2U) != 0 ? 0.5 : -0.5,
                       (corner & 4U) != 0 ? 0.5 : -0.5});
  }
  constexpr std::array<char, 36> kTriangles{0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                            2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
  bytes.push_back(12);
  bytes.append(kTriangles.begin(), kTriangles.end());
  return bytes + '\0' + bytes_of({1.0});
}

/// Bytes of a whole shape of a kind, of the size of 1 m.
inline std::string bytes_of_shape(std::size_t kind) {
  const std::string name(1, static_cast<char>(kind));
  switch (kind) {
    case 0:
      return name + bytes_of({0.5});
    case 2:
    case 4:
      return name + bytes_of({0.5, 1.0});
    case 3:
      return name + bytes_of_cube();
    case 1:
    case 5:
      return name + bytes_of({0.5, 0.25, 1.0});
    case 6:
      return name + bytes_of({0.25, 0.0, 1.0, 0.0});
    case 7:
      return name + bytes_of({0.5, 0.125, 1.0});
    case 8:
      return name + bytes_of({0.75, 0.25, 1.0, 0.125});
    case 9:
      return name + bytes_of({0.0, 0.0, 1.0, 0.0, 0.0, -1.0});
    case 10:
      return name + '\1' + bytes_of_cube();
    case 11:
      return name + "\3\3" + bytes_of({4.0, 4.0}) + '\0' +
             bytes_of({0.25, 0.0, 0.25, 0.0, -0.25, 0.0, 0.25, 0.0, 0.5, 1.0});
    default:
      return name + '\2' + bytes_of_shape(1) + bytes_of_pose(0.25, 0.0, 0.0, false) +
             bytes_of_shape(7) + bytes_of_pose(-0.5, 0.0, 0.0, true);
  }
}

}  // namespace raftup::testing
