#include "solver/dynamics/statics/mean_drift.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "solver/dynamics/system/load_set.hpp"

namespace raftup::solver {

namespace {

/// The database without its mean drift forces, so that the diagonal of the quadratic transfer
/// functions is used.
std::shared_ptr<const hydro::Database> with_diagonal(const hydro::Database& database) {
  auto diagonal = std::make_shared<hydro::Database>(database);
  diagonal->mean_drift_force.clear();
  return diagonal;
}

using Waves = std::vector<hydro::WaveComponent>;

/// Relative difference below which two frequencies are equal: their beat lasts years.
constexpr double kSameFrequency = 1e-9;

/// The waves of a sea, grouped into sets that act together in the mean force.
struct WaveSets {
  Waves alone;                  ///< waves that each act alone
  std::vector<Waves> together;  ///< sets of waves of one frequency
};

bool acts_together(const hydro::WaveComponent& one, const hydro::WaveComponent& other,
                   hydro::DirectionPairs pairs) {
  return std::abs(one.omega - other.omega) <= kSameFrequency * one.omega &&
         (pairs != hydro::DirectionPairs::kIndependent || one.direction == other.direction);
}

WaveSets wave_sets(const Waves& waves, hydro::DirectionPairs pairs) {
  const bool by_direction = pairs == hydro::DirectionPairs::kIndependent;
  std::vector<std::size_t> order(waves.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    const auto key = [&](std::size_t c) {
      return std::pair(by_direction ? waves[c].direction : 0.0, waves[c].omega);
    };
    return key(i) < key(j);
  });
  WaveSets sets;
  std::vector<bool> is_alone(waves.size(), true);
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    Waves set;
    for (end = begin;
         end < order.size() && acts_together(waves[order[begin]], waves[order[end]], pairs);
         ++end) {
      set.push_back(waves[order[end]]);
      is_alone[order[end]] = false;
    }
    if (set.size() > 1) {
      sets.together.push_back(std::move(set));
    } else {
      is_alone[order[begin]] = true;
    }
  }
  for (std::size_t c = 0; c < waves.size(); ++c) {
    if (is_alone[c]) sets.alone.push_back(waves[c]);
  }
  return sets;
}

/// The sets of waves that act together with a given second-order method.
WaveSets wave_sets(const Waves& waves, const hydro::SecondOrderOptions& options) {
  if (options.method == hydro::SecondOrderMethod::kMean) return {waves, {}};
  return wave_sets(waves, options.directions);
}

}  // namespace

bool MeanDrift::acts_on(const HydrodynamicGroup& group, const Model& model) {
  return group.second_order.acts() && model.sea && !model.sea->components().empty() &&
         !model.sea->varies();
}

MeanDrift::MeanDrift(const Model& model) {
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    if (acts_on(group, model)) add_group(model, group);
  }
}

void MeanDrift::add_group(const Model& model, HydrodynamicGroup group) {
  const WaveSets sets = wave_sets(model.sea->components(), group.second_order);
  if (group.second_order.method == hydro::SecondOrderMethod::kFull) {
    group.database = with_diagonal(*group.database);
  }
  group.excitation_cutoff = 0.0;  // slow motions are where the mean is
  groups_.push_back(
      {group.database, {model, group}, {model, group, LoadSet::Places::of(model).bodies}, {}});
  const auto add = [&](const Waves& waves, hydro::SecondOrderMethod method) {
    group.second_order.method = method;
    groups_.back().excitations.emplace_back(
        *group.database, hydro::Sea(waves, model.sea->water(), 0.0), GroupPoses::at_rest(group),
        group.excitation, group.second_order);
  };
  if (!sets.alone.empty()) add(sets.alone, hydro::SecondOrderMethod::kMean);
  // of one frequency Newman's sums do not depend on the time: they are their own mean
  for (const Waves& waves : sets.together) add(waves, hydro::SecondOrderMethod::kNewman);
}

void MeanDrift::add(const Kinematics& bodies, Forces& forces) {
  const StageTime start;
  const State none;
  const StageConditions now{start, none};
  for (Group& group : groups_) {
    const std::vector<hydro::HorizontalPose>& poses = group.poses.poses(now, bodies);
    velocities_.clear();
    for (std::size_t i = 0; i < group.motion.size(); ++i) {
      velocities_.emplace_back(group.motion.velocity_through_water(bodies, i, 0.0).head<2>());
    }
    sum_.setZero(kDofs * static_cast<Eigen::Index>(group.motion.size()));
    for (hydro::SecondOrderExcitation& excitation : group.excitations) {
      excitation.evaluate(0.0, poses, force_);
      excitation.add_drift_damping(0.0, poses, velocities_, nullptr, force_);
      sum_ += force_;
    }
    group.poses.add_force(bodies, sum_, &Forces::second_order, forces);
  }
}

}  // namespace raftup::solver
