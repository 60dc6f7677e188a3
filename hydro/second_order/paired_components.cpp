#include "hydro/second_order/paired_components.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::hydro {
namespace {

/// Computes exp(i (theta -+ delta)) from exp(i theta) and exp(i delta).
template <std::size_t kWidth>
[[gnu::always_inline]] inline void turn(const PathPhasors& path, std::size_t lane,
                                        InstantPhasors& instants) {
  using V = typename SomeLanes<kWidth>::Type;
  const V c = path.cosine.some<kWidth>(lane), s = path.sine.some<kWidth>(lane);
  const V turn_c = path.turn_cosine.some<kWidth>(lane), turn_s = path.turn_sine.some<kWidth>(lane);
  instants.cosine[0].some<kWidth>(lane) = c * turn_c + s * turn_s;
  instants.sine[0].some<kWidth>(lane) = s * turn_c - c * turn_s;
  instants.cosine[1].some<kWidth>(lane) = c;
  instants.sine[1].some<kWidth>(lane) = s;
  instants.cosine[2].some<kWidth>(lane) = c * turn_c - s * turn_s;
  instants.sine[2].some<kWidth>(lane) = s * turn_c + c * turn_s;
}

template <std::size_t kWidth>
[[gnu::always_inline]] inline void turn_all(const PathPhasors* path, std::size_t count,
                                            InstantPhasors* instants) {
  for (std::size_t block = 0; block < count; ++block) {
    for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
      turn<kWidth>(path[block], lane, instants[block]);
    }
  }
}

}  // namespace

PairedComponents::PairedComponents(const Sea& sea, DirectionPairs pairs) {
  const std::size_t count = sea.components().size();
  if (pairs == DirectionPairs::kStanding) {
    std::vector<std::size_t> all(count);
    std::iota(all.begin(), all.end(), std::size_t{0});
    add_group(sea, all);
    return;
  }
  std::map<double, std::size_t> known;
  std::vector<std::vector<std::size_t>> members;
  for (std::size_t c = 0; c < count; ++c) {
    const auto [entry, is_new] = known.try_emplace(sea.components()[c].direction, members.size());
    if (is_new) members.emplace_back();
    members[entry->second].push_back(c);
  }
  for (const auto& group : members) add_group(sea, group);
}

void PairedComponents::add_group(const Sea& sea, const std::vector<std::size_t>& members) {
  if (members.empty()) return;
  const std::size_t begin = phases_.size();
  const std::size_t end = begin + (members.size() + kLaneCount - 1) / kLaneCount;
  phases_.resize(end);
  component_.resize(end * kLaneCount, kNone);
  wavenumbers_.resize(end, LaneArray{});
  const double direction = sea.components()[members.front()].direction;
  const auto [sine, cosine] = sincos(direction);
  const bool one_direction = std::all_of(members.begin(), members.end(), [&](std::size_t c) {
    return sea.components()[c].direction == direction;
  });
  for (std::size_t i = 0; i < members.size(); ++i) {
    const std::size_t c = members[i];
    const WavePhaseBlock& from = sea.phases()[c / kLaneCount];
    WavePhaseBlock& to = phases_[begin + i / kLaneCount];
    const std::size_t source = c % kLaneCount, target = i % kLaneCount;
    to.omega[target] = from.omega[source];
    to.wavenumber_x[target] = from.wavenumber_x[source];
    to.wavenumber_y[target] = from.wavenumber_y[source];
    to.phase[target] = from.phase[source];
    wavenumbers_[begin + i / kLaneCount][target] =
        sea.wavenumbers()[static_cast<Eigen::Index>(c)] * kTurnsPerRadian;
    component_[begin * kLaneCount + i] = c;
  }
  groups_.push_back({begin, end, direction, one_direction, {cosine, sine}});
}

void PairedComponents::compute(const UniformPath& path, const AmplitudeFactors* factors,
                               std::vector<InstantPhasors>& phasors) {
  compute_phasors(phases_, path, path_);
  phasors.resize(path_.size());
  if (factors != nullptr) {
    for (std::size_t block = 0; block < path_.size(); ++block) {
      for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
        const std::size_t c = component(block, lane);
        if (c == kNone) continue;
        const double factor = (*factors)[c / kLaneCount][c % kLaneCount];
        path_[block].cosine[lane] *= factor;
        path_[block].sine[lane] *= factor;
      }
    }
  }
  at_full_width<turn_all<8>, turn_all<4>, turn_all<2>>(path_.data(), path_.size(), phasors.data());
}

}  // namespace raftup::hydro
