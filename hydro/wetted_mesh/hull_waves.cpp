#include "hydro/wetted_mesh/hull_waves.hpp"

#include <map>

namespace raftup::hydro {
namespace {

template <typename Visit>
void for_each_lane(std::size_t blocks, const Visit& visit) {
  for (std::size_t block = 0; block < blocks; ++block) {
    for (std::size_t lane = 0; lane < kLaneCount; ++lane) visit(block, lane);
  }
}

}  // namespace

HullWaves::HullWaves(const Sea& sea, double radius) : sea_(sea) {
  if (sea.bound_waves() != nullptr) bound_ = BoundSeries::of(sea, radius);
  if (sea.steep_wave() != nullptr || (sea.bound_waves() != nullptr && !bound_)) {
    whole_.emplace(sea);
    return;
  }
  std::map<double, std::vector<std::size_t>> by_direction;
  for (std::size_t c = 0; c < sea.components().size(); ++c) {
    by_direction[sea.components()[c].direction].push_back(c);
  }
  for (const auto& [direction, components] : by_direction) {
    directions_.emplace_back(sea, components, radius);
  }
}

void HullWaves::follow(double time, const Vector2& center) {
  if (whole_) {
    phasors_ = whole_->phasors(time);
    center_ = center;
    return;
  }
  if (sea_.varies()) {
    sea_.amplitude_factors(time, factors_);
    return follow(time, center, factors_);
  }
  follow_series(time, center, nullptr);
}

void HullWaves::follow_series(double time, const Vector2& center, const AmplitudeFactors* factors) {
  for (LongCrestedWaves& waves : directions_) waves.follow(time, center, sea_.ramp(time), factors);
  if (bound_) bound_->follow(time, center, sea_.ramp(time), factors);
}

void HullWaves::follow(double time, const Vector2& center, const AmplitudeFactors& factors) {
  follow_series(time, center, &factors);
}

void HullWaves::reach(double depth) {
  for (LongCrestedWaves& waves : directions_) waves.reach(depth);
  if (bound_) bound_->reach(depth);
}

void HullWaves::add_elevation(const VertexValues& x, const VertexValues& y,
                              VertexValues& elevation) const {
  if (whole_) {
    for_each_lane(x.size(), [&](std::size_t block, std::size_t lane) {
      const Vector2 point = center_ + Vector2(x[block][lane], y[block][lane]);
      whole_->add_elevations(phasors_, {point, Vector2::Zero()}, {&elevation[block][lane], 1});
    });
  }
  for (const LongCrestedWaves& waves : directions_) waves.add_elevation(x, y, elevation);
  if (bound_) bound_->add_elevation(x, y, elevation);
}

void HullWaves::add_pressure_head(const VertexValues& x, const VertexValues& y,
                                  const VertexValues& z, VertexValues& head) const {
  if (whole_) {
    for_each_lane(x.size(), [&](std::size_t block, std::size_t lane) {
      const Vector2 point = center_ + Vector2(x[block][lane], y[block][lane]);
      const WaterHeight height{z[block][lane]};
      WaterMotion motion;
      whole_->add_motions(phasors_, {point, Vector2::Zero()}, {&height, 1}, {&motion, 1});
      head[block][lane] += motion.pressure / sea_.gravity();
    });
  }
  for (const LongCrestedWaves& waves : directions_) waves.add_pressure_head(x, y, z, head);
  if (bound_) bound_->add_pressure_head(x, y, z, head);
}

}  // namespace raftup::hydro
