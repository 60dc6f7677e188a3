#pragma once

#include <optional>
#include <vector>

#include "hydro/second_order/elevation_drift.hpp"
#include "hydro/second_order/second_order_excitation.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/hydrodynamics/group_poses.hpp"
#include "solver/loads/hydrodynamics/hydrodynamic_forces.hpp"
#include "solver/water/groups/streamed_waves.hpp"

namespace raftup::solver {

/// Second-order wave forces on the bodies of a hydrodynamic group [N, N m], of the sea of the model
/// or of the one input that streams waves as components or a spectrum.
class SecondOrderForce final : public ForceElement {
 public:
  /// @throws Error(kInvalidArgument) if waves come from directions outside the data
  SecondOrderForce(const Model& model, const HydrodynamicGroup& group, const GroupMotion& motion,
                   const GroupPoses& poses);

  /// Computes the forces about the poses [m, rad, world frame] that the velocities lead to, like
  /// the excitation.
  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  bool inputs_changed() noexcept override { return waves_.has_value(); }
  /// The duration T [s] of the filters, for an elevation that is streamed.
  double look_ahead(std::size_t input) const override;
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;

 private:
  struct StreamedElevation {
    std::size_t input;  ///< index in the model
    hydro::ElevationDrift drift;
  };

  void make_excitation(const hydro::Sea& sea);
  void follow(const std::vector<InputSeries>& inputs, double step_start);
  /// The factors of the amplitudes [1] of a streamed spectrum; nothing otherwise.
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
  std::optional<hydro::SecondOrderExcitation> excitation_;  ///< empty while nothing is streamed
  bool acts_ = false;                ///< true if it acts in the prepared step
  hydro::StepExcitation instants_;   ///< by hydro::Stage
  std::vector<Vector2> velocities_;  ///< scratch
  VectorXd force_;                   ///< scratch, 6N
};

}  // namespace raftup::solver
