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
  VectorXd coordinates;  ///< q of a system of second order, x of one of first order
  /// Velocities v of a system of second order; empty for systems of first order.
  VectorXd velocity;
  VectorXd input;  ///< input in the last step, summed over all interactions: impulse p [N s] or r
};

struct InteractionState {
  std::vector<VectorXd> y;  ///< y[i] is time derivative i of the output
  /// Multipliers of the laws; lambda[i] acts on y[i]. For systems of second order lambda[1]
  /// contains impulses [N s]; for systems of first order lambda[0] contains multipliers. They are 0
  /// while the interaction is not active.
  std::vector<VectorXd> lambda;
};

/// Everything that the future of a nonsmooth system depends on, as a plain value.
struct State {
  std::int64_t step_index = 0;
  std::vector<SystemState> systems;
  std::vector<InteractionState> interactions;
};

/// Compares two states bit for bit: -0.0 and 0.0 differ, and NaN values are equal if their bits are
/// equal.
bool identical(const State& a, const State& b);

/// An interaction alpha: the set of systems that it links, the relation of its local variables y
/// and lambda to their coordinates and inputs, and the law between y and lambda. A plain
/// description.
struct Interaction {
  std::string name;
  /// Names of its systems, which must be of the same order. X (or Q) concatenates their coordinates
  /// and R (or P) their inputs in this sequence.
  std::vector<std::string> systems;
  Relation relation;
  NonsmoothLaw law;
};

/// Number of derivatives y[0], y[1].. of the output that a time step needs: only y for systems of
/// first order, y and dy/dt for systems of second order.
std::size_t level_count(SystemOrder order);

/// Dynamical systems and all interactions between them (the set I0). The constructor checks the
/// whole, so that an object that exists is valid. Systems and interactions have the numbers of
/// their positions in the constructor's lists.
class NonsmoothSystem {
 public:
  /// Checks and stores the systems and the interactions.
  /// @throws Error(kInvalidArgument) for the first violated rule: unique names, known systems, one
  ///         order per interaction, matching sizes, parameters in range
  NonsmoothSystem(std::vector<DynamicalSystem> systems, std::vector<Interaction> interactions);

  const std::vector<DynamicalSystem>& systems() const { return systems_; }
  const std::vector<Interaction>& interactions() const { return interactions_; }

  /// The set DS_alpha: the systems of an interaction, in the sequence of the interaction.
  const std::vector<std::size_t>& systems_of(std::size_t interaction) const {
    return systems_of_[interaction];
  }
  /// The set I_d: the interactions of a system, ascending.
  const std::vector<std::size_t>& interactions_of(std::size_t system) const {
    return interactions_of_[system];
  }
  /// The systems that two interactions share, DS_alpha cap DS_beta, ascending.
  std::vector<std::size_t> shared_systems(std::size_t alpha, std::size_t beta) const;
  /// The coupling graph: all pairs alpha < beta of interactions that share a system.
  std::vector<std::pair<std::size_t, std::size_t>> coupling_graph() const;

  SystemOrder order_of(std::size_t interaction) const;
  /// The position of a system in DS_alpha; nothing if it is no member.
  std::optional<std::size_t> member(std::size_t interaction, std::size_t system) const;
  /// Index in X of the first coordinate of the system at position `member` in DS_alpha. If `member`
  /// is the number of members, the size of X.
  Eigen::Index offset(std::size_t interaction, std::size_t member) const {
    return offsets_[interaction][member];
  }
  /// Number of coordinates of the system at position `member` in DS_alpha.
  Eigen::Index coordinate_count(std::size_t interaction, std::size_t member) const {
    return offset(interaction, member + 1) - offset(interaction, member);
  }
  /// X (or Q) of an interaction: the coordinates of its systems one after the other.
  VectorXd concatenated_coordinates(std::size_t interaction, const State& state) const {
    return concatenate(interaction, state, &SystemState::coordinates);
  }
  /// dX/dt of an interaction: the velocities of its systems one after the other. Only for systems
  /// of second order.
  VectorXd concatenated_velocities(std::size_t interaction, const State& state) const {
    return concatenate(interaction, state, &SystemState::velocity);
  }

  /// The state at t = 0: coordinates and velocities as given, y of the interactions, and inputs of
  /// 0.
  const State& initial_state() const { return initial_state_; }
  /// Computes y of every interaction from the coordinates and velocities of the systems. For
  /// systems of first order the term D lambda is included.
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
  /// For each interaction, the offset in X of each of its systems, then the size of X.
  std::vector<std::vector<Eigen::Index>> offsets_;
  State initial_state_;
};

/// The factor gamma in the forecast of a gap [m]: half of the step, as in the method of Moreau and
/// Jean.
inline constexpr double kForecast = 0.5;

/// True if a contact or stop acts in a step of length h [s], that is if its gap y [m] is predicted
/// to close,
///   y + gamma h dy/dt <= 0.
inline bool closes(double gap, double rate, double step) {
  return gap + kForecast * step * rate <= 0.0;
}

/// The set I1 of interactions that a step of length h [s] solves, in ascending order. It contains
/// the interactions whose gap y (row 0) is predicted to close, and all interactions whose law is
/// not unilateral or whose systems are of first order. It is a subset of I0.
std::vector<std::size_t> active_set(const NonsmoothSystem& system, const State& state, double step);

}  // namespace raftup::solver::nonsmooth
