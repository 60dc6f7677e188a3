#pragma once

#include <vector>

#include "hydro/excitation/elevation_excitation.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/hydrodynamics/elevation_window.hpp"
#include "solver/loads/hydrodynamics/group_poses.hpp"
#include "solver/loads/hydrodynamics/wave_excitation.hpp"

namespace raftup::solver {

/// Wave excitation forces on the bodies of a hydrodynamic group [N, N m]: forces of the sea of the
/// model, of waves that clients stream as components or spectra, and of wave elevations [m] that
/// clients stream.
class ExcitationForce final : public ForceElement {
 public:
  ExcitationForce(const Model& model, const HydrodynamicGroup& group, const GroupPoses& poses);

  /// Computes the excitation at the stages of the step, linearized about the poses [m, rad, world
  /// frame] that the bodies reach with their velocities at the start of the step.
  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  bool inputs_changed() noexcept override {
    return excitation_.is_streamed() || !elevations_.empty();
  }
  /// Returns the duration [s] of the impulse response for an input that streams an elevation;
  /// otherwise 0.
  double look_ahead(std::size_t input) const override;
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;

 private:
  struct StreamedElevation {
    std::size_t input;  ///< index of the input in the model
    hydro::ElevationExcitation excitation;
    ElevationWindow window;
  };

  void add_waves(const StageConditions& conditions, const Kinematics& bodies, Forces& forces);
  void add_elevation(StreamedElevation& elevation, const StageConditions& conditions,
                     Forces& forces);

  GroupPoses group_;
  WaveExcitation excitation_;
  std::vector<StreamedElevation> elevations_;
  VectorXd force_;  ///< scratch memory, 6 values per body
};

}  // namespace raftup::solver
