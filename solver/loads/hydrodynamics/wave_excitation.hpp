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

/// Wave forces on one hydrodynamic group: of the sea of the model and of the waves that clients
/// stream as components or spectra. Streamed elevations stand elsewhere, they have no components.
/// Call order per step: linearise(), then evaluate() per stage. Not thread-safe: it keeps scratch.
class WaveExcitation {
 public:
  /// @param rest poses of rest of the bodies, in the order of the database
  /// @throws Error(kInvalidArgument) where a component lies outside the data
  WaveExcitation(const Model& model, const HydrodynamicGroup& group,
                 std::vector<hydro::HorizontalPose> rest);

  bool empty() const { return sea_.empty() && streams_.empty(); }
  bool is_streamed() const { return !streams_.empty(); }

  /// Forces at the start, the middle and the end of a step, about the poses that a motion leads to.
  void linearise(const hydro::UniformMotion& motion, const StepTimes& times,
                 const std::vector<InputSeries>& inputs);

  /// @throws Error(kOutOfRange) as hydro::Excitation::check()
  void check(const std::vector<hydro::HorizontalPose>& poses) const;

  /// Force of a stage, 6N, each body's six in its heading frame [N, N m].
  void evaluate(hydro::Stage stage, const std::vector<hydro::HorizontalPose>& poses,
                VectorXd& force) const;

 private:
  struct Stream {
    StreamedWaves waves;
    std::optional<hydro::Excitation> excitation;  ///< none where nothing streams
  };

  void follow(Stream& stream, const InputSeries& series, double step_start);
  void store_instants(const hydro::StepExcitation& instants);

  std::shared_ptr<const hydro::Database> database_;
  std::vector<hydro::HorizontalPose> rest_;
  hydro::Excitation::Options options_;
  std::vector<hydro::Excitation> sea_;  ///< none or one
  std::vector<Stream> streams_;
  bool any_ = false;                      ///< of the sources acts in the step
  hydro::StepExcitation sum_, instants_;  ///< by hydro::Stage
};

}  // namespace raftup::solver
