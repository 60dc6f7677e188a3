#pragma once

#include <memory>

#include "solver/interactions/added_mass.hpp"
#include "solver/interactions/strong_interaction.hpp"
#include "solver/joints/constraint_set.hpp"
#include "solver/model.hpp"

namespace raftup::solver {

/// The strong interactions of a running simulation. Call order: evaluate() at the start of a step,
/// then the rest; not thread-safe.
class StrongTerms {
 public:
  /// @param model checked
  explicit StrongTerms(const Model& model);

  bool empty() const { return terms_.empty(); }

  /// Bodies of each, by index in the model: users' own interactions, then those of joints.
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
    std::shared_ptr<const StrongInteraction> interaction;
    std::optional<std::size_t> joint;  ///< index in the model, of a StrongJoint
    std::vector<std::size_t> bodies;   ///< indices in the model
    StrongBlock block;
  };

  std::vector<Term> terms_;
  std::vector<BodyKinematics> named_;  ///< scratch
};

}  // namespace raftup::solver
