#pragma once

#include <array>
#include <memory>
#include <vector>

#include "hydro/hydrostatics/linear_hydrostatics.hpp"
#include "hydro/numerics/matrix_products.hpp"
#include "hydro/radiation/base/radiation_memory.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/model.hpp"
#include "solver/water/groups/hydro_frame.hpp"

namespace raftup::solver {

/// The bodies of a hydrodynamic group in the order of its database, with their motion relative to
/// the water. A body that drifts with the current does not move relative to it.
class GroupMotion {
 public:
  GroupMotion(const Model& model, const HydrodynamicGroup& group);

  std::size_t size() const { return bodies_.size(); }
  /// Index in the model of a member.
  std::size_t body(std::size_t member) const { return bodies_[member]; }

  /// Velocity relative to the water [m/s, rad/s], world axes.
  Vector6 velocity_through_water(const Kinematics& bodies, std::size_t member) const;

  /// nu, 6N: the velocities of all members relative to the water in the hydro frames [m/s, rad/s],
  /// as the radiation memory needs them.
  void hydro_velocities(const Kinematics& bodies, VectorXd& nu) const;

  /// Transforms a wrench on a member from its hydro frame to world axes [N, N m].
  Vector6 from_hydro_frame(const Kinematics& bodies, std::size_t member,
                           const Vector6& wrench) const;

  /// Adds the radiation force -mu, 6N [N, N m, hydro frames].
  void add_radiation(const Kinematics& bodies, const VectorXd& mu, Forces& forces) const;

 private:
  std::vector<std::size_t> bodies_;
  HydroFrame frame_;
  Matrix3 world_frame_;
  BodyVectors current_;  ///< past each body of the model; empty in still water
};

/// The part of the radiation force that depends on the velocity [m/s, rad/s] at the stage itself:
/// the constant factors of a memory, stored for fast products.
class InstantaneousRadiation {
 public:
  explicit InstantaneousRadiation(const hydro::RadiationMemory& memory);

  /// True if the factor of a stage is not zero.
  bool acts(hydro::Stage stage) const { return factor(stage).cols() > 0; }
  /// mu += factor nu [N, N m]; does nothing if the factor is zero.
  void add_product(hydro::Stage stage, const VectorXd& nu, VectorXd& mu) const;

 private:
  const ColumnMatrix& factor(hydro::Stage stage) const {
    return factors_[static_cast<std::size_t>(stage)];
  }

  std::array<ColumnMatrix, 3> factors_;  ///< by hydro::Stage; empty where zero
};

/// Radiation force -mu on the bodies of a group [N, N m]: the memory of the water of their
/// velocities relative to it. Added mass is not included (AddedMass).
class RadiationForce final : public ForceElement {
 public:
  /// @param place of the memory's state in State::radiation
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
  hydro::StageTails tails_;  ///< contribution of the past in the prepared step
  VectorXd nu_, mu_;         ///< scratch, 6N
  VectorXd end_velocities_;  ///< of the finished step
};

/// Buoyancy and hydrostatic stiffness C of the bodies of a group whose hydrostatics are linear,
/// about their poses at rest,
///   F = F_0 - C xi,
/// with xi the displacement [m, rad] in the axes of the heading, which turn with the body. Its
/// potential is U = xi^T C xi / 2 - F_0^T xi [J]. The moments about the axes of a tilted body
/// differ from the derivative of U by terms of second order in the tilt, which count as power [W].
class HydrostaticForce final : public ForceElement {
 public:
  HydrostaticForce(const Model& model, const HydrodynamicGroup& group);

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  /// Adds the stiffness at the poses of rest [N/m, N, N m], in axes that turn with the headings.
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;

 private:
  struct Member {
    std::size_t body;  ///< index in the model
    hydro::LinearHydrostatics hydrostatics;
  };

  std::vector<Member> members_;
};

/// Linear and quadratic damping of the bodies of a group, -D nu - Q |nu| nu by components [N, N m],
/// with nu the velocity relative to the water in the axes of the heading [m/s, rad/s]. Roll damping
/// adds to both and has a cubic moment besides.
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
