#pragma once

#include <concepts>
#include <type_traits>

#include "hydro/sea/bound_waves.hpp"
#include "hydro/sea/sea.hpp"
#include "hydro/sea/steep_wave.hpp"
#include "solver/model/bodies/rigid_body.hpp"
#include "solver/model/statistics/statistics.hpp"

/// @file Lists of the fields of poses, waves and statistics, which have no list in their
///         description. The order of the fields must not change, since digests of models depend on
///         it.
namespace raftup::solver {

template <typename T, typename Of>
concept Is = std::same_as<std::remove_const_t<T>, Of>;

template <Is<Pose> Self, typename Visitor>
void part_fields(Self& pose, Visitor& put) {
  put(pose.position), put(pose.attitude.coeffs());
}

template <Is<hydro::WaveComponent> Self, typename Visitor>
void part_fields(Self& component, Visitor& put) {
  put(component.omega), put(component.amplitude), put(component.phase), put(component.direction);
}
template <Is<hydro::VarianceHistory> Self, typename Visitor>
void part_fields(Self& history, Visitor& put) {
  put(history.first), put(history.times), put(history.variances);
}
template <Is<hydro::SteepWaveOptions> Self, typename Visitor>
void part_fields(Self& wave, Visitor& put) {
  put(wave.theory), put(wave.height), put(wave.period), put(wave.harmonic_count);
  put(wave.mean_current);
}
template <Is<hydro::BoundWaveOptions> Self, typename Visitor>
void part_fields(Self& waves, Visitor& put) {
  put(waves.sum_cutoff), put(waves.difference_cutoff);
}

template <Is<StatisticsLimit> Self, typename Visitor>
void part_fields(Self& limit, Visitor& put) {
  put(limit.output), put(limit.component), put(limit.below), put(limit.above);
}
template <Is<StatisticsOptions> Self, typename Visitor>
void part_fields(Self& statistics, Visitor& put) {
  put(statistics.warm_up), put(statistics.outputs), put(statistics.turning_points);
  put(statistics.limits);
}

/// A type for which this file has a list of fields.
template <typename T>
concept HasFields = requires(T& part, void (*visitor)(...)) {
  part_fields(part, visitor);
};

}  // namespace raftup::solver
