#pragma once

#include "hydro/numerics/types.hpp"
#include "solver/loads/rods/stretch.hpp"

namespace raftup::solver::rods {

/// The mass of a node with its added mass, M = a (I - q q^T) + b q q^T, with q its tangent.
struct NodeMass {
  double across = 0.0;  ///< a [kg]
  double along = 0.0;   ///< b [kg]
};

/// The inertia of a node in a step of duration h: momentum per unknown u,
///   M B^-1,  B = (1/2 + da) q q^T + (1/2 + dt) (I - q q^T),
///   da = 1/2 z^2/(z^2 + 100),  z = (2 h/l) sqrt(EA/m),  dt = 0.05.
/// Waves along the rod that a step does not resolve decay by da, which is small where it resolves
/// them. At the ends da = dt = 0, since the node belongs to a body.
class NodeInertia {
 public:
  /// d_t, across the rod: chosen so that free transverse oscillations of single nodes decay.
  static constexpr double kAcross = 0.05;

  /// @param tangent q, a unit vector
  /// @param wave_number z squared, mean of both elements; negative at an end
  NodeInertia(const NodeMass& mass, const Vector3& tangent, double wave_number);
  NodeInertia() = default;

  /// Returns da for z squared.
  static double axial_damping(double z_squared) { return 0.5 * z_squared / (z_squared + 100.0); }
  /// Returns z squared of an element in a step of duration h [s].
  static double wave_number(const Element& element, double h) {
    return 4.0 * h * h * greatest_stiffness(element) /
           (element.mass * element.length * element.length);
  }

  /// Returns M B^-1 u [kg m/s].
  Vector3 momentum(const Vector3& u) const {
    return across_ * u + (along_ - across_) * q_.dot(u) * q_;
  }
  /// Adds M B^-1 times `factor` to a matrix.
  void add_to(double factor, Matrix3& matrix) const {
    matrix.diagonal().array() += factor * across_;
    matrix.noalias() += (factor * (along_ - across_) * q_) * q_.transpose();
  }
  /// Returns the change of the velocity B^-1 u [m/s].
  Vector3 velocity_change(const Vector3& u) const {
    return per_across_ * u + (per_along_ - per_across_) * q_.dot(u) * q_;
  }
  /// Returns the energy dv^T M (B - 1/2) dv that is lost [J].
  double lost(const Vector3& u) const {
    const double along = q_.dot(u), across = u.squaredNorm() - along * along;
    return lost_across_ * across + lost_along_ * along * along;
  }
  /// Returns the kinetic energy v^T M v / 2 [J].
  double kinetic_energy(const Vector3& v) const {
    const double along = q_.dot(v), across = v.squaredNorm() - along * along;
    return 0.5 * (mass_.across * across + mass_.along * along * along);
  }
  const NodeMass& mass() const { return mass_; }
  const Vector3& tangent() const { return q_; }

 private:
  NodeMass mass_;
  Vector3 q_ = Vector3::UnitX();
  double across_ = 0.0, along_ = 0.0;            ///< M B^-1 [kg]
  double per_across_ = 2.0, per_along_ = 2.0;    ///< B^-1
  double lost_across_ = 0.0, lost_along_ = 0.0;  ///< B^-1 M (B - 1/2) B^-1 [kg]
};

inline NodeInertia::NodeInertia(const NodeMass& mass, const Vector3& tangent, double wave_number)
    : mass_(mass), q_(tangent) {
  const bool is_end = wave_number < 0.0;
  const double dt = is_end ? 0.0 : kAcross, da = is_end ? 0.0 : axial_damping(wave_number);
  per_across_ = 1.0 / (0.5 + dt);
  per_along_ = 1.0 / (0.5 + da);
  across_ = mass.across * per_across_;
  along_ = mass.along * per_along_;
  lost_across_ = across_ * dt * per_across_;
  lost_along_ = along_ * da * per_along_;
}

}  // namespace raftup::solver::rods
