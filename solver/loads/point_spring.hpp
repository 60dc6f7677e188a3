#pragma once

#include "solver/loads/attachment.hpp"

namespace raftup::solver {

/// Spring and damper along the line between two points: tension
///   T = k (L - L_0) + c dL/dt,
/// with `tension_only` never negative, and 0 while L <= L_0.
class PointSpringElement final : public ForceElement {
 public:
  PointSpringElement(const PointSpring& load, const Model& model, const Kinematics& initial);

  void add(const Kinematics& bodies, BodyVectors& wrenches) const override;

 private:
  double tension(double length, double rate) const;

  Attachment point1_, point2_;
  double stiffness_, damping_, rest_length_;
  bool tension_only_;
};

}  // namespace raftup::solver
