#pragma once

#include <memory>

#include "solver/loads/lines/line_rod.hpp"
#include "solver/loads/lines/line_torsion.hpp"
#include "solver/loads/lines/line_water.hpp"
#include "solver/loads/lines/line_weight.hpp"
#include "solver/loads/rods/rod_statics.hpp"

namespace raftup::solver {

/// The static equilibrium of a line between given ends, in still water and the full current, on a
/// bottom without friction, as it was laid without tension. Positions and forces [m, N, world frame]
/// are functions of the ends alone.
class LineAtRest {
 public:
  /// Stiffness per mass that every node has besides, so that the equations of slack parts are solvable
  /// [1/s2]: inertia in 1e5 s, which is nothing beside the stiffness of a taut line.
  static constexpr double kLeastStiffness = 1e-10;

  LineAtRest(const ElasticLine& line, const Model& model);
  LineAtRest(const LineAtRest&) = delete;
  LineAtRest& operator=(const LineAtRest&) = delete;
  ~LineAtRest() = default;

  /// Finds the equilibrium, unless it is known already.
  /// @param kept positions of the kept nodes [m, world frame], those of the first end first
  /// @param bodies those that hold them, whose directors the torsion has
  /// @throws SolverFailure if the line does not come to rest
  void find(const std::vector<Vector3>& kept, const Kinematics& bodies);

  const rods::DiscreteRod& rod() const { return rod_; }
  const rods::RodState& state() const { return state_; }
  /// The torsion; null without.
  const LineTorsion* torsion() const { return torsion_ ? &*torsion_ : nullptr; }
  /// Adds the stiffness of the torsion against turning clamps [N m/rad], for nodes that do not move.
  void add_twist_jacobian(const Kinematics& bodies, LoadJacobian& jacobian) const {
    if (torsion_) torsion_->add_jacobian(1.0 / torsion_->compliance(), false, bodies, jacobian);
  }
  /// Torque of the torsion [N m].
  double torque() const { return torsion_ ? state_.twist / torsion_->compliance() : 0.0; }
  /// Forces on what holds the kept nodes [N, world frame], half an element's weight included.
  const std::vector<Vector3>& forces() const { return forces_; }
  /// Stiffness of the line between its kept nodes, three rows for each [N/m].
  MatrixXd stiffness();
  /// The water around the line at rest, in the current.
  const rods::RodWater& water() const { return water_; }
  /// Force of the line on a drum at its first end [N].
  double drum_force() const;
  /// Strains of the elements, 0 where a rope is slack [1].
  std::vector<double> strains() const;
  /// Energy of elements, bends, weights and bottom [J].
  double energy() const;
  /// The contact with the bottom; null without bottom.
  const rods::BottomContact* contact() const { return contact_ ? &*contact_ : nullptr; }

 private:
  std::vector<Vector3> begin(const std::vector<Vector3>& kept);
  /// Height of the first end above the bottom, or depth below the surface where the line floats [m]; the
  /// length of a line that sinks without bottom.
  double height_above_rest(const Vector3& first, bool sinks) const;
  /// Lets a line with a free end, which is straight, hang down or rise up and lie on the bottom or the
  /// surface, downstream or along x, so that no nodes come to lie on one another.
  void lay_free_end(bool sinks, std::vector<Vector3>& places);
  void find_state(const std::vector<Vector3>& kept, const rods::TwistLoad* twist);

  rods::DiscreteRod rod_;
  LineWeight weight_;
  double length_;  ///< unstretched [m]
  CurrentAroundLine current_;
  rods::RodWater water_;
  std::unique_ptr<rods::Bottom> bottom_;
  std::optional<rods::BottomContact> contact_;
  std::optional<LineTorsion> torsion_;
  rods::Directors directors_;  ///< of state_, with torsion
  std::vector<Vector3> kept_;  ///< positions of the kept nodes of state_ [m]
  rods::RodState state_;
  std::vector<Vector3> forces_;
};

}  // namespace raftup::solver
