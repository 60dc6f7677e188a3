#pragma once

#include <array>
#include <memory>
#include <vector>

#include "hydro/hydrostatics/linear_hydrostatics.hpp"
#include "hydro/numerics/matrix_products.hpp"
#include "hydro/radiation/base/radiation_memory.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/faded_current.hpp"
#include "solver/model/model.hpp"
#include "solver/water/groups/hydro_frame.hpp"

namespace raftup::solver {

/// The bodies of a hydrodynamic group in the order of its database, and their motion relative to
/// the water. A body that drifts with the current has no velocity relative to the water.
class GroupMotion {
 public:
  GroupMotion(const Model& model, const HydrodynamicGroup& group);

  std::size_t size() const { return bodies_.size(); }
  /// Returns the index of a member's body in the model.
  std::size_t body(std::size_t member) const { return bodies_[member]; }

  /// Returns the velocity of a body relative to the water at a time [s], in m/s and rad/s, world
  /// axes.
  Vector6 velocity_through_water(const Kinematics& bodies, std::size_t member, double time) const;

  /// Returns the velocities of all members relative to the water along their headings [m/s].
  VectorXd speeds_ahead(const Kinematics& bodies, double time) const;

  /// Computes nu, 6N: the velocities of all members relative to the water in their hydro frames
  /// [m/s, rad/s] at a time [s], the input of the radiation memory.
  void hydro_velocities(const Kinematics& bodies, double time, VectorXd& nu) const;

  /// Transforms a force and moment on a member from its hydro frame to world axes [N, N m].
  Vector6 from_hydro_frame(const Kinematics& bodies, std::size_t member,
                           const Vector6& wrench) const;

  /// Adds the radiation force -mu to `forces`.
  /// @param mu 6N [N, N m, hydro frames]
  void add_radiation(const Kinematics& bodies, const VectorXd& mu, Forces& forces) const;

 private:
  std::vector<std::size_t> bodies_;
  HydroFrame frame_;
  Matrix3 world_frame_;
  BodyCurrents current_;
};

/// The part of the radiation force that depends on the velocity [m/s, rad/s] at the stage itself.
/// It contains the constant factors of a radiation memory, stored for fast products.
class InstantaneousRadiation {
 public:
  explicit InstantaneousRadiation(const hydro::RadiationMemory& memory);

  /// True if the factor of this stage is not zero.
  bool acts(hydro::Stage stage) const { return factor(stage).cols() > 0; }
  /// Adds the product: mu += factor nu [N, N m]. Does nothing if the factor is zero.
  void add_product(hydro::Stage stage, const VectorXd& nu, VectorXd& mu) const;

 private:
  const ColumnMatrix& factor(hydro::Stage stage) const {
    return factors_[static_cast<std::size_t>(stage)];
  }

  /// Factor of each stage, by hydro::Stage; empty if it is zero.
  std::array<ColumnMatrix, 3> factors_;
};

/// Radiation force -mu on the bodies of a group [N, N m], which depends on the past velocities of
/// the bodies relative to the water. The force of the added mass is not included (see AddedMass).
class RadiationForce final : public ForceElement {
 public:
  /// @param place index of the memory's state in State::radiation
  RadiationForce(const GroupMotion& motion, std::shared_ptr<const hydro::RadiationMemory> memory,
                 std::size_t place);

  void initialize(const Kinematics& bodies, State& state) const override;
  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void finish(const StageConditions& conditions, const Kinematics& bodies) override;
  void commit(State& state) noexcept override;

 private:
  GroupMotion motion_;
  std::shared_ptr<const hydro::RadiationMemory> memory_;
  std::size_t place_;
  InstantaneousRadiation instantaneous_;
  hydro::StageTails tails_;  ///< contributions of the past at the stages of the prepared step
  VectorXd nu_, mu_;         ///< scratch memory, 6 values per body
  VectorXd end_velocities_;  ///< velocities at the end of the step [m/s, rad/s]
};

/// Buoyancy and hydrostatic stiffness C of those bodies of a group whose hydrostatics are linear,
/// about their poses at rest:
///   F = F_0 - C xi,
/// with xi the displacement [m, rad] from the pose at rest in the axes of the heading, which turn
/// with the body. The potential is U = xi^T C xi / 2 - F_0^T xi [J]. The moments about the axes of
/// a tilted body differ from the derivative of U by terms of second order in the tilt, which are
/// counted as power [W].
class HydrostaticForce final : public ForceElement {
 public:
  /// @param attitudes roll, pitch and heading at rest of each body of the database [rad]; empty if
  ///        all bodies rest upright
  HydrostaticForce(const Model& model, const HydrodynamicGroup& group,
                   const std::vector<Vector3>& attitudes = {});

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  /// Adds the hydrostatic stiffness at the poses at rest [N/m, N, N m], in axes that turn with the
  /// headings.
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  /// Adds the stiffness of add_jacobian() times a weight.
  void add_stiffness(double weight, const Kinematics& bodies, LoadJacobian& jacobian) const;
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;

 private:
  struct Member {
    std::size_t body;  ///< index of the body in the model
    hydro::LinearHydrostatics hydrostatics;
  };

  std::vector<Member> members_;
};

/// Damping of the bodies of a group, computed component by component: -D nu - Q |nu| nu [N, N m],
/// with nu the velocity relative to the water in the axes of the heading [m/s, rad/s]. The roll
/// damping of the group is added to D and Q, and has in addition a moment proportional to the cube
/// of the roll rate.
class WaterDamping final : public ForceElement {
 public:
  WaterDamping(const Model& model, const GroupMotion& motion, const HydrodynamicGroup& group);

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;

 private:
  struct Member {
    DampingCoefficients coefficients;
    bool acts, quadratic_acts;
  };

  GroupMotion motion_;
  std::vector<Member> members_;
};

}  // namespace raftup::solver
