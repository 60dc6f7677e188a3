#pragma once

#include <map>
#include <memory>
#include <utility>

#include "solver/interactions/added_mass.hpp"
#include "solver/interactions/strong_interaction.hpp"
#include "solver/joints/constraint_set.hpp"
#include "solver/loads/load_jacobian.hpp"
#include "solver/model.hpp"

namespace raftup::solver {

/// What stands in the system matrix beside the masses, A and a of
///   (W + A) v+ = p + h f + a + G^T lambda:
/// the strong interactions of a running simulation and, with the stepper kMoreauJean, its loads.
/// These are linear in v+ over the step by their stiffness K and damping D,
///   f = f(q, v) - theta h K v - (D + theta h K) theta (v+ - v),
/// hence A = h theta D + h^2 theta^2 K and a = A v - h^2 theta K v, which is the theta method for
/// linear loads and its first Newton iterate else (nonsmooth::ThetaStep).
/// Call order: linearisation() filled and evaluate() at the start of a step, then the rest; not
/// thread-safe.
class StrongTerms {
 public:
  /// @param model checked
  explicit StrongTerms(const Model& model);

  bool empty() const { return terms_.empty(); }

  /// Whether loads are among them.
  bool takes_loads() const { return !place_of_loads_.empty(); }
  /// K and D of the loads where the next step begins, to be filled.
  LoadJacobian& linearisation() { return linearisation_; }

  /// Bodies of each, by index in the model: users' own interactions, those of joints, then loads by
  /// bodies and by pairs.
  std::vector<std::vector<std::size_t>> bodies() const;

  /// Computes A and a of all of them for a step h [s] from `bodies`, 0 of disabled joints.
  /// @param constraints of the model: which of its joints are enabled
  /// @throws Error(kInvalidArgument) where a block is no symmetric matrix of its bodies, not finite
  void evaluate(double step, const Kinematics& bodies, const ConstraintSet& constraints);

  /// Puts the A of every interaction in its place among the added masses: the last of them.
  void write_to(std::span<AddedMass> added_masses) const;
  /// Puts 0 there.
  void erase_from(std::span<AddedMass> added_masses) const;

  /// impulses += a
  void add_impulses(BodyVectors& impulses) const;
  /// impulses -= A v
  void subtract_products(const BodyVectors& v, BodyVectors& impulses) const;

 private:
  struct Term {
    std::shared_ptr<const StrongInteraction> interaction;  ///< null: loads
    std::optional<std::size_t> joint;                      ///< index in the model, of a StrongJoint
    std::vector<std::size_t> bodies;                       ///< indices in the model
    StrongBlock block;
  };

  void add_loads(const Model& model);
  void evaluate_loads(double step, const Kinematics& bodies);

  std::vector<Term> terms_;
  /// Among them, of each block of linearisation_ between bodies that move: row >= column.
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> place_of_loads_;
  LoadJacobian linearisation_;
  double theta_;
  std::vector<BodyKinematics> named_;  ///< scratch
};

}  // namespace raftup::solver
