#pragma once

#include <cstddef>
#include <span>

#include "solver/model/contacts/contact_point.hpp"

namespace raftup::solver {

/// What a step has found of two shapes that push each other or may within it.
struct FoundContact {
  std::size_t shape1, shape2;            ///< indices in the model, the smaller first
  double time;                           ///< s, where the step begins
  std::span<const ContactPoint> points;  ///< at least one; a depth < 0 is a gap
  bool begins;          ///< they overlap, and did not touch through the step before
  double normal_speed;  ///< m/s at the deepest point, of shape 1 out of shape 2; < 0: they meet
};

/// What a program that links the solver says of which contacts there are. It is asked in every
/// step and answers the same for the same, so that steps may be taken again; several threads may
/// ask at once. Rules of the model that let shapes pass stand beside it: any of them does.
class ContactFilter {
 public:
  ContactFilter() = default;
  ContactFilter(const ContactFilter&) = delete;
  ContactFilter& operator=(const ContactFilter&) = delete;
  virtual ~ContactFilter() = default;

  /// Whether points of two shapes are looked for whose boxes overlap, by their indices in the
  /// model, the smaller first.
  virtual bool may_touch(std::size_t /*shape1*/, std::size_t /*shape2*/) const { return true; }

  /// Whether a contact counts in this step: a listener to impacts that keeps or removes them. One
  /// that it leaves out is as if the shapes were apart, and begins anew in the next step.
  virtual bool keeps(const FoundContact& /*contact*/) const { return true; }
};

}  // namespace raftup::solver
