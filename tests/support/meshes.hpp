/// @file Hull meshes for tests and benchmarks.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "hydro/database/readers/source.hpp"
#include "hydro/wetted_mesh/hull_mesh.hpp"
#include "hydro/wetted_mesh/readers/read_hull_mesh.hpp"

namespace raftup::testing {

inline hydro::SourceFile text_file(const std::string& text) {
  hydro::SourceFile file;
  file.bytes.resize(text.size());
  std::memcpy(file.bytes.data(), text.data(), text.size());
  return file;
}

/// Vertices (i, j) of a grid, i < rows, j < columns, in triangles that are counter-clockwise seen
/// from where the columns run to the left of the rows.
inline void add_grid(std::size_t rows, std::size_t columns,
                     const std::function<Vector3(std::size_t, std::size_t)>& at,
                     std::vector<Vector3>& vertices, std::vector<hydro::MeshTriangle>& triangles) {
  const auto first = static_cast<std::uint32_t>(vertices.size());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) vertices.push_back(at(i, j));
  }
  const auto place = [&](std::size_t i, std::size_t j) {
    return first + static_cast<std::uint32_t>(i * columns + j);
  };
  for (std::size_t i = 0; i + 1 < rows; ++i) {
    for (std::size_t j = 0; j + 1 < columns; ++j) {
      triangles.push_back({place(i, j), place(i + 1, j), place(i + 1, j + 1)});
      triangles.push_back({place(i, j), place(i + 1, j + 1), place(i, j + 1)});
    }
  }
}

/// A closed box between two corners, in panels of about `panel` m.
inline hydro::HullMesh box_mesh(const Vector3& low, const Vector3& high, double panel) {
  std::vector<Vector3> vertices;
  std::vector<hydro::MeshTriangle> triangles;
  const Vector3 size = high - low;
  const auto parts = [&](Eigen::Index axis) {
    return static_cast<std::size_t>(std::max(1.0, std::round(size[axis] / panel)));
  };
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    const Eigen::Index u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (const bool upper : {false, true}) {
      const auto point = [&](std::size_t i, std::size_t j) {
        Vector3 at;
        at[axis] = upper ? high[axis] : low[axis];
        at[u] = low[u] + size[u] * static_cast<double>(i) / static_cast<double>(parts(u));
        at[v] = low[v] + size[v] * static_cast<double>(j) / static_cast<double>(parts(v));
        return at;
      };
      const auto turned = [&](std::size_t i, std::size_t j) { return point(j, i); };
      if (upper) {
        add_grid(parts(u) + 1, parts(v) + 1, point, vertices, triangles);
      } else {
        add_grid(parts(v) + 1, parts(u) + 1, turned, vertices, triangles);
      }
    }
  }
  return {std::move(vertices), std::move(triangles)};
}

/// A solid of revolution about z, closed where the profile begins and ends on the axis. Its
/// horizontal sections are polygons with the area of the circle.
/// @param profile (radius, z), from the lowest point up
inline hydro::HullMesh revolved_mesh(const std::vector<Vector2>& profile, std::size_t sectors) {
  std::vector<Vector3> vertices;
  std::vector<hydro::MeshTriangle> triangles;
  const double sector = 2.0 * std::numbers::pi / static_cast<double>(sectors);
  const double widened = std::sqrt(sector / std::sin(sector));
  const auto point = [&](std::size_t j, std::size_t i) {
    const double angle = sector * static_cast<double>(j % sectors);
    const double radius = widened * profile[i].x();
    return Vector3(radius * std::cos(angle), radius * std::sin(angle), profile[i].y());
  };
  add_grid(sectors + 1, profile.size(), point, vertices, triangles);
  return {std::move(vertices), std::move(triangles)};
}

/// A ball about the origin, its profile a polygon with the area of the circle.
inline hydro::HullMesh ball_mesh(double radius, std::size_t rings, std::size_t sectors) {
  std::vector<Vector2> profile;
  const double part = std::numbers::pi / static_cast<double>(rings);
  radius *= std::sqrt(part / std::sin(part));
  for (std::size_t i = 0; i <= rings; ++i) {
    const double angle = std::numbers::pi * static_cast<double>(i) / static_cast<double>(rings);
    const double at = i == 0 || i == rings ? 0.0 : std::sin(angle);
    profile.emplace_back(radius * at, -radius * std::cos(angle));
  }
  return revolved_mesh(profile, sectors);
}

/// The mesh of a file in axes of its own: vertices R (x - origin).
inline hydro::HullMesh moved_mesh(const hydro::HullMesh& mesh, const Matrix3& R,
                                  const Vector3& origin) {
  std::vector<Vector3> vertices;
  for (const Vector3& vertex : mesh.vertices()) vertices.emplace_back(R * (vertex - origin));
  return {std::move(vertices), mesh.triangles()};
}

inline std::string ascii_stl(const hydro::HullMesh& mesh) {
  std::string text = "solid hull\n";
  for (const hydro::MeshTriangle& triangle : mesh.triangles()) {
    text += " facet normal 0 0 0\n  outer loop\n";
    for (const auto corner : triangle) {
      const Vector3& at = mesh.vertices()[corner];
      text += "   vertex " + std::to_string(at.x()) + " " + std::to_string(at.y()) + " " +
              std::to_string(at.z()) + "\n";
    }
    text += "  endloop\n endfacet\n";
  }
  return text + "endsolid hull\n";
}

inline void append_little_endian(std::uint32_t value, std::string& bytes) {
  for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<char>((value >> (8 * i)) & 0xFFU));
}

inline std::string binary_stl(const hydro::HullMesh& mesh) {
  std::string bytes(80, 'x');
  append_little_endian(static_cast<std::uint32_t>(mesh.triangles().size()), bytes);
  for (const hydro::MeshTriangle& triangle : mesh.triangles()) {
    bytes.append(12, '\0');
    for (const auto corner : triangle) {
      for (const double value : mesh.vertices()[corner]) {
        append_little_endian(std::bit_cast<std::uint32_t>(static_cast<float>(value)), bytes);
      }
    }
    bytes.append(2, '\0');
  }
  return bytes;
}

/// A quarter of a box of 4 x 2 x 3 m about the z axis, open at the planes of symmetry.
inline constexpr const char* kGdf =
    "quarter of a box\n1.0 9.80665 ULEN GRAV\n1 1 ISX ISY\n4\n"
    "2 0 -2  2 1 -2  2 1 1  2 0 1\n"
    "2 1 -2  0 1 -2  0 1 1  2 1 1\n"
    "0 0 -2  0 1 -2  2 1 -2  2 0 -2\n"
    "0 0 1\n2 0 1\n2 1 1\n0 1 1\n";

inline std::string obj_text(const hydro::HullMesh& mesh) {
  std::string text;
  for (const Vector3& at : mesh.vertices()) {
    text += "v " + std::to_string(at.x()) + " " + std::to_string(at.y()) + " " +
            std::to_string(at.z()) + "\n";
  }
  for (const auto& [a, b, c] : mesh.triangles()) {
    text += "f " + std::to_string(a + 1) + " " + std::to_string(b + 1) + " " +
            std::to_string(c + 1) + "\n";
  }
  return text;
}

/// The ship of reference case H6 in its body frame, z up.
inline hydro::HullMesh test_ship(const std::filesystem::path& file) {
  const Matrix3 up = Vector3(1.0, -1.0, -1.0).asDiagonal();
  return moved_mesh(hydro::read_hull_mesh({"test_ship.stl", hydro::read_bytes(file)}), up,
                    {9.355, 0.0, -3.21});
}

}  // namespace raftup::testing
