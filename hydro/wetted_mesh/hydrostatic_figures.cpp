#include "hydro/wetted_mesh/hydrostatic_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Relative to the radius: distance from the surface at which a point lies on it.
constexpr double kAtSurface = 1e-9;
constexpr double kSettledDraught = 1e-13;  ///< relative to the depth of the hull
constexpr int kMostTries = 200;

using WetTriangle = std::array<HullPressure::WetPoint, 3>;

std::pair<double, double> heights(const HullMesh& mesh) {
  double low = kInfinity, high = -kInfinity;
  for (const Vector3& vertex : mesh.vertices()) {
    low = std::min(low, vertex.z());
    high = std::max(high, vertex.z());
  }
  return {low, high};
}

/// The box around the points at the surface, and the wetted area below it.
struct WetExtent {
  double low_x = kInfinity, high_x = -kInfinity, low_y = kInfinity, high_y = -kInfinity;
  double area = 0.0;

  bool pierces() const { return high_x > low_x && high_y > low_y; }
};

WetExtent extent_of(const std::vector<WetTriangle>& wet, double radius) {
  WetExtent extent;
  for (const WetTriangle& triangle : wet) {
    extent.area +=
        area_vector(triangle[0].position, triangle[1].position, triangle[2].position).norm();
    for (const HullPressure::WetPoint& point : triangle) {
      if (point.position.z() < -kAtSurface * radius) continue;
      extent.low_x = std::min(extent.low_x, point.position.x());
      extent.high_x = std::max(extent.high_x, point.position.x());
      extent.low_y = std::min(extent.low_y, point.position.y());
      extent.high_y = std::max(extent.high_y, point.position.y());
    }
  }
  return extent;
}

/// Returns the area [m2] below z = 0 of the section at x, |sum int z dy| over its intersections
/// with the triangles. A corner at x is treated as forward of it.
double section_area(const std::vector<WetTriangle>& wet, double x) {
  double sum = 0.0;
  for (const WetTriangle& triangle : wet) {
    std::array<Vector3, 2> cut;  // where the boundary goes forward, and where it comes back
    bool is_cut = false;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vector3& a = triangle[i].position;
      const Vector3& b = triangle[(i + 1) % 3].position;
      const bool a_forward = a.x() >= x, b_forward = b.x() >= x;
      if (a_forward == b_forward) continue;
      cut[b_forward ? 0 : 1] = a + (x - a.x()) / (b.x() - a.x()) * (b - a);
      is_cut = true;
    }
    if (is_cut) sum += 0.5 * (cut[0].z() + cut[1].z()) * (cut[1].y() - cut[0].y());
  }
  return std::abs(sum);
}

double ratio(double of, double by) { return by > 0.0 ? of / by : 0.0; }

void add_forms(const WetExtent& extent, double midship_area, HydrostaticFigures& figures) {
  figures.after_end = extent.low_x;
  figures.forward_end = extent.high_x;
  figures.length = extent.high_x - extent.low_x;
  figures.breadth = extent.high_y - extent.low_y;
  figures.midship_area = midship_area;
  const double L = figures.length, B = figures.breadth, T = figures.draught;
  figures.block_coefficient = ratio(figures.volume, L * B * T);
  figures.midship_coefficient = ratio(midship_area, B * T);
  figures.prismatic_coefficient = ratio(figures.volume, midship_area * L);
  figures.waterplane_coefficient = ratio(figures.waterplane_area, L * B);
  figures.moment_to_change_trim = figures.displacement * figures.longitudinal_height / L;
}

}  // namespace

FloatingHull::FloatingHull(std::shared_ptr<const HullMesh> mesh,
                           const std::optional<Vector3>& center_of_mass, double density)
    : mesh_(std::move(mesh)),
      keel_(heights(*mesh_).first),
      top_(heights(*mesh_).second),
      center_(center_of_mass.value_or(Vector3(0.0, 0.0, keel_))),
      pressure_(mesh_, center_, {density, 1.0, kInfinity}) {}

HullPose FloatingHull::at_draught(double draught) const {
  return {{center_.x(), center_.y(), center_.z() - keel_ - draught}, Matrix3::Identity()};
}

HydrostaticFigures FloatingHull::figures(double draught) {
  require(std::isfinite(draught) && draught > 0.0, "draught must be positive",
          fmt::format("{} m", draught));
  const HullPose pose = at_draught(draught);
  const Displacement wet = pressure_.displacement(pose);
  require(wet.volume > 0.0, "draught must be such that the hull displaces water",
          fmt::format("{} m", draught));
  HydrostaticFigures figures;
  figures.draught = draught;
  figures.volume = wet.volume;
  figures.displacement = density() * wet.volume;
  figures.center_of_buoyancy =
      pose.center + wet.first_moment / wet.volume + Vector3(0.0, 0.0, draught);
  figures.waterplane_area = wet.waterplane_area;
  if (wet.waterplane_area > 0.0) {
    const Vector2 center = wet.waterplane_first / wet.waterplane_area;
    const Eigen::Matrix2d own =
        wet.waterplane_second - wet.waterplane_area * center * center.transpose();
    figures.center_of_flotation = pose.center.x() + center.x();
    figures.transverse_radius = own(1, 1) / wet.volume;
    figures.longitudinal_radius = own(0, 0) / wet.volume;
  }
  const double KB = figures.center_of_buoyancy.z(), KG = center_.z() - keel_;
  figures.transverse_metacenter = KB + figures.transverse_radius;
  figures.transverse_height = figures.transverse_metacenter - KG;
  figures.longitudinal_height = KB + figures.longitudinal_radius - KG;
  figures.mass_per_immersion = density() * wet.waterplane_area;
  const std::vector<WetTriangle> triangles = pressure_.wet_triangles(pose);
  const WetExtent extent = extent_of(triangles, pressure_.radius());
  figures.wetted_area = extent.area;
  if (extent.pierces()) {
    add_forms(extent, section_area(triangles, 0.5 * (extent.low_x + extent.high_x)), figures);
  }
  return figures;
}

double FloatingHull::draught_of(double mass) {
  require(std::isfinite(mass) && mass > 0.0, "mass must be positive", fmt::format("{} kg", mass));
  const double depth = top_ - keel_;
  double low = 0.0, high = depth;
  double draught = 0.5 * depth;
  for (int i = 0; i < kMostTries; ++i) {
    const Displacement wet = pressure_.displacement(at_draught(draught));
    const double excess = density() * wet.volume - mass;
    (excess > 0.0 ? high : low) = draught;
    double next = 0.5 * (low + high);
    if (wet.waterplane_area > 0.0) {
      const double newton = draught - excess / (density() * wet.waterplane_area);
      if (newton > low && newton < high) next = newton;
    }
    if (std::abs(next - draught) <= kSettledDraught * depth) {
      require(draught < depth * (1.0 - kAtSurface), "mass must be one that the hull carries",
              fmt::format("{} kg, which sinks it", mass));
      return next;
    }
    draught = next;
  }
  throw Error(
      ErrorCode::kInvalidArgument,
      fmt::format("mass must be one at which the hull floats on even keel, got {} kg", mass));
}

}  // namespace raftup::hydro
