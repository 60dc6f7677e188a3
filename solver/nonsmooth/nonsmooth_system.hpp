#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/nonsmooth/nonsmooth_law.hpp"
#include "solver/nonsmooth/relation.hpp"

namespace raftup::solver::nonsmooth {

struct SystemState {
  VectorXd coordinates;  ///< q or x
  VectorXd velocity;     ///< v; empty for systems of first order
  VectorXd input;        ///< of the last step, summed over all interactions: impulse p [N s] or r
};

struct InteractionState {
  std::vector<VectorXd> y;  ///< y[i]: derivative number i of the output
  /// Multipliers of the laws: lambda[i] acts on y[i]. For systems of second order lambda[1] holds
  /// impulses [N s], for those of first order lambda[0] holds multipliers. They are 0 while the
  /// interaction is not active.
  std::vector<VectorXd> lambda;
};

/// Everything that the future of a nonsmooth system depends on. A plain value.
struct State {
  std::int64_t step_index = 0;
  std::vector<SystemState> systems;
  std::vector<InteractionState> interactions;
};

/// Bit for bit: -0.0 and 0.0 differ, equal NaN patterns are equal.
bool identical(const State& a, const State& b);

/// An interaction alpha: the set of systems that it links, how local variables y, lambda relate to
/// their coordinates and inputs, and the law between y and lambda. A plain description.
struct Interaction {
  std::string name;
  /// Names, all of one order. X (or Q) concatenates their coordinates and R (or P) their inputs in
  /// this sequence.
  std::vector<std::string> systems;
  Relation relation;
  NonsmoothLaw law;
};

/// Number of derivatives y[0], y[1].. of the output that a time step needs: y for systems of first
/// order, y and dy/dt for those of second order.
std::size_t level_count(SystemOrder order);

/// Dynamical systems and all interactions declared between them (the set I0), checked as a whole:
/// an object that exists is valid. Systems and interactions are numbered as they were given.
class NonsmoothSystem {
 public:
  /// Checks the systems and the interactions and keeps them.
  /// @throws Error(kInvalidArgument) on the first broken rule: unique names, known systems, one
  ///         order per interaction, sizes that fit, parameters in range
  NonsmoothSystem(std::vector<DynamicalSystem> systems, std::vector<Interaction> interactions);

  const std::vector<DynamicalSystem>& systems() const { return systems_; }
  const std::vector<Interaction>& interactions() const { return interactions_; }

  /// DS_alpha: the systems of an interaction, in its own sequence.
  const std::vector<std::size_t>& systems_of(std::size_t interaction) const {
    return systems_of_[interaction];
  }
  /// I_d: the interactions of a system, ascending.
  const std::vector<std::size_t>& interactions_of(std::size_t system) const {
    return interactions_of_[system];
  }
  /// DS_alpha cap DS_beta, ascending.
  std::vector<std::size_t> shared_systems(std::size_t alpha, std::size_t beta) const;
  /// The coupling graph: every pair alpha < beta that shares a system.
  std::vector<std::pair<std::size_t, std::size_t>> coupling_graph() const;

  SystemOrder order_of(std::size_t interaction) const;
  /// The number of a system in DS_alpha; nothing if it is no member.
  std::optional<std::size_t> member(std::size_t interaction, std::size_t system) const;
  /// Index in X of the first coordinate of system number `member` in DS_alpha; for the number of
  /// members, the size of X.
  Eigen::Index offset(std::size_t interaction, std::size_t member) const {
    return offsets_[interaction][member];
  }
  /// Number of coordinates in X of system number `member` in DS_alpha.
  Eigen::Index coordinate_count(std::size_t interaction, std::size_t member) const {
    return offset(interaction, member + 1) - offset(interaction, member);
  }
  /// X (or Q) of an interaction: its systems' coordinates one after the other.
  VectorXd concatenated_coordinates(std::size_t interaction, const State& state) const {
    return concatenate(interaction, state, &SystemState::coordinates);
  }
  /// dX/dt: its systems' velocities one after the other. Systems of second order only.
  VectorXd concatenated_velocities(std::size_t interaction, const State& state) const {
    return concatenate(interaction, state, &SystemState::velocity);
  }

  /// The systems as given, y of the interactions there, and no inputs.
  const State& initial_state() const { return initial_state_; }
  /// Computes y of every interaction from the coordinates and velocities of the systems; for
  /// systems of first order the part D lambda of the multipliers is added.
  void update_outputs(State& state) const;

 private:
  void connect(std::size_t interaction);
  void check_interaction(std::size_t interaction) const;
  VectorXd concatenate(std::size_t interaction, const State& state,
                       VectorXd SystemState::*part) const;

  std::vector<DynamicalSystem> systems_;
  std::vector<Interaction> interactions_;
  std::vector<std::vector<std::size_t>> systems_of_;
  std::vector<std::vector<std::size_t>> interactions_of_;
  std::vector<std::vector<Eigen::Index>> offsets_;  ///< one more than systems: the size of X last
  State initial_state_;
};

/// gamma in the forecast of a gap [m]: half of the step, as in the method of Moreau and Jean.
inline constexpr double kForecast = 0.5;

/// True if a contact or stop acts in a step of length h [s]: its gap y [m] is forecast to be
/// closed,
///   y + gamma h dy/dt <= 0.
inline bool closes(double gap, double rate, double step) {
  return gap + kForecast * step * rate <= 0.0;
}

/// I1, the interactions that a step of length h [s] solves, in ascending order: those whose gap y
/// (row 0) is forecast to be closed, and all whose law is not unilateral or whose systems are of
/// first order. It is a subset of I0.
std::vector<std::size_t> active_set(const NonsmoothSystem& system, const State& state, double step);

}  // namespace raftup::solver::nonsmooth
