#pragma once

#include <optional>
#include <vector>

#include "solver/loads/base/force_element.hpp"
#include "solver/loads/members/wet_points.hpp"

namespace raftup::solver {

/// The parts of a body on which water acts, and the options of their forces.
struct Members {
  std::vector<MemberSide> sides;
  std::vector<MemberFace> faces;
  hydro::WaveStretching stretching = hydro::WaveStretching::kWheeler;
  bool slam = false;
};

/// Morison's force on the members of one body, with the pressure of waves on their faces. With u
/// and v the velocities of the water and of a wet point of a member [m/s], the force on the point
/// is
///   f = inertia u' - added_mass (J' v) + drag |u - v|(u - v)   [N],
/// applied separately across the axis of the member and along it. The other part of the added mass
/// force, which is proportional to the acceleration a_body of the body, enters the system matrix as
/// J^T added_mass J, where J takes the velocity of the body to that of the point. With `slam`, a
/// member that becomes wet also feels the force m' (u - v), where m' is the rate at which the added
/// mass of its wet part grows [kg/s]; without `slam`, and where the wet part shrinks, there is no
/// such force.
/// @source Morison, O'Brien, Johnson and Schaaf (1950)
class MemberForce final : public ForceElement {
 public:
  /// @param body index in the model
  MemberForce(const Model& model, std::size_t body, Members members);

  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  bool inputs_changed() noexcept override { return water_.is_streamed(); }
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  Matrix6 added_mass(const StageConditions& conditions, const Kinematics& bodies) const override;
  double added_mass_power(const StageConditions& conditions,
                          const Kinematics& bodies) const override;
  /// Writes the wet length of sides [m], or without sides the wet share of the faces [1].
  void read(const StageConditions& conditions, const Kinematics& bodies,
            std::span<double> outputs) const override;

 private:
  const std::vector<WetPoint>& points(hydro::Stage stage, const BodyKinematics& body) const;
  double share_rate(const WetPoint& point, hydro::Stage stage, const BodyKinematics& body) const;
  Vector3 force_at(const WetPoint& point, hydro::Stage stage, const BodyKinematics& body) const;

  /// The stage for which the points were found, as a cache without influence on results.
  struct Placed {
    hydro::Stage stage;
    Vector3 position;
    Matrix3 rotation;
  };

  std::size_t body_;
  bool slam_, has_sides_;
  SurroundingWater water_;
  mutable WetPoints wet_;
  mutable std::optional<Placed> placed_;
};

/// Requires that a load which depends on waves is in a model whose waves are known at all depths
/// [m].
void check_waves_are_known(const Model& model, const std::string& path, Violations& violations);

/// True if a body belongs to a hydrodynamic group.
bool has_potential_flow(const Model& model, const std::string& body);

}  // namespace raftup::solver
