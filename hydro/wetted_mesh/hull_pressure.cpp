#include "hydro/wetted_mesh/hull_pressure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::hydro {

namespace {

/// Computes a row of a rotation times (x, y, z), plus an origin.
[[gnu::always_inline]] inline void turn_points(const LaneArray* x, const LaneArray* y,
                                               const LaneArray* z, std::size_t count,
                                               const double* row, double origin,
                                               LaneArray* turned) {
  for (std::size_t block = 0; block < count; ++block) {
    turned[block].lanes() =
        row[0] * x[block].lanes() + row[1] * y[block].lanes() + row[2] * z[block].lanes() + origin;
  }
}

}  // namespace

HullPressure::HullPressure(std::shared_ptr<const HullMesh> mesh, const Vector3& center,
                           const WaterWeight& water)
    : mesh_(std::move(mesh)), surface_(*mesh_, center), water_(water) {
  require(center.allFinite(), "center must be finite");
  require(std::isfinite(water.density) && water.density > 0.0, "density must be positive",
          fmt::format("{}", water.density));
  require(std::isfinite(water.gravity) && water.gravity >= 0.0, "gravity must be >= 0",
          fmt::format("{}", water.gravity));
  require(water.depth > 0.0, "water_depth must be positive", fmt::format("{}", water.depth));
  for (const Vector3& vertex : mesh_->vertices()) {
    radius_ = std::max(radius_, (vertex - center).norm());
  }
  const std::size_t blocks = surface_.arms()[0].size();
  for (VertexValues& axis : points_) axis.resize(blocks);
  for (VertexValues* values : {&elevation_, &height_, &pressure_}) values->resize(blocks);
}

void HullPressure::place(const HullPose& pose) {
  const std::array<VertexValues, 3>& arm = surface_.arms();
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    const Vector3 row = pose.rotation.row(axis);
    at_full_width<turn_points>(arm[0].data(), arm[1].data(), arm[2].data(), arm[0].size(),
                               row.data(), axis == 2 ? pose.center.z() : 0.0,
                               points_[static_cast<std::size_t>(axis)].data());
  }
}

void HullPressure::set_still_water() {
  const double weight = water_.per_volume();
  for (std::size_t block = 0; block < height_.size(); ++block) {
    height_[block] = points_[2][block];
    pressure_[block].lanes() = -weight * height_[block].lanes();
  }
}

void HullPressure::check_open_edges() const {
  for (const std::uint32_t vertex : mesh_->open_vertices()) {
    if (value_at(height_, vertex) > 0.0) continue;
    const Vector3& place = mesh_->vertices()[vertex];
    throw Error(ErrorCode::kOutOfRange,
                fmt::format("open edges of the mesh must stay above the water, the one at ({:.6g}, "
                            "{:.6g}, {:.6g}) of the mesh is {:.3g} m below it",
                            place.x(), place.y(), place.z(), -value_at(height_, vertex)));
  }
}

Vector6 HullPressure::in_world(const HullPose& pose, const Vector6& wrench) {
  Vector6 turned;
  turned << pose.rotation * wrench.head<3>(), pose.rotation * wrench.tail<3>();
  return turned;
}

void HullPressure::immerse(const HullPose& pose) {
  place(pose);
  set_still_water();
}

void HullPressure::immerse(const HullPose& pose, const std::vector<HullWaves*>& waves) {
  place(pose);
  set_waves(pose, waves);
}

Vector6 HullPressure::in_still_water(const HullPose& pose) {
  place(pose);
  set_still_water();
  check_open_edges();
  return in_world(pose, surface_.wrench(height_, pressure_));
}

double HullPressure::stretched(double z, double elevation, WaveStretching stretching) const {
  const double h = water_.depth;
  if (stretching == WaveStretching::kLinear) return std::min(z, 0.0);
  const double wheeler = std::isinf(h) ? z - elevation : h * (z + h) / (h + elevation) - h;
  return std::min(wheeler, 0.0);
}

double HullPressure::gather_wet_blocks(WaveStretching stretching) {
  wet_blocks_.clear();
  for (VertexValues& axis : wet_points_) axis.clear();
  double deepest = 0.0;
  for (std::size_t block = 0; block < height_.size(); ++block) {
    LaneArray z;
    double lowest = 0.0;
    for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
      z[lane] = stretched(points_[2][block][lane], elevation_[block][lane], stretching);
      lowest = std::min(lowest, z[lane]);
    }
    if (lowest == 0.0) continue;
    deepest = std::max(deepest, -lowest);
    wet_blocks_.push_back(block);
    wet_points_[0].push_back(points_[0][block]);
    wet_points_[1].push_back(points_[1][block]);
    wet_points_[2].push_back(z);
  }
  return deepest;
}

