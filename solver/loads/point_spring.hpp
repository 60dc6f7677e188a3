#pragma once

#include <optional>

#include "solver/loads/straight_line.hpp"

namespace raftup::solver {

/// Spring and damper along the line between two points: tension
///   T = k (L - L_0) + c dL/dt,
/// with `tension_only` never negative, and 0 while L <= L_0; without force where L = 0.
class PointSpringElement final : public ForceElement {
 public:
  PointSpringElement(const PointSpring& load, const Model& model, const Kinematics& initial);

  void add(const StageConditions& conditions, const Kinematics& bodies,
           BodyVectors& wrenches) const override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  /// Its rest length stands for the unstretched one.
  std::optional<LineReading> read_line(const StageConditions& conditions,
                                       const Kinematics& bodies) const override;

 private:
  /// Whether it pulls or pushes; a slack line does neither.
  bool acts(const StraightLine& line) const;
  double tension(const StraightLine& line) const;

  Attachment point1_, point2_;
  double stiffness_, damping_, rest_length_;
  bool tension_only_;
};

}  // namespace raftup::solver
