#pragma once

#include <vector>

#include "solver/model/contacts/contact_state.hpp"
#include "solver/model/model.hpp"
#include "solver/simulation/limits/contacts_at_start.hpp"
#include "solver/simulation/limits/described_limit.hpp"

namespace raftup::solver {

/// Limits of the penetration of shapes [m]. For each pair of shapes with contact forces:
/// - "contact_depth": the penetration exceeds 1 % of the size of the smaller shape, which is its
///   radius about its center. A larger penetration contradicts the assumption of rigid shapes, or
///   the time step is too large;
/// - "beyond_curve", for a pair whose contact is a fender: the compression exceeds the last point
///   of its curve.
/// The check costs one comparison for each pair of shapes that are near each other.
class ContactDepths {
 public:
  /// @param model model of the simulation, which must outlive this object
  /// @param start the contacts at t = 0
  ContactDepths(const Model& model, const ContactsAtStart& start);

  /// Number of limits: one for each ordered pair of shapes of the model.
  std::uint64_t count() const { return shape_count_ * shape_count_; }

  /// The pairs of shapes that are near each other at t = 0, before any step.
  const ContactPairs& at_start() const { return at_start_; }

  /// Records in `state` the limits of penetration that its contacts exceed.
  /// @param pairs       the pairs of shapes that are near each other in this state
  /// @param first_limit number in RunLimits of the limit of the first shape with itself
  void watch(const ContactPairs& pairs, std::uint64_t first_limit, State& state) const;

  DescribedLimit describe(std::uint64_t pair, const PassedLimit& passed) const;

 private:
  double limit(std::uint64_t shape1, std::uint64_t shape2) const;

  const Model* model_;
  std::uint64_t shape_count_;
  ContactPairs at_start_;
  // The following are empty if no shapes have contact forces.
  std::vector<double> sizes_;           ///< m, size of each shape
  std::vector<std::size_t> materials_;  ///< index of the material of each shape
  /// Greatest compression of the fender curve of each pair of materials [m]; 0 if the two materials
  /// do not form a fender.
  std::vector<double> curve_ends_;
};

}  // namespace raftup::solver
