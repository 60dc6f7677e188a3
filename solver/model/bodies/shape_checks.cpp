#include "solver/model/bodies/shape_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "hydro/base/error.hpp"

namespace raftup::solver {

namespace {

constexpr double kUnitTolerance = 1e-6;  // of a quaternion's norm: round-off of decimal input
constexpr double kLongest = 1e9;         // m: of what is much longer products overflow

void require_positive(double value, const std::string& what) {
  require(std::isfinite(value) && value > 0.0,
          fmt::format("{} must be positive and finite, got {} m", what, value));
  require(value <= kLongest,
          fmt::format("{} must not exceed {:g} m, got {} m", what, kLongest, value));
}

/// Visitor that checks the lengths of a shape against the rules of its fields.
struct LengthChecks {
  std::string_view kind;

  /// "bottom radius of a hollow cone".
  std::string words(std::string_view name) const {
    std::string text = fmt::format("{} of a {}", name, kind);
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
  }
  void operator()(std::string_view name, double value, FieldRule rule) const {
    if (rule.bound == Bound::kPositive) return require_positive(value, words(name));
    require(
        std::isfinite(value) && value >= 0.0,
        fmt::format("{} must not be negative and must be finite, got {} m", words(name), value));
  }
  void operator()(std::string_view name, const Vector3& value, FieldRule rule) const {
    for (const double length : value) (*this)(name, length, rule);
  }
};

struct CheckOf {
  template <typename Kind>
  void operator()(const Kind& kind) const {
    LengthChecks checks{Kind::kKind};
    Kind::fields(kind, checks);
  }
  void operator()(const HollowCone& cone) const {
    (*this)(Cone{cone.bottom_radius, cone.top_radius, cone.height});
    require_positive(cone.thickness, "thickness of a hollow cone");
    require(cone.thickness < cone.bottom_radius,
            fmt::format("thickness of a hollow cone must be below its bottom radius of {} m, got "
                        "{} m",
                        cone.bottom_radius, cone.thickness));
  }
  void operator()(const Plane& plane) const {
    const double norm = plane.normal.norm();
    require(std::isfinite(norm) && norm > 0.0 && std::isfinite(plane.offset),
            fmt::format("normal of a plane must be finite and not zero, its offset finite, got "
                        "({}, {}, {}) and {}",
                        plane.normal.x(), plane.normal.y(), plane.normal.z(), plane.offset));
  }
  void operator()(const Line& line) const {
    require_positive((line.end - line.begin).norm(), "length of a line");
  }
  void operator()(const TriangleMesh& mesh) const {
    require(!mesh.triangles.empty(), "a mesh must have triangles, got none");
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
      require(mesh.vertices[v].allFinite(), fmt::format("vertex {} of a mesh must be finite", v));
    }
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      for (const std::size_t corner : mesh.triangles[t]) {
        require(corner < mesh.vertices.size(),
                fmt::format("triangle {} of a mesh must have corners below {}, got {}", t,
                            mesh.vertices.size(), corner));
      }
    }
    if (mesh.terrain) require_positive(mesh.bottom_margin, "bottom margin of a terrain");
  }
  void operator()(const Convex& convex) const { (*this)(convex.surface); }
  void operator()(const HeightField& field) const {
    require(field.columns >= 2 && field.rows >= 2,
            fmt::format("a height field must have at least 2 x 2 nodes, got {} x {}", field.columns,
                        field.rows));
    require(field.heights.size() == field.columns * field.rows,
            fmt::format("a height field must have {} x {} heights, got {}", field.columns,
                        field.rows, field.heights.size()));
    for (const double length : field.size) require_positive(length, "size of a height field");
    require_positive(field.bottom_margin, "bottom margin of a height field");
    for (std::size_t node = 0; node < field.heights.size(); ++node) {
      const double height = field.heights[node];
      require(std::isfinite(height) && height >= field.least_height.value_or(height),
              fmt::format("height {} of a height field must be finite and not below its least "
                          "height, got {} m",
                          node, height));
    }
  }
  void operator()(const Composite& composite) const {
    require(!composite.parts.empty(), "a composite must have parts, got none");
    for (const ShapePart& part : composite.parts) {
      check_shape_pose(part.pose);
      check_geometry(part.geometry);
    }
  }
};

/// Visitor that reports lengths which must be positive but are missing or not positive.
struct PositiveLengths {
  std::string path;
  Violations& violations;

  std::string at(std::string_view name) const { return fmt::format("{}.{}", path, name); }

  void operator()(std::string_view name, double value, FieldRule rule = {}) const {
    if (rule.bound == Bound::kPositive) violations.require_positive(value, at(name));
  }
  template <Matrix Value>
  void operator()(std::string_view name, const Value& value, FieldRule rule = {}) const {
    if (rule.bound != Bound::kPositive) return;
    if (value.isZero(0.0)) {
      return violations.require(false, at(name), "must be given and positive", "");
    }
    for (Eigen::Index i = 0; i < value.size(); ++i) {
      violations.require_positive(value[i], fmt::format("{}[{}]", at(name), i));
    }
  }
  template <typename Value>
  void operator()(std::string_view /*name*/, const Value& /*value*/,
                  FieldRule /*rule*/ = {}) const {}
};

/// Checks the fields of each kind of geometry.
struct FieldsOf {
  const std::string& path;
  Violations& violations;

  template <typename Kind>
  void operator()(const Kind& kind) const {
    PositiveLengths lengths{fmt::format("{}.{}", path, Kind::kKind), violations};
    Kind::fields(kind, lengths);
  }
  void operator()(const TriangleMesh& /*mesh*/) const {}
  void operator()(const Convex& /*convex*/) const {}
  void operator()(const HeightField& field) const {
    const PositiveLengths lengths{path + ".height_field", violations};
    HeightField::fields(field, lengths);
    if (field.columns < 2 || field.rows < 2) {
      return violations.require(false, lengths.at("columns"), "must be at least 2, as rows",
                                fmt::format("{} and {}", field.columns, field.rows));
    }
    violations.require(field.heights.size() == field.columns * field.rows, lengths.at("heights"),
                       fmt::format("must have {} values", field.columns * field.rows),
                       fmt::format("{}", field.heights.size()));
  }
  void operator()(const Composite& composite) const {
    const std::string parts = path + ".composite.parts";
    violations.require(!composite.parts.empty(), parts, "must not be empty", "");
    for (std::size_t i = 0; i < composite.parts.size(); ++i) {
      violations.require(!std::holds_alternative<Composite>(composite.parts[i].geometry),
                         fmt::format("{}[{}]", parts, i), "must not be a composite", "");
    }
  }
};

}  // namespace

void check_geometry_fields(const Geometry& geometry, const std::string& path,
                           Violations& violations) {
  std::visit(FieldsOf{path, violations}, geometry);
}

void check_shape_pose(const Pose& pose) {
  require(pose.position.allFinite(), "position of a shape must be finite");
  const double norm = pose.attitude.norm();
  require(std::abs(norm - 1.0) <= kUnitTolerance,
          fmt::format("attitude of a shape must be a unit quaternion, got a norm of {}", norm));
}

void require_few_corners(std::size_t count) {
  require(count <= kMostConvexCorners,
          fmt::format("a convex shape must have at most {} corners, give it fewer points, simplify "
                      "its surface by triangle_share or largest_error, or make it a mesh",
                      kMostConvexCorners),
          fmt::format("{}", count));
}

void check_geometry(const Geometry& geometry) { std::visit(CheckOf{}, geometry); }

}  // namespace raftup::solver
