#pragma once

#include <optional>
#include <vector>

#include "hydro/second_order/elevation_drift.hpp"
#include "hydro/second_order/second_order_excitation.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/hydrodynamics/elevation_window.hpp"
#include "solver/loads/hydrodynamics/group_poses.hpp"
#include "solver/loads/hydrodynamics/hydrodynamic_forces.hpp"
#include "solver/water/groups/streamed_waves.hpp"

namespace raftup::solver {

/// Second-order wave forces on the bodies of a hydrodynamic group [N, N m]. The waves are those of
/// the model's sea or of the one input that streams waves.
class SecondOrderForce final : public ForceElement {
 public:
  /// @throws Error(kInvalidArgument) if a wave direction is outside the data
  SecondOrderForce(const Model& model, const HydrodynamicGroup& group, const GroupMotion& motion,
                   const GroupPoses& poses);

  /// Computes the forces at the stages of the step, linearized about the poses [m, rad, world
  /// frame] that the bodies reach with their velocities at the start of the step, as for the
  /// excitation.
  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  bool inputs_changed() noexcept override { return waves_.has_value() || elevation_.has_value(); }
  /// Returns the duration [s] of the filters for an input that streams an elevation; otherwise 0.
  double look_ahead(std::size_t input) const override;
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;

 private:
  struct StreamedElevation {
    std::size_t input;  ///< index of the input in the model
    hydro::ElevationDrift drift;
    ElevationWindow window;
  };

  void make_excitation(const hydro::Sea& sea);
  void follow(const std::vector<InputSeries>& inputs, double step_start);
  /// Returns the function for the factors of the wave amplitudes [1] of a streamed spectrum; none
  /// for other waves.
  std::optional<hydro::FactorsAtTime> factors(const std::vector<InputSeries>& inputs) const;
  void add_waves(const StageConditions& conditions, const Kinematics& bodies, Forces& forces);
  void add_elevation(const StageConditions& conditions, Forces& forces);
  void add_drift_damping(const StageConditions& conditions, const Kinematics& bodies,
                         const std::vector<hydro::HorizontalPose>& poses);

  std::shared_ptr<const hydro::Database> database_;
  hydro::Excitation::Options at_;
  hydro::SecondOrderOptions options_;
  std::vector<hydro::HorizontalPose> rest_;
  GroupMotion motion_;
  GroupPoses group_;
  std::optional<StreamedWaves> waves_;
  std::optional<StreamedElevation> elevation_;
  /// Empty if there are no waves with components.
  std::optional<hydro::SecondOrderExcitation> excitation_;
  /// True if there is a force of waves with components in the prepared step.
  bool acts_ = false;
  hydro::StepExcitation instants_;   ///< forces at the stages of the step, by hydro::Stage [N, N m]
  std::vector<Vector2> velocities_;  ///< scratch memory
  VectorXd force_;                   ///< scratch memory, 6 values per body
};

}  // namespace raftup::solver
