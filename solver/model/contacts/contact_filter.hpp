#pragma once

#include <cstddef>
#include <span>

#include "solver/model/contacts/contact_point.hpp"

namespace raftup::solver {

/// Two shapes that overlap or may come to overlap within the step, with the points of their
/// contact.
struct FoundContact {
  std::size_t shape1, shape2;  ///< indices of the two shapes in the model, the smaller first
  double time;                 ///< s, start of the step
  /// points of the contact, at least one; a depth below 0 is a gap [m]
  std::span<const ContactPoint> points;
  bool begins;  ///< true if the shapes overlap and did not touch in the step before
  /// Velocity of shape 1 relative to shape 2 at the deepest point, along the normal from shape 2 to
  /// shape 1 [m/s]; below 0: the shapes approach each other.
  double normal_speed;
};

/// A user's own decision about which contacts exist, for programs that link the solver. Its
/// functions are called in every step and must return the same result for the same arguments, so
/// that steps can be repeated. Several threads may call them at once. The pairs of shapes that the
/// model disables do not touch either.
class ContactFilter {
 public:
  ContactFilter() = default;
  ContactFilter(const ContactFilter&) = delete;
  ContactFilter& operator=(const ContactFilter&) = delete;
  virtual ~ContactFilter() = default;

  /// True if points of contact are to be searched for between two shapes whose bounding boxes
  /// overlap. The shapes are given by their indices in the model, the smaller one first.
  virtual bool may_touch(std::size_t /*shape1*/, std::size_t /*shape2*/) const { return true; }

  /// True if a contact acts in this step. If the result is false, the shapes are treated as if they
  /// were apart, and the contact is a new one in the next step.
  virtual bool keeps(const FoundContact& /*contact*/) const { return true; }
};

}  // namespace raftup::solver
