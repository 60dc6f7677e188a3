#pragma once

#include <optional>
#include <vector>

#include "solver/loads/base/force_element.hpp"
#include "solver/loads/members/bent_members.hpp"

namespace raftup::solver {

/// The parts of a body on which the water exerts a Morison force, and the options of these forces.
struct Members {
  std::vector<MemberSide> sides;
  std::vector<MemberFace> faces;
  /// Extrapolation of the wave motion to points near the surface.
  hydro::WaveStretching stretching = hydro::WaveStretching::kWheeler;
  bool slam = false;  ///< true to include slamming forces
};

/// The Morison force on the members of one body, including the wave pressure on their faces. With u
/// and v the velocities of the water and of a wet point of a member [m/s], the force at the point
/// is
///   f = inertia u' - added_mass (J' v) + drag |u - v|(u - v)   [N],
/// applied separately across the axis of the member and along it. J is the matrix that maps the
/// velocity of the body to that of the point. The rest of the added-mass force, which is
/// proportional to the acceleration of the body, is part of the system matrix as J^T added_mass J.
/// If `slam` is true, a member that is becoming wet also receives the force m' (u - v), where m' is
/// the rate at which the added mass of its wet part increases [kg/s]. There is no such force while
/// the wet part decreases.
/// Members of a flexible body bend with its modes, on which their forces act too; all added mass is
/// that of its database.
/// @source Morison, O'Brien, Johnson and Schaaf (1950)
class MemberForce final : public ForceElement {
 public:
  /// @param body index of the body in the model
  MemberForce(const Model& model, std::size_t body, Members members);

  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  bool inputs_changed() noexcept override { return water_.is_streamed(); }
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  Matrix6 added_mass(const StageConditions& conditions, const Kinematics& bodies) const override;
  double added_mass_power(const StageConditions& conditions,
                          const Kinematics& bodies) const override;
  /// Writes one value: the wet length of all sides [m] or, if there are no sides, the sum of the
  /// wet shares of the faces [1].
  void read(const StageConditions& conditions, const Kinematics& bodies,
            std::span<double> outputs) const override;

 private:
  const std::vector<WetPoint>& points(hydro::Stage stage, const Kinematics& bodies) const;
  double share_rate(const WetPoint& point, hydro::Stage stage, const BodyKinematics& body) const;
  /// Velocity of a point of a member, with the modes of a flexible body [m/s, world axes].
  Vector3 velocity_at(const WetPoint& point, const Kinematics& bodies) const;
  Vector3 force_at(const WetPoint& point, hydro::Stage stage, const Kinematics& bodies) const;

  /// The stage and the pose of the body for which `wet_` contains the wet points. If the points are
  /// needed again for the same stage and pose, they are not computed again. This cache has no
  /// influence on results.
  struct Placed {
    hydro::Stage stage;
    Vector3 position;
    Matrix3 rotation;
    VectorXd coordinates;  ///< of the modes of a flexible body [m]
  };

  std::size_t body_;
  bool slam_, has_sides_;
  SurroundingWater water_;
  std::optional<BentMembers> bent_;  ///< of a flexible body
  mutable WetPoints wet_;
  mutable std::optional<Placed> placed_;
};

/// Adds a violation if an input of the model streams the wave elevation at one point, since a load
/// on members needs waves that are known at all depths.
void check_waves_are_known(const Model& model, const std::string& path, Violations& violations);

/// True if the body belongs to a hydrodynamic group.
bool has_potential_flow(const Model& model, const std::string& body);

}  // namespace raftup::solver
