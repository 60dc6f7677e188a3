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

/// The bodies of a hydrodynamic group in the order of its database, and how they move through the
/// water: in a current a body that drifts with it does not.
class GroupMotion {
 public:
  GroupMotion(const Model& model, const HydrodynamicGroup& group);

  std::size_t size() const { return bodies_.size(); }
  /// Index in the model of a member.
  std::size_t body(std::size_t member) const { return bodies_[member]; }

  /// [m/s, rad/s], world axes.
  Vector6 velocity_through_water(const Kinematics& bodies, std::size_t member) const;

  /// nu, 6N: the same of all members in the hydro frames, as the radiation memory wants them.
  void hydro_velocities(const Kinematics& bodies, VectorXd& nu) const;

  /// A wrench on a member from its hydro frame into world axes.
  Vector6 from_hydro_frame(const Kinematics& bodies, std::size_t member,
                           const Vector6& wrench) const;

  /// Adds -mu, 6N, which what the members have radiated does to them.
  void add_radiation(const Kinematics& bodies, const VectorXd& mu, Forces& forces) const;

 private:
  std::vector<std::size_t> bodies_;
  HydroFrame frame_;
  Matrix3 world_frame_;
  BodyVectors current_;  ///< past each body of the model; empty in still water
};

/// What a stage's own velocity radiates: the factors of a memory, ready for fast products.
class InstantaneousRadiation {
 public:
  explicit InstantaneousRadiation(const hydro::RadiationMemory& memory);

  /// Whether it is not zero at a stage.
  bool acts(hydro::Stage stage) const { return factor(stage).cols() > 0; }
  /// mu += factor nu; nothing where it does not act.
  void add_product(hydro::Stage stage, const VectorXd& nu, VectorXd& mu) const;

 private:
  const ColumnMatrix& factor(hydro::Stage stage) const {
    return factors_[static_cast<std::size_t>(stage)];
  }

  std::array<ColumnMatrix, 3> factors_;  ///< by hydro::Stage; empty where zero
};

/// What the waves that the bodies of a group have radiated do to them: -mu of the fluid's memory of
/// their velocities through the water. Added mass is no part of it (AddedMass).
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
  hydro::StageTails tails_;  ///< of the prepared step: what the past radiates
  VectorXd nu_, mu_;         ///< scratch, 6N
  VectorXd end_velocities_;  ///< of the finished step
};

/// Buoyancy and hydrostatic stiffness C of the bodies of a group about their poses of rest,
///   F = F_0 - C xi,
/// xi the displacement in the axes of the heading, which turn with the body. Its potential is
/// U = xi^T C xi / 2 - F_0^T xi; what moments about the axes of a tilted body differ from the
/// derivative of U, of second order in the tilt, counts as power.
class HydrostaticForce final : public ForceElement {
 public:
  HydrostaticForce(const Model& model, const HydrodynamicGroup& group);

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  /// About the pose of rest, turned with the headings.
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

/// Linear and quadratic damping of the bodies of a group, -D nu - Q |nu| nu by components of the
/// velocity nu through the water in the axes of the heading, with what roll damping adds to both
/// and its cubic moment.
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
