#pragma once

#include <cstddef>
#include <span>

#include "solver/model/contacts/contact_point.hpp"

namespace raftup::solver {

/// Two shapes that push each other, or may do so within the step, with their points.
struct FoundContact {
  std::size_t shape1, shape2;            ///< indices in the model, the smaller first
  double time;                           ///< s, where the step begins
  std::span<const ContactPoint> points;  ///< at least one; a depth < 0 is a gap [m]
  bool begins;          ///< true if they overlap and did not touch in the step before
  double normal_speed;  ///< m/s at the deepest point, of shape 1 out of shape 2; < 0: they meet
};

/// A user's own decision about which contacts exist, for programs that link the solver. It is
/// called in every step and must give the same answer for the same arguments, so that steps can be
/// repeated; several threads may call it at once. The model's own rules that let shapes pass each
/// other apply as well.
class ContactFilter {
 public:
  ContactFilter() = default;
  ContactFilter(const ContactFilter&) = delete;
  ContactFilter& operator=(const ContactFilter&) = delete;
  virtual ~ContactFilter() = default;

  /// True if points of contact of two shapes should be searched for when their boxes overlap.
  /// Shapes are given by their indices in the model, the smaller first.
  virtual bool may_touch(std::size_t /*shape1*/, std::size_t /*shape2*/) const { return true; }

  /// True if a contact counts in this step: a listener to impacts can keep or remove them. A
  /// contact that it removes is treated as if the shapes were apart, and begins anew in the next
  /// step.
  virtual bool keeps(const FoundContact& /*contact*/) const { return true; }
};

}  // namespace raftup::solver
