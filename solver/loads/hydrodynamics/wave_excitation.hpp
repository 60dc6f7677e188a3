#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "hydro/excitation/excitation.hpp"
#include "hydro/radiation/base/radiation_memory.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/model/inputs/input_series.hpp"
#include "solver/model/model.hpp"
#include "solver/water/groups/streamed_waves.hpp"

namespace raftup::solver {

/// Wave excitation forces on one hydrodynamic group [N, N m]: forces of the sea of the model, and
/// of waves that clients stream as components or spectra. Streamed elevations are not included,
/// since they have no components. Call order in a step: linearize(), then evaluate() for each
/// stage. Not thread-safe, since it contains scratch memory.
class WaveExcitation {
 public:
  /// @param rest poses of the bodies at rest [m, rad, world frame], in the order of the database
  /// @throws Error(kInvalidArgument) if a wave component is outside the data
  WaveExcitation(const Model& model, const HydrodynamicGroup& group,
                 std::vector<hydro::HorizontalPose> rest);

  bool empty() const { return sea_.empty() && streams_.empty(); }
  bool is_streamed() const { return !streams_.empty(); }

  /// Computes the forces [N, N m] at the start, the middle and the end of a step, linearized about
  /// the poses of a uniform motion.
  void linearize(const hydro::UniformMotion& motion, const StepTimes& times,
                 const std::vector<InputSeries>& inputs);

  /// Checks that the excitation data contain the wave directions relative to the bodies at these
  /// poses.
  /// @throws Error(kOutOfRange) as hydro::Excitation::check() does
  void check(const std::vector<hydro::HorizontalPose>& poses) const;

  /// Returns in `force` the forces at a stage: 6N, six values per body in its heading frame [N, N
  /// m].
  void evaluate(hydro::Stage stage, const std::vector<hydro::HorizontalPose>& poses,
                VectorXd& force) const;

 private:
  struct Stream {
    StreamedWaves waves;
    std::optional<hydro::Excitation> excitation;  ///< empty if no waves are streamed at present
  };

  void follow(Stream& stream, const InputSeries& series, double step_start);
  void store_instants(const hydro::StepExcitation& instants);

  std::shared_ptr<const hydro::Database> database_;
  std::vector<hydro::HorizontalPose> rest_;
  hydro::Excitation::Options options_;
  std::vector<hydro::Excitation> sea_;  ///< no element or one
  std::vector<Stream> streams_;
  bool any_ = false;  ///< true if there are waves in the prepared step
  hydro::StepExcitation sum_,
      instants_;  ///< forces at the stages of the step, by hydro::Stage [N, N m]
};

}  // namespace raftup::solver
