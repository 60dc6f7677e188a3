#include "solver/loads/lines/line_water.hpp"

#include <algorithm>
#include <cmath>

namespace raftup::solver {

namespace {

/// Radius of the sphere about a line at rest in which waves are gathered, relative to that of the
/// line itself: so much do lines move. Beyond it every wave is evaluated at every node.
constexpr double kRoom = 1.25;

Vector3 middle_of(std::span<const Vector3> points) {
  Vector3 least = points.front(), most = points.front();
  for (const Vector3& point : points) {
    least = least.cwiseMin(point);
    most = most.cwiseMax(point);
  }
  return 0.5 * (least + most);
}

double radius_of(std::span<const Vector3> points) {
  const Vector3 middle = middle_of(points);
  double squared = 0.0;
  for (const Vector3& point : points) squared = std::max(squared, (point - middle).squaredNorm());
  return kRoom * std::sqrt(squared);
}

}  // namespace

void CurrentAroundLine::sample(double time, std::span<const Vector3> points,
                               std::span<rods::WaterAtNode> water) {
  const double share = fading_.at(time);
  for (std::size_t i = 0; i < points.size(); ++i) {
    water[i] = {};
    water[i].velocity.head<2>() = share * current_.velocity(std::max(-points[i].z(), 0.0));
  }
}

WavesAroundLine::WavesAroundLine(const Model& model, std::span<const Vector3> points, double stored)
    : radius_(radius_of(points) + stored),
      water_(model, hydro::WaveStretching::kWheeler,
             {Vector3::Zero(), radius_, points.size(), {true, false}}) {
  middle_.position = middle_of(points);
}

void WavesAroundLine::prepare(const StepTimes& times, const State& state) {
  water_.prepare(times, state.inputs);
}

void WavesAroundLine::sample(double /*time*/, std::span<const Vector3> points,
                             std::span<rods::WaterAtNode> water) {
  constexpr hydro::Stage kMiddle = hydro::Stage::kMiddle;
  const bool inside = std::all_of(points.begin(), points.end(), [this](const Vector3& point) {
    return (point - middle_.position).norm() <= radius_;
  });
  if (inside) water_.look_from(kMiddle, middle_);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const SurroundingWater::AtPoint at = water_.at_point(kMiddle, points[i]);
    water[i] = {at.elevation, at.motion.velocity, at.motion.acceleration};
  }
}

}  // namespace raftup::solver
