#pragma once

#include <optional>

#include "solver/loads/rods/bottom.hpp"
#include "solver/loads/rods/discrete_rod.hpp"
#include "solver/loads/rods/node_term.hpp"

namespace raftup::solver::rods {

/// The material of the bottom.
struct BottomMaterial {
  double stiffness = 0.0;        ///< k, pressure per depth of penetration [Pa/m], > 0
  double damping = 0.0;          ///< c, pressure per speed of penetration [Pa s/m], >= 0
  double friction = 0.0;         ///< mu, friction coefficient, >= 0
  double shear_distance = 0.01;  ///< u_s, movement at which friction is at its limit [m], > 0
  /// v_s, speed of slip at which viscous friction is .7 of its limit [m/s], > 0; none: it is elastic and
  /// plastic
  std::optional<double> slip_speed = {};
};

/// The push of the bottom and its friction on the nodes of a rod. Per meter of a rod of diameter D,
/// the bottom pushes along its normal with
///   N = D (k delta + c d(delta)/dt) >= 0,
/// where the depth delta is counted from above the bottom such that a rod that rests is at the
/// height of the bottom: delta = depth + w n_z/(k D), with its weight w per meter.
///
/// Friction is elastic and plastic: a spring of k_t = mu w/u_s from an anchor point, which follows
/// where the spring would pull with more than mu N. So a rod lies still for ever, and slips at
/// mu N. Viscous friction is -mu N v/sqrt(v^2 + v_s^2) instead, by the mean velocity v of the step
/// along the bottom: it lets a rod creep. N is that at the start of the step, the plane of the bottom
/// that below the node then; all forces are implicit in the position.
///
/// Half an element belongs to a kept node. Where the rod leaves the bottom at once there, as at an
/// anchor that is pulled upwards, the bottom does not support this half: neither pushes nor counts.
/// @source return mapping: J. C. Simo and T. J. R. Hughes, Computational Inelasticity (1998),
///         section 1.4
class BottomContact final : public NodeTerm {
 public:
  /// @param rod, bottom must outlive the object
  BottomContact(const DiscreteRod& rod, const Bottom& bottom, const BottomMaterial& material);

  /// Takes over the lengths of the rod where they have changed.
  void take_lengths();

  void begin(const StepStart& start) override;
  NodePotential at(std::size_t node, const Vector3& x1) const override;
  bool stores_energy() const override { return true; }
  double stored(std::size_t node, const Vector3& x) const override;
  void commit(std::span<const Vector3> x1, RodState& state) override;

  /// Returns the push N at the end of a step that began with begin() [N].
  double push(std::size_t node, const Vector3& x1) const;
  /// Returns the energy of the push on a node at a position, whatever the step is [J].
  double pressed(std::size_t node, const Vector3& x) const;
  /// True if the bottom supports a node, given the positions of all nodes [m].
  bool supports(std::size_t node, std::span<const Vector3> x) const;
  /// Returns the unstretched length that the bottom supports at these positions [m].
  double length_on_bottom(std::span<const Vector3> x) const;

 private:
  /// A node over a step.
  struct Place {
    double stiffness = 0.0, damping = 0.0;  ///< D L k [N/m], D L c [N s/m]
    double damping_per_step = 0.0;          ///< D L c/h [N/m]
    double shear_stiffness = 0.0;           ///< k_t [N/m]
    double weight = 0.0;                    ///< weight that lies on the bottom [N]
    Vector3 normal = Vector3::UnitZ();
    Vector3 start = Vector3::Zero();  ///< position at the start [m]
    double depth = 0.0;               ///< delta at the start [m]
    double limit = 0.0;               ///< mu N [N]
    Vector3 shear = Vector3::Zero();  ///< from the anchor point to the node, in the plane [m]
    bool left = false;  ///< true at a kept node where the rod leaves the bottom at once
  };

  static double depth(const Place& place, const Vector3& x) {
    return place.depth - place.normal.dot(x - place.start);
  }
  static Vector3 shear(const Place& place, const Vector3& x) {
    const Vector3 moved = x - place.start;
    return place.shear + moved - place.normal.dot(moved) * place.normal;
  }
  bool keeps_shear() const { return material_.friction > 0.0 && !material_.slip_speed; }
  void add_friction(const Place& place, const Vector3& x1, NodePotential& sum) const;
  static void add_viscous_friction(const Place& place, double slip, const Vector3& x1,
                                   NodePotential& sum);
  /// Height of a node above the place from which on the bottom pushes [m].
  double clearance(std::size_t node, const Vector3& x) const;
  bool leaves_at(std::size_t node, std::span<const Vector3> x) const;

  const DiscreteRod* rod_;
  const Bottom* bottom_;
  BottomMaterial material_;
  double h_ = 0.0;  ///< duration of the step [s]
  std::vector<Place> places_;
};

}  // namespace raftup::solver::rods
