/// @file Velocities of the water at many points that lie in no order.
#include <algorithm>

#include "solver/loads/members/surrounding_water.hpp"

namespace raftup::solver {

namespace {

constexpr std::size_t kFewScattered = 64;  ///< fewer points do not justify even waves
/// Ratio of successive depths of even waves.
constexpr double kEvenDepthStep = 1.25;
/// Least depth of even waves relative to the radius of the load.
constexpr double kLeastDepth = 0.05;

}  // namespace

void SurroundingWater::velocities(hydro::Stage stage, std::span<const Vector3> points,
                                  std::span<Vector3> velocities) const {
  const Nearby* near = has_sea() ? nearby(waves_.back(), stage) : nullptr;
  const bool alone = waves_.size() == 1 && stretching_ == hydro::WaveStretching::kWheeler;
  const bool together = near != nullptr && alone && points.size() >= kFewScattered;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vector3& at = points[i];
    if (together) {
      velocities[i] = Vector3::Zero();
      velocities[i].head<2>() =
          current_shares_[static_cast<std::size_t>(stage)] * current_.velocity(-at.z());
      continue;
    }
    hydro::WaterMotion motion;
    motions(stage, {at.head<2>(), Vector2::Zero()}, {&at.z(), 1}, {&motion, 1});
    velocities[i] = motion.velocity;
  }
  if (together) add_even_waves(*near, points, velocities);
}

hydro::EvenWaves& SurroundingWater::even_waves(const hydro::GatheredWaves& waves,
                                               double depth) const {
  int step = 0;
  double reached = kLeastDepth * points_.radius;
  for (; reached < depth; ++step) reached *= kEvenDepthStep;
  const hydro::EvenWaves::Reach reach{reach_of_place(), reached};
  return even_waves_.try_emplace({&waves, step}, waves.waves(), reach).first->second;
}

void SurroundingWater::add_even_waves(const Nearby& nearby, std::span<const Vector3> points,
                                      std::span<Vector3> velocities) const {
  const Vector2& place = nearby.phasors.place;
  hydro::ScatteredPoints scattered;
  scattered.resize(points.size());
  double lowest = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    scattered.x[i / kLaneCount][i % kLaneCount] = points[i].x() - place.x();
    scattered.y[i / kLaneCount][i % kLaneCount] = points[i].y() - place.y();
    lowest = std::min(lowest, points[i].z());
  }
  hydro::EvenWaves& even = even_waves(*nearby.waves, crest_ - lowest);
  even.gather(nearby.phasors.elevation, nearby.phasors.velocity);
  std::vector<LaneArray> elevations(scattered.blocks(), LaneArray{});
  even.add_elevations(scattered, elevations);
  for (std::size_t i = 0; i < points.size(); ++i) {
    scattered.z[i / kLaneCount][i % kLaneCount] =
        height(points[i].z(), elevations[i / kLaneCount][i % kLaneCount]).z;
  }
  std::array<std::vector<LaneArray>, 3> water;
  for (auto& axis : water) axis.assign(scattered.blocks(), LaneArray{});
  even.add_velocities(scattered, water);
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      velocities[i][static_cast<Eigen::Index>(axis)] += water[axis][i / kLaneCount][i % kLaneCount];
    }
  }
}

}  // namespace raftup::solver
