#include "hydro/wetted_mesh/hull_waves.hpp"

#include <map>

namespace raftup::hydro {

HullWaves::HullWaves(const Sea& sea, double radius) : sea_(sea) {
  std::map<double, std::vector<std::size_t>> by_direction;
  for (std::size_t c = 0; c < sea.components().size(); ++c) {
    by_direction[sea.components()[c].direction].push_back(c);
  }
  for (const auto& [direction, components] : by_direction) {
    directions_.emplace_back(sea, components, radius);
  }
}

void HullWaves::follow(double time, const Vector2& center) {
  if (sea_.varies()) {
    sea_.amplitude_factors(time, factors_);
    return follow(time, center, factors_);
  }
  for (LongCrestedWaves& waves : directions_) waves.follow(time, center, sea_.ramp(time), nullptr);
}

void HullWaves::follow(double time, const Vector2& center, const AmplitudeFactors& factors) {
  for (LongCrestedWaves& waves : directions_) waves.follow(time, center, sea_.ramp(time), &factors);
}

void HullWaves::reach(double depth) {
  for (LongCrestedWaves& waves : directions_) waves.reach(depth);
}

void HullWaves::add_elevation(const VertexValues& x, const VertexValues& y,
                              VertexValues& elevation) const {
  for (const LongCrestedWaves& waves : directions_) waves.add_elevation(x, y, elevation);
}

void HullWaves::add_pressure_head(const VertexValues& x, const VertexValues& y,
                                  const VertexValues& z, VertexValues& head) const {
  for (const LongCrestedWaves& waves : directions_) waves.add_pressure_head(x, y, z, head);
}

}  // namespace raftup::hydro
