#pragma once

#include <vector>

#include "solver/model/contacts/contact_state.hpp"
#include "solver/model/model.hpp"
#include "solver/simulation/limits/contacts_at_start.hpp"
#include "solver/simulation/limits/described_limit.hpp"

namespace raftup::solver {

/// How deep shapes may be in each other. Of each pair that pushes:
/// - "contact_depth": by more than 1 % of the size of the smaller, the radius about its middle:
///   what gives so much is no contact of bodies that keep their shape, or is stepped too coarsely;
/// - "beyond_curve" of a pair with a fender in its place: by more than its curve has.
/// It costs a comparison per pair within reach.
class ContactDepths {
 public:
  /// @param model of the simulation, which must outlive it
  /// @param start of its islands
  ContactDepths(const Model& model, const ContactsAtStart& start);

  /// One limit for each pair of shapes of the model, in either order.
  std::uint64_t count() const { return shape_count_ * shape_count_; }

  /// The pairs within reach at t = 0, before any step.
  const ContactPairs& at_start() const { return at_start_; }

  /// @param pairs       at the state
  /// @param first_limit that of the first shape with itself
  void watch(const ContactPairs& pairs, std::uint64_t first_limit, State& state) const;

  DescribedLimit describe(std::uint64_t pair, const PassedLimit& passed) const;

 private:
  double limit(std::uint64_t shape1, std::uint64_t shape2) const;

  const Model* model_;
  std::uint64_t shape_count_;
  ContactPairs at_start_;
  // Empty where no shapes push each other.
  std::vector<double> sizes_;           ///< m, by shape
  std::vector<std::size_t> materials_;  ///< by shape
  std::vector<double> curve_ends_;      ///< m, by two materials; 0 without a fender
};

}  // namespace raftup::solver