void HullPressure::gather_blocks_below_surface() {
  wet_blocks_.clear();
  for (VertexValues& axis : wet_points_) axis.clear();
  for (std::size_t block = 0; block < height_.size(); ++block) {
    LaneArray z;
    bool wet = false;
    for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
      z[lane] = std::min(points_[2][block][lane], elevation_[block][lane]);
      wet = wet || height_[block][lane] < 0.0;
    }
    if (!wet) continue;
    wet_blocks_.push_back(block);
    wet_points_[0].push_back(points_[0][block]);
    wet_points_[1].push_back(points_[1][block]);
    wet_points_[2].push_back(z);
  }
}

double HullPressure::set_waves(const HullPose& pose, const std::vector<HullWaves*>& waves) {
  VertexValues origin(1, LaneArray{}), at_center = origin;
  std::fill(elevation_.begin(), elevation_.end(), LaneArray{});
  for (const HullWaves* sea : waves) {
    sea->add_elevation(points_[0], points_[1], elevation_);
    sea->add_elevation(origin, origin, at_center);
  }
  for (std::size_t block = 0; block < height_.size(); ++block) {
    height_[block].lanes() = points_[2][block].lanes() - elevation_[block].lanes();
  }
  return pose.center.z() - at_center[0][0];
}

Vector6 HullPressure::in_waves(const HullPose& pose, const std::vector<HullWaves*>& waves,
                               WaveStretching stretching) {
  place(pose);
  set_waves(pose, waves);
  check_open_edges();
  const double weight = water_.per_volume();
  for (std::size_t block = 0; block < height_.size(); ++block) {
    pressure_[block].lanes() = -weight * height_[block].lanes();
  }
  const bool whole = !waves.empty() && waves.front()->reach_surface();  // a steep wave is alone
  double deepest = 0.0;
  if (whole) {
    gather_blocks_below_surface();
  } else {
    deepest = gather_wet_blocks(stretching);
  }
  head_.assign(wet_blocks_.size(), LaneArray{});
  for (HullWaves* sea : waves) {
    sea->reach(deepest);
    sea->add_pressure_head(wet_points_[0], wet_points_[1], wet_points_[2], head_);
  }
  for (std::size_t i = 0; i < wet_blocks_.size(); ++i) {
    const std::size_t block = wet_blocks_[i];
    pressure_[block].lanes() = weight * (head_[i].lanes() - points_[2][block].lanes());
  }
  return in_world(pose, surface_.wrench(height_, pressure_));
}

std::vector<std::array<HullPressure::WetPoint, 3>> HullPressure::wet_triangles(
    const HullPose& pose) {
  place(pose);
  set_still_water();
  check_open_edges();
  std::vector<std::array<WetPoint, 3>> wet;
  for (const std::array<WettedSurface::Corner, 3>& corners :
       surface_.wet_triangles(height_, pressure_)) {
    std::array<WetPoint, 3>& triangle = wet.emplace_back();
    for (std::size_t i = 0; i < 3; ++i) {
      triangle[i] = {pose.center + pose.rotation * corners[i].arm, corners[i].pressure};
    }
  }
  return wet;
}

Displacement HullPressure::displacement(const HullPose& pose) {
  place(pose);
  set_still_water();
  check_open_edges();
  return surface_.displacement(pose.rotation, height_, pose.center.z());
}

double HullPressure::energy(const HullPose& pose) {
  const Displacement water = displacement(pose);
  return -water_.per_volume() * (water.first_moment.z() + pose.center.z() * water.volume);
}

Displacement HullPressure::displacement_in_waves(const HullPose& pose,
                                                 const std::vector<HullWaves*>& waves) {
  place(pose);
  const double center_height = set_waves(pose, waves);
  check_open_edges();
  return surface_.displacement(pose.rotation, height_, center_height);
}

Eigen::Matrix<Complex, 6, 1> HullPressure::linear_froude_krylov(const HullPose& pose,
                                                                double wavenumber,
                                                                double direction) {
  const auto [sine, cosine] = sincos(direction);
  return linear_froude_krylov(pose, wavenumber, Vector2(cosine, sine));
}

Eigen::Matrix<Complex, 6, 1> HullPressure::linear_froude_krylov(const HullPose& pose,
                                                                double wavenumber,
                                                                const Vector2& along) {
  place(pose);
  set_still_water();
  check_open_edges();
  const Vector2 k = wavenumber * along;
  VertexValues imaginary = pressure_;
  for (std::size_t block = 0; block < height_.size(); ++block) {
    for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
      const Vector2 place(points_[0][block][lane], points_[1][block][lane]);
      const auto [s, c] = sincos(-k.dot(place + pose.center.head<2>()));
      const double p = water_.per_volume() *
                       wave_decay(wavenumber, std::min(points_[2][block][lane], 0.0), water_.depth);
      pressure_[block][lane] = p * c;
      imaginary[block][lane] = p * s;
    }
  }
  const Vector6 re = in_world(pose, surface_.wrench(height_, pressure_));
  const Vector6 im = in_world(pose, surface_.wrench(height_, imaginary));
  return re.cast<Complex>() + Complex(0.0, 1.0) * im.cast<Complex>();
}

}  // namespace raftup::hydro
