#pragma once

#include <array>
#include <optional>

#include "solver/loads/rods/twist.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/model.hpp"
#include "solver/numerics/linear/load_jacobian.hpp"

namespace raftup::solver {

struct ElasticLine;

/// The torsion of a line between two clamps, as the bodies see it that hold them. With the torque M [N m], and
/// the directions d_a, d_b in which the line leaves its clamps, the moment on the body at end a is M d_a
/// and that at end b M d_b, in addition to the moments of the forces on the kept nodes. They do the work
/// that the angle phi changes by, phi' = -d_a . omega_a - d_b . omega_b, besides that of the nodes.
class LineTorsion {
 public:
  /// @param line with torsion
  LineTorsion(const ElasticLine& line, const rods::DiscreteRod& rod, const Model& model);

  double compliance() const { return compliance_; }  ///< C of rods::Twist [rad/(N m)]
  /// The directors of both ends [world frame].
  rods::Directors directors(const Kinematics& bodies) const;
  void add_torque(double torque, const Kinematics& bodies, BodyVectors& wrenches) const;
  /// Returns the power of a torque on the bodies [W].
  double power(double torque, const Kinematics& bodies) const;
  /// Adds the derivative of the torque by the turning of the clamps, without that of the nodes.
  /// @param stiffness dM/dphi [N m/rad], or dM/dphi' [N m s/rad] if it is damping
  void add_jacobian(double stiffness, bool is_damping, const Kinematics& bodies,
                    LoadJacobian& jacobian) const;

 private:
  struct End {
    std::optional<std::size_t> body;  ///< none = the world
    Vector3 direction, director;      ///< unit vectors in axes of the body
  };
  static Vector3 turned(const End& end, const Vector3& vector, const Kinematics& bodies);

  std::array<End, 2> ends_;
  double compliance_;
};

/// Adds the violations of rules for the torsion of a line.
/// @param path path of the line
void check_torsion(const ElasticLine& line, const std::string& path, Violations& violations);

/// Returns the torsion of a line; none without.
std::optional<LineTorsion> make_torsion(const ElasticLine& line, const rods::DiscreteRod& rod,
                                        const Model& model);

}  // namespace raftup::solver
